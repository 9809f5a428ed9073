import ArgumentParser
import DeviceIndex
import JournalFormat

struct DeviceAbandon: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "abandon",
    abstract: "Record that results were shown and none was opened.",
    discussion: """
      Results that are shown often and never opened sink; docs/SEARCH.md says how far. The entry \
      never leaves the device. Lines of kind "abandon" record the same: every recording command \
      reads them from standard input.

      Example:
        spotlog device abandon phone --app com.example.films --query du \\
          --shown dune --shown duel
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var recording: RecordingOptions
  @Option(help: "The query that was typed.") var query = ""
  @Option(
    help: "A result that was visible, the top one first; can be repeated.",
    transform: GivenName.named)
  var shown: [String] = []

  func validate() throws {
    guard !shown.isEmpty else {
      throw ValidationError("--shown is missing. Name each result that was visible: --shown dune.")
    }
    guard shown.count <= SearchSession.visibleMax else {
      throw ValidationError(
        "\(shown.count) results are shown; at most \(SearchSession.visibleMax) count. Name those "
          + "that were visible.")
    }
  }

  func run() throws {
    try reporting {
      let app = try recording.appName()
      try folder.record(recording, nil) { [query, shown] host in
        guard
          let place = try await host.userAbandoned(
            visibleIdentifiers: shown, inApp: app, query: query)
        else {
          throw Failure(.usage, "This device journals no abandoned searches.")
        }
        var recorded = RecordedEvent(place: place)
        for result in Set(shown).sorted()
        where try await !host.holdsResult(withIdentifier: result, inApp: app) {
          recorded.warnings.append(
            "The search is journaled, and counts for nothing of what is not there: no item or "
              + "activity \(result.printable) of \(app.printable) can be found. Check --app and "
              + "--shown.")
        }
        return recorded
      }
    }
  }
}
