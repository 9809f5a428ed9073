import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import Testing

/// Everything that lies on the disk of a device and its cloud, damaged value by value. What comes
/// of it is stated for each table: one that comes to a schema has to be stated too.
@Suite("Damage to any value of any file") struct FileDamageTests {
  private enum Outcome {
    /// A verification says so. Who continues without one may be refused, or not notice.
    case named
    /// A verification says so. Who continues makes it again, and reports and counts what it would
    /// have without the damage.
    case mended
    /// Nobody notices, and nothing depends on it, for this reason.
    case unread(String)
  }

  /// By file; then by damage, by column, or by table, of which the first that is there counts.
  private static let outcomes: [String: [String: Outcome]] = [
    "private.journal": journal.merging(redactions) { $1 }.merging([
      "local_compaction": .mended, "local_epochs": .mended, "local_protected": .mended,
      "local_reindexed": .mended, "local_restored": .mended,
      // Nothing else has what these say.
      "local_remnants": .named, "local_salvaged": .named, "local_sums": .named,
    ]) { $1 },
    "shared.journal": journal.merging([
      "local_candidates": .mended, "local_gate": .mended, "local_origins": .mended,
      "local_receipts": .mended, "local_shown": .mended, "local_sums": .mended,
      "local_vouched": .mended,
    ]) { $1 },
    "cloud.journal": journal.merging(redactions) { $1 },
    // The next two are derived, and rebuilt.
    "index.sqlite": [
      "app_engagement": .mended, "app_hints": .mended, "checkpoint": .mended,
      "client_states": .mended, "documents": .mended, "given": .mended, "opening_hours": .mended,
      "past_queries": .mended, "public_problems": .mended, "reindex_asked": .mended,
      "reindex_requests": .mended, "synonym_tables": .mended, "synonyms": .mended,
      "word_chunks": .mended, "word_dead": .mended, "word_segments": .mended,
    ],
    "projections.sqlite": [
      "batches": .mended, "checkpoint": .mended, "contents": .mended, "days": .mended,
      "epochs": .mended, "histories": .mended, "items": .mended, "lineages": .mended,
      "news": .mended, "redo": .mended, "tags": .mended,
    ],
    "sqlar": ["sqlar": .named],
  ]

  /// What each journal has: its chain covers the entries, which nothing else knows.
  private static let journal: [String: Outcome] = [
    "entries": .named, "entries.redacted_digest added": besidePayload,
    "entries.redacted_size added": besidePayload,
    "journal": .named, "journal.created": .unread("a date for people"),
    "local_log_mark": .unread(
      "it is compared with a log beside the file: a closed one has none, and the next takes it up"),
  ]
  private static let redactions: [String: Outcome] = [
    "local_redactions": .mended,
    // To find that it is missing, all entries are looked through.
    "the last row of local_redactions": .named, "all of local_redactions": .named,
  ]

  private static let besidePayload = Outcome.unread("read by nobody beside a payload")

  /// Tables that have no row in this world.
  private static let empty: [String: Set<String>] = [
    // Reports are pruned, and not redacted.
    "shared.journal": ["local_redactions"]
  ]

  private static func outcomes(of path: String) -> [String: Outcome] {
    outcomes.first { path.hasSuffix($0.key) }?.value ?? [:]
  }

  private static func paths(areDatabases: Bool) throws -> [String] {
    try LivedWorld.files.get().filter {
      $0.value.starts(with: Data("SQLite format 3".utf8)) == areDatabases
    }
    .map(\.key).sorted()
  }

  private static let databases = (try? paths(areDatabases: true)) ?? []
  private static let expected = Result { try LivedWorld().goOn() }

  @Test func `begins with a world in which nothing is wrong`() throws {
    let world = try LivedWorld()
    #expect(try world.findings() == [])
    let (state, reports) = try world.goOn()
    #expect(state.isAcknowledged && !state.popularity.isEmpty && !state.publicItems.isEmpty)
    #expect(reports.count { $0.hasPrefix("withdrawn") } > 2)
    #expect(try state == Self.expected.get().state && reports == Self.expected.get().reports)
    #expect(
      try Self.paths(areDatabases: true).map { $0.split(separator: "/").first ?? "" }
        == ["backups", "cloud", "cloud", "device", "device", "device"])
  }

  @Test(arguments: databases) func `leads to what is stated of each table`(path: String) throws {
    let whole = try LivedWorld()
    let tables = try DamagedDatabase(whole.file(path)).tables()
    let empty = tables.filter { $0.rowCount == 0 }.map(\.name)
    #expect(
      Set(empty) == Self.empty.first { path.hasSuffix($0.key) }?.value ?? [],
      "let the world fill what is empty")
    let stated = Self.outcomes(of: path)
    var met: Set<String> = []
    for table in tables {
      for damage in table.damages(
        hasCheckedPages: path.hasSuffix("index.sqlite"), isDropped: path.hasSuffix(".journal"))
      {
        let names = [damage.name(in: table), damage.column(in: table), table.name]
        guard let name = names.first(where: { stated[$0] != nil }), let outcome = stated[name]
        else {
          Issue.record("\(path): state what comes of \(names[0])")
          continue
        }
        if try expect(outcome, after: damage, to: table, of: path) { met.insert(name) }
      }
    }
    #expect(Set(stated.keys).subtracting(met) == [], "nothing is damaged there")
  }

  /// - Returns: false where there is nothing to damage.
  private func expect(
    _ outcome: Outcome, after damage: DamagedDatabase.Damage, to table: DamagedDatabase.Table,
    of path: String
  ) throws -> Bool {
    let name = "\(path): \(damage.name(in: table)), \(damage.change)"
    let isContinued =
      switch outcome {
      case .named: false
      case .mended: damage.isContinued
      case .unread: true
      }
    let folder = path.prefix { $0 != "/" }
    let world = try LivedWorld(isContinued ? "" : String(folder))
    guard try DamagedDatabase(world.file(path)).apply(damage, to: table) else { return false }
    let found = findings(world, path)
    switch outcome {
    case .named, .mended:
      #expect(!found.isEmpty, "\(name) was not noticed")
      #expect(found.allSatisfy { $0.hasSuffix(".") && $0.contains(" ") }, "\(name): \(found)")
    case .unread: #expect(found == [], "\(name) is noticed: state it")
    }
    guard isContinued else { return true }
    do {
      let (state, reports) = try world.goOn()
      let expected = try Self.expected.get()
      #expect(state == expected.state && reports == expected.reports, "\(name) changed something")
      #expect(findings(world, path) == [], "\(name) was not mended")
    } catch {
      Issue.record("\(name): \(error)")
    }
    return true
  }

  /// A file that cannot be read any more is noticed as well.
  private func findings(_ world: LivedWorld, _ path: String) -> [String] {
    do { return try world.findings(of: path) } catch { return ["\(error)"] }
  }

  @Test func `is named or mended in files that are no databases`() throws {
    let expected = try Self.expected.get().state
    let paths = try Self.paths(areDatabases: false).filter { !$0.hasSuffix("-writer") }
    #expect(paths.contains("device/witness") && paths.contains("cloud.witness"))
    for path in paths {
      let bytes = try #require(try LivedWorld.files.get()[path])
      var changes: [(String, Data?)] = [("removed", nil), ("emptied", Data())]
      changes.append(("cut", bytes.prefix(bytes.count / 2)))
      for place in stride(from: 0, to: bytes.count, by: max(bytes.count / 6, 1)) {
        var changed = bytes
        changed[place] ^= 1 << UInt8(place % 8)
        changes.append(("bit of byte \(place)", changed))
      }
      for (name, changed) in changes {
        let world = try LivedWorld()
        let url = URL(fileURLWithPath: world.file(path))
        if let changed {
          try changed.write(to: url)
        } else {
          try FileManager.default.removeItem(at: url)
        }
        expectNamedOrMended(world, expected, path, name)
      }
    }
  }

  /// Somebody says that something is wrong, or all ends as without the damage.
  private func expectNamedOrMended(
    _ world: LivedWorld, _ expected: LivedWorld.State, _ path: String, _ name: String
  ) {
    let damage = "\(path): \(name)"
    do {
      let found = try world.findings(of: path)
      guard found.isEmpty else {
        #expect(found.allSatisfy { $0.hasSuffix(".") && $0.contains(" ") }, "\(damage): \(found)")
        return
      }
      let state = try world.goOn().state
      #expect(state == expected, "\(damage) changed what comes out, and nobody noticed")
    } catch {
      #expect("\(error)".count > 20, "\(damage): \(error)")
    }
  }

  @Test(arguments: [true, false])
  func `begins no new cloud beside the projections of one whose log is gone`(isEmpty: Bool) throws {
    let world = try LivedWorld("cloud/")
    let log = URL(fileURLWithPath: world.file("cloud/cloud.journal"))
    try FileManager.default.removeItem(at: log)
    if isEmpty { try Data().write(to: log) }
    let error = #expect(throws: CloudError.self) { try world.goOn() }
    #expect(
      error?.message.contains("Restore the log from a backup") == true, "\(error?.message ?? "")")
    #expect((try? Data(contentsOf: log))?.isEmpty ?? true)
  }
}
