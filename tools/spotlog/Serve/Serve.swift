#if Server
  import AggregatorServer
  import ArgumentParser
  import Foundation

  struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run the aggregator over HTTP: one folder, one log, one process.",
      discussion: """
        Each setting can also be given in the environment, as SPOTLOG_SERVE_ and its name in \
        capitals with underscores, or in a configuration file, one JSON object. The command line \
        overrides the environment, which overrides the file.

        Prints one line when it listens; logs are JSON lines on standard error. SIGTERM and Ctrl-C \
        end it after pending requests are answered. docs/OPERATIONS.md describes a permanent \
        installation.

        Examples:
          spotlog serve --data cloud --admission open
          spotlog serve --data /srv/spotlog/cloud \\
            --enrol-token-file /etc/spotlog/enrol.tokens \\
            --operator-token-file /etc/spotlog/operator.token
          SPOTLOG_SERVE_PORT=9000 spotlog serve --config /etc/spotlog/serve.json
        """)

    @Option(
      help: ArgumentHelp("A JSON file of settings.", valueName: "file"), completion: .file(),
      transform: GivenPath.named)
    var config: String?
    @OptionGroup var options: SettingOptions
    @Flag(help: "Print every setting and its source, then exit.")
    var printConfiguration = false
    @Flag(help: .hidden) var benchRoute = false

    func run() async throws {
      signal(SIGPIPE, SIG_IGN)
      do {
        let settings = try settings()
        var configuration = try ServerConfiguration(settings)
        if printConfiguration { return try print(settings) }
        configuration.hasBenchRoute = benchRoute
        let server = try AggregatorServer(configuration)
        try await server.run { address in
          Terminal.print("spotlog serve: listening on \(address)")
          fflush(nil)
        }
      } catch let error as ServerError {
        Terminal.complain(error.message)
        throw ExitCode(Self.status(of: error).rawValue)
      }
    }

    private func settings() throws(ServerError) -> Settings {
      let environment = ProcessInfo.processInfo.environment
      let path = config ?? environment[Settings.fileVariable]
      let file = try path.map { path throws(ServerError) in
        try SettingsFile(readingFrom: path)
      }
      return try Settings(flags: options.flags, environment: environment, file: file)
    }

    private static func status(of error: ServerError) -> ExitStatus {
      switch error.code {
      case .usage: .usage
      case .configuration: .badInput
      case .noSuchFile: .noSuchFile
      case .address: .cannotCreate
      case .cloud: error.cause.map { spotlog.status(of: $0) } ?? .badInput
      }
    }

    private struct Printed: Encodable {
      let value: String?
      let source: Settings.Source?
    }

    private func print(_ settings: Settings) throws {
      var rows: [String: Printed] = [:]
      for setting in Setting.allCases {
        let entry = settings.entries[setting]
        rows[setting.rawValue] = Printed(value: entry?.value, source: entry?.source)
      }
      try Output.json(rows)
    }
  }
#else
  import ArgumentParser

  /// Stands in for the server in a build that has none, and says so.
  struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run the aggregator over HTTP (not in this build).",
      discussion: """
        This build was made without the package trait Server. Example of one with it:
          swift build -c release --product spotlog
        """)

    @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []

    func run() throws {
      guard !arguments.contains(where: { ["-h", "--help"].contains($0) }) else {
        throw CleanExit.helpRequest(self)
      }
      try reporting {
        throw Failure(
          .unavailable,
          "This build has no server. Build one: swift build -c release --product spotlog, without "
            + "--disable-default-traits.")
      }
    }
  }
#endif
