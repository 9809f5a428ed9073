import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import Search

extension DeviceCommand {
  struct Reindex: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Ask apps to give their items again, see what is open, and acknowledge.",
      discussion: """
        A request is an entry of the journal. It is open until it is acknowledged, and comes again \
        when nobody has done so by its deadline. What was asked for and not given again by then is \
        removed from the index; until then it is found, and marked as unconfirmed. An item that \
        was asked about since it expires is removed once it has, and not before.

        Without --app, every app of the index is asked. Every form first asks for what is due: \
        after a restore, about items that expire, and again for what is overdue; and journals what \
        has expired.

        Examples:
          spotlog device reindex phone
          spotlog device reindex phone --app com.example.notes --ids 1 2
          spotlog device reindex phone --list
          spotlog device index phone --app com.example.notes < notes.jsonl
          spotlog device reindex phone --acknowledge 00112233445566778899aabbccddeeff
        """)

    @OptionGroup var folder: Folder
    @Option(help: "Only this app.") var app: String?
    @Option(help: "Only the app's index of this name; empty: the default index.")
    var index: String?
    @Option(parsing: .upToNextOption, help: "Only these items of the app.") var ids: [String] = []
    @Option(help: "Ends a request: everything was given again that is still there.")
    var acknowledge: String?
    @Flag(help: "Only lists the open requests.") var list = false
    @Flag(help: "Prints the open requests, or what was acknowledged, as JSON.") var json = false

    func validate() throws {
      guard app != nil || (ids.isEmpty && index == nil) else {
        throw ValidationError("--ids and --index say which items of an app: name it with --app.")
      }
      guard acknowledge == nil || (app == nil && !list) else {
        throw ValidationError("--acknowledge stands alone: it names its request.")
      }
      guard !list || app == nil else {
        throw ValidationError("--list lists all open requests: leave --app away.")
      }
    }

    func run() throws {
      try reporting {
        let device = try folder.openIndexed()
        try device.reviewReindex(at: .current)
        if let acknowledge { return try end(acknowledge, device) }
        if !list { try request(device) }
        try report(device)
      }
    }

    private func request(_ device: Device) throws {
      let now = Timestamp.current
      if let app, !ids.isEmpty {
        _ = try device.requestReindex(
          identifiers: ids, ofApp: app, indexName: index ?? "", because: .operator, at: now)
        return
      }
      var targets = try device.reindexTargets().filter {
        (app ?? $0.app) == $0.app && (index ?? $0.indexName) == $0.indexName
      }
      // An app without items can be asked as well: it may have some to give.
      if targets.isEmpty, let app {
        targets = [ReindexTarget(app: app, indexName: index ?? "")]
      }
      for target in targets {
        try device.requestReindex(.all, of: target, because: .operator, at: now)
      }
    }

    private func end(_ text: String, _ device: Device) throws {
      guard let name = ReindexRequestName(hex: text) else {
        throw Failure(
          .usage, "\"\(text)\" is no request: 32 hexadecimal digits, as --list shows them.")
      }
      guard case .ended(let swept, let locked) = try device.answerReindex(name, at: .current) else {
        throw Failure(
          .finding,
          "\(folder.path) has no open request \(name). It has ended, or was replaced: see what is "
            + "open with --list.")
      }
      if json {
        return try Output.json(
          Ended(request: "\(name)", swept: swept, locked: locked == 0 ? nil : locked))
      }
      print("\(name) acknowledged, \(Figure.count(swept, "item")) swept")
      if locked > 0 {
        print(
          Figure.count(
            locked, "protected item stays: it is asked for again, and can be given unlocked",
            "protected items stay: they are asked for again, and can be given unlocked"))
      }
    }

    private func report(_ device: Device) throws {
      let requests = try device.openReindexRequests()
      if json { return try Output.json(requests.map { Open($0) }) }
      if requests.isEmpty { print("no open requests") }
      for request in requests {
        print(
          "\(request.name)  \(request.target.app.printable)"
            + (request.target.indexName.isEmpty ? "" : "/\(request.target.indexName.printable)")
            + "  \(request.scope.text)  \(request.reason.text)  attempt \(request.attempts), "
            + "again at \(request.deadline.text)")
      }
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

  init(_ request: ReindexRequest) {
    self.request = "\(request.name)"
    app = request.target.app
    index = request.target.indexName.isEmpty ? nil : request.target.indexName
    scope = request.scope.name
    ids = if case .identifiers(let ids) = request.scope { ids.sortedByBytes() } else { nil }
    reason = request.reason.text
    entry = request.number
    requested = request.requested.text
    deadline = request.deadline.text
    attempts = request.attempts
  }
}

extension ReindexRequest.Scope {
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
