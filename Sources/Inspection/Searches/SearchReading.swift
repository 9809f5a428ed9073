internal import Foundation
internal import JournalFormat
internal import JournalStore
internal import TextAnalysis

/// What results are called in a journal: an item and an activity of one identifier are one result.
struct ResultNames: Hashable {
  let app: ExactText
  let id: ExactText

  init(_ app: String, _ id: String) { (self.app, self.id) = (ExactText(app), ExactText(id)) }

  init(_ result: JournalShownResult) { self.init(result.app, result.id) }

  fileprivate init(_ scan: EventScan) {
    self.init(String(decoding: scan.app, as: UTF8.self), String(decoding: scan.id, as: UTF8.self))
  }
}

/// The first reading: which results searches name, so that of all others no title is kept, and
/// which of them were protected at any time, also after the search.
struct NamedResults {
  fileprivate(set) var named: Set<ResultNames> = []
  fileprivate(set) var protected: Set<ResultNames> = []
  fileprivate(set) var redactedCount: UInt64 = 0
  /// Activities, with the items that they were bound to.
  private var bound: [ResultNames: Set<ExactText>] = [:]

  mutating func read(_ row: EntryRow) {
    guard row.kind == .event else { return }
    guard let payload = row.payload else {
      redactedCount += 1
      return
    }
    guard let scan = EventScan(payload) else { return }
    if scan.isProtected { protected.insert(ResultNames(scan)) }
    if !scan.related.isEmpty {
      bound[ResultNames(scan), default: []]
        .insert(ExactText(String(decoding: scan.related, as: UTF8.self)))
    }
    guard scan.fact == .resultsShown || scan.fact == .resultEngaged,
      let event = try? JournalEvent(payload: Array(payload))
    else { return }
    named.formUnion(SearchReading.results(of: event).map { ResultNames($0) })
  }
}

extension NamedResults {
  /// Once all is read: an activity says as much of a protected item as the item does.
  mutating func end() {
    let found = bound.filter { activity, items in
      items.contains { protected.contains(ResultNames(activity.app.text, $0.text)) }
    }
    protected.formUnion(found.keys)
    bound = [:]
  }
}

/// The second reading: adds up searches in the order of the journal.
struct SearchReading {
  private let names: NamedResults
  private(set) var figures = SearchFigures()
  private var titles: [ResultNames: [UInt8]] = [:]
  private var classes: [SearchFigures.QueryClass: SearchFigures.Counts] = [:]
  private var apps: [ExactText: SearchFigures.AppCounts] = [:]
  private var queries: [ExactText: (query: SearchFigures.UnansweredQuery, isOpened: Bool)] = [:]
  /// The lists of which nothing was opened and that can be read, of each result.
  private var listCounts: [ResultNames: Int64] = [:]

  init(_ names: NamedResults) { self.names = names }

  static func results(of event: JournalEvent) -> [JournalShownResult] {
    switch event.fact {
    case .resultsShown(let shown): shown.results
    case .resultEngaged(let engagement): [engagement.result] + engagement.shown
    case .itemIndexed, .itemsDeleted, .itemsExpired, .activityRecorded, .activitiesDeleted,
      .reindexRequested, .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun,
      .synonymsSet, nil:
      []
    }
  }

  mutating func read(_ row: EntryRow) {
    guard row.kind == .event, let payload = row.payload, let scan = EventScan(payload) else {
      return
    }
    switch scan.fact {
    case .itemIndexed, .activityRecorded: recordTitle(scan)
    case .resultsShown, .resultEngaged:
      guard let event = try? JournalEvent(payload: Array(payload)) else { return }
      add(event, at: Date(row.time))
    case .itemsDeleted, .itemsExpired, .activitiesDeleted, .reindexRequested, .reindexAcknowledged,
      .batchEnded, .epochAdopted, .journalBegun, .synonymsSet, nil:
      break
    }
  }

  /// An update without a title leaves the one that is there.
  private mutating func recordTitle(_ scan: EventScan) {
    let name = ResultNames(scan)
    guard !scan.title.isEmpty, names.named.contains(name) else { return }
    titles[name] = Array(Self.folded(String(decoding: scan.title, as: UTF8.self)).utf8)
  }

  private mutating func add(_ event: JournalEvent, at time: Date) {
    switch event.fact {
    case .resultEngaged(let engagement): add(engagement)
    case .resultsShown(let shown):
      guard !shown.isOfSums else { return add(shown.sums) }
      add(shown)
    case .itemIndexed, .itemsDeleted, .itemsExpired, .activityRecorded, .activitiesDeleted,
      .reindexRequested, .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun,
      .synonymsSet, nil:
      return
    }
    figures.firstTime = min(figures.firstTime ?? time, time)
    figures.lastTime = max(figures.lastTime ?? time, time)
  }

  private mutating func add(_ engagement: JournalResultEngaged) {
    let seen = [engagement.result] + engagement.shown
    let query = text(of: engagement.query, seen)
    count(query, begins: [engagement.result]) { counts in
      counts.openedCount += 1
      counts.shownCount += seen.count
      if engagement.place > 0 {
        counts.placedCount += 1
        counts.placeSum += Int(engagement.place)
      }
      if let waited = engagement.waited { counts.waits.append(waited) }
    }
    show(seen)
    withApp(of: engagement.result) { $0.openedCount += 1 }
    withQuery(query) { $0.isOpened = true }
  }

  private mutating func add(_ shown: JournalResultsShown) {
    let query = text(of: shown.query, shown.results)
    let isEmpty = shown.results.isEmpty
    count(query, begins: shown.results) { counts in
      if isEmpty { counts.emptyCount += 1 } else { counts.abandonedCount += 1 }
      counts.shownCount += shown.results.count
    }
    show(shown.results)
    withQuery(query) { known in
      if isEmpty { known.query.emptyCount += 1 } else { known.query.abandonedCount += 1 }
    }
    for result in shown.results where result.source == .device {
      listCounts[ResultNames(result), default: 0] += 1
    }
  }

  /// Sums say in how many lists an item was, and not which items were in one list: so many lists at
  /// least are gone as the item of the largest difference was in.
  private mutating func add(_ sums: [JournalShownSums]) {
    for sums in sums where !sums.activity {
      let readable = listCounts[ResultNames(sums.app, sums.id)] ?? 0
      figures.summedCount = max(figures.summedCount, Int(sums.listCount - readable))
    }
  }

  /// - Parameter results: those of which one may have a title that begins with the query.
  private mutating func count(
    _ query: String, begins results: [JournalShownResult],
    _ body: (inout SearchFigures.Counts) -> Void
  ) {
    let isStart =
      !query.isEmpty
      && results.contains { result in
        result.source == .device
          && titles[ResultNames(result)]?.starts(with: query.utf8) ?? false
      }
    let wordCount = min(3, query.split(separator: " ").count)
    body(&figures.all)
    body(&classes[.init(wordCount: wordCount, startsTitle: isStart), default: .init()])
  }

  private mutating func show(_ results: [JournalShownResult]) {
    for result in results { withApp(of: result) { $0.shownCount += 1 } }
  }

  private mutating func withApp(
    of result: JournalShownResult, _ body: (inout SearchFigures.AppCounts) -> Void
  ) {
    let app = ExactText(result.app)
    guard apps[app] != nil || apps.count < CountTable.namesMax else { return }
    body(&apps[app, default: SearchFigures.AppCounts(app: result.app)])
  }

  private mutating func withQuery(
    _ text: String, _ body: (inout (query: SearchFigures.UnansweredQuery, isOpened: Bool)) -> Void
  ) {
    guard !text.isEmpty else { return }
    let key = ExactText(text)
    guard queries[key] != nil || queries.count < CountTable.namesMax else {
      figures.isCut = true
      return
    }
    body(&queries[key, default: (SearchFigures.UnansweredQuery(text: text), false)])
  }

  /// What was typed, folded; empty where it is withheld.
  private func text(of query: String, _ results: [JournalShownResult]) -> String {
    let isProtected = results.contains {
      $0.source == .device && names.protected.contains(ResultNames($0))
    }
    return isProtected ? "" : Self.folded(query)
  }

  /// Without case and accents, with one blank between words.
  static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    folded.append(contentsOf: TextFolding([.ignoresCase, .ignoresAccents]).folded(text))
    return String(folded).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: The result

  func result(redactedCount: UInt64) -> SearchFigures {
    var result = figures
    result.redactedCount = redactedCount
    result.all.waits.sort()
    result.byClass = classes.map { queryClass, counts in
      var counts = counts
      counts.waits.sort()
      return (queryClass, counts)
    }.sorted { one, other in
      let (first, second) = (one.queryClass, other.queryClass)
      return first.wordCount == second.wordCount
        ? first.startsTitle && !second.startsTitle : first.wordCount < second.wordCount
    }
    result.byApp = apps.sorted { one, other in
      one.value.shownCount == other.value.shownCount
        ? one.key < other.key : one.value.shownCount > other.value.shownCount
    }.map(\.value)
    result.unanswered = queries.filter { !$0.value.isOpened }.sorted { one, other in
      let (first, second) = (one.value.query, other.value.query)
      return first.searchCount == second.searchCount
        ? one.key < other.key : first.searchCount > second.searchCount
    }.map(\.value.query)
    return result
  }
}
