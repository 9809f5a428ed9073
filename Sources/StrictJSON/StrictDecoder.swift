/// Decodes types from JSON as `JSONReader` reads it, so nothing of a text is changed or left to
/// chance: a key twice, bytes that are not UTF-8 and numbers out of range are refused.
///
/// Whole numbers are taken only where they are written so ("1", not "1.0"), and only by types that
/// have a place for them.
package struct StrictDecoder {
  /// What becomes of members that the decoded type does not have.
  package enum UnknownKeys: Sendable {
    /// A newer program may have written them.
    case skipped
    /// Somebody misspelled them, or the file is something else.
    case refused
  }

  private let unknownKeys: UnknownKeys

  package init(unknownKeys: UnknownKeys = .skipped) { self.unknownKeys = unknownKeys }

  /// A member that the decoded type does not have.
  fileprivate struct UnknownKey: Error {
    let codingPath: [any CodingKey]
    let key: String
  }

  /// - Throws: `JSONError` for a text that is refused, with its place; another error for one that
  ///   holds something else. `reason` puts both into words.
  package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws -> Value {
    try JSONNode(
      value: try JSONReader.read(bytes, takesNaturals: true), codingPath: [],
      unknownKeys: unknownKeys
    ).decode(type)
  }

  /// Why a text was not decoded, for people, such as "endorsements[1] has no "key"".
  package static func reason(_ error: any Error) -> String {
    switch error {
    case let error as JSONError:
      "at line \(error.place.line), column \(error.place.column) it \(error)"
    case let error as UnknownKey:
      "\(path(error.codingPath)) has the unknown key \"\(error.key)\""
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context.codingPath)) has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "\(path(context.codingPath)) cannot be what it is"
    default: "it cannot be read"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    let text = keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return text.isEmpty ? "the file" : text.hasPrefix(".") ? String(text.dropFirst()) : text
  }
}

/// A value of the text, with the keys that lead to it.
private struct JSONNode: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  let unknownKeys: StrictDecoder.UnknownKeys
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func child(_ value: JSONValue, _ key: any CodingKey) -> JSONNode {
    JSONNode(value: value, codingPath: codingPath + [key], unknownKeys: unknownKeys)
  }

  var isNull: Bool { value.kind == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let scalar = type as? any JSONScalar.Type else { return try Value(from: self) }
    guard let found = scalar.init(value) as? Value else { throw mismatch(type) }
    return found
  }

  private func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "The value is no \(type).")
    return isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value.kind else { throw mismatch([String: Any].self) }
    if unknownKeys == .refused,
      let unknown = members.first(where: { Key(stringValue: $0.key) == nil })
    {
      throw StrictDecoder.UnknownKey(codingPath: codingPath, key: unknown.key)
    }
    return KeyedDecodingContainer(JSONMembers(node: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value.kind else { throw mismatch([Any].self) }
    return JSONElements(node: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { JSONSingle(node: self) }
}

/// What a value of JSON can be without a container.
private protocol JSONScalar {
  init?(_ value: JSONValue)
}

extension JSONScalar where Self: FixedWidthInteger {
  init?(_ value: JSONValue) {
    switch value.kind {
    case .integer(let number): self.init(exactly: number)
    case .natural(let number): self.init(exactly: number)
    case .null, .boolean, .number, .string, .array, .object: return nil
    }
  }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension Bool: JSONScalar {
  fileprivate init?(_ value: JSONValue) {
    guard case .boolean(let flag) = value.kind else { return nil }
    self = flag
  }
}

extension String: JSONScalar {
  fileprivate init?(_ value: JSONValue) {
    guard case .string(let text) = value.kind else { return nil }
    self = text
  }
}

extension Double: JSONScalar {
  fileprivate init?(_ value: JSONValue) {
    // One that a double would change is refused, as in attributes.
    guard value.beyondDouble == nil else { return nil }
    switch value.kind {
    case .integer(let number): self.init(number)
    case .number(let number): self = number
    case .null, .boolean, .natural, .string, .array, .object: return nil
    }
  }
}

extension Float: JSONScalar {
  fileprivate init?(_ value: JSONValue) {
    guard let number = Double(value) else { return nil }
    self.init(number)
    guard isFinite else { return nil }
  }
}

private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: JSONNode
  let members: [JSONMember]

  var codingPath: [any CodingKey] { node.codingPath }
  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

  /// Keys are compared by their bytes, as the reader does.
  private func find(_ key: String) -> JSONValue? {
    members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  private func child(_ key: some CodingKey) throws -> JSONNode {
    guard let value = find(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "There is no \"\(key.stringValue)\"."))
    }
    return node.child(value, key)
  }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try child(key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try child(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try child(PlaceKey(stringValue: "super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
}

private struct JSONElements: UnkeyedDecodingContainer {
  let node: JSONNode
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(node: JSONNode, elements: [JSONValue]) { (self.node, self.elements) = (node, elements) }

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func next(_ type: any Any.Type) throws -> JSONNode {
    let key = PlaceKey(intValue: currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: codingPath + [key], debugDescription: "The list has no more values."))
    }
    return node.child(elements[currentIndex], key)
  }

  mutating func decodeNil() throws -> Bool {
    guard try next(Never?.self).isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try next(type).decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try next([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let node = try next(Any.self)
    currentIndex += 1
    return node
  }
}

private struct JSONSingle: SingleValueDecodingContainer {
  let node: JSONNode

  var codingPath: [any CodingKey] { node.codingPath }
  func decodeNil() -> Bool { node.isNull }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try node.decode(type) }
}

/// The place of a value in a list, or a name that no type has.
private struct PlaceKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
}
