import ArgumentParser
import DeviceIndex
import Inspection
import JournalFormat

struct DeviceDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete items by identifier or domain, or from standard input.",
    discussion: """
      Examples:
        spotlog device delete phone --app com.example.notes --id 1 --id 2
        spotlog device delete phone --app com.example.mail --domain account.inbox
        spotlog device delete phone --app com.example.mail --domain account --dry-run
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var recording: RecordingOptions
  @Option(help: "An item's identifier; can be repeated.", transform: GivenName.named)
  var id: [String] = []
  @Option(help: "A domain and all domains below it; can be repeated.", transform: GivenName.named)
  var domain: [String] = []
  @Flag(help: "Delete everything of the app.") var all = false
  @Flag(help: "Print what would be deleted, and change nothing.") var dryRun = false
  @OptionGroup(title: "Standard input") var input: StandardInputOptions

  func validate() throws {
    guard !dryRun || !id.isEmpty || !domain.isEmpty || all else {
      throw ValidationError("--dry-run takes --id, --domain or --all.")
    }
    guard [!id.isEmpty, !domain.isEmpty, all].count(where: \.self) <= 1 else {
      throw ValidationError("Give one of --id, --domain and --all.")
    }
  }

  func run() throws {
    try reporting {
      guard !dryRun else {
        try input.refuseWithoutLines()
        return try preview()
      }
      guard let reach else {
        return try folder.recordLines(recording, input, makesDevice: false)
      }
      let app = try recording.appName()
      try folder.record(recording, input) { host in
        let index = host.searchableIndex(forApp: app)
        // As far as an index knows that need not be waited for.
        let isComplete = try await host.readIndex().isComplete
        let reachesNothing = isComplete ? try await reach.found(in: index).isEmpty : false
        let unknown = isComplete ? try await reach.unknown(in: index) : nil
        var recorded = RecordedEvent(place: try await reach.delete(in: index))
        if reachesNothing {
          recorded.warnings = [
            "The deletion is journaled, and reached nothing of \(app.printable). Name another app "
              + "with --app, or look with `spotlog device items`."
          ]
        } else if let unknown {
          recorded.warnings = ["The deletion is journaled, and \(unknown)"]
        }
        return recorded
      }
    }
  }

  /// What the options name; nil where they name nothing.
  private var reach: DeletionReach? {
    if all { return .all }
    if !domain.isEmpty { return .domains(domain) }
    return id.isEmpty ? nil : .identifiers(id)
  }

  /// What would go.
  private func preview() throws {
    let app = try recording.appName()
    guard let reach else { return }
    let reader = try folder.reader()
    try reader.readIndexToEnd()
    let unknown = try reach.named.filter {
      try reader.results(deletedBy: $0.reach.deletion(in: app)).isEmpty
    }
    let found = try reader.results(deletedBy: reach.deletion(in: app))
    if let sentence = reach.sentence(ofUnknown: unknown.map(\.name), in: app) {
      Terminal.complain(sentence)
    }
    if recording.form.json { return try Output.json(found.map { Doomed($0) }) }
    for result in found {
      let title = result.title.isEmpty ? "" : "  \(result.title.printable)"
      // An item and an activity may have one identifier.
      let kind = Doomed.isActivity(result) ? "  (activity)" : ""
      print("\(result.uniqueIdentifier.printable)\(title)\(kind)")
    }
    print("\(found.count) would be deleted")
  }

  private struct Doomed: Encodable {
    let id: String
    let title: String
    let kind: String

    init(_ result: SearchResult) {
      (id, title) = (result.uniqueIdentifier, result.title)
      kind = Self.isActivity(result) ? "activity" : "item"
    }

    static func isActivity(_ result: SearchResult) -> Bool { result.activityIdentifier != nil }
  }
}

/// By the calls that apps have.
extension DeletionReach {
  fileprivate func found(in index: SearchableIndex) async throws -> [SearchResult] {
    switch self {
    case .all: try await index.allSearchableItems()
    case .identifiers(let ids):
      try await index.searchableItems(deletedWithIdentifiers: ids)
    case .domains(let domains):
      try await index.searchableItems(deletedWithDomainIdentifiers: domains)
    }
  }

  /// What names something that is not there, as a sentence; nil where all of it is.
  fileprivate func unknown(in index: SearchableIndex) async throws -> String? {
    var unknown: [String] = []
    for (name, reach) in named where try await reach.found(in: index).isEmpty {
      unknown.append(name)
    }
    return sentence(ofUnknown: unknown, in: index.bundleIdentifier)
  }

  fileprivate func delete(in index: SearchableIndex) async throws -> JournalPlace {
    switch self {
    case .all: try await index.deleteAllSearchableItems()
    case .identifiers(let ids): try await index.deleteSearchableItems(withIdentifiers: ids)
    case .domains(let domains):
      try await index.deleteSearchableItems(withDomainIdentifiers: domains)
    }
  }
}
