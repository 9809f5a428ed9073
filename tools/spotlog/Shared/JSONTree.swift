import Foundation
import JournalFormat

/// Any JSON, for what is only passed on.
enum JSONTree: Codable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case natural(UInt64)
  case number(Double)
  case string(String)
  case list([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let found = try? value.decode(Bool.self) {
      self = .boolean(found)
    } else if let found = try? value.decode(Int64.self) {
      self = .integer(found)
    } else if let found = try? value.decode(UInt64.self) {
      self = .natural(found)
    } else if let found = try? value.decode(Double.self) {
      self = .number(found)
    } else if let found = try? value.decode(String.self) {
      self = .string(found)
    } else if let found = try? value.decode([JSONTree].self) {
      self = .list(found)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .natural(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  /// For people, in one line, of visible characters.
  var text: String {
    switch self {
    case .null: "-"
    case .boolean(let value): value ? "yes" : "no"
    case .integer(let value): String(value)
    case .natural(let value): String(value)
    case .number(let value): String(value)
    case .string(let value): value.printable
    case .list(let values): values.map(\.text).joined(separator: ", ")
    case .object(let members):
      members.sorted { $0.key < $1.key }.map { "\($0.key.printable) \($0.value.text)" }
        .joined(separator: "  ")
    }
  }
}
