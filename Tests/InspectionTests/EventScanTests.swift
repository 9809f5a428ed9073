import Foundation
import JournalFormat
import JournalStore
import SwiftProtobuf
import Testing

@testable import Inspection

/// What is read in place, beside what the decoder says.
@Suite("An event read in place") struct EventScanTests {
  private func scan(_ event: JournalEvent, _ body: (EventScan?) throws -> Void) throws {
    var dice = Dice.seeded(1)
    let payload = try event.payload(using: &dice)
    try payload.withUnsafeBytes { try body(EventScan($0)) }
  }

  private func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: SampleEvents.all)
  func `says what the decoder says`(event: JournalEvent) throws {
    let summary = EntrySummary(
      kind: .event,
      payload: try {
        var dice = Dice.seeded(1)
        return try event.payload(using: &dice)
      }())
    let subject = EntrySubject(event)
    try scan(event) { scan in
      let scan = try #require(scan)
      let name = scan.name.description
      #expect(name == summary.title || name == summary.title + ", all")
      #expect(text(scan.app) == subject.app)
      if event.fact.map({ if case .resultsShown = $0 { true } else { false } }) != true {
        #expect(text(scan.id) == subject.ids.first ?? "")
      }
      func field(_ name: String) -> String? { summary.fields.first { $0.name == name }?.value }
      switch event.fact {
      case .itemIndexed:
        #expect(text(scan.title) == field("displayName") ?? field("title") ?? "")
        #expect(text(scan.domain) == field("domain"))
      case .activityRecorded: #expect(text(scan.title) == field("title"))
      case .resultEngaged: #expect(text(scan.title) == field("query"))
      case .resultsShown(let shown):
        #expect(text(scan.title) == field("query") ?? "")
        #expect(scan.count == max(shown.results.count, shown.sums.count))
      case .journalBegun: #expect(text(scan.title) == field("by"))
      case .synonymsSet(let table):
        #expect(text(scan.title) == field("version"))
        #expect(scan.count == table.groups.count)
      case .batchEnded, .reindexRequested: #expect(text(scan.title) == field("index"))
      case .itemsDeleted, .activitiesDeleted, .itemsExpired, .reindexAcknowledged, .epochAdopted,
        nil:
        #expect(scan.title.isEmpty)
      }
    }
  }

  @Test func `is of a fact that the decoder knows, each of which has a sample`() throws {
    var facts: Set<EventScan.Fact> = []
    for event in SampleEvents.all {
      try scan(event) { scan in
        let fact = try #require(scan).fact
        #expect(fact == event.fact.map { EventScan.Fact($0) })
        if let fact { facts.insert(fact) }
      }
    }
    #expect(facts == Set(EventScan.Fact.allCases))
  }

  @Test func `says whether an item is protected`() throws {
    var item = SampleEvents.indexed("1")
    try scan(item) { #expect($0?.isProtected == false) }
    item.itemIndexed.protection = .untilFirstUnlock
    try scan(item) { #expect($0?.isProtected == true) }
    // The field of the same number of another fact is something else.
    var activity = SampleEvents.activity("1", related: "9", search: true)
    try scan(activity) { scan in
      #expect(scan?.isProtected == false && scan.map { text($0.related) } == "9")
    }
    activity.activityRecorded.eligibleForPublicIndexing = true
    try scan(activity) { #expect($0?.isProtected == false) }
  }

  @Test func `takes the last of several facts, as the decoder does`() throws {
    var bytes = [UInt8](repeating: 0, count: 16)
    bytes += try SampleEvents.indexed("1").serializedBytes() as [UInt8]
    bytes += try SampleEvents.deleted(ids: ["2"]).serializedBytes() as [UInt8]
    let decoded = try JournalEvent(payload: bytes)
    #expect(EntrySubject(decoded).ids == ["2"])
    bytes.withUnsafeBytes { bytes in
      let scan = EventScan(bytes)
      #expect(scan?.fact == .itemsDeleted)
      #expect(scan.map { text($0.id) } == "2")
    }
  }

  @Test func `passes over fields of a later version`() throws {
    var event = SampleEvents.indexed("1", title: "Milk")
    event.itemIndexed.unknownFields = .init()
    var bytes = [UInt8](repeating: 0, count: 16)
    var body: [UInt8] = try event.itemIndexed.serializedBytes()
    body += [0xF8, 0x07, 0x05, 0xF1, 0x07] + [UInt8](repeating: 9, count: 8)
    bytes += [0x0A, UInt8(body.count)] + body
    _ = try JournalEvent(payload: bytes)
    bytes.withUnsafeBytes { bytes in
      #expect(EventScan(bytes).map { text($0.title) } == "Milk")
    }
  }

  @Test func `is nothing where the decoder refuses, and never reads beyond`() throws {
    var dice = Dice.seeded(7)
    let payloads = try SampleEvents.all.map { try $0.payload(using: &dice) }
    for payload in payloads {
      for length in 0...payload.count {
        let cut = Array(payload.prefix(length))
        let isRefused = (try? JournalEvent(payload: cut)) == nil
        cut.withUnsafeBytes { bytes in
          // A text that is not UTF-8 is refused by the decoder alone; cutting makes none.
          if length < JournalEvent.saltByteCount { #expect(EventScan(bytes) == nil) }
          if EventScan(bytes) == nil, !isRefused { Issue.record("\(cut.hex) is an event") }
        }
      }
      for _ in 0..<200 {
        var changed = payload
        let place = Int(dice.next(upperBound: UInt64(changed.count)))
        changed[place] = UInt8(truncatingIfNeeded: dice.next() as UInt64)
        changed.withUnsafeBytes { _ = EventScan($0) }
      }
    }
  }

  @Test(arguments: SampleEvents.all)
  func `makes lines that are whole, and without words where that is asked`(
    event: JournalEvent
  ) throws {
    var dice = Dice.seeded(1)
    let payload = try event.payload(using: &dice)
    let header = EntryHeader(
      number: .first, time: Timestamp(milliseconds: 1_767_225_600_123), kind: .event,
      encryption: .none, payloadByteCount: UInt32(payload.count),
      payloadDigest: payload.withUnsafeBytes { Digest(of: $0) })
    let entry = Entry(header: header, digest: .zero, payload: payload)
    payload.withUnsafeBytes { bytes in
      for isRedacted in [false, true] {
        var text = EntryText(isRedacted: isRedacted)
        var line: [UInt8] = []
        text.appendLine(.init(entry, payload: bytes), to: &line)
        let shown = String(decoding: line, as: UTF8.self)
        #expect(shown.hasPrefix("1 2026-01-01T00:00:00.123Z "))
        #expect(shown.hasSuffix("\n") && shown.count { $0 == "\n" } == 1)
        if isRedacted { #expect(!shown.contains("milk") && !shown.contains("Page")) }
      }
    }
  }
}

extension EventScan.Fact {
  /// A new fact of `event.proto` does not compile here until it can be read in place.
  fileprivate init(_ fact: JournalEvent.OneOf_Fact) {
    switch fact {
    case .itemIndexed: self = .itemIndexed
    case .itemsDeleted: self = .itemsDeleted
    case .activityRecorded: self = .activityRecorded
    case .resultsShown: self = .resultsShown
    case .resultEngaged: self = .resultEngaged
    case .reindexRequested: self = .reindexRequested
    case .reindexAcknowledged: self = .reindexAcknowledged
    case .batchEnded: self = .batchEnded
    case .epochAdopted: self = .epochAdopted
    case .journalBegun: self = .journalBegun
    case .activitiesDeleted: self = .activitiesDeleted
    case .itemsExpired: self = .itemsExpired
    case .synonymsSet: self = .synonymsSet
    }
  }
}
