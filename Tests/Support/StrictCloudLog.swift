package import CloudAggregator
package import JournalFormat
package import JournalStore

/// A log in memory that does what a replicated one may do to its users, when it is told to.
package final class StrictCloudLog: CloudLog {
  package enum Fault: Sendable {
    /// The entries are in the log; the answer is lost.
    case answerLost
    /// Nothing happened, but nobody can tell.
    case appendLost
    /// Nothing happened, and the log says so.
    case refused
  }

  package private(set) var entries: [Entry] = []
  package let start: Journal.Position
  /// What happens to the next append.
  package var nextFault: Fault?
  package var refusesReads = false
  package var refusesSettling = false
  /// After how many further reads one ends with a failure, behind which entry.
  package var interruption: (reads: Int, behind: UInt64)?
  /// After how many further reads none succeeds; nil: all do.
  package var refusesReadsAfter: Int?
  /// How many redactions still succeed; nil: all.
  package var redactionsLeft: Int?
  /// How often somebody began to read.
  package private(set) var readCount = 0
  private var hasOpenOutcome = false

  package init() {
    let identity = JournalIdentity(kind: .cloud, name: Sample.journalName)
    start = Journal.Position(number: 0, digest: identity.genesis)
  }

  package var head: Journal.Position {
    entries.last.map { Journal.Position(number: $0.header.number.rawValue, digest: $0.digest) }
      ?? start
  }

  /// Loses acknowledged entries at the end, as a restore of a backup does.
  package func loseTail(_ count: Int) { entries.removeLast(count) }

  package func append(
    _ drafts: [EntryDraft], extending expected: Journal.Position
  ) throws(CloudLogFailure) -> Journal.Position {
    guard !hasOpenOutcome else { throw .refused("the last append was not settled") }
    guard expected == head else { throw .notExtending }
    defer { nextFault = nil }
    if nextFault == .refused { throw .refused("the log is full") }
    hasOpenOutcome = nextFault != nil
    if nextFault == .appendLost { throw .outcomeUnknown("no answer") }
    var chain = Chain(after: head.digest)
    for draft in drafts { chain.append(draft) }
    for (entry, draft) in zip(chain.entries, drafts) {
      let number = SequenceNumber(head.number + 1)!
      let header = EntryHeader(
        number: number, time: draft.time, kind: draft.kind, encryption: .none,
        payloadByteCount: entry.header.payloadByteCount,
        payloadDigest: entry.header.payloadDigest)
      entries.append(
        Entry(header: header, digest: header.digest(after: head.digest), payload: draft.payload))
    }
    if nextFault == .answerLost { throw .outcomeUnknown("the answer was lost") }
    return head
  }

  package func resolveOpenAppend() throws(CloudLogFailure) {
    if refusesSettling { throw .refused("nobody can tell yet") }
    hasOpenOutcome = false
  }

  package func read(
    after number: UInt64, expecting digest: Digest?,
    _ body: (EntryRow) throws(CloudError) -> Journal.Reading
  ) throws(CloudLogFailure) {
    readCount += 1
    if refusesReads || refusesReadsAfter == 0 { throw .refused("the log cannot be read") }
    refusesReadsAfter = refusesReadsAfter.map { $0 - 1 }
    if let digest {
      let found =
        number == 0 ? start.digest : entries.count >= number ? entries[Int(number) - 1].digest : nil
      guard found == digest else { throw .unknownPosition }
    }
    let end = interruption.flatMap { $0.reads == 0 ? $0.behind : nil }
    interruption?.reads -= 1
    for entry in entries.dropFirst(Int(number)) {
      if let end, entry.header.number.rawValue > end { throw .refused("the line broke") }
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

  package func redact(_ number: SequenceNumber) throws(CloudLogFailure) {
    guard entries.count >= number.rawValue else { throw .refused("there is no such entry") }
    if redactionsLeft == 0 { throw .refused("the line broke") }
    redactionsLeft = redactionsLeft.map { $0 - 1 }
    entries[Int(number.rawValue) - 1].payload = nil
  }
}
