import Foundation
import JournalFormat
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A device without a cloud") struct LocalDeviceTests {
  private let folder: TemporaryFolder
  private let now = Sample.day.start

  init() throws { folder = try TemporaryFolder() }

  private func open(_ configuration: DeviceConfiguration) throws -> DeviceHost {
    try DeviceHost(folder: folder.path, configuration: configuration)
  }

  private func openPage(on host: DeviceHost) async throws {
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = "1"
    activity.title = "Page"
    activity.webpageURL = URL(string: "https://example.com/1")
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = true
    try await host.becomeCurrent(activity, inApp: "app")
    let found = try await host.search("page")
    try await host.userEngaged(with: try #require(found.first), query: "page", visible: [])
  }

  @Test func `finds what its apps index, and makes nothing to share`() async throws {
    let host = try open(.local)
    let index = host.searchableIndex(forApp: "app")
    var set = AttributeSet(contentType: "public.item")
    set.title = "Tomato soup"
    try await index.indexSearchableItems([SearchableItem(uniqueIdentifier: "1", attributeSet: set)])
    #expect(try await host.search("tom").map(\.uniqueIdentifier) == ["1"])
    try await openPage(on: host)
    #expect(try await host.syncStatus() == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.file("shared.journal")))
  }

  @Test func `refuses to sync, and says how to join a cloud`() async throws {
    let host = try open(.local)
    try await openPage(on: host)
    let error = await #expect(throws: DeviceError.self) { try await host.runFilter(now: now) }
    #expect(error?.code == .notEnrolled)
    #expect(error?.message.contains("deployment document") == true)
  }

  @Test func `can join a cloud later`() async throws {
    do {
      let host = try open(.local)
      try await openPage(on: host)
    }
    let host = try open(
      DeviceConfiguration(tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey]))
    try await host.runFilter(now: now)
    let status = try #require(try await host.syncStatus())
    #expect(!status.isEnrolled && status.acknowledgedReportCount == 0 && !status.phase.isEmpty)
    guard case .send(let request) = try await host.nextSyncStep(now: now) else {
      Issue.record("The device has nothing to send.")
      return
    }
    #expect(request.bytes.first == SyncRequest.Kind.enrol.rawValue)
  }

  /// Its tags would be made without the salt, and count as nobody else's.
  @Test func `reports nothing where it belonged to a cloud before`() async throws {
    let cloud = DeviceConfiguration(
      tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])
    do {
      let host = try open(cloud)
      try await host.runFilter(now: now)
    }
    let host = try open(.local)
    try await openPage(on: host)
    await #expect(throws: DeviceError.self) { try await host.runFilter(now: now) }
  }
}
