import DeviceIndex
import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import Simulation

/// The tables at the end of docs/RULES.md: by which step each fact and each public call occurs in
/// worlds of faults.
private struct StepTable {
  /// What stands in a row, by its name: kinds of steps, or why there is none.
  private(set) var rows: [String: (kinds: [FaultStep.Kind], reason: String?)] = [:]
  private(set) var problems: [String] = []

  init(under head: String, of page: String) throws {
    let lines = page.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: head))
    for line in lines[(start + 2)...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.components(separatedBy: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 4 else {
        problems.append("is no row: \(line)")
        continue
      }
      read(cells[1].trimmingCharacters(in: ["`"]), cells[2])
    }
  }

  private mutating func read(_ name: String, _ steps: String) {
    if rows[name] != nil { problems.append("has \(name) twice") }
    if steps.hasPrefix("none: ") {
      rows[name] = ([], String(steps.dropFirst(6)))
      return
    }
    var kinds: [FaultStep.Kind] = []
    for word in steps.components(separatedBy: ", ") {
      if let kind = FaultStep.Kind(rawValue: word.trimmingCharacters(in: ["`"])) {
        kinds.append(kind)
      } else {
        problems.append("has \(word) for \(name), which is no step")
      }
    }
    rows[name] = (kinds, nil)
  }
}

@Suite("The table of steps") struct StepTableTests {
  private static func text(_ path: String) throws -> String {
    String(decoding: try Repository.bytes(path), as: UTF8.self)
  }

  private func table(_ head: String) throws -> StepTable {
    try StepTable(under: head, of: Self.text("docs/RULES.md"))
  }

  /// The facts of the schema, in its order.
  private static func facts() throws -> [String] {
    let schema = try text("Journal/Format/event.proto").components(separatedBy: "\n")
    let start = try #require(schema.firstIndex { $0.contains("oneof fact {") })
    return schema[(start + 1)...].prefix { !$0.contains("}") }.map {
      String($0.split(separator: " ")[1])
    }
  }

  @Test func `has each fact of the schema, and nothing else`() throws {
    let table = try table("| fact | steps |")
    #expect(table.problems == [])
    let facts = try Self.facts()
    #expect(facts.count >= 12)
    #expect(Set(table.rows.keys) == Set(facts))
    // A fact that no world has is a gap, and each is known.
    let missing = table.rows.filter { $0.value.kinds.isEmpty }.keys.sorted()
    #expect(missing == [])
  }

  @Test func `has each public call of a device, and nothing else`() throws {
    let table = try table("| call | steps |")
    #expect(table.problems == [])
    var calls: Set<String> = []
    let folder = Repository.path("Sources/DeviceIndex/API")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      calls.formUnion(Self.calls(in: try Self.text("Sources/DeviceIndex/API/\(file)")))
    }
    #expect(calls.count >= 30)
    #expect(Set(table.rows.keys) == calls)
    #expect(table.rows.values.allSatisfy { !$0.kinds.isEmpty || $0.reason?.isEmpty == false })
    // What a person or an app changes by a call that no world makes.
    let changing = table.rows.filter { row in
      row.value.kinds.isEmpty
        && !["changes nothing", "as `", "every world "].contains {
          row.value.reason?.hasPrefix($0) == true
        }
    }
    #expect(changing.keys.sorted() == [])
  }

  @Test func `has each decision of an operator, and nothing else`() throws {
    let table = try table("| decision | steps |")
    #expect(table.problems == [])
    let source = try Self.text("Sources/CloudAggregator/Operate/Aggregator+Operator.swift")
    let decisions = source.components(separatedBy: "  package func ").dropFirst()
      .filter { $0.prefix { $0 != "{" }.contains("-> OperatorChange") }
      .map { "Aggregator." + $0.prefix { $0 != "(" } }
    #expect(decisions.count >= 5)
    #expect(Set(table.rows.keys) == Set(decisions))
    #expect(table.rows.values.allSatisfy { !$0.kinds.isEmpty })
  }

  /// The public functions of the types that apps call, as "Type.function".
  private static func calls(in source: String) -> Set<String> {
    let types: Set<String> = [
      "DeviceHost", "DeviceSnapshots", "SearchSession", "SearchableIndex", "SearchableIndexBatch",
    ]
    var found: Set<String> = []
    var type = ""
    for line in source.components(separatedBy: "\n") {
      let words = line.split { " :({".contains($0) }.map(String.init)
      if line.first.map({ !" /}@".contains($0) }) == true,
        let place = words.firstIndex(where: { ["actor", "extension", "struct"].contains($0) }),
        place + 1 < words.count
      {
        type = words[place + 1]
      }
      guard types.contains(type), line.hasPrefix("  public "),
        let place = words.firstIndex(of: "func"), place + 1 < words.count
      else { continue }
      found.insert("\(type).\(words[place + 1])")
    }
    return found
  }

  @Test func `has facts that really occur, by its steps`() throws {
    let table = try table("| fact | steps |")
    var found: Set<String> = []
    var kinds: Set<FaultStep.Kind> = []
    for seed in 1...12 as ClosedRange<UInt64> {
      let plan = FaultPlan(seed: seed, profile: .apps)
      kinds.formUnion(plan.steps.map(\.kind))
      let world = try FaultWorldTests.world(plan)
      try world.run()
      for device in world.devices where device.isAlive {
        guard let journal = device.process?.privateJournal else { continue }
        for entry in try journal.entries(from: journal.floor.number + 1, atMost: .max) {
          guard entry.header.kind == .event, let payload = entry.payload,
            let fact = try JournalEvent(payload: payload).fact,
            let label = Mirror(reflecting: fact).children.first?.label
          else { continue }
          found.insert(label)
        }
      }
    }
    for (name, row) in table.rows where !row.kinds.isEmpty {
      let words = name.components(separatedBy: "_")
      let label = words[0] + words.dropFirst().map(\.capitalized).joined()
      #expect(found.contains(label), "\(name)")
      #expect(!kinds.isDisjoint(with: row.kinds), "\(name)")
    }
    #expect(kinds.isSuperset(of: FaultStep.Kind.allCases.filter(\.isOfPeople)))
  }
}
