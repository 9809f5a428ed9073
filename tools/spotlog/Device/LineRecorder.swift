import Crypto
import DeviceIndex
import Foundation
import JournalFormat
import JournalStore
import TraceLines

/// Records lines in transactions, each with its place in the input as a client state.
struct LineRecorder {
  let device: Device
  private let lines: InputLines
  let defaults: TraceEvent.Defaults
  let options: StandardInputOptions
  let badLines: BadLines?
  private var drafts: [EntryDraft] = []
  /// What the drafts say of items.
  private var pending = PendingItems()
  private var warnings = LineWarnings()
  private var count = 0
  /// All lines that were read.
  private var position = InputPosition()
  /// Why a line could not be taken that says nothing wrong.
  private var fault: (any Error)?
  /// The last line that the journal knows to be read.
  private var recordedLine = 0

  /// Under this name the journal keeps how far standard input is in it.
  private static let app = "spotlog"
  private static let indexName = "standard-input"

  init(
    device: Device, lines: InputLines, options: StandardInputOptions, badLines: BadLines?
  ) {
    self.device = device
    self.lines = lines
    defaults = lines.defaults
    self.options = options
    self.badLines = badLines
  }

  mutating func run() throws -> Recorded {
    if options.resume { try skipJournaled() }
    do {
      while let draft = try next() {
        drafts.append(draft)
        // Who writes the lines may wait for these to be acknowledged before the next.
        guard try drafts.count >= options.transaction || !lines.reader.isReady() else { continue }
        try record()
      }
    } catch let error as TraceError {
      // What came before the bad line is recorded: its sender was told nothing else.
      try record()
      Terminal.endProgress()
      if let fault {
        throw Failure(status(of: fault), "\(lines.unlocking.sentence(of: fault)) \(progress)")
      }
      throw Failure(status(of: error), "\(error) \(progress)")
    }
    try record()
    Terminal.endProgress()
    for warning in warnings.lines { Terminal.complain(warning) }
    var recorded = Recorded(events: count, lastEntry: try device.journaledNumber)
    recorded.badLines = badLines?.count
    return recorded
  }

  /// What was journaled before an error.
  private var progress: String {
    let setAside = badLines?.count ?? 0
    guard count + setAside > 0 else { return InputLines.nothingJournaled }
    return "Before it, " + Figure.count(count, "line was", "lines were") + " journaled"
      + (setAside > 0 ? " and \(setAside) set aside" : "")
      + "; --resume continues after line \(position.line)."
  }

  // MARK: Lines

  /// The next line as an entry; nil at the end.
  private mutating func next() throws -> EntryDraft? {
    let reader = lines.reader
    while true {
      var line: [UInt8]?
      let result = Result<EntryDraft?, TraceError> { () throws(TraceError) in
        guard let next = try lines.next() else { return nil }
        line = next
        return try draft(of: next)
      }
      switch result {
      case .success(let draft):
        if let line { position.add(line, number: reader.lineNumber) }
        return draft
      case .failure(let error):
        guard let badLines, error.isAboutOneLine else { throw error }
        // A line without its bytes was too long to be in memory.
        var digest = position
        var waiting = line
        try badLines.add(error) {
          let part = try line == nil ? reader.nextPartOfLongLine() : waiting
          waiting = nil
          if let part { digest.update(part) }
          return part
        }
        digest.endLine(reader.lineNumber)
        position = digest
      }
    }
  }

  private mutating func draft(of line: [UInt8]) throws(TraceError) -> EntryDraft {
    do {
      let event = try TraceEvent(json: line, defaults: defaults)
      let journaled = try event.journaled()
      let draft = try device.draft(journaled, at: event.time, after: &pending)
      warnings.note(journaled)
      return draft
    } catch {
      let refusal = lines.refusal(of: error)
      if !refusal.isAboutOneLine { fault = error }
      throw refusal
    }
  }

  // MARK: Transactions

  /// Records the drafts, and how far the input was read.
  private mutating func record() throws {
    // A line that was set aside is on the disk before the input counts as read up to it.
    try badLines?.sync()
    guard position.line > recordedLine else { return }
    var ended = JournalEvent()
    ended.batchEnded.app = Self.app
    ended.batchEnded.indexName = Self.indexName
    ended.batchEnded.clientState = Data(position.text.utf8)
    let time = drafts.last?.time ?? .current
    try warnings.lookAhead(in: device)
    try device.record(drafts + [try device.draft(ended, at: time)])
    recordedLine = position.line
    try warnings.look(in: device)
    count += drafts.count
    drafts = []
    pending = PendingItems()
    if options.acknowledge {
      var output = Output()
      output.line(String(position.line))
      output.flush()
    }
    Terminal.progress(Figure.count(count, "event"))
  }

  /// Reads the lines that are journaled, and refuses an input that does not begin with them: those
  /// of another one would be dropped.
  private mutating func skipJournaled() throws {
    let reader = lines.reader
    guard let state = try device.queries.clientState(app: Self.app, indexName: Self.indexName)
    else {
      return
    }
    let journaled = String(decoding: state, as: UTF8.self)
    guard let line = InputPosition.line(of: journaled) else {
      throw Failure(
        .badInput, "How far standard input was journaled cannot be read. Omit --resume.")
    }
    while reader.lineNumber < line {
      switch Result(catching: { () throws(TraceError) in try lines.next() }) {
      case .success(let next?): position.add(next, number: reader.lineNumber)
      case .failure(let error) where error.isAboutOneLine:
        while let part = try reader.nextPartOfLongLine() { position.update(part) }
        position.endLine(reader.lineNumber)
      case .success(nil), .failure:
        throw otherInput(line)
      }
    }
    guard position.text == journaled else { throw otherInput(line) }
    recordedLine = line
  }

  private func otherInput(_ line: Int) -> Failure {
    Failure(
      .badInput,
      "Standard input is not the one that was recorded up to line \(line): it differs before or in "
        + "that line. Give that input again, or omit --resume to record all of this one.")
  }
}

/// How far an input was read: the number of its last line, and a digest of all lines up to it, from
/// which another input is told.
private struct InputPosition {
  private(set) var line = 0
  private var digest = SHA256()

  /// - Parameter bytes: a line without its end.
  mutating func add(_ bytes: [UInt8], number: Int) {
    update(bytes)
    endLine(number)
  }

  /// Adds a part of a line.
  mutating func update(_ part: [UInt8]) { digest.update(data: part) }

  mutating func endLine(_ number: Int) {
    line = number
    digest.update(data: [UInt8(ascii: "\n")])
  }

  /// "3 " and 64 hexadecimal digits.
  var text: String {
    "\(line) "
      + digest.finalize().map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
  }

  /// The line of a text that a position wrote; nil for another.
  static func line(of text: String) -> Int? {
    text.split(separator: " ").first.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
