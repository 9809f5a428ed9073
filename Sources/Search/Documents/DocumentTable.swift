internal import CHashes
package import JournalFormat
package import SQLite
internal import WordSearch

/// A public item among the documents of a device, while one search looks through both.
package struct GuestDocument: Hashable, Sendable {
  package let document: SearchDocument
  /// Engagements that the cloud counted.
  package let engagedCount: UInt64

  package init(_ document: SearchDocument, engagedCount: UInt64) {
    self.document = document
    self.engagedCount = engagedCount
  }
}

/// The tables of an index: documents and their words. They live in the owner's file, so that
/// the owner's checkpoint moves in the same transaction.
package final class DocumentTable {
  /// Of the tables and the words together; below 2^24.
  package static let formatVersion = 5 << 16 | WordTable.formatVersion

  package let rows: DocumentRows
  package let pastQueries: PastQueryTable
  package let synonyms: SynonymTable
  let words: WordTable
  let connection: Connection
  private let engagement: DocumentEngagement
  private let hours: OpeningHours
  private var contents: ContentCounts
  /// When what is being written happened. No score depends on it, only the order in which words
  /// are written.
  package var time = Timestamp(milliseconds: 0)
  /// Whether the words of all documents that the keys open can be found.
  private var hasProtectedWords = true

  package init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    rows = try DocumentRows(connection)
    engagement = try DocumentEngagement(connection)
    hours = try OpeningHours(connection)
    pastQueries = try PastQueryTable(connection)
    synonyms = try SynonymTable(connection)
    words = try WordTable(connection)
    contents = ContentCounts(connection)
    // These triggers are ours: the schema of a file is compared before it is opened.
    connection.allowTriggers()
  }

  /// Documents that words are kept of.
  package func wordedCount() throws(SQLiteError) -> Int {
    try words.documentCount(Ranking(at: time))
  }

  // MARK: Changing

  /// Adds the document, or replaces the one of the same kind, app and id.
  ///
  /// - Returns: its row, which it keeps until it is removed.
  @discardableResult
  package func put(_ document: SearchDocument) throws(SQLiteError) -> Int64 {
    let document = rows.opened(document)
    let row = try rows.row(of: document.kind, app: document.app, id: document.id)
    var contentBefore: Int64 = 0
    if let row { contentBefore = try contents.content(row: row) }
    let content = ContentCounts.content(document)
    let written = try rows.write(document, content: content, at: row)
    contents.forget()
    if document.protected != nil {
      // A query that led to an item and to the activity of its name is one.
      try pastQueries.remove(leadingTo: rows.rows(named: document.id, app: document.app))
    }
    try putWords(document, row: written, isNew: row == nil)
    if content != contentBefore {
      try rankAlike(contentBefore, change: -1)
      try rankAlike(content, change: 1, except: written)
    }
    return written
  }

  package func remove(_ kind: SearchDocument.Kind, app: String, id: String) throws(SQLiteError) {
    guard let row = try rows.row(of: kind, app: app, id: id) else { return }
    try remove([row])
  }

  /// Removes the item, the activity of the same id, and activities that are bound to the item.
  package func removeAll(app: String, id: String) throws(SQLiteError) {
    try remove(try rows.rows(app: app, id: id))
  }

  /// Removes the item, and activities that are bound to it.
  package func removeItem(app: String, id: String) throws(SQLiteError) {
    let item = try rows.rows(
      "SELECT row FROM documents WHERE app = ? AND id = ? AND kind = 0", app, id)
    try remove(item + rows.boundActivities(app: app, to: id))
  }

  package func removeAll(app: String) throws(SQLiteError) { try remove(try rows.rows(app: app)) }

  /// Removes what a deletion reaches.
  package func removeAll(_ scope: DeletionScope) throws(SQLiteError) {
    try remove(try rows.rows(scope))
  }

  private func remove(_ removed: [Int64]) throws(SQLiteError) {
    for row in removed {
      let content = try contents.content(row: row)
      try rows.remove(row: row)
      contents.forget()
      try words.remove(row: UInt32(clamping: row))
      try rankAlike(content, change: -1)
    }
  }

  /// Updates the rank of documents with equal content after one was added or removed.
  ///
  /// - Parameter row: of one that was ranked already.
  private func rankAlike(
    _ content: Int64, change: Int, except row: Int64 = 0
  ) throws(SQLiteError) {
    for row in try contents.rows(toRank: content, change: change, except: row) {
      guard let hit = try rows.hit(row: row) else { continue }
      try putWords(hit.document, row: row)
    }
  }

  /// Adds the words of a document that is in the table, or replaces them.
  ///
  /// - Parameter isNew: whether it has surely none.
  private func putWords(
    _ document: SearchDocument, row: Int64, isNew: Bool = false
  ) throws(SQLiteError) {
    // What it said before may not be found any more.
    guard !document.isLocked else { return try words.remove(row: UInt32(clamping: row)) }
    var words = WordDocument(
      row: UInt32(clamping: row), app: document.app, tieBreaker: Self.tieBreaker(document),
      title: document.title, keywords: document.keywords, text: document.body)
    try engagement.addSignals(of: row, to: &words, &contents)
    words.attributeTerms = document.attributeTerms
    words.names = document.names
    // The hints of an app are balanced by what is in the file, where a protected item says nothing.
    words.signals.hint = document.protected == nil ? document.hint : 0
    words.signals.date = Int32(clamping: document.date.milliseconds / 60_000)
    try self.words.put(
      words, Ranking(at: time), isNew: isNew, isInMemory: document.protected != nil)
  }

  private static func tieBreaker(_ document: SearchDocument) -> UInt32 {
    let name = Array("\(document.app)\0\(document.id)\0\(document.kind.rawValue)".utf8)
    return name.withUnsafeBytes { spotlog_crc32c(0, $0.baseAddress, $0.count) }
  }

  /// Writes the words of what was put. Called before the end of a transaction that changed
  /// something.
  package func flush() throws(SQLiteError) { try words.flush(Ranking(at: time)) }

  /// A transaction was rolled back.
  package func forget() {
    words.forget()
    contents.forget()
    hasProtectedWords = rows.keys.isEmpty
  }

  /// Rewrites the words. Otherwise a removed word stays in the file until its segment is merged.
  package func rewriteWords() throws(SQLiteError) {
    do throws(SQLiteError) {
      // Whole or not at all: a segment that was written by half would be in the way of the next.
      try connection.transaction({ $0 }) { () throws(SQLiteError) in
        try words.rewrite(Ranking(at: time))
      }
    } catch {
      forget()
      throw error
    }
  }

  // MARK: Protected documents

  /// From here on what these keys open can be found and read, and nothing else that is protected.
  package func use(_ keys: ClassKeys) throws(SQLiteError) {
    if keys != rows.keys {
      rows.keys = keys
      hasProtectedWords = false
    }
    guard !hasProtectedWords else { return }
    try words.dropWordsInMemory()
    if !keys.isEmpty { try putProtectedWords() }
    hasProtectedWords = true
  }

  private func putProtectedWords() throws(SQLiteError) {
    try connection.transaction({ $0 }) { () throws(SQLiteError) in
      for row in try rows.rows("SELECT row FROM documents WHERE protection <> 0") {
        guard let document = try rows.hit(row: row)?.document, !document.isLocked else { continue }
        try putWords(document, row: row)
      }
      try flush()
    }
  }

  // MARK: Engagement

  /// Somebody opened a result of the item or activity.
  ///
  /// - Parameter others: what was visible beside it, from the top down; nil for a result that
  ///   is not a document of the device's, and took a place.
  package func engaged(
    app: String, id: String, others: [(app: String, id: String)?] = [], at time: Timestamp
  ) throws(SQLiteError) {
    try see(app: app, id: id) { row throws(SQLiteError) in
      try engagement.see(row, app: app, opened: 1, looks: ShownPlace.look, at: time)
      try hours.add(row, at: time)
    }
    // A person who opened one saw the others too, less likely the further down they were.
    try forEachLook(at: others) { result, looks throws(SQLiteError) in
      try see(app: result.app, id: result.id) { row throws(SQLiteError) in
        try engagement.see(row, app: result.app, opened: 0, looks: looks, at: time)
      }
    }
  }

  /// Somebody saw results of items and activities, and opened none.
  ///
  /// - Parameter results: from the top down; nil for one that is not a document of the device's,
  ///   and took a place.
  package func abandoned(_ results: [(app: String, id: String)?]) throws(SQLiteError) {
    try forEachLook(at: results) { result, looks throws(SQLiteError) in
      try see(app: result.app, id: result.id) { row throws(SQLiteError) in
        try engagement.abandon(row, app: result.app, lists: 1, looks: looks)
      }
    }
  }

  /// All lists of which nothing was opened came to these sums of a document.
  package func setAbandoned(_ sums: JournalShownSums) throws(SQLiteError) {
    let kind: SearchDocument.Kind = sums.activity ? .activity : .item
    guard let row = try rows.row(of: kind, app: sums.app, id: sums.id) else { return }
    try engagement.setAbandoned(
      row, app: sums.app, lists: sums.listCount, looks: sums.lookCount)
    try putWords(row: row)
  }

  /// How people saw the item or activity among results; nil: there is none.
  package func seen(
    _ kind: SearchDocument.Kind, app: String, id: String
  ) throws(SQLiteError) -> SeenDocument? {
    guard let row = try rows.row(of: kind, app: app, id: id) else { return nil }
    return try engagement.seen(row)
  }

  /// Calls `body` with every document that was in a list of which nothing was opened: in how many,
  /// and how often it was looked at, in thousandths; sorted by app, id and kind.
  package func forEachAbandoned(
    _ body: ((app: String, id: String, kind: SearchDocument.Kind, lists: Int, looks: Int)) -> Void
  ) throws(SQLiteError) {
    let select = try connection.statement(
      """
      SELECT app, id, kind, abandoned_lists, abandoned_looks FROM documents
      WHERE abandoned_lists > 0 ORDER BY app, id, kind
      """)
    defer { select.reset() }
    while try select.step() {
      guard let kind = SearchDocument.Kind(rawValue: select.integer(2)) else { continue }
      body(
        (
          select.text(0), select.text(1), kind, Int(select.integer(3)), Int(select.integer(4))
        ))
    }
  }

  private func forEachLook(
    at results: [(app: String, id: String)?],
    _ body: ((app: String, id: String), _ looks: Int64) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    for (place, result) in results.enumerated() {
      let looks = ShownPlace.looks(at: place)
      guard looks > 0 else { return }
      if let result { try body(result, looks) }
    }
  }

  private func see(
    app: String, id: String, _ count: (Int64) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    // An activity that is bound to an item is shown as the item.
    for row in Set(try rows.rows(app: app, id: id)).sorted() {
      try count(row)
      try putWords(row: row)
    }
  }

  private func putWords(row: Int64) throws(SQLiteError) {
    guard let hit = try rows.hit(row: row) else { return }
    try putWords(hit.document, row: row)
  }

  /// A query led to the item or activity.
  package func opened(
    app: String, id: String, from query: String, at time: Timestamp
  ) throws(SQLiteError) {
    guard !query.isEmpty, try !rows.isProtected(app: app, id: id) else { return }
    try pastQueries.add(query, leadingTo: rows.rows(named: id, app: app), at: time)
  }

  /// Activities that were opened at least three times and in half of the times that they were seen,
  /// which counts as twice more than it was; the highest such ratio first.
  ///
  /// - Parameter body: says whether it takes more.
  package func forEachSuggestedActivity(
    app: String?, now: Timestamp,
    _ body: (SearchDocument) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    for row in try engagement.suggestedActivities(app: app, now: now) {
      guard let hit = try rows.hit(row: row), try body(hit.document) else { return }
    }
  }

  /// What is usually opened at this time, what is opened oftenest so first.
  ///
  /// - Parameter body: says whether it takes more.
  package func forEachHabit(
    app: String?, now: Timestamp,
    _ body: (SearchDocument, OpeningHabit) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    for (row, habit) in try hours.habits(app: app, at: now) {
      guard let hit = try rows.hit(row: row), try body(hit.document, habit) else { return }
    }
  }

  // MARK: Reading

  package func count(_ kind: SearchDocument.Kind) throws(SQLiteError) -> Int {
    try rows.count(kind)
  }

  package func document(
    _ kind: SearchDocument.Kind, app: String, id: String
  ) throws(SQLiteError) -> SearchDocument? {
    try rows.document(kind, app: app, id: id)
  }

  /// Calls `body` with every document of a kind, sorted by app and id as bytes.
  package func forEach(
    _ kind: SearchDocument.Kind, _ body: (SearchHit) -> Void
  ) throws(SQLiteError) {
    try rows.forEach(kind, body)
  }

  // MARK: Searching

  /// The best documents in which the last word of the query begins a word, and the others are found
  /// as well.
  ///
  /// - Parameters:
  ///   - app: nil searches in all apps.
  ///   - isExplained: whether to say of what each score is made, which is another search for each.
  ///   - accept: what else has to hold of a document; nil: nothing.
  package func search(
    _ query: String, as form: QueryForm = .typed, app: String?, now: Timestamp, limit: Int,
    isExplained: Bool = false, accept: ((SearchDocument) -> Bool)? = nil
  ) throws(SQLiteError) -> [SearchHit] {
    try search(at: now, accept).hits(
      for: query, as: form, app: app, limit: limit, isExplained: isExplained)
  }

  /// Why a query finds the item or activity; nil when there is none of that identifier.
  package func standing(
    of query: String, app: String, id: String, now: Timestamp
  ) throws(SQLiteError) -> QueryStanding? {
    try search(at: now).standing(of: query, app: app, id: id)
  }

  private func search(
    at now: Timestamp, _ accept: ((SearchDocument) -> Bool)? = nil
  ) -> DocumentSearch {
    DocumentSearch(
      documents: rows, words: words, engagement: engagement, synonyms: synonyms, now: now,
      ranking: Ranking(at: now), accept: accept)
  }

  /// Calls `body` while the guests can be found; nothing of them gets into the file.
  package func withGuests<Value>(
    _ guests: [GuestDocument], now: Timestamp, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    // Rows of documents are given from 1 on.
    let numbers = guests.indices.map { UInt32.max - UInt32(clamping: $0) }
    rows.guests = Dictionary(uniqueKeysWithValues: zip(numbers, guests.map(\.document)))
    defer { rows.guests = [:] }
    return try words.withGuests(zip(numbers, guests).map(Self.words), Ranking(at: now), body)
  }

  private static func words(of row: UInt32, _ guest: GuestDocument) -> WordDocument {
    let document = guest.document
    var words = WordDocument(
      row: row, app: document.app, tieBreaker: tieBreaker(document),
      title: document.title, keywords: document.keywords, text: document.body)
    words.names = document.names
    words.signals.popularity = Ranking.popularity(engaged: guest.engagedCount)
    return words
  }
}

extension Ranking {
  init(at time: Timestamp) { self.init(nowMilliseconds: time.milliseconds) }

  /// When views will have faded to one, after one more now than what would have faded then.
  func viewsFadeToOne(afterOneMoreThan minute: Int32) -> Int32 {
    let left = viewsLeft(fadingToOne: minute)
    // One more makes no difference to more than there are numbers for: a clock was set back far.
    return left.isFinite ? viewsFadeToOne(left + 1) : minute
  }
}
