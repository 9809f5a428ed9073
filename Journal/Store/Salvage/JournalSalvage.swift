package import JournalFormat
internal import SQLite

/// Writes what can be read of a damaged journal into a new one, which verifies.
///
/// Where nothing is lost the new file is the same journal. Otherwise a chain with a hole would
/// verify nowhere: the entries that are left follow each other in a journal of another name, so
/// that nobody takes it for the one that was damaged.
package struct JournalSalvage {
  /// What its owner keeps beside the entries.
  package struct Companion {
    /// Statements that make its `local_` tables.
    package var tables = ""
    /// Entries that the new journal needs before the first that is left, if that is not the first.
    package var beginning: [EntryDraft] = []
    /// Called in the transaction, for each entry that is left and its new number.
    package var add: (Entry, UInt64, inout Appender) throws(JournalError) -> Void = { _, _, _ in }

    package init() {}
  }

  package struct Report {
    package let identity: JournalIdentity
    /// Whether it is the journal that was damaged, of which nothing was lost.
    package let isSame: Bool
    /// Whether the first entry is lost.
    package let isBeginningLost: Bool
    package let head: Journal.Position
  }

  private let survey: EntrySurvey
  package let kind: JournalKind
  /// Whether nothing is lost.
  package let isComplete: Bool
  /// Whether the entry that a journal begins with is lost.
  package let isBeginningLost: Bool

  /// Goes through the entries once to see what is there.
  ///
  /// - Throws: `JournalError.Code.notAJournal`.
  package init(_ survey: EntrySurvey, path: String) throws(JournalError) {
    var kinds: [JournalKind: Int] = [:]
    var first: UInt64?
    survey.forEach { entry in
      if first == nil { first = entry.header.number.rawValue }
      kinds[entry.header.kind.journal, default: 0] += 1
    }
    let likely = kinds.max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }?.key
    let stated = survey.identity?.kind
    guard let kind = survey.isIdentityProven ? stated : likely ?? stated else {
      throw JournalError(
        .notAJournal,
        "\(path) holds no entry that can be read. Check the path; if it was a journal, restore it "
          + "from a snapshot.")
    }
    self.survey = survey
    self.kind = kind
    isBeginningLost = first != 1
    isComplete =
      survey.isIdentityProven && survey.floor.number == 0 && survey.losses.isEmpty
      && survey.isEndKnown
  }

  /// - Parameters:
  ///   - path: where the new journal is made; nothing may be there, nor a log beside it.
  ///   - name: of the new journal, where entries are lost.
  /// - Throws: `JournalError.Code.alreadyExists`; what keeps a file from being written.
  package func write(
    to path: String, name: JournalName, companion: Companion = Companion()
  ) throws(JournalError) -> Report {
    if let log = Journal.orphanedLog(of: path) {
      throw JournalError(
        .alreadyExists, "\(log) is the log of a journal that is gone. Choose another place.")
    }
    let identity = identity(name)
    let journal = try Journal.create(
      at: path, identity: identity, created: survey.created, localTables: companion.tables
    ) { appender throws(JournalError) in
      for draft in companion.beginning { try appender.append(draft) }
      try survey.forEach { entry throws(JournalError) in
        try appender.append(entry)
        try companion.add(entry, appender.head.number, &appender)
      }
    }
    try journal.flushWriteAheadLog()
    let verification = journal.verify()
    guard verification.isWhole else {
      throw JournalError(
        .damaged, "\(path) was written and does not verify. Delete it and look at its disk.")
    }
    return Report(
      identity: identity, isSame: isComplete, isBeginningLost: isBeginningLost,
      head: verification.head)
  }

  private func identity(_ name: JournalName) -> JournalIdentity {
    if isComplete, let same = survey.identity { return same }
    guard kind == .shared else { return JournalIdentity(kind: kind, name: name) }
    return .shared(
      epoch: EpochName(bits: name.bits), lineage: survey.identity?.lineage ?? .zero, parent: nil)
  }
}

extension EntryKind {
  /// In which journals it occurs.
  fileprivate var journal: JournalKind {
    switch meaning {
    case .event: .private
    case .report: .shared
    case .batch, .control: .cloud
    // The numbers of later versions keep to the same ranges.
    case .unknown: rawValue < 16 ? .private : rawValue < 32 ? .shared : .cloud
    }
  }
}
