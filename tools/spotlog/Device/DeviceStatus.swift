import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import Search
import Sync

struct DeviceStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the state of journal, index and sync.",
    discussion: """
      Reads a step of what the index has not read yet, and changes nothing else.

      Examples:
        spotlog device status phone
        spotlog device status phone --json

      Exit status: 0, whatever it says of sync; 65 a file is not what it should be, also one \
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
      let (report, refusal) = try folder.read(report)
      if let warning = FileSystem.warning(ofFolder: folder.path) { Terminal.complain(warning) }
      if form.json { try Output.json(report) } else { show(report) }
      // It was said above.
      if let refusal { throw Failure(status(of: refusal), "") }
    }
  }

  /// Reads the index on by one step and no further: a status is there at once.
  ///
  /// - Returns: what keeps the device from speaking with its cloud at all, too.
  private func report(_ reading: DeviceReading) throws -> (Report, refusal: DeviceError?) {
    let device = reading.device
    try device.index.read()
    let summary = try device.indexSummary()
    let (sync, refusal) = reading.hasSync ? conversation(of: device) : (nil, Self.unreadSync)
    let state = try DeviceState(reading.path)
    let phase = sync?.machine.phase ?? (refusal == nil ? state.phaseAtNextSync : nil)
    let report = Report(
      journal: device.privateJournal.identity.name.description,
      journaled: try device.journaledNumber, searchable: device.index.searchableNumber ?? 0,
      items: summary.itemCount, activities: summary.activityCount,
      notPublic: summary.publicIndexingProblems.count,
      firstNotPublic: summary.publicIndexingProblems.first,
      unconfirmed: summary.unconfirmedItemCount,
      reindexRequests: summary.openReindexRequestCount,
      unreadableEntries: summary.unreadableEntryCount, unreadable: summary.unreadableSentence,
      indexRebuilt: device.index.rebuildReason,
      repaired: sync?.repair, enrolled: sync?.witness.grant != nil,
      phase: phase?.name
        ?? (refusal == nil ? "has never spoken" : reading.hasSync ? "refused" : "unknown"),
      explanation: refusal?.message ?? phase?.explanation,
      url: try PinnedCloud.read(from: reading.path)?.url.absoluteString,
      acknowledged: state.epoch.map { _ in state.acknowledged },
      reports: state.epoch.map { _ in state.reports },
      outboxFull: try sync?.isOutboxFull() ?? false,
      waitingFrom: state.blocking?.number, oldestWaiting: state.oldestWaiting?.text,
      restored: state.restored?.sentence, lastSync: state.lastSync,
      nextStep: reading.hasSync ? state.nextStep(in: folder.path) : Self.toKnowSync)
    return (report, refusal)
  }

  private static let toKnowSync =
    "Have the owner of the folder give you permission to read all of it."

  private static let unreadSync = DeviceError(
    .witness,
    "How the device stands with its cloud is not known, since files that say so cannot be read.",
    cause: JournalError(.noPermission, toKnowSync, cause: nil))

  /// Nil for a device that has never spoken, and for one that cannot, with the reason: what it
  /// holds can be said all the same.
  private func conversation(
    of device: Device
  ) -> (DeviceSync?, refusal: DeviceError?) {
    do throws(DeviceError) { return (try device.startedSync(now: .current), nil) } catch {
      return (nil, error)
    }
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
    if report.outboxFull { print("            \(DeviceSync.outboxIsFull)") }
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
