package import Foundation
internal import JournalFormat

/// By what results can be counted.
public enum SearchFacet: String, Hashable, Sendable, CaseIterable {
  /// The content type (`contentType`), as the item has it.
  case type
  /// The app.
  case app
  /// The day on which the content was changed last (`contentModificationDate`), else made
  /// (`contentCreationDate`), as `2026-01-31` in the time zone of the query's calendar.
  case day
}

/// How many results have each value of something.
public struct FacetCounts: Hashable, Sendable {
  /// A value, and how many results have it.
  public struct Value: Hashable, Sendable {
    /// As it is shown: a content type, a bundle identifier or a day.
    public let value: String
    /// At least 1.
    public let count: Int
  }

  /// At most so many values are listed.
  public static let valuesMax = 100

  /// What was counted by.
  public let facet: SearchFacet
  /// What most results have first; of equal ones the first by bytes.
  public let values: [Value]
  /// Results with a value that is not listed.
  public let unlistedCount: Int
  /// Results without a value.
  public let missingCount: Int

  /// Of all results.
  public var resultCount: Int {
    values.reduce(unlistedCount + missingCount) { $0 + $1.count }
  }

  /// - Parameter calendar: in whose time zone days begin.
  package init(
    _ facet: SearchFacet, of results: some Sequence<SearchResult>, calendar: Calendar
  ) {
    var counts: [String: Int] = [:]
    var missing = 0
    for result in results {
      if let value = facet.value(of: result, calendar) {
        counts[value, default: 0] += 1
      } else {
        missing += 1
      }
    }
    let sorted = counts.sorted {
      $0.value != $1.value
        ? $0.value > $1.value : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    self.facet = facet
    values = sorted.prefix(Self.valuesMax).map { Value(value: $0.key, count: $0.value) }
    unlistedCount = sorted.dropFirst(Self.valuesMax).reduce(0) { $0 + $1.value }
    missingCount = missing
  }
}

extension SearchFacet {
  fileprivate func value(of result: SearchResult, _ calendar: Calendar) -> String? {
    switch self {
    case .app: return result.bundleIdentifier
    case .type: return result.attributeSet.contentType.flatMap { $0.isEmpty ? nil : $0 }
    case .day:
      let attributes = result.attributeSet
      guard let date = attributes.contentModificationDate ?? attributes.contentCreationDate
      else { return nil }
      let offset = Int64(calendar.timeZone.secondsFromGMT(for: date)) * 1_000
      return Timestamp(milliseconds: date.journalMilliseconds).advanced(byMilliseconds: offset)
        .day.description
    }
  }
}

extension UserQuery {
  /// Counts the results on all pages by what they are: each is found, which takes its time.
  public func counts(by facet: SearchFacet) async throws(DeviceError) -> FacetCounts {
    var all = context
    (all.maxResultCount, all.skippedResultCount, all.maxSuggestionCount) = (.max, 0, 0)
    (all.fetchAttributes, all.hasExcerpts, all.isExplained) = (nil, false, false)
    let answer = try await asking(all).answer()
    return FacetCounts(facet, of: answer.results, calendar: context.calendar)
  }
}

extension SearchQuery {
  /// Counts what is found by what it is, in one pass.
  public func counts(by facet: SearchFacet) async throws(DeviceError) -> FacetCounts {
    var all = context
    all.fetchAttributes = nil
    return FacetCounts(
      facet, of: try await SearchQuery(query, all, app: bundleIdentifier, host).all(),
      calendar: context.calendar)
  }
}
