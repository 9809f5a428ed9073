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
    do throws(FormatError) { return try InstalledApps(installed) } catch {
      throw Failure(.usage, error.message)
    }
  }
}
