package import JournalFormat
package import JournalStore

/// The cloud's only truth: batches and control entries, chained by digests.
///
/// Four calls, so that a replicated log can stand in the place of the local file. Every
/// implementation passes the same suite of tests.
package protocol CloudLog: AnyObject {
  /// Appends the drafts, all or none, if the log's last entry is `expected`.
  ///
  /// - Returns: the new head, once the entries are durable.
  func append(
    _ drafts: [EntryDraft], extending expected: Journal.Position
  ) throws(CloudLogFailure) -> Journal.Position

  /// Calls `body` with the entries after number `number`, in order, until it says stop.
  ///
  /// - Parameter digest: what the log has to have at `number`; nil reads without that proof.
  func read(
    after number: UInt64, expecting digest: Digest?,
    _ body: (EntryRow) throws(CloudError) -> Journal.Reading
  ) throws(CloudLogFailure)

  /// Brings an append to its end whose outcome is unknown: afterwards its entries are durable, or
  /// are not there and never will be, and the log takes appends again. Anyone who reads on finds
  /// out.
  ///
  /// Throws as long as that cannot be said. When no outcome is open, nothing happens.
  func resolveOpenAppend() throws(CloudLogFailure)

  /// Replaces the payload of an entry by its digest. One that is redacted already stays as it is.
  func redact(_ number: SequenceNumber) throws(CloudLogFailure)
}

extension CloudLog {
  /// The log's file; nil when the log is not a file of ours.
  var file: JournalCloudLog? { self as? JournalCloudLog }
}

/// Why a log did not do what it was asked.
package enum CloudLogFailure: Error {
  /// The log's head is another one: somebody else appended, or the log went back.
  case notExtending
  /// The log does not have the position to read from: what was applied up to there is of another
  /// past, and must be replayed.
  case unknownPosition
  /// The entries may be in the log or not: settle, then read on to find out. Nothing is
  /// acknowledged meanwhile.
  case outcomeUnknown(String)
  /// Nothing has happened.
  case refused(String)
  /// Anyone who reads gave up.
  case reader(CloudError)

  /// Why, in the middle of a sentence.
  var reason: String {
    switch self {
    case .notExtending, .unknownPosition: "it has other entries than it had"
    case .outcomeUnknown(let reason), .refused(let reason): reason
    case .reader(let error): error.message
    }
  }
}
