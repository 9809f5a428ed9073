/// What an activity shares with everybody besides its words: attributes that results show, and what
/// its app needs to continue it.
///
/// Each value is a text in one spelling, so that two devices that saw the same make the same bytes.
/// A value that breaks a bound is never stored.
public struct PublicDetails: Hashable, Sendable {
  /// The largest number of bytes of all details of an item.
  package static let byteCountMax = 4_096
  private static let keyByteCountMax = 128
  private static let textByteCountMax = 1_024

  /// By attribute, each in its order; `userInfo` is not among them.
  private var texts: [PublicAttribute: [String]] = [:]
  /// The values of the activity's required keys.
  public private(set) var userInfo: [String: PublicValue] = [:]

  /// Nothing is shared.
  public init() {}

  /// Whether nothing is shared.
  public var isEmpty: Bool { texts.isEmpty && userInfo.isEmpty }

  /// The values of an attribute, in the spelling of FORMAT.md; none if it is not shared.
  package subscript(_ attribute: PublicAttribute) -> [String] { texts[attribute] ?? [] }

  /// Takes over an attribute, if each value keeps to its bounds and there is room for all of them.
  ///
  /// - Returns: whether it did.
  @discardableResult
  package mutating func set(_ attribute: PublicAttribute, _ values: [String]) -> Bool {
    guard attribute != .userInfo, (1...attribute.valuesMax).contains(values.count),
      values.allSatisfy({ Self.isValue($0, of: attribute.kind) })
    else { return false }
    return change { $0.texts[attribute] = values }
  }

  /// Takes over what the app needs, all of it or nothing.
  ///
  /// - Returns: whether it did.
  @discardableResult
  package mutating func set(userInfo values: [String: PublicValue]) -> Bool {
    guard values.count <= PublicAttribute.userInfo.valuesMax,
      values.allSatisfy({ key, value in
        (1...Self.keyByteCountMax).contains(key.utf8.count)
          && value.text.utf8.count <= Self.textByteCountMax
      })
    else { return false }
    return change { $0.userInfo = values }
  }

  private mutating func change(_ body: (inout Self) -> Void) -> Bool {
    var changed = self
    body(&changed)
    guard changed.byteCount <= Self.byteCountMax else { return false }
    self = changed
    return true
  }

  /// Whether a text is a value of the kind, in its one spelling.
  private static func isValue(_ text: String, of kind: PublicAttribute.Kind) -> Bool {
    switch kind {
    case .text(let bound), .texts(let bound), .amount(let bound):
      (1...bound).contains(text.utf8.count)
    case .decimal(let range): DecimalText.number(text).map(range.contains) ?? false
    case .time:
      Int64(text).map {
        String($0) == text && Timestamp.calendar.contains(Timestamp(milliseconds: $0))
      } ?? false
    case .flag: text == "true"
    case .phone: DialledNumber(text)?.text == text
    case .address:
      (text.hasPrefix("http://") || text.hasPrefix("https://"))
        && text.utf8.count <= textByteCountMax && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    case .userInfo: false
    }
  }

  // MARK: Bytes

  private static let headByteCount = 2

  /// Of the layout of FORMAT.md; 0 if nothing is shared.
  package var byteCount: Int {
    guard !isEmpty else { return 0 }
    return texts.values.joined().reduce(Self.headByteCount) { $0 + 3 + $1.utf8.count }
      + userInfo.reduce(0) { $0 + 6 + $1.key.utf8.count + $1.value.text.utf8.count }
  }

  /// The layout of FORMAT.md.
  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: byteCount)
    writer.integer(UInt16(texts.values.reduce(userInfo.count) { $0 + $1.count }))
    for attribute in PublicAttribute.byNumber {
      for text in self[attribute] {
        writer.integer(attribute.number)
        writer.text(text)
      }
    }
    for (key, value) in sortedUserInfo {
      writer.integer(PublicAttribute.userInfo.number)
      writer.text(key)
      writer.integer(value.code)
      writer.text(value.text)
    }
    return writer.bytes
  }

  /// Sorted by the bytes of the keys.
  package var sortedUserInfo: [(key: String, value: PublicValue)] {
    userInfo.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// Reads details of which nothing is left to guess: in the order of the layout, each value once
  /// and in its spelling.
  init(from reader: inout ByteReader) throws(FormatError) {
    var found = PublicDetails()
    var texts: [PublicAttribute: [String]] = [:]
    var userInfo: [String: PublicValue] = [:]
    var (lastNumber, lastKey) = (UInt8(0), "")
    for _ in 0..<(try reader.integer(UInt16.self)) {
      let number = try reader.integer(UInt8.self)
      guard number >= lastNumber else { throw reader.malformed("attributes out of order") }
      lastNumber = number
      guard let attribute = PublicAttribute(number: number) else {
        throw FormatError(
          .unknownKind(number),
          "A public item has an attribute of number \(number), which is unknown here. Use a newer "
            + "spotlog.")
      }
      if attribute == .userInfo {
        let key = try reader.text()
        guard lastKey.utf8.lexicographicallyPrecedes(key.utf8) else {
          throw reader.malformed("keys of userInfo that are not sorted, or that repeat")
        }
        lastKey = key
        userInfo[key] = try reader.publicValue()
      } else {
        texts[attribute, default: []].append(try reader.text())
      }
    }
    for attribute in PublicAttribute.byNumber {
      guard let values = texts[attribute] else { continue }
      guard found.set(attribute, values) else {
        throw reader.malformed("a value of \(attribute.rawValue) that breaks its bounds")
      }
    }
    guard found.set(userInfo: userInfo) else {
      throw reader.malformed("values of userInfo that break their bounds")
    }
    guard !found.isEmpty else { throw reader.malformed("a second version without details") }
    self = found
  }
}

extension PublicValue {
  /// What names the kind in the bytes of a public item.
  var code: UInt8 {
    switch self {
    case .string: 0
    case .integer: 1
    case .boolean: 2
    }
  }

  /// The spelling of FORMAT.md.
  package var text: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    }
  }

  fileprivate init?(code: UInt8, text: String) {
    switch code {
    case 0: self = .string(text)
    case 1:
      guard let number = Int64(text) else { return nil }
      self = .integer(number)
    case 2: self = .boolean(text == "true")
    default: return nil
    }
    guard self.text == text else { return nil }
  }
}

extension ByteReader {
  fileprivate mutating func publicValue() throws(FormatError) -> PublicValue {
    let code = try integer(UInt8.self)
    guard let value = PublicValue(code: code, text: try text()) else {
      throw malformed("a value of kind \(code), or not in its spelling")
    }
    return value
  }
}
