import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

/// Snapshots as an operator makes, looks through and restores them.
@Suite("The snapshot commands") struct SnapshotCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private var phone: String { folder.file("phone") }
  private var backups: String { folder.file("backups") }

  init() throws {
    folder = try TemporaryFolder()
    try index("1")
  }

  private func index(_ id: String) throws {
    let outcome = try program.run([
      "device", "index", phone, "--app", "com.example.app", "--id", id, "--domain", "d",
      "--attribute",
      "title=Red balloon \(id)",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func snapshot(_ arguments: String...) throws -> String {
    let outcome = try program.run(
      ["snapshot", "create", phone, "--to", backups, "--json"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require((object as? [String: Any])?["path"] as? String)
  }

  private func ids(_ directory: String) throws -> String {
    try program.run(
      ["device", "items", directory, "--format", "tsv", "--columns", "id"]
    ).output
  }

  @Test func `make, list, show, verify and restore`() throws {
    let first = try snapshot()
    try index("2")
    let second = try snapshot("--incremental")
    let list = try program.run(["snapshot", "list", backups])
    #expect(list.output.contains("full") && list.output.contains("increment 1"))
    let show = try program.run(["snapshot", "show", second])
    #expect(show.output.contains("base        \(first.split(separator: "/").last!)"))
    let verify = try program.run(["snapshot", "verify", backups])
    #expect(verify.status == 0 && verify.output.contains("whole, of 2"))
    let restored = folder.file("restored")
    let dry = try program.run(["snapshot", "restore", second, "--to", restored, "--dry-run"])
    #expect(dry.status == 0 && dry.output.contains("nothing was changed"), "\(dry.errors)")
    #expect(!FileManager.default.fileExists(atPath: restored))
    let outcome = try program.run(["snapshot", "restore", second, "--to", restored])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try ids(restored) == ids(phone))
    let back = try program.run(["snapshot", "restore", first, "--to", phone])
    #expect(back.status == 0, "\(back.errors)")
    #expect(try ids(phone).split(separator: "\n").count == 2)
  }

  @Test func `restore to an entry and to a time`() throws {
    let before = try program.run(["journal", "log", phone + "/private.journal"]).output
    let entries = before.split(separator: "\n").count
    try index("2")
    let path = try snapshot()
    for at in ["\(entries)", "2100-01-01", "2100-01-01T00:00:00Z", "2100-01-01T00:00:00.000Z"] {
      let target = folder.file("at-\(at)")
      let outcome = try program.run(["snapshot", "restore", path, "--to", target, "--at", at])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let log = try program.run(["journal", "log", target + "/private.journal"]).output
      #expect(log.split(separator: "\n").count == entries + (at.hasPrefix("2100") ? 1 : 0))
    }
    let early = try program.run([
      "snapshot", "restore", path, "--to", folder.file("x"), "--at", "2001-01-01",
    ])
    #expect(early.status == 65 && early.errors.contains("does not lie in"))
  }

  /// One line on each of these days, in this order.
  private static let days = [
    "2027-03-01", "2027-03-02", "2027-03-03", "2037-01-01", "2027-03-31", "2027-04-01",
  ]

  /// A device that has an item of each day, at noon and at the day's last millisecond.
  private func recordDays() throws -> String {
    let device = folder.file("days")
    let lines = try Self.days.enumerated().flatMap { place, day in
      let start = try Date(day + "T00:00:00Z", strategy: .iso8601).timeIntervalSince1970
      return ["43200", "86399.999"].map { second in
        "{\"time\":\(start + Double(second)!),\"app\":\"a\",\"kind\":\"index\","
          + "\"id\":\"\(place)-\(second)\",\"attributes\":{\"title\":\"x\"}}\n"
      }
    }.joined()
    let outcome = try program.run(["device", "index", device, "--transaction", "1"], input: lines)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let made = try program.run(["snapshot", "create", device, "--to", folder.file("of-days")])
    #expect(made.status == 0, "\(made.errors)")
    return device
  }

  private func daysSnapshot() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("of-days"))
    return folder.file("of-days") + "/" + (try #require(names.first { $0.hasSuffix(".sqlar") }))
  }

  /// Also after an entry of a clock that was ten years ahead.
  @Test func `restore what --until shows, and name what is left out`() throws {
    let device = try recordDays()
    let path = try daysSnapshot()
    for (place, at) in [
      "2027-03-01", "2027-03-02", "2027-03-02T12:00:00Z", "2027-03-02T23:59:59.999Z",
      "2027-03-02T12:00+01:00", "2027-03-02T11:59:59.999Z", "2027-03-31", "2036-12-31",
      "2037-01-01", "2100-01-01T00:00", "5", "17",
    ].enumerated() {
      let target = folder.file("to-\(place)")
      let restored = try program.run(["snapshot", "restore", path, "--to", target, "--at", at])
      #expect(restored.status == 0, "\(at): \(restored.errors)")
      // Before a device is opened there, which asks its apps for items and journals that.
      let log = { try program.run(["journal", "log", $0 + "/private.journal"]).output }
      let isWhole =
        try log(target).split(separator: "\n").count
        == log(device).split(separator: "\n").count
      #expect(restored.output.contains("left out    private.journal entr") != isWhole, "\(at)")
      let shown = try program.run(["device", "items", device, "--columns", "id", "--until", at])
      #expect(try ids(target) == ids(shown), "\(at)")
    }
  }

  @Test(arguments: ["0", "100", "20270302", "18446744073709551615", "1500-01-01"])
  func `refuse a place that the journal does not have, as --until does`(at: String) throws {
    let device = try recordDays()
    let path = try daysSnapshot()
    let target = folder.file("to")
    for command in [
      ["snapshot", "restore", path, "--to", target, "--at", at],
      ["device", "items", device, "--until", at], ["device", "search", device, "a", "--until", at],
    ] {
      let outcome = try program.run(command)
      #expect(outcome.status == 65 && outcome.output == "", "\(command): \(outcome)")
      #expect(outcome.errors.contains("has the entries 1 to "), "\(outcome.errors)")
    }
  }

  private func ids(_ outcome: Program.Outcome) -> String { outcome.output }

  @Test(arguments: [
    "2027-02-30", "2027-02-29", "2027-04-31", "2027-03-02T24:01:00Z", "2027-03-02T24:00:00Z",
    "2027-03-02T25:00:00Z", "2027-03-02T23:60:00Z", "2027-03-02T12:00:60Z",
    "2027-03-02T12:00:00Zoops", "2027-03-02+02:00", "2027-03-02Z", "0000-01-01", "+5", "-1",
    "2027-3-2", "",
  ])
  func `refuse a moment that there is not, as all others do`(moment: String) throws {
    let path = try snapshot()
    let target = folder.file("none")
    for command in [
      ["snapshot", "restore", path, "--to", target, "--dry-run", "--at=" + moment],
      ["device", "items", phone, "--until=" + moment],
      ["journal", "log", phone + "/private.journal", "--from=" + moment],
      ["query", "check", "a == 1", "--now=" + moment],
    ] {
      let outcome = try program.run(command)
      #expect(outcome.status == 64, "\(command): \(outcome.errors)")
    }
    #expect(try program.run(["query", "check", "a == $time.iso(\(moment))"]).status == 65)
  }

  @Test func `encrypt, and prune by rules`() throws {
    let key = folder.file("key")
    try Data(0..<32).write(to: URL(fileURLWithPath: key))
    let path = try snapshot("--key", key)
    #expect(try program.run(["snapshot", "verify", path]).status == 65)
    #expect(try program.run(["snapshot", "verify", path, "--key", key]).status == 0)
    _ = try snapshot("--key", key, "--keep-last", "1")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `with a key restore only what a key sealed, and say what is older`() throws {
    let key = folder.file("key")
    try Data(0..<32).write(to: URL(fileURLWithPath: key))
    let bare = try snapshot()
    let sealed = try snapshot("--key", key)
    let refused = try program.run(["snapshot", "restore", bare, "--to", phone, "--key", key])
    #expect(refused.status == 65 && refused.errors.contains("is not encrypted"))
    let unsealed = try program.run(["snapshot", "verify", bare, "--key", key])
    #expect(unsealed.status == 65 && unsealed.errors.contains("is not encrypted"))
    let all = try program.run(["snapshot", "verify", backups, "--key", key])
    #expect(all.status == 1 && all.output.contains("is not encrypted"), "\(all.output)")
    let list = try program.run(["snapshot", "list", backups, "--key", key])
    #expect(list.status == 0 && list.output.contains("UNREADABLE"), "\(list.output)")
    let older = try program.run(["snapshot", "restore", bare, "--to", phone, "--dry-run"])
    #expect(older.status == 0, "\(older.errors)")
    let newest = try program.run([
      "snapshot", "restore", sealed, "--to", phone, "--key", key, "--dry-run",
    ])
    #expect(newest.status == 0 && !newest.errors.contains("not the newest"), "\(newest.errors)")
    _ = try snapshot("--key", key)
    let behind = try program.run(["snapshot", "restore", sealed, "--to", phone, "--key", key])
    #expect(behind.status == 0 && behind.errors.contains("not the newest"), "\(behind.errors)")
    // Its name alone tells it from every other.
    let name = (sealed as NSString).lastPathComponent
    #expect(name.dropLast(".sqlar".count).split(separator: "-").last?.count == 32)
  }

  @Test func `restore a cloud's log with a trace of it`() throws {
    let line =
      #"{"time":1,"device":"d","app":"a","id":"x","kind":"index","attributes":{"title":"t"}}"#
    let out = folder.file("out")
    #expect(
      try program.run(["simulate", "--trace", "-", "--out", out], input: line + "\n").status == 0)
    let made = try program.run(["snapshot", "create", out + "/cloud", "--to", backups])
    #expect(made.status == 0, "\(made.errors)")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: backups).first { $0.hasSuffix("sqlar") })
    let outcome = try program.run([
      "snapshot", "restore", backups + "/" + name, "--to", out + "/cloud",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let log = try Connection(path: out + "/cloud/cloud.journal", mode: .readOnly)
    #expect(
      try log.integer("SELECT log_number FROM local_restored")
        == log.integer("SELECT max(number) FROM entries"))
    #expect(!FileManager.default.fileExists(atPath: out + "/cloud/projections.sqlite"))
    #expect(try program.run(["cloud", "status", "--data", out + "/cloud"]).status == 0)
  }

  /// A cloud whose log says that every backup holds it; how many entries come before that.
  private func markedCloud(_ out: String) throws -> UInt64 {
    var lines = ""
    for page in 1...3 {
      lines += """
        {"time":\(page),"device":"d","app":"a","id":"\(page)","kind":"activity","type":"view",\
        "title":"t","search":true,"public":true,"url":"https://example.com/\(page)"}
        {"time":\(page),"device":"d","app":"a","id":"\(page)","kind":"engage"}

        """
    }
    let simulate = ["simulate", "--trace", "-", "--threshold", "1", "--out", out]
    #expect(try program.run(simulate, input: lines).status == 0)
    #expect(try program.run(["snapshot", "create", out + "/cloud", "--to", backups]).status == 0)
    let log = try Journal.open(at: out + "/cloud/cloud.journal", kind: .cloud, for: .write)
    let end = try log.head()
    let mark = ControlEntry.mark(logNumber: end.number, logDigest: end.digest)
    try log.append([
      EntryDraft(mark, at: Timestamp(milliseconds: 0))
    ])
    return end.number
  }

  @Test func `give up what all backups were to hold only when told to`() throws {
    let out = folder.file("out")
    let head = try markedCloud(out)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: backups).first { $0.hasSuffix("sqlar") })
    let restore = [
      "snapshot", "restore", backups + "/" + name, "--to", out + "/cloud", "--at", "\(head - 1)",
    ]
    for flags in [[], ["--dry-run"]] {
      let refused = try program.run(restore + flags)
      #expect(refused.status == 65 && refused.output.isEmpty)
      let reason = "This would give up entry \(head) of the log that is there, with "
      #expect(refused.errors.hasPrefix("spotlog: " + reason), "\(refused.errors)")
      #expect(refused.errors.contains(" device. All backups should hold that"))
      #expect(refused.errors.hasSuffix("add --accept-loss.\n"))
    }
    let accepted = try program.run(restore + ["--accept-loss"])
    #expect(accepted.status == 0, "\(accepted.errors)")
    #expect(accepted.output.contains("given up    entry \(head) of the log"))
    let whole = try program.run(Array(restore.prefix(5)))
    #expect(whole.status == 0 && !whole.output.contains("given up"), "\(whole.errors)")
  }

  @Test func `end with the statuses of the contract`() throws {
    let path = try snapshot()
    let cases: [(arguments: [String], status: Int32, words: String)] = [
      (["create", folder.path, "--to", backups], 66, "neither a private.journal nor"),
      (["create", phone, "--to", "/dev/null/x"], 74, "/dev/null"),
      (["create", phone, "--to", phone], 73, "is the folder of a device or cloud. Name another"),
      (["list", folder.file("none")], 66, "no folder"),
      (["show", folder.file("none")], 66, "no snapshot"),
      (["show", phone + "/private.journal"], 65, "is not a snapshot"),
      (["verify", folder.file("none")], 66, "no snapshot"),
      (["restore", path], 64, "--to"),
      (["restore", "--to", phone], 64, "--undo"),
      (["restore", path, "--to", phone, "--at", "soon"], 64, "'--at <entry|time>'"),
      (["restore", path, "--to", phone, "--at", "999"], 65, "does not lie in"),
      (["restore", "--to", phone, "--undo"], 66, "nothing to undo"),
      (["restore", path, "--to", phone, "--key", folder.file("none")], 66, "no key"),
      (["create", phone, "--to", backups, "--keep-last=-1"], 64, "--keep-... takes 0"),
    ]
    for (arguments, status, words) in cases {
      let outcome = try program.run(["snapshot"] + arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
    try Connection(path: path, mode: .readWrite).execute(
      "DELETE FROM sqlar WHERE name LIKE 'private%'")
    let verify = try program.run(["snapshot", "verify", path])
    #expect(verify.status == 1 && verify.output.contains("FINDING"))
    #expect(try program.run(["snapshot", "restore", path, "--to", phone]).status == 65)
  }

  @Test func `look at all files of a folder, whatever one of them is`() throws {
    let empty = folder.file("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
    let nothing = try program.run(["snapshot", "verify", empty])
    #expect(nothing.status == 66 && nothing.errors.contains("There is no snapshot in \(empty)"))
    let whole = try snapshot()
    let key = folder.file("key")
    try Data((0..<32).map { UInt8($0) }).write(to: URL(fileURLWithPath: key))
    _ = try snapshot("--key", key)
    let strange = [
      ("snapshot-1.sqlar", "is a folder, and no snapshot"),
      ("snapshot-2.sqlar", "is not an ordinary file, and no snapshot"),
      ("snapshot-3.sqlar", "is empty, and no snapshot"),
    ]
    try FileManager.default.createDirectory(
      atPath: backups + "/" + strange[0].0, withIntermediateDirectories: false)
    #expect(mkfifo(backups + "/" + strange[1].0, 0o600) == 0)
    try Data().write(to: URL(fileURLWithPath: backups + "/" + strange[2].0))
    let outcome = try program.run(["snapshot", "verify", backups])
    #expect(outcome.status == 1 && outcome.output.contains("\nwhole, of 1\n"))
    #expect(outcome.output.components(separatedBy: "FINDING").count == 5, "\(outcome.output)")
    #expect(outcome.output.contains("Give that key's file: --key."))
    let list = try program.run(["snapshot", "list", backups])
    for (name, words) in strange {
      #expect(outcome.output.contains(words) && list.output.contains("\(name)  UNREADABLE"))
      let restore = try program.run([
        "snapshot", "restore", backups + "/" + name, "--to", folder.file("x"),
      ])
      #expect(restore.status == 65 && restore.errors.contains(words), "\(restore.errors)")
    }
    #expect(list.output.contains("full, encrypted") == false, "it cannot be read")
    #expect(try program.run(["snapshot", "verify", whole]).status == 0)
  }

  /// A device's snapshot over a cloud, and a cloud's over a device.
  @Test func `belong into a folder of their kind`() throws {
    let device = try snapshot()
    let out = folder.file("out")
    _ = try markedCloud(out)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: backups)
        .first { $0.hasSuffix("sqlar") && backups + "/" + $0 != device })
    for (path, target, stranger) in [
      (device, out + "/cloud", "cloud.journal, which no device has"),
      (backups + "/" + name, phone, "private.journal, which no cloud has"),
    ] {
      for flags in [[], ["--dry-run"]] {
        let outcome = try program.run(["snapshot", "restore", path, "--to", target] + flags)
        #expect(outcome.status == 65 && outcome.errors.contains(stranger), "\(outcome.errors)")
      }
    }
    try FileManager.default.copyItem(
      atPath: out + "/cloud/cloud.journal", toPath: phone + "/cloud.journal")
    let create = try program.run(["snapshot", "create", phone, "--to", backups])
    #expect(create.status == 65 && create.errors.contains("holds a device and a cloud"))
  }

  /// Each step at which a restore can end.
  @Test(arguments: [3, 8, 12, 15, 20]) func `take no folder in the middle of a restore`(
    step: Int
  ) throws {
    let path = try snapshot()
    let more = ["device", "index", phone, "--app", "a", "--id", "2", "--attribute", "title=x"]
    #expect(try program.run(more).status == 0)
    _ = try program.run([
      "snapshot", "restore", path, "--to", phone, "--kill-at-step", "\(step)",
    ])
    guard FileManager.default.fileExists(atPath: phone + "/restore.json") else { return }
    for arguments in [
      ["snapshot", "create", phone, "--to", backups], ["journal", "compact", phone, "--dry-run"],
    ] {
      let outcome = try program.run(arguments)
      #expect(outcome.status == 73, "\(arguments): \(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains("A restore of \(phone) "), "\(outcome.errors)")
    }
    #expect(try program.run(["snapshot", "restore", path, "--to", phone]).status == 0)
    #expect(try program.run(["snapshot", "create", phone, "--to", backups]).status == 0)
  }
}
