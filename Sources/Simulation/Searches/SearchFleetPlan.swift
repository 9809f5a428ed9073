internal import DeviceIndex
internal import Foundation
internal import JournalFormat
package import TraceLines

/// A fleet on which people search and open what they find, so that one can see what that does to
/// what is found later.
package struct SearchFleetPlan: Hashable, Sendable, Codable {
  /// 1 to 64.
  package var devices = 8
  /// Days: 1 to 200.
  package var rounds = 30
  /// Searches of a person in a round.
  package var searchesPerRound = 30
  /// What people look for: as many titles, those that most apps have.
  package var topicCount = 300
  /// Items of an app that says the words of what is looked for most, and has nothing of it.
  package var spamCount = 60
  package var seed: UInt64 = 1

  package static let devicesRange = 1...64
  package static let roundsRange = 1...200

  package init() {}
}

/// What all devices of the fleet have, and what people look for in it.
package struct SearchCorpus: Sendable {
  package struct Item: Sendable {
    package let name: AppName
    let title: String
    let event: JournalEvent
  }

  /// One title, by all that have it.
  struct Topic: Sendable {
    let title: String
    let items: [AppName]
  }

  package private(set) var items: [Item] = []
  /// Those that are looked for most are first.
  private(set) var topics: [Topic] = []
  /// Sorted by how many items they have, the most first.
  private(set) var apps: [ExactText] = []
  static let spamApp = "com.example.spam"

  /// - Parameter lines: of a trace; other events than those that index items with a title are
  ///   passed over.
  package init(_ plan: SearchFleetPlan, lines: TraceReader) throws {
    var byTitle: [String: [Item]] = [:]
    while let line = try lines.next() {
      let event: TraceEvent
      do { event = try TraceEvent(json: line, defaults: .oneDevice(app: nil)) } catch {
        throw lines.error(aboutLine: error.reason, column: error.column)
      }
      guard case .index(let item) = event.action, let title = item.attributeSet.title,
        !title.isEmpty
      else { continue }
      byTitle[title.lowercased(), default: []].append(
        Item(
          name: AppName(app: event.app, id: item.uniqueIdentifier), title: title,
          event: try event.journaled()))
    }
    guard !byTitle.isEmpty else {
      throw lines.error(
        "ends without an item that has a title", advice: "Give a trace that indexes some")
    }
    choose(plan, byTitle)
    try addSpam(plan)
  }

  private mutating func choose(_ plan: SearchFleetPlan, _ byTitle: [String: [Item]]) {
    // What is looked for everywhere is in most languages, or in most apps.
    let chosen = byTitle.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .prefix(plan.topicCount)
    for (title, found) in chosen {
      let sorted = found.sorted { $0.name < $1.name }
      items += sorted
      topics.append(Topic(title: title, items: sorted.map(\.name)))
    }
    let counts = Dictionary(grouping: items, by: \.name.app).mapValues(\.count)
    apps = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Each item is called as something that many look for, and says so again in its keywords.
  private mutating func addSpam(_ plan: SearchFleetPlan) throws {
    for number in 0..<plan.spamCount {
      let topic = topics[number % topics.count]
      let title = topic.items.first.flatMap { name in items.first { $0.name == name }?.title } ?? ""
      var set = AttributeSet(contentType: "public.item")
      set.title = title
      set.keywords = [title]
      set.rankingHint = 100
      let name = AppName(app: Self.spamApp, id: "offer-\(number)")
      var event = JournalEvent()
      event.itemIndexed = try SearchableItem(uniqueIdentifier: name.id.text, attributeSet: set)
        .journaled(app: name.app.text, indexName: "")
      items.append(Item(name: name, title: title, event: event))
    }
  }
}
