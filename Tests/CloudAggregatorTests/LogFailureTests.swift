import JournalFormat
import JournalStore
import SQLite
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("An aggregator whose log or projections fail") struct LogFailureTests {
  private let now = Sample.day.start

  /// On a disk that lets a sync fail, or a write.
  @Test(arguments: [StrictCloudLog.Fault.answerLost, .appendLost])
  func `continues when its disk does, and has lost nothing`(fault: StrictCloudLog.Fault) throws {
    let folder = try TemporaryFolder()
    let faulty = try FaultyJournalLog()
    let log = faulty.log
    let projections = try CloudProjections(
      path: folder.file("projections.sqlite"), vfs: nil, access: .maintain, log: log,
      logStart: faulty.start)
    let cloud = try Aggregator(
      log: log, projections: projections, keys: CloudKeys(signing: Sample.cloudKey),
      configuration: CloudConfiguration(tagSalt: Sample.tagSalt), dice: .seeded(1), now: now)
    var device = TestDevice(1)
    try device.enrol(with: cloud, now: now)
    device.add(engaged(1))
    _ = cloud.handle(try device.request(), now: now)
    let before = try projections.status().logEntries
    device.add(engaged(2))
    faulty.fail(fault)
    for _ in 0..<3 {
      let answer = try SyncResponse(bytes: cloud.handle(try device.request(2), now: now))
      #expect(answer == Aggregator.notNow, "nothing may be acknowledged")
    }
    // What only memory has is not written: the log may lack it.
    try cloud.projections.flush()
    faulty.recover()
    guard
      case .received(let receipt, _) = try SyncResponse(
        bytes: cloud.handle(try device.request(2), now: now))
    else {
      Issue.record("it has to be received when the disk is well")
      return
    }
    #expect(receipt.last.rawValue == 2)
    #expect(try projections.status().logEntries == before + 1)
    #expect(try projections.popularity().map(\.events) == [2])
    #expect(cloud.verifyLog()?.isWhole == true)
    let digest = try projections.stateDigest()
    try cloud.rebuild()
    #expect(try projections.stateDigest() == digest)
  }

  @Test func `reads nothing again while the log cannot be settled`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    device.add(engaged(1))
    cloud.log.nextFault = .answerLost
    cloud.log.refusesSettling = true
    let count = cloud.log.readCount
    for _ in 0..<5 { #expect(try cloud.refusal(try device.request()) == .retryLater) }
    #expect(cloud.log.readCount == count)
    cloud.log.refusesSettling = false
    guard case .received = try cloud.answer(try device.request()) else {
      Issue.record("it has to be received as a duplicate")
      return
    }
    #expect(cloud.log.entries.filter { $0.header.kind == .batch }.count == 1)
  }

  @Test func `never says of a duplicate that it came now, and makes its projections again`() throws
  {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    device.add(engaged(1))
    let first = try cloud.answer(try device.request())
    try cloud.cloud.projections.flush()
    try Connection(path: cloud.projectionsPath, mode: .readWrite).execute("DELETE FROM batches")
    let later = cloud.now.advanced(byMilliseconds: 5_000)
    let answers = try (0..<2).map { _ in
      try SyncResponse(bytes: cloud.cloud.handle(try device.request(), now: later))
    }
    guard case .refused(let refusal) = answers[0] else {
      Issue.record("when it came cannot be said now")
      return
    }
    #expect(refusal.code == .retryLater)
    #expect(answers[1] == first)
  }
}
