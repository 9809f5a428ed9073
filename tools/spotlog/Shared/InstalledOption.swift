import ArgumentParser
import JournalFormat

/// The apps that somebody who searches a public index has.
struct InstalledOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "An installed app, for items without a page; can be repeated.", valueName: "app"),
    transform: GivenName.named)
  var installed: [String] = []

  func read() throws -> InstalledApps {
    do { return try InstalledApps(installed) } catch let error as FormatError {
      throw Failure(.usage, error.message)
    }
  }
}
