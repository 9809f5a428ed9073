import Crypto

/// A public item's content: what becomes searchable for everybody, and nothing else.
///
/// Texts are in Unicode NFC and keywords are sorted by bytes without repeats, so that two devices
/// that saw the same page make the same bytes and the same digest.
public struct PublicItem: Hashable, Sendable {
  /// What names the item among all of its app's and type's.
  public enum Identity: Hashable, Sendable {
    /// The canonical URL of its page.
    case url(String)
    /// An identifier of the app's own, for items without a page.
    case related(String)

    /// What `PublicItem.key` says.
    ///
    /// - Parameter app: the item's bundle identifier.
    package init(key: String, app: String) {
      // Compared as bytes: a mark may join the slash.
      let start = Array((app + "/").utf8)
      if !app.isEmpty, key.utf8.starts(with: start) {
        self = .related(String(decoding: key.utf8.dropFirst(start.count), as: UTF8.self))
      } else {
        self = .url(key)
      }
    }
  }

  /// The app's bundle identifier.
  public var app: String
  /// What the person does, in the app's own terms.
  public var activityType: String
  /// What makes two items the same.
  public var identity: Identity
  /// The title as it is shown.
  public var title: String
  /// What it is about; empty when nothing was said.
  public var contentDescription: String
  /// Further words by which it is found.
  public var keywords: [String]
  /// The address of a picture; empty when there is none.
  public var thumbnailURL: String
  /// What else its app shares. With any, the item's bytes are of version 2.
  public var details: PublicDetails

  package init(
    app: String, activityType: String, identity: Identity, title: String,
    contentDescription: String, keywords: [String], thumbnailURL: String,
    details: PublicDetails = PublicDetails()
  ) {
    self.app = app
    self.activityType = activityType
    self.identity = identity
    self.title = title
    self.contentDescription = contentDescription
    self.keywords = Set(keywords).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.thumbnailURL = thumbnailURL
    self.details = details
  }

  /// The item's public identity in tables: its URL, else "app/identifier".
  public var key: String {
    switch identity {
    case .url(let url): url
    case .related(let identifier): "\(app)/\(identifier)"
    }
  }

  /// Whether every field, and the whole, keeps to the format's bounds.
  package var fits: Bool {
    // No text, and no number of keywords, can then be more than its length's 16 bits say.
    textByteCount <= FormatLimits.contentByteCount
  }

  /// The item with as much of its description as there is room for, to the end of a word where one
  /// is near: each device makes the same of the same page. Nil: it does not fit without any.
  package var fitted: PublicItem? {
    let excess = textByteCount - FormatLimits.contentByteCount
    guard excess > 0 else { return self }
    let room = contentDescription.utf8.count - excess
    guard room >= 0 else { return nil }
    var item = self
    item.contentDescription = contentDescription.cut(toBytes: room)
    return item
  }

  /// Bytes of all texts with their lengths, and of what comes beside them in a report.
  package var textByteCount: Int {
    let texts = [app, activityType, identityText, title, contentDescription, thumbnailURL]
    return (texts + keywords).reduce(16 + details.byteCount) { $0 + $1.utf8.count + 2 }
  }

  var identityText: String {
    switch identity {
    case .url(let text), .related(let text): text
    }
  }

  var identityCode: UInt8 {
    switch identity {
    case .url: 0
    case .related: 1
    }
  }

  /// The version of the bytes: 2 where the item has details.
  package var version: UInt8 { details.isEmpty ? 1 : 2 }

  /// What the bytes have in place of the identity's code: the version as well.
  var versionedCode: UInt8 { identityCode | (version - 1) << 4 }

  /// The layout of FORMAT.md.
  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 256)
    writer.text(app)
    writer.text(activityType)
    writer.integer(versionedCode)
    writer.text(identityText)
    writer.text(title)
    writer.text(contentDescription)
    writer.integer(UInt16(keywords.count))
    for keyword in keywords { writer.text(keyword) }
    writer.text(thumbnailURL)
    if version == 2 { writer.raw(details.bytes) }
    return writer.bytes
  }

  package init(bytes: [UInt8]) throws(FormatError) {
    guard bytes.count <= FormatLimits.contentByteCount else {
      throw FormatError(
        .tooLarge,
        "A public item of \(bytes.count) bytes; at most \(FormatLimits.contentByteCount) "
          + "are allowed.")
    }
    self = try bytes.reading(subject: "A public item") { reader throws(FormatError) in
      let app = try reader.text()
      let activityType = try reader.text()
      let (version, identity) = try reader.versionedIdentity()
      let title = try reader.text()
      let contentDescription = try reader.text()
      var keywords: [String] = []
      for _ in 0..<(try reader.integer(UInt16.self)) { keywords.append(try reader.text()) }
      var item = PublicItem(
        app: app, activityType: activityType, identity: identity, title: title,
        contentDescription: contentDescription, keywords: keywords,
        thumbnailURL: try reader.text())
      if version == 2 { item.details = try PublicDetails(from: &reader) }
      guard item.keywords == keywords else {
        throw reader.malformed("keywords that are not sorted or that repeat")
      }
      return item
    }
  }

  /// The name of exactly these words: devices endorse it before any word leaves them.
  package var digest: ContentDigest {
    ContentDigest(bits: Digest(of: Array("spotlog content \(version)".utf8) + bytes).firstHalf)
  }

  /// The first suite of tags: HMAC-SHA-256 with the deployment's public salt over app, activity
  /// type and identity, the first 16 bytes. Anyone who guesses a URL can test the guess.
  package func tag(salt: [UInt8]) -> Tag {
    var writer = ByteWriter(capacity: 128)
    writer.text(app)
    writer.text(activityType)
    writer.integer(identityCode)
    writer.text(identityText)
    let code = HMAC<SHA256>.authenticationCode(
      for: writer.bytes, using: SymmetricKey(data: salt))
    return Tag(
      suite: 1,
      bits: code.withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
  }
}

extension PublicItem.Identity {
  /// The version of an item and the kind of its identity, as one byte has them.
  ///
  /// - Parameter subject: what has it, for messages: "A public item".
  static func parts(
    ofCode code: UInt8, subject: String
  ) throws(FormatError) -> (version: UInt8, isURL: Bool) {
    let (version, kind) = ((code >> 4) + 1, code & 0x0F)
    guard version <= 2 else {
      throw FormatError(
        .unknownVersion(version),
        "\(subject) is of version \(version), which is unknown here. Use a newer spotlog.")
    }
    guard kind <= 1 else {
      throw FormatError(
        .malformed,
        "\(subject) has an identity of kind \(kind), which this version does not know.")
    }
    return (version, kind == 0)
  }

  init(_ text: String, isURL: Bool) { self = isURL ? .url(text) : .related(text) }
}

extension ByteReader {
  fileprivate mutating func versionedIdentity() throws(FormatError) -> (
    version: UInt8, PublicItem.Identity
  ) {
    let code = try integer(UInt8.self)
    let text = try text()
    let (version, isURL) = try PublicItem.Identity.parts(ofCode: code, subject: "A public item")
    return (version, PublicItem.Identity(text, isURL: isURL))
  }
}

extension String {
  /// The beginning of the text, of so many bytes at most: up to a blank among its last 256 bytes,
  /// else up to the end of a scalar.
  fileprivate func cut(toBytes count: Int) -> String {
    let bytes = Array(utf8)
    guard bytes.count > count else { return self }
    var end = count
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    let nearest = max(0, end - 256)
    // The byte after the end may be the blank.
    if let blank = (nearest...end).last(where: { blanks.contains(bytes[$0]) }) { end = blank }
    while end > 0, blanks.contains(bytes[end - 1]) { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
