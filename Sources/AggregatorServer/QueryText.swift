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
    guard let first = encodedValues(of: name).first else { return .value(nil) }
    return Self.decoded(first).map { .value($0) } ?? .unreadable
  }

  /// All values of a name, in their order; nil: one is not a text in UTF-8.
  func values(of name: String) -> [String]? {
    let encoded = encodedValues(of: name)
    let values = encoded.compactMap(Self.decoded)
    return values.count == encoded.count ? values : nil
  }

  private func encodedValues(of name: String) -> [Substring.UTF8View] {
    text.utf8.split(separator: UInt8(ascii: "&")).compactMap { part in
      let nameEnd = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard part[..<nameEnd].elementsEqual(name.utf8) else { return nil }
      return part[nameEnd...].dropFirst()
    }
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
