import Foundation
import Inspection
import JournalFormat
import JournalStore
import Sync

/// How a device stands with its cloud, for people.
struct DeviceWhyText {
  let lines: [String]

  init(_ state: DeviceState, of folder: String, _ view: CloudView?, _ style: TextStyle) {
    let title =
      state.obstacle == nil
      ? style.good("fine") : state.isWaiting ? style.good("waiting") : style.bad("stuck")
    var lines = [
      "device      \(title): \(state.sentence.printable)",
      "next step   \(state.nextStep(in: folder))",
      "journaled   \(Figure.count(state.journaled.number, "entry", "entries"))"
        + (state.filtered.map { ", reported up to entry \($0)" } ?? ""),
    ]
    if let restored = state.restored { lines.append("restored    \(restored.sentence)") }
    if let epoch = state.epoch {
      lines.append("epoch       \(epoch) of device \(state.lineage?.description ?? "unknown")")
      lines.append(
        "reports     \(Figure.grouped(state.acknowledged)) of \(Figure.grouped(state.reports)) "
          + "acknowledged, \(Figure.grouped(state.backedUp)) in every backup of the cloud")
    }
    if let receipt = state.lastReceipt {
      lines.append("receipt     up to \(receipt.last), received \(receipt.receivedTime.text)")
    }
    if let blocking = state.blocking {
      lines.append(
        "waiting     from report \(blocking.number), \(blocking.kind), "
          + "\(Figure.bytes(blocking.byteCount)), of \(blocking.time.day)")
    }
    if let time = state.oldestWaiting {
      let lag = Figure.count(state.lagEntries, "entry or report", "entries and reports")
      lines.append(
        "lag         \(lag), the oldest of \(time.text), \(Figure.age(of: time, at: .current))")
    }
    lines += Self.lines(of: state.lastSync)
    lines += Self.lines(of: view, state)
    self.lines = lines
  }

  private static func lines(of sync: LastSync?) -> [String] {
    guard let sync else { return ["last sync   none is noted"] }
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

  private static func lines(of view: CloudView?, _ state: DeviceState) -> [String] {
    guard let view else { return [] }
    guard let epoch = state.epoch.flatMap({ view.epoch($0) }) else {
      return ["cloud       its log does not know this epoch"]
    }
    var lines = ["cloud       has entries up to \(epoch.head.number) of this epoch"]
    if let child = epoch.child { lines.append("            and a later epoch, \(child)") }
    let troubles = (view.notes + epoch.notes).filter(\.isTrouble)
    return lines
      + troubles.map { "trouble     entry \($0.logNumber) of the log: \($0.line.printable)" }
  }
}

extension DeviceState {
  /// Entries that the filter has not read, and reports that are not acknowledged.
  var lagEntries: UInt64 {
    journaled.number - min(filtered ?? 0, journaled.number) + reports - acknowledged
  }
}

/// The same for `--json`.
struct DeviceWhyReport: Encodable {
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

  init(_ state: DeviceState, of folder: String, _ view: CloudView?) {
    isStuck = state.obstacle != nil && !state.isWaiting
    (why, nextStep) = (state.sentence, state.nextStep(in: folder))
    restored = state.restored?.sentence
    (journaled, filtered) = (state.journaled.number, state.filtered)
    (lineage, epoch) = (state.lineage?.description, state.epoch?.description)
    (reports, acknowledged, backedUp) = (state.reports, state.acknowledged, state.backedUp)
    waitingFrom = state.blocking?.number
    oldestWaiting = state.oldestWaiting?.text
    lastSync = state.lastSync
    let own = view.flatMap { view in state.epoch.flatMap { view.epoch($0) } }
    cloudHead = own?.head.number
    troubles = view.map { view in
      (view.notes + (own?.notes ?? [])).filter(\.isTrouble).map(\.line)
    }
  }
}

/// What a cloud's log says of a device, for people.
struct CloudDeviceText {
  let lines: [String]

  init(_ view: CloudView, _ lineage: LineageName, _ showing: ShowingOptions) {
    let style = showing.style
    var lines = ["device      " + style.bold("\(lineage)")]
    func text(_ note: CloudView.Note) -> String {
      let line = "  entry \(note.logNumber)  \(note.time.text)  \(note.line.printable)"
      return note.isTrouble ? style.bad(line) : line
    }
    lines += view.notes.map(text)
    for epoch in view.epochs {
      let reports = epoch.batches.reduce(0) { $0 + $1.last - $1.first + 1 }
      lines.append(
        "epoch       \(epoch.grant.epoch), granted by entry \(epoch.grantedBy), \(epoch.time.text)")
      lines.append(
        "  has entries up to \(epoch.head.number), \(reports) in "
          + (epoch.batches.count == 1
            ? "a batch" : Figure.count(epoch.batches.count, "batch", "batches"))
          + (epoch.batches.last.map { ", the last one received \($0.time.text)" } ?? ""))
      lines += epoch.notes.map(text)
      if epoch.child == nil { lines.append("  open: the device can continue with it") }
    }
    self.lines = lines
  }
}

/// The same for `--json`.
struct CloudDeviceReport: Encodable {
  struct Epoch: Encodable {
    let epoch: String
    let grantedBy: UInt64
    let time: String
    let head: UInt64
    let batches: Int
    let child: String?
    let notes: [Note]
  }

  struct Note: Encodable {
    let logEntry: UInt64
    let time: String
    let what: String
    let isTrouble: Bool

    init(_ note: CloudView.Note) {
      (logEntry, time, what) = (note.logNumber, note.time.text, note.line)
      isTrouble = note.isTrouble
    }
  }

  let lineage: String
  let epochs: [Epoch]
  let notes: [Note]

  init(_ view: CloudView, _ lineage: LineageName) {
    self.lineage = lineage.description
    notes = view.notes.map(Note.init)
    epochs = view.epochs.map {
      Epoch(
        epoch: $0.grant.epoch.description, grantedBy: $0.grantedBy, time: $0.time.text,
        head: $0.head.number, batches: $0.batches.count, child: $0.child?.description,
        notes: $0.notes.map(Note.init))
    }
  }
}
