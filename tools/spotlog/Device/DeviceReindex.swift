import ArgumentParser
import DeviceIndex
import Inspection
import JournalFormat

struct DeviceReindex: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reindex",
    abstract: "Request items again, list open requests, and acknowledge them.",
    discussion: """
      A request is an entry of the journal. It is open until it is acknowledged, and is repeated \
      if that has not happened by its deadline. Items not supplied by the deadline are removed \
      from the index; until then they are marked unconfirmed, and a search still finds them. \
      Expiring items are removed when they expire, and not before.

      Without --app, every app of the index is asked. Every form first journals what is due: \
      requests after a restore, about items that expire and for what is overdue, and expiries. In \
      a folder that cannot be written, --list lists what is journaled.

      Examples:
        spotlog device reindex phone
        spotlog device reindex phone --app com.example.notes --ids 1 2
        spotlog device reindex phone --list
        spotlog device index phone --app com.example.notes < notes.jsonl
        spotlog device reindex phone --acknowledge 00112233445566778899aabbccddeeff
      """)

  @OptionGroup var folder: DeviceFolder
  @Option(help: "Only this app.", transform: GivenName.named) var app: String?
  @Option(help: "Only the app's index with this name; empty for the default index.")
  var index: String?
  @Option(
    parsing: .upToNextOption, help: "Only the app's item with this identifier; can be repeated.",
    transform: GivenName.named)
  var ids: [String] = []
  @Option(help: "Acknowledge a request: all items that still exist were given.")
  var acknowledge: String?
  @Flag(help: "List the open requests, and request nothing.") var list = false
  @Flag(help: "Print open or acknowledged requests as JSON.") var json = false

  func validate() throws {
    guard app != nil || (ids.isEmpty && index == nil) else {
      throw ValidationError("--ids and --index say which items of an app: name it with --app.")
    }
    guard acknowledge == nil || (app == nil && !list) else {
      throw ValidationError("--acknowledge cannot be combined with --app or --list.")
    }
    guard !list || app == nil else {
      throw ValidationError("--list lists all open requests: omit --app.")
    }
  }

  func run() throws {
    try reporting {
      if list {
        let reader = try folder.reader()
        try reader.readIndexToEnd()
        return try report(try reader.openReindexRequests())
      }
      if let acknowledge { return try end(acknowledge) }
      let (app, index, ids) = (app, index, ids)
      let (requests, warning) = try folder.withIndexedHost { host in
        // Without delegates nobody is asked here: what is due is journaled.
        try await host.answerReindexRequests()
        let before = try await host.openReindexRequests()
        try await Self.request(app, index, ids, host)
        let requests = try await host.openReindexRequests()
        let doubt = try await Self.doubt(app, index, ids, host)
        return (requests, Self.warning(of: doubt, isNew: requests != before))
      }
      try report(requests)
      if let warning { Terminal.complain(warning) }
    }
  }

  private static func request(
    _ app: String?, _ index: String?, _ ids: [String], _ host: DeviceHost
  ) async throws {
    if let app, !ids.isEmpty {
      return try await host.requestReindex(forApp: app, indexName: index, identifiers: ids)
    }
    let indexes = try await host.searchableIndexes().filter {
      (app ?? $0.bundleIdentifier) == $0.bundleIdentifier
        && (index ?? $0.name ?? "") == $0.name ?? ""
    }
    for found in indexes {
      try await host.requestReindex(forApp: found.bundleIdentifier, indexName: found.name)
    }
    // An app without items can be asked as well: it may have some to give.
    if indexes.isEmpty, let app {
      try await host.requestReindex(forApp: app, indexName: index)
    }
  }

  /// What the index does not know of what was named, as a sentence; nil where it knows all of it.
  /// It is asked for all the same: an app may have items to give that the index has not.
  private static func doubt(
    _ app: String?, _ index: String?, _ ids: [String], _ host: DeviceHost
  ) async throws -> String? {
    let indexes = try await host.searchableIndexes().filter {
      (app ?? $0.bundleIdentifier) == $0.bundleIdentifier
    }
    guard let app else {
      return indexes.isEmpty ? "the index has no items. Name an app with --app to ask it." : nil
    }
    let name = app.printable
    guard !indexes.isEmpty else {
      return "the index has no items of \(name). Check --app, or look with `spotlog device items`."
    }
    if let index, !index.isEmpty, !indexes.contains(where: { $0.name == index }) {
      return "\(name) has no index \(index.printable). Check --index."
    }
    let unknown = try await ids.unknown { try await host.holdsItem(withIdentifier: $0, inApp: app) }
    return unknown.map { "\(name) has no item \($0). Check --ids." }
  }

  private static func warning(of doubt: String?, isNew: Bool) -> String? {
    guard !isNew else { return doubt.map { "The request is journaled, and \($0)" } }
    return "Nothing new was requested: \(doubt ?? "open requests cover it.")"
  }

  private func end(_ name: String) throws {
    guard [UInt8](hex: name)?.count == 16 else {
      throw Failure(
        .usage, "\"\(name)\" is not a request ID; expected 32 hex digits (see --list).")
    }
    let ended = try folder.withIndexedHost { host in
      try await host.answerReindexRequests()
      return try await host.acknowledgeReindexRequest(name)
    }
    guard let ended else {
      throw Failure(
        .finding,
        "\(folder.path) has no open request \(name). It has ended, or was replaced: see what is "
          + "open with --list.")
    }
    let (swept, locked) = (ended.removedItemCount, ended.lockedItemCount)
    if json {
      return try Output.json(
        Ended(request: name, swept: swept, locked: locked == 0 ? nil : locked))
    }
    print("\(name) acknowledged, \(Figure.count(swept, "item")) swept")
    if locked > 0 {
      print(
        Figure.count(
          locked, "protected item stays: it is asked for again, and can be given unlocked",
          "protected items stay: they are asked for again, and can be given unlocked"))
    }
  }

  private func report(_ requests: [OpenReindexRequest]) throws {
    if json { return try Output.json(requests.map { Open($0) }) }
    if requests.isEmpty { print("no open requests") }
    for request in requests {
      print(
        "\(request.id)  \(request.bundleIdentifier.printable)"
          + (request.indexName.map { "/\($0.printable)" } ?? "")
          + "  \(request.scope.text)  \(request.reason.rawValue)  attempt \(request.attempts), "
          + "again at \(Timestamp(request.deadline).text)")
    }
  }
}

private struct Ended: Encodable {
  let request: String
  let swept: Int
  /// Protected, so that they could not be given while the device is locked: they stay.
  let locked: Int?
}

private struct Open: Encodable {
  let request: String
  let app: String
  let index: String?
  let scope: String
  let ids: [String]?
  let reason: String
  let entry: UInt64
  let requested: String
  let deadline: String
  let attempts: Int

  init(_ request: OpenReindexRequest) {
    self.request = request.id
    app = request.bundleIdentifier
    index = request.indexName
    scope = request.scope.name
    ids = if case .identifiers(let ids) = request.scope { ids } else { nil }
    reason = request.reason.rawValue
    entry = request.place.number
    requested = Timestamp(request.requested).text
    deadline = Timestamp(request.deadline).text
    attempts = request.attempts
  }
}

extension OpenReindexRequest.Scope {
  fileprivate var name: String {
    switch self {
    case .all: "all"
    case .identifiers: "identifiers"
    case .resume: "resume"
    }
  }

  fileprivate var text: String {
    guard case .identifiers(let ids) = self else { return name }
    return Figure.count(ids.count, "item")
  }
}
