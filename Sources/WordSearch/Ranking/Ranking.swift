#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// How documents are ranked: the weights, and the parts of a score that no word has a say in.
///
/// A score is the sum of how well the words fit (BM25F), of bonuses for titles, and of what people
/// did. All of it is a pure function of what the index holds, the query and the time.
package struct Ranking: Hashable, Sendable {
  /// Raised with every change of what a document's score is: explanations name it.
  package static let version = 9

  // Okapi BM25 over fields: a word in the title counts as five in the text.
  static let titleWeight = 5.0
  static let keywordWeight = 2.0
  static let saturation = 1.2
  static let lengthNormalization = 0.75

  /// Every word of the query stands in the title. Half of it where one is only the beginning of a
  /// word there.
  static let titleBonus = 1_000
  /// The title begins with the query's first word; half of it for the beginning of a word.
  static let openingBonus = 500
  /// The query's last word is one of the title, not only the beginning of one; or one of what else
  /// the document says.
  static let wholeInTitleBonus = 500
  static let wholeElsewhereBonus = 400
  /// Of a word that only begins with what was typed: so much of one that is it, in the same place.
  static let beginningShare = 0.25
  /// The document is called exactly as the query is: by its title; by a keyword or another name.
  /// Where all words are asked for, `wordsMax` is added, so that this much is left between it and
  /// any other document, whatever words that has.
  static let titleNameBonus = 4_000
  static let otherNameBonus = 3_000
  /// As many words are in the title as in the query, which are all in it; else in proportion.
  static let coverageBonus = 300
  /// The query's words are in the title side by side, one after the other; half of it where others
  /// are between them.
  static let orderBonus = 500

  private static let engagementMax: Int16 = 3_000
  /// A document that was looked at so often and never opened loses this besides, in thousandths.
  private static let neverOpenedLoss = 2_000
  private static let neverOpenedLooks = 20.0
  /// How often a document has to be looked at to count as much as knowing nothing of it.
  private static let documentDoubt = 5.0

  static let viewsWeight = 800.0
  /// Decayed views that give half of the maximum.
  static let viewsHalf = 10.0
  package static let viewsHalfLifeMinutes = 30.0 * 24 * 60
  static let recencyWeight = 500.0
  /// For each point of an app's ranking hint.
  package static let hintWeight = 10
  static let recencyHalfLifeMinutes = 30.0 * 24 * 60

  /// Minutes since 1970.
  package let now: Int32

  package init(nowMilliseconds: Int64) { now = Int32(clamping: nowMilliseconds / 60_000) }

  /// The upper bound of what static ranks computed at a minute lack, in thousandths. They only
  /// lose by time; but a clock may have been set back since.
  func shortfall(ofStaticRanksAt minute: Int) -> Int {
    Int(now) < minute ? Int(Self.viewsWeight + Self.recencyWeight) : 0
  }

  /// Thousandths, for views that fade: 0 to 800.
  func views(_ record: DocumentRecord) -> Int {
    guard record.viewsFadeToOne != 0 else { return 0 }
    let left = Double(record.viewsFadeToOne) - Double(now)
    let views = exp2(left / Self.viewsHalfLifeMinutes)
    guard views.isFinite else { return Int(Self.viewsWeight) }
    return Int((Self.viewsWeight * views / (views + Self.viewsHalf)).rounded())
  }

  /// Thousandths, for a content that is new: 0 to 500. One of the future is as new as can be.
  func recency(_ record: DocumentRecord) -> Int {
    guard record.date != 0 else { return 0 }
    let age = max(0, Double(now) - Double(record.date))
    return Int((Self.recencyWeight * exp2(-age / Self.recencyHalfLifeMinutes)).rounded())
  }

  /// Thousandths, for all that no query has a say in. It never grows by time alone: what it is now
  /// bounds what it will be.
  func staticRank(_ record: DocumentRecord) -> Int {
    Int(record.engagement) + Int(record.hint) * Self.hintWeight + Int(record.popularity)
      + views(record) + recency(record) - Int(record.repetition) - Int(record.duplication)
  }

  /// When views, which fade, will have faded to one; 0 for none.
  package func viewsFadeToOne(_ views: Double) -> Int32 {
    guard views > 0 else { return 0 }
    // Views that fade for decades to come are without end as numbers go.
    let minute = Double(now) + Self.viewsHalfLifeMinutes * log2(views)
    return Int32(max(Double(Int32.min), min(Double(Int32.max), minute)))
  }

  /// What is left of views that will have faded to one then.
  package func viewsLeft(fadingToOne minute: Int32) -> Double {
    minute == 0 ? 0 : exp2((Double(minute) - Double(now)) / Self.viewsHalfLifeMinutes)
  }

  /// What a document loses that says the same words over and over, in thousandths: 0 to 3,000.
  ///
  /// A text of a hundred words that people wrote says each of them less than twice, and a longer
  /// one oftener; one that is stuffed says each many times.
  static func repetition(wordCount: Int, differentCount: Int) -> UInt16 {
    guard wordCount >= 20, differentCount > 0 else { return 0 }
    let repeated = Double(wordCount) / Double(differentCount)
    let usual = 1.5 + Double(wordCount).squareRoot() / 10
    return UInt16(min(3_000, max(0, 500 * (repeated - usual))))
  }

  /// So many documents that say the same lose the most that they can.
  package static let duplicatesMax = 256

  /// The score that each of `count` documents with equal content loses, in thousandths: 250 for
  /// each doubling, 0 to 2,000. In steps, so that one more seldom changes the rank of the others.
  package static func duplication(count: Int) -> UInt16 {
    let doublings = Int.bitWidth - 1 - min(duplicatesMax, max(1, count)).leadingZeroBitCount
    return UInt16(250 * doublings)
  }

  /// How much oftener than others something is engaged with where it is shown, in thousandths:
  /// -3,000 to 3,000. The odds against those of what nothing is known of, as a logarithm.
  ///
  /// - Parameters:
  ///   - engaged: how often it was engaged with.
  ///   - seen: how often it was looked at, estimated from its place in the list.
  ///   - doubt: how many times it has to be looked at to count as much as knowing nothing.
  package static func engagement(engaged: Double, seen: Double, doubt: Double) -> Int16 {
    let usual = 0.2
    let (good, bad) = (engaged + usual * doubt, max(0, seen - engaged) + (1 - usual) * doubt)
    let odds = log(good / bad) - log(usual / (1 - usual))
    let most = Double(engagementMax)
    return Int16(min(most, max(-most, 1_000 * odds)))
  }

  /// The same of one document, in thousandths: -5,000 to 3,000. Below -3,000 are those, and those
  /// alone, that were looked at `neverOpenedLooks` times and never opened.
  package static func documentEngagement(engaged: Double, seen: Double) -> Int16 {
    let odds = engagement(engaged: engaged, seen: seen, doubt: documentDoubt)
    return odds - Int16(loss(engaged: engaged, seen: seen))
  }

  /// The score that a document loses since it was never opened, in thousandths; 0: nothing.
  package static func loss(engaged: Double, seen: Double) -> Int {
    engaged == 0 && seen >= neverOpenedLooks ? neverOpenedLoss : 0
  }

  /// The odds in a document's engagement, and what it loses since it was never opened.
  static func parts(ofEngagement engagement: Int16) -> (odds: Int, neverOpened: Int) {
    let isIgnored = engagement < -engagementMax
    return isIgnored
      ? (Int(engagement) + neverOpenedLoss, -neverOpenedLoss) : (Int(engagement), 0)
  }

  /// What an item gains for how many people engaged with it, in thousandths: 0 to 2,000.
  package static func popularity(engaged count: UInt64) -> UInt16 {
    UInt16(min(2_000, 250 * log1p(Double(count))))
  }

  /// The upper bound of what words, and where they stand, give to a document that is not called as
  /// the query is, in thousandths.
  ///
  /// As if no document had any of the terms: so it is the same for all spellings of a query, and
  /// whatever was merged when.
  static func wordsMax(termCount: Int, total: Int) -> Int {
    let rarest = inverseDocumentFrequency(documentCount: 0, total: total)
    let words = 1_000 * (saturation + 1) * Double(termCount) * rarest
    return Int(words.rounded(.up)) + titleBonus + openingBonus + wholeInTitleBonus + coverageBonus
      + orderBonus
  }

  /// The inverse document frequency of a word in `documentCount` of `total` documents.
  static func inverseDocumentFrequency(documentCount: Int, total: Int) -> Double {
    let (found, all) = (Double(documentCount), Double(max(total, documentCount)))
    return log(1 + (all - found + 0.5) / (found + 0.5))
  }
}
