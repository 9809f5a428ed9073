/// Gives documents their scores for one query.
struct Ranker {
  let ranking: Ranking
  /// For each term how many documents have it.
  let documentCounts: [Int]
  let rarities: [Double]
  private let meanTitleLength: Double
  private let meanTextLength: Double
  /// For each term and each set of places the most that it can be worth, in thousandths.
  private let mosts: [[Int32]]
  /// What no document surpasses without its merit.
  let most: Int

  /// - Parameter mayBeWhole: whether the last term may be a word of a document.
  init(
    _ ranking: Ranking, _ collection: CollectionFigures, documentCounts: [Int], mayBeWhole: Bool
  ) {
    self.ranking = ranking
    self.documentCounts = documentCounts
    rarities = documentCounts.map {
      Ranking.rarity(documentCount: $0, total: collection.documentCount)
    }
    let count = Double(max(1, collection.documentCount))
    meanTitleLength = max(1, Double(collection.titleLength) / count)
    meanTextLength = max(1, Double(collection.textLength) / count)
    let shortest = Lengths(
      title: Self.norm(1, mean: meanTitleLength), text: Self.norm(1, mean: meanTextLength))
    mosts = rarities.map { rarity in
      (0..<256).map { places in
        Int32(Self.worth(WordPlaces(rawValue: UInt8(places)), rarity, shortest).rounded(.up))
      }
    }
    most =
      mosts.reduce(0) { $0 + Int($1[127]) } + Ranking.titleBonus + Ranking.openingBonus
      + (mayBeWhole ? Ranking.wholeBonus : 0)
  }

  private struct Lengths {
    var title: Double
    var text: Double
  }

  private static func norm(_ length: Int, mean: Double) -> Double {
    1 - Ranking.lengthNormalization + Ranking.lengthNormalization * Double(length) / mean
  }

  /// What a word is worth that stands there, in thousandths.
  @inline(__always)
  private static func worth(_ places: WordPlaces, _ rarity: Double, _ lengths: Lengths) -> Double {
    let frequency =
      Double(places.titleCount) * Ranking.titleWeight / lengths.title
      + Double(places.keywordCount) * Ranking.keywordWeight
      + Double(places.textCount) / lengths.text
    return 1_000 * rarity * frequency * (Ranking.saturation + 1) / (frequency + Ranking.saturation)
  }

  /// The most that a document with these places can be worth without its merit.
  @inline(__always)
  func most(_ places: (Int) -> UInt8) -> Int {
    var sum = 0
    for term in rarities.indices { sum &+= Int(mosts[term][Int(places(term))]) }
    return sum + bonuses(places).sum
  }

  struct Bonuses {
    var title = 0
    var opening = 0
    var whole = 0

    var sum: Int { title + opening + whole }
  }

  @inline(__always)
  func bonuses(_ places: (Int) -> UInt8) -> Bonuses {
    var everywhere = WordPlaces.title
    for term in rarities.indices { everywhere.formIntersection(WordPlaces(rawValue: places(term))) }
    var bonuses = Bonuses()
    if !everywhere.isEmpty { bonuses.title = Ranking.titleBonus }
    if WordPlaces(rawValue: places(0)).contains(.opening) { bonuses.opening = Ranking.openingBonus }
    if WordPlaces(rawValue: places(rarities.count - 1)).contains(.whole) {
      bonuses.whole = Ranking.wholeBonus
    }
    return bonuses
  }

  /// What one term is worth in a document, in thousandths.
  func worth(of term: Int, _ record: DocumentRecord, _ places: (Int) -> UInt8) -> Int {
    worth(of: term, lengths(record), places)
  }

  @inline(__always)
  private func worth(of term: Int, _ lengths: Lengths, _ places: (Int) -> UInt8) -> Int {
    Int(Self.worth(WordPlaces(rawValue: places(term)), rarities[term], lengths).rounded())
  }

  private func lengths(_ record: DocumentRecord) -> Lengths {
    // Of no words at all as of one: what stands nowhere is not divided by nothing.
    Lengths(
      title: Self.norm(max(1, Int(record.titleLength)), mean: meanTitleLength),
      text: Self.norm(max(1, Int(record.textLength)), mean: meanTextLength))
  }

  func score(_ record: DocumentRecord, _ places: (Int) -> UInt8) -> Int {
    let lengths = lengths(record)
    var sum = bonuses(places).sum + ranking.merit(record)
    for term in rarities.indices { sum += worth(of: term, lengths, places) }
    return sum
  }
}

/// What scores need to know of all documents together.
struct CollectionFigures {
  var documentCount = 0
  var titleLength = 0
  var textLength = 0
}
