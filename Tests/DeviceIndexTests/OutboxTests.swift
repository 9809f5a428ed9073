import CloudAggregator
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("An outbox that is full") struct OutboxTests {
  private static func conversation(_ most: UInt64) throws -> Conversation {
    // So many that nobody is asked for words, which would be reports as well.
    var talk = try Conversation { $0.threshold = 100 }
    talk.home.configuration.outboxCountMax = most
    return talk
  }

  /// What the cloud says once a backup of its holds the reports up to `number`.
  private static func backUp(
    through number: UInt64, _ sync: DeviceSync, _ talk: Conversation
  ) throws {
    try sync.persistBackupMark(
      of: CloudNews(
        cloudLife: talk.cloud.projections.life, receivedMark: number, backedUpMark: number,
        limits: SyncLimits(), wanted: []))
    try sync.runFilter(now: talk.deviceTime())
  }

  private static func engage(_ pages: ClosedRange<Int>, _ device: Device, _ talk: Conversation)
    throws
  {
    for page in pages {
      let events = [try TestHome.activity("\(page)"), TestHome.engage("\(page)")]
      try device.record(events, at: talk.home.now)
    }
  }

  @Test func `has the filter wait, and go on when a backup holds what was reported`() throws {
    let talk = try Self.conversation(3)
    try talk.life { device, sync in
      try talk.talk(sync)
      try Self.engage(1...10, device, talk)
      try sync.runFilter(now: talk.deviceTime())
      #expect(try sync.head() == 3 && sync.isOutboxFull())
      try talk.talk(sync)
      #expect(sync.machine.acknowledged == 3 && talk.cloud.projections.counts().count == 3)
      // An acknowledgement alone makes no room: a cloud that is restored asks for it again.
      try sync.runFilter(now: talk.deviceTime())
      #expect(try sync.head() == 3)
      try Self.backUp(through: 2, sync, talk)
      #expect(try sync.head() == 5 && sync.isOutboxFull())
    }
    // What waits is in the journal, and another process continues with it.
    try talk.life { _, sync in
      #expect(try sync.isOutboxFull())
      try Self.backUp(through: 7, sync, talk)
      #expect(try sync.head() == 10)
      #expect(try !sync.isOutboxFull(), "nothing waits, though there is no room for more")
      try talk.talk(sync)
    }
    let counts = talk.cloud.projections.counts()
    #expect(counts.count == 10 && counts.values.allSatisfy { $0.events == 1 })
  }

  /// A deletion takes back all at once, or nothing.
  @Test func `takes all reports of one event`() throws {
    let talk = try Self.conversation(4)
    try talk.life { device, sync in
      try talk.talk(sync)
      try Self.engage(1...3, device, talk)
      try device.record([TestHome.delete(ids: ["1", "2", "3"])], at: talk.home.now)
      try Self.engage(4...4, device, talk)
      try sync.runFilter(now: talk.deviceTime())
      #expect(try sync.head() == 6 && sync.isOutboxFull())
    }
  }

  @Test(arguments: [4, .max])
  func `is none while there is room`(most: UInt64) throws {
    let talk = try Self.conversation(most)
    try talk.life { device, sync in
      #expect(try !sync.isOutboxFull())
      try talk.talk(sync)
      try Self.engage(1...4, device, talk)
      try sync.runFilter(now: talk.deviceTime())
      #expect(try sync.head() == 4 && !sync.isOutboxFull())
    }
  }
}
