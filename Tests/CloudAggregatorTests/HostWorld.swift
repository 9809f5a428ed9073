import Foundation
import JournalFormat
import JournalStore
import Sync
import Synchronization
import TestSupport
import Testing

@testable import CloudAggregator

/// A clock that continues by a millisecond each time it is asked, and that a test can have anyone
/// who asks wait for.
final class HeldClock: Sendable {
  private struct State {
    var milliseconds = Sample.day.start.milliseconds
    var isHeld = false
  }

  private let state = Mutex(State())
  private let gate = DispatchSemaphore(value: 0)

  func now() -> Timestamp {
    if state.withLock({ $0.isHeld }) {
      gate.wait()
      // For the next one.
      gate.signal()
    }
    return state.withLock {
      $0.milliseconds += 1
      return Timestamp(milliseconds: $0.milliseconds)
    }
  }

  func goOn(byMilliseconds count: Int64) { state.withLock { $0.milliseconds += count } }

  func hold() { state.withLock { $0.isHeld = true } }

  /// Once for a clock.
  func release() {
    state.withLock { $0.isHeld = false }
    gate.signal()
  }
}

/// What a host told of its health, in order.
final class HealthChanges: Sendable {
  struct Change: Hashable, Sendable {
    var before: CloudHealth
    var after: CloudHealth
  }

  private let changes = Mutex<[Change]>([])

  var all: [Change] { changes.withLock { $0 } }

  func add(_ before: CloudHealth, _ after: CloudHealth) {
    changes.withLock { $0.append(Change(before: before, after: after)) }
  }
}

/// A host on files of its own.
struct HostWorld {
  let folder: TemporaryFolder
  let storage: CloudStorage
  let clock = HeldClock()
  let healthChanges = HealthChanges()
  let host: CloudHost

  var witnessPath: String { folder.file("cloud.witness") }

  /// - Parameters:
  ///   - folder: where the files are to lie.
  ///   - options: how the log is opened; the witness and what probes the disk are real files.
  init(
    in folder: TemporaryFolder? = nil, options: JournalOptions = JournalOptions(),
    holdOffMilliseconds: Int64 = 0, backups: CloudBackups? = nil,
    bounds: (inout IngestQueue.Bounds) -> Void = { _ in }
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    storage = CloudStorage(
      logPath: folder.file("cloud.journal"), projectionsPath: folder.file("projections.sqlite"),
      witness: FileCloudWitnessStore(path: folder.file("cloud.witness")), options: options)
    var all = IngestQueue.Bounds()
    bounds(&all)
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.holdOffMilliseconds = holdOffMilliseconds
    configuration.backups = backups
    let (clock, healthChanges) = (clock, healthChanges)
    host = try CloudHost(
      storage: storage, keys: CloudKeys(signing: Sample.cloudKey), configuration: configuration,
      bounds: all, clock: { clock.now() }, onHealthChange: { healthChanges.add($0, $1) })
  }

  /// As the edge does it; nil: turned away.
  func call(_ bytes: [UInt8]) async -> SyncResponse? {
    guard host.reserve(bytes.count) == .taken else { return nil }
    defer { host.releaseBytes(bytes.count) }
    guard host.admitRequest() == .taken else { return nil }
    defer { host.finishRequest() }
    return await host.process(Aggregator.Call(bytes))
  }

  func enrol(_ seed: UInt64) async -> SyncResponse? { await call(TestDevice(seed).enrolment) }

  /// The answers to enrolments of so many devices at once.
  ///
  /// - Parameter whenAllCame: called once all of them have called, but perhaps the last.
  func enrolAll(
    _ seeds: ClosedRange<UInt64>, whenAllCame: @escaping @Sendable () async -> Void = {}
  ) async -> [SyncResponse?] {
    let came = Counter()
    return await withTaskGroup(of: SyncResponse?.self) { group in
      for seed in seeds {
        group.addTask {
          let enrolment = TestDevice(seed).enrolment
          if came.next() == seeds.count {
            try? await Task.sleep(for: .milliseconds(200))
            await whenAllCame()
          }
          return await call(enrolment)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  func digest() async throws -> Digest {
    try await host.ask { cloud, _ throws(CloudError) in try cloud.projections.stateDigest() }
  }

  /// The times of the log's entries, each of which is of one commit.
  func commitTimes() throws -> [Timestamp] {
    let (_, log) = try CloudProjections.read(at: storage)
    var times: [Timestamp] = []
    try log.read(after: 0, expecting: nil) { row in
      times.append(row.time)
      return .next
    }
    return times
  }

  var hasLeftovers: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.contains { $0.contains("probe") || $0.hasSuffix(".new") }
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

extension SyncResponse {
  var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }

  var isEnrolled: Bool { if case .enrolled = self { true } else { false } }
}
