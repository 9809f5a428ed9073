import Foundation
import SQLite
import TestSupport
import Testing

/// Looking into journals that are damaged, or beside which something is.
@Suite("Looking into a damaged journal") struct InspectionDamageTests {
  private let world: InspectionWorld
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    world = try InspectionWorld.made.get()
    folder = try world.copy()
    phone = folder.file("devices/phone")
  }

  private func change(_ file: String, _ sql: String) throws {
    let connection = try Connection(path: phone + "/" + file, mode: .readWrite)
    try connection.execute(sql)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.built.run(["journal"] + arguments)
  }

  @Test func `shows every entry that is there, whatever is wrong with it or with others`() throws {
    try change(
      "private.journal",
      "UPDATE entries SET payload = x'ffffffffffffffff' WHERE number = 3; "
        + "DELETE FROM entries WHERE number IN (6, 7); "
        + "UPDATE entries SET payload = zeroblob(40) WHERE number = 9")
    for number in 1...14 where number != 6 && number != 7 {
      let outcome = try run("show", phone, "\(number)")
      let isDamaged = [3, 8, 9].contains(number)
      #expect(outcome.status == (isDamaged ? 1 : 0), "\(number): \(outcome)")
      #expect(outcome.output.contains("NOT WHAT THE CHAIN SAYS") == isDamaged)
      #expect(outcome.output.contains("\nbytes       "), "\(number)")
    }
    let other = try run("show", phone, "2")
    #expect(other.output.contains("unknown     what it changed: "), "\(other.output)")
    #expect(try run("show", phone, "6").status == 66)
  }

  @Test func `lists what is before a gap and after it, and says where it is`() throws {
    try change(
      "private.journal",
      "DELETE FROM entries WHERE number IN (6, 7); "
        + "UPDATE entries SET digest = x'00' WHERE number = 10")
    let gaps = [
      "-- entries 6-7 are missing or cannot be read --",
      "-- entry 10 is missing or cannot be read --",
    ]
    for form in [[], ["--oneline"]] {
      let forwards = try Program.built.run(["journal", "log", phone] + form)
      let backwards = try Program.built.run(["journal", "log", phone, "--reverse"] + form)
      for (outcome, wanted) in [(forwards, gaps), (backwards, gaps.reversed())] {
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("3 entries of "), "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 13)
        #expect(lines.filter { $0.hasPrefix("--") } == wanted)
      }
      #expect(forwards.output.split(separator: "\n")[5] == gaps[0])
      #expect(backwards.output.split(separator: "\n")[4] == gaps[1])
    }
    let json = try run("log", phone, "--json")
    #expect(json.output.split(separator: "\n").count == 11)
    #expect(json.errors.contains("entries 6-7 are missing or cannot be read"))
    let last = try run("log", phone, "--limit", "2", "--oneline")
    #expect(last.status == 0 && last.output.split(separator: "\n").count == 2, "\(last)")
  }

  @Test func `verifies all journals of a folder, and finds what is wrong with any`() throws {
    let whole = try run("verify", phone)
    #expect(whole.status == 0 && whole.output.contains("journal     shared"), "\(whole)")
    try change("shared.journal", "UPDATE entries SET payload = zeroblob(9) WHERE number = 2")
    let found = try run("verify", phone)
    #expect(found.status == 1)
    #expect(found.output.contains("entry 2: "), "\(found.output)")
    #expect(try run("verify", phone, "--journal", "private").status == 0)
    let until = try run("verify", phone, "--until", "2")
    #expect(until.status == 64 && until.errors.contains("--journal private"))
  }

  @Test func `verifies the other journals of a folder when one cannot be opened`() throws {
    for (bytes, reason) in [
      (Data("hello, world".utf8), "is not a journal"), (Data(), "is empty"),
    ] {
      try bytes.write(to: URL(fileURLWithPath: phone + "/private.journal"))
      let outcome = try run("verify", phone)
      #expect(outcome.status == 1, "\(outcome)")
      #expect(outcome.output.contains("journal     private\nFINDING     file: "), "\(outcome)")
      #expect(outcome.output.contains(reason), "\(outcome)")
      let shared = outcome.output.components(separatedBy: "journal     shared\n")
      #expect(shared.count == 2 && shared[1].hasPrefix("entries     "), "\(outcome)")
      let json = try run("verify", phone, "--json")
      #expect(json.status == 1 && json.output.contains("\"kind\" : \"unopened\""), "\(json)")
      // Asked for alone, it is refused.
      #expect([65, 66].contains(try run("verify", phone, "--journal", "private").status))
    }
  }

  @Test func `says a next step once`() throws {
    try change("private.journal", "DELETE FROM journal")
    let outcome = try run("verify", phone, "--journal", "private")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.output.components(separatedBy: "FINDING").count > 2, "\(outcome)")
    #expect(outcome.output.components(separatedBy: "from a snapshot").count == 2, "\(outcome)")
  }

  @Test(arguments: ["missing", "torn"])
  func `finds that its witness cannot speak for it`(how: String) throws {
    let witness = URL(fileURLWithPath: phone + "/witness")
    if how == "missing" {
      try FileManager.default.removeItem(at: witness)
    } else {
      try Data(contentsOf: witness).dropLast(3).write(to: witness)
    }
    let outcome = try run("verify", phone)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("The witness beside the journal is \(how)"), "\(outcome)")
  }

  @Test func `finds that its witness is another device's, as its status says`() throws {
    let witness = phone + "/witness"
    try FileManager.default.removeItem(atPath: witness)
    try FileManager.default.copyItem(
      atPath: folder.file("devices/laptop/witness"), toPath: witness)
    let outcome = try run("verify", phone)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        "FINDING     file: The witness beside the journals is another device's"), "\(outcome)")
    #expect(outcome.output.contains("Put the right one back; or move it away"), "\(outcome)")
    let json = try run("verify", phone, "--json")
    #expect(json.status == 1 && json.output.contains("\"kind\" : \"witness\""), "\(json)")
    #expect(try run("why", phone).status == 1)
    let status = try Program.built.run(["device", "status", phone])
    #expect(status.output.contains("is another device's. Put the right one back"), "\(status)")
  }

  @Test func `finds that its two journals are of two devices, and what to do, as its status says`()
    throws
  {
    let other = folder.file("devices/laptop/private.journal")
    try FileManager.default.removeItem(atPath: phone + "/private.journal")
    try FileManager.default.copyItem(atPath: other, toPath: phone + "/private.journal")
    let meaning = "The private journal and the shared journal beside it are of two devices"
    let nextStep =
      "Put the private journal back that belongs there; or move shared.journal and witness away, "
      + "and the device of the private journal continues in a new epoch."
    let outcome = try run("verify", phone)
    #expect(outcome.status == 1)
    #expect(outcome.output.components(separatedBy: "FINDING     file: " + meaning).count == 3)
    #expect(outcome.output.components(separatedBy: nextStep).count == 3, "\(outcome)")
    #expect(!outcome.output.contains("went back in time"), "\(outcome)")
    for member in ["private", "shared"] {
      let alone = try run("verify", phone, "--journal", member, "--json")
      #expect(alone.status == 1 && alone.output.contains("\"kind\" : \"foreignBeginning\""))
    }
    let why = try run("why", phone)
    #expect(why.status == 1)
    #expect(why.output.hasPrefix("device      stuck: " + meaning), "\(why)")
    #expect(why.output.contains("\nnext step   " + nextStep))
    let status = try Program.built.run(["device", "status", phone])
    #expect(status.status == 65 && status.output.contains("are of two devices. " + nextStep))
    // Without a witness it is no other.
    try FileManager.default.removeItem(atPath: phone + "/witness")
    let bare = try run("verify", phone)
    #expect(bare.output.contains(meaning) && !bare.output.contains("is missing"), "\(bare)")
    // What it says helps.
    try FileManager.default.removeItem(atPath: phone + "/shared.journal")
    #expect(try run("why", phone).output.contains("in a new epoch by itself"))
    let mended = try Program.built.run(["device", "status", phone])
    #expect(mended.status == 0, "\(mended)")
    #expect(mended.output.contains("\ncloud       new epoch: witness lost\n"), "\(mended)")
  }

  @Test func `finds that its journals are older than its witness, and says what sync does`() throws
  {
    try change("shared.journal", "DELETE FROM entries WHERE number > 1")
    let outcome = try run("verify", phone)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        "FINDING     entry 3: The journal ends at entry 1, but entry 3 is known outside it: the "
          + "file went back in time. If you have a later copy of the file, put it back. If not, "
          + "`spotlog device sync` continues in a new epoch by itself, without what this file "
          + "lacks.\n1 finding\n"), "\(outcome)")
    // One more entry that waits is no reason to count below nothing.
    let added = try Program.built.run([
      "device", "index", phone, "--app", "a", "--id", "1", "--attribute", "title=x",
    ])
    #expect(added.status == 0, "\(added.errors)")
    let why = try run("why", phone)
    #expect(why.status == 1)
    #expect(why.output.contains("\nreports     1 of 1 acknowledged"), "\(why)")
    #expect(why.output.contains("\nlag         1 entry or report, "), "\(why)")
    let status = try Program.built.run(["device", "status", phone])
    #expect(status.output.contains("\nreports     1 of 1 acknowledged"), "\(status)")
  }

  enum Unreadable: CaseIterable, Sendable {
    case pipe, folder

    func put(at path: String) throws {
      try? FileManager.default.removeItem(atPath: path)
      switch self {
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .folder:
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
    }

    var reason: String {
      switch self {
      case .pipe: "not an ordinary file"
      case .folder: "Is a directory"
      }
    }
  }

  @Test(arguments: Unreadable.allCases)
  func `finds that its witness cannot be read, and does not wait for it`(what: Unreadable) throws {
    try what.put(at: phone + "/witness")
    let nextStep =
      "Make it an ordinary file that you may read; or move it away, and this device continues in a "
      + "new epoch."
    for arguments in [["verify", phone], ["verify", phone, "--journal", "shared"]] {
      let outcome = try Program.built.run(["journal"] + arguments)
      #expect(outcome.status == 1, "\(outcome)")
      #expect(
        outcome.output.contains(
          "FINDING     file: The witness beside the journal cannot be read (\(what.reason)): "
            + "nobody can say whether the journal went back in time. \(nextStep)\n1 finding\n"),
        "\(outcome)")
    }
    let own = try run("verify", phone, "--journal", "private")
    #expect(own.status == 0 && own.output.hasSuffix("\nwhole\n"), "\(own)")
    let why = try run("why", phone)
    #expect(why.status == 1)
    #expect(
      why.output.hasPrefix(
        "device      stuck: The witness beside the journals cannot be read (\(what.reason)), so "
          + "this device does not speak with its cloud.\nnext step   \(nextStep)\n"), "\(why)")
    let status = try Program.built.run(["device", "status", phone])
    #expect(status.status == 73 && status.output.contains(nextStep), "\(status)")
  }

  @Test(arguments: Unreadable.allCases)
  func `finds that a cloud's witness cannot be read, and does not wait for it`(
    what: Unreadable
  ) throws {
    try what.put(at: folder.file("cloud.witness"))
    let outcome = try run("verify", folder.file("cloud"))
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        "cloud.witness cannot be read (\(what.reason)): nobody can say whether the log went back "
          + "in time. Make it an ordinary file that you may read; or move it away to continue "
          + "without what it knew.\n1 finding\n"), "\(outcome)")
  }

  @Test func `reads a write-ahead log without the file that SQLite keeps beside it`() throws {
    let original = folder.file("original")
    try FileManager.default.createDirectory(atPath: original, withIntermediateDirectories: false)
    let connection = try Connection(path: phone + "/private.journal", mode: .readWrite)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("CREATE TABLE local_of_somebody_else (a INTEGER)")
    // Closed, it would bring its log in.
    try withExtendedLifetime(connection) {
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: phone + "/private.journal" + suffix, toPath: original + "/a.journal" + suffix)
      }
    }
    let outcome = try run("verify", original + "/a.journal")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.output.contains("what is in the write-ahead log beside the file was read"),
      "\(outcome)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: original).sorted()
        == ["a.journal", "a.journal-wal"])
  }

  @Test(arguments: [
    (Data(), "none beside the file"),
    (Data("no log at all".utf8), "cannot be read as one, and was not read"),
  ])
  func `does not say that it read a log which is none`(log: Data, says: String) throws {
    try log.write(to: URL(fileURLWithPath: phone + "/private.journal-wal"))
    let outcome = try run("verify", phone, "--journal", "private")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(says), "\(outcome.output)")
  }

  @Test func `compares what a snapshot has with the cloud, and says what a digest stands for`()
    throws
  {
    let made = try Program.built.run(
      ["snapshot", "create", phone, "--to", folder.file("backups")])
    #expect(made.status == 0, "\(made.errors)")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
        .first { $0.hasSuffix(".sqlar") })
    let snapshot = folder.file("backups/" + name)
    for first in [snapshot, phone, phone + "/private.journal"] {
      let outcome = try run("diff", first, world.cloud)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.output.contains("verdict     same: the cloud has every report"))
    }
    #expect(try run("diff", phone, world.cloud, "--journal", "shared").status == 0)
    try change("private.journal", "UPDATE entries SET payload = zeroblob(9) WHERE number = 3")
    let altered = try run("diff", phone, world.phone)
    #expect(altered.status == 0)
    #expect(altered.output.contains("`spotlog journal verify` says whether"), "\(altered.output)")
  }

  @Test func `says that what was redacted may have named an item`() throws {
    for number in 1...2 {
      let added = try Program.built.run([
        "device", "index", phone, "--app", "a", "--id", "gone", "--attribute", "title=\(number)",
      ])
      #expect(added.status == 0, "\(added.errors)")
    }
    #expect(try Program.built.run(["device", "delete", phone, "--app", "a", "--all"]).status == 0)
    #expect(try run("compact", phone).status == 0)
    let outcome = try run("why", phone, "nothing")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains(" redacted, and may have named it."), "\(outcome)")
  }

  @Test func `shows the device's secret to who asks for it alone`() throws {
    let hidden = try run("show", phone, "1")
    #expect(hidden.output.contains("a secret, shown with --secrets"), "\(hidden.output)")
    let payload = "\"payload\""
    #expect(!(try run("show", phone, "1", "--json").output.contains(payload)))
    #expect(try run("show", phone, "2", "--json").output.contains(payload))
    let shown = try run("show", phone, "1", "--secrets")
    #expect(!shown.output.contains("a secret"))
    #expect(try run("show", phone, "1", "--secrets", "--json").output.contains(payload))
  }

  @Test func `keeps apart what an item says and what a line says`() throws {
    let added = try Program.built.run([
      "device", "index", phone, "--app", "a", "--id", "forged", "--attribute",
      "title=Milk  domain=bank  id=\"other\"",
    ])
    #expect(added.status == 0, "\(added.errors)")
    let line = try run("log", phone, "--item", "forged").output
    #expect(line.contains("title=\"Milk  domain=bank  id=\\\"other\\\"\""), "\(line)")
  }
}
