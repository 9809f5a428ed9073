import Foundation
import JournalFormat
import SQLite
import Search
import TestSupport

/// A table of documents in memory.
struct Table {
  let connection: Connection
  let documents: DocumentTable

  init() throws {
    connection = try Connection(path: ":memory:", mode: .create)
    documents = try DocumentTable(connection)
  }

  static func document(
    _ id: String, _ title: String = "word", body: String = "", app: String = "app",
    kind: SearchDocument.Kind = .item, domain: String = "", related: String = "",
    expires: Int64 = 0
  ) -> SearchDocument {
    var document = SearchDocument(kind: kind, app: app, id: id)
    document.title = title
    document.body = body
    document.domain = domain
    document.related = related
    document.expires = Timestamp(milliseconds: expires)
    return document
  }

  /// What has all words.
  func found(
    _ query: String, app: String? = nil, now: Int64 = 0, limit: Int = 100
  ) throws -> [String] {
    try documents.search(query, app: app, now: Timestamp(milliseconds: now), limit: limit)
      .filter(\.omitted.isEmpty).map(\.document.id)
  }

  /// What has some words, with those that it has not.
  func partial(_ query: String, limit: Int = 100) throws -> [String] {
    try documents.search(query, app: nil, now: Timestamp(milliseconds: 0), limit: limit)
      .filter { !$0.omitted.isEmpty }
      .map { "\($0.document.id) without \($0.omitted.joined(separator: " "))" }
  }

  /// Documents of which words are kept, whatever they are: none may outlive its document.
  func wordRowCount() throws -> Int { try documents.wordedCount() }
}

/// The file of an index, and the events that go into it.
struct IndexFile {
  let folder: TemporaryFolder
  let path: String
  let start = IndexProjection.Checkpoint(journal: Sample.journalName, number: 0, digest: .zero)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("index.sqlite")
  }

  func create() throws -> IndexProjection {
    try IndexProjection(creatingAt: path, vfs: nil, start: start)
  }

  func open(_ isCurrent: (IndexProjection.Checkpoint) -> Bool = { _ in true }) throws
    -> IndexProjection?
  {
    try IndexProjection(openingAt: path, vfs: nil, isCurrent: isCurrent)
  }

  /// What another process would find if this one were killed now.
  func reread() throws -> IndexProjection {
    try TemporaryFolder.copyingIndex(path) {
      guard let projection = try IndexProjection(openingAt: $0, vfs: nil, isCurrent: { _ in true })
      else {
        throw SQLiteError(code: .damaged, message: "\(path) cannot be read again")
      }
      return projection
    }
  }

  /// The digest that an entry of that number has in these tests.
  static func digest(_ number: Int) -> Digest { Digest(of: Array("entry \(number)".utf8)) }

  static func item(
    _ id: String, _ attributes: [String: JournalValue] = [:], domain: String = "",
    merge: Bool = false, expires: Int64 = 0
  ) -> JournalEvent {
    var event = JournalEvent()
    event.itemIndexed.app = "app"
    event.itemIndexed.id = id
    event.itemIndexed.domain = domain
    event.itemIndexed.merge = merge
    event.itemIndexed.expiresMilliseconds = expires
    event.itemIndexed.attributes = Self.attributes(attributes)
    return event
  }

  static func attributes(_ values: [String: JournalValue]) -> JournalAttributes {
    var attributes = JournalAttributes()
    attributes.values = values.sorted { $0.key < $1.key }.map { name, value in
      var attribute = JournalAttribute()
      attribute.name = name
      attribute.value = value
      return attribute
    }
    return attributes
  }

  static func activity(
    _ id: String, title: String = "word", related: String = "", isEligible: Bool = true
  ) -> JournalEvent {
    var event = JournalEvent()
    event.activityRecorded.app = "app"
    event.activityRecorded.id = id
    event.activityRecorded.title = title
    event.activityRecorded.eligibleForSearch = isEligible
    event.activityRecorded.relatedUniqueIdentifier = related
    return event
  }

  static func deletion(
    ids: [String] = [], domains: [String] = [], all: Bool = false
  ) -> JournalEvent {
    Sample.deletion(ids: ids, domains: domains, all: all)
  }

  static func engagement(
    _ id: String, source: JournalShownResult.Source = .device
  ) -> JournalEvent {
    var event = JournalEvent()
    event.resultEngaged.result.app = "app"
    event.resultEngaged.result.id = id
    event.resultEngaged.result.source = source
    return event
  }

  static func clientState(_ state: String, indexName: String = "named") -> JournalEvent {
    var event = JournalEvent()
    event.batchEnded.app = "app"
    event.batchEnded.indexName = indexName
    event.batchEnded.clientState = Data(state.utf8)
    return event
  }
}

extension IndexProjection {
  /// Applies events as the entries that follow what was read, a second apart.
  func apply(_ events: [JournalEvent]) throws {
    let before = Int(checkpoint.number)
    let entries = events.enumerated().map { offset, event in
      IndexedEntry(
        number: UInt64(before + offset + 1),
        time: Timestamp(milliseconds: Int64(before + offset + 1) * 1_000), saying: .event(event))
    }
    let last = before + events.count
    try apply(entries, upTo: UInt64(last), digest: IndexFile.digest(last))
  }

  /// Everything that the index would say to anybody, in one order.
  func contents() throws -> [String] {
    var lines: [String] = []
    for kind in [SearchDocument.Kind.item, .activity] {
      try documents.forEach(kind) { lines.append("\($0)") }
    }
    let found = try documents.search(
      "word", app: nil, now: Timestamp(milliseconds: 0), limit: 1_000)
    lines += found.map { "found \($0.document.id)" }
    let state = try clientState(app: "app", indexName: "named")
    return lines + ["state \(state.map { String(decoding: $0, as: UTF8.self) } ?? "none")"]
  }

  func ids(_ kind: SearchDocument.Kind) throws -> [String] {
    var ids: [String] = []
    try documents.forEach(kind) { ids.append($0.document.id) }
    return ids
  }

  func found(_ query: String) throws -> [String] {
    try documents.search(query, app: nil, now: Timestamp(milliseconds: 0), limit: 100)
      .map(\.document.id)
  }
}

extension JournalValue {
  static func text(_ text: String) -> JournalValue {
    var value = JournalValue()
    value.string = text
    return value
  }

  static func amount(_ number: Double) -> JournalValue {
    var value = JournalValue()
    value.number = number
    return value
  }

  static func list(_ values: [JournalValue]) -> JournalValue {
    var value = JournalValue()
    value.list.values = values
    return value
  }

  static var nothing: JournalValue {
    var value = JournalValue()
    value.null = true
    return value
  }
}
