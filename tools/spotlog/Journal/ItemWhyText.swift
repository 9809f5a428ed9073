import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import Search

/// Why an item of a device is found or not, for people.
struct ItemWhyText {
  private let answer: ItemAnswer
  private let showing: ShowingOptions
  private let isCloudAsked: Bool

  init(_ answer: ItemAnswer, _ showing: ShowingOptions, isCloudAsked: Bool) {
    (self.answer, self.showing, self.isCloudAsked) = (answer, showing, isCloudAsked)
  }

  var lines: [String] {
    let history = answer.history
    let style = showing.style
    let name = showing.redact ? "[\(history.id.utf8.count) bytes]" : history.id.printable
    var lines = ["item        " + style.bold(name) + " of " + history.app.printable]
    if answer.apps.count > 1 {
      lines.append(
        "            also of \(answer.apps.filter { $0 != history.app }.joined(separator: ", ")): "
          + "--app names one")
    }
    lines += history.steps.map { step in
      let detail = step.detail.isEmpty || showing.redact ? "" : "  \(step.detail.printable)"
      return "  entry \(step.number)  \(step.time.text)  \(step.effect.rawValue)\(detail)"
    }
    lines.append("found       " + answer.sentence)
    if let sentence = answer.publicSentence { lines.append("public      " + sentence) }
    if let sentence = answer.endorsement?.sentence(isCloudAsked: isCloudAsked) {
      lines.append("endorsed    " + sentence)
    }
    if let expires = history.expires { lines.append("expires     \(expires.text)") }
    if answer.isUnconfirmed {
      lines.append("unconfirmed its app was asked to give it again, and has not")
    }
    lines += partial
    if let restored = answer.restored { lines.append("restored    \(restored.sentence)") }
    lines += standing
    for tag in answer.tags {
      let could = answer.isPublicEnded ? "could have been" : "could be"
      lines.append("tag         \(tag), under which it \(could) public")
    }
    return lines
  }

  /// Where words are gone, the answer is partial, and says so.
  private var partial: [String] {
    let gaps = answer.gaps
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
    if let sentence = answer.unreadable.sentence { lines.append("unreadable  \(sentence)") }
    return lines
  }

  private var standing: [String] {
    guard let query = answer.query else { return [] }
    let shown = showing.redact ? "[\(query.utf8.count) bytes]" : "\"\(query.printable)\""
    guard let standing = answer.standing else {
      return ["query       \(shown) does not find it: it is not in the index"]
    }
    guard !answer.isProtected else {
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
      let words = showing.redact ? "\(missing.count) words" : missing.joined(separator: ", ")
      return ["query       \(shown) does not find it: no word of it begins with \(words)"]
    }
    return ["query       \(shown) finds it at place \(place) of \(standing.resultCount)"]
      + omitted(standing.omitted)
      + (standing.score.map { SearchScore($0).lines(isRedacted: showing.redact) } ?? [])
      .map { "            " + $0 }
  }

  /// It is found by some of the words only.
  private func omitted(_ words: [String]) -> [String] {
    guard !words.isEmpty else { return [] }
    let shown =
      showing.redact
      ? "\(words.count) of its words"
      : words.map { "\"\($0.printable)\"" }.joined(separator: ", ")
    return ["            as a partial match, without \(shown)"]
  }
}

/// The same for `--json`.
struct ItemWhyReport: Encodable {
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
  }

  let app: String
  let id: String
  let until: UInt64
  let isFound: Bool
  let why: String
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

  init(_ answer: ItemAnswer, isRedacted: Bool, cloud lines: [String]?) {
    let history = answer.history
    app = history.app
    id = isRedacted ? "" : history.id
    until = answer.until
    isFound = answer.isFound
    why = answer.sentence
    publicity = answer.publicSentence
    endorsement = answer.endorsement?.sentence(isCloudAsked: lines != nil)
    restored = answer.restored?.sentence
    expires = history.expires?.text
    unconfirmed = answer.isUnconfirmed
    steps = history.steps.map {
      Step(
        entry: $0.number, time: $0.time.text, effect: $0.effect.rawValue,
        detail: isRedacted ? "" : $0.detail, isThere: $0.isThere)
    }
    redactedEntries = answer.gaps.count
    unreadableEntries = answer.unreadable.count
    prunedThrough = answer.gaps.floor
    query = answer.standing.map { standing in
      let words = standing.words.filter { !$0.isFound }.map(\.text)
      return Query(
        isKnown: !answer.isProtected, isFound: standing.place != nil, place: standing.place,
        results: standing.resultCount,
        isWide: standing.isWide,
        score: standing.score.map { ScoreReport(SearchScore($0), isRedacted: isRedacted) },
        missing: isRedacted || answer.isProtected ? [] : words,
        omitted: isRedacted || answer.isProtected || standing.omitted.isEmpty
          ? nil : standing.omitted)
    }
    tags = answer.tags.map(\.description)
    cloud = lines ?? []
  }
}
