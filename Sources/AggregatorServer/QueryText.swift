internal import JournalFormat

/// The query of a request, as browsers send a form: a plus sign is a space, and any byte may be
/// percent-encoded (RFC 3986, 2.1).
struct QueryText {
  let text: String

  enum Value: Equatable {
    /// The first of the name; nil when there is none.
    case value(String?)
    /// What is said under the name is not a text in UTF-8.
    case unreadable
  }

  func value(of name: String) -> Value {
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      let nameEnd = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard part[..<nameEnd].elementsEqual(name.utf8) else { continue }
      return Self.decoded(part[nameEnd...].dropFirst()).map { .value($0) } ?? .unreadable
    }
    return .value(nil)
  }

  private static func decoded(_ encoded: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var rest = encoded.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue
        else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
