internal import DeviceIndex
internal import Foundation

/// A value in a trace's "attributes".
enum TraceValue: Decodable {
  case boolean(Bool)
  case number(Double)
  case string(String)
  case list([TraceValue])
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .list(try container.decode([TraceValue].self))
    }
  }

  var attribute: AttributeValue {
    switch self {
    case .boolean(let value): .boolean(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .list(let values): .list(values.map(\.attribute))
    case .null: .null
    }
  }

  /// The value as a documented attribute wants it: JSON has neither dates nor addresses.
  func attribute(as kind: AttributeKind) -> AttributeValue? {
    switch (kind, self) {
    case (_, .null): .null
    case (.date, .string(let text)): Self.date(text).map { .date($0) }
    case (.dates, .list(let values)):
      Self.all(values.map { $0.attribute(as: .date) }).map { .list($0) }
    case (.url, .string(let text)): URL(string: text).map { .url($0) }
    case (.data, .string(let text)): Data(base64Encoded: text).map { .data($0) }
    case (.people, .list(let values)):
      Self.all(values.map { $0.person }).map { .list($0) }
    default: attribute
    }
  }

  private var person: AttributeValue? {
    if case .string(let name) = self { .person(Person(displayName: name)) } else { nil }
  }

  private static func all(_ values: [AttributeValue?]) -> [AttributeValue]? {
    let found = values.compactMap { $0 }
    return found.count == values.count ? found : nil
  }

  /// ISO 8601: "2026-11-21", "2026-11-21T20:00:00Z" or "2026-11-21T20:00:00.123Z".
  private static func date(_ text: String) -> Date? {
    let style = Date.ISO8601FormatStyle()
    return (try? style.parse(text)) ?? (try? style.parse(text + "T00:00:00Z"))
      ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
  }
}

extension AttributeSet {
  /// Sets an attribute from a trace: a documented one by its type, else one of the app's own.
  mutating func add(_ name: String, _ value: TraceValue) throws(TraceLineError) {
    if let kind = AttributeKind(documentedAttribute: name) {
      guard let converted = value.attribute(as: kind) else {
        throw TraceLineError(reason: "has an attribute \"\(name)\" that is no \(kind.rawValue)")
      }
      self[name] = converted
      return
    }
    var isList = false
    if case .list = value.attribute { isList = true }
    guard let key = CustomAttributeKey(keyName: name, multiValued: isList) else {
      let problem = CustomAttributeKey.problem(with: name) ?? "is none"
      throw TraceLineError(reason: "has an attribute \"\(name)\", whose name \(problem)")
    }
    self[key] = value.attribute
  }
}
