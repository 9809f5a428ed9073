import Foundation
import JournalFormat
import JournalStore
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// Words that were there before their item was protected.
@Suite("A compaction of what is protected now") struct ProtectionCompactionTests {
  private typealias Home = ProtectionHome
  private let home: ProtectionHome

  init() throws { home = try ProtectionHome() }

  struct History: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let events: [JournalEvent]

    init(_ description: String, _ events: () throws -> [JournalEvent]) {
      testDescription = description
      self.events = (try? events()) ?? []
    }
  }

  static let histories = [
    History("given again as protected") {
      [try Home.item("1", "magnolia", nil), try Home.item("1", "lily", .complete)]
    },
    History("updated by something protected") {
      [try Home.item("1", "magnolia", nil), try Home.update("1", .complete, comment: "other")]
    },
    History("engaged with before") {
      [
        try Home.item("1", "magnolia", nil), Home.engage("1", "lily"),
        try Home.item("1", "lily", .complete),
      ]
    },
    History("engaged with before, by its words") {
      [
        try Home.item("1", "lily", nil), Home.engage("1", "white magnolia"),
        try Home.item("1", "lily", .untilFirstUnlock), Home.engage("1", "magnolia"),
      ]
    },
    History("put together before") {
      [
        try Home.item("1", "lily", nil), try Home.update("1", nil, comment: "magnolia"),
        Home.engage("1", ""), try Home.item("1", "lily", .complete),
        try Home.item("1", "lily", ProtectionClass.none),
      ]
    },
    History("seen beside another, and bound to") {
      [
        try Home.item("2", "other", nil), try Home.item("1", "magnolia", nil),
        try TestHome.activity("a", page: "one", related: "1"),
        { () -> JournalEvent in
          var seen = Home.engage("2", "other")
          seen.resultEngaged.shown = [Home.engage("1", "").resultEngaged.result]
          return seen
        }(), try Home.item("1", "lily", .complete),
      ]
    },
    History("updated in the open") {
      [try Home.item("1", "lily", .complete), try Home.update("1", nil, comment: "magnolia")]
    },
  ]

  @Test(arguments: histories)
  func `leaves no word of it in any file, and the same index`(history: History) throws {
    #expect(!history.events.isEmpty)
    do {
      let device = try home.unlocked()
      for event in history.events {
        try home.give(device, event)
        try device.index.catchUp()
      }
      _ = try device.compact(CompactionLimits(), now: home.now)
      #expect(device.privateJournal.verify(checksPayloads: true).isWhole)
    }
    let maintained = try home.index()
    #expect(try home.files(with: "magnolia").isEmpty)
    try home.removeIndex()
    try home.locked(seed: 2).index.catchUp()
    #expect(try home.index() == maintained)
    #expect(try home.files(with: "magnolia").isEmpty)
    // Another one finds nothing more to take.
    let device = try home.locked(seed: 3)
    #expect(try device.compact(CompactionLimits(), now: home.now).redactions.isEmpty)
  }

  @Test func `keeps what was counted until the item is deleted`() throws {
    let device = try home.unlocked()
    try home.give(
      device, try Home.item("1", "magnolia", nil, domain: "d"), Home.engage("1", "white"),
      try Home.item("1", "lily", .complete, domain: "d"))
    let plan = try device.compact(CompactionLimits(), now: home.now)
    #expect(plan.redactions.map(\.reason) == [.protected, .protected])
    #expect(plan.redactions.map(\.number.rawValue) == [2, 3])
    let remnants = Remnants(of: device.privateJournal)
    #expect(try remnants.event(2)?.itemIndexed.domain == "d")
    #expect(try remnants.event(2)?.itemIndexed.hasAttributes == false)
    #expect(try remnants.event(3)?.resultEngaged.query == "")
    try device.record([TestHome.delete(domains: ["d"])], at: home.now)
    let last = try device.compact(CompactionLimits(), now: home.now)
    #expect(last.redactions.map(\.number.rawValue) == [2, 4])
    #expect(last.redactions.map(\.reason) == [.superseded, .deleted])
    #expect(try Remnants(of: device.privateJournal).event(2) == nil)
    // A filter that comes later reads what was opened as if the words were there.
    let reports = try home.home.reports(try home.home.enrol(device))
    #expect(reports.isEmpty)
    #expect(try Remnants(of: device.privateJournal).event(3) != nil)
  }
}
