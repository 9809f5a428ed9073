package import JournalFormat
package import JournalStore

/// The default log: one journal of kind cloud.
package final class JournalCloudLog: CloudLog {
  package let journal: Journal

  package init(_ journal: Journal) { self.journal = journal }

  package func append(
    _ drafts: [EntryDraft], extending expected: Journal.Position
  ) throws(CloudLogFailure) -> Journal.Position {
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
      case .storage, .stopped: throw .outcomeUnknown(error.message)
      default: throw .refused(error.message)
      }
    }
  }

  package func read(
    after number: UInt64, expecting digest: Digest?,
    _ body: (EntryRow) throws(CloudError) -> Journal.Reading
  ) throws(CloudLogFailure) {
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
    do throws(JournalError) { try journal.redact(number) } catch {
      throw .refused(error.message)
    }
  }
}
