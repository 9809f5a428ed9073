import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import TestSupport
import Testing

/// The values on which `spotlog journal why` stands.
@Suite("An explanation") struct ExplanationTests {
  private func object(_ value: some Encodable) throws -> [String: Any] {
    let data = try JSONEncoder().encode(value)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static func marking(_ text: String, _ mark: TextMark) -> String { "<\(mark) \(text)>" }

  private func code(_ work: () throws -> Void) -> InspectionError.Code? {
    #expect(throws: InspectionError.self) { try work() }?.code
  }

  @Test func `of an item has its history and its rank, with words or without`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.source([
      SampleEvents.indexed("note-1", domain: "a", title: "milk"),
      SampleEvents.engaged("note-1", query: "mil"),
    ])
    let inspector = try JournalInspector(folder.path)
    let item = try #require(try inspector.item("note-1", query: "mil"))
    let lines = item.lines(marking: Self.marking)
    #expect(
      lines.prefix(5) == [
        "item        <name note-1> of app", "  entry 1  2026-01-01T00:00:00.000Z  indexed  a",
        "  entry 2  2026-01-01T00:00:01.000Z  engaged  mil", "found       It can be found.",
        "query       \"mil\" finds it at place 1 of 1",
      ])
    let word = "  \"mil\", as a beginning, in the title, in 1 document"
    #expect(lines.contains { $0.hasSuffix(word) })
    let whole = try object(item)
    #expect(whole["id"] as? String == "note-1" && whole["why"] as? String == item.sentence)
    #expect(whole["cloud"] as? [String] == [] && item.cloudSentences == nil)
    let bare = item.withoutWords
    #expect(bare.identifier == "" && bare.steps.map(\.detail) == ["", ""])
    #expect(bare.query?.place == 1 && bare.query?.score == nil)
    #expect(!bare.lines().joined().contains("mil"))
    #expect(bare.lines().first == "item        [6 bytes] of app")
    #expect(Set(try object(bare).keys) == Set(whole.keys))
    let text = String(decoding: try JSONEncoder().encode(bare), as: UTF8.self)
    #expect(!text.contains("mil") && !text.contains("note-1"))
  }

  @Test func `of an item asks the cloud, if one is given`() throws {
    let world = try LivedWorld()
    let cloud = try JournalInspector(world.cloud)
    let item = try #require(try JournalInspector(world.device).item("p6", cloud: cloud))
    let sentences = try #require(item.cloudSentences)
    let tag = try #require(item.tags.first)
    #expect(sentences.first?.hasPrefix("tag \(tag): ") == true)
    #expect(item.lines().suffix(sentences.count) == sentences.map { "cloud       " + $0 }[...])
    #expect(try object(item)["cloud"] as? [String] == sentences)
  }

  @Test func `of a device that never spoke says so, and what to do`() throws {
    let folder = try TemporaryFolder()
    let configuration = DeviceConfiguration(
      tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])
    _ = try Device.inFolder(
      folder.path, configuration, now: Sample.day.start, random: .seeded(5))
    let state = try JournalInspector(folder.path).device()
    let sentence = "The device has never spoken with a cloud, so nothing leaves it."
    let next = "`spotlog device sync \(folder.path.asShellWord) --url URL` enrols it."
    #expect(state.isStuck && !state.isWaiting && state.sentence == sentence)
    #expect(state.nextStep == next && state.lastSync == nil && state.lastReceipt == nil)
    #expect(state.epoch == nil && state.lineage == nil && state.reportCount == 0)
    let lines = state.lines(marking: Self.marking)
    #expect(lines.prefix(2) == ["device      <bad stuck>: \(sentence)", "next step   \(next)"])
    #expect(lines.last == "last sync   none is noted")
    let json = try object(state)
    #expect(json["isStuck"] as? Bool == true && json["why"] as? String == sentence)
    #expect(json["nextStep"] as? String == next && json["reports"] as? Int == 0)
    #expect(json["troubles"] == nil && json["lineage"] == nil)
  }

  @Test func `of a device is told from both sides`() throws {
    let world = try LivedWorld()
    let cloud = try JournalInspector(world.cloud)
    let state = try JournalInspector(world.device).device(cloud: cloud)
    let lineage = try #require(state.lineage)
    #expect(state.lines().contains { $0.hasPrefix("cloud       has entries up to ") })
    #expect(try object(state)["cloudHead"] is Int)
    let logged = try #require(try cloud.loggedDevice(String("\(lineage)".prefix(8)).uppercased()))
    #expect(logged.lineage == lineage)
    #expect(logged.lines(marking: Self.marking).first == "device      <name \(lineage)>")
    let epochs = try #require(try object(logged)["epochs"] as? [[String: Any]])
    #expect(epochs.last?["epoch"] as? String == state.epoch?.description && epochs.count == 2)
    #expect(logged.lines().count { $0.hasPrefix("epoch       ") } == 2)
    let young = try #require(try cloud.loggedDevice("\(lineage)", until: .entry(1)))
    #expect(young.lines().count == 1)
    #expect(try cloud.loggedDevice("none") == nil)
  }

  @Test func `is refused of another kind of journal`() throws {
    let world = try LivedWorld()
    let (device, cloud) = (try JournalInspector(world.device), try JournalInspector(world.cloud))
    #expect(code { _ = try cloud.device() } == .wrongKind)
    #expect(code { _ = try device.loggedDevice("4f2a") } == .wrongKind)
    let names = try FileManager.default.contentsOfDirectory(atPath: world.backups)
    let name = try #require(names.first)
    let snapshot = try JournalInspector(world.backups + "/" + name)
    let error = #expect(throws: InspectionError.self) { try snapshot.device() }
    #expect(error?.code == .wrongKind && error?.message.hasPrefix("A snapshot holds no ") == true)
  }
}
