internal import DeviceIndex
internal import JournalFormat
internal import Search

/// What a part of a line is, for who shows it.
public enum TextMark: Hashable, Sendable {
  /// The name of what the lines are about.
  case name
  /// That all is well, or that something is wrong.
  case good, bad
}

extension InspectedItem {
  /// The answer as `spotlog journal why` prints it, in lines that a terminal can show.
  ///
  /// - Parameter marking: marks a part of a line, for example with a terminal's colours.
  public func lines(marking: (String, TextMark) -> String = { text, _ in text }) -> [String] {
    let name = hidesWords ? history.id.hiddenWords : history.id.printable
    var lines = ["item        " + marking(name, .name) + " of " + history.app.printable]
    if bundleIdentifiers.count > 1 {
      let others = bundleIdentifiers.filter { $0 != history.app }.joined(separator: ", ")
      lines.append("            also of \(others.printableLines): --app names one")
    }
    lines += history.steps.map { step in
      let detail = step.detail.isEmpty || hidesWords ? "" : "  \(step.detail.printable)"
      return "  entry \(step.number)  \(step.time.text)  \(step.effect.rawValue)\(detail)"
    }
    lines.append("found       " + sentence.printableLines)
    if let sentence = neverOpenedSentence { lines.append("ranked      " + sentence) }
    if let sentence = publicSentence { lines.append("public      " + sentence.printableLines) }
    if let sentence = endorsementSentence { lines.append("endorsed    " + sentence) }
    if let expires = history.expires { lines.append("expires     \(expires.text)") }
    if isUnconfirmed {
      lines.append("unconfirmed its app was asked to give it again, and has not")
    }
    lines += partial
    if let restored { lines.append("restored    \(restored.sentence)") }
    lines += queryLines
    for tag in publicTags {
      let could = isPublicEnded ? "could have been" : "could be"
      lines.append("tag         \(tag), under which it \(could) public")
    }
    return lines + (cloudSentences ?? []).map { "cloud       " + $0 }
  }

  /// Where words are gone, the answer is partial, and says so.
  private var partial: [String] {
    var lines: [String] = []
    if gaps.count == 1 {
      lines.append(
        "partial     entry \(gaps.first) is redacted: what it said is not in this")
    } else if gaps.count > 1 {
      lines.append(
        "partial     \(gaps.count) entries from \(gaps.first) to \(gaps.last) are redacted: what "
          + "they said is not in this")
    }
    if gaps.floor > 0 { lines.append("partial     entries up to \(gaps.floor) were pruned") }
    if let sentence = unreadable.sentence { lines.append("unreadable  \(sentence)") }
    return lines
  }

  private var queryLines: [String] {
    guard let query = typedQuery else { return [] }
    let shown = hidesWords ? query.hiddenWords : "\"\(query.printable)\""
    guard let standing else {
      return ["query       \(shown) does not find it: it is not in the index"]
    }
    guard !isProtected else {
      return ["query       whether \(shown) finds it cannot be told: it is protected"]
    }
    guard !standing.words.isEmpty else {
      return ["query       \(shown) has no word to look for"]
    }
    guard let place = standing.place else {
      let missing = standing.words.filter { !$0.isFound }.map { "\"\($0.text.printable)\"" }
      if missing.isEmpty, standing.isExpired {
        return ["query       \(shown) would find it, but it has expired"]
      }
      if missing.isEmpty {
        return ["query       \(shown) finds others that have its words as they were typed"]
      }
      let words =
        hidesWords ? Figure.count(missing.count, "word") : missing.joined(separator: ", ")
      return ["query       \(shown) does not find it: no word of it begins with \(words)"]
    }
    return ["query       \(shown) finds it at place \(place) of \(standing.resultCount)"]
      + omitted(standing.omitted) + synonyms(standing.synonyms)
      + (standing.score.map { SearchScore($0).lines(withoutWords: hidesWords) } ?? [])
      .map { "            " + $0 }
  }

  /// It is found by some of the words only.
  private func omitted(_ words: [String]) -> [String] {
    guard !words.isEmpty else { return [] }
    let shown =
      hidesWords
      ? "\(words.count) of its words"
      : words.map { "\"\($0.printable)\"" }.joined(separator: ", ")
    return ["            as a partial match, without \(shown)"]
  }

  /// It is found by what its app takes for words that were typed.
  private func synonyms(_ synonyms: [QuerySynonym]) -> [String] {
    synonyms.map { synonym in
      hidesWords
        ? "            by a synonym that \(bundleIdentifier.printable) set"
        : "            by \"\(synonym.meant.printable)\" for \"\(synonym.typed.printable)\", a "
          + "synonym that \(bundleIdentifier.printable) set"
    }
  }

  /// What the folder shows of the device's endorsement.
  fileprivate var endorsementSentence: String? {
    endorsement?.sentence(isCloudAsked: cloudSentences != nil)
  }
}

extension InspectedItem: Encodable {
  /// Encodes the object that `docs/JSON.md` describes.
  public func encode(to encoder: any Encoder) throws { try ItemWhyReport(self).encode(to: encoder) }
}

/// What `spotlog journal why --json` prints of an item.
private struct ItemWhyReport: Encodable {
  struct Step: Encodable {
    let entry: UInt64
    let time: String
    let effect: String
    let detail: String
    let isThere: Bool
  }

  struct Query: Encodable {
    /// Whether it can be told: not of what is protected. Then nothing else says anything.
    let isKnown: Bool
    let isFound: Bool
    let place: Int?
    let results: Int
    let isWide: Bool
    let score: ScoreReport?
    let missing: [String]
    /// Words that it has not where it is found by others; nil: it has all.
    let omitted: [String]?
    /// What it has in the place of words, by words; nil: it has them.
    let synonyms: [String: String]?
  }

  let app: String
  let id: String
  let until: UInt64
  let isFound: Bool
  let why: String
  let neverOpened: String?
  let publicity: String?
  let endorsement: String?
  let restored: String?
  let expires: String?
  let unconfirmed: Bool
  let steps: [Step]
  let redactedEntries: Int
  let unreadableEntries: Int
  let prunedThrough: UInt64
  let query: Query?
  let tags: [String]
  let cloud: [String]

  init(_ item: InspectedItem) {
    let history = item.history
    app = history.app
    id = item.identifier
    until = item.until
    isFound = item.isFound
    why = item.sentence
    neverOpened = item.neverOpenedSentence
    publicity = item.publicSentence
    endorsement = item.endorsementSentence
    restored = item.restored?.sentence
    expires = history.expires?.text
    unconfirmed = item.isUnconfirmed
    steps = history.steps.map {
      Step(
        entry: $0.number, time: $0.time.text, effect: $0.effect.rawValue,
        detail: item.hidesWords ? "" : $0.detail, isThere: $0.isThere)
    }
    redactedEntries = item.gaps.count
    unreadableEntries = item.unreadable.count
    prunedThrough = item.gaps.floor
    let isSilent = item.hidesWords || item.isProtected
    query = item.standing.map { standing in
      let words = standing.words.filter { !$0.isFound }.map(\.text)
      return Query(
        isKnown: !item.isProtected, isFound: standing.place != nil, place: standing.place,
        results: standing.resultCount, isWide: standing.isWide,
        score: standing.score.map { ScoreReport(SearchScore($0), isRedacted: item.hidesWords) },
        missing: isSilent ? [] : words,
        omitted: isSilent || standing.omitted.isEmpty ? nil : standing.omitted,
        synonyms: isSilent || standing.synonyms.isEmpty
          ? nil : Dictionary(standing.synonyms.map { ($0.typed, $0.meant) }) { first, _ in first })
    }
    tags = item.tags
    cloud = item.cloudSentences ?? []
  }
}
