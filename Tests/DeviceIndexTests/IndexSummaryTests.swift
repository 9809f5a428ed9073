import DeviceIndex
import Foundation
import TestSupport
import Testing

@Suite("A summary of the index") struct IndexSummaryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func item(_ id: String) -> SearchableItem {
    var set = AttributeSet(contentType: "public.item")
    set.title = "Item \(id)"
    return SearchableItem(uniqueIdentifier: id, attributeSet: set)
  }

  @Test func `counts items, activities and open requests`() async throws {
    let host = try DeviceHost(folder: folder.path, configuration: .local)
    let index = host.searchableIndex(forApp: "app")
    try await index.indexSearchableItems([item("1"), item("2")])
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = "3"
    activity.title = "Page"
    activity.isEligibleForSearch = true
    let place = try await host.becomeCurrent(activity, inApp: "app")
    try await host.waitUntilSearchable(place)
    let before = try await host.indexSummary()
    #expect(before.itemCount == 2 && before.activityCount == 1)
    #expect(before.unconfirmedItemCount == 0 && before.openReindexRequestCount == 0)
    #expect(before.publicIndexingProblems == [] && before.unreadableEntryCount == 0)
    #expect(before.unreadableSentence == nil)

    try await host.requestReindex(forApp: "app", identifiers: ["1"])
    _ = try await host.openReindexRequests()
    let asked = try await host.indexSummary()
    #expect(asked.unconfirmedItemCount == 1 && asked.openReindexRequestCount == 1)
  }

  @Test func `names the activities that cannot become public`() async throws {
    let host = try DeviceHost(folder: folder.path, configuration: .local)
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = "3"
    activity.title = "Page"
    activity.webpageURL = URL(string: "http://localhost/")
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = true
    try await host.waitUntilSearchable(try await host.becomeCurrent(activity, inApp: "app"))
    let problems = try await host.indexSummary().publicIndexingProblems
    #expect(problems.count == 1 && problems.first?.hasPrefix("3 ") == true)
  }

  @Test func `leaves a device its name when it is opened again`() async throws {
    var names: Set<String> = []
    for _ in 1...2 {
      let host = try DeviceHost(folder: folder.path, configuration: .local)
      names.insert(await host.journalName)
    }
    #expect(names.count == 1 && names.first?.count == 32)
  }
}
