import ArgumentParser
import DeviceIndex
import JournalFormat

struct DeviceEngage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engage",
    abstract: "Record that a result was opened, or lines from standard input.",
    discussion: """
      Examples:
        spotlog device engage phone --app com.example.films --id dune \\
          --query du
        spotlog device engage phone --app com.example.films \\
          --id https://films.example/dune \\
          --tag 0185eb378e9ec576edeb3fc672557f0e75
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var recording: RecordingOptions
  @Option(
    help: "The result's identifier; without it, standard input is read.",
    transform: GivenName.named)
  var id: String?
  @Option(help: "The query that was typed.") var query = ""
  @Option(
    help: "Another result that was visible; can be repeated.", transform: GivenName.named)
  var shown: [String] = []
  @Option(
    help: "The tag of a public result; without it, the result is the device's own.",
    transform: PublicResultOptions.tag)
  var tag: Tag?
  @OptionGroup var publicly: PublicResultOptions
  @OptionGroup(title: "Standard input") var input: StandardInputOptions

  func validate() throws {
    try input.refuseStray(
      [
        ("--query", !query.isEmpty), ("--shown", !shown.isEmpty), ("--tag", tag != nil),
        ("--shown-tag", !publicly.shownTag.isEmpty),
      ], without: id)
  }

  func run() throws {
    try reporting {
      guard let result = id else {
        return try folder.recordLines(recording, input, makesDevice: false)
      }
      let app = try recording.appName()
      try folder.record(recording, input) {
        [query, shown, tag, shownTag = publicly.shownTag] host in
        let place = try await host.userEngaged(
          withIdentifier: result, tag: tag, inApp: app, query: query, visibleIdentifiers: shown,
          visibleTags: shownTag)
        var recorded = RecordedEvent(place: place)
        if tag == nil, try await !host.holdsResult(withIdentifier: result, inApp: app) {
          recorded.warnings.append(
            "The engagement is journaled but has no effect yet: no item or activity "
              + "\(result.printable) of app \(app.printable) is indexed. Check --app and --id, "
              + "and that an activity is recorded with --search.")
        }
        var known: Set = [result]
        for other in shown where known.insert(other).inserted {
          guard try await !host.holdsResult(withIdentifier: other, inApp: app) else { continue }
          recorded.warnings.append(
            "The engagement is journaled, but no item or activity \(other.printable) of app "
              + "\(app.printable) is indexed. Check --shown.")
        }
        return recorded
      }
    }
  }
}
