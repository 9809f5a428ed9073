import CloudAggregator
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A device and its cloud") struct DeviceConversationTests {
  private static let token = Array("a token".utf8)

  @Test(arguments: [(token, true), (Array("another".utf8), false), ([], false)])
  func `enrol with a token`(attestation: [UInt8], isAdmitted: Bool) throws {
    var talk = try Conversation { $0.admission = .token([Digest(of: Self.token): 1]) }
    talk.home.configuration.attestation = attestation
    try talk.life { _, sync in
      try talk.talk(sync)
      #expect((sync.witness.grant != nil) == isAdmitted)
      if !isAdmitted {
        guard case .stopped(.notAllowed(let reason)) = sync.machine.phase else {
          Issue.record("the device stops, and says why")
          return
        }
        #expect(reason.contains("token"))
      }
    }
  }

  /// In the cloud's time, a minute, a year, a long life.
  @Test(arguments: [-60_000, 31_536_000_000, -31_536_000_000, 3_153_600_000_000] as [Int64])
  func `understand each other whatever the device's clock says`(clockError: Int64) throws {
    var talk = try Conversation()
    talk.clockError = clockError
    let isClose = clockError.magnitude <= 600_000
    try talk.life { device, sync in
      try talk.talk(sync)
      try talk.engage(device, sync)
      #expect(try talk.talk(sync).summary == ["append: received"])
    }
    try talk.life(2) { device, sync in
      // The cloud says once what time it is.
      let refused = isClose ? [] : ["open: stale"]
      #expect(try talk.talk(sync).summary == refused + ["open: ok(cloudHead: 1)"])
      try talk.engage(device, sync)
      #expect(try talk.talk(sync).summary == ["append: received"])
      try sync.requestRotation()
      #expect(try talk.talk(sync).summary == ["rotate: enrolled"])
      #expect(sync.machine.phase == .ready)
    }
  }

  /// A device that deleted what it had endorsed, and is then asked for it.
  @Test func `speak of what is gone, once`() throws {
    let talk = try Conversation { $0.threshold = 2 }
    try talk.life { device, sync in
      try talk.talk(sync)
      try talk.engage(device, sync)
      try talk.talk(sync)
      guard case .engaged(let engaged)? = try talk.home.reports(sync).first else {
        Issue.record("there has to be an engagement")
        return
      }
      let content = WantedContent(tag: engaged.tag, content: engaged.content)
      var other = TestDevice(9)
      try other.enrol(with: talk.cloud, now: talk.home.now)
      other.add(.engaged(engaged))
      _ = try talk.answer(try other.request())
      // The deletion is journaled and has not left; the cloud asks in a receipt.
      try talk.engage(device, sync)
      try device.record([TestHome.delete(ids: ["1"])], at: talk.home.now)
      let turns = try talk.talk(sync)
      #expect(turns.summary == ["append: received", "wanted: news", "append: received"])
      guard case .wanted(let request) = turns[1].request else { return }
      #expect(request.gone == [content])
      #expect(try talk.talk(sync).isEmpty)
    }
  }
}
