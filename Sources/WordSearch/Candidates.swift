internal import SQLite

/// The documents of a segment that have every term that was looked for by now, in their order.
struct Candidates {
  let segment: Segment
  private(set) var documents: [UInt32] = []
  /// For each term, in the order of the query, where it stands in each of the documents.
  private(set) var places: [[UInt8]]
  /// For each term how many of the segment's documents have it.
  private(set) var documentCounts: [Int]
  private var isBegun = false

  /// Where one of so many documents has a posting, sorting them is slower than noting them in a
  /// list of all documents.
  private static let fewShare = 256

  init(_ segment: Segment, termCount: Int) {
    self.segment = segment
    places = Array(repeating: [], count: termCount)
    documentCounts = Array(repeating: 0, count: termCount)
  }

  /// Keeps those that have the term as well.
  mutating func narrow(
    term: Int, to postings: TermPostings, _ workspace: inout SearchWorkspace
  ) throws(SQLiteError) {
    defer { isBegun = true }
    if let ordered = try postings.inOrder() {
      narrow(term, to: ordered, documentCount: postings.documentCount)
    } else if postings.count * Self.fewShare < segment.layout.documentCount {
      let found = try postings.sorted()
      documentCounts[term] = found.count
      narrow(term, to: found)
    } else {
      let count = segment.layout.documentCount
      documentCounts[term] = try workspace.fill(count, with: postings)
      workspace.use(count) { narrow(term, to: $0, found: documentCounts[term]) }
    }
  }

  private mutating func narrow(
    _ term: Int, to postings: OrderedPostings, documentCount: Int?
  ) {
    var postings = postings
    var count = 0
    if isBegun {
      var next = postings.read()
      restrict(to: term) { document in
        while let posting = next, posting.document < document {
          next = postings.read()
          count &+= 1
        }
        guard let posting = next, posting.document == document else { return 0 }
        return posting.places.rawValue
      }
      // What is left is read only to be counted, where nobody knows how many of it are dead.
      if segment.dead.isEmpty, let documentCount {
        count = documentCount
      } else if next != nil {
        count += 1
        while postings.read() != nil { count &+= 1 }
      }
    } else {
      documents.reserveCapacity(documentCount ?? 0)
      places[term].reserveCapacity(documentCount ?? 0)
      var own: [UInt8] = []
      own.reserveCapacity(documentCount ?? 0)
      while let posting = postings.read() {
        documents.append(posting.document)
        own.append(posting.places.rawValue)
      }
      places[term] = own
      count = documents.count
    }
    documentCounts[term] = count
  }

  private mutating func narrow(_ term: Int, to found: [PackedPosting]) {
    guard isBegun else {
      documents = found.map(\.document)
      places[term] = found.map(\.places.rawValue)
      return
    }
    var index = 0
    restrict(to: term) { document in
      while index < found.count, found[index].document < document { index += 1 }
      return index < found.count && found[index].document == document
        ? found[index].places.rawValue : 0
    }
  }

  private mutating func narrow(
    _ term: Int, to found: UnsafeMutableBufferPointer<UInt8>, found count: Int
  ) {
    guard !isBegun else { return restrict(to: term) { found[Int($0)] } }
    documents.reserveCapacity(count)
    var own: [UInt8] = []
    own.reserveCapacity(count)
    let eights = UnsafeRawBufferPointer(found).bindMemory(to: UInt64.self)
    // Eight at a time: most of them are nothing, most of the time.
    for (number, eight) in eights.enumerated() where eight != 0 {
      for document in number * 8..<number * 8 + 8 where found[document] != 0 {
        documents.append(UInt32(truncatingIfNeeded: document))
        own.append(found[document])
      }
    }
    places[term] = own
  }

  /// Restricts the documents to those in which the term stands somewhere.
  private mutating func restrict(to term: Int, _ placesOf: (UInt32) -> UInt8) {
    let others = places.indices.filter { $0 != term && !places[$0].isEmpty }
    var own = [UInt8](repeating: 0, count: documents.count)
    var kept = 0
    for index in documents.indices {
      let found = placesOf(documents[index])
      guard found != 0 else { continue }
      documents[kept] = documents[index]
      for other in others { places[other][kept] = places[other][index] }
      own[kept] = found
      kept += 1
    }
    documents.removeSubrange(kept...)
    for other in others { places[other].removeSubrange(kept...) }
    own.removeSubrange(kept...)
    places[term] = own
  }
}

/// Memory that searches use one after the other: a byte for each document of a segment, zero
/// between uses.
struct SearchWorkspace {
  private var places: [UInt8] = []

  /// - Returns: how many documents have one of the words.
  mutating func fill(_ count: Int, with postings: TermPostings) throws(SQLiteError) -> Int {
    let rounded = (count + 7) & ~7
    if places.count < rounded {
      places += [UInt8](repeating: 0, count: rounded - places.count)
    }
    return try places.withUnsafeMutableBufferPointer { places in
      Result { () throws(SQLiteError) in try postings.fill(places) }
    }.get()
  }

  /// Lets `body` read what was noted, and forgets it.
  mutating func use(_ count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    places.withUnsafeMutableBufferPointer {
      let used = UnsafeMutableBufferPointer(rebasing: $0[..<((count + 7) & ~7)])
      body(used)
      used.update(repeating: 0)
    }
  }
}
