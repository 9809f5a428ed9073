import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import SyncHTTP

struct DeviceOpen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open a result: print what its app gets, and journal it.",
    discussion: """
      An item's app gets the item's identifier, an activity's its type and userInfo, and a public \
      result gives its web page or its activity. With --query the search is made first, the \
      result must be among the first \(SearchSession.visibleMax) results, and its place and the \
      time from the search to the content are journaled. Without --query it is recorded as by \
      `device engage`. With --data or --url, a public result is named by its page or its tag.

      Examples:
        spotlog device open phone dune --app com.example.films
        spotlog device open phone dune --query du
        spotlog device open phone https://films.example/dune --query dune \\
          --url http://127.0.0.1:8080

      Exit status: 65 the result does not exist or is locked; 66 the device does not exist.
      """)

  @OptionGroup var folder: DeviceFolder
  @Argument(
    help: ArgumentHelp("The result's identifier.", valueName: "result"),
    transform: GivenName.named)
  var result: String
  @Option(help: "The result's app.", transform: GivenName.named) var app: String?
  @Option(help: "What was typed: search for it, and open the result from the list.")
  var query: String?
  @Option(
    help: ArgumentHelp("A cloud's data folder.", valueName: "dir"), completion: .directory,
    transform: GivenPath.named)
  var data: String?
  @Option(help: ArgumentHelp("A cloud's address.", valueName: "url")) var url: String?
  @OptionGroup var apps: InstalledOption
  @OptionGroup var form: JSONOption

  func validate() throws {
    if let query { try GivenName.refuseNoWords([query]) }
    guard data == nil || url == nil else {
      throw ValidationError("Give --data DIR or --url URL, and not both.")
    }
    let isBlended = data != nil || url != nil
    guard !isBlended || query != nil else {
      throw ValidationError("A public result is searched first: give --query as well.")
    }
    guard apps.installed.isEmpty || isBlended else {
      throw ValidationError("--installed is for a cloud: give --data DIR or --url URL as well.")
    }
  }

  func run() throws {
    try reporting {
      guard folder.holdsDevice else { throw folder.missing }
      let publicResults = try DeviceSearch.publicResults(
        query ?? "", data: data, url: url, apps)
      let (folder, result, app, query) = (folder, result, app, query)
      let opened = try folder.withIndexedHost { host in
        if let query {
          return try await Self.open(result, of: app, from: query, publicResults, host, folder)
        }
        return try await Self.open(result, of: app, host, folder)
      }
      if form.json { return try Output.json(opened) }
      for line in opened.lines { print(line) }
    }
  }

  /// Opens a result that is known by its name alone.
  private static func open(
    _ result: String, of app: String?, _ host: DeviceHost, _ folder: DeviceFolder
  ) async throws -> Opened {
    let app = try await holder(of: result, app, host, folder)
    guard let activity = try await host.activity(toContinueIdentifier: result, inApp: app) else {
      throw absent(result, app, folder)
    }
    let place = try await host.userEngaged(withIdentifier: result, inApp: app)
    return Opened(activity, app: app, id: result, entry: place.number)
  }

  /// Searches, and opens a result of those that are shown.
  private static func open(
    _ result: String, of app: String?, from query: String, _ publicResults: [PublicResult],
    _ host: DeviceHost, _ folder: DeviceFolder
  ) async throws -> Opened {
    // People wait for the content from the search on.
    let (clock, began) = (ContinuousClock(), Date.now)
    let start = clock.now
    let visible = Array(
      try await host.search(
        query, inApp: app, limit: SearchSession.visibleMax, blending: publicResults))
    let found = visible.enumerated().filter { _, shown in
      shown.uniqueIdentifier == result || shown.tag?.description == result
        || (shown.source == .public && shown.url == result)
    }
    guard let (index, opened) = found.first else {
      throw Failure(
        .badInput,
        "\(result.printable) is not among the \(Figure.count(visible.count, "result")) that a "
          + "search for \(query.printable) shows. See `spotlog device search "
          + "\(folder.path.asShellWord) \(query.asShellWord)`.")
    }
    let others = Set(found.map(\.element.bundleIdentifier)).sorted()
    guard others.count == 1 else { throw several(result, others) }
    guard let activity = try await host.activity(toContinue: opened, query: query) else {
      throw absent(result, opened.bundleIdentifier, folder)
    }
    let session = host.searchSession()
    let milliseconds = (clock.now - start).milliseconds
    try await session.show(visible, for: query, at: began)
    let place = try await session.open(
      opened, at: began.addingTimeInterval(Double(milliseconds) / 1_000))
    var report = Opened(
      activity, app: opened.bundleIdentifier, id: opened.uniqueIdentifier, entry: place.number)
    (report.place, report.milliseconds) = (index + 1, milliseconds)
    return report
  }

  /// The app that is named, or the only one that has such a result.
  private static func holder(
    of result: String, _ app: String?, _ host: DeviceHost, _ folder: DeviceFolder
  ) async throws -> String {
    if let app { return app }
    var holders: [String] = []
    for app in Set(try await host.searchableIndexes().map(\.bundleIdentifier)).sorted()
    where try await host.holdsResult(withIdentifier: result, inApp: app) {
      holders.append(app)
    }
    guard holders.count < 2 else { throw several(result, holders) }
    guard let holder = holders.first else {
      throw Failure(
        .badInput,
        "\(folder.path.printable) has no item \(result.printable). Check the identifier; an "
          + "activity of an app without items takes --app APP.")
    }
    return holder
  }

  private static func several(_ result: String, _ apps: [String]) -> Failure {
    Failure(
      .usage,
      "\(Figure.count(apps.count, "app has", "apps have")) a result \(result.printable): "
        + "\(apps.map(\.printable).joined(separator: ", ")). Name one with --app.")
  }

  private static func absent(_ result: String, _ app: String, _ folder: DeviceFolder) -> Failure {
    Failure(
      .badInput,
      "\(folder.path.printable) has no item or activity \(result.printable) of "
        + "\(app.printable) that can be opened: it is not there, has expired or is locked. A "
        + "protected one takes --unlock FILE.")
  }

  /// What the app gets.
  private struct Opened: Encodable, Sendable {
    let app: String
    let id: String
    let activityType: String
    let title: String
    let url: String?
    let userInfo: [String: AttributeJSON]
    /// The item that a public activity is related to.
    let relatedItem: String?
    let entry: UInt64
    /// In the list, from 1 on.
    var place: Int?
    /// From the search to the content.
    var milliseconds: UInt64?
    private let info: [(name: String, text: String)]

    private enum CodingKeys: String, CodingKey {
      case app, id, activityType, title, url, userInfo, relatedItem, entry, place, milliseconds
    }

    init(_ activity: UserActivity, app: String, id: String, entry: UInt64) {
      (self.app, self.id, self.entry) = (app, id, entry)
      activityType = activity.activityType
      title = activity.title ?? ""
      url = activity.webpageURL?.absoluteString
      userInfo = activity.userInfo.mapValues { AttributeJSON($0) }
      relatedItem = activity.contentAttributeSet?.relatedUniqueIdentifier
      info = activity.userInfo.sorted { $0.key < $1.key }.map { ($0.key, ItemRow.text($0.value)) }
    }

    var lines: [String] {
      var lines = ["app         \(app.printable)", "activity    \(activityType.printable)"]
      if !title.isEmpty { lines.append("title       \(title.printable)") }
      if let url { lines.append("page        \(url.printable)") }
      if let relatedItem { lines.append("related     \(relatedItem.printable)") }
      for (name, text) in info { lines.append("userInfo    \(name.printable)=\(text.printable)") }
      lines.append("journaled   entry \(entry)")
      if let place { lines.append("place       \(place)") }
      if let milliseconds {
        lines.append(
          "time        \(Figure.grouped(milliseconds)) ms from the search to the content")
      }
      return lines
    }
  }
}

extension Duration {
  fileprivate var milliseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
  }
}
