import Foundation
import JournalStore
import TestSupport
import Testing

/// A journal of some pages, damaged in each way that people meet, and what each command says of it:
/// what is lost is counted as it is, and what is advised helps.
@Suite("Commands over a damaged journal file") struct DamagedFileTests {
  private static let count = 2_000
  private let folder: TemporaryFolder
  private var phone: String { folder.file("phone") }
  private var journal: String { phone + "/private.journal" }
  private var saved: String { folder.file("saved") }

  init() throws {
    folder = try TemporaryFolder()
    let lines = (1...Self.count).map { TraceLines.item("\($0)", "Water lily \($0)") + "\n" }
    let outcome = try Program.built.run(
      ["device", "index", folder.file("phone"), "--app", "a"], input: lines.joined())
    #expect(outcome.status == 0, "\(outcome)")
    // With its index.
    #expect(try run(["device", "search", phone, "lily", "--limit", "1"]).status == 0)
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let outcome = try Program.built.run(arguments)
    return (outcome.status, outcome.output + outcome.errors)
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: journal)) }

  private func put(_ bytes: Data) throws { try bytes.write(to: URL(fileURLWithPath: journal)) }

  /// What follows a word at the beginning of a line, as a number.
  private func number(after word: String, in text: String) throws -> Int {
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(word) })
    let digits = line.dropFirst(word.count).drop { $0 == " " }.prefix { $0.isNumber || $0 == "," }
    return try #require(Int(digits.filter(\.isNumber)))
  }

  /// Salvages into a folder, as the help says, and continues there.
  private func salvage(losing lost: ClosedRange<Int>, isEndKnown: Bool = true) throws {
    try FileManager.default.createDirectory(atPath: saved, withIntermediateDirectories: true)
    let made = try run(["journal", "salvage", phone, "--to", saved + "/private.journal"])
    #expect(made.status == (lost == 0...0 ? 0 : 1), "\(made)")
    if isEndKnown {
      #expect(lost.contains(try number(after: "lost", in: made.text)), "\(made)")
    } else if !made.text.contains("\nlost        an unknown number of entries\n") {
      #expect(lost.contains(try number(after: "lost        at least", in: made.text)), "\(made)")
    }
    #expect(made.text.contains("any entries after ") == !isEndKnown, "\(made)")
    let json = try run(["journal", "salvage", phone, "--to", folder.file("json"), "--json"]).text
    #expect(json.contains("\"endKnown\" : \(isEndKnown)"), "\(json)")
    #expect(json.contains("\"lostCount\" : ") == isEndKnown, "\(json)")
    #expect(json.contains("\"lostAtLeast\" : ") == !isEndKnown, "\(json)")
    let recovered = try number(after: "recovered", in: made.text)
    let verified = try run(["journal", "verify", saved])
    #expect(verified.status == 0 && verified.text.contains("whole"), "\(verified)")
    #expect(try number(after: "entries", in: verified.text) == recovered)
    let found = try run(["device", "search", saved, "lily", "--limit", "1"])
    #expect(found.status == 0 && found.text.contains("Water lily"), "\(found)")
  }

  @Test func `lose the entries of one page to 200 zero bytes, and no others`() throws {
    var changed = try bytes()
    let middle = changed.count / 2
    changed.replaceSubrange(middle..<(middle + 200), with: Data(count: 200))
    try put(changed)
    let verified = try run(["journal", "verify", phone])
    #expect(verified.status == 1)
    let all = try number(after: "entries", in: verified.text)
    #expect(all >= Self.count - 40 && all < Self.count + 20, "\(verified)")
    #expect(!verified.text.contains("local_redactions"), "nothing was redacted: \(verified)")
    #expect(verified.text.contains("`spotlog journal salvage` writes what can be read"))
    #expect(try run(["device", "status", phone]).status == 0)
    #expect(try run(["journal", "show", phone, "5"]).text.contains("Water lily"))
    try salvage(losing: 1...40)
  }

  private func damageMiddle() throws {
    var changed = try bytes()
    let middle = changed.count / 2
    changed.replaceSubrange(middle..<(middle + 4_096), with: Data(count: 4_096))
    try put(changed)
  }

  private func lastNumber() throws -> UInt64 {
    try Journal.open(at: journal, for: .read).lastNumber()
  }

  private static let recording: [(arguments: [String], input: String?)] = [
    (["index", "PHONE", "--app", "a", "--id", "x", "--attribute", "title=lily"], nil),
    (["index", "PHONE", "--app", "a"], TraceLines.item("x") + "\n"),
    (["index", "PHONE", "--app", "a", "--resume"], TraceLines.item("1", "Water lily 1") + "\n"),
    (["engage", "PHONE", "--app", "a", "--id", "5"], nil),
    (["delete", "PHONE", "--app", "a", "--id", "5"], nil),
    (["delete", "PHONE", "--app", "a", "--all"], nil),
    (["reindex", "PHONE", "--app", "a"], nil),
  ]

  @Test func `record nothing that no reader would get to, until it is salvaged`() throws {
    try damageMiddle()
    // The index is whole, and has read past the damage: only a verification says so (LIMITS).
    let taken = try run(["device", "index", phone, "--app", "a", "--id", "x"])
    #expect(taken.status == 0 && taken.text.contains("1 event journaled"), "\(taken)")
    #expect(try run(["device", "search", phone, "lily", "--limit", "1"]).status == 0)
    #expect(try run(["journal", "verify", phone]).status == 1)
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: phone + "/index.sqlite" + end)
    }
    let last = try lastNumber()
    for command in Self.recording {
      let outcome = try Program.built.run(
        ["device"] + command.arguments.map { $0 == "PHONE" ? phone : $0 }, input: command.input)
      #expect(outcome.status == 65, "\(command): \(outcome)")
      #expect(outcome.output.isEmpty, "\(command): \(outcome)")
      #expect(outcome.errors.contains("spotlog journal salvage"), "\(command): \(outcome)")
    }
    #expect(try lastNumber() == last)
    #expect(try run(["device", "search", phone, "lily"]).status == 65)
    try salvage(losing: 1...120)
    let next = try run(["device", "index", saved, "--app", "a", "--id", "y"])
    #expect(next.status == 0 && next.text.contains("1 event journaled"), "\(next)")
  }

  @Test func `record nothing behind damage that the index has not read so far`() throws {
    let more = (1...3 * Self.count).map { TraceLines.item("new \($0)", "Red lily \($0)") + "\n" }
    let filled = try Program.built.run(
      ["device", "index", phone, "--app", "a"], input: more.joined())
    #expect(filled.status == 0, "\(filled)")
    // With an attribute, or the index would read on before.
    let index = ["device", "index", phone, "--app", "a", "--id", "x", "--attribute", "title=lily"]
    #expect(try run(index).text.contains("1 event journaled"))
    try damageMiddle()
    let last = try lastNumber()
    let refused = try run(index)
    #expect(refused.status == 65, "\(refused)")
    #expect(
      refused.text.contains("Nothing was journaled, because no reader could reach it."),
      "\(refused)")
    #expect(try lastNumber() == last)
  }

  @Test(arguments: [0.3, 0.6, 0.95])
  func `say that a file was cut short, and save what is before`(share: Double) throws {
    let whole = try bytes()
    let left = Int(Double(whole.count) * share)
    try put(whole.prefix(left))
    let cut = "was cut short: it has \(left) bytes, and its header says \(whole.count)."
    for command in [
      ["journal", "show", phone, "5"], ["device", "status", phone],
      ["device", "search", phone, "lily"], ["device", "index", phone, "--app", "a", "--id", "1"],
    ] {
      let refused = try run(command)
      #expect(refused.status == 65 && refused.text.contains(cut), "\(refused)")
      #expect(refused.text.contains("`spotlog journal verify \(journal)` says what is left"))
    }
    for verified in [
      try run(["journal", "verify", phone]), try run(["journal", "verify", journal]),
    ] {
      #expect(verified.status == 1 && verified.text.contains("FINDING     file: The file " + cut))
      #expect(!verified.text.contains("is not a journal"), "\(verified)")
      #expect(verified.text.contains("What came after entry"), "\(verified)")
    }
    try salvage(losing: 0...60, isEndKnown: false)
  }

  @Test func `say what is lost at least where a file is damaged and cut short`() throws {
    var changed = try bytes()
    let middle = changed.count / 2
    changed.replaceSubrange(middle..<(middle + 200), with: Data(count: 200))
    try put(changed.prefix(changed.count * 4 / 5))
    let made = try run(["journal", "salvage", phone, "--to", saved])
    #expect(made.status == 1, "\(made)")
    #expect((1...60).contains(try number(after: "lost        at least", in: made.text)), "\(made)")
  }

  @Test func `find all entries behind a first page that was overwritten`() throws {
    var changed = try bytes()
    changed.replaceSubrange(0..<4_096, with: Data(count: 4_096))
    try put(changed)
    let refused = try run(["device", "status", phone])
    #expect(refused.status == 65)
    #expect(
      refused.text.contains("is not a journal, or its first page was overwritten"), "\(refused)")
    let verified = try run(["journal", "verify", phone])
    #expect(verified.status == 1, "\(verified)")
    #expect(try number(after: "entries", in: verified.text) >= Self.count)
    #expect(!verified.text.contains("restore it from a snapshot. Restore"), "\(verified)")
  }

  struct Other: CustomTestStringConvertible {
    let testDescription: String
    let status: Int32
    let message: String
    let make: @Sendable (String) throws -> Void
  }

  private static let others = [
    Other(testDescription: "an empty file", status: 66, message: "is empty") {
      try Data().write(to: URL(fileURLWithPath: $0))
    },
    Other(
      testDescription: "a text", status: 65, message: "is not a journal, or its first page was"
    ) {
      try Data(String(repeating: "words ", count: 900).utf8).write(to: URL(fileURLWithPath: $0))
    },
    Other(
      testDescription: "the beginning of a header", status: 65,
      message: "was cut short: it has 50 bytes, and the header of an SQLite file has 100."
    ) {
      let url = URL(fileURLWithPath: $0)
      try Data(contentsOf: url).prefix(50).write(to: url)
    },
    Other(
      testDescription: "another program's database", status: 65,
      message: "is not a journal, or its first page is damaged: it is an SQLite file"
    ) {
      try FileManager.default.removeItem(atPath: $0)
      try RawDatabase.run("CREATE TABLE notes (text)", on: $0)
    },
    Other(testDescription: "a folder", status: 65, message: "is a folder, and no journal") {
      try FileManager.default.removeItem(atPath: $0)
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
    },
  ]

  @Test(arguments: others) func `say what lies in place of the journal`(other: Other) throws {
    try other.make(journal)
    for command in [
      ["device", "status", phone], ["device", "search", phone, "lily"],
      ["journal", "show", phone, "5"], ["journal", "verify", phone],
    ] {
      let refused = try run(command)
      #expect([other.status, 65].contains(refused.status), "\(command): \(refused)")
      #expect(refused.text.contains("\(journal) \(other.message)"), "\(command): \(refused)")
      // A verification does not send anybody to the same verification.
      let sendsBack = command[1] == "verify" && refused.text.contains("`spotlog journal verify")
      #expect(!sendsBack, "\(refused)")
    }
    let salvaged = try run(["journal", "salvage", phone, "--to", folder.file("none")])
    #expect(salvaged.status == 65 && salvaged.text.contains(journal), "\(salvaged)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("none")))
  }

  @Test(arguments: [true, false])
  func `begin no new device beside the shared journal of one`(isEmpty: Bool) throws {
    try bytes().write(to: URL(fileURLWithPath: phone + "/shared.journal"))
    try FileManager.default.removeItem(atPath: journal)
    if isEmpty { try put(Data()) }
    for command in [["index", phone, "--app", "a", "--id", "1"], ["init", phone]] {
      let refused = try run(["device"] + command)
      #expect(refused.status != 0, "\(refused)")
      #expect(refused.text.contains("restore the device from a snapshot"), "\(refused)")
    }
  }

  @Test func `name the damaged log of a cloud alike`() throws {
    let cloud = folder.file("cloud")
    try FileManager.default.createDirectory(atPath: cloud, withIntermediateDirectories: true)
    try Data("words".utf8).write(to: URL(fileURLWithPath: cloud + "/cloud.journal"))
    let status = try run(["cloud", "status", "--data", cloud])
    #expect(status.status == 65, "\(status)")
    #expect(status.text.contains("does not begin as an SQLite file"), "\(status)")
  }
}
