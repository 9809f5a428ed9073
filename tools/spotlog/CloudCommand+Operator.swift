import ArgumentParser
import Foundation
import JournalFormat

/// Who asks: the operator's token, for what nobody else may know or do.
struct OperatorToken: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file that holds the operator's token; without it, SPOTLOG_OPERATOR_TOKEN is used.",
      valueName: "file"))
  var tokenFile: String?

  /// Nil when there is none.
  func read() throws -> String? {
    if let tokenFile { return try SecretFile.read(tokenFile) }
    let token = ProcessInfo.processInfo.environment["SPOTLOG_OPERATOR_TOKEN"] ?? ""
    return token.isEmpty ? nil : token
  }
}

/// What an operator asks of a server that runs.
struct OperatorOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The aggregator's address.", valueName: "url")) var url: String
  @OptionGroup var token: OperatorToken
  @Flag(help: "Prints what the server answers as JSON.") var json = false

  func routes() throws -> CloudRoutes {
    guard let token = try token.read() else {
      throw Failure(
        .usage,
        "This is for the operator. Name the file of the token with --token-file, or set "
          + "SPOTLOG_OPERATOR_TOKEN.")
    }
    return try CloudRoutes(url: url, token: token)
  }

  func list(_ name: String) throws {
    let rows = try routes().list(name)
    if json { return try Output.json(rows) }
    var output = Output()
    for row in rows { output.line(row.text) }
    output.flush()
  }

  func act(_ path: String, _ body: JSONTree = .object([:])) throws {
    let answer = try routes().act(path, body)
    if json { return try Output.json(answer) }
    print(answer.text)
  }
}

/// A device's lineage as the lists print it.
struct LineageArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The device: 32 hexadecimal digits.", valueName: "lineage"),
    transform: { text in
      guard let name = LineageName(hex: text) else {
        throw ValidationError("\(text.printable) is no lineage: 32 hexadecimal digits are.")
      }
      return name
    })
  var name: LineageName
}

/// An item's tag as the lists print it.
struct TagArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The item: 34 hexadecimal digits.", valueName: "tag"),
    transform: { text in
      guard let tag = Tag(hex: text) else {
        throw ValidationError("\(text.printable) is no tag: 34 hexadecimal digits are.")
      }
      return tag
    })
  var tag: Tag
}

extension CloudCommand {
  struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Every device that a server knows, a line each. For its operator.",
      discussion: """
        Example:
          spotlog cloud devices --url http://127.0.0.1:8080 --token-file operator.token
        """)
    @OptionGroup var options: OperatorOptions

    func run() throws { try reporting { try options.list("devices") } }
  }

  struct Incidents: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forks that a server has kept, a line each. For its operator.",
      discussion: """
        Example:
          spotlog cloud incidents --url http://127.0.0.1:8080 --token-file operator.token
        """)
    @OptionGroup var options: OperatorOptions

    func run() throws { try reporting { try options.list("incidents") } }
  }

  struct Candidates: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Contents that a server waits for, a line each. For its operator.",
      discussion: """
        Example:
          spotlog cloud candidates --url http://127.0.0.1:8080 --token-file operator.token
        """)
    @OptionGroup var options: OperatorOptions

    func run() throws { try reporting { try options.list("candidates") } }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Refuse everything that a device sends from now on.",
      discussion: """
        Example:
          spotlog cloud revoke 00112233445566778899aabbccddeeff --counts retracted \\
            --url http://127.0.0.1:8080
        """)

    enum Counts: String, ExpressibleByArgument, CaseIterable { case kept, retracted }

    @OptionGroup var device: LineageArgument
    @Option(help: "What becomes of what it was counted for: kept, or retracted.")
    var counts: Counts = .kept
    @OptionGroup var options: OperatorOptions

    func run() throws {
      try reporting {
        try options.act(
          "/v1/devices/\(device.name)/revoke", .object(["counts": .string(counts.rawValue)]))
      }
    }
  }

  struct Reinstate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take what a revoked device sends again.",
      discussion: """
        Example:
          spotlog cloud reinstate 00112233445566778899aabbccddeeff --url http://127.0.0.1:8080
        """)
    @OptionGroup var device: LineageArgument
    @OptionGroup var options: OperatorOptions

    func run() throws {
      try reporting { try options.act("/v1/devices/\(device.name)/reinstate") }
    }
  }

  struct Retract: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take a part of what a device reported out of the counts. It goes on.",
      discussion: """
        `spotlog cloud why` lists the epoch and the number of each report. What was taken out can \
        be counted again with --undo; asked again, nothing happens.

        Example:
          spotlog cloud retract 00112233445566778899aabbccddeeff \\
            --epoch 8899aabbccddeeff0011223344556677 --first 12 --last 40 \\
            --url http://127.0.0.1:8080
        """)

    @OptionGroup var device: LineageArgument
    @Option(
      help: "The epoch of the reports: 32 hexadecimal digits.",
      transform: { text in
        guard let name = EpochName(hex: text) else {
          throw ValidationError("\(text.printable) is no epoch: 32 hexadecimal digits are.")
        }
        return name
      })
    var epoch: EpochName
    @Option(help: "The number of the first report, from 1 on.") var first: UInt64
    @Option(help: "The number of the last one; those may be meant that have not come yet.")
    var last: UInt64
    @Flag(help: "Counts them again.") var undo = false
    @OptionGroup var options: OperatorOptions

    func validate() throws {
      guard first >= 1, first <= last else {
        throw ValidationError("--first is from 1 on, and not above --last.")
      }
    }

    func run() throws {
      try reporting {
        try options.act(
          "/v1/devices/\(device.name)/retract",
          .object([
            "counts": .string((undo ? Revoke.Counts.kept : .retracted).rawValue),
            "epoch": .string("\(epoch)"), "first": .natural(first), "last": .natural(last),
          ]))
      }
    }
  }

  struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a device, and remove from the log what it said. Cannot be undone.",
      discussion: """
        Example:
          spotlog cloud erase 00112233445566778899aabbccddeeff --url http://127.0.0.1:8080
        """)
    @OptionGroup var device: LineageArgument
    @OptionGroup var options: OperatorOptions

    func run() throws { try reporting { try options.act("/v1/devices/\(device.name)/erase") } }
  }

  struct TakeDown: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "take-down", abstract: "Hide an item, however many devices vouch for it.",
      discussion: """
        Example:
          spotlog cloud take-down 0185eb378e9ec576edeb3fc672557f0e75 \\
            --url http://127.0.0.1:8080
        """)
    @OptionGroup var item: TagArgument
    @OptionGroup var options: OperatorOptions

    func run() throws { try reporting { try options.act("/v1/items/\(item.tag)/take-down") } }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show an item again that was taken down, where enough devices vouch for it.",
      discussion: """
        Example:
          spotlog cloud restore 0185eb378e9ec576edeb3fc672557f0e75 --url http://127.0.0.1:8080
        """)
    @OptionGroup var item: TagArgument
    @OptionGroup var options: OperatorOptions

    func run() throws { try reporting { try options.act("/v1/items/\(item.tag)/restore") } }
  }
}
