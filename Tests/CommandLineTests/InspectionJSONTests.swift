import Foundation
import TestSupport
import Testing

/// What the commands that look into journals print for programs, held against its JSON Schema.
@Suite("The schema of inspection") struct InspectionJSONTests {
  private let schema: SchemaValidator
  private let world: InspectionWorld

  init() throws {
    schema = try SchemaValidator(path: Repository.path("docs/journal.schema.json"))
    world = try InspectionWorld.made.get()
  }

  static let commands: [(name: String, arguments: [String], status: Int32)] = [
    ("journal log", ["log", "PHONE"], 0),
    ("journal log", ["log", "PHONE", "--redact", "--reverse"], 0),
    ("journal log", ["log", "PHONE", "--journal", "shared"], 0),
    ("journal log", ["log", "CLOUD"], 0),
    ("journal show", ["show", "PHONE", "2"], 0),
    ("journal show", ["show", "PHONE", "8", "--cloud", "CLOUD"], 0),
    ("journal show", ["show", "PHONE", "12", "--redact"], 0),
    ("journal show", ["show", "PHONE/shared.journal", "2"], 0),
    ("journal show", ["show", "CLOUD", "5"], 0),
    ("journal stats", ["stats", "PHONE"], 0),
    ("journal stats", ["stats", "PHONE", "--journal", "shared"], 0),
    ("journal stats", ["stats", "CLOUD", "--redact", "--until", "5"], 0),
    ("journal verify", ["verify", "PHONE"], 0),
    ("journal verify", ["verify", "PHONE", "--deep"], 0),
    ("journal verify", ["verify", "CLOUD", "--deep"], 0),
    ("journal salvage", ["salvage", "PHONE", "--to", "PHONE-salvaged.journal"], 0),
    ("journal diff", ["diff", "PHONE", "PHONE"], 0),
    ("journal diff", ["diff", "PHONE", "CLOUD"], 0),
    ("journal diff", ["diff", "PHONE", "OTHER"], 1),
    ("journal diff", ["diff", "PHONE", "PHONE/shared.journal"], 1),
    ("journal why: an item", ["why", "PHONE", "note-1"], 0),
    ("journal why: an item", ["why", "PHONE", "note-3", "--query", "lyon"], 0),
    ("journal why: an item", ["why", "PHONE", "film-42", "--cloud", "CLOUD", "--redact"], 0),
    ("journal why: a device", ["why", "PHONE"], 0),
    ("journal why: a device", ["why", "PHONE", "--cloud", "CLOUD"], 0),
    ("journal why: a cloud's device", ["why", "CLOUD", "--device", "a4921804"], 0),
    ("journal why: a cloud's item", ["why", "CLOUD", "https://films.example/42"], 0),
    (
      "journal why: a cloud's item",
      ["why", "CLOUD", "013e9ecda77e12f0b8a2abb0b251b09cef", "--until", "6"], 0
    ),
  ]

  /// Each object that a command prints, or the one of many lines.
  private func objects(_ output: String) -> [String] {
    let lines = output.split(separator: "\n").map(String.init)
    return lines.count > 1 && lines[0] == "{" ? [output] : lines
  }

  @Test(arguments: commands.indices)
  func `is what they print`(index: Int) throws {
    let command = Self.commands[index]
    let outcome = try world.run(["journal"] + command.arguments + ["--json"])
    #expect(outcome.status == command.status, "\(outcome.errors)")
    let objects = objects(outcome.output)
    #expect(!objects.isEmpty)
    for object in objects { #expect(try schema.problems(object, by: command.name) == []) }
  }

  @Test func `has no definition that nobody looks at`() throws {
    let text = String(
      decoding: try Repository.bytes("docs/journal.schema.json"), as: UTF8.self)
    let named = Set(Self.commands.map(\.name))
    for name in schema.names where !named.contains(name) {
      #expect(text.contains("\"#/$defs/\(name)\""), "\(name)")
    }
  }

  /// A schema that takes everything would agree with everything.
  @Test func `refuses what is wrong`() throws {
    let right = try world.run(["journal", "verify", world.phone, "--json"]).output
    for (from, to) in [
      ("\"whole\" : true", "\"whole\" : 1"), ("\"whole\" : true", "\"whole\" : \"yes\""),
      ("\"whole\" : true", "\"entire\" : true"), ("\"head\" : 14", "\"head\" : -1"),
      ("\"head\" : 14", "\"head\" : 1.5"), ("\"findings\" : [", "\"findings\" : [ 7 "),
    ] {
      #expect(right.contains(from), "\(from) in \(right)")
      let wrong = right.replacingOccurrences(of: from, with: to)
      #expect(try !schema.problems(wrong, by: "journal verify").isEmpty, "\(to)")
    }
    #expect(try !schema.problems("[]", by: "journal verify").isEmpty)
  }
}
