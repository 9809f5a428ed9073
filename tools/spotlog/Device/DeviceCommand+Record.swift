import ArgumentParser
import DeviceIndex
import Foundation
import JournalFormat
import Simulation
import StrictJSON
import TraceLines

/// How the recording commands read standard input: JSON Lines of any kind, in their order.
struct StandardInputOptions: ParsableArguments {
  @Flag(
    help: """
      Skip lines that are journaled already. Input that does not begin with them is refused.
      """)
  var resume = false

  @Option(help: "Lines that become durable together, 1 to 10000; fewer when no more are there.")
  var transaction = 1_000

  @Flag(help: "Prints the number of the last line that is durable, after each transaction.")
  var acknowledge = false

  @Option(
    help: ArgumentHelp(
      """
      Append bad lines to FILE and go on: line, column, reason and the line itself, with tabs \
      between them. Ends with 65 when there was one.
      """, valueName: "file"), completion: .file())
  var badLines: String?

  func validate() throws {
    guard (1...10_000).contains(transaction) else {
      throw ValidationError("--transaction takes 1 to 10000.")
    }
  }

  /// Where options describe the one event, nothing is read: what is said of reading would be left
  /// out in silence.
  func refuseWithoutLines() throws {
    let given = [
      ("--resume", resume), ("--transaction", transaction != 1_000), ("--acknowledge", acknowledge),
      ("--bad-lines", badLines != nil),
    ]
    guard let stray = given.first(where: \.1)?.0 else { return }
    throw Failure(
      .usage,
      "\(stray) is of lines from standard input, and options describe the one event here. Leave "
        + "\(stray) out.")
  }

  func record(into device: Device, app: String?) throws -> Recorded {
    let badLines = try badLines.map { try BadLines(path: $0) }
    var recorder = LineRecorder(device: device, app: app, options: self, badLines: badLines)
    return try recorder.run()
  }
}

/// What all recording commands take.
struct RecordingOptions: ParsableArguments {
  @Option(help: "The app's bundle identifier, also of lines that name none.")
  var app: String?
  @Flag(help: "Prints what was journaled as JSON.") var json = false

  /// The app of what the options themselves describe.
  func appName() throws -> String {
    guard let app else {
      throw Failure(
        .usage, "--app is missing. Name the app's bundle identifier: --app com.example.notes.")
    }
    return app
  }

  func report(_ recorded: Recorded, isOne: Bool) throws {
    if json { return try Output.json(recorded) }
    // Of lines the count is a figure that scripts look for, whatever it is.
    let events = isOne ? "1 event" : "\(recorded.events) events"
    print(
      "\(events) journaled, up to entry \(recorded.lastEntry)"
        + (recorded.newDevice == true ? ", in a new device" : ""))
  }

  /// Ends the command when lines were set aside: what was asked for is not all done.
  func settle(_ recorded: Recorded, _ input: StandardInputOptions) throws {
    guard let file = input.badLines, let count = recorded.badLines, count > 0 else { return }
    let lines = Figure.count(count, "line was", "lines were")
    throw Failure(
      .badInput,
      "\(lines) not journaled, and set aside in \(file). Correct what `cut -f 4- \(file)` prints, "
        + "and record it.")
  }
}

/// What a recording command did.
struct Recorded: Encodable {
  let events: Int
  let lastEntry: UInt64
  /// There was no device in the folder before: the command made one.
  var newDevice: Bool?
  /// Lines that were set aside; nil without --bad-lines.
  var badLines: Int?
}

extension DeviceCommand {
  /// Records one event, or reads standard input when there is none.
  ///
  /// - Parameter makesDevice: whether a folder without a device becomes one. What only speaks of
  ///   what is there already, a deletion for example, is refused there.
  static func record(
    _ event: JournalEvent?, _ folder: Folder, _ recording: RecordingOptions,
    _ input: StandardInputOptions, makesDevice: Bool = true
  ) throws {
    if event != nil { try input.refuseWithoutLines() }
    let isNew = !folder.holdsDevice
    guard makesDevice || !isNew else { throw folder.missing }
    if event == nil, isatty(STDIN_FILENO) != 0 {
      Terminal.complain("reading JSON Lines from standard input; end them with Ctrl-D")
    }
    let device = try folder.open(makes: true)
    var recorded: Recorded
    var warnings: [String] = []
    if let event {
      let reachesNothing = try reachesNothing(event, device)
      let emptying = try emptying(event, device)
      recorded = Recorded(events: 1, lastEntry: try device.record([event], at: .current))
      warnings = try Self.warnings(about: event, device, reachesNothing: reachesNothing)
      if let emptying { warnings.append(emptying) }
    } else {
      recorded = try input.record(into: device, app: recording.app)
    }
    recorded.newDevice = isNew ? true : nil
    try recording.report(recorded, isOne: event != nil)
    for warning in warnings { Terminal.complain(warning) }
    try recording.settle(recorded, input)
  }

  /// What was journaled and probably was not meant so.
  private static func warnings(
    about event: JournalEvent, _ device: Device, reachesNothing: Bool
  ) throws -> [String] {
    switch event.fact {
    case .itemsDeleted(let deletion) where reachesNothing:
      [
        "The deletion is journaled, and reached nothing of \(deletion.app.printable). Name "
          + "another app with --app, or look with `spotlog device items`."
      ]
    case .activityRecorded(let activity):
      [
        try device.lacksItem(of: activity)
          ? "The activity is journaled, and cannot be found: it is bound to the item "
            + "\(activity.relatedUniqueIdentifier.printable), which is not there. Index the item, "
            + "and record the activity again."
          : nil,
        PublicItem.Standing(activity).problem.map {
          "The activity is journaled, and cannot become public: it \($0)."
        },
      ].compactMap(\.self)
    case .resultEngaged(let engagement): try warnings(about: engagement, device)
    case .itemIndexed(let item): item.attributes.values.map(\.name).sorted().compactMap(misspelling)
    case .itemsDeleted, .resultsShown, .reindexRequested,
      .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun, .activitiesDeleted,
      .itemsExpired, nil:
      []
    }
  }

  private static func warnings(
    about engagement: JournalResultEngaged, _ device: Device
  ) throws -> [String] {
    var warnings: [String] = []
    if try device.lacksResult(of: engagement) {
      warnings.append(
        "The engagement is journaled, and counts for nothing yet: "
          + "\(engagement.result.app.printable) has no item or activity "
          + "\(engagement.result.id.printable). Check --app and --id.")
    }
    for result in engagement.shown where try device.lacks(result) {
      warnings.append(
        "The engagement is journaled, and what was shown beside it is not there: "
          + "\(result.app.printable) has no item or activity \(result.id.printable). Check --shown."
      )
    }
    return warnings
  }

  /// What is said of an item that replaced one and has nothing of it; nil for any other.
  private static func emptying(_ event: JournalEvent, _ device: Device) throws -> String? {
    guard case .itemIndexed(let item) = event.fact, !item.merge, item.attributes.values.isEmpty,
      try device.readIndex().isComplete, try device.holdsItem(app: item.app, id: item.id)
    else { return nil }
    return "The item is journaled without attributes, and those that \(item.id.printable) had are "
      + "gone. Give them with --attribute, or add --merge to keep what is there."
  }

  /// What is said of an attribute of the app's own whose name is nearly a documented one's; nil for
  /// any other.
  static func misspelling(_ name: String) -> String? {
    Device.documentedAttribute(near: name).map {
      "The attribute \(name.printable) is none of the documented ones, and is kept as the app's "
        + "own. Did you mean \($0)?"
    }
  }

  /// Whether it is a deletion of nothing, as far as an index knows that need not be waited for.
  private static func reachesNothing(_ event: JournalEvent, _ device: Device) throws -> Bool {
    guard case .itemsDeleted(let deletion) = event.fact, try device.readIndex().isComplete else {
      return false
    }
    return try device.wouldDelete(deletion).isEmpty
  }

  /// What describes one item says nothing of lines from standard input, and is not left out in
  /// silence.
  static func refuseStray(_ options: [(name: String, isGiven: Bool)], without id: String?) throws {
    guard id == nil, let stray = options.first(where: \.isGiven)?.name else { return }
    throw ValidationError(
      "\(stray) is of the one that --id names. Give --id, or leave \(stray) out: then lines are "
        + "read from standard input.")
  }

  /// Attributes as they are typed, by the types that they take.
  static func attributes(_ pairs: [String]) throws -> [JSONMember] {
    var names: [String] = []
    var values: [String: [JSONValue]] = [:]
    for pair in pairs {
      guard let equals = pair.firstIndex(of: "=") else {
        throw Failure(.usage, "--attribute \(pair) has no \"=\". Write name=value.")
      }
      let name = String(pair[..<equals])
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(value(String(pair[pair.index(after: equals)...]), of: name))
    }
    return names.map { name in
      let given = values[name] ?? []
      let isList =
        given.count > 1
        || AttributeKind(documentedAttribute: name).map { [.strings, .dates].contains($0) } == true
      return JSONMember(name, isList ? JSONValue(.array(given)) : given[0])
    }
  }

  /// A text that is not what the attribute takes is refused as a line of a trace would be.
  private static func value(_ text: String, of attribute: String) -> JSONValue {
    switch AttributeKind(documentedAttribute: attribute) {
    case .number:
      // As JSON writes numbers; anything else is a text, and refused like any other.
      if let value = try? JSONReader.read(Array(text.utf8), depthMax: 0), value.isNumber {
        return value
      }
    case .boolean:
      if let flag = ["true": true, "false": false][text] { return JSONValue(.boolean(flag)) }
    default: break
    }
    return JSONValue(.string(text))
  }

  /// What the options describe, as the beginning of a sentence.
  private static func subject(of line: [String: JSONValue.Kind?]) -> String {
    guard case .string(let kind)? = line["kind"] ?? nil else { return "The event" }
    return switch kind {
    case "index": "The item"
    case "delete": "The deletion"
    case "activity": "The activity"
    case "engage": "The engagement"
    default: "The event"
    }
  }

  /// Reads the options of a command as a line of a trace, so that both say the same.
  static func event(_ line: [String: JSONValue.Kind?]) throws -> JournalEvent {
    var members = line.compactMap { key, kind in kind.map { JSONMember(key, JSONValue($0)) } }
    members.append(JSONMember("time", JSONValue(.integer(Timestamp.current.milliseconds / 1_000))))
    do {
      return try TraceEvent(members: members, defaults: .oneDevice(app: nil)).journaled()
    } catch let error as TraceLineError {
      throw Failure(.usage, "\(Self.subject(of: line)) \(error.reason).")
    }
  }

  struct Index: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Index an item, or lines from standard input.",
      discussion: """
        Examples:
          spotlog device index phone --app com.example.notes --id 1 \\
            --attribute title="Buy milk"
          spotlog device index phone --resume < trace.jsonl
          spotlog device index phone --app com.example.notes --id 2 \\
            --attribute title=Diary --protection complete --unlock phone.key

        What a protected item says is encrypted in the journal, and found with --unlock alone. \
        Keep the file of the key where no backup of the device is: `head -c 32 /dev/urandom`.
        """)

    enum Protection: String, ExpressibleByArgument, CaseIterable {
      case none, untilFirstUnlock, complete
    }

    @OptionGroup var folder: Folder
    @OptionGroup var recording: RecordingOptions
    @Option(help: "The item's identifier; without it, standard input is read.") var id: String?
    @Option(help: "The item's domain.") var domain: String?
    @Option(
      help: ArgumentHelp(
        """
        An attribute of the item; may be repeated, and is a list then. Numbers, true and false, \
        and dates such as 2026-01-31 are those where the attribute takes them.
        """, valueName: "name=value"))
    var attribute: [String] = []
    @Flag(help: "Merges into the item that is there instead of replacing it.") var merge = false
    @Option(
      help: """
        When the item can be read: none (always), untilFirstUnlock or complete; as it is in the \
        index, unless told.
        """)
    var protection: Protection?
    @OptionGroup(title: "Standard input") var input: StandardInputOptions

    func validate() throws {
      try DeviceCommand.refuseStray(
        [
          ("--domain", domain != nil), ("--attribute", !attribute.isEmpty), ("--merge", merge),
          ("--protection", protection != nil),
        ], without: id)
    }

    func run() throws {
      try reporting {
        guard let id else { return try DeviceCommand.record(nil, folder, recording, input) }
        let attributes = try DeviceCommand.attributes(attribute)
        let line: [String: JSONValue.Kind?] = [
          "kind": .string("index"), "app": .string(try recording.appName()), "id": .string(id),
          "attributes": .object(attributes), "merge": .boolean(merge),
          "domain": domain.map { .string($0) },
          "protection": protection.map { .string($0.rawValue) },
        ]
        try DeviceCommand.record(try DeviceCommand.event(line), folder, recording, input)
      }
    }
  }
}

extension JSONValue.Kind {
  static func strings(_ texts: [String]) -> JSONValue.Kind {
    .array(texts.map { JSONValue(.string($0)) })
  }
}
