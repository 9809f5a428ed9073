import CloudAggregator
import JournalFormat
import Sync
import TestSupport
import Testing

/// Requests that are no batch are taken at their time, from their device, for their epoch.
@Suite("A request that names its time") struct FreshnessTests {
  private static let tenMinutes: Int64 = 600_000

  /// The three of them, by a device at a time.
  private func requests(_ device: TestDevice, at time: Timestamp, signedBy key: SigningKey? = nil)
    throws -> [[UInt8]]
  {
    [
      try device.opening(at: time, signedBy: key),
      SyncRequest.wanted(try device.telling(gone: [], at: time, signedBy: key)).bytes,
      SyncRequest.rotate(try device.rotation(at: time, signedBy: key)).bytes,
    ]
  }

  @Test(
    arguments: [
      (0, true), (tenMinutes, true), (-tenMinutes, true), (tenMinutes + 1, false),
      (-tenMinutes - 1, false), (-86_400_000, false), (31_536_000_000, false), (.max, false),
      (.min, false),
    ] as [(Int64, Bool)])
  func `is taken within ten minutes of the cloud's time`(offset: Int64, isTaken: Bool) throws {
    for place in 0..<3 {
      let cloud = try TestCloud()
      let device = try cloud.device(1)
      let before = try cloud.fingerprint()
      // The extremes are times of their own: no clock can be that far from now.
      let isExtreme = offset == .max || offset == .min
      let time =
        isExtreme ? Timestamp(milliseconds: offset) : cloud.now.advanced(byMilliseconds: offset)
      let answer = try cloud.answer(try requests(device, at: time)[place])
      guard case .refused(let refusal) = answer else {
        #expect(isTaken)
        continue
      }
      #expect(!isTaken)
      #expect(refusal.code == .stale)
      #expect(refusal.cloudTime == cloud.now)
      #expect(try cloud.fingerprint() == before)
    }
  }

  @Test func `is taken within what the operator says`() throws {
    let cloud = try TestCloud { $0.freshnessMilliseconds = 5 }
    let device = try cloud.device(1)
    let requests = try requests(device, at: cloud.now)
    #expect(try cloud.refusal(requests[0], after: 5) == nil)
    for request in requests { #expect(try cloud.refusal(request, after: 6) == .stale) }
    let patient = try TestCloud { $0.freshnessMilliseconds = .max }
    let other = try patient.device(1)
    for request in try self.requests(other, at: Timestamp(milliseconds: 0)) {
      #expect(try patient.refusal(request) == nil)
    }
  }

  @Test func `is refused when somebody sends yesterday's again`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    device.add(engaged(1))
    let batch = try device.request()
    let receipt = try cloud.answer(batch)
    let opening = try device.opening()
    let first = try cloud.answer(opening)
    let before = try cloud.fingerprint()
    // Within the window it is answered, and changes nothing.
    #expect(try cloud.answer(opening, after: 1_000) == first)
    #expect(try cloud.refusal(opening, after: 86_400_000) == .stale)
    // A batch has no time: its digests say that it is known, and it gets its receipt.
    #expect(try cloud.answer(batch, after: 86_400_000) == receipt)
    #expect(try cloud.fingerprint() == before)
  }

  /// Anyone who has no key learns nothing, also not what time it is.
  @Test func `is refused when its epoch's key did not sign it`() throws {
    let cloud = try TestCloud()
    let device = try cloud.device(1)
    let stranger = try cloud.device(2)
    let before = try cloud.fingerprint()
    for time in [cloud.now, Timestamp(milliseconds: 0)] {
      for request in try requests(device, at: time, signedBy: stranger.key) {
        guard case .refused(let refusal) = try cloud.answer(request) else {
          Issue.record("nobody speaks for another device")
          continue
        }
        #expect(refusal.code == .notAllowed && refusal.cloudTime == nil)
      }
    }
    #expect(try cloud.fingerprint() == before)
  }

  @Test func `is refused when it names another lineage, or no signature`() throws {
    let cloud = try TestCloud()
    let device = try cloud.device(1)
    let other = try #require(try cloud.device(2).grant)
    let before = try cloud.fingerprint()
    var told = try device.telling(gone: [])
    told = WantedRequest(
      lineage: other.lineage, epoch: told.epoch, time: told.time, gone: [], key: device.key)
    #expect(try cloud.refusal(SyncRequest.wanted(told).bytes) == .notAllowed)
    var unsigned = try device.telling(gone: [])
    unsigned.signature = .blank
    #expect(try cloud.refusal(SyncRequest.wanted(unsigned).bytes) == .notAllowed)
    let rotation = try device.rotation()
    let elsewhere = RotateRequest(
      lineage: other.lineage, epoch: rotation.epoch, time: rotation.time, nonce: rotation.nonce,
      from: device.key, to: Sample.nextKey)
    #expect(try cloud.refusal(SyncRequest.rotate(elsewhere).bytes) == .notAllowed)
    #expect(try cloud.fingerprint() == before)
  }

  @Test func `meets the verdict of an epoch that the cloud does not know`() throws {
    let cloud = try TestCloud()
    var stranger = TestDevice(1)
    try stranger.enrol(with: try TestCloud().cloud, now: cloud.now)
    let before = try cloud.fingerprint()
    for request in try requests(stranger, at: cloud.now) {
      switch try cloud.answer(request) {
      case .opened(.unknownEpoch, let news), .notReceived(.unknownEpoch, let news):
        #expect(news.wanted.isEmpty && news.receivedMark == 0)
      case let other: Issue.record("\(other) is no verdict")
      }
    }
    #expect(try cloud.fingerprint() == before)
  }
}
