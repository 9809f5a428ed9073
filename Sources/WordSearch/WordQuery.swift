/// What to look for: documents that have all of it.
package struct WordQuery: Hashable, Sendable {
  package struct Term: Hashable, Sendable {
    /// A word as the tokenizer gives it.
    package var text: String
    /// It need only be the beginning of a word.
    package var isPrefix: Bool

    package init(_ text: String, isPrefix: Bool) {
      self.text = text
      self.isPrefix = isPrefix
    }
  }

  package var terms: [Term]
  /// Nil looks in all apps.
  package var app: String?
  /// What every document of an app is worth more, or less, in thousandths.
  package var appScores: [String: AppScore] = [:]

  package init(_ terms: [Term], app: String? = nil) {
    self.terms = terms
    self.app = app
  }
}

/// What every document of an app is worth more, or less, in thousandths.
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
