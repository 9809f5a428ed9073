import ArgumentParser
import Foundation
import Inspection
import JournalFormat
import JournalStore

extension JournalCommand {
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Recompute the whole chain, and compare with all that knows of it.",
      discussion: """
        Every payload's digest, every header and the chain are computed anew, and SQLite checks \
        the file's pages. A device's shared journal is compared with the witness and the receipts \
        that are kept, its private one with how far the gate has read: they know of a file that \
        went back in time. Of a folder or a snapshot all journals are verified, unless one is \
        named. With --deep every payload is decoded, and the index (of a cloud, the folds) is \
        made anew from the journal and compared with the one that lies there.

        Examples:
          spotlog journal verify phone
          spotlog journal verify phone --journal shared
          spotlog journal verify backups/snapshot-20260101T120000000Z-01020304.sqlar
          spotlog journal verify data --deep

        Exit status: 1 there is a finding; 65 it is no journal; 66 there is none.
        """)

    @OptionGroup var input: JournalInput
    @OptionGroup var end: UntilOption
    @Flag(help: "Decodes all payloads, and compares what is made of the journal.")
    var deep = false
    @OptionGroup var showing: ShowingOptions
    @Flag(help: "Prints the findings as JSON.") var json = false

    func run() throws {
      try reporting {
        let sources = try open()
        let reports = try sources.map(check)
        if json {
          var first = reports[0]
          first.others = Array(reports.dropFirst())
          try Output.json(first)
        } else {
          for (source, report) in zip(sources, reports) {
            if reports.count > 1 { Swift.print("journal     \(source.journal.identity.kind)") }
            print(report, source)
          }
        }
        for source in sources { source.warnIfChanged() }
        if reports.contains(where: { !$0.whole }) { throw Failure(.finding, "") }
      }
    }

    /// All journals of a folder or snapshot, unless one of them is named.
    private func open() throws -> [JournalSource] {
      let key = try input.key.read()
      let members =
        try input.journal.map { [$0] } ?? JournalSource.members(of: input.path, key: key)
      guard end.until == nil || members.count == 1 else {
        throw Failure(
          .usage, "--until is of one journal: say which with --journal private or shared.")
      }
      return try members.map { try JournalSource(input.path, member: $0, key: key) }
    }

    private func check(_ source: JournalSource) throws -> VerificationReport {
      let last = try end.until.map { try JournalReader.last($0, in: source.journal) }
      let known = try KnownPlaces(of: source)
      let verification = source.journal.verify(
        known: known.positions.filter { $0.number <= last ?? .max }, checksPayloads: deep,
        through: last ?? .max
      ) { number in
        Terminal.progress("\(number) entries")
      }
      let check = deep ? try DeepCheck(of: source) { Terminal.progress("entry \($0)") } : nil
      Terminal.endProgress()
      var findings = verification.findings.map(VerificationReport.Item.init)
      findings += known.unreadable.map { .init(kind: "witness", $0.meaning, $0.nextStep) }
      findings += (check?.differences ?? []).map { .init(kind: "otherFold", $0.what, $0.nextStep) }
      return VerificationReport(
        verification, findings, known: known.sources, compared: check?.compared,
        source: source)
    }

    private func print(_ report: VerificationReport, _ source: JournalSource) {
      let style = showing.style
      Swift.print("entries     \(report.entries), \(report.redacted) redacted")
      Swift.print("head        \(report.head) \(report.digest)")
      if let log = Self.logText(source) { Swift.print("log         \(log)") }
      if !report.comparedWith.isEmpty {
        Swift.print("compared    with \(report.comparedWith.joined(separator: ", "))")
      }
      for finding in report.findings {
        let place = finding.entry.map { "entry \($0)" } ?? "file"
        Swift.print(
          style.bad("FINDING")
            + "     \(place): \(finding.meaning.printable) \(finding.nextStep.printable)")
      }
      let count = report.findingCount
      Swift.print(
        report.whole
          ? style.good("whole") : style.bad(count == 1 ? "1 finding" : "\(count) findings"))
    }

    private static func logText(_ source: JournalSource) -> String? {
      guard source.folder != nil else { return nil }
      switch source.log {
      case .read:
        return "what is in the write-ahead log beside the file was read as well; one of another "
          + "file makes this one look damaged: move it aside and verify again"
      case .unreadable:
        return "what lies beside the file as its write-ahead log is none, and was not read"
      case .none:
        return "none beside the file: it was closed, or it is a copy that was made without it; "
          + "such a copy lacks what the log held, and ends earlier than the original"
      }
    }
  }
}

/// A verification, for `--json`.
struct VerificationReport: Encodable {
  struct Item: Encodable {
    let kind: String
    let entry: UInt64?
    let meaning: String
    let nextStep: String

    init(_ finding: Finding) {
      (kind, entry) = (finding.kind.rawValue, finding.number)
      (meaning, nextStep) = (finding.meaning, finding.nextStep)
    }

    /// Of the journal as a whole.
    init(kind: String, _ meaning: String, _ nextStep: String) {
      (self.kind, entry, self.meaning, self.nextStep) = (kind, nil, meaning, nextStep)
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

  init(
    _ verification: Verification, _ findings: [Item], known: [String], compared: String?,
    source: JournalSource
  ) {
    entries = verification.entryCount
    redacted = verification.redactedCount
    head = verification.head.number
    digest = verification.head.digest.description
    let others = findings.count - verification.findings.count
    findingCount = verification.findingCount + others
    whole = findingCount == 0
    (log, journal) = (source.log.rawValue, source.journal.identity.kind.description)
    comparedWith = known + [compared].compactMap(\.self)
    self.findings = findings
  }
}
