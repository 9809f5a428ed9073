import ArgumentParser

@main
struct Spotlog: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spotlog",
    abstract: "A search index that you can lose.",
    discussion: """
      Simulate fleets of devices, be one device on a folder of files, look into journals, and ask \
      a cloud what it counted and why. `spotlog help COMMAND` shows each with examples.
      """,
    version: "spotlog 0.1.0",
    subcommands: [
      Simulate.self, ReplayCommand.self, ShrinkCommand.self, DeviceCommand.self,
      JournalCommand.self, SnapshotCommand.self, QueryCommand.self, TokensCommand.self,
      DrillCommand.self, CloudCommand.self,
    ] + serving + [Bench.self])

  /// The server is a trait of the package: builds that go without it have no network library.
  private static var serving: [any ParsableCommand.Type] {
    #if Server
      [Serve.self]
    #else
      []
    #endif
  }
}
