internal import CloudAggregator
internal import Foundation
internal import JournalFormat
internal import JournalStore
internal import Sync

/// An aggregator on a log in memory that is asked by a script.
final class ScriptedCloud {
  static let tagSalt = Array("a salt for scripts".utf8)
  /// So little that a script gets there.
  private static let workMax = 4_096

  let now = Timestamp(milliseconds: 1_767_225_600_000)
  let memory = SignatureMemory()
  private let log = MemoryLog()
  private let folder: String
  private var aggregator: Aggregator

  init() throws {
    folder = NSTemporaryDirectory() + "/spotlog-script-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    aggregator = try Self.open(log, folder, memory, now)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func open(
    _ log: MemoryLog, _ folder: String, _ memory: SignatureMemory, _ now: Timestamp
  ) throws -> Aggregator {
    var configuration = CloudConfiguration(tagSalt: tagSalt)
    configuration.threshold = 2
    configuration.batchWorkMax = workMax
    var key = Samples.key
    key.memory = memory
    let projections = try CloudProjections(
      path: folder + "/projections.sqlite", vfs: nil, access: .maintain, log: log,
      logStart: log.start)
    return try Aggregator(
      log: log, projections: projections, keys: CloudKeys(signing: key),
      configuration: configuration,
      dice: .seeded(1 + log.head.number), now: now)
  }

  var life: CloudLife { aggregator.projections.life }

  func answer(_ request: SyncRequest) throws -> SyncResponse {
    let before = aggregator.projections.settledWork
    let answer: SyncResponse
    do {
      answer = try SyncResponse(bytes: aggregator.handle(request.bytes, now: now))
    } catch {
      throw Violation(description: "an answer that cannot be read: \(error)")
    }
    // What a batch adds to itself comes on top, in few epochs.
    let after = aggregator.projections.settledWork
    let steps = after - min(before, after)
    guard steps < 32 * UInt64(Self.workMax) else {
      throw Violation(description: "a request of \(steps) steps")
    }
    return answer
  }

  /// As after a restart.
  func restart() throws {
    let before = try aggregator.projections.stateDigest()
    try aggregator.projections.flush()
    aggregator = try Self.open(log, folder, memory, now)
    guard try aggregator.projections.stateDigest() == before else {
      throw Violation(description: "the projections' file gives another state")
    }
  }

  func checkRebuild() throws {
    let before = try aggregator.projections.stateDigest()
    try aggregator.rebuild()
    guard try aggregator.projections.stateDigest() == before else {
      throw Violation(description: "the log gives another state when it is applied again")
    }
  }
}

/// A log that never fails.
private final class MemoryLog: CloudLog {
  private var entries: [Entry] = []
  let start = Journal.Position(
    number: 0, digest: JournalIdentity(kind: .cloud, name: JournalName(bits: 6)).genesis)

  var head: Journal.Position {
    entries.last.map { Journal.Position(number: $0.header.number.rawValue, digest: $0.digest) }
      ?? start
  }

  func append(
    _ drafts: [EntryDraft], extending expected: Journal.Position
  ) throws(CloudLogFailure) -> Journal.Position {
    guard expected == head else { throw .notExtending }
    for draft in drafts {
      let header = EntryHeader(
        number: .after(entries.last?.header.number), time: draft.time, kind: draft.kind,
        encryption: .none, payloadByteCount: UInt32(draft.payload.count),
        payloadDigest: Digest(of: draft.payload))
      entries.append(
        Entry(header: header, digest: header.digest(after: head.digest), payload: draft.payload))
    }
    return head
  }

  func read(
    after number: UInt64, expecting digest: Digest?,
    _ body: (EntryRow) throws(CloudError) -> Journal.Reading
  ) throws(CloudLogFailure) {
    if let digest {
      guard number <= UInt64(entries.count) else { throw .unknownPosition }
      let found = number == 0 ? start.digest : entries[Int(number) - 1].digest
      guard found == digest else { throw .unknownPosition }
    }
    for entry in entries.dropFirst(Int(number)) {
      let result: Result<Journal.Reading, CloudError> =
        (entry.payload ?? []).withUnsafeBytes { payload in
          do throws(CloudError) {
            return .success(
              try body(EntryRow(entry, payload: entry.payload == nil ? nil : payload)))
          } catch {
            return .failure(error)
          }
        }
      do throws(CloudError) {
        if case .stop = try result.get() { return }
      } catch {
        throw .reader(error)
      }
    }
  }

  func resolveOpenAppend() {}

  func redact(_ number: SequenceNumber) throws(CloudLogFailure) {
    guard number.rawValue <= UInt64(entries.count) else { throw .refused("no such entry") }
    entries[Int(number.rawValue) - 1].payload = nil
  }
}
