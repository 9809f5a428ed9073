import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import Sync
import SyncHTTP
import TestSupport

/// An aggregator on a log in memory that many tasks may ask.
final class TestAggregator: @unchecked Sendable {
  private let lock = NSLock()
  private let cloud: Aggregator
  private let folder: TemporaryFolder
  /// How far its clock is ahead of the system's.
  private let clockOffsetMilliseconds: Int64

  init(clockOffsetMilliseconds: Int64 = 0, batchEntryCount: UInt32 = 1_024) throws {
    self.clockOffsetMilliseconds = clockOffsetMilliseconds
    folder = try TemporaryFolder()
    let log = StrictCloudLog()
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = 2
    configuration.limits.retryDelayMilliseconds = 10
    configuration.limits.batchEntryCount = batchEntryCount
    let projections = try CloudProjections(
      path: folder.file("projections.sqlite"), vfs: nil, access: .maintain, log: log,
      logStart: log.start)
    cloud = try Aggregator(
      log: log, projections: projections, keys: CloudKeys(signing: Sample.cloudKey),
      configuration: configuration, dice: .seeded(1), now: .system)
  }

  func answer(_ request: [UInt8]) -> SyncResponse {
    lock.withLock {
      let now = Timestamp.system.advanced(byMilliseconds: clockOffsetMilliseconds)
      return cloud.handle([Aggregator.Call(request)], now: now)[0]
    }
  }

  /// Reports in its log.
  var reports: UInt64 { lock.withLock { cloud.counters.reports } }

  /// It over HTTP, as far as these tests need it.
  func serve() throws -> ScriptedServer {
    try ScriptedServer { request in
      let response = self.answer(request.body)
      guard case .refused(let refusal) = response else {
        return [.answer(200, HTTPAnswer.syncMediaType, response.bytes)]
      }
      let (status, name) = Self.problem(refusal.code)
      var members = ["\"type\":\"urn:spotlog:problem:\(name)\"", "\"detail\":\"\(name)\""]
      if let time = refusal.cloudTime { members.append("\"cloudTime\":\(time.milliseconds)") }
      if let signature = refusal.signature {
        members.append("\"signature\":\"\(signature.hex)\"")
      }
      return [.json("{\(members.joined(separator: ","))}", status: status)]
    }
  }

  private static func problem(_ code: Refusal.Code) -> (Int, String) {
    switch code {
    case .retryLater: (503, "retry-later")
    case .tooLarge: (413, "too-large")
    case .malformed: (400, "malformed")
    case .notAllowed: (403, "not-allowed")
    case .stale: (409, "stale")
    }
  }
}

/// A transport without a network that does what a test wants.
final class ScriptedTransport: SyncTransport, @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  private var open = 0
  private var openMost = 0
  private let script: @Sendable (_ place: Int, _ request: [UInt8]) async -> SyncOutcome

  /// - Parameter script: what comes of a request, by its place from 1 on.
  init(_ script: @escaping @Sendable (Int, [UInt8]) async -> SyncOutcome) { self.script = script }

  func send(_ request: [UInt8]) async -> SyncOutcome {
    let place = lock.withLock {
      count += 1
      open += 1
      openMost = max(openMost, open)
      return count
    }
    let outcome = await script(place, request)
    lock.withLock { open -= 1 }
    return outcome
  }

  /// Requests so far.
  var requestCount: Int { lock.withLock { count } }
  /// Requests that were on their way at one time, at most.
  var concurrency: Int { lock.withLock { openMost } }
}

/// A device in a folder that has something to report.
struct SyncingHost {
  let folder: TemporaryFolder
  let host: DeviceHost
  private let configuration: DeviceConfiguration

  init(
    cloudKeys: [PublicKey] = [Sample.cloudKey.publicKey], window: Int = 1,
    outboxCountMax: UInt64 = 1_000, batchDelayMilliseconds: Int64 = 0
  ) throws {
    folder = try TemporaryFolder()
    var configuration = DeviceConfiguration(tagSalt: Sample.tagSalt, cloudKeys: cloudKeys)
    configuration.policy.window = window
    configuration.outboxCountMax = outboxCountMax
    configuration.batchDelayMilliseconds = batchDelayMilliseconds
    self.configuration = configuration
    host = try DeviceHost(folder: folder.file("device"), configuration: configuration)
  }

  /// Engages with as many pages as asked for.
  func engage(_ pages: ClosedRange<Int>) async throws {
    for page in pages {
      var activity = UserActivity(activityType: "view")
      activity.title = "Page\(page)x"
      activity.webpageURL = URL(string: "https://example.com/\(page)")
      activity.persistentIdentifier = "\(page)"
      activity.isEligibleForSearch = true
      activity.isEligibleForPublicIndexing = true
      try await host.becomeCurrent(activity, inApp: "app")
      let found = try await host.search("Page\(page)x")
      try await host.userEngaged(with: found[0], query: "", visible: [])
    }
  }
}
