internal import JournalFormat

/// A verification of a journal in whose file pages, rows or the end are damaged: says exactly which
/// entries are lost. It needs nothing of SQLite, so it can be had of a file that cannot be opened.
package struct DamagedJournal {
  package let survey: EntrySurvey

  /// Whether there are rows that cannot be entries, so that what is not found was not just removed.
  private let hasUnreadableRows: Bool

  package init(_ survey: EntrySurvey, hasUnreadableRows: Bool = false) {
    self.survey = survey
    self.hasUnreadableRows = hasUnreadableRows
  }

  /// - Parameters:
  ///   - found: what is known already, of the file as a whole.
  ///   - known: places in the chain that something outside this file knows.
  package func verify(
    _ found: [Finding] = [], known: [Journal.Position] = [], checksPayloads: Bool = false,
    through last: UInt64 = .max
  ) -> Verification {
    var verification = Verification(head: survey.floor)
    if let cut = cutShort { verification.add(cut) }
    for finding in found { verification.add(finding) }
    let known = Dictionary(grouping: known, by: \.number)
    let reader = checksPayloads ? BatchReader() : nil
    let kind = survey.identity?.kind
    survey.forEach { entry in
      let number = entry.header.number.rawValue
      guard number <= last else { return }
      verification.entryCount += 1
      if entry.payload == nil { verification.redactedCount += 1 }
      verification.head = Journal.Position(number: number, digest: entry.digest)
      if let known = known[number], known.contains(where: { $0.digest != entry.digest }) {
        verification.add(.forked(at: number))
      }
      if let reader, let kind, let problem = entry.payloadProblem(in: kind, reader: reader) {
        verification.add(.unreadablePayload(at: number, problem))
      }
    }
    let arePagesWhole = survey.damagedPages.isEmpty && !hasUnreadableRows
    let losses = survey.losses.map { $0.finding(arePagesWhole: arePagesWhole) }
    let mended = survey.mended.map { EntrySurvey.Loss(first: $0, last: $0, reason: .changed) }
      .map { $0.finding(arePagesWhole: arePagesWhole) }
    for finding in (losses + mended).sorted(by: { ($0.number ?? 0) < ($1.number ?? 0) })
    where (finding.number ?? 0) <= last {
      verification.add(finding)
    }
    if survey.lastNumber < last {
      if !survey.isEndKnown { verification.add(unknownEnd) }
      if let finding = Finding.rewound(to: survey.lastNumber, Array(known.values.joined())) {
        verification.add(finding)
      }
    }
    return verification
  }

  /// Of a file that ends before its header says that it does.
  package var cutShort: Finding? {
    guard survey.isCut, let expected = survey.expectedByteCount else { return nil }
    return Finding(
      .cutShort, at: nil,
      meaning: "The file was cut short: it has \(survey.fileByteCount) bytes, and its header says "
        + "\(expected).",
      nextStep: "Look for a whole copy, or restore this journal from a snapshot.")
  }

  private var unknownEnd: Finding {
    Finding(
      .unreadableEntry, at: survey.lastNumber + 1,
      meaning: "What came after entry \(survey.lastNumber), if anything did, cannot be read.",
      nextStep: Self.restore)
  }

  package static let restore =
    "Restore this journal from a snapshot; `spotlog journal salvage` writes what can be read."
}

extension EntrySurvey.Loss {
  fileprivate func finding(arePagesWhole: Bool) -> Finding {
    let entries = first == last ? "Entry \(first)" : "Entries \(first) to \(last)"
    let (is_, they) = first == last ? ("is", "it was") : ("are", "they were")
    let (kind, meaning): (Finding.Kind, String) =
      switch reason {
      case .unreadable where arePagesWhole: (.gap, "\(entries) \(is_) missing.")
      case .unreadable: (.unreadableEntry, "\(entries) cannot be read.")
      case .changed: (.brokenChain, "\(entries) \(is_) not what the chain says: it was changed.")
      case .unproven:
        (
          .unprovenEntry,
          "\(entries) can be read, but the digest before is lost: nobody can say whether "
            + "\(they) written so."
        )
      }
    return Finding(
      kind, at: first, through: last, meaning: meaning, nextStep: DamagedJournal.restore)
  }
}

extension Entry {
  fileprivate func payloadProblem(in kind: JournalKind, reader: BatchReader) -> String? {
    guard let payload else {
      return EntryRow(self, payload: nil).payloadProblem(in: kind, reader: reader)
    }
    return payload.withUnsafeBytes {
      EntryRow(self, payload: $0).payloadProblem(in: kind, reader: reader)
    }
  }
}
