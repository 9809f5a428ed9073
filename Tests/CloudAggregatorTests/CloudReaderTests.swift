import CloudAggregator
import Foundation
import JournalFormat
import Sync
import TestSupport
import Testing

@Suite("A cloud reader") struct CloudReaderTests {
  private let folder: TemporaryFolder
  private let cloud: Aggregator
  private let first = PublicItem.page("1", "Water lilies")
  private let second = PublicItem.page("2", "The great wave", "Water and wind")
  /// Two apps have this page.
  private let shared = PublicItem.page("3", "Stones")
  private let alsoShared = PublicItem(
    app: "com.example.other", activityType: "com.example.other.view",
    identity: .url("https://example.com/3"), title: "Stones", contentDescription: "", keywords: [],
    thumbnailURL: "")
  /// One device engaged with it, and nobody sent its words.
  private let secret = PublicItem.page("4", "Secret water")

  /// The cloud stays open: a reader does not mind its server.
  init() throws {
    folder = try TemporaryFolder()
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = 1
    cloud = try Aggregator.open(
      .folder(folder.path), keys: CloudKeys(signing: Sample.cloudKey),
      configuration: configuration, dice: .seeded(1), now: Sample.day.start)
    var device = TestDevice(1)
    try device.enrol(with: cloud, now: Sample.day.start)
    for (number, item) in [first, second, shared, alsoShared].enumerated() {
      device.add(engaged(UInt64(number + 1), item: item))
      device.add(.content(item, salt: UInt128(number + 1)))
    }
    device.add(engaged(9, item: secret))
    let answer = try SyncResponse(
      bytes: cloud.handle(try device.request(), now: Sample.day.start))
    guard case .received = answer else {
      throw FormatError(.malformed, "The batch was not received: \(answer).")
    }
  }

  @Test func `finds public items by the beginnings of words`() throws {
    let reader = try CloudReader(folder.path)
    #expect(try reader.search("wat").map(\.item) == [first, second])
    #expect(try reader.search("wat", limit: 1).map(\.item) == [first])
    #expect(try reader.search("wind wat").map(\.item.title) == ["The great wave"])
    #expect(try reader.search("secret") == [] && reader.search("") == [])
    let found = try #require(try reader.search("lil").first)
    #expect(found.events == 1 && found.distinctDevices == 1)
    #expect(found.firstDay == Sample.day && found.lastDay == Sample.day)
  }

  @Test func `refuses a search without room for a result`() throws {
    let reader = try CloudReader(folder.path)
    let error = #expect(throws: CloudError.self) { try reader.search("wat", limit: 0) }
    #expect(error?.code == .query)
    #expect(error?.message == "0 results were asked for; give a number from 1 on.")
  }

  @Test func `lists all public items by key`() throws {
    let items = try CloudReader(folder.path).items().map(\.item)
    #expect(items.map(\.key).prefix(2) == ["https://example.com/1", "https://example.com/2"])
    #expect(Set(items) == [first, second, shared, alsoShared])
  }

  @Test func `counts every item, also one that is not public`() throws {
    let rows = try CloudReader(folder.path).popularity()
    let tag = secret.tag(salt: Sample.tagSalt)
    #expect(rows.map(\.key).sorted() == rows.map(\.key) && rows.count == 5)
    let row = try #require(rows.first { $0.key == "tag:\(tag)" })
    #expect(row.app == nil && row.events == 1)
    #expect(row.firstDay == Sample.day && row.lastDay == Sample.day)
    let known = try #require(rows.first { $0.key == "https://example.com/1" })
    #expect(known.app == first.app && known.distinctDevices == 1)
  }

  @Test func `says what the cloud holds`() throws {
    let status = try CloudReader(folder.path).status()
    #expect(status.lineages == 1 && status.epochs == 1 && status.threshold == 1)
    #expect(status.items == 5 && status.publicItems == 4)
    #expect(try status == cloud.status())
  }

  @Test func `explains an item by its key, and one that is not public by its tag`() throws {
    let reader = try CloudReader(folder.path)
    let found = try #require(try reader.explanation(of: "https://example.com/2"))
    #expect(found.reason == .isPublic(endorsers: 1) && found.isEqual)
    #expect(
      found.sentence
        == "It is public: 1 device endorses the words that are shown, and 1 has to.")
    #expect(found.contributions.map(\.place.number) == [3])
    #expect(try reader.explanation(of: "https://example.com/4") == nil)
    let tag = secret.tag(salt: Sample.tagSalt)
    for name in ["\(tag)", "tag:\(tag)"] {
      #expect(try reader.explanation(of: name)?.reason == .isWanted)
    }
  }

  @Test func `asks for the tag if several apps have the page`() throws {
    let reader = try CloudReader(folder.path)
    let error = #expect(throws: CloudError.self) {
      try reader.explanation(of: "https://example.com/3")
    }
    #expect(error?.code == .query)
    let tags = [shared, alsoShared].map { "\($0.tag(salt: Sample.tagSalt))" }.sorted()
    #expect(
      error?.message
        == "2 items have the key https://example.com/3, of several apps. Name one by its tag: "
        + "\(tags.joined(separator: ", ")).")
  }

  @Test func `finds no cloud in another folder, and makes none`() throws {
    let other = try TemporaryFolder()
    let error = #expect(throws: CloudError.self) { try CloudReader(other.path) }
    #expect(error?.code == .notFound)
    #expect(error?.message == "There is no cloud in \(other.path). Check the path.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == [])
  }
}
