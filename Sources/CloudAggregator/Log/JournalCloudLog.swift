package import JournalFormat
package import JournalStore

/// The default log: one journal of kind cloud.
package final class JournalCloudLog: CloudLog {
  /// Nil after a failure, until the file could be opened again.
  private(set) var journal: Journal?
  let name: JournalName
  private let path: String
  private let options: JournalOptions
  /// An append failed in a way that leaves open what is on the disk.
  private var hasOpenOutcome = false

  /// - Parameter options: how the journal was opened, to open it again after a failure.
  package init(_ journal: Journal, options: JournalOptions = JournalOptions()) {
    self.journal = journal
    self.options = options
    name = journal.identity.name
    path = journal.path
  }

  private func opened() throws(CloudLogFailure) -> Journal {
    guard let journal else {
      throw .refused("\(path) failed and could not be opened again. Check the disk.")
    }
    return journal
  }

  package func append(
    _ drafts: [EntryDraft], extending expected: Journal.Position
  ) throws(CloudLogFailure) -> Journal.Position {
    guard !hasOpenOutcome else {
      throw .refused("\(path) failed to sync before. Resolve the open append first.")
    }
    let journal = try opened()
    let head: Journal.Position
    do throws(JournalError) { head = try journal.head() } catch {
      throw .refused(error.message)
    }
    guard head == expected else { throw .notExtending }
    do throws(JournalError) {
      return try journal.append(drafts)
    } catch {
      switch error.code {
      // A sync that failed leaves open what is on the disk.
      case .storage, .stopped:
        hasOpenOutcome = true
        throw .outcomeUnknown(error.message)
      case .notFound, .alreadyExists, .notAJournal, .foreignContents, .wrongKind, .newerFormat,
        .secondWriter, .damaged, .entryTooLarge, .restoreUnfinished, .outOfRange, .diskFull,
        .noPermission, .format:
        throw .refused(error.message)
      }
    }
  }

  /// Opens the file again, and has everything that it shows written and synced once more: after a
  /// failed sync the system may show pages that are not on the disk.
  package func resolveOpenAppend() throws(CloudLogFailure) {
    guard hasOpenOutcome || journal == nil else { return }
    guard path != ":memory:" else {
      throw .refused("A journal in memory failed: there is nothing to open again.")
    }
    // With it go its connection and its lock.
    journal = nil
    do throws(JournalError) {
      let again = try Journal.open(at: path, kind: .cloud, for: .write, options: options)
      try again.flushWriteAheadLog()
      journal = again
    } catch {
      throw .refused(error.message)
    }
    hasOpenOutcome = false
  }

  package func read(
    after number: UInt64, expecting digest: Digest?,
    _ body: (EntryRow) throws(CloudError) -> Journal.Reading
  ) throws(CloudLogFailure) {
    let journal = try opened()
    if let digest {
      let known: Digest?
      do throws(JournalError) { known = try journal.digest(at: number) } catch {
        throw .refused(error.message)
      }
      guard known == digest else { throw .unknownPosition }
    }
    try journal.forEach(
      from: number + 1, refuse: { CloudLogFailure.refused($0.message) }
    ) { row throws(CloudLogFailure) in
      do throws(CloudError) { return try body(row) } catch { throw .reader(error) }
    }
  }

  package func redact(_ number: SequenceNumber) throws(CloudLogFailure) {
    let journal = try opened()
    do throws(JournalError) { try journal.redact(number) } catch {
      throw .refused(error.message)
    }
  }

  /// Verifies the chain; nil while the file cannot be opened.
  package func verify() -> Verification? { journal?.verify() }

  /// Empties the write-ahead log into the file.
  package func flushWriteAheadLog() throws(JournalError) { try journal?.flushWriteAheadLog() }
}
