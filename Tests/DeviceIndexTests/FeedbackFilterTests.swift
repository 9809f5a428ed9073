import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("Feedback of a device") struct FeedbackFilterTests {
  private static func result(_ bits: UInt128 = 5) -> JournalShownResult {
    var result = JournalShownResult()
    result.source = .public
    result.tag = .init(JournalFormat.Tag(suite: 1, bits: bits).bytes)
    return result
  }

  private static func list(_ visible: JournalShownResult..., query: String = "") -> JournalEvent {
    var event = JournalEvent()
    event.resultsShown = JournalResultsShown(query: query, visible: visible)
    return event
  }

  private static func opened(_ result: JournalShownResult) -> JournalEvent {
    var event = JournalEvent()
    event.resultEngaged = JournalResultEngaged(result)
    return event
  }

  private func feedback(_ reports: [Report]) -> [Report.Feedback] {
    reports.compactMap { if case .feedback(let feedback) = $0 { feedback } else { nil } }
  }

  @Test func `says of each list with a public result that it was shown`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record([Self.list(Self.result(5), Self.result(6))], at: home.now)
    try device.record([Self.opened(Self.result(5))], at: home.now)
    let found = feedback(try home.reports(sync))
    #expect(found.map(\.tag.bits) == [5, 6, 5])
    #expect(found.map(\.shown) == [1, 1, 1] && found.map(\.engaged) == [0, 0, 1])
    #expect(Set(found.map(\.origin)).count == 3)
  }

  @Test func `cuts what is more than ten lists of an item and a day`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    for _ in 0..<15 { try device.record([Self.list(Self.result())], at: home.now) }
    try device.record([Self.list(Self.result(6))], at: home.now)
    #expect(feedback(try home.reports(sync)).count == 11)
    let tomorrow = home.now.advanced(byMilliseconds: 86_400_000)
    try device.record([Self.list(Self.result())], at: tomorrow)
    #expect(feedback(try home.reports(sync)).count == 12)
  }

  @Test func `cuts what nobody sees at once`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    var list = JournalEvent()
    list.resultsShown = JournalResultsShown(visible: (0..<10_000).map { Self.result($0) })
    try device.record([list], at: home.now)
    #expect(feedback(try home.reports(sync)).count == SearchSession.visibleMax)
  }

  @Test func `says nothing where the switch is off, and changes no other origin`() throws {
    func reports(isOn: Bool) throws -> [Report] {
      var home = try TestHome()
      home.configuration.journalsAbandonedSearches = isOn
      let device = try home.device()
      let sync = try home.enrol(device)
      var opened = TestHome.engage("1")
      opened.resultEngaged.shown = [Self.result()]
      try device.record([try TestHome.activity("1"), opened], at: home.now)
      return try home.reports(sync)
    }
    let (on, off) = (try reports(isOn: true), try reports(isOn: false))
    #expect(on.map(\.kind) == [.feedback, .engaged] && off.map(\.kind) == [.engaged])
    #expect(on.last == off.last)
  }

  @Test func `has no word of the search, and nothing of the device's own results`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    var (own, named) = (JournalShownResult(), Self.result())
    (own.app, own.id) = ("canary", "canary")
    (named.app, named.id) = ("canary", "canary")
    try device.record([Self.list(own, named, query: "canary")], at: home.now)
    let reports = try home.reports(sync)
    #expect(reports.count == 1)
    let bytes = reports.flatMap(\.payload)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("canary"))
  }

  @Test func `is made once, before a compaction takes the list`() throws {
    let home = try TestHome()
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record([Self.list(Self.result())], at: home.now)
    _ = try device.compact(CompactionLimits(), now: home.now)
    #expect(feedback(try home.reports(sync)).count == 1)
    _ = try device.compact(CompactionLimits(), now: home.now)
    #expect(feedback(try home.reports(sync)).count == 1)
  }
}
