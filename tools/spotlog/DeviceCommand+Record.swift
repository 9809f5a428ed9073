import ArgumentParser
import DeviceIndex
import Foundation
import JournalFormat
import Simulation

/// How the recording commands read standard input: JSON Lines of any kind, in their order.
struct StandardInputOptions: ParsableArguments {
  @Flag(help: "Goes on after the last line of standard input that is in the journal already.")
  var resume = false

  @Option(help: "Lines that become durable together, 1 to 10000; fewer when no more are there.")
  var transaction = 1_000

  @Flag(help: "Prints the number of the last line that is durable, after each transaction.")
  var acknowledge = false

  func validate() throws {
    guard (1...10_000).contains(transaction) else {
      throw ValidationError("--transaction takes 1 to 10000.")
    }
  }

  func record(into device: Device, _ recording: RecordingOptions) throws {
    var recorder = LineRecorder(device: device, app: recording.app, options: self)
    try recording.report(try recorder.run())
  }
}

/// What all recording commands take.
struct RecordingOptions: ParsableArguments {
  @Option(help: "The app's bundle identifier, also of lines that name none.")
  var app: String?
  @Flag(help: "Prints what was journaled as JSON.") var json = false

  /// The app of what the options themselves say.
  var appName: String { app ?? "com.example.app" }

  func report(_ recorded: Recorded) throws {
    if json { return try Output.json(recorded) }
    print("\(recorded.events) events journaled, up to entry \(recorded.lastEntry)")
  }
}

/// What a recording command did.
struct Recorded: Encodable {
  let events: Int
  let lastEntry: UInt64
}

/// Records lines in transactions, each with its place in the input as a client state.
private struct LineRecorder {
  let device: Device
  let defaults: TraceEvent.Defaults
  let options: StandardInputOptions
  private var drafts: [EntryDraft] = []
  /// What the drafts say of items.
  private var pending = PendingItems()
  private var count = 0

  /// Under this name the journal keeps how far standard input is in it.
  private static let app = "spotlog"
  private static let indexName = "standard-input"

  init(device: Device, app: String?, options: StandardInputOptions) {
    self.device = device
    defaults = .oneDevice(app: app)
    self.options = options
  }

  mutating func run() throws -> Recorded {
    let reader = try TraceReader(path: "-")
    let done = options.resume ? try lastLine() : 0
    var taken = done
    do {
      while let draft = try next(of: reader, after: done) {
        drafts.append(draft)
        taken = reader.lineNumber
        // Who writes the lines may wait for these to be acknowledged before the next.
        guard try drafts.count >= options.transaction || !reader.isReady() else { continue }
        try take(upTo: reader.lineNumber)
      }
    } catch let error as TraceError {
      // What came before the bad line is taken: its sender was told nothing else.
      try take(upTo: taken)
      throw error
    }
    try take(upTo: reader.lineNumber)
    Terminal.endProgress()
    return Recorded(events: count, lastEntry: try device.journaledNumber)
  }

  /// The next line behind `done` as an entry; nil at the end.
  private mutating func next(of reader: TraceReader, after done: Int) throws(TraceError)
    -> EntryDraft?
  {
    while let line = try reader.next() {
      guard reader.lineNumber > done else { continue }
      let reason: String
      do {
        let event = try TraceEvent(json: line, defaults: defaults)
        return try device.draft(try event.journaled(), at: event.time, after: &pending)
      } catch let error as TraceLineError {
        reason = error.reason
      } catch {
        reason = "cannot be taken: \(error)"
      }
      throw reader.error(aboutLine: reason)
    }
    return nil
  }

  private func lastLine() throws -> Int {
    let state = try device.clientState(app: Self.app, indexName: Self.indexName)
    return state.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
  }

  private mutating func take(upTo line: Int) throws {
    guard let last = drafts.last else { return }
    var ended = JournalEvent()
    ended.batchEnded.app = Self.app
    ended.batchEnded.indexName = Self.indexName
    ended.batchEnded.clientState = Data(String(line).utf8)
    try device.record(drafts + [try device.draft(ended, at: last.time)])
    count += drafts.count
    drafts = []
    pending = PendingItems()
    if options.acknowledge {
      var output = Output()
      output.line(String(line))
      output.flush()
    }
    Terminal.progress("\(count) events")
  }
}

extension DeviceCommand {
  /// Records one event, or reads standard input when there is none.
  static func record(
    _ event: JournalEvent?, _ folder: Folder, _ recording: RecordingOptions,
    _ input: StandardInputOptions
  ) throws {
    let device = try folder.open(makes: true)
    guard let event else { return try input.record(into: device, recording) }
    let reachesNothing = try reachesNothing(event, device)
    try recording.report(Recorded(events: 1, lastEntry: try device.record([event], at: .current)))
    if reachesNothing {
      Terminal.complain(
        "The deletion is journaled, and reached nothing of \(recording.appName.printable). Name "
          + "another app with --app, or look with `spotlog device items`.")
    }
    guard case .activityRecorded(let activity) = event.fact,
      try device.lacksItem(of: activity)
    else { return }
    Terminal.complain(
      "The activity is journaled, and cannot be found: it is bound to the item "
        + "\(activity.relatedUniqueIdentifier.printable), which is not there. Index the item, and "
        + "record the activity again.")
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
  static func attributes(_ pairs: [String]) throws -> [String: Any] {
    var values: [String: [Any]] = [:]
    for pair in pairs {
      guard let equals = pair.firstIndex(of: "=") else {
        throw Failure(.usage, "--attribute \(pair) has no \"=\". Write name=value.")
      }
      let name = String(pair[..<equals])
      values[name, default: []].append(value(String(pair[pair.index(after: equals)...]), of: name))
    }
    return values.mapValues { $0.count == 1 ? $0[0] : $0 }.reduce(into: [:]) { attributes, entry in
      let isList = AttributeKind(documentedAttribute: entry.key).map {
        [.strings, .dates].contains($0)
      }
      attributes[entry.key] =
        isList == true && !(entry.value is [Any]) ? [entry.value] : entry.value
    }
  }

  /// A text that is not what the attribute takes is refused as a line of a trace would be.
  private static func value(_ text: String, of attribute: String) -> Any {
    switch AttributeKind(documentedAttribute: attribute) {
    // JSON has none that are not finite; as a text it is refused like any other.
    case .number: Double(text).flatMap { $0.isFinite ? $0 : nil } ?? text
    case .boolean: ["true": true, "false": false][text] ?? text
    default: text
    }
  }

  /// Reads the options of a command as a line of a trace, so that both say the same.
  static func event(_ line: [String: Any]) throws -> JournalEvent {
    var line = line
    line["time"] = Timestamp.current.milliseconds / 1_000
    let json = try JSONSerialization.data(withJSONObject: line)
    do {
      return try TraceEvent(json: [UInt8](json), defaults: .oneDevice(app: nil)).journaled()
    } catch let error as TraceLineError {
      throw Failure(.usage, "What was given \(error.reason).")
    }
  }

  struct Index: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Index an item, or lines from standard input.",
      discussion: """
        Examples:
          spotlog device index phone --app com.example.notes --id 1 --attribute title="Buy milk"
          spotlog device index phone --resume < trace.jsonl
          spotlog device index phone --id 2 --attribute title=Diary --protection complete \\
            --unlock phone.key

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
        var line: [String: Any] = [
          "kind": "index", "app": recording.appName, "id": id, "attributes": attributes,
          "merge": merge,
        ]
        line["domain"] = domain
        line["protection"] = protection?.rawValue
        try DeviceCommand.record(try DeviceCommand.event(line), folder, recording, input)
      }
    }
  }
}
