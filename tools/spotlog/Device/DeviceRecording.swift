import ArgumentParser
import DeviceIndex
import Foundation
import JournalFormat

/// How the recording commands read standard input: JSON Lines of any kind, in their order.
struct StandardInputOptions: ParsableArguments {
  @Flag(
    help: """
      Skip lines that are journaled already. Input that does not begin with them is refused.
      """)
  var resume = false

  @Option(help: "Maximum lines in a transaction: 1 to 10000.")
  var transaction = 1_000

  @Flag(help: "Print the last durable line's number after each transaction.")
  var acknowledge = false

  @Option(
    help: ArgumentHelp(
      """
      Append bad lines to FILE and continue: line, column, reason and the line itself, with tabs \
      between them. Ends with 65 when there was one.
      """, valueName: "file"), completion: .file(), transform: GivenPath.named)
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
      "\(stray) applies only to events read from standard input; omit it when options describe "
        + "one event.")
  }

  /// What describes one item says nothing of lines from standard input, and is not left out in
  /// silence.
  func refuseStray(_ options: [(name: String, isGiven: Bool)], without id: String?) throws {
    guard id == nil, let stray = options.first(where: \.isGiven)?.name else { return }
    throw ValidationError(
      "\(stray) needs --id. Without --id, events are read from standard input.")
  }

  func openBadLines() throws -> BadLines? { try badLines.map { try BadLines(path: $0) } }
}

/// What all recording commands take.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: "The app's bundle identifier, also for lines without one.", transform: GivenName.named)
  var app: String?
  @OptionGroup var form: JSONOption

  /// The app of what the options themselves describe.
  func appName() throws -> String {
    guard let app else {
      throw Failure(
        .usage, "--app is missing. Name the app's bundle identifier: --app com.example.notes.")
    }
    return app
  }

  func report(_ recorded: Recorded, isOne: Bool) throws {
    if form.json { return try Output.json(recorded) }
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

/// The one event that options described, once it is journaled.
struct RecordedEvent: Sendable {
  let place: JournalPlace
  /// What was journaled and probably was not meant so.
  var warnings: [String] = []
}

extension DeviceFolder {
  /// Records the one event that options describe, by the calls that apps have.
  ///
  /// - Parameters:
  ///   - input: nil where the command has no such options.
  ///   - making: the event for which a folder without a device becomes one. Nil: what only speaks
  ///     of what is there already, a deletion for example, is refused there.
  func record(
    _ recording: RecordingOptions, _ input: StandardInputOptions?, making: JournalEvent? = nil,
    _ work: @escaping @Sendable (DeviceHost) async throws -> RecordedEvent
  ) throws {
    try input?.refuseWithoutLines()
    let isNew = !holdsDevice
    if isNew {
      guard let making else { throw missing }
      try unlocking.advising {
        try Device.refuseUnrecordable(making, isUnlocked: unlocking.unlock != nil)
      }
    }
    let event = try withHost(makes: making != nil, work)
    try recording.report(
      Recorded(events: 1, lastEntry: event.place.number, newDevice: isNew ? true : nil),
      isOne: true)
    for warning in event.warnings { Terminal.complain(warning) }
  }

  /// Records the lines of standard input, of any kind, in their order.
  func recordLines(
    _ recording: RecordingOptions, _ input: StandardInputOptions, makesDevice: Bool = true
  ) throws {
    let isNew = !holdsDevice
    guard makesDevice || !isNew else { throw missing }
    if let file = input.badLines {
      try BadLines.check(file, ofDeviceIn: path, unlockedBy: unlocking.unlock)
    }
    if isatty(STDIN_FILENO) != 0 {
      Terminal.complain("reading JSON Lines from standard input; end them with Ctrl-D")
    }
    let lines = try InputLines(app: recording.app, unlocking)
    let (device, badLines) =
      try isNew
      ? make(for: lines, input)
      : (makesDevice ? openOrMake() : openMade(), input.openBadLines())
    var recorder = LineRecorder(device: device, lines: lines, options: input, badLines: badLines)
    var recorded = try recorder.run()
    recorded.newDevice = isNew ? true : nil
    try recording.report(recorded, isOne: false)
    try recording.settle(recorded, input)
  }

  /// A new device for the lines, once they are not refused, and the file for the bad ones.
  private func make(
    for lines: InputLines, _ input: StandardInputOptions
  ) throws -> (Device, BadLines?) {
    try checkBeforeMaking()
    let badLines = try input.openBadLines()
    try lines.refuseUnrecordable(setsAside: badLines != nil)
    return (try openOrMake(), badLines)
  }
}
