/// Gives documents their scores for one query.
struct Ranker {
  let ranking: Ranking
  /// For each term how many documents have it.
  let documentCounts: [Int]
  /// For each term its inverse document frequency, less where it says little.
  let inverseDocumentFrequencies: [Double]
  /// What any name that is the query adds to its own bonus, in thousandths. In a partial search
  /// none: documents with all words have been found before it.
  let exactNameTier: Int
  /// What a document is for the ranker: where each term is, and whether it is called so.
  typealias Places = (Int) -> UInt8
  private let marks: [UInt8?]
  private let queryLength: Int
  private let meanTitleLength: Double
  private let meanTextLength: Double
  /// For each term and each set of places the upper bound of its score, in thousandths.
  private let upperBounds: [[Int32]]
  /// The upper bound of any score, without static rank and name.
  let upperBound: Int

  /// - Parameter mayBeWhole: for each term whether it may be a word of a document, not only the
  ///   beginning of one.
  init(
    _ ranking: Ranking, _ collection: CollectionFigures, _ query: WordQuery,
    documentCounts: [Int], mayBeWhole: [Bool]
  ) {
    self.ranking = ranking
    self.documentCounts = documentCounts
    inverseDocumentFrequencies = zip(documentCounts, query.terms).map { count, term in
      term.weight
        * Ranking.inverseDocumentFrequency(documentCount: count, total: collection.documentCount)
    }
    marks = query.terms.map { TitleOrder.mark(of: $0) }
    queryLength = max(1, query.length)
    exactNameTier =
      query.partialMin == nil
      ? Ranking.wordsMax(
        termCount: max(query.terms.count, query.spelledTermsMax), total: collection.documentCount)
      : 0
    let count = Double(max(1, collection.documentCount))
    meanTitleLength = max(1, Double(collection.titleLength) / count)
    meanTextLength = max(1, Double(collection.textLength) / count)
    let shortest = Lengths(
      title: Self.norm(1, mean: meanTitleLength), text: Self.norm(1, mean: meanTextLength))
    upperBounds = inverseDocumentFrequencies.map { idf in
      (0..<256).map { places in
        let places = WordPlaces(rawValue: UInt8(places))
        return Int32(Self.termScore(places, idf, shortest).rounded(.up))
      }
    }
    let whole: WordPlaces = [.wholeInTitle, .wholeElsewhere]
    let all = WordPlaces(rawValue: .max)
    var upperBound = zip(upperBounds, mayBeWhole).reduce(0) { sum, term in
      sum + Int(term.0[Int((term.1 ? all : all.subtracting(whole)).rawValue)])
    }
    upperBound += Ranking.titleBonus / (mayBeWhole.contains(false) ? 2 : 1) + Ranking.coverageBonus
    upperBound += Ranking.openingBonus / (mayBeWhole[0] ? 1 : 2)
    upperBound += mayBeWhole[mayBeWhole.count - 1] ? Ranking.wholeInTitleBonus : 0
    self.upperBound = upperBound + (marks.count > 1 ? Ranking.orderBonus : 0)
  }

  private struct Lengths {
    var title: Double
    var text: Double
  }

  private static func norm(_ length: Int, mean: Double) -> Double {
    1 - Ranking.lengthNormalization + Ranking.lengthNormalization * Double(length) / mean
  }

  /// The score of a term with these places, in thousandths. A term that is nowhere costs as much as
  /// an equally rare one gains that a text has about once.
  @inline(__always)
  private static func termScore(_ places: WordPlaces, _ idf: Double, _ lengths: Lengths)
    -> Double
  {
    guard !places.isEmpty else { return -1_000 * idf }
    let inTitle = places.contains(.wholeInTitle) ? 1 : Ranking.beginningShare
    let elsewhere = places.contains(.wholeElsewhere) ? 1 : Ranking.beginningShare
    let frequency =
      Double(places.titleCount) * Ranking.titleWeight * inTitle / lengths.title
      + Double(places.keywordCount) * Ranking.keywordWeight * elsewhere
      + Double(places.textCount) * elsewhere / lengths.text
    return 1_000 * idf * frequency * (Ranking.saturation + 1)
      / (frequency + Ranking.saturation)
  }

  /// The upper bound of the score of a document with these places, without static rank and name.
  @inline(__always)
  func upperBound(_ places: Places) -> Int {
    var sum = 0
    for term in inverseDocumentFrequencies.indices {
      sum &+= Int(upperBounds[term][Int(places(term))])
    }
    let inTitle = bonuses(places)
    sum += inTitle.sum + (inTitle.title > 0 ? Ranking.coverageBonus : 0)
    return sum + (mayBeInOrder(places) ? Ranking.orderBonus : 0)
  }

  struct Bonuses {
    var title = 0
    var opening = 0
    var whole = 0

    var sum: Int { title + opening + whole }
  }

  @inline(__always)
  func bonuses(_ places: Places) -> Bonuses {
    var everywhere: WordPlaces = [.title, .wholeInTitle]
    for term in inverseDocumentFrequencies.indices {
      everywhere.formIntersection(WordPlaces(rawValue: places(term)))
    }
    var bonuses = Bonuses()
    if everywhere.contains(.title) {
      bonuses.title = Ranking.titleBonus / (everywhere.contains(.wholeInTitle) ? 1 : 2)
    }
    // In a partial search, of the terms that are there.
    var first = WordPlaces(rawValue: places(0))
    if first.isEmpty,
      let there = inverseDocumentFrequencies.indices.first(where: { places($0) != 0 })
    {
      first = WordPlaces(rawValue: places(there))
    }
    if first.contains(.opening) {
      bonuses.opening = Ranking.openingBonus / (first.contains(.wholeInTitle) ? 1 : 2)
    }
    let last = WordPlaces(rawValue: places(inverseDocumentFrequencies.count - 1))
    if last.contains(.wholeInTitle) {
      bonuses.whole = Ranking.wholeInTitleBonus
    } else if last.contains(.wholeElsewhere) {
      bonuses.whole = Ranking.wholeElsewhereBonus
    }
    return bonuses
  }

  /// Whether two terms that follow each other are both in the title.
  @inline(__always)
  private func mayBeInOrder(_ places: Places) -> Bool {
    var wasInTitle = false
    for term in inverseDocumentFrequencies.indices {
      let isInTitle = places(term) & WordPlaces.title.rawValue != 0
      if isInTitle, wasInTitle { return true }
      wasInTitle = isInTitle
    }
    return false
  }

  /// Thousandths, for a title that has all terms and not much besides.
  func coverage(_ record: DocumentRecord, _ places: Places) -> Int {
    guard bonuses(places).title > 0 else { return 0 }
    let length = max(queryLength, Int(record.titleLength))
    return Ranking.coverageBonus * queryLength / length
  }

  /// Thousandths, for terms that stand in the title as in the query: side by side, or in its order.
  func order(_ order: TitleOrder, _ places: Places) -> Int {
    guard marks.count > 1, mayBeInOrder(places) else { return 0 }
    var points = 0
    var before: UInt8 = 0
    for term in marks.indices {
      let isInTitle = places(term) & WordPlaces.title.rawValue != 0
      let own = isInTitle ? order.places(of: marks[term]) : 0
      if before << 1 & own != 0 {
        points += 2
      } else if before != 0, own != 0,
        before.trailingZeroBitCount < 7 - own.leadingZeroBitCount
      {
        points += 1
      }
      before = own
    }
    return Ranking.orderBonus * points / (2 * (marks.count - 1))
  }

  /// The score of one term in a document, in thousandths.
  func termScore(of term: Int, _ record: DocumentRecord, _ places: Places) -> Int {
    termScore(of: term, lengths(record), places)
  }

  @inline(__always)
  private func termScore(of term: Int, _ lengths: Lengths, _ places: Places) -> Int {
    Int(
      Self.termScore(WordPlaces(rawValue: places(term)), inverseDocumentFrequencies[term], lengths)
        .rounded())
  }

  private func lengths(_ record: DocumentRecord) -> Lengths {
    // Of no words at all as of one: what stands nowhere is not divided by nothing.
    Lengths(
      title: Self.norm(max(1, Int(record.titleLength)), mean: meanTitleLength),
      text: Self.norm(max(1, Int(record.textLength)), mean: meanTextLength))
  }

  func score(
    _ record: DocumentRecord, _ titleOrder: TitleOrder, name: Int, _ places: Places
  ) -> Int {
    let lengths = lengths(record)
    var sum = bonuses(places).sum + ranking.staticRank(record) + coverage(record, places)
    sum += order(titleOrder, places) + name
    for term in inverseDocumentFrequencies.indices { sum += termScore(of: term, lengths, places) }
    return sum
  }
}

/// What scores need to know of all documents together.
struct CollectionFigures {
  var documentCount = 0
  var titleLength = 0
  var textLength = 0
}
