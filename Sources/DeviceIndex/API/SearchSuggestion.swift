package import JournalFormat
internal import SQLite
internal import Search

/// How what is being typed could continue: as a query that led somewhere before, or as the index
/// has it.
public struct SearchSuggestion: Hashable, Sendable {
  /// Why it is suggested.
  public enum Reason: Hashable, Sendable {
    /// It was typed before, and led to something that is still there.
    ///
    /// - Parameter openedCount: how often, halved every 30 days.
    case pastQuery(openedCount: Double)
    /// Names of results continue so.
    ///
    /// - Parameters:
    ///   - resultCount: of how many, among the best 64 of what was typed.
    ///   - title: of the best of them.
    case indexed(resultCount: Int, title: String)
  }

  /// The whole query. A past one is as it was typed the last time.
  public let text: String
  /// Characters at the beginning of `text` that were typed by now.
  public let typedCount: Int
  /// Why it is suggested.
  public let reason: Reason

  init(_ past: PastQuery) {
    (text, typedCount) = (past.text, past.typedCount)
    reason = .pastQuery(openedCount: past.openedCount)
  }

  init(_ completion: Completion) {
    (text, typedCount) = (completion.text, completion.typedCount)
    reason = .indexed(resultCount: completion.resultCount, title: completion.title)
  }
}

/// A result that is usually opened at this time.
public struct HabitualResult: Hashable, Sendable {
  /// The item or activity.
  public let result: SearchResult
  /// How often it was opened.
  public let openedCount: Int
  /// How often around this time of the day: within the hour, the one before or the one after.
  public let nearCount: Int
  /// How often of these on this day of the week.
  public let weeklyCount: Int

  init(_ result: SearchResult, _ habit: OpeningHabit) {
    self.result = result
    (openedCount, nearCount, weeklyCount) = (
      habit.openedCount, habit.nearCount, habit.weeklyCount
    )
  }
}

extension IndexQueries {
  /// How what is typed could continue, of what the index has read by now: past queries first, the
  /// most successful of them the first, then what names of results have, each once.
  package func suggestions(
    for typed: String, app: String?, now: Timestamp, limit: Int
  ) throws(DeviceError) -> [SearchSuggestion] {
    guard limit > 0 else { return [] }
    return try index.withoutReading { () throws(DeviceError) in
      try index.asking { projection throws(SQLiteError) in
        let past = try projection.documents.pastQueries.queries(
          beginningWith: typed, app: app, now: now, limit: limit)
        guard past.count < limit else { return past.map { SearchSuggestion($0) } }
        let known = Set(past.map(\.folded))
        let completions = try projection.completions(of: typed, app: app, now: now, limit: limit)
          .filter { !known.contains($0.folded) }
        return Array(
          (past.map { SearchSuggestion($0) } + completions.map { SearchSuggestion($0) })
            .prefix(limit))
      }
    }
  }

  /// What is usually opened around this time of the day, and of the week.
  package func habitualResults(
    app: String?, now: Timestamp, limit: Int
  ) throws(DeviceError) -> [HabitualResult] {
    try index.afterOneStep { () throws(DeviceError) in
      try index.asking { projection throws(SQLiteError) in
        var found: [HabitualResult] = []
        var names: Set<ShownName> = []
        try projection.documents.forEachHabit(app: app, now: now) {
          document, habit throws(SQLiteError) in
          guard found.count < limit else { return false }
          guard let shown = try projection.shown(document, at: now),
            names.insert(ShownName(shown)).inserted
          else { return true }
          found.append(HabitualResult(try projection.result(shown), habit))
          return true
        }
        return found
      }
    }
  }
}

extension IndexProjection {
  /// How names of what is found continue what is typed. What is locked is not found, and says
  /// nothing here.
  fileprivate func completions(
    of typed: String, app: String?, now: Timestamp, limit: Int
  ) throws(SQLiteError) -> [Completion] {
    guard var completions = Completions(typed) else { return [] }
    var names: Set<ShownName> = []
    let hits = try documents.search(
      typed, as: .asTyped, app: app, now: now, limit: Completions.resultsMax)
    for hit in hits {
      guard let shown = try shown(hit.document, at: now), names.insert(ShownName(shown)).inserted
      else { continue }
      completions.add(title: shown.title, keywords: shown.names)
    }
    return completions.best(limit: limit)
  }
}

extension DeviceHost {
  /// Finds what is usually opened around this time of the day: at least twice, and in a third of
  /// all times. What is opened oftenest so comes first, times of this day of the week count twice.
  ///
  /// Hours are those of UTC, so a habit moves by an hour with daylight saving time.
  ///
  /// - Parameters:
  ///   - app: the app whose items and activities are looked at; nil: of all apps.
  ///   - limit: the largest number of results, at least 1.
  public func habitualResults(
    inApp app: String? = nil, limit: Int = 5
  ) throws(DeviceError) -> [HabitualResult] {
    try device.queries.habitualResults(app: app, now: clock(), limit: limit)
  }
}
