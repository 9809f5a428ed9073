import ArgumentParser

/// What the web's own rules say, for one address or file: no cloud and no device takes part.
struct WebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web",
    abstract: "Check pages, robots.txt and association files.",
    discussion: """
      docs/WEB.md says what is read and by which rules.

      Examples:
        spotlog web validate https://example.com/recipes/chips
        spotlog web robots robots.txt < addresses.txt
        spotlog web link https://example.com/buy/42 \\
          --association apple-app-site-association
      """,
    subcommands: [Validate.self, Extract.self, RobotsCommand.self, LinkCommand.self])
}
