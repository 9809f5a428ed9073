internal import JournalFormat
internal import JournalStore

/// What a verification of a journal found.
public struct JournalVerification: Hashable, Sendable {
  /// Something that is wrong.
  public struct Finding: Hashable, Sendable {
    /// A name for programs, such as "rewound".
    public let kind: String
    /// The entries that it is about; nil: the journal as a whole.
    public let entries: ClosedRange<UInt64>?
    /// What is wrong, for people.
    public let meaning: String
    /// What to do about it, for people; empty if `meaning` has it already.
    public let nextStep: String

    fileprivate init(
      _ kind: String, _ entries: ClosedRange<UInt64>? = nil, _ meaning: String, _ nextStep: String
    ) {
      (self.kind, self.entries, self.meaning, self.nextStep) = (kind, entries, meaning, nextStep)
    }

    fileprivate init(_ finding: JournalStore.Finding) {
      self.init(
        finding.kind.rawValue, finding.number.map { $0...max($0, finding.last ?? $0) },
        finding.meaning, finding.nextStep)
    }
  }

  /// Its name: private, shared or cloud; unknown if the file does not say it any more.
  public let journal: String
  /// Entries that were read.
  public let entryCount: Int
  /// Those of them that lost their payload: their words are gone, and the chain is still whole.
  public let redactedEntryCount: Int
  /// The number of the last entry; 0 if there is none.
  public let lastEntry: UInt64
  /// The digest of the last entry, which stands for all before it, in hexadecimal digits; empty if
  /// the journal could not be read.
  public let digest: String
  /// The first 1,000, by kind of check and then by entry.
  public let findings: [Finding]
  /// All of them, those that are not listed too.
  public let findingCount: Int
  /// What it was compared with, for people.
  public let comparedWith: [String]
  /// What lay beside it as its write-ahead log.
  package let log: WriteAheadLog
  /// Whether it was opened where it lies, so that there can be a log.
  package let hasLog: Bool
  /// Whether nothing of it could be read.
  package let isUnopened: Bool

  /// Whether nothing is wrong.
  public var isWhole: Bool { findingCount == 0 }

  init(_ check: JournalCheck, _ source: JournalSource) {
    let verification = check.verification
    journal = source.journal.identity.kind.description
    (entryCount, redactedEntryCount) = (verification.entryCount, verification.redactedCount)
    (lastEntry, digest) = (verification.head.number, verification.head.digest.description)
    findings =
      verification.findings.map { Finding($0) }
      + check.remarks.map { Finding($0.kind, nil, $0.meaning, $0.nextStep) }
    findingCount = verification.findingCount + check.remarks.count
    comparedWith = check.known + [check.compared].compactMap(\.self)
    (log, hasLog, isUnopened) = (source.log, source.folder != nil, false)
  }

  /// Of a file that cannot be opened any more, from what is found of its entries.
  init(damaged path: String, _ error: JournalError, isDeep: Bool) throws {
    guard let survey = try? EntrySurvey(path) else { throw error }
    survey.forEach { _ in }
    guard survey.isJournal else {
      throw JournalError(
        error.code, "\(UnopenedFile(path).meaning) No entry is found in it.",
        nextStep: "Check the path; if it was a journal, restore it from a snapshot.", cause: error)
    }
    let kind = survey.identity?.kind
    let verification = DamagedJournal(survey).verify(
      checksPayloads: JournalCheck.checksPayloads(kind, isDeep: isDeep))
    // That it is cut short is found already.
    let unopened =
      survey.isCut
      ? []
      : [
        Finding(
          JournalStore.Finding.Kind.damagedPages.rawValue, nil,
          error.code == .notAJournal ? UnopenedFile(path).meaning : error.meaning,
          DamagedJournal.restore)
      ]
    journal = kind?.description ?? "unknown"
    (entryCount, redactedEntryCount) = (verification.entryCount, verification.redactedCount)
    (lastEntry, digest) = (verification.head.number, verification.head.digest.description)
    findings = unopened + verification.findings.map { Finding($0) }
    findingCount = verification.findingCount + unopened.count
    comparedWith = []
    log = WriteAheadLog(of: path).passing(over: survey.foreignLog)
    (hasLog, isUnopened) = (false, false)
  }

  /// Of a journal that cannot be read at all, beside others that can.
  init(unopened member: String, _ error: any Error) {
    journal = member.hasSuffix(".journal") ? String(member.dropLast(8)) : member
    let reason = error as? JournalError
    (entryCount, redactedEntryCount, lastEntry, digest, findingCount) = (0, 0, 0, "", 1)
    findings = [Finding("unopened", nil, reason?.meaning ?? "\(error)", reason?.nextStep ?? "")]
    comparedWith = []
    (log, hasLog, isUnopened) = (.none, false, true)
  }
}
