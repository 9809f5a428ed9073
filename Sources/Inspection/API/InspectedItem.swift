public import DeviceIndex
public import Foundation
internal import JournalFormat
internal import JournalStore
internal import Search

/// What happened to an item or activity of a device, and why it is found or not.
public struct InspectedItem {
  /// Something that happened to it.
  public struct Step: Hashable, Sendable {
    /// The number of the entry.
    public let entry: UInt64
    /// When it was journaled, to the millisecond.
    public let time: Date
    /// Such as "indexed" or "deleted with its domain".
    public let effect: String
    /// The domain that was deleted, when it expired, or the query; may be empty.
    public let detail: String
    /// Whether it can be found after this.
    public let isThere: Bool
  }

  /// How a query stands to it.
  public struct Query: Hashable, Sendable {
    /// Whether it can be told: not of a protected item. Then nothing else says anything.
    public let isKnown: Bool
    /// Its place among the results, from 1 on; nil: it is not found.
    public let place: Int?
    /// How many results the query has.
    public let resultCount: Int
    /// Words that keep it from being found, since none of its own begins with them.
    public let missingWords: [String]
    /// Words that it has not, though the others find it.
    public let omittedWords: [String]
    /// What its score is made of; nil if it is not found.
    public let score: SearchScore?
  }

  private let answer: ItemAnswer

  init(_ answer: ItemAnswer) { self.answer = answer }

  /// What its app calls the item.
  public var identifier: String { answer.history.id }
  /// The app of the item.
  public var bundleIdentifier: String { answer.history.app }
  /// All apps that have an item of this identifier, sorted.
  public var bundleIdentifiers: [String] { answer.apps }
  /// Whether it can be found without a key.
  public var isFound: Bool { answer.isFound }
  /// Whether it can be found, and why not, for people.
  public var sentence: String { answer.sentence }
  /// Whether its page can become public, for people; nil: nobody asks for that.
  public var publicSentence: String? { answer.publicSentence }
  /// When it expires; nil: it does not.
  public var expirationDate: Date? { answer.history.expires.map { Date($0) } }
  /// Whether its app was asked to give it again, and has not.
  public var isUnconfirmed: Bool { answer.isUnconfirmed }
  /// Its history, oldest first.
  public var steps: [Step] {
    answer.history.steps.map {
      Step(
        entry: $0.number, time: Date($0.time), effect: $0.effect.rawValue, detail: $0.detail,
        isThere: $0.isThere)
    }
  }
  /// The tags under which it can be public, in hexadecimal digits.
  public var tags: [String] { answer.tags.map(\.description) }
  /// Entries that are redacted: what they said of it, if anything, is not in this answer.
  public var redactedEntryCount: Int { answer.gaps.count }
  /// Entries that no program can decode: the same.
  public var unreadableEntryCount: Int { answer.unreadable.count }
  /// How the query that was asked about stands to it; nil: there was none, or the index does not
  /// have the item.
  public var query: Query? {
    answer.standing.map { standing in
      let missing = standing.words.filter { !$0.isFound }.map(\.text)
      return Query(
        isKnown: !answer.isProtected, place: standing.place, resultCount: standing.resultCount,
        missingWords: answer.isProtected ? [] : missing,
        omittedWords: answer.isProtected ? [] : standing.omitted,
        score: answer.isProtected ? nil : standing.score.map { SearchScore($0) })
    }
  }
}
