internal import SQLite
internal import Search

/// Results as they come, the best first, each thing once.
struct ResultList {
  private(set) var results: [SearchResult] = []
  private let publicResults: [[String]: PublicResult]
  private var seen: Set<[String]> = []
  /// Where in the list a page is that was found.
  private var places: [String: Int] = [:]

  init(_ publicResults: [PublicResult]) {
    self.publicResults = Dictionary(
      publicResults.map { ([$0.bundleIdentifier, $0.uniqueIdentifier], $0) }
    ) { first, _ in first }
  }

  /// The next result; nil for one that is in the list already, by its name or by its page. An item
  /// and the activity that is bound to it are one result.
  ///
  /// - Parameter own: makes the result of a document of the device.
  mutating func next(
    _ document: SearchDocument, _ own: () throws(SQLiteError) -> SearchResult
  ) throws(SQLiteError) -> SearchResult? {
    let isPublic = document.kind == .publicItem
    guard seen.insert([isPublic ? "public" : "device"] + document.shownName).inserted else {
      return nil
    }
    let found = publicResults[document.shownName]
    let result = if isPublic, let found { SearchResult(found) } else { try own() }
    guard let page = Self.page(result), let place = places[page],
      results[place].source != result.source || isPublic
    else { return result }
    // The device's own says more and opens in its app; it stands where the better of both stood.
    var joined = isPublic ? results[place] : result
    joined.isAlsoPublic = joined.source == .device
    joined.explanation = results[place].explanation
    results[place] = joined
    return nil
  }

  mutating func add(_ result: SearchResult) {
    if let page = Self.page(result), places[page] == nil { places[page] = results.count }
    results.append(result)
  }

  private static func page(_ result: SearchResult) -> String? {
    result.url.isEmpty ? nil : CanonicalURL(result.url)?.text ?? result.url
  }
}
