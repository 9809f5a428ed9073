import ArgumentParser
import Foundation
import JournalFormat
import Sync

/// Who asks: the operator's token, for what nobody else may know or do.
struct OperatorTokenOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with the operator's token; default $SPOTLOG_OPERATOR_TOKEN.",
      valueName: "file"), completion: .file(), transform: GivenPath.named)
  var tokenFile: String?

  /// Nil when there is none.
  func read() throws -> String? {
    try SecretFile.token(tokenFile, or: "SPOTLOG_OPERATOR_TOKEN")
  }
}

/// What an operator asks of a server that runs.
struct OperatorOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The aggregator's address.", valueName: "url")) var url: String
  @OptionGroup var token: OperatorTokenOption
  @Flag(help: "Print the server's answer as JSON.") var json = false

  func routes() throws -> CloudRoutes {
    guard let token = try token.read() else {
      throw Failure(
        .usage,
        "This is for the operator. Name the file of the token with --token-file, or set "
          + "SPOTLOG_OPERATOR_TOKEN.")
    }
    return try CloudRoutes(url: url, token: token)
  }

  func list<Row: CloudListRow>(_: Row.Type) throws {
    let routes = try routes()
    let rows = try routes.list(Row.endpoint)
    if json { return try Output.json(rows) }
    guard !rows.isEmpty else { return Terminal.complain(Row.emptyText) }
    var output = Output()
    for line in Row.table(of: try routes.decode(rows, of: Row.endpoint), at: .current).lines {
      output.line(line)
    }
    output.flush()
  }

  /// The device of a name, which a list may have to tell in full.
  func lineage(_ device: LineageArgument, from routes: CloudRoutes) throws -> LineageName {
    if let name = LineageName(hex: device.digits) { return name }
    let list = CloudLists.Device.endpoint
    let devices: [CloudLists.Name] = try routes.decode(try routes.list(list), of: list)
    let found = devices.map(\.lineage).filter { $0.hasPrefix(device.digits) }
    guard found.count < 2 else {
      throw Failure(
        .usage, "\(found.count) devices begin with \(device.digits). Give more of its digits.")
    }
    guard let name = found.first.flatMap({ LineageName(hex: $0) }) else {
      throw Failure(
        .badInput,
        "No device begins with \(device.digits). `spotlog cloud devices` lists them all.")
    }
    return name
  }

  func act(
    _ endpoint: Endpoint, of subject: some CustomStringConvertible,
    _ body: JSONTree = .object([:]), through routes: CloudRoutes
  ) throws {
    let answer = try routes.act(endpoint, of: subject.description, body)
    if json { return try Output.json(answer) }
    print(answer.text)
  }
}

/// A device's lineage as the lists print it: 8 to 32 hexadecimal digits, its first ones.
struct LineageArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The device: 32 hex digits, or at least the first 8.", valueName: "lineage"),
    transform: { text in
      let digits = text.lowercased()
      guard (ShortNames.digitsMin...32).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
      else {
        throw ValidationError(
          "\(text.printable) is not a lineage. Give 32 hexadecimal digits, or the first 8 or more.")
      }
      return digits
    })
  var digits: String
}

/// An item's tag as the lists print it.
struct TagArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The item: 34 hexadecimal digits.", valueName: "tag"),
    transform: { text in
      guard let tag = Tag(hex: text) else {
        throw ValidationError("\(text.printable) is not a tag. Give 34 hexadecimal digits.")
      }
      return tag
    })
  var tag: Tag
}

extension CloudCommand {
  struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List all devices that a server knows (operator).",
      discussion: """
        DEVICE is the beginning of its lineage, which `revoke`, `reinstate`, `retract` and `erase` \
        take. EPOCHS counts its epochs: after a restore or a copy it has several. NEWEST is the \
        number of the last report of the newest one. STATE says whether it was revoked or erased, \
        whether its counts were retracted, and how many forks it has. --json prints all digits, \
        and every epoch.

        Example:
          spotlog cloud devices --url http://127.0.0.1:8080 --token-file operator.token
        """)
    @OptionGroup var options: OperatorOptions

    func run() throws { try reporting { try options.list(CloudLists.Device.self) } }
  }

  struct Incidents: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the incidents that a server recorded (operator).",
      discussion: """
        ENTRY: log entry. REPORTS: numbers with two conflicting reports in EPOCH. KEPT, REFUSED: \
        first digits of both digests; --json prints them whole.

        Example:
          spotlog cloud incidents --url http://127.0.0.1:8080 \\
            --token-file operator.token
        """)
    @OptionGroup var options: OperatorOptions

    func run() throws { try reporting { try options.list(CloudLists.Incident.self) } }
  }

  struct Candidates: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the contents that a server waits for (operator).",
      discussion: """
        ITEM is the tag that `take-down` takes. ENDORSERS counts the devices that endorse \
        the content, ASKED those that are asked for its words.

        Example:
          spotlog cloud candidates --url http://127.0.0.1:8080 \\
            --token-file operator.token
        """)
    @OptionGroup var options: OperatorOptions

    func run() throws { try reporting { try options.list(CloudLists.Candidate.self) } }
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
    @Option(help: "Whether its counts are kept or retracted.")
    var counts: Counts = .kept
    @OptionGroup var options: OperatorOptions

    func run() throws {
      try reporting {
        let routes = try options.routes()
        let lineage = try options.lineage(device, from: routes)
        try options.act(
          .revokeDevice, of: lineage, .object(["counts": .string(counts.rawValue)]),
          through: routes)
      }
    }
  }

  struct Reinstate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reinstate a revoked device.",
      discussion: """
        Example:
          spotlog cloud reinstate 00112233445566778899aabbccddeeff \\
            --url http://127.0.0.1:8080
        """)
    @OptionGroup var device: LineageArgument
    @OptionGroup var options: OperatorOptions

    func run() throws {
      try reporting {
        let routes = try options.routes()
        let lineage = try options.lineage(device, from: routes)
        try options.act(.reinstateDevice, of: lineage, through: routes)
      }
    }
  }

  struct Retract: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Retract a range of a device's reports from the counts.",
      discussion: """
        `spotlog cloud why` lists the epoch and the number of each report. --undo counts them \
        again. Repeating the command has no effect.

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
          throw ValidationError("\(text.printable) is not an epoch. Give 32 hexadecimal digits.")
        }
        return name
      })
    var epoch: EpochName
    @Option(help: "The first report's number, from 1.") var first: UInt64
    @Option(help: "The last report's number; it may not have arrived yet.")
    var last: UInt64
    @Flag(help: "Count the reports again.") var undo = false
    @OptionGroup var options: OperatorOptions

    func validate() throws {
      guard first >= 1, first <= last else {
        throw ValidationError("--first takes 1 or more, and not above --last.")
      }
    }

    func run() throws {
      try reporting {
        let routes = try options.routes()
        let lineage = try options.lineage(device, from: routes)
        try options.act(
          .retractReports, of: lineage,
          .object([
            "counts": .string((undo ? Revoke.Counts.kept : .retracted).rawValue),
            "epoch": .string("\(epoch)"), "first": .natural(first), "last": .natural(last),
          ]), through: routes)
      }
    }
  }

  struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a device and erase its reports. Cannot be undone.",
      discussion: """
        Asks for confirmation. Exit status: 64 no terminal and no --yes.

        Example:
          spotlog cloud erase 00112233445566778899aabbccddeeff --yes \\
            --url http://127.0.0.1:8080
        """)
    @OptionGroup var device: LineageArgument
    @Flag(help: "Erase without asking.") var yes = false
    @OptionGroup var options: OperatorOptions

    func run() throws {
      try reporting {
        let routes = try options.routes()
        let lineage = try options.lineage(device, from: routes)
        try Confirmation.ask("Erase what device \(lineage) said", isGiven: yes)
        try options.act(.eraseDevice, of: lineage, through: routes)
      }
    }
  }

  struct TakeDown: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "take-down", abstract: "Take an item down, however many devices endorse it.",
      discussion: """
        Example:
          spotlog cloud take-down 0185eb378e9ec576edeb3fc672557f0e75 \\
            --url http://127.0.0.1:8080
        """)
    @OptionGroup var item: TagArgument
    @OptionGroup var options: OperatorOptions

    func run() throws {
      try reporting {
        try options.act(.takeDownItem, of: item.tag, through: try options.routes())
      }
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Restore an item that was taken down.",
      discussion: """
        Example:
          spotlog cloud restore 0185eb378e9ec576edeb3fc672557f0e75 \\
            --url http://127.0.0.1:8080
        """)
    @OptionGroup var item: TagArgument
    @OptionGroup var options: OperatorOptions

    func run() throws {
      try reporting {
        try options.act(.restoreItem, of: item.tag, through: try options.routes())
      }
    }
  }
}
