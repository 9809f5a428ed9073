import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DeviceIndex

/// An app that gives what it is asked for, as its index is.
private final class ProtectedApp: SearchableIndexDelegate, Sendable {
  let asked = Mutex<[String]>([])
  private let items: [String]
  /// Whether it acknowledges, whatever it could give.
  private let hidesErrors: Bool

  init(_ items: [String], hidesErrors: Bool = false) {
    (self.items, self.hidesErrors) = (items, hidesErrors)
  }

  private func give(_ ids: [String], to index: SearchableIndex) async throws {
    let protection = index.protectionClass.map { "\($0)" } ?? "no class"
    asked.withLock { $0.append("\(ids.joined(separator: " ")): \(protection)") }
    for id in ids {
      do { try await index.indexSearchableItems([TestHost.item(id)]) } catch {
        guard hidesErrors else { throw error }
      }
    }
  }

  func searchableIndex(
    _ index: SearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    try await give(items, to: index)
    try await acknowledge()
  }

  func searchableIndex(
    _ index: SearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    try await give(identifiers, to: index)
    try await acknowledge()
  }
}

private struct ProtectedHandler: IndexRequestHandler {
  let app: ProtectedApp

  func indexDelegate(forApp bundleIdentifier: String) async -> (any SearchableIndexDelegate)? {
    app
  }
}

@Suite("A protected index of an app") struct ProtectedIndexTests {
  private let home: TestHost
  private let secrets: SearchableIndex

  init() throws {
    home = try TestHost()
    secrets = home.host.searchableIndex(forApp: "app", name: "named", protectionClass: .complete)
  }

  private func classes() async throws -> [ProtectionClass] {
    try await home.host.search("word").sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
      .map(\.protectionClass)
  }

  private func eventually(_ isTrue: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<400 {
      if try await isTrue() { return true }
      try await Task.sleep(for: .milliseconds(25))
    }
    return false
  }

  @Test func `has its items be of its class at least, found and given while it is unlocked`()
    async throws
  {
    #expect(await home.host.protectionState == .lockedSinceStart)
    await #expect(throws: DeviceError.self) {
      try await secrets.indexSearchableItems([TestHost.item("1")])
    }
    try await home.host.unlock(with: ProtectionHome.key)
    #expect(await home.host.protectionState == .unlocked)
    var lower = TestHost.item("2")
    lower.protectionClass = .untilFirstUnlock
    try await secrets.indexSearchableItems([TestHost.item("1"), lower])
    try await home.index.indexSearchableItems([TestHost.item("3")])
    #expect(try await classes() == [.complete, .complete, .none])
    // A batch and an update that says nothing leave them as they are.
    var update = TestHost.item("1")
    update.isUpdate = true
    var batch = try home.named.beginBatch()
    try batch.indexSearchableItems([update, TestHost.item("2")])
    try await batch.end(withClientState: [1])
    #expect(try await classes() == [.complete, .complete, .none])
    try await home.host.lock()
    #expect(await home.host.protectionState == .locked)
    #expect(try await home.found() == ["3"])
    try await home.host.unlock(with: ProtectionHome.key)
    #expect(try await home.found() == ["1", "2", "3"])
  }

  @Test func `is queried by the classes of what is shown`() async throws {
    try await home.host.unlock(with: ProtectionHome.key)
    try await secrets.indexSearchableItems([TestHost.item("1")])
    var first = TestHost.item("2")
    first.protectionClass = .untilFirstUnlock
    try await home.index.indexSearchableItems([first, TestHost.item("3")])
    func found(_ classes: Set<ProtectionClass>) async throws -> [String] {
      var context = SearchQuery.Context()
      context.protectionClasses = classes
      return try await home.index.searchQuery("title == *", context: context).all()
        .map(\.uniqueIdentifier).sorted()
    }
    #expect(try await found([.complete]) == ["1"])
    #expect(try await found([.untilFirstUnlock, .none]) == ["2", "3"])
    #expect(try await found([]).isEmpty)
    #expect(try await found(Set(ProtectionClass.allCases)) == ["1", "2", "3"])
    try await home.host.lock()
    #expect(try await found([.complete]).isEmpty)
  }

  @Test(arguments: [true, false])
  func `is given again as it is, by its delegate or by a handler`(hasDelegate: Bool) async throws {
    try await home.host.unlock(with: ProtectionHome.key)
    try await secrets.indexSearchableItems([TestHost.item("1"), TestHost.item("2")])
    let app = ProtectedApp(["1", "3"])
    if hasDelegate {
      await secrets.setIndexDelegate(app)
    } else {
      await home.host.setIndexRequestHandler(ProtectedHandler(app: app))
    }
    try await home.host.requestReindex(forApp: "app", indexName: "named")
    try await home.host.answerReindexRequests()
    #expect(app.asked.withLock { $0 } == ["1 3: complete"])
    #expect(try await home.found() == ["1", "3"])
    #expect(try await classes() == [.complete, .complete])
  }

  @Test(arguments: [true, false])
  func `is asked for what was locked as soon as it is unlocked`(hidesErrors: Bool) async throws {
    try await home.host.unlock(with: ProtectionHome.key)
    try await secrets.indexSearchableItems([TestHost.item("1")])
    try await home.named.indexSearchableItems([TestHost.item("2")])
    try await home.host.lock()
    let app = ProtectedApp(["1", "2"], hidesErrors: hidesErrors)
    await secrets.setIndexDelegate(app)
    try await home.host.requestReindex(forApp: "app", indexName: "named")
    let next = try await home.host.answerReindexRequests()
    // It waits for its deadline, or for the unlocking alone.
    #expect((next == nil) == hidesErrors)
    #expect(app.asked.withLock { $0.count } == 1)
    try await home.host.unlock(with: ProtectionHome.key)
    #expect(try await eventually { app.asked.withLock { $0.count } == 2 })
    #expect(try await eventually { try await home.host.answerReindexRequests() == nil })
    #expect(
      app.asked.withLock { $0.last } == (hidesErrors ? "1: complete" : "1 2: complete"))
    // What it hid was an item that it could not give under the index's class, either.
    #expect(try await home.found() == (hidesErrors ? ["1"] : ["1", "2"]))
  }

  @Test func `is not asked for anything while nothing of it could be given`() async throws {
    try await home.host.unlock(with: ProtectionHome.key)
    try await secrets.indexSearchableItems([TestHost.item("1")])
    try await home.host.lock()
    let app = ProtectedApp(["1"])
    await secrets.setIndexDelegate(app)
    try await home.host.requestReindex(forApp: "app", indexName: "named")
    #expect(try await home.host.answerReindexRequests() == nil)
    #expect(app.asked.withLock { $0.isEmpty })
    try await home.host.unlock(with: ProtectionHome.key)
    #expect(try await eventually { app.asked.withLock { $0 } == ["1: complete"] })
  }

  @Test func `says that its keyring is not there`() async throws {
    try await home.host.unlock(with: ProtectionHome.key)
    try await secrets.indexSearchableItems([TestHost.item("1")])
    try await home.host.lock()
    try FileManager.default.removeItem(atPath: home.folder.file("keyring"))
    let error = await #expect(throws: DeviceError.self) {
      try await home.host.unlock(with: ProtectionHome.key)
    }
    #expect(error?.code == .keyring)
    let app = ProtectedApp([])
    await secrets.setIndexDelegate(app)
    try await home.host.unlock(with: ProtectionHome.key, makingNewKeys: true)
    #expect(try await eventually { app.asked.withLock { $0 } == ["1: complete"] })
    #expect(try await eventually { try await home.found() == ["1"] })
  }
}
