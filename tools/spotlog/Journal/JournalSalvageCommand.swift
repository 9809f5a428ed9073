import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore

struct JournalSalvageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "salvage",
    abstract: "Write the readable entries of a damaged journal to a new file.",
    discussion: """
      Entries are searched page by page, even where SQLite cannot read the file, and the chain \
      proves each that is recovered. The others are listed with the reason. A write-ahead log \
      beside the file is read with it, unless it belongs to another. The damaged file is not \
      changed. Prefer a snapshot if there is one: it lacks only what came after it.

      If nothing is lost, the new file is the same journal. Otherwise it has a new name, and its \
      entries are renumbered. A private journal becomes a device in an empty folder as \
      private.journal: its next sync begins a new epoch, and what was counted counts once. A \
      salvaged shared journal or cloud's log is only for reading and exporting.

      Examples:
        spotlog journal salvage phone/private.journal --to saved/private.journal
        spotlog journal salvage damaged.journal --to saved.journal --json > lost.json

      Exit status: 0 nothing is lost; 1 entries are lost, and listed; 65 it holds nothing of a \
      journal; 66 there is no such file; 73 --to is there already, or in the folder of a device or \
      cloud; 74 it cannot be written.
      """)

  @Argument(
    help: ArgumentHelp(
      "A journal file, or the folder of a device or cloud.", valueName: "file"),
    completion: .file(), transform: GivenPath.named)
  var path: String
  @Option(
    help: ArgumentHelp(
      "Which journal of a folder: private, shared or cloud.", valueName: "name"),
    completion: .journalNames)
  var journal: String?
  @Option(
    help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file(),
    transform: GivenPath.named) var to: String
  @OptionGroup var form: JSONOption

  func run() throws {
    try reporting {
      try OutputFile(path: to, option: "--to").refuseOwned(in: path)
      let file = try JournalSource.file(path, journal)
      let survey = try EntrySurvey(file)
      let salvage = try JournalSalvage(survey, path: file)
      var random = Dice.system
      let companion =
        try salvage.kind == .private
        ? SalvagedEntries.companion(
          isBeginningLost: salvage.isBeginningLost, isSame: salvage.isComplete, now: .current,
          using: &random) : JournalSalvage.Companion()
      let made = try salvage.write(
        to: to, name: JournalName(using: &random), companion: companion)
      let log = WriteAheadLog(of: file).passing(over: survey.foreignLog)
      if log == .foreign, let foreign = survey.foreignLog { Terminal.complain(foreign.message) }
      let report = SalvageReport(survey, made, kind: salvage.kind, log: log, to: to)
      if form.json { try Output.json(report) } else { report.print() }
      if !salvage.isComplete { throw Failure(.finding, "") }
    }
  }
}

/// What became of a damaged journal, for `--json`.
private struct SalvageReport: Encodable {
  struct Lost: Encodable {
    let first: UInt64
    let last: UInt64
    let reason: String
  }

  let journal: String
  /// The new journal's.
  let name: String
  let path: String
  let sameJournal: Bool
  /// What lay beside the file as its write-ahead log.
  let log: String
  let recovered: UInt64
  /// Nil where nobody can say how many came at the end.
  let lostCount: UInt64?
  /// Where that is so, those that are known to be lost.
  let lostAtLeast: UInt64?
  let lost: [Lost]
  /// The last entry that the damaged file says something of.
  let lastKnown: UInt64
  /// Whether there was none after it.
  let endKnown: Bool
  let beginningLost: Bool
  let fileBytes: UInt64
  let expectedBytes: UInt64?
  let pageBytes: Int
  /// Counted from 1.
  let damagedPages: [UInt32]
  private let logSentence: String?

  private enum CodingKeys: CodingKey {
    case journal, name, path, sameJournal, log, recovered, lostCount, lostAtLeast, lost, lastKnown
    case endKnown, beginningLost, fileBytes, expectedBytes, pageBytes, damagedPages
  }

  init(
    _ survey: EntrySurvey, _ made: JournalSalvage.Report, kind: JournalKind, log: WriteAheadLog,
    to path: String
  ) {
    journal = kind.description
    name = made.identity.name.description
    self.path = path
    sameJournal = made.isSame
    self.log = log.rawValue
    logSentence = log == .none ? nil : log.sentence
    recovered = survey.recoveredCount
    lostCount = survey.isEndKnown ? survey.lostCount : nil
    lostAtLeast = survey.isEndKnown ? nil : survey.lostCount
    lost = survey.losses.map { Lost(first: $0.first, last: $0.last, reason: $0.reason.rawValue) }
    lastKnown = survey.lastNumber
    endKnown = survey.isEndKnown
    beginningLost = made.isBeginningLost
    fileBytes = survey.fileByteCount
    expectedBytes = survey.expectedByteCount
    pageBytes = survey.pageByteCount
    damagedPages = survey.damagedPages
  }

  func print() {
    Swift.print("journal     \(journal), \(Figure.bytes(fileBytes))")
    if let expectedBytes, expectedBytes > fileBytes {
      Swift.print("cut short   its header says \(Figure.bytes(expectedBytes))")
    }
    if let logSentence { Swift.print("log         \(logSentence)") }
    Swift.print("recovered   \(Figure.count(recovered, "entry", "entries"))")
    Swift.print("lost        \(lostEntries)")
    for range in lost {
      let entries = range.first == range.last ? "\(range.first)" : "\(range.first) to \(range.last)"
      Swift.print("            \(entries): \(Self.explanation(range.reason))")
    }
    if !endKnown {
      Swift.print("            any entries after \(lastKnown)")
    }
    if !damagedPages.isEmpty {
      let first = damagedPages.prefix(10).map(String.init).joined(separator: ", ")
      let more = damagedPages.count > 10 ? " and \(damagedPages.count - 10) more" : ""
      Swift.print("pages       damaged: \(first)\(more), of \(Figure.bytes(pageBytes)) each")
    }
    if beginningLost, journal == "private" {
      Swift.print("lineage     its secret is lost: the cloud takes it for a new device")
    }
    Swift.print(
      "written     \(path), "
        + (sameJournal ? "the same journal" : "a new journal, \(name)"))
  }

  /// How many entries are lost, as far as that is known.
  private var lostEntries: String {
    if let lostCount { return Figure.count(lostCount, "entry", "entries") }
    guard let lostAtLeast, lostAtLeast > 0 else { return "an unknown number of entries" }
    return "at least \(Figure.count(lostAtLeast, "entry", "entries"))"
  }

  private static func explanation(_ reason: String) -> String {
    switch EntrySurvey.Loss.Reason(rawValue: reason) {
    case .changed: "not what was written"
    case .unproven: "readable but unverified"
    case .unreadable, nil: "unreadable"
    }
  }
}
