import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A batch of an app's index") struct SearchableIndexBatchTests {
  private func batch(_ home: TestHost, _ ids: [String]) throws -> SearchableIndexBatch {
    var batch = try home.named.beginBatch()
    try batch.indexSearchableItems(ids.map { TestHost.item($0) })
    return batch
  }

  @Test func `is taken whole, in its order, with its client state`() async throws {
    let home = try TestHost()
    try await home.named.indexSearchableItems([
      TestHost.item("old"), TestHost.item("gone", domain: "a.b"),
    ])
    let before = try home.journaledNumber
    var batch = try batch(home, ["1", "2"])
    batch.deleteSearchableItems(withIdentifiers: ["old", "1"])
    batch.deleteSearchableItems(withDomainIdentifiers: ["a"])
    try batch.indexSearchableItems([TestHost.item("1", "word again")])
    // Nothing is taken before its end.
    #expect(try home.journaledNumber == before)
    #expect(try await home.named.fetchLastClientState() == nil)
    let place = try await batch.end(withClientState: Array("page 2".utf8))
    #expect(place.number == before + 6)
    #expect(try home.journaledNumber == place.number)
    #expect(try await home.named.fetchLastClientState() == Array("page 2".utf8))
    #expect(try await Set(home.found()) == ["1", "2"])
    #expect(try await home.found("again") == ["1"])
  }

  @Test func `is not taken at all when something in it cannot be, nor is its state`() async throws {
    let home = try TestHost()
    try await batch(home, ["1"]).end(withClientState: [1])
    let before = try home.journaledNumber
    var large = try batch(home, ["2"])
    try large.indexSearchableItems([TestHost.item("3", String(repeating: "x", count: 9 << 20))])
    let taken = large
    let error = await #expect(throws: DeviceError.self) {
      try await taken.end(withClientState: [2])
    }
    #expect(error?.code == .quotaExceeded)
    #expect(try home.journaledNumber == before)
    #expect(try await home.named.fetchLastClientState() == [1])
    #expect(try await home.found() == ["1"])
  }

  @Test func `stays as it was when an item in it is refused`() async throws {
    let home = try TestHost()
    var batch = try batch(home, ["1"])
    #expect(throws: DeviceError.self) {
      try batch.indexSearchableItems([TestHost.item("2"), TestHost.item("")])
    }
    try await batch.end(withClientState: [])
    #expect(try await home.found() == ["1"])
    // An empty state is one.
    #expect(try await home.named.fetchLastClientState() == [])
  }

  @Test func `without anything in it still has its state`() async throws {
    let home = try TestHost()
    try await home.named.beginBatch().end(withClientState: [9])
    #expect(try await home.named.fetchLastClientState() == [9])
  }

  @Test func `has a client state of at most 250 bytes`() async throws {
    let home = try TestHost()
    let longest = [UInt8](repeating: 7, count: 250)
    let before = try home.journaledNumber
    let batch = try batch(home, ["1"])
    let error = await #expect(throws: DeviceError.self) {
      try await batch.end(withClientState: longest + [7])
    }
    #expect(error?.code == .invalidClientState)
    #expect(error?.message.contains("A client state of 251 bytes; at most 250") == true)
    #expect(try home.journaledNumber == before)
    try await batch.end(withClientState: longest)
    #expect(try await home.named.fetchLastClientState() == longest)
  }

  @Test func `is refused by the default index`() async throws {
    let home = try TestHost()
    let error = #expect(throws: DeviceError.self) { try home.index.beginBatch() }
    #expect(error?.code == .batchOutOfOrder)
    #expect(error?.message.contains("Use an index with a name") == true)
    #expect(try await home.index.fetchLastClientState() == nil)
  }

  @Test func `keeps the states of apps and names apart`() async throws {
    let home = try TestHost()
    let indexes = [
      home.named, home.host.searchableIndex(forApp: "app", name: "second"),
      home.host.searchableIndex(forApp: "other", name: "named"),
    ]
    for (place, index) in indexes.enumerated() {
      #expect(try await index.fetchLastClientState() == nil)
      try await index.beginBatch().end(withClientState: [UInt8(place)])
    }
    for (place, index) in indexes.enumerated() {
      #expect(try await index.fetchLastClientState() == [UInt8(place)])
    }
    try await indexes[2].deleteAllSearchableItems()
    #expect(try await indexes[0].fetchLastClientState() == [0])
    #expect(try await indexes[2].fetchLastClientState() == nil)
  }

  @Test(
    arguments: [
      (nil, nil, true), (nil, [], false), (nil, [1], false), ([1], [1], true), ([1], [2], false),
      ([1], nil, false), ([], [], true), ([], nil, false), ([1], [1, 1], false),
    ] as [([UInt8]?, [UInt8]?, Bool)])
  func `is taken when the client state is the expected one, else not at all`(
    state: [UInt8]?, expected: [UInt8]?, isTaken: Bool
  ) async throws {
    let home = try TestHost()
    if let state { try await home.named.beginBatch().end(withClientState: state) }
    let before = try home.journaledNumber
    let batch = try batch(home, ["1"])
    guard !isTaken else {
      try await batch.end(expectedClientState: expected, newClientState: [9])
      #expect(try await home.named.fetchLastClientState() == [9])
      #expect(try await home.found() == ["1"])
      return
    }
    let error = await #expect(throws: DeviceError.self) {
      try await batch.end(expectedClientState: expected, newClientState: [9])
    }
    #expect(error?.code == .mismatchedClientState)
    #expect(error?.message.contains("\"named\" of app holds another client state") == true)
    #expect(try home.journaledNumber == before)
    #expect(try await home.named.fetchLastClientState() == state)
    #expect(try await home.found() == [])
  }

  @Test func `of several that expect the same state is taken once`() async throws {
    let home = try TestHost()
    let named = home.named
    let taken = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 as Range<UInt8> {
        group.addTask {
          do {
            var batch = try named.beginBatch()
            try batch.indexSearchableItems([TestHost.item("\(number)")])
            try await batch.end(expectedClientState: nil, newClientState: [number])
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(taken == 1)
    let state = try #require(try await home.named.fetchLastClientState())
    #expect(try await home.found() == ["\(state[0])"])
  }
}
