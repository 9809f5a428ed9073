import ArgumentParser
import Foundation
import Inspection
import JournalFormat
import JournalStore
import Sync

struct JournalDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two journals, and show where they diverge.",
    discussion: """
      Two files, folders or snapshots, of one device or one cloud; or a device and a cloud: \
      then the device is compared with what the cloud's log has of its epoch. The place is \
      found by halving, whatever the size: a digest stands for all entries before it. The \
      verdict is of the first beside the second: same, behind, ahead, forked, gap (what both \
      keep does not overlap), other epoch, unrelated; of a device beside its cloud also fenced \
      and unknown epoch.

      Examples:
        spotlog journal diff phone clone
        spotlog journal diff phone backups/*.sqlar
        spotlog journal diff phone data

      Exit status: 1 they differ; 65 one of them is no journal; 66 there is none.
      """)

  @Argument(
    help: ArgumentHelp("A journal, a folder or a snapshot.", valueName: "a"), completion: .file(),
    transform: GivenPath.named)
  var first: String
  @Argument(
    help: ArgumentHelp("The other one; a cloud's as well.", valueName: "b"), completion: .file(),
    transform: GivenPath.named)
  var second: String
  @Option(
    help: ArgumentHelp(
      "Which journal of folders and snapshots: private, shared or cloud.", valueName: "name"),
    completion: .journalNames)
  var journal: String?
  @OptionGroup var key: SnapshotCommand.Key
  @OptionGroup var end: UntilOption
  @Option(help: "Maximum entries shown of each journal.") var limit = 10
  @OptionGroup var showing: ShowingOptions
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit is from 0 on.") }
  }

  func run() throws {
    try reporting {
      let key = try key.read()
      let (a, b) = (
        try JournalSource(first, member: journal, key: key),
        try JournalSource(second, member: try memberOfSecond(key), key: key)
      )
      let kinds = (a.journal.identity.kind, b.journal.identity.kind)
      let report: DiffReport
      switch kinds {
      case (.private, .cloud):
        report = try DiffReport(device: try outbox(beside: a, key), cloud: b, end.until)
      case (.shared, .cloud): report = try DiffReport(device: a, cloud: b, end.until)
      case (.cloud, .private), (.cloud, .shared):
        throw Failure(
          .usage, "Name the device first: spotlog journal diff DEVICE CLOUD.")
      default: report = try DiffReport(a, b, end.until)
      }
      if form.json { try Output.json(report) } else { try print(report, a, b) }
      for source in [a, b] { source.warnIfChanged() }
      if report.verdict != "same" { throw Failure(.finding, "") }
    }
  }

  /// A cloud has one journal, whichever of the device's is compared with it.
  private func memberOfSecond(_ key: SnapshotKey?) throws -> String? {
    let there = try JournalSource.members(of: second, key: key)
    return there == ["cloud.journal"] ? nil : journal
  }

  /// What the cloud knows of a device is what its shared journal has.
  private func outbox(beside source: JournalSource, _ key: SnapshotKey?) throws -> JournalSource {
    guard let folder = source.folder else {
      return try JournalSource(first, member: "shared", key: key)
    }
    return try JournalSource(first.isFolder ? first : folder, member: "shared")
  }

  private func print(_ report: DiffReport, _ a: JournalSource, _ b: JournalSource) throws {
    let style = showing.style
    Terminal.print("first       \(report.first.path)")
    Terminal.print("            \(report.first.text)")
    Terminal.print("second      \(report.second.path)")
    Terminal.print("            \(report.second.text)")
    if let common = report.common {
      let reads = report.reads.map { ", found with \(Figure.count($0, "read")) of each" } ?? ""
      Terminal.print("common      entries up to \(common)\(reads)")
    }
    printPruned(report)
    try printEntries("only first", report.onlyFirst, of: a)
    try printEntries("only second", report.onlySecond, of: b)
    for (name, numbers) in [
      ("first", report.redactedInFirst), ("second", report.redactedInSecond),
    ] where !numbers.isEmpty {
      let shown = numbers.prefix(limit).map(String.init).joined(separator: ", ")
      let more = numbers.count > limit ? " and \(numbers.count - limit) more" : ""
      Terminal.print("redacted    in the \(name) only: \(shown)\(more)")
    }
    let verdict = report.verdict == "same" ? style.good("same") : style.bad(report.verdict)
    Terminal.print("verdict     \(verdict): \(report.sentence)")
  }

  private func printPruned(_ report: DiffReport) {
    let floors = (report.first.first, report.second.first)
    guard floors.0 != floors.1, report.first.kind == report.second.kind else { return }
    let name = floors.0 > floors.1 ? "first" : "second"
    Terminal.print("pruned      in the \(name): what is before entry \(max(floors.0, floors.1))")
  }

  private func printEntries(
    _ title: String, _ span: DiffReport.Range?, of source: JournalSource
  ) throws {
    guard let span else { return }
    let count = Figure.grouped(span.last - span.first + 1)
    Terminal.print("\(title.padded(to: 11)) entries \(span.first)-\(span.last), \(count) in all")
    // A cloud's entries are of other numbers than a device's.
    guard source.journal.identity.kind.description == span.kind else { return }
    let last = min(span.last, span.first + UInt64(limit))
    guard limit > 0 else { return }
    let reader = JournalReader(source, Span(first: span.first, last: last))
    try reader.forEach(limit: limit) { row in
      let summary = EntryLine(row, isRedacted: showing.redact).summary
      let line = "\(row.number)  \(row.time.text)  \(summary.line)"
      Terminal.print("            \(line.cut(to: 160))")
    }
  }
}

/// A comparison, for `--json`.
struct DiffReport: Encodable {
  struct Side: Encodable {
    let path: String
    let kind: String
    let name: String
    let first: UInt64
    let last: UInt64
    let snapshotTime: String?

    init(_ source: JournalSource, last: UInt64) {
      path = source.path
      kind = source.journal.identity.kind.description
      name = source.journal.identity.name.description
      first = source.journal.floor.number + 1
      self.last = last
      snapshotTime = source.snapshotTime?.text
    }

    var text: String {
      "\(kind) \(name), entries \(first)-\(last)"
        + (snapshotTime.map { ", from a snapshot of \($0)" } ?? "")
    }
  }

  struct Range: Encodable {
    let first: UInt64
    let last: UInt64
    /// Whose numbers these are.
    let kind: String

    init?(_ span: Span, _ kind: JournalKind) {
      guard !span.isEmpty else { return nil }
      (first, last, self.kind) = (span.first, span.last, kind.description)
    }
  }

  let first: Side
  let second: Side
  let verdict: String
  let sentence: String
  let common: UInt64?
  let onlyFirst: Range?
  let onlySecond: Range?
  let redactedInFirst: [UInt64]
  let redactedInSecond: [UInt64]
  let reads: Int?

  init(_ a: JournalSource, _ b: JournalSource, _ until: Moment?) throws {
    let lasts = try Self.lasts(a.journal, b.journal, until)
    let found = try JournalComparison(a.journal, b.journal, through: lasts)
    (first, second) = (Side(a, last: lasts.0), Side(b, last: lasts.1))
    (verdict, common) = (found.verdict.rawValue, found.common)
    onlyFirst = Range(found.onlyFirst, a.journal.identity.kind)
    onlySecond = Range(found.onlySecond, b.journal.identity.kind)
    (redactedInFirst, redactedInSecond) = (found.redactedInFirst, found.redactedInSecond)
    reads = found.readCount
    sentence = found.verdict.sentence(found.common)
  }

  /// The last entries of both that are compared. One of the two may end before `until`, or begin
  /// behind it: the comparison says so. Both may not.
  private static func lasts(
    _ a: Journal, _ b: Journal, _ until: Moment?
  ) throws -> (UInt64, UInt64) {
    let (first, second) = (
      Result { try JournalReader.last(until, in: a) },
      Result { try JournalReader.last(until, in: b) }
    )
    func last(_ found: Result<UInt64, any Error>, of journal: Journal) throws -> UInt64 {
      do { return try found.get() } catch let error as JournalError where error.code == .outOfRange
      {
        let head = try journal.lastNumber()
        guard case .entry(let number) = until, number > head else { return journal.floor.number }
        return head
      }
    }
    if case .failure(let error) = first, case .failure = second { throw error }
    return (try last(first, of: a), try last(second, of: b))
  }

  init(device: JournalSource, cloud: JournalSource, _ until: Moment?) throws {
    let last = try JournalReader.last(until, in: cloud.journal)
    let view = try CloudView(cloud.journal, of: device.journal.identity.lineage, until: last) {
      Terminal.progress("entry \($0) of the log")
    }
    Terminal.endProgress()
    let head = try device.journal.head().number
    (first, second) = (Side(device, last: head), Side(cloud, last: last))
    let epoch = view.epoch(device.journal.identity.epoch)
    let known = epoch?.head.number ?? 0
    let standing = try DeviceStanding(device.journal, view)
    (verdict, sentence, common) = (standing.name, standing.sentence, standing.common)
    onlyFirst = Range(Span(first: (standing.common ?? 0) + 1, last: head), .shared)
    onlySecond = Range(Span(first: (standing.common ?? 0) + 1, last: known), .shared)
    (redactedInFirst, redactedInSecond, reads) = ([], [], nil)
  }
}

extension JournalComparison.Verdict {
  func sentence(_ common: UInt64?) -> String {
    switch self {
    case .same:
      "both end with the same entry, whose digest stands for all before it; `spotlog journal "
        + "verify` says whether each still holds what it stands for."
    case .behind: "the first lacks what came after entry \(common ?? 0) of the second."
    case .ahead: "the first has entries after the end of the second."
    case .forked:
      common.map { "after entry \($0) each continues in its own way." }
        ?? "nothing that both still keep is alike."
    case .gap:
      "one was pruned beyond the end of the other, so no entry of both can be compared."
    case .otherEpoch:
      "these are outboxes of one device from two epochs; each epoch is compared with the cloud."
    case .unrelated: "these are not journals of the same device or cloud."
    }
  }
}
