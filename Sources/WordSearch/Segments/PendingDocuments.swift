internal import SQLite
internal import TextAnalysis

/// Documents that were added and are in no segment yet.
struct PendingDocuments {
  private struct Pending {
    var record: DocumentRecord
    var titleOrder: TitleOrder
    var app: String
    /// Its words, among those of all.
    var postings: Range<Int>
  }

  /// What is noted of a title as a whole.
  private struct Title {
    var order = TitleOrder()
    var name = NameHash()

    mutating func append(_ token: UnsafeBufferPointer<UInt8>, at place: Int, isNext: Bool) {
      if isNext { order.insert(token, at: place) }
      name.append(token, isNext: isNext)
    }
  }

  private var tokenizer = Tokenizer()
  /// Of the text that was taken last.
  private var title = Title()
  private var words = WordInterner()
  /// The number of a word and its places; grouped by document.
  private var postings: [(word: UInt32, places: WordPlaces)] = []
  /// Where in `postings` the document at hand has the word, for each word that it has.
  private var placeOfWord: [Int] = []
  private var documents: [Pending?] = []
  private var placeOfRow: [UInt32: Int] = [:]

  var count: Int { placeOfRow.count }
  var isEmpty: Bool { placeOfRow.isEmpty }

  /// Adds the document in place of one with the same row.
  mutating func put(_ document: WordDocument) {
    remove(document.row)
    let first = postings.count
    let titleLength = addText(document.title, .title, from: first)
    let title = self.title
    let keywordCount = addText(document.keywords, .keywords, from: first)
    let textLength = addText(document.text, .text, from: first)
    var record = DocumentRecord(
      document, app: 0, titleLength: titleLength, textLength: textLength)
    record.repetition = Ranking.repetition(
      wordCount: titleLength + keywordCount + textLength,
      differentCount: postings.count - first)
    for term in document.attributeTerms { addTerm(term.bytes, as: .text, from: first) }
    if titleLength > 0 { addTerm(NameTerm(title.name).bytes, as: .title, from: first) }
    for name in document.names.prefix(NameTerm.countMax) {
      if let term = NameTerm(name, &tokenizer) { addTerm(term.bytes, as: .keywords, from: first) }
    }
    placeOfRow[document.row] = documents.count
    documents.append(
      Pending(
        record: record, titleOrder: title.order, app: document.app,
        postings: first..<postings.count))
  }

  /// - Returns: whether it was there.
  @discardableResult
  mutating func remove(_ row: UInt32) -> Bool {
    guard let place = placeOfRow.removeValue(forKey: row) else { return false }
    documents[place] = nil
    return true
  }

  /// - Returns: how many words the text has. What is joined of several does not count.
  private mutating func addText(_ text: String, _ field: WordField, from first: Int) -> Int {
    title = Title()
    guard !text.isEmpty else { return 0 }
    var count = 0
    // Taken out while it is used, because the words are noted meanwhile.
    var tokenizer = self.tokenizer
    tokenizer.forEachToken(in: text) { bytes, position, _ in
      // What is joined of several has the place of the first of them.
      if field == .title { title.append(bytes, at: position, isNext: position == count) }
      count = position + 1
      let place = self.place(of: bytes, from: first)
      postings[place].places.add(in: field, isOpening: position == 0)
    }
    self.tokenizer = tokenizer
    return count
  }

  /// Adds what is not a word of the document: as what it is there is all that is kept of it.
  private mutating func addTerm(_ term: [UInt8], as places: WordPlaces, from first: Int) {
    let place = term.withUnsafeBufferPointer { self.place(of: $0, from: first) }
    postings[place].places.formUnion(places)
  }

  /// Where the document at hand has the word, which it has from here on.
  private mutating func place(of bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
    let word = words.number(of: bytes)
    if word == placeOfWord.count { placeOfWord.append(-1) }
    if placeOfWord[word] < first {
      placeOfWord[word] = postings.count
      postings.append((UInt32(word), []))
    }
    return placeOfWord[word]
  }

  /// Writes all of them as a segment.
  func write(to writer: inout SegmentWriter, _ ranking: Ranking) throws(SQLiteError) {
    var apps = AppTable()
    var ranked: [(document: RankedDocument, pending: Int)] = []
    ranked.reserveCapacity(count)
    for (place, pending) in documents.enumerated() {
      guard let pending else { continue }
      var record = pending.record
      record.app = apps.place(of: pending.app)
      let document = RankedDocument(
        record: record, titleOrder: pending.titleOrder,
        staticRank: Int32(ranking.staticRank(record)))
      ranked.append((document, place))
    }
    ranked.sort { $0.document.precedes($1.document) }
    let lists = postingLists(of: ranked.map(\.pending))
    for word in words.sorted() where !lists.range(word).isEmpty {
      try words.withWord(word) { bytes in
        lists.postings.withUnsafeBufferPointer { postings in
          Result { () throws(SQLiteError) in
            try writer.add(bytes, UnsafeBufferPointer(rebasing: postings[lists.range(word)]))
          }
        }
      }.get()
    }
    try writer.finish(ranked.map(\.document), apps: apps.names, at: ranking)
  }

  /// The postings of all words, each word's sorted by the document's number.
  private struct PostingLists {
    var postings: [PackedPosting]
    /// Where each word's postings end.
    var ends: [Int]

    func range(_ word: Int) -> Range<Int> { (word == 0 ? 0 : ends[word - 1])..<ends[word] }
  }

  private func postingLists(of order: [Int]) -> PostingLists {
    var starts = [Int](repeating: 0, count: words.count + 1)
    var total = 0
    for place in order {
      for posting in postings[documents[place]?.postings ?? 0..<0] {
        starts[Int(posting.word) + 1] += 1
        total += 1
      }
    }
    for word in 0..<words.count { starts[word + 1] += starts[word] }
    // From here on: where the next posting of each word goes; in the end, where they end.
    let packed = [PackedPosting](unsafeUninitializedCapacity: total) { buffer, count in
      for (number, place) in order.enumerated() {
        for posting in postings[documents[place]?.postings ?? 0..<0] {
          let next = starts[Int(posting.word)]
          starts[Int(posting.word)] = next + 1
          buffer.initializeElement(
            at: next, to: PackedPosting(document: UInt32(number), places: posting.places))
        }
      }
      count = total
    }
    return PostingLists(postings: packed, ends: Array(starts.dropLast()))
  }
}

/// The apps of a segment's documents, each once.
struct AppTable {
  private(set) var names: [String] = []
  private var places: [String: UInt32] = [:]

  mutating func place(of app: String) -> UInt32 {
    if let place = places[app] { return place }
    let place = UInt32(names.count)
    names.append(app)
    places[app] = place
    return place
  }
}
