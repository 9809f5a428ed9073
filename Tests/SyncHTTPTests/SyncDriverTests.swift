import DeviceIndex
import Foundation
import JournalFormat
import Sync
import SyncHTTP
import TestSupport
import Testing

/// The same over every way to the cloud: the one without a network, and HTTP.
enum Way: CaseIterable, Sendable {
  case direct, overHTTP

  /// The way, and what has to be ended after it.
  func open(to cloud: TestAggregator) throws -> (any SyncTransport, ScriptedServer?) {
    switch self {
    case .direct: return (ScriptedTransport { _, request in .answer(cloud.answer(request)) }, nil)
    case .overHTTP:
      let server = try cloud.serve()
      guard let url = URL(string: server.address) else { throw CocoaError(.fileNoSuchFile) }
      return (try HTTPTransport(url: url), server)
    }
  }
}

extension SyncDriver {
  /// Syncs for as long as it takes: other tests may hold this machine up for minutes.
  fileprivate func syncToItsEnd() async throws -> SyncSummary {
    try await sync(waitingAtMost: .seconds(1_800))
  }
}

@Suite("A sync") struct SyncDriverTests {
  @Test(arguments: Way.allCases)
  func `ends when everything is acknowledged`(way: Way) async throws {
    let cloud = try TestAggregator()
    let (transport, server) = try way.open(to: cloud)
    defer { server?.stop() }
    let device = try SyncingHost()
    try await device.engage(1...5)
    let driver = SyncDriver(device.host, over: transport)
    let first = try await driver.syncToItsEnd()
    #expect(first.ending == .acknowledged && first.phase == "ready", "\(first)")
    #expect(first.acknowledged == 5 && first.reports == 5 && cloud.reports == 5)
    #expect(first.requests == 2 && first.bytes > 0)
    #expect(first.lastError == nil && first.explanation == nil)
    // Nothing new: nothing is asked.
    #expect(try await driver.syncToItsEnd().requests == 0)
    try await device.engage(6...7)
    let second = try await driver.syncToItsEnd()
    #expect(second.acknowledged == 7 && second.requests == 1 && cloud.reports == 7)
  }

  @Test(arguments: Way.allCases)
  func `continues with another key, and with a clock that is wrong`(way: Way) async throws {
    let cloud = try TestAggregator(clockOffsetMilliseconds: 3_600_000)
    let (transport, server) = try way.open(to: cloud)
    defer { server?.stop() }
    let device = try SyncingHost()
    try await device.engage(1...1)
    let driver = SyncDriver(device.host, over: transport)
    #expect(try await driver.syncToItsEnd().ending == .acknowledged)
    try await device.host.rotateKey()
    try await device.engage(2...2)
    let rotated = try await driver.syncToItsEnd()
    #expect(rotated.ending == .acknowledged && rotated.acknowledged == 2)
    // The change was asked for at the device's time, then at the cloud's.
    #expect(rotated.requests == 3)
  }

  @Test func `tries again what fails`() async throws {
    let cloud = try TestAggregator()
    let transport = ScriptedTransport { place, request in
      let response = cloud.answer(request)
      // The answer is lost, and the cloud has what it was sent.
      return place.isMultiple(of: 2) ? .answer(response) : .failed("the connection was lost")
    }
    let device = try SyncingHost()
    try await device.engage(1...3)
    let summary = try await SyncDriver(device.host, over: transport).syncToItsEnd()
    #expect(summary.ending == .acknowledged && cloud.reports == 3)
    #expect(summary.requests == 4 && summary.lastError == nil)
  }

  /// Each request is on its way while the journals are compacted and what it reports is deleted.
  @Test func `continues while its device is compacted`() async throws {
    let cloud = try TestAggregator(batchEntryCount: 2)
    let device = try SyncingHost(window: 3)
    try await device.engage(1...9)
    let host = device.host
    let transport = ScriptedTransport { place, request in
      let response = cloud.answer(request)
      do {
        try await host.searchableIndex(forApp: "app").indexSearchableItems([
          SearchableItem(uniqueIdentifier: "note", attributeSet: AttributeSet())
        ])
        let summary = try await host.compact()
        guard place == 1 || summary.redactedEntryCount > 0 else {
          return .failed("nothing was superseded")
        }
      } catch {
        return .failed("\(error)")
      }
      return .answer(response)
    }
    let summary = try await SyncDriver(host, over: transport).syncToItsEnd()
    #expect(summary.ending == .acknowledged && summary.lastError == nil, "\(summary)")
    #expect(summary.acknowledged == 9 && cloud.reports == 9)
    #expect(try await host.compact().redactedEntryCount == 0)
    try await device.engage(10...11)
    #expect(try await SyncDriver(host, over: transport).syncToItsEnd().acknowledged == 11)
  }

  @Test func `ends with what there is room for, and says that more waits`() async throws {
    let cloud = try TestAggregator()
    let transport = ScriptedTransport { _, request in .answer(cloud.answer(request)) }
    let device = try SyncingHost(outboxCountMax: 3)
    try await device.engage(1...5)
    let driver = SyncDriver(device.host, over: transport)
    let summary = try await driver.syncToItsEnd()
    #expect(summary.ending == .outboxFull && cloud.reports == 3)
    #expect(summary.acknowledged == 3 && summary.reports == 3 && summary.lastError == nil)
    #expect(summary.explanation?.hasPrefix("The outbox is full") == true)
  }

  @Test func `ends with reports that wait for a fuller batch, and says how long`() async throws {
    let cloud = try TestAggregator()
    let transport = ScriptedTransport { _, request in .answer(cloud.answer(request)) }
    let device = try SyncingHost(batchDelayMilliseconds: 86_400_000)
    try await device.engage(1...3)
    let driver = SyncDriver(device.host, over: transport)
    let summary = try await driver.syncToItsEnd()
    #expect(summary.ending == .collecting && summary.lastError == nil, "\(summary)")
    #expect(summary.acknowledged == 0 && summary.reports == 3 && cloud.reports == 0)
    let status = try #require(try await device.host.syncStatus())
    #expect(status.isEnrolled && status.batchDue != nil)
    #expect(status.batchDue == summary.nextAttempt)
    // A deletion takes along what is before it.
    try await device.host.deleteSavedUserActivities(
      withPersistentIdentifiers: ["2"], inApp: "app")
    let next = try await driver.syncToItsEnd()
    #expect(next.ending == .acknowledged && next.acknowledged == next.reports, "\(next)")
    #expect(next.reports == 4 && next.nextAttempt == nil)
    #expect(try await device.host.syncStatus()?.batchDue == nil)
  }

  @Test func `that the cloud puts off ends before its time, and says why`() async throws {
    let later = Refusal(.retryLater, "The cloud is full.", retryAfterMilliseconds: 3_600_000)
    let transport = ScriptedTransport { _, _ in .answer(.refused(later)) }
    let device = try SyncingHost()
    let summary = try await SyncDriver(device.host, over: transport).syncToItsEnd()
    #expect(summary.ending == .unfinished && summary.requests == 1)
    #expect(summary.lastError == "The cloud is full." && summary.phase == "not enrolled")
  }

  @Test func `ends when its time is over, whatever is on its way`() async throws {
    let transport = ScriptedTransport { _, _ in
      try? await Task.sleep(for: .seconds(60))
      return .failed("the request was given up")
    }
    let device = try SyncingHost()
    let driver = SyncDriver(device.host, over: transport)
    let summary = try await driver.sync(waitingAtMost: .seconds(1))
    #expect(summary.ending == .unfinished && summary.requests == 1)
    #expect(summary.lastError == "the sync ended before the answer came")
    #expect(try await driver.sync(waitingAtMost: .zero).requests == 0)
  }

  @Test(.timeLimit(.minutes(30))) func `ends when its task is cancelled`() async throws {
    let transport = ScriptedTransport { _, _ in
      try? await Task.sleep(for: .seconds(3600))
      return .failed("the request was given up")
    }
    let device = try SyncingHost()
    let driver = SyncDriver(device.host, over: transport)
    let task = Task { try await driver.sync(waitingAtMost: .seconds(3600)) }
    while transport.requestCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    #expect(try await task.value.ending == .unfinished)
  }

  @Test func `of a device that is refused stops, and explains`() async throws {
    let transport = ScriptedTransport { _, request in
      let refusal = SyncResponse.refused(Refusal(.notAllowed, "No."))
      return .answer(refusal.signed(by: Sample.cloudKey, to: Digest(of: request)))
    }
    let device = try SyncingHost()
    let summary = try await SyncDriver(device.host, over: transport).syncToItsEnd()
    #expect(summary.ending == .stopped && summary.phase == "stopped: not allowed")
    #expect(summary.explanation == "The cloud refuses this device: No.")
    // The first could be of a key that was changed meanwhile.
    #expect(summary.requests == 2)
  }

  @Test(arguments: [OpenVerdict.ok(cloudHead: 2), .unknownEpoch])
  func `does not believe who signs nothing`(verdict: OpenVerdict) async throws {
    let cloud = try TestAggregator()
    let device = try SyncingHost()
    let honest = ScriptedTransport { _, request in .answer(cloud.answer(request)) }
    #expect(try await SyncDriver(device.host, over: honest).syncToItsEnd().ending == .acknowledged)
    try await device.engage(1...2)
    let news = CloudNews(
      cloudLife: Sample.cloudLife, receivedMark: 2, backedUpMark: 2, limits: SyncLimits(),
      wanted: [])
    let forged = ScriptedTransport { _, _ in .answer(.notReceived(verdict, news)) }
    let summary = try await SyncDriver(device.host, over: forged).sync(waitingAtMost: .seconds(2))
    #expect(summary.ending == .unfinished)
    #expect(summary.acknowledged == 0 && summary.reports == 2)
    #expect(summary.lastError?.contains("not signed by a key of this device's cloud") == true)
    #expect(try await SyncDriver(device.host, over: honest).syncToItsEnd().acknowledged == 2)
    #expect(cloud.reports == 2)
  }

  @Test func `does not believe another cloud`() async throws {
    let cloud = try TestAggregator()
    let transport = ScriptedTransport { _, request in .answer(cloud.answer(request)) }
    let device = try SyncingHost(cloudKeys: [Sample.deviceKey.publicKey])
    let summary = try await SyncDriver(device.host, over: transport)
      .sync(waitingAtMost: .seconds(2))
    #expect(summary.ending == .unfinished && summary.phase == "not enrolled")
    #expect(summary.lastError?.contains("not signed by the cloud's key") == true)
  }

  @Test func `has as many batches on their way as the device's policy says`() async throws {
    let cloud = try TestAggregator(batchEntryCount: 2)
    let transport = ScriptedTransport { _, request in
      let response = cloud.answer(request)
      try? await Task.sleep(for: .milliseconds(20))
      return .answer(response)
    }
    let device = try SyncingHost(window: 3)
    try await device.engage(1...12)
    let summary = try await SyncDriver(device.host, over: transport).syncToItsEnd()
    #expect(summary.ending == .acknowledged && cloud.reports == 12)
    #expect(transport.concurrency > 1 && transport.concurrency <= 3)
  }

  @Test func `that is asked for twice at a time is made once`() async throws {
    let cloud = try TestAggregator()
    let transport = ScriptedTransport { _, request in
      try? await Task.sleep(for: .milliseconds(50))
      return .answer(cloud.answer(request))
    }
    let device = try SyncingHost()
    try await device.engage(1...2)
    let driver = SyncDriver(device.host, over: transport)
    async let one = driver.syncToItsEnd()
    async let other = driver.syncToItsEnd()
    let summaries = try await [one, other]
    #expect(summaries.allSatisfy { $0.ending == .acknowledged })
    #expect(transport.requestCount == 2)
  }
}
