import Foundation
import JournalFormat
import TestSupport
import Testing
import TraceLines

@testable import Simulation

/// What the ledger of a run knows of a device that continues from a copy of itself.
@Suite("The ledger of a run that loses devices", .serialized) struct LossLedgerTests {
  private static func plan(_ seed: UInt64, _ losses: (inout LossPlan) -> Void) -> WorldPlan {
    var plan = WorldPlan()
    plan.seed = seed
    plan.threshold = 1
    losses(&plan.losses)
    return plan
  }

  private static func event(_ time: Int, _ device: String, _ fields: [String: Any]) throws
    -> TraceEvent
  {
    let line = fields.merging(["time": time, "device": device, "app": "a"]) { $1 }
    let json = try JSONSerialization.data(withJSONObject: line, options: .sortedKeys)
    return try TraceEvent(json: [UInt8](json))
  }

  private static func item(_ id: String, in domain: String) -> [String: Any] {
    ["kind": "index", "id": id, "domain": domain, "attributes": ["title": "Note"]]
  }

  private static func activity(
    _ id: String, _ page: String, boundTo item: String? = nil, isPublic: Bool = true
  ) -> [String: Any] {
    var fields: [String: Any] = [
      "kind": "activity", "id": id, "type": "view", "title": "Page", "search": true,
      "public": isPublic, "url": "https://example.com/\(page)",
    ]
    if let item { fields["related"] = item }
    return fields
  }

  private static func engagement(_ id: String) -> [String: Any] { ["kind": "engage", "id": id] }

  /// What one device does, a step a day or so.
  enum Story: String, CaseIterable {
    case deletesBoundItem = "delete the item that it is bound to by now"
    case deletesActivity = "delete the activity"
    case switchesOff = "switch the activity off"
    case deletesDomain = "delete the domain of its item"
    case engagesAfterwards = "delete the domain of its item, and engage"

    var steps: [[String: Any]] {
      let before = [activity("1", "old"), engagement("1")]
      return switch self {
      case .deletesBoundItem:
        before + [activity("1", "new", boundTo: "x"), ["kind": "delete", "ids": ["x"]]]
      case .deletesActivity:
        before + [activity("1", "new"), ["kind": "delete", "ids": ["1"]]]
      case .switchesOff:
        before + [activity("1", "new"), activity("1", "new", isPublic: false)]
      case .deletesDomain:
        [
          item("i", in: "x"), activity("b", "b", boundTo: "i"), engagement("b"),
          ["kind": "delete", "domains": ["x"]],
        ]
      case .engagesAfterwards:
        // The engagement is with the activity that is left.
        [
          item("i", in: "x"), activity("a", "a", boundTo: "b"), activity("b", "b", boundTo: "i"),
          ["kind": "delete", "domains": ["x"]], engagement("b"),
        ]
      }
    }
  }

  /// The ledger forgot with which pages the device had engaged and where its items lay, and called
  /// the cloud wrong.
  @Test(arguments: Story.allCases)
  func `agrees with the cloud where a restored device has its apps`(story: Story) throws {
    let groups = try story.steps.enumerated().map { [try Self.event($0 * 100_000, "d", $1)] }
    var restored = 0
    for seed in 1...8 as ClosedRange<UInt64> {
      let plan = Self.plan(seed) { $0.restoredDevices = .count(1) }
      let report = try LossTests.run(plan, "ledger-\(story)", groups)
      #expect(LossTests.failing(report) == [], "seed \(seed)")
      restored += report.losses?.restoredDevices ?? 0
    }
    #expect(restored == 8)
  }

  /// Devices whose apps do anything with few names, so that deletions reach much.
  private static func anything(_ seed: UInt64) throws -> [[TraceEvent]] {
    var random = SplitMix64(seed)
    let ids = ["1", "2", "A", "\u{E9}", "i"]
    let domains = ["", "", "x", "x.y", "\u{E9}"]
    func pick(_ texts: [String]) -> String { texts[Int(random.below(UInt64(texts.count)))] }
    var time = 0
    return try (0..<800).map { _ in
      time += Int(random.below(1_500))
      let device = "d\(random.below(40))"
      var fields: [String: Any] = [:]
      switch random.below(20) {
      case 0...3:
        fields = item(pick(ids), in: pick(domains))
        fields["merge"] = random.below(3) == 0
      case 4...9:
        let (id, version) = (pick(ids), random.below(2))
        fields = activity(
          id, "\(device)/\(Array(id.utf8).hex)/\(version)",
          boundTo: random.below(5) < 2 ? pick(ids) : nil, isPublic: random.below(7) > 0)
        fields["domain"] = pick(domains)
      case 10...15: fields = engagement(pick(ids))
      case 16, 17: fields = ["kind": "delete", "ids": [pick(ids)]]
      case 18: fields = ["kind": "delete", "domains": [pick(Array(domains[2...]))]]
      default: fields = ["kind": "delete", "all": true]
      }
      return [try event(time, device, fields)]
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `agrees with the cloud whatever apps do before and after a loss`(seed: UInt64) throws {
    let groups = try Self.anything(seed)
    let restored = Self.plan(seed) { $0.restoredDevices = .percent(100) }
    #expect(LossTests.failing(try LossTests.run(restored, "ledger-restored", groups)) == [])
    var mixed = Self.plan(seed) {
      $0.restoredDevices = .percent(50)
      $0.clonedDevices = .percent(50)
      $0.cloudRestores = 2
    }
    mixed.network = .lossy
    #expect(LossTests.failing(try LossTests.run(mixed, "ledger-mixed", groups)) == [])
  }

  /// A device reported what it had engaged with, and was lost before it was asked for the words.
  /// The run waited for them, and called the page hidden by mistake.
  @Test func `expects no words that died with their device, and says how many did`() throws {
    var plan = Self.plan(12) {
      $0.restoredDevices = .percent(50)
      $0.clonedDevices = .percent(50)
      $0.cloudRestores = 2
      $0.lostAt = .any
    }
    plan.network = .lossy
    let report = try LossTests.run(plan, "ledger-words", try Self.anything(12))
    #expect(LossTests.failing(report) == [])
    #expect(report.losses?.lostContents == 1)
    let line =
      "            the words of 1 content died with their devices, before the cloud had them"
    #expect(report.summary.split(separator: "\n").contains { $0 == line })
  }

  /// A cloud that goes back tells a device of the deletion that it remembers, and forgets what the
  /// device engaged with after it.
  @Test func `leaves open what was deleted, and engaged with again, where the cloud goes back`()
    throws
  {
    var ledger = Ledger(tagSalt: Array("a salt".utf8))
    var time = 0
    func record(_ steps: [[String: Any]]) throws {
      for step in steps {
        time += 100_000
        let event = try Self.event(time, "d", step).journaled()
        ledger.record(event, device: 0, time: Timestamp(milliseconds: Int64(time) * 1_000))
      }
    }
    func standings() -> Set<[Int]> {
      Set(ledger.counts().values.map { [Int($0.events), $0.devices, $0.undecided] })
    }
    let engaged = [Self.activity("1", "page"), Self.engagement("1")]
    try record(engaged + [["kind": "delete", "ids": ["1"]]] + engaged)
    #expect(standings() == [[2, 1, 0]])
    #expect(ledger.endorsed().values.map { [$0.devices, $0.undecided] } == [[1, 0]])
    ledger.cloudWentBack()
    #expect(standings() == [[2, 0, 1]])
    #expect(ledger.endorsed().values.map { [$0.devices, $0.undecided] } == [[0, 1]])
    // What is deleted since then is in its place among the device's reports.
    let another = [Self.activity("2", "another"), Self.engagement("2")]
    try record(another + [["kind": "delete", "ids": ["2"]]] + another)
    #expect(standings() == [[2, 0, 1], [2, 1, 0]])
  }
}
