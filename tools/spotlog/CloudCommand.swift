import ArgumentParser
import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import Simulation

struct CloudCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cloud",
    abstract: "Ask an aggregator what it counted.",
    discussion: """
      A data folder may be looked into while its aggregator runs. What is below the threshold is \
      shown here, to whoever can read the folder, and to nobody over a network.

      Examples:
        spotlog cloud status --data run/cloud
        spotlog cloud search --data run/cloud les mis
        spotlog cloud rebuild --data run/cloud
      """,
    subcommands: [
      Status.self, Popularity.self, Items.self, Search.self, Rebuild.self, CloudKeysCommand.self,
    ])

  struct Source: ParsableArguments {
    @Option(help: ArgumentHelp("The aggregator's data folder.", valueName: "dir"))
    var data: String

    var storage: CloudStorage { .folder(data) }

    func look() throws -> CloudFolds { try CloudFolds.look(at: storage).folds }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "What the log and its folds hold.")

    @OptionGroup var source: Source
    @Flag(help: "Prints the status as JSON.") var json = false

    func run() throws {
      try reporting {
        let folds = try source.look()
        let status = try folds.status()
        if json { return try Output.json(status) }
        print("cloud life  \(status.cloudLife)")
        print("log         \(status.logEntries) entries, head \(status.logDigest)")
        print("devices     \(status.lineages) lineages, \(status.epochs) epochs")
        print("reports     \(status.reports)")
        print(
          "items       \(status.items) engaged with, \(status.publicItems) public, "
            + "\(status.wanted) wanted (threshold \(status.threshold))")
        print("incidents   \(status.incidents)")
        print("state       \(status.stateDigest)")
      }
    }
  }

  struct Popularity: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Engagements and devices by item, as a table with a header row.")

    @OptionGroup var source: Source
    @Flag(help: "Prints the rows as JSON.") var json = false

    private struct Row: Encodable {
      let key: String
      let events: UInt64
      let distinctDevices: UInt32
      let firstDay: String
      let lastDay: String
    }

    func run() throws {
      try reporting {
        let rows = try source.look().popularity()
        if json {
          return try Output.json(
            rows.map {
              Row(
                key: $0.key, events: $0.events, distinctDevices: $0.distinctDevices,
                firstDay: "\($0.firstDay)", lastDay: "\($0.lastDay)")
            })
        }
        print(CloudTables.popularity(rows), terminator: "")
      }
    }
  }

  struct Items: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Every public item, one JSON object a line, sorted by key.")

    @OptionGroup var source: Source
    @Flag(help: "Changes nothing: items are printed as JSON anyway.") var json = false

    func run() throws {
      try reporting {
        print(try CloudTables.publicItems(try source.look().publicEntries()), terminator: "")
      }
    }
  }

  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "What words find in the public index, the most engaged first.")

    @OptionGroup var source: Source
    @Argument(help: "The words, each the beginning of one.") var words: [String]
    @Option(help: "Results at most.") var limit = 20
    @Flag(help: "Prints the results as JSON.") var json = false

    func validate() throws {
      guard limit > 0 else { throw ValidationError("--limit has to be at least 1.") }
    }

    func run() throws {
      try reporting {
        let found = try source.look().search(words.joined(separator: " "), limit: limit)
        if json { return try Output.json(found.map { CloudTables.Line($0) }) }
        for entry in found {
          print("\(entry.events)  \(entry.item.title.printable)  \(entry.item.key.printable)")
        }
      }
    }
  }

  struct Rebuild: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Throw every fold away, make it again from the log, and compare.",
      discussion: "Exit status 1: the state was another one before. The aggregator must not run.")

    @OptionGroup var source: Source
    @Flag(help: "Prints the outcome as JSON.") var json = false

    private struct Outcome: Encodable {
      let before: String
      let after: String
      let equal: Bool
    }

    func run() throws {
      try reporting {
        let outcome = try CloudFolds.rebuild(source.storage)
        let isEqual = outcome.before == outcome.after
        if json {
          try Output.json(
            Outcome(
              before: outcome.before.description, after: outcome.after.description,
              equal: isEqual))
        } else {
          print("before  \(outcome.before)")
          print("after   \(outcome.after)")
          print(isEqual ? "equal" : "different: the folds had not followed from the log")
        }
        if !isEqual { throw Failure(.finding, "") }
      }
    }
  }
}
