import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import QueryLanguage

/// What a query of the language means, and what it finds.
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Parse, explain and run queries.",
    discussion: """
      The language is that of Core Spotlight's queries: docs/SEARCH.md.

      Examples:
        spotlog query check 'title == "paris*"c && pageCount > 10'
        spotlog query explain 'contentCreationDate == $time.last_week'
        spotlog query explain 'title == "milk"cw' --device phone --item note-7
        spotlog query find 'keywords == "urgent" || dueDate < $time.now' \\
          --device phone
      """,
    subcommands: [Check.self, Explain.self, Find.self])

  /// A query, and when it is asked.
  struct Asked: ParsableArguments {
    @Argument(help: "The query.") var query: String
    @Option(
      help: ArgumentHelp(
        "The time that $time stands for; default now. \(Moment.limits)", valueName: "time"),
      transform: Moment.argument)
    var now: Moment?

    func validate() throws {
      if case .entry = now {
        throw ValidationError("--now takes a time, such as 2026-01-31T12:00:00Z.")
      }
    }

    /// A day is asked about when it ends, as everywhere else where one is an end.
    var clock: QueryClock { QueryClock(now: (now?.end ?? .current).milliseconds) }

    private static var areArgumentsUTF8: Bool {
      CommandLine.unsafeArgv.withMemoryRebound(
        to: UnsafePointer<CChar>?.self, capacity: Int(CommandLine.argc)
      ) { arguments in
        (0..<Int(CommandLine.argc)).allSatisfy { place in
          arguments[place].map { String(validatingCString: $0) != nil } ?? true
        }
      }
    }

    /// Says with the text itself where it cannot be read.
    func parse() throws -> Query {
      // Swift has put U+FFFD in place of invalid UTF-8.
      guard !query.contains("\u{FFFD}") || Self.areArgumentsUTF8 else {
        throw Failure(.badInput, "The query is not UTF-8.")
      }
      do {
        return try Query(query)
      } catch {
        // By bytes, as lines are counted: to a Character "\r\n" is another one.
        let lines = query.utf8.split(
          separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line =
          error.line <= lines.count ? String(decoding: lines[error.line - 1], as: UTF8.self) : ""
        let before = String(line.prefix(error.column - 1)).printable
        throw Failure(
          .badInput,
          "\(error)\n  \(line.printable)\n  \(String(repeating: " ", count: before.count))^")
      }
    }

    /// Says what is probably a mistake in a query.
    static func warn(of query: QueryLanguage.Query) {
      for warning in IndexQueries.warnings(of: query) { Terminal.complain(warning.printable) }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Parse a query and report errors and likely mistakes.",
      discussion: """
        Prints the parsed query. Warnings about unknown attributes and comparisons that never hold \
        go to standard error.

        Example:
          spotlog query check 'titel == "Paris"'

        Exit status: 1 there are warnings; 65 it is not a query.
        """)

    @OptionGroup var asked: Asked
    @OptionGroup var form: JSONOption

    private struct Outcome: Encodable {
      let query: String
      let warnings: [String]
    }

    func run() throws {
      try reporting {
        let query = try asked.parse()
        let warnings = IndexQueries.warnings(of: query)
        if form.json {
          try Output.json(Outcome(query: query.description, warnings: warnings))
        } else {
          print(query.description.printable)
          Asked.warn(of: query)
        }
        if !warnings.isEmpty { throw Failure(.finding, "") }
      }
    }
  }

  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Explain a query in words, and which parts match an item.",
      discussion: """
        Examples:
          spotlog query explain 'title == "a" || !(pageCount > 10 && rating == *)'
          spotlog query explain 'title == "milk"cw' --device phone --app notes \\
            --item note-7

        Exit status: 1 the query does not match the item; 65 it is not a query, or there is no \
        such item; 66 there is no such device.
        """)

    @OptionGroup var asked: Asked
    @Option(
      help: ArgumentHelp("A device's folder.", valueName: "dir"), completion: .directory,
      transform: GivenPath.named)
    var device: String?
    @Option(help: "An item's identifier.", transform: GivenName.named) var item: String?
    @Option(help: "The item's app.", transform: GivenName.named) var app: String?
    @OptionGroup var unlocking: UnlockOptions
    @OptionGroup var form: JSONOption

    func validate() throws {
      guard (device == nil) == (item == nil) else {
        throw ValidationError("--device and --item need each other.")
      }
      guard (item == nil) == (app == nil) else {
        throw ValidationError(
          "--item and --app need each other: several apps may have such an item.")
      }
    }

    private struct Part: Encodable {
      let depth: Int
      let text: String
      let holds: Bool?
    }

    func run() throws {
      try reporting {
        let explanation = try explain(try asked.parse())
        if form.json {
          try Output.json(
            explanation.lines.map { Part(depth: $0.depth, text: $0.text, holds: $0.holds) })
        } else {
          for line in explanation.lines {
            let mark = line.holds.map { $0 ? "yes  " : "no   " } ?? ""
            print(mark + String(repeating: "  ", count: line.depth) + line.text.printable)
          }
        }
        if explanation.lines.first?.holds == false { throw Failure(.finding, "") }
      }
    }

    private func explain(_ query: Query) throws -> QueryExplanation {
      guard let device, let app, let item else {
        return QueryExplanation(query, clock: asked.clock)
      }
      let reader = try DeviceFolder.reader(device, unlocking)
      try reader.readIndexToEnd()
      let found = try reader.explanation(
        of: query, app: app, identifier: item, clock: asked.clock)
      guard let found else {
        throw Failure(
          .badInput,
          "\(device) has no item \(item.printable) of the app \(app.printable) that can be read. A "
            + "protected one takes --unlock FILE.")
      }
      return found
    }
  }

  struct Find: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find a device's items and activities by a query.",
      discussion: """
        One line per result: app, identifier, title. Sorted by app and identifier, items first.

        Example:
          spotlog query find 'title == "milk"cw && dueDate < $time.tomorrow' \\
            --device phone

        Exit status: 65 it is not a query; 66 there is no such device.
        """)

    @OptionGroup var asked: Asked
    @Option(
      help: ArgumentHelp("A device's folder.", valueName: "dir"), completion: .directory,
      transform: GivenPath.named)
    var device: String
    @Option(help: "List only this app's items.", transform: GivenName.named) var app: String?
    @Option(help: "Maximum results; default all.") var limit: Int?
    @OptionGroup var unlocking: UnlockOptions
    @OptionGroup var form: JSONOption

    func validate() throws {
      guard limit ?? 1 > 0 else { throw ValidationError("--limit must be at least 1.") }
    }

    private struct Result: Encodable {
      let app: String
      let id: String
      let title: String
    }

    func run() throws {
      try reporting {
        let query = try asked.parse()
        let reader = try DeviceFolder.reader(device, unlocking)
        try reader.readIndexToEnd()
        let results = try reader.find(
          query, inApp: app, clock: asked.clock, limit: limit ?? .max)
        if results.isEmpty, !form.json {
          Terminal.complain(try reader.noResults(ofApp: app))
          Asked.warn(of: query)
        }
        let found = results.map {
          Result(app: $0.bundleIdentifier, id: $0.uniqueIdentifier, title: $0.title)
        }
        if form.json { return try Output.json(found) }
        var output = Output()
        for result in found {
          output.line(
            [result.app, result.id, result.title].map(\.printable).joined(separator: "\t"))
        }
        output.flush()
      }
    }
  }
}
