import Foundation
import TestSupport
import Testing

/// A device with a long journal, the index of which is gone.
@Suite("A device's index that is rebuilt") struct LostIndexTests {
  private static let count = 4_500
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
    let lines = (0..<Self.count).map {
      #"{"time":1,"device":"d","app":"notes","kind":"index","id":"\#($0)","#
        + #""attributes":{"title":"word\#($0)"}}"#
    }
    _ = try run(["index", phone], input: lines.joined(separator: "\n"))
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: phone + "/index.sqlite" + end)
    }
  }

  private func run(_ arguments: [String], input: String? = nil) throws -> Program.Outcome {
    let outcome = try Program.built.run(["device"] + arguments, input: input)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome
  }

  private func status() throws -> [String: Any] {
    let json = try run(["status", phone, "--json"]).output
    return try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test func `says that it was damaged, and keeps what was`() throws {
    _ = try run(["search", phone, "word17"])
    let index = URL(fileURLWithPath: phone + "/index.sqlite")
    var bytes = try Data(contentsOf: index)
    for place in stride(from: 5_000, to: bytes.count, by: 4_096) { bytes[place] ^= 1 }
    try bytes.write(to: index)
    let found = try run(["search", phone, "word17", "--limit", "1"])
    #expect(found.output == "notes  17  word17\n")
    #expect(
      found.errors
        == "spotlog: the index was damaged: it was put aside, and rebuilt from the journal\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: index.path + ".damaged")) == bytes)
    #expect(try run(["search", phone, "word17"]).errors.isEmpty)
  }

  @Test func `says how far it is, and answers from that where it is asked to`() throws {
    let first = try status()
    let all = try #require(first["journaled"] as? Int)
    #expect(first["searchable"] as? Int == 2_000 && all > Self.count)
    // Entries are not all items.
    #expect((1_990..<2_000).contains(try #require(first["items"] as? Int)))
    // Every command of this kind reads on by one step.
    let partial = try run(["search", phone, "word1", "--limit", "9999", "--partial"])
    #expect(partial.output.contains("word1990\n"))
    #expect(all == 4_506)
    #expect(partial.errors == "spotlog: partial: the index has read 4,000 of 4,506 entries\n")
    let missing = try run(["search", phone, "word4499", "--partial", "--json"])
    #expect(missing.errors.isEmpty && missing.output.contains("word4499"))
    #expect(try status()["searchable"] as? Int == all)
    #expect(try !run(["status", phone]).output.contains("the index has read"))
  }

  @Test func `is read to its end by a search that is not asked for a part`() throws {
    let status = try run(["status", phone]).output
    #expect(status.contains("\n            the index has read 2,000 of 4,5"))
    #expect(status.contains(" entries; device search reads the rest\n"))
    let whole = try run(["search", phone, "word4499"])
    #expect(whole.output == "notes  4499  word4499\n" && whole.errors.isEmpty)
    let after = try self.status()
    #expect(after["searchable"] as? Int == after["journaled"] as? Int)
  }
}
