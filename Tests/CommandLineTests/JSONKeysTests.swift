import Foundation
import TestSupport
import Testing

/// docs/JSON.md against what the commands print.
@Suite("What --json prints") struct JSONKeysTests {
  struct Section {
    var required: Set<String> = []
    var optional: Set<String> = []
  }

  /// The keys in the first column of each command's table.
  static let sections: [String: Section] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/JSON.md").standardizedFileURL
    var sections: [String: Section] = [:]
    var command = ""
    for line in (try? String(contentsOf: path, encoding: .utf8))?.split(separator: "\n") ?? [] {
      if let heading = line.wholeMatch(of: /### `(.+)`/) { command = String(heading.output.1) }
      guard line.hasPrefix("| `") else { continue }
      for key in line.dropFirst(2).prefix(while: { $0 != "|" }).matches(of: /`(\w+)`(\??)/) {
        if key.output.2.isEmpty {
          sections[command, default: Section()].required.insert(String(key.output.1))
        } else {
          sections[command, default: Section()].optional.insert(String(key.output.1))
        }
      }
    }
    return sections
  }()

  private static let commands: [(section: String, arguments: [String])] = [
    ("device init", ["device", "init", "FOLDER/new"]),
    (
      "device index",
      ["device", "index", "FOLDER/phone", "--app", "com.example.app", "--id", "1", "--domain", "d"]
    ),
    ("device items", ["device", "items", "FOLDER/phone"]),
    ("device search", ["device", "search", "FOLDER/phone", "film"]),
    (
      "device search --count-by",
      ["device", "search", "FOLDER/phone", "film", "--count-by", "app"]
    ),
    ("device suggest", ["device", "suggest", "FOLDER/phone", "fil"]),
    ("device synonyms", ["device", "synonyms", "FOLDER/phone", "--app", "com.example.app"]),
    ("device open", ["device", "open", "FOLDER/phone", "1", "--app", "com.example.app"]),
    ("device report", ["device", "report", "FOLDER/phone"]),
    ("query check", ["query", "check", "title == *"]),
    ("query explain", ["query", "explain", "title == *"]),
    (
      "query explain",
      [
        "query", "explain", "uniqueIdentifier == *", "--device", "FOLDER/phone", "--item", "1",
        "--app", "com.example.app",
      ]
    ),
    ("query find", ["query", "find", "uniqueIdentifier == *", "--device", "FOLDER/phone"]),
    ("tokens", ["tokens", "a text"]),
    ("device status", ["device", "status", "FOLDER/phone"]),
    ("device reindex", ["device", "reindex", "FOLDER/phone"]),
    ("device sync", ["device", "sync", "FOLDER/phone", "--url", "SERVER", "--wait", "1"]),
    // Now it has met a server.
    ("device status", ["device", "status", "FOLDER/phone"]),
    ("journal log", ["journal", "log", "FOLDER/phone/private.journal", "--limit", "3"]),
    ("journal show", ["journal", "show", "FOLDER/phone/private.journal", "2"]),
    ("journal stats", ["journal", "stats", "FOLDER/phone/private.journal"]),
    ("journal verify", ["journal", "verify", "FOLDER/phone/private.journal"]),
    ("journal salvage", ["journal", "salvage", "FOLDER/phone", "--to", "FOLDER/saved.journal"]),
    ("journal diff", ["journal", "diff", "FOLDER/phone", "FOLDER/phone"]),
    ("journal why: an item", ["journal", "why", "FOLDER/phone", "1"]),
    ("journal why: a device", ["journal", "why", "FOLDER/new"]),
    (
      "journal why: a cloud's item",
      ["journal", "why", "FOLDER/run/cloud", "https://example.com/1"]
    ),
    ("journal compact", ["journal", "compact", "FOLDER/phone", "--dry-run"]),
    ("journal compact", ["journal", "compact", "FOLDER/phone"]),
    ("snapshot create", ["snapshot", "create", "FOLDER/phone", "--to", "FOLDER/backups"]),
    ("snapshot list", ["snapshot", "list", "FOLDER/backups"]),
    ("snapshot show", ["snapshot", "show", "SNAPSHOT"]),
    ("snapshot verify", ["snapshot", "verify", "FOLDER/backups"]),
    (
      "drill rehearse",
      ["drill", "rehearse", "--device", "FOLDER/phone", "--snapshots", "FOLDER/backups"]
    ),
    ("snapshot restore", ["snapshot", "restore", "SNAPSHOT", "--to", "FOLDER/restored"]),
    ("drill list", ["drill", "list"]),
    ("drill run", ["drill", "run", "index-deleted"]),
    ("cloud status", ["cloud", "status", "--data", "FOLDER/run/cloud"]),
    ("cloud popularity", ["cloud", "popularity", "--data", "FOLDER/run/cloud"]),
    ("cloud items", ["cloud", "items", "--data", "FOLDER/run/cloud"]),
    ("cloud search", ["cloud", "search", "--data", "FOLDER/run/cloud", "film"]),
    ("cloud why", ["cloud", "why", "https://example.com/1", "--data", "FOLDER/run/cloud"]),
    ("cloud rebuild", ["cloud", "rebuild", "--data", "FOLDER/run/cloud"]),
    ("replay", ["replay", SeedCommandTests.soundPlan]),
  ]

  private func objects(
    _ arguments: [String], in folder: TemporaryFolder, _ server: ScriptedServer,
    inputPath: String? = nil
  ) throws -> [[String: Any]] {
    let backups = folder.file("backups")
    let snapshot = try? FileManager.default.contentsOfDirectory(atPath: backups)
      .first { $0.hasSuffix(".sqlar") }
    let outcome = try Program.built.run(
      arguments.map {
        $0.replacingOccurrences(of: "FOLDER", with: folder.path)
          .replacingOccurrences(of: "SNAPSHOT", with: backups + "/" + (snapshot ?? ""))
          .replacingOccurrences(of: "SERVER", with: server.address)
      } + (arguments.starts(with: ["web", "extract"]) ? [] : ["--json"]), inputPath: inputPath)
    // The server of this test takes no reports, and a new device waits for somebody to sync it.
    let expected: Int32 =
      arguments.contains("sync") ? 69 : arguments == ["journal", "why", "FOLDER/new"] ? 1 : 0
    #expect(outcome.status == expected, "\(arguments): \(outcome.errors)")
    let all = try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    if let objects = all as? [[String: Any]] { return objects }
    if let object = all as? [String: Any] { return [object] }
    return try outcome.output.split(separator: "\n").map {
      try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func check(_ objects: [[String: Any]], _ name: String) throws {
    let section = try #require(Self.sections[name], "docs/JSON.md says nothing of \(name)")
    #expect(!objects.isEmpty, "\(name) printed nothing")
    for object in objects {
      let keys = Set(object.keys)
      #expect(section.required.isSubset(of: keys), "\(name) lacks keys")
      let unknown = keys.subtracting(section.required).subtracting(section.optional)
      #expect(unknown.isEmpty, "\(name) has keys that the page does not know")
    }
  }

  private func checkLosses(in folder: TemporaryFolder, _ server: ScriptedServer) throws {
    let results = try objects(["drill", "run", "restored-1-day"], in: folder, server)
    let drills = try #require(results.first?["drills"] as? [[String: Any]])
    let loss = try #require(drills.first?["rpo"] as? [String: Any])
    try check(try #require(loss["gone"] as? [[String: Any]]), "drill run: rpo.gone")
  }

  private func checkWeb(in folder: TemporaryFolder, _ server: ScriptedServer) throws {
    let robots = try file("robots.txt", "user-agent: *\nallow: /a\n", in: folder)
    let addresses = try file("addresses", "https://example.com/a\n", in: folder)
    let read = try objects(["web", "robots", robots], in: folder, server, inputPath: addresses)
    try check(read, "web robots")
    let links = #"{"applinks":{"details":[7,{"appID":"T.a","paths":["*"]}]}}"#
    let association = try file("association", links, in: folder)
    let link = ["web", "link", "https://example.com/", "--association", association]
    let found = try objects(link, in: folder, server)
    try check(found, "web link")
    let notes = try #require(found.first?["notes"] as? [[String: Any]])
    try check(notes, "web link: notes")
    try checkPages(in: folder, server)
  }

  private func checkPages(in folder: TemporaryFolder, _ server: ScriptedServer) throws {
    let url = ["--url", "https://example.com/chips"]
    let good = try file("good.html", WebCommandTests.page, in: folder)
    let kept = try file("kept.html", WebCommandTests.page + "<base href=/>", in: folder)
    let report = try objects(["web", "validate", good] + url, in: folder, server)
    try check(report, "web validate")
    try check(
      try #require(report.first?["rows"] as? [[String: Any]]), "web validate: rows")
    try check(try objects(["web", "extract", kept] + url, in: folder, server), "web extract")
  }

  private func file(_ name: String, _ text: String, in folder: TemporaryFolder) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  /// Of worlds in which a promise breaks: then all keys are there but that of an interruption.
  private func checkWorlds(in folder: TemporaryFolder, _ server: ScriptedServer) throws {
    let out = folder.file("worlds")
    _ = try Program.built.run([
      "simulate", "--seeds", "9..9", "--faults", "small", "--sabotage", "drops-origins", "--out",
      out,
    ])
    let sound = ["simulate", "--seeds", "1..2", "--faults", "small", "--twice"]
    try check(try objects(sound, in: folder, server), "simulate --seeds")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: out + "/report.json"))
    let report = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    try check([report], "simulate --seeds")
    let broken = try Program.built.run(["replay", out + "/plan-9.json", "--json"])
    #expect(broken.status == 4)
    let replayed = try JSONSerialization.jsonObject(with: Data(broken.output.utf8))
    try check([try #require(replayed as? [String: Any])], "replay")
    let shrink = ["shrink", out + "/plan-9.json", "--seconds", "2"]
    try check(try objects(shrink, in: folder, server), "shrink")
  }

  @Test(.enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"))
  func `is what its page says, key by key`() throws {
    let folder = try TemporaryFolder()
    let trace = try TraceLines.file(TraceLines.people(3).utf8, in: folder)
    let phone = folder.file("phone")
    #expect(try Program.built.run(["device", "index", phone], inputPath: trace).status == 0)
    let run = ["simulate", "--trace", trace, "--threshold", "2", "--out", folder.file("run")]
    let server = try ScriptedServer { SmallCloud.answer($0) }
    defer { server.stop() }
    try check(try objects(run, in: folder, server), "simulate")
    let pages = folder.file("pages.jsonl")
    try Data(
      #"{"time":0,"device":"d","app":"a","kind":"index","id":"1","attributes":{"title":"t"}}"#.utf8
    ).write(to: URL(fileURLWithPath: pages))
    let searches = ["simulate", "--searches", pages, "--devices", "1", "--rounds", "1"]
    try check(try objects(searches, in: folder, server), "simulate --searches")
    let sweep = ["simulate", "--trace", trace, "--sweep", "threshold=2,3"]
    let swept = try objects(sweep, in: folder, server)
    try check(swept, "simulate --sweep")
    let runs = try #require(swept.first?["rows"] as? [[String: Any]])
    try check(runs, "simulate --sweep: rows")
    for (section, arguments) in Self.commands {
      try check(try objects(arguments, in: folder, server), section)
    }
    try checkLosses(in: folder, server)
    try checkWeb(in: folder, server)
    try checkWorlds(in: folder, server)
    // What an operator asks for needs a real server: OperatorCommandTests. An acknowledgement
    // needs a request's name: ReindexCommandTests. A cloud's device needs a lineage's:
    // InspectionJSONTests. The benchmark is a program of its own: BenchTests.
    let covered = Set(Self.commands.map(\.section))
      .union(["simulate", "cloud revoke", "device reindex --acknowledge", "drill run: rpo.gone"])
      .union(["journal why: a cloud's device", "spotlog-bench"])
      .union(["simulate --seeds", "simulate --searches", "shrink"])
      .union(["simulate --sweep", "simulate --sweep: rows"])
      .union(["web robots", "web link", "web link: notes"])
      .union(["web validate", "web validate: rows", "web extract"])
    #expect(covered == Set(Self.sections.keys))
  }
}
