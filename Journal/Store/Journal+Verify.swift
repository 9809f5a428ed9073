internal import JournalFormat
internal import SQLite

/// Something that is wrong with a journal.
package struct Finding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A number is missing.
    case gap
    /// The entry's content or header is not what the chain says, or the entry before was changed.
    case brokenChain
    /// What was written cannot be read: its row or its page is damaged.
    case unreadableEntry
    /// The digest before it is lost: nobody can say whether the entry was written so.
    case unprovenEntry
    /// SQLite's own check of the file's pages found something.
    case damagedPages
    /// The file ends before its header says that it does.
    case cutShort
    /// The chain's beginning does not belong to this journal's identity.
    case foreignBeginning
    /// The journal ends before an entry that something outside it knows.
    case rewound
    /// Something outside knows the entry with another content.
    case forked
    /// The payload is not what its kind asks for.
    case unreadablePayload
  }

  package let kind: Kind
  /// The entry it is about, the first of several; nil for the file as a whole.
  package let number: UInt64?
  /// The last entry that it is about.
  package let last: UInt64?
  package let meaning: String
  package let nextStep: String

  package init(
    _ kind: Kind, at number: UInt64?, through last: UInt64? = nil, meaning: String,
    nextStep: String
  ) {
    self.kind = kind
    self.number = number
    self.last = last ?? number
    self.meaning = meaning
    self.nextStep = nextStep
  }
}

/// What a verification saw.
package struct Verification: Hashable, Sendable {
  package var entryCount = 0
  package var redactedCount = 0
  package var head: Journal.Position
  package var findings: [Finding] = []

  /// The findings that are kept; more are only counted, so that a ruined file cannot fill memory.
  package static let findingsKept = 1_000
  package var findingCount = 0

  package var isWhole: Bool { findingCount == 0 }

  package init(head: Journal.Position) { self.head = head }

  mutating func add(_ finding: Finding) {
    findingCount += 1
    if findings.count < Self.findingsKept { findings.append(finding) }
  }
}

extension Journal {
  /// Recomputes the whole chain and has SQLite check its pages.
  ///
  /// - Parameters:
  ///   - known: places in the chain that something outside this file knows: witness, receipts.
  ///   - checksPages: whether SQLite's own check runs, which reads the file once more.
  ///   - checksPayloads: whether each payload is decoded as what its kind says.
  ///   - last: the last entry that is checked.
  ///   - file: where the journal's file lies, if not where it was opened.
  ///   - progress: called now and then with the number that was reached.
  package func verify(
    known: [Position] = [], checksPages: Bool = true, checksPayloads: Bool = false,
    through last: UInt64 = .max, file: String? = nil, progress: (UInt64) -> Void = { _ in }
  ) -> Verification {
    let found = verifyInOrder(
      known: known, checksPages: checksPages, checksPayloads: checksPayloads, through: last,
      file: file ?? path, progress: progress)
    // What SQLite makes of damaged pages says little of which entries are lost.
    guard found.findings.contains(where: { $0.kind.isOfContents }),
      let survey = try? EntrySurvey(file ?? path), survey.identity == identity
    else { return found }
    let whole = found.findings.filter { $0.kind == .foreignBeginning || $0.kind == .damagedPages }
    let damaged = DamagedJournal(
      survey, hasUnreadableRows: found.findings.contains { $0.kind == .unreadableEntry })
    return damaged.verify(whole, known: known, checksPayloads: checksPayloads, through: last)
  }

  /// A sentence that says that the log is damaged, so that entries are missing; nil: it is whole.
  ///
  /// - Parameter file: where the journal's file lies, if not where it was opened.
  package func logDamage(of file: String? = nil) -> String? {
    isLogBroken ? LogCheck.damage(of: file ?? path).meaning : nil
  }

  /// A sentence that says that what lies beside a journal as its rollback journal is none of it.
  package static func rollbackJournal(beside file: String) -> String? {
    RollbackJournal.passedOver(file)
  }

  private func verifyInOrder(
    known: [Position], checksPages: Bool, checksPayloads: Bool, through last: UInt64, file: String,
    progress: (UInt64) -> Void
  ) -> Verification {
    var verification = Verification(head: floor)
    if isLogBroken { verification.add(LogCheck.damage(of: file)) }
    if floor.number == 0, floor.digest != identity.genesis {
      verification.add(
        Finding(
          .foreignBeginning, at: nil,
          meaning: "The chain begins as another journal's does.",
          nextStep: "Restore this journal from a snapshot: its identity was changed."))
    }
    if let finding = beginningFinding { verification.add(finding) }
    if checksPages { checkPages(&verification) }
    do throws(SQLiteError) {
      try checkChain(
        &verification, known: known, payloads: checksPayloads ? BatchReader() : nil, last,
        progress: progress)
    } catch {
      verification.add(
        Finding(
          .unreadableEntry, at: verification.head.number + 1, meaning: error.message,
          nextStep: "Restore this journal from a snapshot; the entries before can be exported."))
    }
    if let finding = Finding.rewound(to: verification.head.number, known) {
      verification.add(finding)
    }
    return verification
  }

  /// What the first row has against the floor.
  private var beginningFinding: Finding? { Finding.ofBeginning(connection, floor: floor) }

  private func checkPages(_ verification: inout Verification) {
    let result: String?
    do throws(SQLiteError) {
      result = try connection.text("PRAGMA quick_check(1)")
    } catch {
      result = error.message
    }
    guard result != "ok" else { return }
    let lines = (result ?? "nothing").split(separator: "\n")
    verification.add(
      Finding(
        .damagedPages, at: nil, meaning: "SQLite reports: \(lines.joined(separator: "; ")).",
        nextStep: DamagedJournal.restore))
  }

  private func checkChain(
    _ verification: inout Verification, known: [Position], payloads: BatchReader?, _ last: UInt64,
    progress: (UInt64) -> Void
  ) throws(SQLiteError) {
    let knownDigests = Dictionary(grouping: known, by: \.number)
    let select = try connection.statement(
      "SELECT \(EntryRow.columns) FROM entries ORDER BY number")
    defer { select.reset() }
    var (previous, isAtRow) = try viewing { floor throws(SQLiteError) in
      (floor, try select.step())
    }
    verification.head = previous
    while isAtRow, previous.number < last {
      previous = check(
        EntryRow(select), after: previous, knownDigests, payloads, &verification)
      if previous.number & 0xFFFF == 0 { progress(previous.number) }
      isAtRow = try select.step()
    }
  }

  /// - Parameter row: nil for one that cannot be an entry.
  /// - Returns: where the chain continues.
  private func check(
    _ row: EntryRow?, after previous: Position, _ known: [UInt64: [Position]],
    _ payloads: BatchReader?, _ verification: inout Verification
  ) -> Position {
    guard let row else {
      verification.add(
        Finding(
          .unreadableEntry, at: previous.number + 1, meaning: "The row cannot be an entry.",
          nextStep: "Restore this journal from a snapshot."))
      return Position(number: previous.number + 1, digest: previous.digest)
    }
    let number = row.number.rawValue
    if let finding = chainFinding(row, after: previous) { verification.add(finding) }
    if let known = known[number], known.contains(where: { $0.digest != row.digest }) {
      verification.add(.forked(at: number))
    }
    if let payloads, let problem = row.payloadProblem(in: identity.kind, reader: payloads) {
      verification.add(.unreadablePayload(at: number, problem))
    }
    verification.entryCount += 1
    if row.payload == nil { verification.redactedCount += 1 }
    verification.head = Position(number: number, digest: row.digest)
    return verification.head
  }

  /// What the chain has against an entry that comes after `previous`.
  private func chainFinding(_ row: EntryRow, after previous: Position) -> Finding? {
    let number = row.number.rawValue
    if number != previous.number + 1 {
      return Finding(
        .gap, at: previous.number + 1,
        meaning: "Entries \(previous.number + 1) to \(number - 1) are missing.",
        nextStep: "Restore this journal from a snapshot.")
    }
    guard row.header.digest(after: previous.digest) != row.digest else { return nil }
    return Finding(
      .brokenChain, at: number,
      meaning: "Entry \(number) is not what the chain says: it, or the digest before it, "
        + "was changed.",
      nextStep: "Restore this journal from a snapshot; entries before \(number) are whole.")
  }
}

extension Finding {
  /// What a journal's first row has against its floor: entries at or below it were pruned. A reader
  /// that begins above a wrong floor would pass over entries, or find none up to the head.
  static func ofBeginning(_ connection: Connection, floor: Journal.Position) -> Finding? {
    let first = try? connection.integers("SELECT number FROM entries ORDER BY number LIMIT 1").first
    guard let first, first <= floor.number else { return nil }
    return Finding(
      .foreignBeginning, at: nil,
      meaning: first < 1
        ? "The file has an entry numbered \(first), and the first of every journal is 1: somebody "
          + "added it."
        : "The file says that entries up to \(floor.number) were pruned, and has entry "
          + "\(first): what it says of itself was changed.",
      nextStep: "Restore this journal from a snapshot; `spotlog journal salvage` writes what "
        + "can be read.")
  }

  private static let nextEpoch =
    "If not, `spotlog device sync` continues in a new epoch by itself, without what this file "
    + "lacks."

  /// What those who know of entries have against a journal's end; nil: nothing. The last of them
  /// says it for all.
  static func rewound(to end: UInt64, _ known: [Journal.Position]) -> Finding? {
    guard let known = known.max(by: { $0.number < $1.number }), known.number > end else {
      return nil
    }
    return Finding(
      .rewound, at: known.number,
      meaning: "The journal ends at entry \(end), but entry \(known.number) is known outside it: "
        + "the file went back in time.",
      nextStep: "If you have a later copy of the file, put it back. \(nextEpoch)")
  }

  static func forked(at number: UInt64) -> Finding {
    Finding(
      .forked, at: number,
      meaning: "Entry \(number) is known outside the journal with another content.",
      nextStep: "If you have the file with that content, put it back. \(nextEpoch)")
  }

  static func unreadablePayload(at number: UInt64, _ problem: String) -> Finding {
    Finding(
      .unreadablePayload, at: number, meaning: "Entry \(number): \(problem)",
      nextStep: "Readers leave it out and read all others. If nothing is said of its chain, it "
        + "was written like this: a newer spotlog may read it.")
  }
}

extension Finding.Kind {
  /// Whether it is about what the file holds, and not about what others know of it.
  fileprivate var isOfContents: Bool {
    switch self {
    case .gap, .brokenChain, .unreadableEntry, .unprovenEntry, .damagedPages, .cutShort: true
    case .foreignBeginning, .rewound, .forked, .unreadablePayload: false
    }
  }
}
