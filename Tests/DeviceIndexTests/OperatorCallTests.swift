import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import DeviceIndex

/// The calls on which `spotlog device` stands: anyone who embeds a device has them as well.
@Suite("A host's calls for an operator") struct OperatorCallTests {
  private let home: TestHost

  init() throws { home = try TestHost() }

  @Test func `open a folder without a device only to make one`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("phnoe")
    let error = #expect(throws: DeviceError.self) {
      try DeviceHost(folder: path, configuration: .local, createsDevice: false)
    }
    #expect(error?.code == .noDevice)
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try DeviceHost(folder: path, configuration: .local)
    #expect(throws: Never.self) {
      try DeviceHost(folder: path, configuration: .local, createsDevice: false, readsAhead: false)
    }
  }

  @Test func `journal an engagement by its name alone`() async throws {
    try await home.index.indexSearchableItems([TestHost.item("1"), TestHost.item("2")])
    let place = try await home.host.userEngaged(
      withIdentifier: "2", inApp: "app", query: "wo", visibleIdentifiers: ["1"])
    let entry = try #require(try home.journal().entry(SequenceNumber(place.number)!))
    guard case .resultEngaged(let found) = try JournalEvent(payload: entry.payload ?? []).fact
    else {
      Issue.record("the last entry has to be the engagement")
      return
    }
    #expect(found.result.app == "app" && found.result.id == "2" && found.query == "wo")
    #expect(found.shown.map(\.id) == ["1"])
    for (identifier, visible) in [("", []), ("2", [""])] {
      let error = await #expect(throws: DeviceError.self) {
        try await home.host.userEngaged(
          withIdentifier: identifier, inApp: "app", visibleIdentifiers: visible)
      }
      #expect(error?.code == .invalidItem)
    }
    #expect(try home.journaledNumber == place.number)
  }

  @Test func `say what is there`() async throws {
    try await home.index.indexSearchableItems([TestHost.item("1")])
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = "a"
    activity.title = "word"
    activity.isEligibleForSearch = true
    try await home.host.becomeCurrent(activity, inApp: "app")
    for (identifier, app, isItem, isResult) in [
      ("1", "app", true, true), ("a", "app", false, true), ("1", "other", false, false),
    ] {
      let item = try await home.host.holdsItem(withIdentifier: identifier, inApp: app)
      let result = try await home.host.holdsResult(withIdentifier: identifier, inApp: app)
      #expect(item == isItem && result == isResult, "\(identifier) of \(app)")
    }
  }

  @Test func `list what a deletion would reach`() async throws {
    try await home.index.indexSearchableItems([TestHost.item("1"), TestHost.item("2")])
    let before = try home.journaledNumber
    let found = try await home.index.searchableItems(deletedWithIdentifiers: ["2", "none"])
    #expect(found.map(\.uniqueIdentifier) == ["2"])
    #expect(try await home.index.allSearchableItems().map(\.uniqueIdentifier) == ["1", "2"])
    #expect(try home.journaledNumber == before)
  }

  @Test func `list reindex requests, and end them`() async throws {
    try await home.named.indexSearchableItems([TestHost.item("1"), TestHost.item("2")])
    try await home.index.indexSearchableItems([TestHost.item("3")])
    #expect(try await home.host.searchableIndexes().map(\.name) == [nil, "named"])
    // An item is asked for where it was given, and one that is nowhere where it is asked for.
    try await home.host.requestReindex(forApp: "app", identifiers: ["2", "1", "none"])
    let requests = try await home.host.openReindexRequests()
    #expect(requests.map(\.indexName) == [nil, "named"])
    let request = try #require(requests.last)
    #expect(request.scope == .identifiers(["1", "2"]))
    #expect(request.reason == .operator && request.attempts == 1)
    #expect(request.requested < request.deadline && request.bundleIdentifier == "app")
    try await home.named.indexSearchableItems([TestHost.item("2")])
    let ended = try await home.host.acknowledgeReindexRequest(request.id)
    #expect(ended == ReindexSummary(removedItemCount: 1, lockedItemCount: 0))
    #expect(try await home.found() == ["2", "3"])
    for id in [request.id, "none"] {
      #expect(try await home.host.acknowledgeReindexRequest(id) == nil)
    }
  }

  @Test(arguments: [("titel", "title"), ("title", nil), ("com_example_x", nil)])
  func `suggest the attribute that was meant`(name: String, meant: String?) {
    #expect(AttributeSet.documentedName(near: name) == meant)
  }
}
