/// The contents of a batch, field by field, so that what is alike lies together.
///
/// A text says how many bytes of the one before it in its column it begins with. Texts end with a
/// byte that UTF-8 never has, which deflates better than lengths do.
struct ContentColumns {
  private static let endOfText: UInt8 = 0xFF
  private static let endOfKeyword: UInt8 = 0xFE
  /// Bytes that a text can share with the one before it.
  private static let sharedMax = 255

  /// The columns of texts, in their order.
  private static var textFields: [WritableKeyPath<Fields, String>] {
    [\.app, \.activityType, \.identity, \.title, \.contentDescription, \.thumbnailURL]
  }

  /// A public item as its columns have it.
  private struct Fields {
    var identityCode: UInt8 = 0
    var app = ""
    var activityType = ""
    var identity = ""
    var title = ""
    var contentDescription = ""
    var thumbnailURL = ""
    var keywords: [String] = []
    var details = PublicDetails()

    init() {}

    init(_ item: PublicItem) {
      identityCode = item.versionedCode
      app = item.app
      activityType = item.activityType
      identity = item.identityText
      title = item.title
      contentDescription = item.contentDescription
      thumbnailURL = item.thumbnailURL
      keywords = item.keywords
      details = item.details
    }
  }

  private var contents: [Fields] = []

  mutating func add(_ item: PublicItem) { contents.append(Fields(item)) }

  // MARK: Writing

  var bytes: [UInt8] {
    var writer = ByteWriter()
    for content in contents { writer.integer(content.identityCode) }
    for field in Self.textFields { Self.write(contents.map { $0[keyPath: field] }, to: &writer) }
    for content in contents {
      for keyword in content.keywords {
        writer.raw(Array(keyword.utf8))
        writer.integer(Self.endOfKeyword)
      }
      writer.integer(Self.endOfText)
    }
    for content in contents where !content.details.isEmpty { writer.raw(content.details.bytes) }
    return writer.bytes
  }

  private static func write(_ column: [String], to writer: inout ByteWriter) {
    var previous: [UInt8] = []
    for text in column {
      let bytes = Array(text.utf8)
      let shared = zip(bytes, previous).prefix(sharedMax).prefix { $0 == $1 }.count
      writer.integer(UInt8(shared))
      writer.raw(Array(bytes[shared...]))
      writer.integer(endOfText)
      previous = bytes
    }
  }

  // MARK: Reading

  /// Reads the contents of a batch, which end where the bytes do.
  static func read(
    _ bytes: UnsafeRawBufferPointer, count: Int
  ) throws(FormatError) -> [PublicItem] {
    var reader = ByteReader(
      bytes, subject: "The content column of a batch", advice: "Make the batch again.")
    var contents = [Fields](repeating: Fields(), count: count)
    for place in contents.indices {
      contents[place].identityCode = try reader.integer(UInt8.self)
    }
    for field in textFields {
      var previous: [UInt8] = []
      for place in contents.indices {
        previous = try text(&reader, after: previous)
        contents[place][keyPath: field] = try string(previous)
      }
    }
    for place in contents.indices { contents[place].keywords = try keywords(&reader) }
    for place in contents.indices where try parts(of: contents[place]).version == 2 {
      contents[place].details = try PublicDetails(from: &reader)
    }
    try reader.finish()
    var items: [PublicItem] = []
    items.reserveCapacity(count)
    for content in contents { items.append(try item(content)) }
    return items
  }

  private static func text(
    _ reader: inout ByteReader, after previous: [UInt8]
  ) throws(FormatError) -> [UInt8] {
    let shared = Int(try reader.integer(UInt8.self))
    guard shared <= previous.count else {
      throw reader.malformed("a text that shares more than the text before it has")
    }
    let text = previous[..<shared] + (try reader.raw(upTo: endOfText))
    guard text.count <= FormatLimits.contentByteCount else { throw tooLarge(text.count) }
    return Array(text)
  }

  private static func keywords(_ reader: inout ByteReader) throws(FormatError) -> [String] {
    let list = try reader.raw(upTo: endOfText)
    guard list.last ?? endOfKeyword == endOfKeyword else {
      throw reader.malformed("keywords of which the last has no end")
    }
    var found: [String] = []
    for keyword in list.split(separator: endOfKeyword, omittingEmptySubsequences: false).dropLast()
    {
      found.append(try string(Array(keyword)))
    }
    return found
  }

  private static func string(_ bytes: [UInt8]) throws(FormatError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FormatError(.notUTF8, "The content column of a batch has a text that is not UTF-8.")
    }
    return text
  }

  private static func parts(
    of content: Fields
  ) throws(FormatError) -> (version: UInt8, isURL: Bool) {
    try PublicItem.Identity.parts(
      ofCode: content.identityCode, subject: "The content column of a batch")
  }

  private static func item(_ content: Fields) throws(FormatError) -> PublicItem {
    let isURL = try parts(of: content).isURL
    let item = PublicItem(
      app: content.app, activityType: content.activityType,
      identity: PublicItem.Identity(content.identity, isURL: isURL),
      title: content.title, contentDescription: content.contentDescription,
      keywords: content.keywords, thumbnailURL: content.thumbnailURL, details: content.details)
    guard item.keywords == content.keywords else {
      throw FormatError(
        .malformed, "The content column of a batch has keywords that are not sorted or that repeat."
      )
    }
    guard item.fits else { throw tooLarge(item.textByteCount) }
    return item
  }

  private static func tooLarge(_ byteCount: Int) -> FormatError {
    FormatError(
      .tooLarge,
      "A content report of \(byteCount) bytes; at most \(FormatLimits.contentByteCount) are "
        + "allowed.")
  }
}
