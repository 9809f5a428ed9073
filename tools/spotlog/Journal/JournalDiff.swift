import ArgumentParser
import Foundation
import Inspection
import JournalFormat

struct JournalDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two journals, and show where they diverge.",
    discussion: """
      Compares two files, folders or snapshots of one device or one cloud; or a device with what a \
      cloud's log has of its epoch. The place where they diverge is found by halving, since a \
      digest covers all entries before it. The verdict compares the first with the second: same, \
      behind, ahead, forked, gap (what both keep does not overlap), other epoch, unrelated; for a \
      device and its cloud also fenced and unknown epoch.

      Examples:
        spotlog journal diff phone clone
        spotlog journal diff phone backups/*.sqlar
        spotlog journal diff phone data

      Exit status: 1 they differ; 65 one of them is not a journal; 66 there is no such file.
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
    guard limit >= 0 else { throw ValidationError("--limit takes 0 or more.") }
  }

  func run() throws {
    try reporting {
      let key = try key.read()
      func inspector(_ path: String) -> JournalInspector {
        JournalInspector(
          path, member: journal, key: key, notice: { Terminal.complain($0) },
          progress: { Terminal.progress("entry \($0) of the log") })
      }
      let found = try compare(inspector(first), with: inspector(second))
      Terminal.endProgress()
      if form.json { try Output.json(DiffReport(found)) } else { print(found) }
      if found.verdict != .same { throw Failure(.finding, "") }
    }
  }

  private func compare(
    _ first: JournalInspector, with second: JournalInspector
  ) throws -> JournalComparison {
    do throws(InspectionError) {
      return try first.comparison(
        with: second, until: end.until, entryLimit: form.json ? 0 : limit)
    } catch {
      guard error.code == .wrongKind, error.cause == nil else { throw error }
      throw Failure(.usage, "Name the device first: spotlog journal diff DEVICE CLOUD.")
    }
  }

  private func print(_ found: JournalComparison) {
    let style = showing.style
    for (name, side) in [("first", found.first), ("second", found.second)] {
      Terminal.print("\(name.padded(to: 11)) \(side.path)")
      Terminal.print("            \(side.text)")
    }
    if let common = found.lastCommonEntry {
      let reads = found.readCount.map { ", found with \(Figure.count($0, "read")) of each" } ?? ""
      Terminal.print("common      entries up to \(common)\(reads)")
    }
    printPruned(found)
    printEntries("only first", found.first)
    printEntries("only second", found.second)
    for (name, side) in [("first", found.first), ("second", found.second)] {
      let numbers = side.redactedOnlyHere
      guard !numbers.isEmpty else { continue }
      let shown = numbers.prefix(limit).map(String.init).joined(separator: ", ")
      let more = numbers.count > limit ? " and \(numbers.count - limit) more" : ""
      Terminal.print("redacted    in the \(name) only: \(shown)\(more)")
    }
    let verdict =
      found.verdict == .same ? style.good("same") : style.bad(found.verdict.rawValue)
    Terminal.print("verdict     \(verdict): \(found.sentence)")
  }

  private func printPruned(_ found: JournalComparison) {
    let floors = (found.first.firstEntry, found.second.firstEntry)
    guard floors.0 != floors.1, found.first.kind == found.second.kind else { return }
    let name = floors.0 > floors.1 ? "first" : "second"
    Terminal.print("pruned      in the \(name): what is before entry \(max(floors.0, floors.1))")
  }

  private func printEntries(_ title: String, _ side: JournalComparison.Side) {
    guard let numbers = side.onlyHere else { return }
    let count = Figure.grouped(numbers.upperBound - numbers.lowerBound + 1)
    let range = "\(numbers.lowerBound)-\(numbers.upperBound)"
    Terminal.print("\(title.padded(to: 11)) entries \(range), \(count) in all")
    for entry in side.onlyHereEntries {
      let words = showing.redact ? entry.withoutWords.line : entry.line
      let line = "\(entry.number)  \(Timestamp(entry.time).text)  \(words)"
      Terminal.print("            \(line.cut(to: 160))")
    }
  }
}

extension JournalComparison.Side {
  fileprivate var text: String {
    "\(kind) \(name), entries \(firstEntry)-\(lastEntry)"
      + (snapshotTime.map { ", from a snapshot of \(Timestamp($0).text)" } ?? "")
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

    init(_ side: JournalComparison.Side) {
      (path, kind, name) = (side.path, side.kind.description, side.name)
      (first, last) = (side.firstEntry, side.lastEntry)
      snapshotTime = side.snapshotTime.map { Timestamp($0).text }
    }
  }

  struct Range: Encodable {
    let first: UInt64
    let last: UInt64
    /// Whose numbers these are.
    let kind: String

    init?(_ numbers: ClosedRange<UInt64>?, _ kind: JournalKind) {
      guard let numbers else { return nil }
      (first, last, self.kind) = (numbers.lowerBound, numbers.upperBound, kind.description)
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

  init(_ found: JournalComparison) {
    (first, second) = (Side(found.first), Side(found.second))
    (verdict, sentence) = (found.verdict.rawValue, found.sentence)
    (common, reads) = (found.lastCommonEntry, found.readCount)
    onlyFirst = Range(found.first.onlyHere, found.first.kind)
    // What a cloud has of a device are the device's reports.
    onlySecond = Range(
      found.second.onlyHere,
      found.first.kind == .shared && found.second.kind == .cloud ? .shared : found.second.kind)
    redactedInFirst = found.first.redactedOnlyHere
    redactedInSecond = found.second.redactedOnlyHere
  }
}
