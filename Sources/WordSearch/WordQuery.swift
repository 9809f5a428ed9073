/// What to look for: documents that have all of it, or as much of it as there is.
package struct WordQuery: Hashable, Sendable {
  package struct Term: Hashable, Sendable {
    /// A word as the tokenizer gives it.
    package var text: String
    /// It need only be the beginning of a word.
    package var isPrefix: Bool
    /// The share of its score that counts, 0 to 1: little for words like "how".
    package var weight: Double

    package init(_ text: String, isPrefix: Bool, weight: Double = 1) {
      self.text = text
      self.isPrefix = isPrefix
      self.weight = weight
    }
  }

  package var terms: [Term]
  /// The number of positions its words have in a text that contains them as typed.
  package var length: Int
  /// What is called exactly as the query is.
  package var name: NameTerm?
  /// The most terms that any spelling of the same query has, so that what is called so gains the
  /// same in each; not fewer than its own terms count.
  package var spelledTermsMax = 0
  /// Documents are found that have so many of the terms of full weight, from 1 on; nil: that have
  /// all terms.
  package var partialMin: Int?
  /// Terms that a document has together or not at all, where it need not have all: the parts of a
  /// compound. One that has some of them counts as having none.
  package var compounds: [Range<Int>] = []
  /// Nil looks in all apps.
  package var app: String?
  /// What the app adds to the score of each of its documents, in thousandths; may be negative.
  package var appScores: [String: AppScore] = [:]

  package init(_ terms: [Term], app: String? = nil) {
    self.terms = terms
    length = terms.count
    self.app = app
  }

  /// The same question with other terms, as long and called as it is.
  package func asking(_ terms: [Term]) -> WordQuery {
    var question = self
    question.terms = terms
    return question
  }
}

/// What the app adds to the score of each of its documents, in thousandths; may be negative.
package struct AppScore: Hashable, Sendable {
  package var engagement: Int
  /// What its hints give to all of its documents together is taken from each of them, so that they
  /// order an app's own and move it nowhere among others.
  package var hints: Int
  package var sum: Int { engagement + hints }

  package init(engagement: Int = 0, hints: Int = 0) {
    self.engagement = engagement
    self.hints = hints
  }
}

/// A document that was found.
package struct WordHit: Hashable, Sendable {
  package var row: UInt32
  /// Thousandths.
  package var score: Int
  var tieBreaker: UInt32
  /// Terms of the query that it has not, a bit for each: of a partial search.
  package var missing: UInt64 = 0

  /// The better is before; of equal ones the same, whatever order they came in.
  package func precedes(_ other: WordHit) -> Bool {
    (other.score, tieBreaker, row) < (score, other.tieBreaker, other.row)
  }
}

/// The best so far, as many as were asked for.
struct BestHits {
  private let limit: Int
  /// A heap: the worst of them is first.
  private var heap: [WordHit] = []

  init(limit: Int) { self.limit = limit }

  /// What one more has to surpass; nil while there is room.
  var worst: WordHit? { heap.count < limit ? nil : heap.first }

  mutating func add(_ hit: WordHit) {
    guard limit > 0 else { return }
    guard heap.count == limit else {
      heap.append(hit)
      return rise(heap.count - 1)
    }
    heap[0] = hit
    sink(0)
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, case let parent = (place - 1) / 2, heap[parent].precedes(heap[place]) {
      heap.swapAt(parent, place)
      place = parent
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while case let child = place * 2 + 1, child < heap.count {
      let isRightWorse = child + 1 < heap.count && heap[child].precedes(heap[child + 1])
      let worse = isRightWorse ? child + 1 : child
      guard heap[place].precedes(heap[worse]) else { return }
      heap.swapAt(place, worse)
      place = worse
    }
  }

  /// The best first.
  var sorted: [WordHit] { heap.sorted { $0.precedes($1) } }
}
