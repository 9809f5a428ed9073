import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// Two devices that endorse two items, and both bring the words of the first.
private struct Pair {
  let cloud: Aggregator
  var devices: [TestDevice] = []
  static let day: Int64 = 86_400_000

  init(on cloud: Aggregator) throws {
    self.cloud = cloud
    for seed in [1, 2] as [UInt64] {
      var device = TestDevice(seed)
      try device.enrol(with: cloud, now: Fleet.now)
      devices.append(device)
      for item in [1, 2] as [UInt64] {
        try say(Int(seed) - 1, engaged(item, item: Fleet.item(item)))
      }
    }
    try say(0, .content(Fleet.item(1), salt: 1))
    try say(1, .content(Fleet.item(1), salt: 2))
    try say(0, .content(Fleet.item(2), salt: 3))
  }

  /// Sends a report alone.
  mutating func say(_ device: Int, _ report: Report) throws {
    devices[device].add(report)
    guard case .received = try send(device, devices[device].chain.entries.count) else {
      throw FormatError(.malformed, "The batch was not received.")
    }
  }

  func send(_ device: Int, _ number: Int) throws -> SyncResponse {
    try SyncResponse(
      bytes: cloud.handle(try devices[device].request(number, number), now: Fleet.now))
  }

  /// What the device is asked for when it opens.
  func asked(_ device: Int) throws -> [WantedContent] {
    let request = SyncRequest.open(devices[device].open(at: Fleet.now))
    guard
      case .opened(_, let news) = try SyncResponse(
        bytes: cloud.handle(request.bytes, now: Fleet.now))
    else { return [] }
    return news.wanted
  }

  mutating func hideFirst() throws { try say(1, withdrawn(90, item: Fleet.item(1))) }

  func redact(afterDays days: Int64, _ milliseconds: Int64 = 0) throws -> Int {
    try cloud.redactHiddenContents(
      now: Fleet.now.advanced(byMilliseconds: days * Self.day + milliseconds))
  }

  var titles: [String] {
    get throws { try cloud.projections.publicEntries().map(\.item.title) }
  }
}

@Suite("Hidden words") struct HiddenContentTests {
  private let folder: TemporaryFolder
  private var storage: CloudStorage { .folder(folder.path) }
  private let wish = WantedContent(tag: Fleet.tag(1), content: Fleet.item(1).digest)

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> Aggregator {
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = 2
    return try Aggregator.open(
      storage, keys: CloudKeys(signing: Sample.cloudKey), configuration: configuration,
      dice: .seeded(1), now: Fleet.now)
  }

  private func isOnDisk(_ text: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
      try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        .range(of: Data(text.utf8)) != nil
    }
  }

  @Test func `leave every file after the stated time, and no others do`() throws {
    let cloud = try open()
    var pair = try Pair(on: cloud)
    try pair.hideFirst()
    try cloud.projections.flush()
    #expect(try pair.titles == ["Page word2"] && pair.redact(afterDays: 0) == 0)
    for text in ["Page word1", "Page word2"] { #expect(try isOnDisk(text)) }
    #expect(try pair.redact(afterDays: 1, -1) == 0)
    #expect(try pair.redact(afterDays: 1) == 2)
    // The word lists of the index write in small letters, and spell a word without its beginning.
    for text in ["Page word1", "word1"] { #expect(try !isOnDisk(text)) }
    #expect(try isOnDisk("Page word2") && pair.titles == ["Page word2"])
    let verification = try #require(cloud.verifyLog())
    #expect(verification.isWhole && verification.redactedCount == 2)
    #expect(try pair.redact(afterDays: 9) == 0)
  }

  @Test
  func `leave counts, heads and receipts as they were, also in a projection of the log alone`()
    throws
  {
    var cloud: Aggregator? = try open()
    var pair: Pair? = try Pair(on: try #require(cloud))
    try pair?.hideFirst()
    let counts = cloud?.projections.counts()
    let reports = try cloud?.status().reports
    _ = try pair?.redact(afterDays: 0)
    #expect(try pair?.redact(afterDays: 1) == 2)
    let digest = try #require(try cloud?.projections.stateDigest())
    #expect(cloud?.projections.counts() == counts)
    try cloud?.rebuild()
    #expect(try cloud?.projections.stateDigest() == digest && cloud?.status().reports == reports)
    // The batch that lost its words is a duplicate, and the next one follows it.
    for number in [3, 5] {
      guard case .received(let receipt, _)? = try pair?.send(0, number) else {
        Issue.record("entry \(number) is a duplicate or follows")
        continue
      }
      #expect(receipt.last.rawValue == UInt64(number))
      if number == 3 { pair?.devices[0].add(engaged(70, item: Fleet.item(2))) }
    }
    let after = try #require(try cloud?.projections.stateDigest())
    try cloud?.close()
    pair = nil
    cloud = nil
    for isFromLog in [false, true] {
      if isFromLog { try FileManager.default.removeItem(atPath: storage.projectionsPath) }
      let opened = try CloudProjections.read(at: storage)
      #expect(try opened.projections.stateDigest() == after)
      #expect(try opened.projections.status().unaskedContents == 0)
    }
  }

  @Test func `are requested again when k endorse again, and are shown when they come`() throws {
    var pair = try Pair(on: try open())
    try pair.hideFirst()
    _ = try pair.redact(afterDays: 0)
    _ = try pair.redact(afterDays: 1)
    #expect(try pair.asked(0).isEmpty)
    try pair.say(1, engaged(91, item: Fleet.item(1)))
    #expect(try pair.asked(0) == [wish] && pair.titles == ["Page word2"])
    try pair.say(0, .content(Fleet.item(1), salt: 9))
    #expect(try pair.titles == ["Page word1", "Page word2"] && pair.asked(0).isEmpty)
    let digest = try pair.cloud.projections.stateDigest()
    try pair.cloud.rebuild()
    #expect(try pair.cloud.projections.stateDigest() == digest)
    #expect(try pair.redact(afterDays: 3) == 0 && pair.redact(afterDays: 9) == 0)
  }

  @Test func `of an item that was taken down leave too, and are not asked for meanwhile`() throws {
    let pair = try Pair(on: try open())
    _ = try pair.cloud.takeDown(Fleet.tag(1), isUndone: false, now: Fleet.now)
    _ = try pair.redact(afterDays: 0)
    #expect(try pair.redact(afterDays: 1) == 2)
    #expect(try pair.asked(0).isEmpty)
    _ = try pair.cloud.takeDown(Fleet.tag(1), isUndone: true, now: Fleet.now)
    #expect(try pair.asked(0) == [wish])
  }

  @Test func `that are shown again in time stay`() throws {
    var pair = try Pair(on: try open())
    try pair.hideFirst()
    _ = try pair.redact(afterDays: 0)
    try pair.say(1, engaged(91, item: Fleet.item(1)))
    // What nobody had needed goes.
    #expect(try pair.redact(afterDays: 1) == 1)
    #expect(try pair.titles == ["Page word1", "Page word2"])
    try pair.say(1, withdrawn(92, item: Fleet.item(1)))
    #expect(try pair.redact(afterDays: 1, 1) == 0)
    #expect(try pair.redact(afterDays: 2) == 0 && pair.redact(afterDays: 2, 1) == 1)
  }

  @Test func `wait while the log is recovering`() throws {
    var pair = try Pair(on: try open())
    try pair.hideFirst()
    try pair.cloud.committer.commit([.recovering(isOver: false)], now: Fleet.now)
    for day in [0, 2, 4] as [Int64] { #expect(try pair.redact(afterDays: day) == 0) }
    #expect(pair.cloud.projections.state.publication.logged.hidden.count == 1)
  }

  @Test func `that travelled with counts stay in the log, and nothing is tried again`() throws {
    let world = try FleetCloud()
    try world.revoke(.retracted)
    let later = Fleet.now.advanced(byMilliseconds: 10 * Pair.day)
    let facts = try Facts(world.projections)
    // The second device's words for item 2 are shown; those of the lost one went with its counts.
    for time in [Fleet.now, later, later] {
      #expect(try world.cloud.redactHiddenContents(now: time) == 0)
    }
    _ = try world.cloud.reinstate(world.fleet.lineage, now: later)
    let length = world.log.entries.count
    for days in [11, 12, 13] as [Int64] {
      let time = Fleet.now.advanced(byMilliseconds: days * Pair.day)
      _ = try world.cloud.redactHiddenContents(now: time)
    }
    // The second device's words were not needed.
    #expect(world.log.entries.count == length + 1)
    try world.revoke(.retracted)
    #expect(try Facts(world.projections).counts == facts.counts)
  }

  @Test(arguments: [0, 1]) func `leave to the end after an interruption`(redactions: Int) throws {
    let world = try TestCloud { $0.redactionDelayMilliseconds = 0 }
    var pair = try Pair(on: world.cloud)
    try pair.hideFirst()
    world.log.redactionsLeft = redactions
    let error = #expect(throws: CloudError.self) { try pair.redact(afterDays: 0) }
    #expect(
      error?.message
        == "Words that are hidden may still be on the disk (the line broke). Make room, "
        + "and end programs that read the cloud's files; the server tries again automatically.")
    let digest = try world.cloud.projections.stateDigest()
    let length = world.log.entries.count
    world.log.redactionsLeft = nil
    for isRebuilt in [false, true] {
      let again = try world.reopened()
      if isRebuilt { try again.rebuild() }
      #expect(try again.projections.stateDigest() == digest)
      #expect(
        again.projections.state.publication.logged.unredacted.count
          == (isRebuilt ? 2 - redactions : 2))
    }
    #expect(try world.reopened().redactHiddenContents(now: Fleet.now) == 2 - redactions)
    #expect(world.log.entries.filter { $0.payload == nil }.count == 2)
    #expect(world.log.entries.count == length)
  }

  @Test func `of an erased device were its own, whichever came first`() throws {
    for isErasedFirst in [false, true] {
      let world = try TestCloud { $0.redactionDelayMilliseconds = 0 }
      var pair = try Pair(on: world.cloud)
      try pair.hideFirst()
      let lineage = try #require(pair.devices[0].grant?.lineage)
      if isErasedFirst { _ = try world.cloud.erase(lineage, now: Fleet.now) }
      #expect(try pair.redact(afterDays: 0) == (isErasedFirst ? 1 : 2))
      if !isErasedFirst {
        #expect(try world.cloud.erase(lineage, now: Fleet.now).redactedBatches == 3)
      }
      let digest = try world.cloud.projections.stateDigest()
      #expect(try pair.redact(afterDays: 1) == 0)
      try world.cloud.rebuild()
      #expect(try world.cloud.projections.stateDigest() == digest)
    }
  }
}
