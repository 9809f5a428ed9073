internal import Foundation

/// A JSON Schema of the keywords that this project's schemas use; any other is an error, so that no
/// schema says something that nobody looks at.
package struct SchemaValidator {
  private let root: [String: Any]
  private static let known: Set = [
    "$ref", "type", "properties", "required", "additionalProperties", "items", "enum", "pattern",
    "minimum", "description",
  ]

  package init(path: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    root = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
  }

  package var names: Set<String> { Set(definitions.keys) }

  private var definitions: [String: Any] { root["$defs"] as? [String: Any] ?? [:] }

  /// What is wrong with a value by the definition of that name; empty when nothing is.
  package func problems(_ json: String, by name: String) throws -> [String] {
    let value = try JSONSerialization.jsonObject(
      with: Data(json.utf8), options: [.fragmentsAllowed])
    return problems(value, ["$ref": "#/$defs/\(name)"], at: name)
  }

  private func problems(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    let unknown = schema.keys.filter { !Self.known.contains($0) }.sorted()
    guard unknown.isEmpty else { return ["\(place): the schema has \(unknown)"] }
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let target = definitions[name] as? [String: Any] else {
        return ["\(place): there is no \(reference)"]
      }
      return problems(value, target, at: place)
    }
    var found: [String] = []
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { Self.isOf($0, value) }) {
      return ["\(place): \(value) is no \(types.joined(separator: " or "))"]
    }
    if value is NSNull { return [] }
    if let allowed = schema["enum"] as? [String], !allowed.contains(value as? String ?? "") {
      found.append("\(place): \(value) is none of \(allowed)")
    }
    if let pattern = schema["pattern"] as? String, let text = value as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(place): \(text) is not \(pattern)")
    }
    if let minimum = schema["minimum"] as? Int64, let number = value as? NSNumber,
      number.int64Value < minimum
    {
      found.append("\(place): \(number) is below \(minimum)")
    }
    if let object = value as? [String: Any] { found += problems(of: object, schema, at: place) }
    if let list = value as? [Any], let items = schema["items"] as? [String: Any] {
      for (index, item) in list.enumerated() {
        found += problems(item, items, at: "\(place)[\(index)]")
      }
    }
    return found
  }

  private func problems(
    of object: [String: Any], _ schema: [String: Any], at place: String
  ) -> [String] {
    let properties = schema["properties"] as? [String: Any] ?? [:]
    var found: [String] = []
    for name in schema["required"] as? [String] ?? [] where object[name] == nil {
      found.append("\(place) lacks \(name)")
    }
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      if let property = properties[name] as? [String: Any] {
        found += problems(value, property, at: place + "." + name)
      } else if let other = schema["additionalProperties"] as? [String: Any] {
        found += problems(value, other, at: place + "." + name)
      } else {
        found.append("\(place) has a \(name) that the schema does not know")
      }
    }
    return found
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    let number = value as? NSNumber
    let isBoolean = number.map { CFBoolean.isBoolean($0) } ?? false
    return switch type {
    case "string": value is String
    case "boolean": isBoolean
    case "integer": number.map { !isBoolean && $0.doubleValue.rounded() == $0.doubleValue } ?? false
    case "number": number != nil && !isBoolean
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "null": value is NSNull
    default: false
    }
  }
}

/// JSON's true and false come as numbers.
private enum CFBoolean {
  static func isBoolean(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B"
  }
}
