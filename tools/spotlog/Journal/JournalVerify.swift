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
        went back in time. With --deep every payload is decoded, and the index (of a cloud, the \
        folds) is made anew from the journal and compared with the one that lies there.

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
        let source = try input.open()
        let last = try end.until.map { try JournalReader.last($0, in: source.journal) }
        let known = try KnownPlaces(of: source)
        let verification = source.journal.verify(
          known: known.positions.filter { $0.number <= last ?? .max }, checksPayloads: deep,
          through: last ?? .max
        ) { number in
          Terminal.progress("\(number) entries")
        }
        var findings = verification.findings.map(VerificationReport.Item.init)
        let check = deep ? try DeepCheck(of: source) { Terminal.progress("entry \($0)") } : nil
        findings += check?.differences.map(VerificationReport.Item.init) ?? []
        Terminal.endProgress()
        let report = VerificationReport(
          verification, findings, known: known.sources, compared: check?.compared,
          hasLog: source.hasLog)
        if json { try Output.json(report) } else { print(report, source) }
        source.warnIfChanged()
        if !report.whole { throw Failure(.finding, "") }
      }
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
      return source.hasLog
        ? "what is in the write-ahead log beside the file was read as well"
        : "none beside the file: it was closed, or it is a copy that was made without it; such a "
          + "copy lacks what the log held, and ends earlier than the original"
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

    init(_ difference: DeepCheck.Difference) {
      (kind, entry) = ("otherFold", nil)
      (meaning, nextStep) = (difference.what, difference.nextStep)
    }
  }

  let entries: Int
  let redacted: Int
  let head: UInt64
  let digest: String
  let whole: Bool
  let findingCount: Int
  let hasLog: Bool
  let comparedWith: [String]
  let findings: [Item]

  init(
    _ verification: Verification, _ findings: [Item], known: [String], compared: String?,
    hasLog: Bool
  ) {
    entries = verification.entryCount
    redacted = verification.redactedCount
    head = verification.head.number
    digest = verification.head.digest.description
    let deepCount = findings.count - verification.findings.count
    findingCount = verification.findingCount + deepCount
    whole = findingCount == 0
    self.hasLog = hasLog
    comparedWith = known + [compared].compactMap(\.self)
    self.findings = findings
  }
}
