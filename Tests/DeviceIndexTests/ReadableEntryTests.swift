import Foundation
import JournalFormat
import JournalStore
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// What a journal takes, each reader reads; and what no reader can decode keeps none from the rest.
@Suite("Entries of a journal") struct ReadableEntryTests {
  /// Values as an app could give them, most of them shallow and some far too deep.
  private struct RandomValues {
    var random: SplitMix64

    mutating func value(_ depth: Int) -> AttributeValue {
      guard depth > 0 else { return leaf() }
      let inner = value(depth - 1)
      return Bool.random(using: &random)
        ? .list([inner, leaf()]) : .map(["a": leaf(), "inner \(depth)": inner])
    }

    private mutating func leaf() -> AttributeValue {
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        .string(["", "word", "e\u{301}", "\u{0}", "\u{10FFFF}"].randomElement(using: &random)!)
      case 1: .number([0, -0.0, .pi, .greatestFiniteMagnitude].randomElement(using: &random)!)
      case 2: .integer([.min, 0, .max].randomElement(using: &random)!)
      case 3: .boolean(true)
      case 4:
        .date(Date(timeIntervalSince1970: [-62_135_596_800, 0, 253_402_300_799][depthless()]))
      case 5: .data(Data([0, 255]))
      case 6: .localized(LocalizedText(["de": "Wort"], fallback: "word"))
      case 7: .person(Person(displayName: "A", handles: ["a@example.com"]))
      default: .null
      }
    }

    private mutating func depthless() -> Int { Int.random(in: 0..<3, using: &random) }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `that the API takes are read by index, gate and compaction`(seed: UInt64) async throws {
    var values = RandomValues(random: SplitMix64(seed))
    let home = try TestHost()
    let key = try #require(CustomAttributeKey(keyName: "answer", multiValued: true))
    var takenCount = 0
    for depth in [0, 1, 3, 23, 24, 25, 47, 48, 60, 120] {
      var item = TestHost.item("\(depth)")
      item.attributeSet[key] = values.value(depth)
      var activity = UserActivity(activityType: "view")
      activity.title = "word"
      activity.persistentIdentifier = "act \(depth)"
      activity.isEligibleForSearch = true
      activity.userInfo = ["state": values.value(depth)]
      do {
        try await home.index.indexSearchableItems([item])
        takenCount += 1
        #expect(depth <= FormatLimits.valueDepth)
      } catch let error {
        #expect(error.code == .invalidItem && depth > FormatLimits.valueDepth, "\(error)")
      }
      do {
        try await home.host.becomeCurrent(activity, inApp: "app")
        #expect(depth <= FormatLimits.valueDepth)
      } catch {
        #expect(error.code == .invalidActivity && depth > FormatLimits.valueDepth, "\(error)")
      }
    }
    #expect(takenCount == 5)
    #expect(try await home.found().count == 2 * takenCount)
    #expect(try home.journal().verify(checksPayloads: true).isWhole)
    let compaction = try await home.host.compact()
    #expect(compaction.redactedEntryCount == 0)
  }

  private static let garbage: [UInt8] = [UInt8](repeating: 7, count: 16) + [0x0A, 0xFF]

  /// A device with an entry of an item, one that no program can decode, and another item.
  private func device(_ home: TestHome) throws -> Device {
    let device = try home.device()
    try device.record([try TestHome.item("1", "word one")], at: home.now)
    try device.record([EntryDraft(kind: .event, time: home.now, payload: Self.garbage)])
    try device.record([try TestHome.item("3", "word three")], at: home.now)
    return device
  }

  @Test func `that nobody can decode are stepped over by the index, and counted`() throws {
    let home = try TestHome()
    let device = try device(home)
    for _ in 0..<2 {
      #expect(try home.titles("word", device).sorted() == ["word one", "word three"])
      let unreadable = try device.index.unreadableEntries()
      #expect(unreadable.count == 1 && unreadable.first == 3)
      #expect(
        unreadable.sentence == "Entry 3 cannot be read, and what it said is missing.")
      device.index.projection = nil
      try FileManager.default.removeItem(atPath: home.folder.file("index.sqlite"))
    }
    // Its apps are asked for what the index may lack.
    #expect(try home.titles("word", device).count == 2)
    #expect(try #require(device.index.projection).lastGap == 3)
  }

  @Test func `that nobody can decode keep neither reports nor a compaction`() throws {
    let home = try TestHome()
    let device = try device(home)
    let sync = try home.enrol(device)
    try device.record(
      [try TestHome.activity("page"), TestHome.engage("page"), TestHome.delete(ids: ["1"])],
      at: home.now)
    #expect(try home.reports(sync).map(\.kind) == [.engaged])
    let plan = try device.compact(CompactionLimits(), now: home.now)
    #expect(plan.redactions.contains { $0.reason == .deleted })
    #expect(try home.titles("word", device) == ["word three"])
    #expect(try device.index.unreadableEntries().count == 1)
  }
}
