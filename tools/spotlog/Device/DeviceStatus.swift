import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat

struct DeviceStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the state of journal, index and sync.",
    discussion: """
      Reads a step of what the index has not read yet, and changes nothing else.

      Examples:
        spotlog device status phone
        spotlog device status phone --json

      Exit status: 0, whatever it says of sync; 65 a file is damaged or of another kind, also one \
      that only a sync needs; 66 there is no device; 73 its journal may not be read, or a file \
      that only a sync needs cannot be read.
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var form: JSONOption

  private struct Report: Encodable {
    var journal: String
    var journaled: UInt64
    var searchable: UInt64
    var items: Int
    var activities: Int
    var notPublic: Int
    var firstNotPublic: String?
    var unconfirmed: Int
    var reindexRequests: Int
    var unreadableEntries: Int
    var unreadable: String?
    var indexRebuilt: String?
    var repaired: String?
    var enrolled: Bool
    var phase: String
    var explanation: String?
    var url: String?
    var acknowledged: UInt64?
    var reports: UInt64?
    var outboxFull: Bool
    var waitingFrom: UInt64?
    var oldestWaiting: String?
    var restored: String?
    var lastSync: LastSync?
    var nextStep: String
  }

  func run() throws {
    try reporting {
      let reader = try folder.reader()
      let (report, refusal) = try report(reader)
      if let warning = reader.accessWarning { Terminal.complain(warning) }
      if form.json { try Output.json(report) } else { show(report) }
      // It was said above.
      if let refusal { throw Failure(status(of: refusal), "") }
    }
  }

  /// Reads the index on by one step and no further: a status is there at once.
  ///
  /// - Returns: what keeps the device from speaking with its cloud at all, too.
  private func report(_ reader: DeviceReader) throws -> (Report, refusal: InspectionError?) {
    let progress = try reader.readIndex()
    let summary = try reader.indexSummary()
    let sync = try reader.syncStanding()
    let report = Report(
      journal: reader.journalName, journaled: progress.entryCount, searchable: progress.doneCount,
      items: summary.itemCount, activities: summary.activityCount,
      notPublic: summary.publicIndexingProblems.count,
      firstNotPublic: summary.publicIndexingProblems.first,
      unconfirmed: summary.unconfirmedItemCount,
      reindexRequests: summary.openReindexRequestCount,
      unreadableEntries: summary.unreadableEntryCount, unreadable: summary.unreadableSentence,
      indexRebuilt: reader.indexRebuildReason, repaired: sync.repairSentence,
      enrolled: sync.isEnrolled, phase: sync.phase, explanation: sync.explanation,
      url: sync.isKnown ? try PinnedCloud.read(from: folder.path)?.url.absoluteString : nil,
      acknowledged: sync.acknowledgedReportCount, reports: sync.reportCount,
      outboxFull: sync.isOutboxFull,
      waitingFrom: sync.firstWaitingReport,
      oldestWaiting: sync.oldestWaiting.map { Timestamp($0).text },
      restored: sync.restoreSentence, lastSync: sync.lastSync, nextStep: sync.nextStep)
    return (report, sync.refusal)
  }

  private func show(_ report: Report) {
    showIndex(report)
    showSync(report)
  }

  private func showIndex(_ report: Report) {
    print("journal     \(report.journal)")
    print("journaled   \(Figure.count(report.journaled, "entry", "entries"))")
    print(
      "searchable  up to entry \(report.searchable), \(Figure.count(report.items, "item")) and "
        + Figure.count(report.activities, "activity", "activities"))
    if report.searchable < report.journaled {
      let progress = IndexProgress(doneCount: report.searchable, entryCount: report.journaled)
      print("            the index has \(progress.text); device search reads the rest")
    }
    if report.reindexRequests > 0 {
      print(
        "reindex     \(Figure.count(report.reindexRequests, "open request")), "
          + "\(Figure.count(report.unconfirmed, "item")) unconfirmed: "
          + "spotlog device reindex \(folder.path.asShellWord) --list")
    }
    if let sentence = report.unreadable {
      print("unreadable  \(sentence)")
      print("            spotlog journal verify \(folder.path.asShellWord) names them")
    }
    if let first = report.firstNotPublic {
      print(
        "public      \(Figure.count(report.notPublic, "activity", "activities")) eligible for "
          + "public indexing cannot become public: \(first.printable)")
      print("            spotlog journal why \(folder.path.asShellWord) ID says it of each")
    }
    if let reason = report.indexRebuilt { print("index       rebuilt: \(reason)") }
  }

  private func showSync(_ report: Report) {
    if let repair = report.repaired { print("repaired    \(repair.printable)") }
    if let restored = report.restored { print("restored    \(restored)") }
    print("cloud       \(report.phase)")
    if let explanation = report.explanation { print("            \(explanation)") }
    if let url = report.url { print("server      \(url.printable)") }
    if let acknowledged = report.acknowledged, let reports = report.reports {
      print(
        "reports     \(Figure.grouped(acknowledged)) of \(Figure.grouped(reports)) acknowledged")
    }
    if report.outboxFull { print("            \(SyncStanding.fullOutboxSentence)") }
    if let number = report.waitingFrom, let time = report.oldestWaiting {
      print("waiting     from report \(number) on, the oldest of \(time)")
    }
    if let sync = report.lastSync {
      print("last sync   \(sync.time.printable), \(sync.ending.printable)")
      if let error = sync.lastError { print("last error  \(error.printable)") }
      if let time = sync.nextAttempt { print("next retry  not before \(time.printable)") }
      if !sync.parked.isEmpty {
        let reports = Figure.count(sync.parked.count, "report")
        print("parked      \(reports): spotlog journal why \(folder.path.asShellWord)")
      }
    }
    print("next step   \(report.nextStep)")
  }
}
