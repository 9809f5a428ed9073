import ArgumentParser
import DeviceIndex
import JournalFormat

struct DeviceAbandon: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "abandon",
    abstract: "Record that results were shown and none was opened.",
    discussion: """
      Results that are shown often and never opened sink; docs/SEARCH.md says how far. The entry \
      never leaves the device, but for the tags of public results: how often each was shown is \
      reported to the cloud. Lines of kind "abandon" record the same of the device's own results: \
      every recording command reads them from standard input.

      Examples:
        spotlog device abandon phone --app com.example.films --query du \\
          --shown dune --shown duel
        spotlog device abandon phone --app com.example.films --query du \\
          --shown-tag 0185eb378e9ec576edeb3fc672557f0e75
        spotlog device abandon phone --query zebra --found-nothing
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var recording: RecordingOptions
  @Option(help: "The query that was typed.") var query = ""
  @Option(
    help: "A result that was visible, the top one first; can be repeated.",
    transform: GivenName.named)
  var shown: [String] = []
  @OptionGroup var publicly: PublicResultOptions
  @Flag(help: "Record that the search found nothing.") var foundNothing = false

  func validate() throws {
    guard !foundNothing || (shown.isEmpty && publicly.shownTag.isEmpty && !query.isEmpty) else {
      throw ValidationError("--found-nothing takes --query, and no --shown and --shown-tag.")
    }
    guard foundNothing || !shown.isEmpty || !publicly.shownTag.isEmpty else {
      throw ValidationError("--shown is missing. Name each result that was visible: --shown dune.")
    }
    let count = shown.count + publicly.shownTag.count
    guard count <= SearchSession.visibleMax else {
      throw ValidationError(
        "\(count) results are shown; at most \(SearchSession.visibleMax) count. Name those "
          + "that were visible.")
    }
  }

  func run() throws {
    try reporting {
      // What found nothing is of no app.
      let app = foundNothing ? recording.app ?? "" : try recording.appName()
      try folder.record(recording, nil) {
        [query, shown, shownTag = publicly.shownTag, foundNothing] host in
        guard
          let place = try await host.userAbandoned(
            visibleIdentifiers: shown, visibleTags: shownTag, inApp: app, query: query)
        else {
          throw Failure(
            .usage,
            foundNothing
              ? "Nothing was journaled: protected items are locked, and may be what was meant, or "
                + "the query has more than 256 bytes."
              : "Recording of abandoned searches is disabled on this device.")
        }
        var recorded = RecordedEvent(place: place)
        for result in Set(shown).sorted()
        where try await !host.holdsResult(withIdentifier: result, inApp: app) {
          recorded.warnings.append(
            "The search is journaled, but no item or activity \(result.printable) of app "
              + "\(app.printable) is indexed. Check --app and --shown.")
        }
        return recorded
      }
    }
  }
}
