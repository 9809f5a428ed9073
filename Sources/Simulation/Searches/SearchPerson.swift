internal import DeviceIndex
internal import Foundation
internal import JournalFormat

/// Somebody who looks for things, and opens what stands high rather than what stands low.
struct SearchPerson {
  /// How likely somebody looks for a thing with a query.
  typealias Wishes = [AppName: Double]

  private let topics: [SearchCorpus.Topic]
  private let ownApp: ExactText
  private let commonApp: ExactText
  /// Sums of how likely each topic is.
  private let sums: [Double]
  private var dice: SplitMix64
  /// For each query that the person may type, what is meant by it.
  private(set) var wishes: [String: Wishes] = [:]

  /// Mostly people look in one app.
  private static let ownShare = 0.85
  /// And type all of a title as often as only its beginning.
  private static let wholeShare = 0.5
  private static let beginningCount = 3
  /// Somebody who sees what was looked for opens it, mostly; and other things now and then.
  private static let wantedShare = 0.9
  private static let otherShare = 0.05

  init(_ corpus: SearchCorpus, number: Int, seed: UInt64) {
    topics = corpus.topics
    dice = SplitMix64(seed ^ UInt64(number + 1) &* 0xD1B5_4A32_D192_ED03)
    // Each of the larger half of the apps is somebody's own.
    ownApp = corpus.apps[min(corpus.apps.count - 1, number % max(1, corpus.apps.count / 2))]
    commonApp = corpus.apps[0]
    var sum = 0.0
    sums = topics.indices.map { rank in
      sum += 1 / Double(rank + 1)
      return sum
    }
    for (rank, topic) in topics.enumerated() {
      let likely = 1 / Double(rank + 1)
      for (item, share) in targets(of: topic) {
        for (query, part) in Self.queries(topic.title) {
          wishes[query, default: [:]][item, default: 0] += likely * share * part
        }
      }
    }
  }

  private func targets(of topic: SearchCorpus.Topic) -> [(AppName, Double)] {
    let common = topic.items.first { $0.app == commonApp } ?? topic.items[0]
    guard let own = topic.items.first(where: { $0.app == ownApp }), own != common else {
      return [(common, 1)]
    }
    return [(own, Self.ownShare), (common, 1 - Self.ownShare)]
  }

  private static func queries(_ title: String) -> [(String, Double)] {
    let beginning = String(title.prefix(beginningCount))
    guard beginning != title else { return [(title, 1)] }
    return [(title, wholeShare), (beginning, 1 - wholeShare)]
  }

  /// What the person looks for next, and types for it.
  mutating func nextSearch() -> (query: String, wanted: AppName) {
    let drawn = unit() * (sums.last ?? 0)
    let topic = topics[sums.firstIndex { $0 > drawn } ?? 0]
    return (pick(Self.queries(topic.title)), pick(targets(of: topic)))
  }

  private mutating func pick<Value>(_ choices: [(Value, Double)]) -> Value {
    var drawn = unit()
    for (value, share) in choices.dropLast() {
      if drawn < share { return value }
      drawn -= share
    }
    return choices[choices.count - 1].0
  }

  /// The place of the result that the person opens; nil: none.
  ///
  /// The first is looked at always, the second mostly, the tenth seldom.
  mutating func tap(_ results: [AppName], wanted: AppName) -> Int? {
    for (place, result) in results.enumerated() {
      guard unit() < 1 / Double(place + 1).squareRoot() else { continue }
      if unit() < (result == wanted ? Self.wantedShare : Self.otherShare) { return place }
    }
    return nil
  }

  private mutating func unit() -> Double { Double(dice.next() >> 11) * 0x1p-53 }

  /// The discounted cumulative gain of the first ten, of what it could be: 0 to 1. What is looked
  /// for twice as often gains twice as much.
  func quality(of results: [AppName], for query: String) -> Double {
    let wishes = wishes[query] ?? [:]
    func gain(_ values: [Double]) -> Double {
      values.prefix(10).enumerated().reduce(0) { $0 + $1.element / log2(Double($1.offset + 2)) }
    }
    let ideal = gain(wishes.values.sorted(by: >))
    return ideal > 0 ? gain(results.map { wishes[$0] ?? 0 }) / ideal : 0
  }
}
