import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore

struct JournalVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify a journal's chain, pages, payloads and witness.",
    discussion: """
      Every payload's digest, every header and the chain are recomputed, and SQLite checks \
      the file's pages. A device's shared journal is compared with the witness and the receipts \
      that are kept, its private one with how far the filter has read: they know of a file that \
      went back in time. A witness of another device, of another epoch or, beside a cloud's \
      folder, of another log is a finding. The filter's tables beside the entries have checksums \
      of their own. Of a folder or a snapshot all journals are verified, unless one is \
      named. Payloads of a device's journals are decoded. With --deep those of a cloud's log \
      are, too, and the index (of a cloud, the projections) is rebuilt from the journal and \
      compared with the one that lies there.

      Of a damaged file each range of entries is named that is missing, cannot be read, or is \
      not what was written; `spotlog journal salvage` writes the others into a new file.

      Examples:
        spotlog journal verify phone
        spotlog journal verify phone --journal shared
        spotlog journal verify backups/*.sqlar
        spotlog journal verify data --deep

      Exit status: 1 there is a finding; 65 it is no journal, or has no entry at --until; 66 \
      there is none.
      """)

  @OptionGroup var input: JournalInput
  @OptionGroup var end: UntilOption
  @Flag(help: "Also decode a cloud's payloads, and compare the projections.")
  var deep = false
  @OptionGroup var showing: ShowingOptions
  @OptionGroup var form: JSONOption

  func run() throws {
    try reporting {
      let checked = try members().map { try check($0.name, isOnly: $0.isOnly) }
      let reports = checked.map(\.report)
      if form.json {
        var first = reports[0]
        first.others = Array(reports.dropFirst())
        try Output.json(first)
      } else {
        for (subject, report) in checked {
          if reports.count > 1 { Swift.print("journal     \(report.journal)") }
          print(report, subject)
        }
      }
      for (subject, _) in checked {
        if case .source(let source)? = subject { source.warnIfChanged() }
      }
      if reports.contains(where: { !$0.whole }) { throw Failure(.finding, "") }
    }
  }

  private enum Subject {
    case source(JournalSource)
    /// A file that cannot be opened any more, and why.
    case damaged(EntrySurvey, path: String, JournalError)
  }

  /// All journals of a folder or snapshot, unless one of them is named.
  private func members() throws -> [(name: String?, isOnly: Bool)] {
    let key = try input.key.read()
    let members =
      try input.journal.map { [$0] } ?? JournalSource.members(of: input.path, key: key)
    guard end.until == nil || members.count == 1 else {
      throw Failure(
        .usage, "--until is of one journal: say which with --journal private or shared.")
    }
    return members.map { ($0, members.count == 1) }
  }

  /// One that cannot be verified is a finding, and does not keep the others from it.
  private func check(
    _ member: String?, isOnly: Bool
  ) throws -> (subject: Subject?, report: VerificationReport) {
    do {
      let subject = try open(member)
      switch subject {
      case .source(let source): return (subject, try check(source))
      case .damaged(let survey, let path, let error):
        let verification = DamagedJournal(survey).verify(
          checksPayloads: JournalCheck.checksPayloads(survey.identity?.kind, isDeep: deep))
        return (subject, VerificationReport(verification, survey, path: path, error))
      }
    } catch let error where !isOnly {
      return (nil, VerificationReport(unopened: member ?? input.path, error))
    }
  }

  private func open(_ member: String?) throws -> Subject {
    do {
      return .source(try JournalSource(input.path, member: member, key: try input.key.read()))
    } catch let error as JournalError where error.isOfContents {
      guard end.until == nil, let file = try? JournalSource.file(input.path, member),
        let survey = try? EntrySurvey(file)
      else { throw error }
      survey.forEach { _ in }
      guard survey.isJournal else {
        throw JournalError(
          error.code, "\(UnopenedFile(file).meaning) No entry is found in it.",
          nextStep: "Check the path; if it was a journal, restore it from a snapshot.",
          cause: error)
      }
      return .damaged(survey, path: file, error)
    }
  }

  private func check(_ source: JournalSource) throws -> VerificationReport {
    let last = try end.last(in: source.journal)
    let check = try JournalCheck(of: source, .init(last: last, isDeep: deep)) {
      Terminal.progress("entry \($0)")
    }
    Terminal.endProgress()
    return VerificationReport(check, source: source)
  }

  /// Findings with one next step stand together, and say it once.
  private func printFindings(_ report: VerificationReport) {
    for (place, finding) in report.findings.enumerated() {
      let next = place + 1 < report.findings.count ? report.findings[place + 1].nextStep : nil
      let isSaidLater = next == finding.nextStep || finding.nextStep.isEmpty
      let step = isSaidLater ? "" : " " + finding.nextStep.printable
      Terminal.print(
        showing.style.bad("FINDING")
          + "     \(finding.place): \(finding.meaning.printable)\(step)")
    }
  }

  private func print(_ report: VerificationReport, _ subject: Subject?) {
    let style = showing.style
    guard let subject else { return printFindings(report) }
    Terminal.print(
      "entries     \(Figure.grouped(report.entries)), \(Figure.grouped(report.redacted)) redacted"
    )
    Terminal.print("head        \(report.head) \(report.digest)")
    if case .source(let source) = subject, let log = Self.logText(source) {
      Terminal.print("log         \(log)")
    }
    if !report.comparedWith.isEmpty {
      Terminal.print("compared    with \(report.comparedWith.joined(separator: ", "))")
    }
    printFindings(report)
    let count = report.findingCount
    Terminal.print(
      report.whole
        ? style.good("whole") : style.bad(Figure.count(count, "finding")))
  }

  private static func logText(_ source: JournalSource) -> String? {
    guard source.folder != nil else { return nil }
    switch source.log {
    case .read:
      return "what is in the write-ahead log beside the file was read as well"
    case .foreign:
      return "the write-ahead log beside the file belongs to another file, or to another time of "
        + "this one, and was not read; who writes the journal next renames it"
    case .unreadable:
      return "what lies beside the file as its write-ahead log is none, and was not read"
    case .none:
      return "none beside the file: it was closed, or it is a copy that was made without it; "
        + "such a copy lacks what the log held, and ends earlier than the original"
    }
  }
}

/// A verification, for `--json`.
struct VerificationReport: Encodable {
  struct Item: Encodable {
    let kind: String
    let entry: UInt64?
    /// The last entry, where it is about several.
    let through: UInt64?
    let meaning: String
    let nextStep: String

    init(_ finding: Finding) {
      (kind, entry) = (finding.kind.rawValue, finding.number)
      through = finding.last == finding.number ? nil : finding.last
      (meaning, nextStep) = (finding.meaning, finding.nextStep)
    }

    /// Of the journal as a whole.
    init(kind: String, _ meaning: String, _ nextStep: String) {
      (self.kind, entry, self.meaning, self.nextStep) = (kind, nil, meaning, nextStep)
      through = nil
    }

    var place: String {
      guard let entry else { return "file" }
      return through.map { "entries \(entry) to \($0)" } ?? "entry \(entry)"
    }
  }

  let entries: Int
  let redacted: Int
  let head: UInt64
  let digest: String
  let whole: Bool
  let findingCount: Int
  let log: String
  let comparedWith: [String]
  let findings: [Item]
  let journal: String
  /// Those of the same folder or snapshot.
  var others: [VerificationReport] = []

  init(_ check: JournalCheck, source: JournalSource) {
    let verification = check.verification
    entries = verification.entryCount
    redacted = verification.redactedCount
    head = verification.head.number
    digest = verification.head.digest.description
    findingCount = verification.findingCount + check.remarks.count
    whole = check.isWhole
    (log, journal) = (source.log.rawValue, source.journal.identity.kind.description)
    comparedWith = check.known + [check.compared].compactMap(\.self)
    findings =
      verification.findings.map(Item.init)
      + check.remarks.map { Item(kind: $0.kind, $0.meaning, $0.nextStep) }
  }

  /// Of a file that cannot be opened.
  init(
    _ verification: Verification, _ survey: EntrySurvey, path: String, _ error: JournalError
  ) {
    entries = verification.entryCount
    redacted = verification.redactedCount
    head = verification.head.number
    digest = verification.head.digest.description
    // That it is cut short is found already.
    let unopened =
      survey.isCut
      ? []
      : [
        Item(
          kind: Finding.Kind.damagedPages.rawValue,
          error.code == .notAJournal ? UnopenedFile(path).meaning : error.meaning,
          DamagedJournal.restore)
      ]
    findings = unopened + verification.findings.map(Item.init)
    findingCount = verification.findingCount + unopened.count
    whole = false
    (log, journal) = (
      WriteAheadLog(of: path).rawValue, survey.identity?.kind.description ?? "unknown"
    )
    comparedWith = []
  }
}

extension VerificationReport {
  /// Of a journal that cannot be read at all, beside others that can.
  init(unopened member: String, _ error: any Error) {
    let name = member.hasSuffix(".journal") ? String(member.dropLast(8)) : member
    let reason = error as? JournalError
    (entries, redacted, head, digest, whole, findingCount) = (0, 0, 0, "", false, 1)
    (log, journal, comparedWith) = (WriteAheadLog.none.rawValue, name, [])
    findings = [
      Item(kind: "unopened", reason?.meaning ?? "\(error)", reason?.nextStep ?? "")
    ]
  }
}

extension JournalError {
  /// Whether it is about what the file holds.
  fileprivate var isOfContents: Bool {
    switch code {
    case .notAJournal, .damaged, .format, .storage: true
    default: false
    }
  }
}
