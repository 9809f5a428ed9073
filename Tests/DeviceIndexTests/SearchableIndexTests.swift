import Foundation
import JournalFormat
import JournalStore
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// A device as an app embeds it.
struct TestHost {
  let folder: TemporaryFolder
  let host: DeviceHost
  let index: SearchableIndex
  let named: SearchableIndex

  init(
    in folder: TemporaryFolder? = nil, now: @escaping @Sendable () -> Date = { .now }
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    let configuration = DeviceConfiguration(
      tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])
    host = try DeviceHost(folder: folder.path, configuration: configuration, now: now)
    self.folder = folder
    index = host.searchableIndex(forApp: "app")
    named = host.searchableIndex(forApp: "app", name: "named")
  }

  static func item(
    _ id: String, _ title: String = "word", domain: String? = nil, expires: Date? = nil
  ) -> SearchableItem {
    var set = AttributeSet(contentType: "public.item")
    set.title = title
    return SearchableItem(
      uniqueIdentifier: id, domainIdentifier: domain, attributeSet: set, expirationDate: expires)
  }

  /// Sorted by their names, whatever their ranks are.
  func found(_ query: String = "word") async throws -> [String] {
    try await host.search(query, inApp: "app").map(\.uniqueIdentifier).sorted()
  }

  /// The journal as another process sees it.
  func journal() throws -> Journal {
    try Journal.open(at: folder.file("private.journal"), for: .read)
  }

  var journaledNumber: UInt64 { get throws { try journal().head().number } }
}

@Suite("An app's index") struct SearchableIndexTests {
  /// Swift takes both for one text.
  @Test func `finds two items whose identifiers look the same and have other bytes`() async throws {
    let home = try TestHost()
    let place = try await home.index.indexSearchableItems([
      TestHost.item("\u{E9}"), TestHost.item("e\u{301}"),
    ])
    try await home.index.waitUntilSearchable(place)
    let found = try await home.found().map { Array($0.utf8) }
    #expect(Set(found) == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)])
    let all = try await home.index.allSearchableItems()
    #expect(Set(all.map { Array($0.uniqueIdentifier.utf8) }) == Set(found))
  }

  @Test func `has journaled what it returns from, and has it searchable after a second wait`()
    async throws
  {
    let home = try TestHost()
    let before = try home.journaledNumber
    let place = try await home.index.indexSearchableItems([
      TestHost.item("1"), TestHost.item("2"),
    ])
    #expect(place.number == before + 2)
    let last = try #require(try home.journal().entry(SequenceNumber(place.number)!))
    guard case .itemIndexed(let item) = try JournalEvent(payload: last.payload ?? []).fact else {
      Issue.record("the last entry has to be the item")
      return
    }
    #expect(item.app == "app" && item.id == "2")
    // The index is made when it is needed, and not before.
    let path = home.folder.file("index.sqlite")
    #expect(!FileManager.default.fileExists(atPath: path))
    try await home.index.waitUntilSearchable(place)
    let reached = try TemporaryFolder.copyingIndex(path) {
      try IndexProjection(openingAt: $0, vfs: nil) { _ in true }?.checkpoint.number
    }
    #expect(try #require(reached) >= place.number)
    #expect(try await home.found() == ["1", "2"])
  }

  @Test func `takes none of the items when one cannot be found`() async throws {
    let home = try TestHost()
    let before = try home.journaledNumber
    var wrong = TestHost.item("2")
    wrong.attributeSet["rating"] = .string("high")
    var endless = TestHost.item("2")
    endless.expirationDate = Date(timeIntervalSince1970: .infinity)
    for (items, message) in [
      ([TestHost.item("1"), endless], "expirationDate is a date outside the years 1 to 9999"),
      ([TestHost.item("1"), wrong], "\"rating\" takes a number, and was given a text"),
      ([TestHost.item("1"), TestHost.item("")], "an empty uniqueIdentifier"),
    ] {
      let error = await #expect(throws: DeviceError.self) {
        try await home.index.indexSearchableItems(items)
      }
      #expect(error?.code == .invalidItem)
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
    #expect(try home.journaledNumber == before)
  }

  @Test func `takes none of the items when one is larger than an event may be`() async throws {
    let home = try TestHost()
    let before = try home.journaledNumber
    let large = TestHost.item("2", String(repeating: "x", count: 9 << 20))
    let error = await #expect(throws: DeviceError.self) {
      try await home.index.indexSearchableItems([TestHost.item("1"), large])
    }
    #expect(error?.code == .quotaExceeded)
    #expect(error?.message.contains("Give the index less text, or split the item") == true)
    #expect(try home.journaledNumber == before)
  }

  @Test func `deletes by identifiers, by domains with all below, and everything`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([
      TestHost.item("1", domain: "a"), TestHost.item("2", domain: "a.b"),
      TestHost.item("3", domain: "ab"), TestHost.item("4"), TestHost.item("5"),
    ])
    try await home.index.deleteSearchableItems(withIdentifiers: ["4", "nobody"])
    #expect(try await home.found() == ["1", "2", "3", "5"])
    try await home.index.deleteSearchableItems(withDomainIdentifiers: ["a"])
    #expect(try await home.found() == ["3", "5"])
    let other = home.host.searchableIndex(forApp: "other")
    try await other.deleteAllSearchableItems()
    #expect(try await home.found() == ["3", "5"])
    try await home.index.deleteAllSearchableItems()
    #expect(try await home.found() == [])
  }

  @Test func `is one of an app's whatever its name is, and journals the name`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([TestHost.item("1", "first")])
    let place = try await home.named.indexSearchableItems([TestHost.item("1", "second")])
    #expect(try await home.found("first") == [])
    #expect(try await home.found("second") == ["1"])
    let entry = try #require(try home.journal().entry(SequenceNumber(place.number)!))
    let event = try JournalEvent(payload: entry.payload ?? [])
    #expect(event.itemIndexed.indexName == "named")
  }

  @Test func `is there again when the device is opened again`() async throws {
    let folder = try TemporaryFolder()
    do {
      let home = try TestHost(in: folder)
      var batch = try home.named.beginBatch()
      try batch.indexSearchableItems([TestHost.item("1")])
      try await batch.end(withClientState: [7])
    }
    let home = try TestHost(in: folder)
    #expect(try await home.found() == ["1"])
    #expect(try await home.named.fetchLastClientState() == [7])
  }

  @Test func `belongs to one device at a time`() throws {
    let home = try TestHost()
    let error = #expect(throws: DeviceError.self) { try TestHost(in: home.folder) }
    #expect(error?.code == .journal)
    #expect((error?.cause as? JournalError)?.code == .secondWriter)
  }

  @Test func `finds what was engaged with first`() async throws {
    let home = try TestHost()
    try await home.index.indexSearchableItems([TestHost.item("1"), TestHost.item("2")])
    let results = try await home.host.search("word")
    let ids = results.map(\.uniqueIdentifier)
    let place = try await home.host.userEngaged(
      with: results[1], query: "wor", visible: [results[0]])
    let entry = try #require(try home.journal().entry(SequenceNumber(place.number)!))
    let engagement = try JournalEvent(payload: entry.payload ?? []).resultEngaged
    #expect(engagement.result.id == ids[1] && engagement.query == "wor")
    #expect(engagement.shown.map(\.id) == [ids[0]])
    #expect(try await home.host.search("word").map(\.uniqueIdentifier) == ids.reversed())
    #expect(try await home.host.search("word", limit: 1).map(\.uniqueIdentifier) == [ids[1]])
  }

  @Test func `does not find what has expired`() async throws {
    let home = try TestHost()
    var items = [TestHost.item("past"), TestHost.item("future"), TestHost.item("zero")]
    items[0].expirationDate = Date(timeIntervalSince1970: 1_000)
    items[1].expirationDate = Date.distantFuture
    items[2].expirationDate = Date(timeIntervalSince1970: 0)
    try await home.index.indexSearchableItems(items)
    #expect(try await home.found() == ["future"])
  }
}
