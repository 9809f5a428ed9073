import DeviceIndex
import Foundation
import Inspection
import JournalFormat

/// One item as a line.
struct ItemRow {
  let app: String
  let id: String
  let domain: String
  let attributes: AttributeSet
  /// Its app was asked to give it again, and has not.
  let isUnconfirmed: Bool

  init(_ item: SearchResult) {
    (app, id) = (item.bundleIdentifier, item.uniqueIdentifier)
    (domain, attributes) = (item.domainIdentifier, item.attributeSet)
    isUnconfirmed = item.isUnconfirmed
  }

  func tsv(_ columns: [String]) -> String {
    columns.map { column in
      switch column {
      case "app": app.field
      case "id": id.field
      case "domain": domain.field
      case "unconfirmed": isUnconfirmed ? "unconfirmed" : ""
      default: attributes[column].map { Self.text($0).field } ?? ""
      }
    }.joined(separator: "\t")
  }

  /// Those of the columns that only an attribute of an app's own could fill.
  static func ownAttributes(_ columns: [String]) -> Set<String> {
    Set(columns).subtracting(["app", "id", "domain", "unconfirmed"])
      .filter { AttributeKind(documentedAttribute: $0) == nil }
  }

  var json: String {
    Output.jsonLine(
      Object(
        app: app, id: id, domain: domain.isEmpty ? nil : domain,
        unconfirmed: isUnconfirmed ? true : nil,
        attributes: Dictionary(uniqueKeysWithValues: attributes.all.map { ($0, AttributeJSON($1)) })
      ))
  }

  private struct Object: Encodable {
    let app: String
    let id: String
    let domain: String?
    let unconfirmed: Bool?
    let attributes: [String: AttributeJSON]
  }

  /// A value as people write it; lists are separated by semicolons.
  static func text(_ value: AttributeValue) -> String {
    switch value {
    case .string(let text): text
    case .number(let number):
      // Up to there a whole number is a double of its own.
      number == number.rounded() && abs(number) < 0x1p53 ? String(Int64(number)) : String(number)
    case .integer(let number): String(number)
    case .boolean(let value): value ? "true" : "false"
    case .date(let date):
      Timestamp(date).text
    case .data(let data): data.base64EncodedString()
    case .url(let url): url.absoluteString
    case .person(let person): person.displayName
    case .localized(let text): text.fallback
    case .list(let values): values.map { Self.text($0) }.joined(separator: ";")
    case .map(let values):
      values.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.text($0.value))" }
        .joined(separator: ";")
    case .null: ""
    }
  }
}

/// A value as JSON has it: what JSON has no type for is a string, as in a table.
enum AttributeJSON: Encodable, Sendable {
  case string(String)
  case number(Double)
  case integer(Int64)
  case boolean(Bool)
  case list([AttributeJSON])
  case map([String: AttributeJSON])
  case null

  init(_ value: AttributeValue) {
    switch value {
    case .number(let number): self = .number(number)
    case .integer(let number): self = .integer(number)
    case .boolean(let value): self = .boolean(value)
    case .list(let values): self = .list(values.map { AttributeJSON($0) })
    case .map(let values): self = .map(values.mapValues { AttributeJSON($0) })
    case .null: self = .null
    default: self = .string(ItemRow.text(value))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .integer(let number): try container.encode(number)
    case .boolean(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .map(let values): try container.encode(values)
    case .null: try container.encodeNil()
    }
  }
}
