import CloudAggregator
import JournalFormat
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A device that is asked again") struct DeviceAskedAgainTests {
  private let talk = try! Conversation {
    $0.threshold = 2
    $0.redactionDelayMilliseconds = 0
  }

  /// The device endorses a page with another one, brings its words, and the cloud redacts them.
  private func redacted() throws -> (other: TestDevice, engaged: Report.Engaged) {
    var other = TestDevice(9)
    let engaged = try talk.life { device, sync in
      try talk.talk(sync)
      try talk.engage(device, sync)
      try talk.talk(sync)
      guard case .engaged(let engaged)? = try talk.home.reports(sync).first else {
        throw DeviceError(.journal, "There has to be an engagement.")
      }
      return engaged
    }
    try other.enrol(with: talk.cloud, now: talk.home.now)
    try say(.engaged(engaged), &other)
    #expect(try speak(2) == ["open: ok(cloudHead: 1)", "append: received"])
    #expect(try talk.cloud.projections.publicEntries().count == 1)
    try say(
      .withdrawn(
        Report.Withdrawn(tag: engaged.tag, origin: Origin(rawValue: 5), isCarried: false)), &other)
    #expect(try talk.cloud.redactHiddenContents(now: talk.home.now) == 1)
    return (other, engaged)
  }

  /// One run of the device's process, in which it says what it has to.
  private func speak(_ seed: UInt64) throws -> [String] {
    try talk.life(seed) { _, sync in try talk.talk(sync).summary }
  }

  private func say(_ report: Report, _ other: inout TestDevice) throws {
    other.add(report)
    let count = other.chain.entries.count
    guard case .received = try talk.answer(try other.request(count, count)) else {
      throw DeviceError(.journal, "The other device was refused.")
    }
  }

  @Test func `for words that were redacted brings them once more, and no third time`() throws {
    var (other, engaged) = try redacted()
    #expect(try speak(3) == ["open: ok(cloudHead: 2)"])
    engaged.origin = Origin(rawValue: 6)
    try say(.engaged(engaged), &other)
    try talk.life(4) { _, sync in
      let (request, _) = try talk.sent(sync)
      let answer = try talk.answer(request.bytes)
      try sync.received(answer, to: request.number, now: talk.deviceTime())
      #expect(try talk.home.reports(sync).count == 3)
      // The same wish again: the words are on their way.
      try sync.resendContents(
        [WantedContent(tag: engaged.tag, content: engaged.content)], isLate: false,
        now: talk.deviceTime())
      #expect(try talk.home.reports(sync).count == 3)
      #expect(try talk.talk(sync).summary == ["append: received"])
      // An answer that was under way since before the words came wishes nothing.
      try sync.resendContents(
        [WantedContent(tag: engaged.tag, content: engaged.content)], isLate: true,
        now: talk.deviceTime())
      #expect(try talk.home.reports(sync).count == 3)
      #expect(try talk.talk(sync).isEmpty)
    }
    #expect(try talk.cloud.projections.publicEntries().map(\.distinctDevices) == [2])
    #expect(try speak(5) == ["open: ok(cloudHead: 3)"])
  }
}
