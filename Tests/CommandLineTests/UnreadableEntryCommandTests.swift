import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

/// Commands on a device of which one entry cannot be decoded.
@Suite("A device with an entry that cannot be read") struct UnreadableEntryCommandTests {
  private let folder: TemporaryFolder
  private var phone: String { folder.file("phone") }

  init() throws {
    folder = try TemporaryFolder()
    try index("1", "Buy milk")
    // Closed before the next command, which is the writer then.
    do {
      let journal = try Journal.open(at: phone + "/private.journal", for: .write)
      try journal.append([
        EntryDraft(
          kind: .event, time: Sample.day.start,
          payload: [UInt8](repeating: 7, count: 16) + [0x0A, 0xFF])
      ])
    }
    try index("2", "Sell milk")
  }

  private func index(_ id: String, _ title: String) throws {
    let outcome = try run(
      "device", "index", phone, "--app", "app", "--id", id, "--attribute", "title=\(title)")
    #expect(outcome.status == 0, "\(outcome)")
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.built.run(arguments)
  }

  private static let sentence = "Entry 3 cannot be read, and what it said is missing."

  @Test func `finds the rest, and says that something is missing`() throws {
    let found = try run("device", "search", phone, "milk")
    #expect(found.status == 0 && found.output.split(separator: "\n").count == 2, "\(found)")
    #expect(found.errors.contains("partial: \(Self.sentence)"), "\(found.errors)")
    let status = try run("device", "status", phone)
    #expect(status.status == 0 && status.output.contains("unreadable  \(Self.sentence)"))
    #expect(status.output.contains("spotlog journal verify \(phone) names them\n"))
    let json = try run("device", "status", phone, "--json")
    #expect(json.output.contains("\"unreadableEntries\" : 1"), "\(json.output)")
    let why = try run("journal", "why", phone, "2")
    #expect(why.status == 0 && why.output.contains("It can be found."), "\(why)")
    #expect(why.output.contains("unreadable  \(Self.sentence)"), "\(why.output)")
    let past = try run("device", "search", phone, "milk", "--until", "4")
    #expect(past.status == 0 && past.errors.contains(Self.sentence), "\(past)")
  }

  @Test func `is verified with the entry's name, exported without it, and compacted`() throws {
    let verified = try run("journal", "verify", phone)
    #expect(verified.status == 1 && verified.output.contains("entry 3: Entry 3: "), "\(verified)")
    #expect(verified.output.contains("Readers leave it out and read all others."), "\(verified)")
    let exported = try run("journal", "export", phone + "/private.journal", "--format", "trace")
    #expect(exported.status == 0, "\(exported)")
    #expect(exported.output.split(separator: "\n").count == 2)
    #expect(exported.errors.contains("left out: 1 unreadable"), "\(exported.errors)")
    try run("device", "delete", phone, "--app", "app", "--id", "1")
    #expect(try run("journal", "compact", phone).status == 0)
    #expect(try run("device", "search", phone, "milk").output == "app  2  Sell milk\n")
  }
}
