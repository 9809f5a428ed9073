import ArgumentParser
import Foundation
import Inspection
import JournalFormat

struct JournalVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify a journal's chain, pages, payloads and witness.",
    discussion: """
      Every payload's digest, every header and the chain are recomputed, and SQLite checks \
      the file's pages. A device's shared journal is compared with the witness and the receipts \
      that are kept, its private one with how far the filter has read: they know of a file that \
      went back in time. A witness of another device, of another epoch or, beside a cloud's \
      folder, of another log is a finding. The filter's tables beside the entries have their own \
      checksums. Of a folder or a snapshot all journals are verified, unless one is \
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

      Exit status: 1 there is a finding; 65 it is not a journal, or has no entry at --until; 66 \
      there is no such file.
      """)

  @OptionGroup var input: JournalInput
  @OptionGroup var end: UntilOption
  @Flag(help: "Also decode a cloud's payloads, and compare the projections.")
  var deep = false
  @OptionGroup var showing: ShowingOptions
  @OptionGroup var form: JSONOption

  func run() throws {
    try reporting {
      if end.until != nil, input.journal == nil,
        try JournalSource.members(of: input.path, key: try input.key.read()).count > 1
      {
        throw Failure(
          .usage, "--until needs one journal: add --journal private or shared.")
      }
      let found = try input.inspector().verify(until: end.until, isDeep: deep)
      Terminal.endProgress()
      if form.json {
        var first = VerificationReport(found[0])
        first.others = found.dropFirst().map { VerificationReport($0) }
        try Output.json(first)
      } else {
        for verification in found {
          if found.count > 1 { Swift.print("journal     \(verification.journal)") }
          print(verification)
        }
      }
      if found.contains(where: { !$0.isWhole }) { throw Failure(.finding, "") }
    }
  }

  /// Findings with one next step stand together, and say it once.
  private func printFindings(_ found: JournalVerification) {
    for (place, finding) in found.findings.enumerated() {
      let next = place + 1 < found.findings.count ? found.findings[place + 1].nextStep : nil
      let isSaidLater = next == finding.nextStep || finding.nextStep.isEmpty
      let step = isSaidLater ? "" : " " + finding.nextStep.printable
      Terminal.print(
        showing.style.bad("FINDING")
          + "     \(finding.place): \(finding.meaning.printable)\(step)")
    }
  }

  private func print(_ found: JournalVerification) {
    let style = showing.style
    guard !found.isUnopened else { return printFindings(found) }
    Terminal.print(
      "entries     \(Figure.grouped(found.entryCount)), "
        + "\(Figure.grouped(found.redactedEntryCount)) redacted")
    Terminal.print("head        \(found.lastEntry) \(found.digest)")
    if found.hasLog { Terminal.print("log         \(found.log.sentence)") }
    if !found.comparedWith.isEmpty {
      Terminal.print("compared    with \(found.comparedWith.joined(separator: ", "))")
    }
    printFindings(found)
    Terminal.print(
      found.isWhole
        ? style.good("whole") : style.bad(Figure.count(found.findingCount, "finding")))
  }
}

extension WriteAheadLog {
  /// What was done with it, for people.
  var sentence: String {
    switch self {
    case .read:
      return "what is in the write-ahead log beside the file was read as well"
    case .foreign:
      return "the write-ahead log beside the file belongs to another file, or to another time of "
        + "this one, and was not read; the next writer renames it"
    case .unreadable:
      return "what lies beside the file as its write-ahead log cannot be read as one, and was not "
        + "read"
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

  init(_ found: JournalVerification) {
    (entries, redacted) = (found.entryCount, found.redactedEntryCount)
    (head, digest) = (found.lastEntry, found.digest)
    (whole, findingCount) = (found.isWhole, found.findingCount)
    (log, comparedWith, journal) = (found.log.rawValue, found.comparedWith, found.journal)
    findings = found.findings.map { finding in
      let last = finding.entries.flatMap { $0.count > 1 ? $0.upperBound : nil }
      return Item(
        kind: finding.kind, entry: finding.entries?.lowerBound, through: last,
        meaning: finding.meaning, nextStep: finding.nextStep)
    }
  }
}

extension JournalVerification.Finding {
  fileprivate var place: String {
    entries.map { Figure.entries($0) } ?? "file"
  }
}
