/// A value of a JSON text that a stranger wrote.
package struct LooseJSON: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// As it is written, so no digit is lost: "1e999".
    case number(String)
    case string(String)
    case array([LooseJSON])
    /// In the order of the text. Of members with the same key the last value counts.
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: LooseJSON

    package init(_ key: String, _ value: LooseJSON) {
      (self.key, self.value) = (key, value)
    }
  }

  package let kind: Kind
  /// Of the text, from 1.
  package let line: Int

  package init(_ kind: Kind, line: Int) {
    (self.kind, self.line) = (kind, line)
  }

  /// Nil if it is no object or has no such member.
  package subscript(_ key: String) -> LooseJSON? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The elements of an array, and of everything else itself.
  package var elements: [LooseJSON] {
    if case .array(let elements) = kind { return elements }
    return [self]
  }

  /// Nil if it is no text.
  package var string: String? {
    if case .string(let text) = kind { return text }
    return nil
  }
}

/// What the grammar of JSON does not have, and is read all the same: each occurs on real pages.
package enum JSONLeniency: String, Hashable, Sendable, CaseIterable, Comparable {
  case byteOrderMark = "a byte order mark"
  case controlCharacter = "a control character in a text"
  case trailingComma = "a comma behind the last value"
  case wrapper = "a comment, a CDATA section or a semicolon around the value"
  case loneSurrogate = "half of a surrogate pair"
  case duplicateKey = "a key twice in an object"
  case characterReferences = "character references of HTML for quotes"

  package static func < (one: JSONLeniency, other: JSONLeniency) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// Why a text is refused, and where.
package struct LooseJSONError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case empty
    /// What the grammar has at this place.
    case expected(String)
    case endsTooEarly
    case trailingContent
    case unknownEscape
    case tooDeep
    case tooManyValues
  }

  package let reason: Reason
  /// Of the text, from 1.
  package let line: Int

  /// What is wrong, as the rest of a sentence about the text.
  package var description: String {
    switch reason {
    case .empty: "it is empty"
    case .expected(let what): "\(what) is expected"
    case .endsTooEarly: "it ends too early"
    case .trailingContent: "something follows the value"
    case .unknownEscape: "JSON has no such escape"
    case .tooDeep: "it is nested more than \(ThingBounds.depthMax) levels deep"
    case .tooManyValues: "it has more than \(ThingBounds.valueCountMax) values"
    }
  }
}
