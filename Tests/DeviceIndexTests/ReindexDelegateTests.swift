import Foundation
import JournalFormat
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// An app: what it has, and what it was asked.
private actor TestApp: SearchableIndexDelegate {
  enum Manner { case acknowledges, forgets, fails, acknowledgesTwice }

  private let items: [String]
  private let manner: Manner
  private let canResume: Bool
  private(set) var asked: [String] = []
  private(set) var kept: ReindexAcknowledgement?

  init(_ items: [String], _ manner: Manner = .acknowledges, canResume: Bool = false) {
    self.items = items
    self.manner = manner
    self.canResume = canResume
  }

  struct Failure: Error {}

  private func give(
    _ given: [String], to index: SearchableIndex, _ acknowledge: ReindexAcknowledgement
  ) async throws {
    kept = acknowledge
    for item in given { try await index.indexSearchableItems([TestHost.item(item)]) }
    switch manner {
    case .forgets: return
    case .fails: throw Failure()
    case .acknowledges: try await acknowledge()
    case .acknowledgesTwice:
      try await acknowledge()
      try await acknowledge()
    }
  }

  func searchableIndex(
    _ index: SearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    asked.append("all of \(index.name ?? "default")")
    try await give(items, to: index, acknowledge)
  }

  func searchableIndex(
    _ index: SearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    asked.append(identifiers.joined(separator: " "))
    try await give(items.filter { identifiers.contains($0) }, to: index, acknowledge)
  }

  func searchableIndex(
    _ index: SearchableIndex, resumeFromClientState state: [UInt8],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws -> Bool {
    asked.append("from \(state)")
    if canResume { try await give([], to: index, acknowledge) }
    return canResume
  }
}

private struct TestHandler: IndexRequestHandler {
  let app: TestApp?

  func indexDelegate(forApp bundleIdentifier: String) async -> (any SearchableIndexDelegate)? {
    bundleIdentifier == "app" ? app : nil
  }
}

@Suite("An app's delegate") struct ReindexDelegateTests {
  private let home: TestHost

  init() throws { home = try TestHost() }

  /// The app is asked for everything, as an operator would.
  private func ask(_ scope: ReindexRequest.Scope = .all) async throws {
    try await home.index.indexSearchableItems(["1", "2", "3"].map { TestHost.item($0) })
    try await home.host.request(scope)
  }

  @Test(arguments: [TestApp.Manner.acknowledges, .acknowledgesTwice])
  fileprivate func `is asked for everything, and what it does not give is gone`(
    manner: TestApp.Manner
  ) async throws {
    try await ask()
    let app = TestApp(["2", "4"], manner)
    await home.index.setIndexDelegate(app)
    #expect(try await home.host.answerReindexRequests() == nil)
    #expect(await app.asked == ["all of default"])
    #expect(try await home.found().sorted() == ["2", "4"])
  }

  @Test func `is asked for identifiers, which it gives or not`() async throws {
    try await ask(.identifiers(["1", "2"]))
    let app = TestApp(["2"])
    await home.index.setIndexDelegate(app)
    try await home.host.answerReindexRequests()
    #expect(await app.asked == ["1 2"])
    #expect(try await home.found().sorted() == ["2", "3"])
  }

  @Test(arguments: [TestApp.Manner.forgets, .fails])
  fileprivate func `is asked no more by this process until it comes again`(
    manner: TestApp.Manner
  ) async throws {
    try await ask()
    let app = TestApp(["2"], manner)
    await home.index.setIndexDelegate(app)
    let again = try #require(try await home.host.answerReindexRequests())
    #expect(again > .now)
    try await home.host.answerReindexRequests()
    #expect(await app.asked.count == 1)
    // Nothing was swept; marked is what it did not give.
    #expect(try await home.found().sorted() == ["1", "2", "3"])
    let marked = try await home.host.search("word").filter(\.isUnconfirmed)
    #expect(marked.map(\.uniqueIdentifier).sorted() == ["1", "3"])
    // It may acknowledge whenever it likes.
    try await app.kept?()
    #expect(try await home.found().sorted() == ["2"])
    #expect(try await home.host.answerReindexRequests() == nil)
  }

  @Test func `that comes in another's place is asked what is open`() async throws {
    try await ask()
    await home.index.setIndexDelegate(TestApp([], .fails))
    try await home.host.answerReindexRequests()
    let app = TestApp(["1"])
    await home.index.setIndexDelegate(app)
    try await home.host.answerReindexRequests()
    #expect(await app.asked == ["all of default"])
    #expect(try await home.found() == ["1"])
  }

  @Test(arguments: [true, false])
  func `resumes from its client state, or is asked for everything`(canResume: Bool) async throws {
    var batch = try home.named.beginBatch()
    try batch.indexSearchableItems([TestHost.item("1"), TestHost.item("2")])
    try await batch.end(withClientState: [7])
    try await home.host.noteRestore()
    let app = TestApp(["2"], canResume: canResume)
    await home.named.setIndexDelegate(app)
    #expect(try await home.host.answerReindexRequests() == nil)
    #expect(await app.asked == (canResume ? ["from [7]"] : ["from [7]", "all of named"]))
    #expect(try await home.found().sorted() == (canResume ? ["1", "2"] : ["2"]))
  }

  @Test func `is spoken for by a handler while the app is not running`() async throws {
    try await ask()
    await home.host.setIndexRequestHandler(TestHandler(app: nil))
    #expect(try await home.host.answerReindexRequests() != nil)
    let inHandler = TestApp(["3"])
    await home.host.setIndexRequestHandler(TestHandler(app: inHandler))
    try await home.host.answerReindexRequests()
    #expect(await inHandler.asked == ["all of default"])
    #expect(try await home.found() == ["3"])
    // The app's own delegate is asked before it, and nobody when it is gone.
    let app = TestApp(["3"])
    await home.index.setIndexDelegate(app)
    try await home.host.request(.identifiers(["3"]))
    try await home.host.answerReindexRequests()
    #expect(await app.asked == ["3"])
    #expect(await inHandler.asked.count == 1)
    await home.index.setIndexDelegate(nil)
    await home.host.setIndexRequestHandler(nil)
    try await home.host.request(.all)
    #expect(try await home.host.answerReindexRequests() != nil)
    #expect(await app.asked.count == 1)
  }

  @Test func `of an app without items is asked after a restore`() async throws {
    try await home.host.noteRestore()
    let app = TestApp(["1"])
    await home.index.setIndexDelegate(app)
    try await home.host.answerReindexRequests()
    #expect(await app.asked == ["all of default"])
    #expect(try await home.found() == ["1"])
  }
}

extension DeviceHost {
  fileprivate func request(_ scope: ReindexRequest.Scope) throws {
    try device.reindex.request(
      scope, of: ReindexHome.target, because: .operator, at: clock())
  }

  fileprivate func noteRestore() throws {
    try ReindexHome.noteRestore(device)
  }
}
