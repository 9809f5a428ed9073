public import Foundation
internal import HTMLPages
internal import JournalFormat

/// Figures of searches as texts and tables, which `spotlog device report` prints as JSON.
package struct SearchReport: Encodable {
  /// What came of some searches; ratios and means in thousandths, times in milliseconds.
  package struct Counts: Encodable {
    package let searches: Int
    package let opened: Int
    package let abandoned: Int
    package let empty: Int
    package let shown: Int
    package let clickThrough: Int?
    package let abandonment: Int?
    /// Openings whose place is known.
    package let placed: Int
    package let meanPlace: Int?
    /// Openings whose time is known.
    package let timed: Int
    package let medianWait: UInt64?
    package let p90Wait: UInt64?

    fileprivate init(_ counts: SearchFigures.Counts) {
      searches = counts.searchCount
      (opened, abandoned, empty) = (counts.openedCount, counts.abandonedCount, counts.emptyCount)
      shown = counts.shownCount
      clickThrough = counts.clickThrough.map(SearchReport.thousandths)
      abandonment = counts.abandonment.map(SearchReport.thousandths)
      (placed, timed) = (counts.placedCount, counts.waits.count)
      meanPlace = counts.meanPlace.map(SearchReport.thousandths)
      (medianWait, p90Wait) = (counts.wait(share: 0.5), counts.wait(share: 0.9))
    }
  }

  package struct ClassRow: Encodable {
    package let words: Int
    package let startsTitle: Bool
    package let counts: Counts

    package var name: String {
      guard words > 0 else { return "no text" }
      let count = words > 2 ? "3 words or more" : Figure.count(words, "word")
      return count + (startsTitle ? ", start of a title" : "")
    }
  }

  package struct AppRow: Encodable {
    package let app: String
    package let opened: Int
    package let shown: Int
    package let clickThrough: Int
  }

  package struct QueryRow: Encodable {
    package let query: String
    package let abandoned: Int
    package let empty: Int
  }

  /// The first and the last search.
  package let firstTime: String?
  package let lastTime: String?
  package let all: Counts
  package let classes: [ClassRow]
  package let apps: [AppRow]
  package let unlistedApps: Int
  package let unanswered: [QueryRow]
  package let unlistedQueries: Int
  /// Lists that only sums are left of, at least.
  package let summed: Int
  package let redacted: UInt64

  package init(_ figures: SearchFigures, isRedacted: Bool, rows: Int) {
    firstTime = figures.firstTime.map { Timestamp($0).text }
    lastTime = figures.lastTime.map { Timestamp($0).text }
    all = Counts(figures.all)
    classes = figures.byClass.map { queryClass, counts in
      ClassRow(
        words: queryClass.wordCount, startsTitle: queryClass.startsTitle, counts: Counts(counts))
    }
    apps = figures.byApp.prefix(rows).map { app in
      AppRow(
        app: app.app.printable, opened: app.openedCount, shown: app.shownCount,
        clickThrough: Self.thousandths(app.clickThrough))
    }
    unlistedApps = figures.byApp.count - apps.count
    unanswered = figures.unanswered.prefix(rows).enumerated().map { place, query in
      QueryRow(
        query: isRedacted ? "query \(place + 1)" : query.text.printable,
        abandoned: query.abandonedCount, empty: query.emptyCount)
    }
    unlistedQueries = figures.unanswered.count - unanswered.count
    (summed, redacted) = (figures.summedCount, figures.redactedCount)
  }

  private static func thousandths(_ value: Double) -> Int { Int((value * 1_000).rounded()) }

  /// A ratio for people.
  package static func percent(_ thousandths: Int?) -> String {
    thousandths.map { "\($0 / 10).\($0 % 10)%" } ?? "-"
  }

  /// A mean place for people.
  package static func place(_ thousandths: Int?) -> String {
    guard let thousandths else { return "-" }
    let tenths = (thousandths + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A time for people.
  package static func time(_ milliseconds: UInt64?) -> String {
    milliseconds.map { "\(Figure.grouped($0)) ms" } ?? "-"
  }

  /// What is missing in the figures, in sentences.
  package var omissions: [String] {
    var sentences: [String] = []
    if summed > 0 {
      sentences.append(
        "A compaction left sums of \(Figure.count(summed, "abandoned list")) or more, which are in "
          + "no figure here.")
    }
    if redacted > 0 {
      let entries = Figure.count(redacted, "entry is redacted, and", "entries are redacted, and")
      sentences.append("\(entries) may have been searches.")
    }
    return sentences
  }
}

extension SearchFigures {
  /// A page with tables of the figures, as `spotlog device report --html` writes it: one file of
  /// HTML, which runs and fetches nothing.
  ///
  /// - Parameters:
  ///   - rows: at most so many apps and queries, 1 or more.
  ///   - isRedacted: whether to leave out what was typed.
  ///   - time: when it was made, for its last line.
  public func page(rows: Int = 10, isRedacted: Bool = false, madeAt time: Date = Date()) -> String {
    let report = SearchReport(self, isRedacted: isRedacted, rows: max(1, rows))
    let day = Timestamp(nearestTo: time.timeIntervalSince1970).day
    return SearchPage(report: report).html(madeOn: day).text
  }
}

private struct SearchPage {
  let report: SearchReport

  func html(madeOn day: Day) -> HTMLPage {
    HTMLPage(
      title: "Spotlog searches", heading: "Searches of a device",
      subtitle: "\(report.firstTime ?? "no search") to \(report.lastTime ?? "no search")",
      content: """
        \(tiles)\(omissions)\
        \(HTML.section("By kind of query", classes))\(HTML.section("By app", apps))\
        \(HTML.section("Searched and never opened", unanswered))
        """, madeOn: day)
  }

  private var tiles: HTML {
    let all = report.all
    return .tiles([
      (Figure.grouped(all.searches), "searches"),
      (SearchReport.percent(all.clickThrough), "click-through"),
      (SearchReport.percent(all.abandonment), "abandonment"),
      (SearchReport.place(all.meanPlace), "mean place"),
      (SearchReport.time(all.medianWait), "median time to content"),
    ])
  }

  private var omissions: HTML {
    report.omissions.map { sentence -> HTML in "<p>\(sentence)</p>" }.joined()
  }

  private var classes: HTML {
    .table(
      [
        .text("query"), .number("searches"), .number("opened"), .number("shown"),
        .number("click-through"), .number("abandonment"), .number("mean place"),
        .number("median time"),
      ],
      report.classes.map { row in
        [
          "\(row.name)", "\(Figure.grouped(row.counts.searches))",
          "\(Figure.grouped(row.counts.opened))", "\(Figure.grouped(row.counts.shown))",
          "\(SearchReport.percent(row.counts.clickThrough))",
          "\(SearchReport.percent(row.counts.abandonment))",
          "\(SearchReport.place(row.counts.meanPlace))",
          "\(SearchReport.time(row.counts.medianWait))",
        ]
      })
  }

  private var apps: HTML {
    .table(
      [.text("app"), .number("opened"), .number("shown"), .number("click-through")],
      report.apps.map { row in
        [
          "\(row.app)", "\(Figure.grouped(row.opened))", "\(Figure.grouped(row.shown))",
          "\(SearchReport.percent(row.clickThrough))",
        ]
      })
  }

  private var unanswered: HTML {
    .table(
      [.text("query"), .number("lists abandoned"), .number("found nothing")],
      report.unanswered.map { row in
        ["\(row.query)", "\(Figure.grouped(row.abandoned))", "\(Figure.grouped(row.empty))"]
      })
  }
}
