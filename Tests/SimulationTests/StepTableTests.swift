import DeviceIndex
import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import Simulation

/// The tables at the end of docs/RULES.md: by which step each fact and each public call occurs in
/// worlds of faults, what looks at it, and what is found that does it wrong.
private struct StepTable {
  struct Row {
    var kinds: [FaultStep.Kind] = []
    /// Why there is no step.
    var reason: String?
    var invariants: [Invariant] = []
    /// Switches of `--sabotage`.
    var mutants: [String] = []
  }

  /// By the names of the rows.
  private(set) var rows: [String: Row] = [:]
  private(set) var problems: [String] = []

  init(under head: String, of page: String) throws {
    let lines = page.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: head))
    for line in lines[(start + 2)...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.components(separatedBy: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 6 else {
        problems.append("is no row: \(line)")
        continue
      }
      read(cells[1].trimmingCharacters(in: ["`"]), cells)
    }
  }

  private mutating func read(_ name: String, _ cells: [String]) {
    if rows[name] != nil { problems.append("has \(name) twice") }
    var row = Row()
    row.mutants = Self.words(cells[4])
    for word in Self.words(cells[3]) {
      if let invariant = Invariant(rawValue: word) {
        row.invariants.append(invariant)
      } else {
        problems.append("has \(word) for \(name), which is no invariant")
      }
    }
    if cells[2].hasPrefix("none: ") {
      row.reason = String(cells[2].dropFirst(6))
    } else {
      for word in Self.words(cells[2]) {
        if let kind = FaultStep.Kind(rawValue: word) {
          row.kinds.append(kind)
        } else {
          problems.append("has \(word) for \(name), which is no step")
        }
      }
    }
    rows[name] = row
  }

  private static func words(_ cell: String) -> [String] {
    cell.isEmpty
      ? [] : cell.components(separatedBy: ", ").map { $0.trimmingCharacters(in: ["`"]) }
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
    let table = try table("| fact | steps | invariants | mutants |")
    #expect(table.problems == [])
    let facts = try Self.facts()
    #expect(facts.count >= 12)
    #expect(Set(table.rows.keys) == Set(facts))
    // A fact that no world has is a gap, and each is known.
    let missing = table.rows.filter { $0.value.kinds.isEmpty }.keys.sorted()
    #expect(missing == [])
  }

  @Test func `has each public call of a device, and nothing else`() throws {
    let table = try table("| call | steps | invariants | mutants |")
    #expect(table.problems == [])
    var calls: Set<String> = []
    let folder = Repository.path("Sources/DeviceIndex/API")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      calls.formUnion(
        Self.calls(
          of: [
            "DeviceHost", "DeviceSnapshots", "SearchSession", "SearchableIndex",
            "SearchableIndexBatch",
          ],
          in: try Self.text("Sources/DeviceIndex/API/\(file)")))
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
    let table = try table("| decision | steps | invariants | mutants |")
    #expect(table.problems == [])
    let source = try Self.text("Sources/CloudAggregator/Operate/Aggregator+Operator.swift")
    let decisions = source.components(separatedBy: "  package func ").dropFirst()
      .filter { $0.prefix { $0 != "{" }.contains("-> OperatorChange") }
      .map { "Aggregator." + $0.prefix { $0 != "(" } }
    #expect(decisions.count >= 5)
    #expect(Set(table.rows.keys) == Set(decisions))
    #expect(table.rows.values.allSatisfy { !$0.kinds.isEmpty })
  }

  @Test func `has each public call of a cloud and of a driver, and nothing else`() throws {
    let table = try table("| call | tests | invariants | mutants |")
    #expect(table.problems == [])
    let types: Set<String> = ["CloudHost", "CloudReader", "CloudClient", "SyncDriver"]
    var calls: Set<String> = []
    for path in [
      "CloudAggregator/Host/CloudHost", "CloudAggregator/Host/CloudHost+Backups",
      "CloudAggregator/PublicSearch/CloudReader", "SyncHTTP/CloudClient", "SyncHTTP/SyncDriver",
    ] {
      calls.formUnion(Self.calls(of: types, in: try Self.text("Sources/\(path).swift")))
    }
    #expect(calls.count >= 10)
    #expect(Set(table.rows.keys) == calls)
  }

  @Test func `has each route, and nothing else`() throws {
    let table = try table("| route | steps | invariants | mutants |")
    #expect(table.problems == [])
    let document = try JSONSerialization.jsonObject(
      with: Data(try Repository.bytes("docs/openapi.json")))
    let paths = try #require((document as? [String: Any])?["paths"] as? [String: [String: Any]])
    let routes = paths.flatMap { path, methods in
      methods.keys.map { "\($0.uppercased()) \(path)" }
    }
    #expect(routes.count >= 20)
    #expect(Set(table.rows.keys) == Set(routes))
  }

  /// The switches of the table in docs/SIMULATION.md.
  private static func mutants() throws -> Set<String> {
    let lines = try text("docs/SIMULATION.md").components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "| switch | seeds | found by |"))
    return Set(
      lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map {
        $0.components(separatedBy: "`")[1]
      })
  }

  @Test func `has an invariant and a mutant for each step, but for known ones`() throws {
    let mutants = try Self.mutants()
    var lacking: [String] = []
    for head in [
      "fact | steps", "call | steps", "decision | steps", "call | tests", "route | steps",
    ] {
      for (name, row) in try table("| \(head) | invariants | mutants |").rows {
        #expect(row.mutants.allSatisfy(mutants.contains), "\(name)")
        guard !row.kinds.isEmpty else { continue }
        #expect(!row.invariants.isEmpty, "\(name)")
        if row.mutants.isEmpty { lacking.append(name) }
      }
    }
    // A mutant that keeps hidden what is shown again is not found by the seeds of a minute.
    #expect(lacking.sorted() == ["POST /v1/items/{tag}/restore"])
  }

  /// The names in the first column of a table of docs/SIMULATION.md.
  private static func names(under head: String) throws -> [String] {
    let lines = try text("docs/SIMULATION.md").components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: head), "\(head)")
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.flatMap { line in
      line.components(separatedBy: "|")[1].components(separatedBy: "`").enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }
  }

  @Test(arguments: [
    ("| kind | what happens | keys |", FaultStep.Kind.allCases.map(\.rawValue)),
    ("| fault | meaning |", Fault.allCases.map(\.rawValue)),
    ("| promise | invariant | what holds | when |", Invariant.allCases.map(\.rawValue)),
    ("| act | what is sent | what the ledger says |", IntruderAct.allCases.map(\.rawValue)),
    ("| profile (`--faults`) | contents |", FaultProfile.all.map(\.name)),
  ])
  func `and those of the page on simulation have each case once`(
    head: String, cases: [String]
  ) throws {
    // The invariants are in the second column.
    let names =
      head.hasPrefix("| promise")
      ? try Self.text("docs/SIMULATION.md").components(separatedBy: "\n")
        .drop { $0 != head }.dropFirst(2).prefix { $0.hasPrefix("|") }
        .map { $0.components(separatedBy: "`")[1] }
      : try Self.names(under: head)
    #expect(names.sorted() == cases.sorted())
  }

  /// The lines of a section of docs/LIMITS.md, by what is bold at their beginning.
  private static func limits(in section: String) throws -> [String] {
    let page = try text("docs/LIMITS.md").components(separatedBy: "\n## ")
    let lines = try #require(page.first { $0.hasPrefix(section + "\n") }, "\(section)")
    return lines.components(separatedBy: "\n* **").dropFirst().map { line in
      line.components(separatedBy: "**")[0].replacing("\n  ", with: " ")
        .replacing("`", with: "").trimmingCharacters(in: [".", ",", ":"])
    }
  }

  @Test func `and that of limits have each line once, and nothing else`() throws {
    let table = try table("| limit | steps | invariants | mutants |")
    #expect(table.problems == [])
    let limits = try ["Losing and finding", "The cloud", "Reindexing"].flatMap(Self.limits)
    #expect(limits.count >= 50)
    #expect(table.rows.keys.sorted() == limits.sorted())
    let mutants = try Self.mutants()
    for (name, row) in table.rows {
      #expect(row.mutants.allSatisfy(mutants.contains), "\(name)")
      #expect(row.kinds.isEmpty == (row.reason?.isEmpty == false), "\(name)")
      #expect(row.kinds.isEmpty == row.invariants.isEmpty, "\(name)")
      #expect(row.kinds.isEmpty == row.mutants.isEmpty, "\(name)")
    }
  }

  /// What people, apps, operators and intruders do: RULES says what it means, or the page on
  /// simulation how it is done.
  @Test func `and the kinds of steps name the same`() throws {
    var named: Set<FaultStep.Kind> = []
    for head in [
      "fact | steps", "call | steps", "decision | steps", "call | tests", "route | steps",
    ] {
      for row in try table("| \(head) | invariants | mutants |").rows.values {
        named.formUnion(row.kinds)
      }
    }
    let kinds = FaultStep.Kind.allCases.filter(\.isOfPeople)
    #expect(kinds.filter { !named.contains($0) } == [])
  }

  /// A profile says which steps its worlds may have, so that a run can say what never came.
  @Test(arguments: FaultProfile.all.filter { $0.name != "long" })
  func `has steps that occur in the worlds of a profile, and no others`(
    profile: FaultProfile
  ) {
    var found: Set<FaultStep.Kind> = []
    for seed in 1...150 as ClosedRange<UInt64> {
      found.formUnion(FaultPlan(seed: seed, profile: profile).steps.map(\.kind))
    }
    let possible = Set(profile.possibleSteps)
    #expect(found.subtracting(possible).map(\.rawValue).sorted() == [])
    #expect(possible.subtracting(found).map(\.rawValue).sorted() == [])
  }

  #if Sabotage
    @Test func `names no mutant that is not there, and each that is`() throws {
      #expect(try Self.mutants() == Set(Sabotage.allCases.map(\.rawValue)))
    }
  #endif

  /// The public functions of the types that apps call, as "Type.function".
  private static func calls(of types: Set<String>, in source: String) -> Set<String> {
    var found: Set<String> = []
    var type = ""
    for line in source.components(separatedBy: "\n") {
      let words = line.split { " :({".contains($0) }.map(String.init)
      if line.first.map({ !" /}@".contains($0) }) == true,
        let place = words.firstIndex(where: {
          ["actor", "class", "extension", "struct"].contains($0)
        }),
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
    let table = try table("| fact | steps | invariants | mutants |")
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
