import ArgumentParser
import Foundation
import Inspection
import JournalFormat

struct DeviceReport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report what was searched, opened, abandoned and not found.",
    discussion: """
      The figures are of the private journal: openings, and lists that stayed and of which nothing \
      was opened. Places in lists and times to content are known of openings that a search session \
      recorded, and of `device open --query`. What was typed is not shown where a result is or was \
      protected. Nothing is written, and the device may be in use. docs/INSPECTION.md defines \
      the figures.

      Examples:
        spotlog device report phone
        spotlog device report phone --until 2026-01-31
        spotlog device report phone --redact --html searches.html

      Exit status: 65 it has no entry at --until, or an entry cannot be read; 66 there is no \
      device; 73 --html cannot be written.
      """)

  @Argument(
    help: ArgumentHelp("The device's folder.", valueName: "dir"), completion: .directory,
    transform: GivenPath.named)
  var path: String
  @OptionGroup var end: UntilOption
  @Option(help: "Maximum apps and queries.") var top = 10
  @OptionGroup var showing: ShowingOptions
  @Option(
    help: ArgumentHelp("Write a page with the tables.", valueName: "file"), completion: .file(),
    transform: GivenPath.named)
  var html: String?
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard top > 0 else { throw ValidationError("--top must be at least 1.") }
  }

  func run() throws {
    try reporting {
      guard FileManager.default.fileExists(atPath: path) else { throw DeviceFolder.missing(path) }
      let file = html.map { OutputFile(path: $0, option: "--html") }
      if let file {
        try file.refuseInput(path)
        try file.refuseOwned(in: path)
      }
      let journal = JournalInspector(
        path, member: JournalKind.private.description, key: nil,
        notice: { Terminal.complain($0) }, progress: { Terminal.progress("entry \($0)") })
      let figures = try journal.searches(until: end.until)
      Terminal.endProgress()
      try file?.write(figures.page(rows: top, isRedacted: showing.redact))
      let report = SearchReport(figures, isRedacted: showing.redact, rows: top)
      if form.json { return try Output.json(report) }
      if report.all.searches == 0 {
        Terminal.complain("no searches")
      } else {
        var output = Output()
        for line in lines(report) { output.line(line) }
        output.flush()
      }
      for sentence in report.omissions { Terminal.complain("partial: \(sentence)") }
    }
  }

  private func lines(_ report: SearchReport) -> [String] {
    let all = report.all
    let style = showing.style
    var lines = [
      "searches    \(Figure.grouped(all.searches)), \(report.firstTime ?? "-") to "
        + (report.lastTime ?? "-"),
      "opened      \(Figure.grouped(all.opened)) of \(Figure.count(all.shown, "result")) shown, "
        + SearchReport.percent(all.clickThrough),
      "abandoned   \(Figure.count(all.abandoned, "list")), and "
        + "\(Figure.count(all.empty, "search", "searches")) that found nothing, "
        + "\(SearchReport.percent(all.abandonment)) of all searches",
      "place       "
        + (all.placed > 0
          ? "\(SearchReport.place(all.meanPlace)) on average, of "
            + Figure.count(all.placed, "opening")
          : "not known"),
      "time        "
        + (all.timed > 0
          ? "\(SearchReport.time(all.medianWait)) to content, 9 of 10 within "
            + "\(SearchReport.time(all.p90Wait)), of \(Figure.count(all.timed, "opening"))"
          : "not known"),
    ]
    func add(_ title: String, _ table: [String], unlisted: Int = 0) {
      guard !table.isEmpty else { return }
      lines += ["", style.bold(title)] + table.map { "  " + $0 }
      if unlisted > 0 { lines.append("  (\(Figure.grouped(unlisted)) more)") }
    }
    add("by kind of query", Self.table(report.classes))
    add("by app", Self.table(report.apps), unlisted: report.unlistedApps)
    add(
      "searched and never opened", Self.table(report.unanswered), unlisted: report.unlistedQueries)
    return lines
  }

  private static func cell(_ title: String, _ text: String) -> TextTable.Cell {
    TextTable.Cell(title: title, text: text, isNumber: true)
  }

  private static func table(_ rows: [SearchReport.ClassRow]) -> [String] {
    TextTable(of: rows) { row in
      [
        .text("query", row.name), .number("searches", row.counts.searches),
        .number("opened", row.counts.opened), .number("shown", row.counts.shown),
        cell("click-through", SearchReport.percent(row.counts.clickThrough)),
        cell("abandonment", SearchReport.percent(row.counts.abandonment)),
        cell("mean place", SearchReport.place(row.counts.meanPlace)),
        cell("median time", SearchReport.time(row.counts.medianWait)),
      ]
    }.lines
  }

  private static func table(_ rows: [SearchReport.AppRow]) -> [String] {
    TextTable(of: rows) { row in
      [
        .text("app", row.app), .number("opened", row.opened), .number("shown", row.shown),
        cell("click-through", SearchReport.percent(row.clickThrough)),
      ]
    }.lines
  }

  private static func table(_ rows: [SearchReport.QueryRow]) -> [String] {
    TextTable(of: rows) { row in
      [
        .text("query", row.query), .number("lists", row.abandoned),
        .number("found nothing", row.empty),
      ]
    }.lines
  }
}
