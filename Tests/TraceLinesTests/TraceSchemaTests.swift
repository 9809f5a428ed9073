import Foundation
import TestSupport
import Testing

@testable import TraceLines

/// The reader, the page and the JSON Schema say the same of a line's keys.
@Suite("A trace's documentation") struct TraceSchemaTests {
  private static let page = "docs/TRACE.md"
  private static let schemaPath = "docs/trace.schema.json"

  private struct Schema: Decodable {
    struct Definition: Decodable {
      let properties: [String: Property]
      let required: Set<String>
    }
    struct Property: Decodable {
      let `enum`: [String]?
    }
    struct Reference: Decodable {
      let ref: String
      enum CodingKeys: String, CodingKey { case ref = "$ref" }
    }

    let oneOf: [Reference]
    let definitions: [String: Definition]
    enum CodingKeys: String, CodingKey {
      case oneOf
      case definitions = "$defs"
    }
  }

  private let schema: Schema
  private let validator: SchemaValidator

  init() throws {
    schema = try JSONDecoder().decode(
      Schema.self, from: Data(try Repository.bytes(Self.schemaPath)))
    validator = try SchemaValidator(path: Repository.path(Self.schemaPath))
  }

  private static func text() throws -> String {
    String(decoding: try Repository.bytes(page), as: UTF8.self)
  }

  /// The kinds of each key, by the page's table.
  private static func documented() throws -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for line in try text().split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let kinds =
        cells[1] == "all"
        ? Set(TraceLine.known.keys)
        : Set(cells[1].split(separator: ",").map { $0.trimmingCharacters(in: ["`", " "]) })
      found[cells[0].trimmingCharacters(in: ["`"])] = kinds
    }
    return found
  }

  @Test func `lists every key under the kinds that take it`() throws {
    var taken: [String: Set<String>] = [:]
    for (kind, keys) in TraceLine.known {
      for key in keys.union(TraceLine.common) { taken[key, default: []].insert(kind) }
    }
    #expect(try Self.documented() == taken)
  }

  @Test func `has a schema with the keys of each kind`() {
    #expect(Set(schema.definitions.keys) == Set(TraceLine.known.keys))
    #expect(
      schema.oneOf.map(\.ref).sorted() == TraceLine.known.keys.map { "#/$defs/\($0)" }.sorted())
    for (kind, definition) in schema.definitions {
      let keys = TraceLine.known[kind, default: []].union(TraceLine.common)
      #expect(Set(definition.properties.keys) == keys)
      #expect(definition.properties["kind"]?.enum == [kind])
    }
  }

  /// A line that lacks a key which the schema requires is refused for that key.
  @Test func `requires the keys that the reader requires`() throws {
    let values = [
      "time": "1", "id": "\"a\"", "type": "\"view\"", "shown": "[\"a\"]",
      "groups": "[[\"a\",\"b\"]]",
    ]
    for (kind, definition) in schema.definitions {
      for missing in definition.required where missing != "kind" {
        let given = definition.required.subtracting([missing, "kind"]).sorted()
        let members = given.map { ",\"\($0)\":\(values[$0] ?? "")" }.joined()
        let line = #"{"kind":"\#(kind)","device":"d","app":"a""# + members + "}"
        #expect(try validator.problems(line, by: kind).count == 1)
        #expect {
          try TraceEvent(json: Array(line.utf8))
        } throws: {
          ($0 as? TraceLineError)?.reason.hasSuffix("has no \"\(missing)\"") == true
        }
      }
    }
  }

  @Test func `shows lines that the reader and the schema accept`() throws {
    let lines = try Self.text().split(separator: "\n").filter { $0.hasPrefix("{\"") }
    var kinds: Set<String> = []
    for line in lines {
      _ = try TraceEvent(json: Array(line.utf8))
      let kind = try #require(
        TraceLine.known.keys.first { line.contains("\"kind\":\"\($0)\"") })
      kinds.insert(kind)
      #expect(try validator.problems(String(line), by: kind) == [])
    }
    #expect(kinds == Set(TraceLine.known.keys))
  }

  @Test(arguments: [
    (#"{"time":"1","kind":"delete","device":"d","app":"a","all":true}"#, "delete"),
    (#"{"time":1,"kind":"delete","device":"d","app":"a","all":1}"#, "delete"),
    (#"{"time":1,"kind":"delete","device":"d","app":"a","ids":["1"],"id":"1"}"#, "delete"),
    (#"{"time":1,"kind":"index","device":"d","app":"a","id":1}"#, "index"),
    (#"{"time":1,"kind":"index","device":"d","app":"a","id":"1","protection":"all"}"#, "index"),
    (#"{"time":1,"kind":"engage","device":"d","app":"a","id":"1","shown":[1]}"#, "engage"),
  ])
  func `refuses what the reader refuses`(line: String, kind: String) throws {
    #expect(try validator.problems(line, by: kind) != [])
    #expect(throws: TraceLineError.self) { try TraceEvent(json: Array(line.utf8)) }
  }

  @Test func `lets null stand for a missing key`() throws {
    let line = #"{"time":1,"kind":"engage","device":"d","app":"a","id":"1","query":null}"#
    #expect(try validator.problems(line, by: "engage") == [])
    #expect(throws: Never.self) { try TraceEvent(json: Array(line.utf8)) }
  }
}
