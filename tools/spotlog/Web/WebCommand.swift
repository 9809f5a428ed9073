import ArgumentParser

/// What a search would read of the web, without a cloud.
struct WebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web",
    abstract: "Check web pages and their sites for search.",
    subcommands: [Validate.self, Extract.self])
}
