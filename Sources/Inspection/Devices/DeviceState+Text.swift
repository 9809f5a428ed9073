public import Foundation
internal import JournalFormat
internal import JournalStore
internal import Sync

extension DeviceState {
  /// The state as `spotlog journal why` prints it, in lines that a terminal can show.
  ///
  /// - Parameters:
  ///   - now: the time at which ages are told.
  ///   - marking: marks a part of a line, for example with a terminal's colours.
  public func lines(
    at now: Date = .now, marking: (String, TextMark) -> String = { text, _ in text }
  ) -> [String] {
    let verdict =
      isStuck ? marking("stuck", .bad) : marking(isWaiting ? "waiting" : "fine", .good)
    var lines = [
      "device      \(verdict): \(sentence.printable)", "next step   \(nextStep.printableLines)",
      "journaled   \(Figure.count(journaled.number, "entry", "entries"))"
        + (filtered.map { ", reported up to entry \($0)" } ?? ""),
    ]
    if let restored { lines.append("restored    \(restored.sentence)") }
    if let epoch {
      lines.append("epoch       \(epoch) of device \(lineage?.description ?? "unknown")")
      lines.append(
        "reports     \(Figure.grouped(acknowledgedReportCount)) of \(Figure.grouped(reportCount)) "
          + "acknowledged, \(Figure.grouped(backedUpReportCount)) in every backup of the cloud")
    }
    if let receipt = lastReceipt {
      lines.append("receipt     up to \(receipt.last), received \(receipt.receivedTime.text)")
    }
    if let blocking {
      lines.append(
        "waiting     from report \(blocking.number), \(blocking.kind), "
          + "\(Figure.bytes(blocking.byteCount)), of \(blocking.time.day)")
    }
    if let time = oldestWaiting {
      let lag = Figure.count(lagEntries, "entry or report", "entries and reports")
      let age = Figure.age(of: time, at: Timestamp(now))
      lines.append("lag         \(lag), the oldest of \(time.text), \(age)")
    }
    return lines + syncLines + cloudLines
  }

  private var syncLines: [String] {
    guard let sync = lastSync else { return ["last sync   none is noted"] }
    var lines = ["last sync   \(sync.time.printable), \(sync.ending.printable)"]
    if let error = sync.lastError { lines.append("last error  \(error.printable)") }
    if let time = sync.nextAttempt { lines.append("next retry  not before \(time.printable)") }
    for number in sync.parked {
      lines.append(
        "parked      report \(number): too large for the cloud, sent as its digest; it is tried "
          + "whole again when the device is reopened and it is not acknowledged")
    }
    return lines
  }

  private var cloudLines: [String] {
    guard let view = logged else { return [] }
    guard let epoch = self.epoch.flatMap({ view.epoch($0) }) else {
      return ["cloud       its log does not know this epoch"]
    }
    var lines = ["cloud       has entries up to \(epoch.head.number) of this epoch"]
    if let child = epoch.child { lines.append("            and a later epoch, \(child)") }
    let troubles = (view.notes + epoch.notes).filter(\.isTrouble)
    return lines
      + troubles.map { "trouble     entry \($0.logNumber) of the log: \($0.line.printable)" }
  }

  /// Entries that the filter has not read, and reports that are not acknowledged.
  private var lagEntries: UInt64 {
    journaled.number - min(filtered ?? 0, journaled.number) + reportCount
      - acknowledgedReportCount
  }
}

extension DeviceState: Encodable {
  /// Encodes the object that `docs/JSON.md` describes.
  public func encode(to encoder: any Encoder) throws {
    try DeviceWhyReport(self).encode(to: encoder)
  }
}

/// What `spotlog journal why --json` prints of a device.
private struct DeviceWhyReport: Encodable {
  let isStuck: Bool
  let why: String
  let nextStep: String
  let restored: String?
  let journaled: UInt64
  let filtered: UInt64?
  let lineage: String?
  let epoch: String?
  let reports: UInt64
  let acknowledged: UInt64
  let backedUp: UInt64
  let waitingFrom: UInt64?
  let oldestWaiting: String?
  let lastSync: LastSync?
  let cloudHead: UInt64?
  let troubles: [String]?

  init(_ state: DeviceState) {
    isStuck = state.isStuck
    (why, nextStep) = (state.sentence, state.nextStep)
    restored = state.restored?.sentence
    (journaled, filtered) = (state.journaled.number, state.filtered)
    (lineage, epoch) = (state.lineage?.description, state.epoch?.description)
    reports = state.reportCount
    acknowledged = state.acknowledgedReportCount
    backedUp = state.backedUpReportCount
    waitingFrom = state.blocking?.number
    oldestWaiting = state.oldestWaiting?.text
    lastSync = state.lastSync
    let view = state.logged
    let own = view.flatMap { view in state.epoch.flatMap { view.epoch($0) } }
    cloudHead = own?.head.number
    troubles = view.map { view in
      (view.notes + (own?.notes ?? [])).filter(\.isTrouble).map(\.line)
    }
  }
}
