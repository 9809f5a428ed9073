import DeviceIndex
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("The rehearsal of a device's own snapshots") struct RehearseCommandTests {
  private let world: RehearsalWorld
  private typealias World = RehearsalWorld

  init() throws { world = try RehearsalWorld() }

  @Test func `says what would be lost and what would come back`() throws {
    let made = try world.live()
    let report = try world.report()
    // The journal's beginning, then seven events of which two are in the snapshot.
    #expect(report.lastEntry == 7 && !report.isInUse && report.unusable.isEmpty)
    #expect(report.findings.isEmpty && report.rehearsals.count == 1)
    let rehearsal = try #require(report.rehearsals.first)
    #expect(rehearsal.snapshot == made && rehearsal.lastEntry == 3 && rehearsal.notes.isEmpty)
    let lost = rehearsal.lost
    #expect(lost.verdict == "ahead" && lost.onlyInSnapshot == 0)
    #expect(lost.events == 4 && lost.engagements == 1 && lost.ageMilliseconds > 0)
    #expect(lost.kinds == ["item indexed": 2, "items deleted": 1, "result engaged": 1])
    #expect(lost.newest.map(\.number) == [7, 6, 5, 4])
    #expect(lost.newest.first?.kind == "result engaged")
    let items = rehearsal.items
    #expect(items.now == 2 && items.restored == 2)
    #expect(items.lost.map(\.id) == ["3"] && items.back.map(\.title) == ["Red balloon"])
    #expect(items.changed.map(\.title) == ["Yellow kite"])
    #expect(rehearsal.search.searched == 2 && rehearsal.search.found == 2)
    #expect(rehearsal.askedApps == [World.app] && rehearsal.cloud == nil)
    #expect(
      rehearsal.phases.map(\.phase)
        == ["verify", "restore", "compare", "open", "index", "search"])
    #expect(rehearsal.restoreMilliseconds > 0)
  }

  @Test func `says it in words`() throws {
    let made = try world.live()
    let outcome = try world.rehearse()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    for line in [
      "device      \(world.phone), up to entry 7\n", "snapshot    \(made), made ",
      "lost        4 events, 1 engagement among them, the oldest ",
      "  entries   2 item indexed, 1 items deleted, 1 result engaged\n",
      "items       2 of 2; 1 lost, 1 as they were before, 1 back that are gone now\n",
      "search      2 of 2 titles found\n", "\nwithin the limits\n",
    ] {
      #expect(outcome.output.contains(line), "\(outcome.output)")
    }
  }

  @Test func `loses nothing of a device that did nothing since`() throws {
    try world.index("1", title: "Red balloon")
    _ = try world.snapshot()
    let report = try world.report(["--rpo", "0s"])
    let rehearsal = try #require(report.rehearsals.first)
    #expect(rehearsal.lost.verdict == "same" && rehearsal.lost.events == 0)
    #expect(rehearsal.lost.kinds.isEmpty && rehearsal.lost.ageMilliseconds == 0)
    let outcome = try world.rehearse()
    #expect(outcome.output.contains("nothing: the snapshot holds all of the device's journal"))
  }

  @Test(
    arguments: [
      ([], 0, nil), (["--rpo", "1h", "--rto", "10m"], 0, nil),
      (["--rpo", "0s"], 1, "longer ago than --rpo 0s"),
      (["--rto", "0ms"], 1, "ms to restore, and --rto is 0ms"),
      (["--rpo", "1.5d", "--rto", "0s"], 1, "--rto is 0s"),
    ] as [([String], Int32, String?)])
  func `ends as its limits say`(options: [String], status: Int32, finding: String?) throws {
    _ = try world.live()
    let outcome = try world.rehearse(options)
    #expect(outcome.status == status, "\(outcome.errors)\(outcome.output)")
    #expect(outcome.output.contains("FINDING") == (finding != nil))
    #expect(outcome.output.hasSuffix("within the limits\n"))
    if let finding { #expect(outcome.output.contains(finding), "\(outcome.output)") }
  }

  @Test(arguments: ["5", "h", "-1h", "1x", "1.2.3s", " 1s", "99999999d", "1e3s", "nan s"])
  func `refuses a limit that is not a duration`(text: String) throws {
    for option in ["--rpo", "--rto"] {
      let outcome = try world.rehearse(["\(option)=\(text)"])
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("\"\(text)\" is not a duration"), "\(outcome.errors)")
    }
  }

  @Test func `changes no byte of the device and its snapshots`() throws {
    _ = try world.live()
    // There is an index, too.
    try world.run("device", "items", world.phone)
    let before = try World.state(of: world.folder.path)
    _ = try world.report()
    _ = try world.report(["--each", "--rpo", "0s"], status: 1)
    #expect(try World.state(of: world.folder.path) == before)
    // The comparison sees what a change does: of the index alone, and of the snapshots.
    try FileManager.default.removeItem(atPath: world.phone + "/index.sqlite")
    #expect(try World.state(of: world.folder.path) != before)
    try world.run("device", "items", world.phone)
    let rebuilt = try World.state(of: world.folder.path)
    #expect(rebuilt != before)
    _ = try world.snapshot()
    #expect(try World.state(of: world.folder.path) != rebuilt)
  }

  @Test func `restores each snapshot, and judges the age of what the newest loses`() throws {
    let first = try world.live()
    let second = try world.snapshot()
    let report = try world.report(["--each", "--rpo", "0s"])
    #expect(report.rehearsals.map(\.snapshot) == [second, first])
    #expect(report.rehearsals.map(\.lost.events) == [0, 4])
    #expect(try world.report().rehearsals.map(\.snapshot) == [second])
  }

  /// Its head is whole: the first page says what the file is.
  private func damage(_ file: String, keeping share: Double) throws {
    let path = world.backups + "/" + file
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(Int(Double(bytes.count) * share)).write(to: URL(fileURLWithPath: path))
  }

  @Test(arguments: [0.0, 0.3, 0.6])
  func `names a damaged snapshot, and restores the one before it`(share: Double) throws {
    let first = try world.live()
    let second = try world.snapshot()
    try damage(second, keeping: share)
    let report = try world.report(status: 1)
    #expect(report.rehearsals.map(\.snapshot) == [first])
    #expect(report.unusable.map(\.file) == [second] && report.unusable[0].isOurs)
    #expect(!report.unusable[0].reason.isEmpty)
    #expect(report.findings == ["\(second) does not restore the device"])
    try damage(first, keeping: share)
    let outcome = try world.rehearse()
    #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome.output)")
    #expect(outcome.errors.contains("No snapshot in \(world.backups) restores the device in "))
    #expect(outcome.errors.contains(first) && outcome.errors.contains(second))
  }

  @Test func `passes over snapshots of another device, and refuses those alone`() throws {
    let other = world.folder.file("other")
    try world.index("1", title: "Of somebody else", on: other)
    try world.index("1", title: "Red balloon")
    let strange = try world.snapshot(of: other)
    let refused = try world.rehearse()
    #expect(refused.status == 65, "\(refused.errors)")
    #expect(
      refused.errors.contains("\(strange): it belongs to another device"), "\(refused.errors)")
    let own = try world.snapshot()
    let report = try world.report()
    #expect(report.rehearsals.map(\.snapshot) == [own] && report.findings.isEmpty)
    #expect(report.unusable.map(\.file) == [strange] && !report.unusable[0].isOurs)
  }

  @Test func `says of a snapshot that its time is still to come`() throws {
    try world.index("1", title: "Red balloon")
    let year = 366.0 * 86_400
    try DeviceSnapshots(folder: world.backups, now: { Date.now + year }).create(
      ofDeviceIn: world.phone)
    let rehearsal = try #require(try world.report().rehearsals.first)
    #expect(
      rehearsal.notes == ["it is dated in the future: a clock was ahead, or this one is behind"]
    )
    #expect(rehearsal.search.found == 1)
  }

  @Test func `needs the key of an encrypted snapshot`() throws {
    try world.index("1", title: "Red balloon")
    let key = world.folder.file("key")
    try Data(0..<32).write(to: URL(fileURLWithPath: key))
    try world.run("snapshot", "create", world.phone, "--to", world.backups, "--key", key)
    let refused = try world.rehearse()
    #expect(refused.status == 65 && refused.errors.contains("the key"), "\(refused.errors)")
    #expect(try world.report(["--key", key]).rehearsals.count == 1)
    let none = try world.rehearse(["--key", world.folder.file("none")])
    #expect(none.status == 66 && none.errors.contains("There is no key at "))
  }

  @Test func `says what is not there`() throws {
    let noFolder = try world.rehearse()
    #expect(noFolder.status == 66 && noFolder.errors.contains("There is no folder at "))
    try FileManager.default.createDirectory(
      atPath: world.backups, withIntermediateDirectories: false)
    let noDevice = try world.rehearse()
    #expect(noDevice.status == 66 && noDevice.errors.contains("There is no device in "))
    try world.index("1", title: "Red balloon")
    let noSnapshot = try world.rehearse()
    #expect(noSnapshot.status == 66, "\(noSnapshot.errors)")
    #expect(
      noSnapshot.errors.contains(
        "There is no snapshot in \(world.backups). Make one: spotlog snapshot create "))
    _ = try world.snapshot()
    let noCloud = try world.rehearse(["--cloud", world.folder.file("cloud")])
    #expect(noCloud.status == 65 && noCloud.errors.contains("has never met a cloud"))
  }

  @Test func `names the damaged journal of the device, and not that of its copy`() throws {
    _ = try world.live()
    let journal = world.phone + "/private.journal"
    try Data(repeating: 7, count: 40_000).write(to: URL(fileURLWithPath: journal))
    let outcome = try world.rehearse()
    #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.contains(journal), "\(outcome.errors)")
    // Folders of tests have longer names than temporary folders of the program.
    let places = ["/spotlog-", "/spotlog-tests-"].map { outcome.errors.ranges(of: $0).count }
    #expect(places[0] == places[1] && places[0] > 0, "\(outcome.errors)")
  }

  /// What an app wrote last is in the log beside the journal alone.
  @Test func `compares a device that is in use as it is now`() throws {
    _ = try world.live()
    let connection = try Connection(path: world.phone + "/private.journal", mode: .readWrite)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("CREATE TABLE local_of_an_app (a INTEGER)")
    try withExtendedLifetime(connection) {
      let before = try World.state(of: world.folder.path)
      let report = try world.report()
      #expect(report.isInUse && report.lastEntry == 7)
      #expect(report.rehearsals.first?.lost.events == 4)
      #expect(try World.state(of: world.folder.path) == before)
      #expect(try world.rehearse().output.contains("in use      compared as it was"))
    }
  }

  @Test func `says of a restored device that the snapshot holds a past that it left`() throws {
    let first = try world.live()
    let second = try world.snapshot()
    try world.run("snapshot", "restore", world.backups + "/" + first, "--to", world.phone)
    try world.index("4", title: "White whale")
    // What holds more is of another past: it is restored last.
    let own = try #require(try world.report().rehearsals.first)
    #expect(own.snapshot == first && own.lost.verdict == "ahead" && own.lost.events == 1)
    #expect(own.notes.isEmpty && own.items.lost.map(\.id) == ["4"])
    let each = try world.report(["--each"]).rehearsals
    #expect(each.map(\.snapshot) == [first, second])
    let rehearsal = each[1]
    #expect(rehearsal.lost.verdict == "forked" && rehearsal.lost.onlyInSnapshot == 4)
    #expect(rehearsal.lost.events == 1 && rehearsal.items.lost.map(\.id).contains("4"))
    #expect(
      rehearsal.notes == ["it holds an abandoned history: the device was restored since"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `leaves nothing when it is asked to end`(signal: Int32) throws {
    let lines = try TraceLines.file(TraceLines.items(1...2_000).utf8, in: world.folder)
    let indexed = try Program.built.run(["device", "index", world.phone], inputPath: lines)
    #expect(indexed.status == 0, "\(indexed.errors)")
    _ = try world.snapshot()
    let scratch = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.built.path)
    process.arguments = [
      "drill", "rehearse", "--device", world.phone, "--snapshots", world.backups, "--each",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TMPDIR": scratch.path]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let deadline = Date.now.addingTimeInterval(60)
    while try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty {
      try #require(Date.now < deadline, "no temporary folder was made")
      usleep(1_000)
    }
    let made = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: scratch.file(try #require(made.first)))
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  @Test func `keeps what it copies to itself, and leaves nothing at its end`() throws {
    _ = try world.live()
    let scratch = try TemporaryFolder()
    let launcher = ["/usr/bin/env", "TMPDIR=" + scratch.path]
    #expect(try world.rehearse(launcher: launcher).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    #expect(try world.rehearse(["--rto", "0s"], launcher: launcher).status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  #if canImport(Glibc)
    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why), arguments: [1, 60, 3_000])
    func `says that its temporary folder has no room`(items: Int) throws {
      let lines = try TraceLines.file(TraceLines.items(1...items).utf8, in: world.folder)
      let indexed = try Program.built.run(["device", "index", world.phone], inputPath: lines)
      #expect(indexed.status == 0, "\(indexed.errors)")
      _ = try world.snapshot()
      let before = try World.state(of: world.folder.path)
      let disk = try #require(TinyDisk())
      // Of a small device, the copy has room, or not even that.
      if items < 1_000 { try disk.fill(leaving: items == 1 ? 40_960 : 245_760) }
      let outcome = try world.rehearse(
        launcher: ["/usr/bin/env", "TMPDIR=" + disk.folder.path])
      #expect(outcome.status == 74 && outcome.output.isEmpty, "\(outcome.errors)\(outcome.output)")
      #expect(outcome.errors.contains("TMPDIR"), "\(outcome.errors)")
      #expect(try World.state(of: world.folder.path) == before)
      let left = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path)
      #expect(left.filter { $0.hasPrefix("spotlog-") } == [])
    }
  #endif
}
