import ArgumentParser
import CloudAggregator
import Foundation
import Inspection
import JournalFormat
import JournalStore
import ResultCards

struct CloudCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cloud",
    abstract: "Query and operate an aggregator.",
    discussion: """
      A data folder can be read while its aggregator runs. Items below the threshold are shown \
      with --data only, to users who can read the folder, and never over a network.

      Examples:
        spotlog cloud status --data run/cloud
        spotlog cloud search --data run/cloud les mis
        spotlog cloud popularity --data run/cloud --until 2026-01-31
        spotlog cloud search --url http://127.0.0.1:8080 les mis
        spotlog cloud why https://example.com/page --data run/cloud
        spotlog cloud rebuild --data run/cloud
        spotlog cloud devices --url http://127.0.0.1:8080 --token-file operator.token

      Exit status: 64 neither or both of --data and --url; 65 the server rejects the \
      request or is not an aggregator, or the log has no entry at --until; 66 there is no such \
      folder; 69 the server cannot be reached.
      """,
    subcommands: [
      Status.self, Popularity.self, Items.self, Search.self, Why.self, Rebuild.self,
      Devices.self, Incidents.self, Candidates.self, Revoke.self, Reinstate.self, Retract.self,
      Erase.self,
      TakeDown.self,
      Restore.self, CloudKeysCommand.self,
    ])

  /// Whom to ask: a folder, or a server.
  struct Source: ParsableArguments {
    @Option(
      help: ArgumentHelp("The aggregator's data folder.", valueName: "dir"), completion: .directory,
      transform: GivenPath.named)
    var data: String?
    @Option(help: ArgumentHelp("The aggregator's address.", valueName: "url"))
    var url: String?
    @OptionGroup var token: OperatorTokenOption
    @OptionGroup var end: UntilOption

    func validate() throws {
      guard data != nil || url != nil else {
        throw ValidationError(
          "Name the cloud: --data DIR for its data folder, or --url URL for its server.")
      }
      guard data == nil || url == nil else {
        throw ValidationError("Give --data DIR or --url URL, and not both.")
      }
      guard end.until == nil || data != nil else {
        throw ValidationError("--until is for a folder: a server answers as of now.")
      }
    }

    /// What the folder holds; nil: ask a server.
    func openReader() throws -> CloudReader? {
      try data.map { path in
        try Self.refuseMissing(path)
        return try CloudReader(reading: path, until: end.until, notice: Terminal.complain)
      }
    }

    /// Refuses a folder without a cloud.
    static func refuseMissing(_ path: String) throws {
      if let hidden = JournalError.hidden(JournalKind.cloud.path(in: path)) { throw hidden }
      guard !FileSystem.holds(.cloud, in: path) else { return }
      throw Failure(
        .noSuchFile,
        "There is no cloud in \(path.printable). "
          + (FolderHint(path).text ?? "Check the path."))
    }

    func routes() throws -> CloudRoutes {
      // One of both is there.
      try CloudRoutes(url: url ?? "", token: try token.read())
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the state of the log and its projections.",
      discussion: """
        Examples:
          spotlog cloud status --data run/cloud
          spotlog cloud status --data run/cloud --until 2026-01-31
        """)

    @OptionGroup var source: Source
    @OptionGroup var form: JSONOption

    func run() throws {
      try reporting {
        let status = try source.openReader()?.status() ?? source.routes().status()
        if form.json { return try Output.json(status) }
        print("cloud life  \(status.cloudLife.printable)")
        print(
          "log         \(Figure.count(status.logEntries, "entry", "entries")), "
            + "head \(status.logDigest.printable)")
        print(
          "devices     \(Figure.count(status.lineages, "lineage")), "
            + Figure.count(status.epochs, "epoch"))
        print("reports     \(Figure.grouped(status.reports))")
        print(
          "items       \(Figure.grouped(status.items)) engaged with, "
            + "\(Figure.grouped(status.publicItems)) public, "
            + "\(Figure.grouped(status.wanted)) wanted (threshold \(status.threshold))")
        print("incidents   \(Figure.grouped(status.incidents))")
        print(
          "holes       \(Figure.count(status.missingNumbers, "number")) pruned by devices")
        print(
          "backed up   \(Figure.count(status.backedUpEntry, "entry", "entries")) of the log, by "
            + "every backup")
        if let backup = status.lastBackup {
          print("last backup \(backup.time.printable) \(backup.file.printable)")
        }
        for reason in status.damagedBackups { print("damaged     \(reason.printable)") }
        if let recovering = status.recovering { print("recovering  \(recovering.printable)") }
        if status.acceptsLoss { print("accept-loss is set: remove it after recovery") }
        for loss in status.acceptedLosses { print("given up    \(loss.printable)") }
        print("state       \(status.stateDigest.printable)")
      }
    }
  }

  struct Popularity: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print engagements and devices by item, as a table with a header.",
      discussion: """
        Examples:
          spotlog cloud popularity --data run/cloud
          spotlog cloud popularity --url http://127.0.0.1:8080
        """)

    @OptionGroup var source: Source
    @OptionGroup var form: JSONOption

    func run() throws {
      try reporting {
        let counts =
          try source.openReader()?.popularity().map { CloudTables.Count($0) }
          ?? source.routes().popularity()
        if form.json { return try Output.json(counts) }
        print(CloudTables.popularity(counts), terminator: "")
        if counts.isEmpty { Terminal.complain("no items") }
      }
    }
  }

  struct Items: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List all public items as JSON lines, sorted by key.",
      discussion: """
        Example:
          spotlog cloud items --data run/cloud | wc -l
        """)

    @OptionGroup var source: Source
    @Flag(help: "No effect: items are always printed as JSON.") var json = false

    func run() throws {
      try reporting {
        let lines: [CloudTables.Line]
        if let cloud = try source.openReader() {
          lines = try cloud.items().map { .init($0) }
        } else {
          let routes = try source.routes()
          lines = try routes.items(try routes.popularity())
        }
        print(try CloudTables.publicItems(lines), terminator: "")
        if lines.isEmpty { Terminal.complain("no public items") }
      }
    }
  }

  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Search the public index, ranked by devices, then engagements.",
      discussion: """
        Examples:
          spotlog cloud search --data run/cloud les mis
          spotlog cloud search --data run/cloud les mis --cards
          spotlog cloud search --data run/cloud --installed com.example.notes milk
        """)

    @OptionGroup var source: Source
    @Argument(help: "Search words; each matches as a prefix.") var words: [String]
    @Option(help: "Maximum results.") var limit = 20
    @OptionGroup var apps: InstalledOption
    @Flag(help: "Print results as cards: what to show, and what can be done.") var cards = false
    @OptionGroup var form: JSONOption

    func validate() throws {
      guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
      guard !cards || !form.json else {
        throw ValidationError("--cards and --json cannot be combined.")
      }
      try GivenName.refuseNoWords(words)
    }

    func run() throws {
      try reporting {
        let words = words.joined(separator: " ")
        let installed = try apps.read()
        let found =
          try source.openReader()?.search(words, limit: limit, installed: installed)
          .map { CloudTables.Line($0, on: Timestamp.current.day) }
          ?? source.routes().search(words, limit: limit, installed: installed)
        if form.json { return try Output.json(found) }
        if found.isEmpty { Terminal.complain("no results") }
        if cards {
          let texts = found.map { line in
            ResultCard(
              line.item, engagements: line.events, devices: line.distinctDevices,
              feedback: line.feedback
            ).text
          }
          if !texts.isEmpty { print(texts.joined(separator: "\n\n")) }
          return
        }
        for line in found {
          let feedback = line.feedback == .nothing ? "" : "  (\(line.feedback.text))"
          print(
            "\(line.events)  \(line.title.printable)  \(line.key.printable)  "
              + line.app.printable + feedback)
        }
      }
    }
  }

  struct Rebuild: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Rebuild the projections from the log, and compare.",
      discussion: """
        Example:
          spotlog cloud rebuild --data run/cloud

        Exit status: 1 the previous state differed. The aggregator must not run.
        """)

    @Option(
      help: ArgumentHelp("The aggregator's data folder.", valueName: "dir"), completion: .directory,
      transform: GivenPath.named)
    var data: String
    @OptionGroup var form: JSONOption

    private struct Outcome: Encodable {
      let before: String
      let after: String
      let equal: Bool
    }

    func run() throws {
      try reporting {
        try Source.refuseMissing(data)
        let outcome = try CloudProjections.rebuild(.folder(data, notice: Terminal.complain))
        let isEqual = outcome.before == outcome.after
        if form.json {
          try Output.json(
            Outcome(
              before: outcome.before.description, after: outcome.after.description,
              equal: isEqual))
        } else {
          print("before  \(outcome.before)")
          print("after   \(outcome.after)")
          print(isEqual ? "equal" : "different: the projections did not match the log")
        }
        if !isEqual { throw Failure(.finding, "") }
      }
    }
  }
}
