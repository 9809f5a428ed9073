internal import JournalFormat
internal import SQLite
internal import Search
internal import WebAddress

/// Results as they come, the best first, each thing once: an item and the activities that are bound
/// to it are one result, and so are a public page and what the device has itself of it.
struct ResultList {
  private(set) var results: [SearchResult] = []
  private let projection: IndexProjection
  private let now: Timestamp
  private let limit: Int
  private let excerpts: (SearchHit, SearchDocument) -> Excerpts?

  private var publicResults: [[ExactText]: PublicResult] = [:]
  /// What the device has of the pages that the public index found, whatever words it has.
  private var copies: [String: [SearchDocument]] = [:]
  /// Under which these are shown.
  private var copyNames: Set<ShownName> = []
  private var takenCount = 0
  /// Where in the list what the device has is, and where a page is.
  private var places: [ShownName: Int] = [:]
  private var pagePlaces: [String: Int] = [:]

  typealias Excerpts = (title: MatchedText, snippet: MatchedText?)

  init(
    _ projection: IndexProjection, at now: Timestamp, limit: Int,
    excerpts: @escaping (SearchHit, SearchDocument) -> Excerpts?
  ) {
    self.projection = projection
    self.now = now
    self.limit = limit
    self.excerpts = excerpts
  }

  var isFull: Bool { results.count >= limit }

  /// What the public index found, before anything is taken.
  mutating func expect(
    _ publicResults: [PublicResult], app: String?,
    _ accept: ((SearchDocument) -> Bool)?
  ) throws(SQLiteError) {
    for result in publicResults {
      let name = [ExactText(result.bundleIdentifier), ExactText(result.uniqueIdentifier)]
      if self.publicResults[name] == nil { self.publicResults[name] = result }
      guard let page = CanonicalURL(result.url), copies[page.text] == nil else { continue }
      let found = try projection.documents.rows.documents(showing: page, app: app, now: now)
        .filter { accept?($0) ?? true }
      copies[page.text] = found
      copyNames.formUnion(found.map { ShownName($0) })
    }
  }

  /// Appends the hits that are new: the first ones are those that it appended before.
  mutating func append(_ found: [SearchHit]) throws(SQLiteError) {
    for hit in found.dropFirst(takenCount) {
      guard !isFull else { return }
      takenCount += 1
      if hit.document.kind == .publicItem { try addPublic(hit) } else { try addOwn(hit) }
    }
  }

  private mutating func addOwn(_ hit: SearchHit) throws(SQLiteError) {
    let name = ShownName(hit.document)
    guard places[name] == nil, let result = try ownResult(hit.document, hit) else { return }
    // What is protected is found by its page here alone; it stands where the page stood.
    if let page = Self.page(result.url), let place = pagePlaces[page],
      results[place].source == .public
    {
      let explanation = results[place].explanation
      results[place] = result
      results[place].explanation = explanation
      results[place].isAlsoPublic = true
      places[name] = place
    } else {
      add(result, name)
    }
  }

  private mutating func addPublic(_ hit: SearchHit) throws(SQLiteError) {
    let name = [ExactText(hit.document.app), ExactText(hit.document.id)]
    guard let found = publicResults[name] else { return }
    let page = Self.page(found.url)
    if let page {
      let copies = copies[page] ?? []
      guard pagePlaces[page] == nil, !copies.contains(where: { places[ShownName($0)] != nil })
      else { return }
      // The device's own says more and opens in its app; it stands where the better of both does,
      // for what that one says.
      for copy in copies {
        guard let result = try ownResult(copy, hit) else { continue }
        return add(result, ShownName(copy))
      }
    }
    publicResults[name] = nil
    add(filled(SearchResult(found), hit, hit.document), nil)
  }

  private mutating func add(_ result: SearchResult, _ name: ShownName?) {
    var result = result
    if let page = Self.page(result.url) {
      if pagePlaces[page] == nil { pagePlaces[page] = results.count }
      if result.source == .device, copies[page] != nil { result.isAlsoPublic = true }
    }
    if let name {
      places[name] = results.count
      if copyNames.contains(name) { result.isAlsoPublic = true }
    }
    results.append(result)
  }

  /// Nil for what is locked.
  private func ownResult(
    _ document: SearchDocument, _ hit: SearchHit
  ) throws(SQLiteError) -> SearchResult? {
    guard let shown = try projection.shown(document, at: now) else { return nil }
    return filled(try projection.result(shown), hit, shown)
  }

  private func filled(
    _ result: SearchResult, _ hit: SearchHit, _ shown: SearchDocument
  ) -> SearchResult {
    var result = result
    result.explanation = hit.explanation
    result.corrections = hit.corrections.map { WordCorrection($0) }
    result.omittedWords = hit.omitted
    if let found = excerpts(hit, shown) {
      result.markedTitle = SearchExcerpt(found.title)
      result.snippet = found.snippet.map { SearchExcerpt($0) }
    }
    return result
  }

  private static func page(_ url: String) -> String? {
    url.isEmpty ? nil : CanonicalURL(url)?.text ?? url
  }
}
