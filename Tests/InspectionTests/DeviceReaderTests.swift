import CloudAggregator
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import TestSupport
import Testing

/// The calls on which `spotlog device search`, `items`, `status` and `reindex --list` stand.
@Suite("A device reader") struct DeviceReaderTests {
  private let folder: TemporaryFolder
  private let path: String

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.file("phone")
    let host = try DeviceHost(folder: path, configuration: .local)
    try await host.searchableIndex(forApp: "app").indexSearchableItems(
      [("2", "Miso soup"), ("1", "Soup")].map { id, title in
        var attributes = AttributeSet(contentType: "public.text")
        attributes.title = title
        return SearchableItem(
          uniqueIdentifier: id, domainIdentifier: "soups", attributeSet: attributes)
      })
  }

  @Test func `finds what a host finds, and explains it`() async throws {
    let reader = try DeviceReader(path)
    let found = try reader.search("soup", isExplained: true, hasExcerpts: true)
    #expect(found.map(\.uniqueIdentifier) == ["1", "2"] && !found.isPartial)
    #expect(found[0].markedTitle?.marked("[", "]") == "[Soup]")
    let score = try #require(found[0].score)
    #expect(score.words.map(\.text) == ["soup"] && score.words[0].titleCount == 1)
    #expect(score.words[0].documentCount == 2 && score.rankingVersion >= 1)
    let ofWords = score.words.map(\.termScore).reduce(0, +)
    let ofParts = score.parts.map(\.score).reduce(0, +)
    #expect(score.total == ofWords + ofParts && ofWords > 0)
    #expect(try reader.search("soup")[0].score == nil)
    #expect(try reader.search("miso", inApp: "other").isEmpty)
    #expect(try reader.holdsResults(ofApp: "app") && !reader.holdsResults(ofApp: "other"))
  }

  @Test func `explains results of a host as well`() async throws {
    let host = try DeviceHost(folder: path, configuration: .local)
    let found = try await host.search("soup", isExplained: true)
    var context = UserQuery.Context()
    context.isExplained = true
    let typed = try await host.userQuery("soup", context: context).answer().results
    #expect(found[0].score != nil && typed.map(\.score) == found.map(\.score))
    #expect(try await host.search("soup")[0].score == nil)
  }

  @Test func `lists items and open requests`() async throws {
    do {
      let host = try DeviceHost(folder: path, configuration: .local)
      try await host.requestReindex(forApp: "app", identifiers: ["2"])
    }
    let reader = try DeviceReader(path)
    #expect(!reader.isCopy && reader.journalName.count == 32)
    let items = try reader.items()
    #expect(items.map(\.uniqueIdentifier) == ["1", "2"])
    #expect(items.map(\.domainIdentifier) == ["soups", "soups"])
    #expect(items.map(\.isUnconfirmed) == [false, true])
    let requests = try reader.openReindexRequests()
    #expect(requests.map(\.scope) == [.identifiers(["2"])])
    #expect(try reader.indexSummary().unconfirmedItemCount == 1)
    #expect(try reader.readIndex().isComplete && reader.unreadableSentence() == nil)
  }

  @Test func `reads a copy while an app has the device open`() async throws {
    let host = try DeviceHost(folder: path, configuration: .local)
    let reader = try DeviceReader(path)
    #expect(reader.isCopy)
    #expect(try reader.items().count == 2)
    try await host.searchableIndex(forApp: "app").deleteAllSearchableItems()
    #expect(try reader.items().count == 2)
    #expect(try DeviceReader(path).items().isEmpty)
  }

  @Test func `is refused where there is no device, and makes none`() throws {
    let other = folder.file("phnoe")
    let error = #expect(throws: InspectionError.self) { try DeviceReader(other) }
    #expect(error?.code == .notFound && error?.message.contains(other) == true)
    #expect(!FileManager.default.fileExists(atPath: other))
  }

  @Test func `unlocks with a key of 32 bytes, and makes no keyring in a copy`() async throws {
    let short = #expect(throws: InspectionError.self) {
      try DeviceReader(path, unlockedBy: [1, 2, 3])
    }
    #expect(short?.code == .key)
    let key = [UInt8](repeating: 7, count: 32)
    let host = try DeviceHost(folder: path, configuration: .local)
    let copy = #expect(throws: InspectionError.self) {
      try DeviceReader(path, unlockedBy: key, makingNewKeys: true)
    }
    #expect(copy?.code == .key && copy?.message.hasPrefix("New keys would be written") == true)
    #expect(!FileManager.default.fileExists(atPath: path + "/keyring"))
    _ = await host.journalName
  }

  @Test func `tells how a device stands that has never spoken with a cloud`() throws {
    let standing = try DeviceReader(path).syncStanding()
    #expect(standing.isKnown && !standing.isEnrolled && standing.phase == "has never spoken")
    #expect(standing.refusal == nil && standing.lastSync == nil)
    #expect(standing.acknowledgedReportCount == nil && standing.reportCount == nil)
    #expect(standing.nextStep.contains("spotlog device sync"))
  }

  @Test func `is told of the index as it was`() async throws {
    do {
      let host = try DeviceHost(folder: path, configuration: .local)
      try await host.searchableIndex(forApp: "app").deleteSearchableItems(withIdentifiers: ["1"])
    }
    let journal = try JournalInspector(path)
    let deletion = try #require(try journal.entries().entries.last).number
    let before = try journal.index(until: .entry(deletion - 1))
    #expect(before.lastEntry == deletion - 1 && before.omissions == [])
    #expect(try before.items().map(\.uniqueIdentifier) == ["1", "2"])
    let found = try before.search("soup", limit: 1, isExplained: true)
    #expect(found.map(\.uniqueIdentifier) == ["1"] && found[0].score != nil)
    #expect(try journal.index().items().map(\.uniqueIdentifier) == ["2"])
    let outside = #expect(throws: InspectionError.self) {
      try journal.index(until: .entry(deletion + 1))
    }
    #expect(outside?.code == .outOfRange)
  }

  @Test func `ranks what a cloud found among its own results`() throws {
    let item = PublicItem(
      app: "app", activityType: "view", identity: .url("https://example.com/soup"),
      title: "Soup of the day", contentDescription: "", keywords: [], thumbnailURL: "")
    let entry = PublicEntry(tag: Tag(suite: 1, bits: 5), item: item, events: 9, distinctDevices: 3)
    let found = try DeviceReader(path).search("soup", blending: [PublicResult(entry)])
    let result = try #require(found.first { $0.source == .public })
    #expect(result.uniqueIdentifier == "https://example.com/soup")
    #expect(result.url == "https://example.com/soup" && result.title == "Soup of the day")
    #expect(found.count == 3)
    #expect(throws: InspectionError.self) { try CloudReader(reading: folder.file("cloud")) }
  }
}
