import ArgumentParser
import DeviceIndex
import Foundation
import JournalFormat
import JournalStore
import SQLite
import Simulation
import Sync

struct DeviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Be one device, on a folder of real files.",
    discussion: """
      The folder holds private.journal, the truth; index.sqlite, which is made of it and may be \
      deleted; and, once the device is enrolled with a cloud, shared.journal, witness and \
      cloud.json.

      Examples:
        spotlog device init phone
        spotlog device index phone --app com.example.notes --id 1 --attribute title="Buy milk"
        spotlog device search phone milk
        spotlog device index phone < trace.jsonl
        spotlog device sync phone --url http://127.0.0.1:8080
      """,
    subcommands: [
      Init.self, Index.self, Delete.self, Activity.self, Engage.self, Search.self, Items.self,
      Status.self, Sync.self, RotateKey.self, Reindex.self,
    ])

  /// The folder that every subcommand begins with.
  struct Folder: ParsableArguments {
    @Argument(help: ArgumentHelp("The device's folder.", valueName: "dir"))
    var path: String

    // Without a cloud there is nothing to make tags for and nobody to believe.
    private static func configuration(_ path: String) throws -> DeviceConfiguration {
      try PinnedCloud.read(from: path)?.configuration
        ?? DeviceConfiguration(tagSalt: [], cloudKeys: [])
    }

    static func missing(_ path: String) -> Failure {
      Failure(
        .noSuchFile, "There is no device in \(path). Make one: spotlog device init \(path)")
    }

    var missing: Failure { Self.missing(path) }

    /// The device in the folder; nil when there is none.
    func find() throws -> Device? { try Self.find(path) }

    private static func find(_ path: String) throws -> Device? {
      try Device.openIfThere(.folder(path), configuration(path), random: .system)
    }

    /// The device in the folder, for a command that was given it by another way.
    static func open(_ path: String) throws -> Device {
      guard let device = try find(path) else { throw missing(path) }
      return device
    }

    /// The device in the folder, made there if `makes`. After a restore, its apps are asked for
    /// their items before anything else is journaled.
    func open(makes: Bool = false) throws -> Device {
      let device =
        makes
        ? try Device.inFolder(path, Self.configuration(path), now: .current, random: .system)
        : try Self.open(path)
      try device.noteRestored(at: .current)
      return device
    }
  }

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make a new device in a folder.")

    @OptionGroup var folder: Folder
    @Flag(help: "Prints the new journal's name as JSON.") var json = false

    func run() throws {
      try reporting {
        guard try folder.find() == nil else {
          throw Failure(
            .cannotCreate, "\(folder.path) holds a device already. Choose another folder.")
        }
        let device = try folder.open(makes: true)
        let name = device.privateJournal.identity.name.description
        if json { return try Output.json(["journal": name]) }
        print("\(folder.path): device \(name)")
      }
    }
  }

  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "What words find on this device, the newest-engaged first.",
      discussion: "Each word is looked for as the beginning of a word; all have to be found.")

    @OptionGroup var folder: Folder
    @Argument(help: "The words.") var words: [String]
    @Option(help: "Only in the items of this app.") var app: String?
    @Option(help: "Results at most.") var limit = 20
    @Flag(help: "Prints the results as JSON.") var json = false

    func validate() throws {
      guard limit > 0 else { throw ValidationError("--limit has to be at least 1.") }
    }

    func run() throws {
      try reporting {
        let device = try folder.open()
        let found = try device.search(
          words.joined(separator: " "), app: app, now: .current, limit: limit)
        if json {
          try Output.json(found.map { Result($0) })
        } else {
          for result in found {
            print(
              "\(result.bundleIdentifier.printable)  \(result.uniqueIdentifier.printable)  "
                + result.title.printable + (result.isUnconfirmed ? "  (unconfirmed)" : ""))
          }
        }
      }
    }

    private struct Result: Encodable {
      let source: String
      let app: String
      let id: String
      let title: String
      let url: String
      let unconfirmed: Bool?

      init(_ result: SearchResult) {
        source = result.source == .device ? "device" : "public"
        app = result.bundleIdentifier
        id = result.uniqueIdentifier
        title = result.title
        url = result.url
        unconfirmed = result.isUnconfirmed ? true : nil
      }
    }
  }

  struct Items: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Every item of the index, sorted.",
      discussion: """
        Example:
          spotlog device items phone --format tsv --columns id,title
        """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case tsv, json }

    @OptionGroup var folder: Folder
    @Option(help: "tsv, with a header row, or json: one object a line.") var format: Format = .tsv
    @Flag(help: "The same as --format json.") var json = false
    @Option(help: "For tsv: app, id, domain, unconfirmed and names of attributes, with commas.")
    var columns = "app,id,title"

    func run() throws {
      try reporting {
        let device = try folder.open()
        let names = columns.split(separator: ",").map(String.init)
        guard !names.isEmpty else { throw Failure(.usage, "--columns names no column.") }
        var output = Output()
        let format = json ? .json : format
        if format == .tsv { output.line(names.joined(separator: "\t")) }
        var unconfirmed: Set<[String]> = []
        try device.forEachUnconfirmedItem { unconfirmed.insert([$0, $1]) }
        var rows: [String] = []
        try device.forEachItem { app, id, domain, attributes in
          let item = ItemRow(
            app: app, id: id, domain: domain, attributes: attributes,
            isUnconfirmed: unconfirmed.contains([app, id]))
          rows.append(format == .tsv ? item.tsv(names) : item.json)
        }
        rows.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for row in rows { output.line(row) }
        output.flush()
      }
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "How far journal, index and sync are.")

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
    }

    func run() throws {
      try reporting {
        let report = try report(on: folder.open())
        if json { return try Output.json(report) }
        show(report)
      }
    }

    private func report(on device: Device) throws -> Report {
      let items = try device.itemCount()
      var unconfirmed = 0
      try device.forEachUnconfirmedItem { _, _ in unconfirmed += 1 }
      // A device that has never spoken has neither, and looking makes none.
      let hasSpoken =
        try device.storage.witness.read() != nil
        || DatabaseFile.exists(device.storage.sharedPath)
      let sync = hasSpoken ? try device.sync(now: .current) : nil
      return Report(
        journal: device.privateJournal.identity.name.description,
        journaled: try device.journaledNumber, searchable: device.searchableNumber ?? 0,
        items: items, unconfirmed: unconfirmed,
        reindexRequests: try device.openReindexRequests().count,
        indexRebuilt: device.indexRebuildReason,
        enrolled: sync?.witness.grant != nil,
        phase: sync?.machine.phase.name ?? "has never spoken",
        explanation: sync?.machine.phase.explanation,
        url: try PinnedCloud.read(from: folder.path)?.url.absoluteString,
        acknowledged: sync?.machine.acknowledged, reports: sync?.machine.head,
        outboxFull: try sync?.isOutboxFull() ?? false)
    }

    private func show(_ report: Report) {
      print("journal     \(report.journal)")
      print("journaled   \(report.journaled) entries")
      print("searchable  up to entry \(report.searchable), \(report.items) items")
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
    }
  }
}
