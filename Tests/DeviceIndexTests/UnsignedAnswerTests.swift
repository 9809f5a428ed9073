import CloudAggregator
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// What somebody on the way can have a device do who has none of the cloud's keys.
@Suite("An answer that the cloud did not sign") struct UnsignedAnswerTests {
  enum Forgery: CaseIterable {
    case unsigned, otherKey, otherRequest, otherWords
  }

  private let talk: Conversation

  /// A device that is enrolled, and has reported nothing yet.
  init() throws {
    talk = try Conversation { $0.threshold = 2 }
    try talk.life { _, sync in _ = try talk.talk(sync) }
  }

  /// What the two say about the first report, where nobody is on the way.
  private func firstReport() throws -> [String] {
    try talk.life(2) { device, sync in
      try talk.engage(device, sync)
      return try talk.talk(sync).summary
    }
  }

  private func news(_ mark: UInt64 = 0, wanted: [WantedContent] = []) -> CloudNews {
    CloudNews(
      cloudLife: talk.cloud.projections.life, receivedMark: mark, backedUpMark: mark,
      limits: SyncLimits(), wanted: wanted)
  }

  private func forged(
    _ response: SyncResponse, as forgery: Forgery, to request: DeviceSync.Outgoing
  ) -> SyncResponse {
    let digest = Digest(of: request.bytes)
    switch forgery {
    case .unsigned: return response
    case .otherKey: return response.signed(by: Sample.deviceKey, to: digest)
    case .otherRequest: return response.signed(by: Sample.cloudKey, to: Sample.digest)
    case .otherWords:
      let said = SyncResponse.opened(.ok(cloudHead: 0), news())
        .signed(by: Sample.cloudKey, to: digest)
      guard case .opened(_, let signed) = said else { return said }
      var news = response.news ?? news()
      news.signature = signed.signature
      switch response {
      case .opened(let verdict, _): return .opened(verdict, news)
      case .notReceived(let verdict, _): return .notReceived(verdict, news)
      default: return .news(news)
      }
    }
  }

  @Test(arguments: Forgery.allCases)
  func `acknowledges nothing, and lets nothing be pruned`(forgery: Forgery) throws {
    let honest = try Self().firstReport()
    try talk.life(2) { device, sync in
      try talk.engage(device, sync)
      let (request, _) = try talk.sent(sync)
      let answer = SyncResponse.opened(.ok(cloudHead: 1), news(1))
      try sync.received(
        forged(answer, as: forgery, to: request), to: request.number, now: talk.deviceTime())
      #expect(sync.machine.acknowledged == 0 && sync.machine.phase == .needsOpen)
      #expect(
        sync.machine.lastError?.contains("not signed by a key of this device's cloud") == true)
      #expect(sync.witness.backup == nil)
      #expect(try DeviceWitnessKeeper.read(device.storage.witness)?.backup == nil)
      // It continues as one to which nothing was forged.
      let turns = try talk.talk(sync).summary
      #expect(turns == honest && turns.last == "append: received")
    }
    #expect(talk.cloud.counters.reports == 1)
  }

  /// The attack itself: the device pruned reports that no backup held, and a cloud that went back
  /// could not be told them again.
  @Test func `with a high backed-up mark costs no report`() throws {
    try talk.life(2) { device, sync in
      try talk.engage(device, sync)
      try talk.talk(sync)
      #expect(sync.machine.acknowledged == 1)
    }
    try talk.life(3) { device, sync in
      let (request, _) = try talk.sent(sync)
      try sync.received(
        .opened(.ok(cloudHead: 1), news(1)), to: request.number, now: talk.deviceTime())
      let limits = try device.compactionLimits(now: talk.deviceTime())
      _ = try device.compact(limits, now: talk.home.now)
      #expect(sync.shared?.floor.number == 0)
      // The same words prune once the cloud signed them.
      try sync.hear(.opened(.ok(cloudHead: 1), news(1)), now: talk.deviceTime())
      let signed = try device.compactionLimits(now: talk.deviceTime())
      _ = try device.compact(signed, now: talk.home.now)
      #expect(sync.shared?.floor.number == 1)
    }
  }

  static let verdicts: [OpenVerdict] = [
    .behind(lastMatch: Sample.head), .fork(lastMatch: Sample.head), .gap(cloudHead: Sample.head),
    .ahead(cloudHead: Sample.head), .fenced(child: Sample.childEpoch), .unknownEpoch,
    .lineageKnown,
  ]

  @Test(arguments: verdicts, [true, false])
  func `begins no epoch`(verdict: OpenVerdict, isOpening: Bool) throws {
    try talk.life(2) { device, sync in
      try talk.engage(device, sync)
      if !isOpening {
        let (opening, _) = try talk.sent(sync)
        try sync.received(
          talk.answer(opening.bytes), to: opening.number, now: talk.deviceTime())
      }
      let (request, _) = try talk.sent(sync)
      let phase = sync.machine.phase
      let answer: SyncResponse =
        isOpening ? .opened(verdict, news()) : .notReceived(verdict, news())
      try sync.received(answer, to: request.number, now: talk.deviceTime())
      #expect(sync.machine.phase == phase && sync.machine.failures == 1)
      #expect(sync.witness.child == nil)
      #expect(try talk.talk(sync).summary.last == "append: received")
    }
    #expect(try talk.cloud.projections.status().epochs == 1)
  }

  @Test(arguments: [Refusal.Code.notAllowed, .tooLarge, .stale])
  func `stops nothing, parks nothing and sets no clock, as a refusal`(code: Refusal.Code) throws {
    try talk.life(2) { device, sync in
      try talk.engage(device, sync)
      var passed: Int64 = 0
      for _ in 0..<8 {
        guard case .send(let request) = try sync.next(now: talk.deviceTime(after: passed)) else {
          Issue.record("it has to continue asking")
          return
        }
        let refusal = Refusal(code, "No.", cloudTime: Timestamp(milliseconds: 5))
        try sync.received(
          .refused(refusal), to: request.number, now: talk.deviceTime(after: passed))
        passed += 86_400_000
      }
      #expect(sync.machine.phase == .needsOpen && sync.machine.failures == 8)
      #expect(sync.machine.clockOffsetMilliseconds == 0 && sync.machine.parked.isEmpty)
      #expect(sync.witness.child == nil)
    }
  }

  @Test func `parks no entry, as a refusal of a batch`() throws {
    try talk.life(2) { device, sync in
      try talk.engage(device, sync)
      let (opening, _) = try talk.sent(sync)
      try sync.received(talk.answer(opening.bytes), to: opening.number, now: talk.deviceTime())
      var passed: Int64 = 0
      for _ in 0..<8 {
        guard case .send(let request) = try sync.next(now: talk.deviceTime(after: passed)) else {
          Issue.record("it has to continue sending")
          return
        }
        try sync.received(
          .refused(Refusal(.tooLarge, "No.")), to: request.number,
          now: talk.deviceTime(after: passed))
        passed += 86_400_000
      }
      #expect(sync.machine.parked.isEmpty && sync.machine.phase == .ready)
    }
  }

  /// Only the cloud knows how many endorse: anyone who could ask in its name would read what one
  /// device alone has seen.
  @Test func `asks for no words, beside a receipt that it signed`() throws {
    try talk.life(2) { device, sync in
      try talk.engage(device, sync)
      let (opening, _) = try talk.sent(sync)
      try sync.received(talk.answer(opening.bytes), to: opening.number, now: talk.deviceTime())
      let (request, _) = try talk.sent(sync)
      guard case .received(let receipt, _) = try talk.answer(request.bytes),
        case .engaged(let engaged) = try #require(talk.home.reports(sync).first)
      else {
        Issue.record("it has to be received")
        return
      }
      let wish = WantedContent(tag: engaged.tag, content: engaged.content)
      try sync.received(
        .received(receipt, news(wanted: [wish])), to: request.number,
        now: talk.deviceTime())
      #expect(sync.machine.acknowledged == 1)
      #expect(try talk.home.reports(sync).map(\.kind) == [.engaged])
      #expect(try sync.next(now: talk.deviceTime()) == .nothing)
    }
  }
}
