internal import SQLite

/// What was typed with a synonym in the place of some of its words, for the documents of the app
/// that says so.
struct SynonymQuery {
  let app: String
  private(set) var words: [QueryWord]
  private(set) var synonyms: [QuerySynonym] = []

  /// Other ways to say one query that are tried: each is a search.
  private static let queriesMax = 32
  /// Words that a term of a table has at most, so that it can stand for them.
  private static let wordsMax = 4

  /// What each synonym costs in thousandths: half the score of a word in the title. What has the
  /// words as they were typed stands first, all else being equal.
  private static let cost = 500
  var loss: Int { Self.cost * synonyms.count }

  /// Of a query all with one synonym, then all with two, as many as are tried.
  ///
  /// - Parameter app: nil: by the tables of all apps.
  static func all(
    for words: [QueryWord], app: String?, _ table: SynonymTable
  ) throws(SQLiteError) -> [SynonymQuery] {
    guard try !table.isEmpty else { return [] }
    var choices: [Choice] = []
    for start in words.indices {
      for end in (start + 1)...min(start + wordsMax, words.count) {
        let others = try table.others(than: words[start..<end], app: app, limit: queriesMax)
        choices += others.map { Choice(place: start..<end, app: $0.app, term: $0.term) }
      }
    }
    var made: [SynonymQuery] = []
    for choice in choices where made.count < queriesMax {
      made.append(SynonymQuery(words, choices: [choice]))
    }
    for (number, first) in choices.enumerated() {
      for second in choices.dropFirst(number + 1) where made.count < queriesMax {
        guard first.app == second.app, first.place.upperBound <= second.place.lowerBound else {
          continue
        }
        made.append(SynonymQuery(words, choices: [first, second]))
      }
    }
    return made
  }

  private struct Choice {
    let place: Range<Int>
    let app: String
    let term: String
  }

  /// - Parameter choices: at least one, of one app, from the front to the back.
  private init(_ words: [QueryWord], choices: [Choice]) {
    app = choices[0].app
    self.words = words
    for choice in choices.reversed() {
      let meant = QueryWord.searched(in: choice.term).map(\.asSynonym)
      self.words.replaceSubrange(choice.place, with: meant)
    }
    synonyms = choices.map { choice in
      QuerySynonym(
        typed: words[choice.place].map(\.text).joined(separator: " "), meant: choice.term)
    }
  }
}
