import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("Changes of a device") struct DeviceChangeTests {
  private static func progress(_ done: UInt64) -> DeviceChange {
    .index(IndexProgress(doneCount: done, entryCount: 9))
  }
  private static func expiry(_ id: String) -> DeviceChange {
    .expiry(app: "app", identifiers: [id])
  }

  // MARK: Waiting

  @Test func `wait in their order, of states the last alone`() {
    var pending = PendingChanges(limit: 3)
    for change in [Self.progress(1), Self.expiry("a"), Self.progress(2), Self.progress(3)] {
      pending.add(change)
    }
    #expect(pending.next() == Self.expiry("a"))
    #expect(pending.next() == Self.progress(3))
    #expect(pending.next() == nil)
  }

  @Test func `drop the oldest where there is no room, and say how many`() {
    var pending = PendingChanges(limit: 2)
    for id in ["a", "b", "c", "d"] { pending.add(Self.expiry(id)) }
    pending.add(.missed(1))
    #expect(pending.next() == .missed(3))
    #expect(pending.next() == Self.expiry("c"))
    #expect(pending.next() == Self.expiry("d"))
    #expect(pending.next() == nil)
    var least = PendingChanges(limit: 0)
    least.add(Self.expiry("a"))
    #expect(least.next() == Self.expiry("a"))
  }

  // MARK: Observing

  @Test func `say that the index has read on, without a call that asks it`() async throws {
    let home = try TestHost()
    let changes = try await home.host.changes([.index])
    let place = try await home.index.indexSearchableItems([TestHost.item("1")])
    for await change in changes {
      guard case .index(let progress) = change else { continue }
      if progress.isComplete, progress.doneCount >= place.number { break }
    }
    #expect(try await home.found() == ["1"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `say what has expired and what apps are asked for`() async throws {
    let clock = TestClock(Date(timeIntervalSince1970: 1_767_614_400))
    let home = try TestHost(now: { clock.now })
    let changes = try await home.host.changes([.expiry, .reindex])
    try await home.index.indexSearchableItems([
      TestHost.item("1", expires: clock.now.addingTimeInterval(60))
    ])
    try await home.host.answerReindexRequests()
    var iterator = changes.makeAsyncIterator()
    guard case .reindex(let request) = await iterator.next() else {
      Issue.record("its app has to be asked first")
      return
    }
    #expect(request.reason == .expiring && request.scope == .identifiers(["1"]))
    clock.now = clock.now.addingTimeInterval(61)
    try await home.host.answerReindexRequests()
    #expect(await iterator.next() == .expiry(app: "app", identifiers: ["1"]))
  }

  @Test(.timeLimit(.minutes(1)))
  func `end when the task that takes them is cancelled`() async throws {
    let home = try TestHost()
    let changes = try await home.host.changes([.sync])
    let task = Task { () -> Int in
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    // The host forgets whoever does not listen any more.
    while await home.host.isObserved { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(1)))
  func `end with the host`() async throws {
    var home: TestHost? = try TestHost()
    let changes = try #require(try await home?.host.changes([.expiry]))
    home = nil
    for await _ in changes { Issue.record("nothing happened") }
  }

  @Test(.timeLimit(.minutes(1)))
  func `are reviewed on a clock until that is cancelled`() async throws {
    let home = try TestHost()
    let task = Task { try await home.host.keepReviewing() }
    let changes = try await home.host.changes([.reindex])
    try await home.host.requestReindex(forApp: "app")
    var iterator = changes.makeAsyncIterator()
    guard case .reindex(let request) = await iterator.next() else {
      Issue.record("a request was made")
      return
    }
    #expect(request.reason == .operator)
    task.cancel()
    try await task.value
  }
}

extension DeviceHost {
  fileprivate var isObserved: Bool { !observers.isEmpty }
}
