import Foundation
import JournalFormat
import SQLite
import Search
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A reindex of protected items") struct ProtectionReindexTests {
  private typealias Home = ProtectionHome
  private let home: ProtectionHome
  private static let target = ReindexHome.target

  init() throws { home = try ProtectionHome() }

  private func given(_ device: Device) throws {
    try home.give(
      device, try Home.item("1", "lily one", .complete),
      try Home.item("2", "lily two", .untilFirstUnlock), try Home.item("3", "lily three", nil),
      try Home.item("4", "lily four", nil))
  }

  private func ids(_ device: Device) throws -> [String] {
    var ids: [String] = []
    try device.index.asking { projection throws(SQLiteError) in
      try projection.documents.forEach(.item) { ids.append($0.document.id) }
    }
    return ids
  }

  private func ask(
    _ device: Device, _ scope: ReindexRequest.Scope = .all
  ) throws -> ReindexRequestName {
    try device.reindex.request(scope, of: Self.target, because: .operator, at: home.now)
  }

  @Test(arguments: [ReindexRequest.Scope.all, .identifiers(["1", "2", "3", "4"])])
  func `sweeps nothing that could not be given, and asks for that again`(
    scope: ReindexRequest.Scope
  ) throws {
    do { try given(try home.unlocked()) }
    let device = try home.locked(seed: 2)
    let name = try ask(device, scope)
    try home.give(device, try Home.item("3", "lily three", nil))
    #expect(
      try device.reindex.complete(name, at: home.now) == .ended(sweptCount: 1, lockedCount: 2))
    #expect(try ids(device) == ["1", "2", "3"])
    let open = try device.reindex.openRequests()
    #expect(open.map(\.scope) == [.identifiers(["1", "2"])])
    #expect(open.map(\.reason) == [.operator])
    #expect(try ReindexHome.unconfirmed(device) == ["1", "2"])
    // Who acknowledges that while it is locked changes nothing either.
    let again = try #require(open.first?.name)
    #expect(
      try device.reindex.complete(again, at: home.now) == .ended(sweptCount: 0, lockedCount: 2))
    try device.unlock(with: Home.key)
    let last = try #require(try device.reindex.openRequests().first?.name)
    try home.give(device, try Home.item("1", "lily one", nil))
    #expect(try device.reindex.complete(last, at: home.now) == .ended(sweptCount: 1))
    #expect(try ids(device) == ["1", "3"])
    #expect(try device.reindex.openRequests().isEmpty)
  }

  @Test func `knows what can be given once it was unlocked`() throws {
    let device = try home.unlocked()
    try given(device)
    try device.lock()
    let name = try ask(device)
    #expect(
      try device.reindex.complete(name, at: home.now) == .ended(sweptCount: 3, lockedCount: 1))
    #expect(try ids(device) == ["1"])
  }

  @Test func `names locked items in as many requests as it takes`() throws {
    do {
      let device = try home.unlocked()
      let items = try (0..<2_500).map { try Home.item("\($0)", "lily", .complete) }
      try device.record(items, at: home.now)
    }
    let device = try home.locked(seed: 2)
    let name = try ask(device)
    #expect(
      try device.reindex.complete(name, at: home.now) == .ended(sweptCount: 0, lockedCount: 2_500))
    #expect(try device.reindex.openRequests().count == 3)
    #expect(try device.queries.itemCount() == 2_500)
  }

  struct Waiting: CustomTestStringConvertible, Sendable {
    let scope: ReindexRequest.Scope
    let protections: [ProtectionClass?]
    let waits: Bool

    var testDescription: String { "\(scope), \(protections)" }
  }

  @Test(arguments: [
    Waiting(scope: .all, protections: [.complete, .untilFirstUnlock], waits: true),
    Waiting(scope: .all, protections: [.complete, nil], waits: false),
    Waiting(scope: .all, protections: [], waits: false),
    Waiting(scope: .resume(from: [1]), protections: [.complete], waits: true),
    Waiting(scope: .identifiers(["0"]), protections: [.complete, nil], waits: true),
    Waiting(scope: .identifiers(["1"]), protections: [.complete, nil], waits: false),
    Waiting(scope: .identifiers(["0", "9"]), protections: [.complete], waits: false),
  ])
  func `waits for the unlocking where nothing of it could be given`(waiting: Waiting) throws {
    do {
      let device = try home.unlocked()
      for (number, protection) in waiting.protections.enumerated() {
        try home.give(device, try Home.item("\(number)", "lily", protection))
      }
    }
    let device = try home.locked(seed: 2)
    try device.reindex.request(waiting.scope, of: Self.target, because: .operator, at: home.now)
    let count = waiting.waits ? 0 : 1
    #expect(try device.reindex.answerableRequests().count == count)
    // It is not asked for again and again meanwhile.
    let later = home.now.advanced(byMilliseconds: 3 * Timestamp.millisecondsPerDay)
    try device.reindex.review(at: later)
    #expect(try device.reindex.openRequests().map(\.attempts) == [waiting.waits ? 1 : 2])
    try device.unlock(with: Home.key)
    #expect(try device.reindex.answerableRequests().count == 1)
  }

  @Test func `leaves a locked item expire`() throws {
    let expires = home.now.advanced(byMilliseconds: 1_000)
    do {
      let device = try home.unlocked()
      for (id, protection) in [("1", ProtectionClass.complete), ("2", .none)] {
        var item = try Home.item(id, "lily", protection)
        item.itemIndexed.expiresMilliseconds = expires.milliseconds
        try home.give(device, item)
      }
    }
    let device = try home.locked(seed: 2)
    try device.reindex.review(at: home.now)
    #expect(try device.reindex.openRequests().map(\.reason) == [.expiring])
    let after = expires.advanced(byMilliseconds: 1)
    try device.reindex.review(at: after)
    #expect(try ids(device).isEmpty)
    try device.unlock(with: Home.key)
    #expect(try device.queries.search("lily", now: after).isEmpty)
  }
}
