/// A value of a JSON text, and where it begins there.
package struct JSONValue: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// Written without a fraction and an exponent, with all of its digits.
    case integer(Int64)
    /// A whole number from 2^63 on, where the reader was asked to take such.
    case natural(UInt64)
    /// Written with a fraction or an exponent: the nearest double, which is finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// In the order of the text; no two members have the same key.
    case object([JSONMember])
  }

  package let kind: Kind
  /// Bytes before the value.
  package let offset: Int
  /// A number as it was written, shortened, when a double can be another one: it is whole from 2^53
  /// on, and has more than the 15 significant digits that every double keeps. Nil for all others.
  package let beyondDouble: String?

  package init(_ kind: Kind, offset: Int = 0, beyondDouble: String? = nil) {
    (self.kind, self.offset, self.beyondDouble) = (kind, offset, beyondDouble)
  }

  package var isNumber: Bool {
    switch kind {
    case .integer, .natural, .number: true
    case .null, .boolean, .string, .array, .object: false
    }
  }
}

/// A member of an object.
package struct JSONMember: Hashable, Sendable {
  package let key: String
  /// Bytes before the key.
  package let offset: Int
  package let value: JSONValue

  package init(_ key: String, _ value: JSONValue, offset: Int = 0) {
    (self.key, self.value, self.offset) = (key, value, offset)
  }
}

/// A place in a text as people count: both numbers begin with 1.
package struct TextPlace: Hashable, Sendable {
  package let line: Int
  /// Unicode scalars of the line up to the place, and one.
  package let column: Int

  /// - Parameter offset: bytes before the place.
  package init(offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
    var (line, column) = (1, 1)
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        // Bytes that continue a scalar are not counted.
        column += 1
      }
    }
    (self.line, self.column) = (line, column)
  }
}

/// Why a text is refused, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case empty
    /// What the grammar has at this place.
    case expected(String)
    case endsTooEarly
    case trailingContent
    case byteOrderMark
    case controlCharacter
    case unknownEscape
    case loneSurrogate
    case notUTF8
    case leadingZero
    case outOfRange(String)
    case duplicateKey(String)
    case tooDeep(Int)
  }

  package let reason: Reason
  package let offset: Int
  package let place: TextPlace

  /// What is wrong, as the rest of a sentence about the text.
  package var description: String {
    switch reason {
    case .empty: "is not JSON: it is empty"
    case .expected(let what): "is not JSON: \(what) is expected here"
    case .endsTooEarly: "is not JSON: it ends too early"
    case .trailingContent: "is not JSON: something follows the value"
    case .byteOrderMark: "is not JSON: it begins with a byte order mark"
    case .controlCharacter: "is not JSON: a control character in a text is not escaped"
    case .unknownEscape: "is not JSON: it has no such escape"
    case .loneSurrogate: "is not JSON: half of a surrogate pair stands alone"
    case .notUTF8: "is not UTF-8"
    case .leadingZero: "is not JSON: a number begins with a zero that is not needed"
    case .outOfRange(let number): "has the number \(number), which is out of range"
    case .duplicateKey(let key): "has the key \"\(key)\" twice"
    case .tooDeep(let most): "is nested more than \(most) levels deep"
    }
  }
}
