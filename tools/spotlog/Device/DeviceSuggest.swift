import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat

struct DeviceSuggest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Suggest how a query continues, or what is usually opened now.",
    discussion: """
      With words, queries that led to something before come first, then words of titles and \
      keywords that are indexed. Without words, what was opened most at this hour of the day and \
      the week is listed, in UTC; --at takes another time.

      Examples:
        spotlog device suggest phone ha
        spotlog device suggest phone ha --explain
        spotlog device suggest phone --at 2026-01-31T08:00:00Z
      """)

  @OptionGroup var folder: DeviceFolder
  @Argument(help: "The beginning of a query.") var words: [String] = []
  @Option(help: "Only this app's suggestions.", transform: GivenName.named) var app: String?
  @Option(help: "Maximum suggestions.") var limit = 5
  @Option(
    help: ArgumentHelp("List what is usually opened at this time.", valueName: "time"),
    transform: Moment.argument)
  var at: Moment?
  @Flag(help: "Print why each is suggested.") var explain = false
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
    guard at == nil || words.isEmpty else {
      throw ValidationError("--at cannot be combined with words.")
    }
    guard at == nil || at?.beginning != nil else {
      throw ValidationError("--at takes a time such as 2026-01-31T08:00:00Z, not an entry number.")
    }
  }

  func run() throws {
    try reporting {
      let reader = try folder.reader()
      try reader.readIndexToEnd()
      let rows = try rows(reader)
      if form.json { return try Output.json(rows) }
      if rows.isEmpty { Terminal.complain("no suggestions") }
      for row in rows { Terminal.print(row.text(isExplained: explain)) }
    }
  }

  private func rows(_ reader: DeviceReader) throws -> [Row] {
    guard words.isEmpty else {
      let typed = words.joined(separator: " ")
      return try reader.suggestions(for: typed, inApp: app, limit: limit).map { Row($0) }
    }
    let time = at?.beginning.map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000) }
    return try reader.habitualResults(inApp: app, limit: limit, at: time).map { Row($0) }
  }

  private struct Row: Encodable {
    /// The whole query; nil: it is a result.
    var suggestion: String?
    var app: String?
    var id: String?
    var title: String?
    let why: String

    init(_ suggestion: SearchSuggestion) {
      self.suggestion = suggestion.text
      switch suggestion.reason {
      case .pastQuery(let openedCount):
        why = "it led to results that were opened, \(Self.times(openedCount))"
      case .indexed(let count, let title):
        why =
          "\(Figure.count(count, "result has it", "results have it")), the best is "
          + "\"\(title.printable)\""
      }
    }

    init(_ habitual: HabitualResult) {
      app = habitual.result.bundleIdentifier
      id = habitual.result.uniqueIdentifier
      title = habitual.result.title
      why =
        "opened \(Figure.count(habitual.nearCount, "time", "times")) around this hour, "
        + "\(habitual.weeklyCount) of these on this weekday, of "
        + "\(Figure.count(habitual.openedCount, "time", "times")) in all"
    }

    /// Counts fade.
    private static func times(_ count: Double) -> String {
      let tenths = Int((count * 10).rounded())
      return "\(tenths / 10).\(tenths % 10) times, halved every 30 days"
    }

    func text(isExplained: Bool) -> String {
      let what = suggestion.map { [$0] } ?? [app ?? "", id ?? "", title ?? ""]
      return what.map(\.printable).joined(separator: "  ") + (isExplained ? "\n    \(why)" : "")
    }
  }
}
