import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite
import Sync

extension DeviceCommand {
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "How far journal, index and sync are.",
      discussion: """
        Reads a step of what the index has not read yet, and changes nothing else.

        Examples:
          spotlog device status phone
          spotlog device status phone --json

        Exit status: 0, whatever it says of sync; 65 a file is not what it should be; 66 there is \
        no device; 73 another process has it open.
        """)

    @OptionGroup var folder: Folder
    @Flag(help: "Prints the status as JSON.") var json = false

    private struct Report: Encodable {
      var journal: String
      var journaled: UInt64
      var searchable: UInt64
      var items: Int
      var unconfirmed: Int
      var reindexRequests: Int
      var indexRebuilt: String?
      var enrolled: Bool
      var phase: String
      var explanation: String?
      var url: String?
      var acknowledged: UInt64?
      var reports: UInt64?
      var outboxFull: Bool
      var waitingFrom: UInt64?
      var oldestWaiting: String?
      var lastSync: LastSync?
      var nextStep: String
    }

    func run() throws {
      try reporting {
        let report = try report(on: folder.open())
        if json { return try Output.json(report) }
        show(report)
      }
    }

    /// Reads the index on by one step and no further: a status is there at once.
    private func report(on device: Device) throws -> Report {
      try device.readIndex()
      let (items, unconfirmed, requests) = try device.withIndexAsItIs { () throws(DeviceError) in
        var unconfirmed = 0
        try device.forEachUnconfirmedItem { _, _ in unconfirmed += 1 }
        return (try device.itemCount(), unconfirmed, try device.openReindexRequests().count)
      }
      // A device that has never spoken has neither, and looking makes none.
      let hasSpoken =
        try device.storage.witness.read() != nil
        || DatabaseFile.exists(device.storage.sharedPath)
      let sync = hasSpoken ? try device.sync(now: .current) : nil
      let state = try DeviceState(folder.path)
      return Report(
        journal: device.privateJournal.identity.name.description,
        journaled: try device.journaledNumber, searchable: device.searchableNumber ?? 0,
        items: items, unconfirmed: unconfirmed,
        reindexRequests: requests,
        indexRebuilt: device.indexRebuildReason,
        enrolled: sync?.witness.grant != nil,
        phase: sync?.machine.phase.name ?? "has never spoken",
        explanation: sync?.machine.phase.explanation,
        url: try PinnedCloud.read(from: folder.path)?.url.absoluteString,
        acknowledged: sync?.machine.acknowledged, reports: sync?.machine.head,
        outboxFull: try sync?.isOutboxFull() ?? false,
        waitingFrom: state.blocking?.number, oldestWaiting: state.oldestWaiting?.text,
        lastSync: state.lastSync, nextStep: state.nextStep)
    }

    private func show(_ report: Report) {
      print("journal     \(report.journal)")
      print("journaled   \(report.journaled) entries")
      print("searchable  up to entry \(report.searchable), \(report.items) items")
      if report.searchable < report.journaled {
        let progress = IndexProgress(doneCount: report.searchable, entryCount: report.journaled)
        print("            the index has \(progress.text); device search reads the rest")
      }
      if report.reindexRequests > 0 {
        print(
          "reindex     \(report.reindexRequests) open requests, \(report.unconfirmed) items "
            + "unconfirmed: spotlog device reindex \(folder.path) --list")
      }
      if let reason = report.indexRebuilt { print("index       made anew: \(reason)") }
      print("cloud       \(report.phase)")
      if let explanation = report.explanation { print("            \(explanation)") }
      if let url = report.url { print("server      \(url.printable)") }
      if let acknowledged = report.acknowledged, let reports = report.reports {
        print("reports     \(acknowledged) of \(reports) acknowledged")
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
          print("parked      \(sync.parked.count) reports: spotlog journal why \(folder.path)")
        }
      }
      print("next step   \(report.nextStep)")
    }
  }
}
