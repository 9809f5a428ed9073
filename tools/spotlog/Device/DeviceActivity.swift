import ArgumentParser
import DeviceIndex
import Foundation
import JournalFormat

struct DeviceActivity: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activity",
    abstract: "Record a current activity, or lines from standard input.",
    discussion: """
      Example:
        spotlog device activity phone --app com.example.films --id dune \\
          --type view --title Dune --url https://example.com/dune --search --public
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var recording: RecordingOptions
  @Option(
    help: "The activity's identifier; without it, standard input is read.",
    transform: GivenName.named)
  var id: String?
  @Option(help: "The activity's type.") var type: String?
  @Option(help: "The title of its result.") var title: String?
  @Option(help: "The activity's web page.") var url: String?
  @Option(help: "A keyword; can be repeated.") var keyword: [String] = []
  @Option(help: "The item that the activity is bound to.") var related: String?
  @Flag(help: "Make the activity searchable on this device.") var search = false
  @Flag(help: "Allow the activity to become public.") var `public` = false
  @Option(help: "An attribute that may become public; can be repeated.")
  var share: [String] = []
  @OptionGroup(title: "Standard input") var input: StandardInputOptions

  func validate() throws {
    try input.refuseStray(
      [
        ("--type", type != nil), ("--title", title != nil), ("--url", url != nil),
        ("--keyword", !keyword.isEmpty), ("--related", related != nil), ("--search", search),
        ("--public", self.public), ("--share", !share.isEmpty),
      ], without: id)
  }

  func run() throws {
    try reporting {
      guard let id else { return try folder.recordLines(recording, input) }
      let app = try recording.appName()
      let activity = try activity(id)
      // One that cannot be recorded makes no device.
      let problem = try activity.publicIndexingProblem(inApp: app)
      let related = related ?? ""
      var event = JournalEvent()
      event.activityRecorded = try activity.journaled(app: app)
      try folder.record(recording, input, making: event) { host in
        var recorded = RecordedEvent(place: try await host.becomeCurrent(activity, inApp: app))
        if activity.isEligibleForSearch, !related.isEmpty,
          try await !host.holdsItem(withIdentifier: related, inApp: app)
        {
          recorded.warnings.append(
            "The activity is journaled, and cannot be found: it is bound to the item "
              + "\(related.printable), which is not there. Index the item, and record the activity "
              + "again.")
        }
        if let problem {
          let clause = problem.replacing("The activity ", with: "it ", maxReplacements: 1)
          recorded.warnings.append("The activity is journaled, and cannot become public: \(clause)")
        }
        return recorded
      }
    }
  }

  private func activity(_ id: String) throws -> UserActivity {
    guard let type, !type.isEmpty else {
      throw Failure(.usage, "--type is missing. Name the activity's type: --type view.")
    }
    var activity = UserActivity(activityType: type)
    activity.persistentIdentifier = id
    activity.title = title
    activity.keywords = Set(keyword)
    activity.isEligibleForSearch = search
    activity.isEligibleForPublicIndexing = self.public
    activity.publicAttributeNames = Set(share)
    if let url {
      guard let address = URL(string: url) else {
        throw Failure(.usage, "--url \(url.printable) is not an address.")
      }
      activity.webpageURL = address
    }
    if let related {
      var attributes = AttributeSet()
      attributes.relatedUniqueIdentifier = related
      activity.contentAttributeSet = attributes
    }
    return activity
  }
}
