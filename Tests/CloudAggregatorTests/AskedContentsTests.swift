import CloudAggregator
import JournalFormat
import Sync
import TestSupport
import Testing

/// The cloud's half of asking for contents: whom, how many at a time, how long, until when.
///
/// Two devices have to endorse, three are asked at a time, and each has a day.
@Suite("A wanted content") struct AskedContentsTests {
  private static let wanted = WantedContent(tag: Sample.tag, content: Sample.item.digest)
  private let cloud: TestCloud
  private var deadline: Int64 { cloud.cloud.configuration.askDeadlineMilliseconds }

  init() throws { cloud = try TestCloud(threshold: 2) }

  private func enrolled(_ count: UInt64) throws -> [TestDevice] {
    try (1...count).map { try cloud.device($0) }
  }

  /// Whether the answer to a request asks for the content. It never asks for anything else.
  private func asks(_ request: [UInt8], after milliseconds: Int64 = 0) throws -> Bool {
    let now = cloud.now.advanced(byMilliseconds: milliseconds)
    let answer = try SyncResponse(bytes: cloud.cloud.handle(request, now: now))
    let wanted = try #require(answer.wanted, "\(answer) cannot ask")
    #expect(wanted.isEmpty || wanted == [Self.wanted])
    return !wanted.isEmpty
  }

  /// A device engages with an item and sends that alone: whether its receipt asks.
  private func engage(
    _ device: inout TestDevice, with item: PublicItem = Sample.item, after milliseconds: Int64 = 0
  ) throws -> Bool {
    let number = device.chain.entries.count + 1
    device.add(engaged(UInt64(number), item: item))
    return try asks(try device.request(number), after: milliseconds)
  }

  /// Whether a device that says that it does not have the content any more is asked for it.
  private func tells(_ device: TestDevice) throws -> Bool {
    try asks(SyncRequest.wanted(try device.telling(gone: [Self.wanted])).bytes)
  }

  /// Whether a device that says where it is is asked.
  private func opens(_ device: TestDevice, after milliseconds: Int64 = 0) throws -> Bool {
    let now = cloud.now.advanced(byMilliseconds: milliseconds)
    return try asks(try device.opening(at: now), after: milliseconds)
  }

  /// Whether the receipt for a device's entries from a place on asks.
  private func sends(_ device: TestDevice, from first: Int = 1) throws -> Bool {
    try asks(try device.request(first))
  }

  // MARK: How many

  @Test func `is asked of three devices at a time, from the k-th on`() throws {
    var devices = try enrolled(6)
    let asked = try devices.indices.map { try engage(&devices[$0]) }
    #expect(asked == [false, true, true, true, false, false])
    // Who opens or engages once more waits like everybody else.
    #expect(try !opens(devices[0]))
    let isAsked = try engage(&devices[5])
    #expect(!isAsked)
  }

  @Test func `is asked again of a device that was asked, which takes no second place`() throws {
    var devices = try enrolled(5)
    let asked = try (0..<3).map { try engage(&devices[$0]) }
    #expect(asked == [false, true, true])
    // Its receipt may have been lost: it sends the same batch again, or starts again.
    for _ in 0..<3 {
      #expect(try sends(devices[1]))
      #expect(try opens(devices[1]))
    }
    let others = try (3...4).map { try engage(&devices[$0]) }
    #expect(others == [true, false])
    #expect(try opens(devices[1]))
  }

  // MARK: Whom

  @Test func `is asked of a device that opens, if it endorses`() throws {
    var devices = try enrolled(3)
    let asked = try (0..<2).map { try engage(&devices[$0]) }
    #expect(asked == [false, true])
    #expect(try opens(devices[0]))
    #expect(try !opens(devices[2]))
  }

  @Test func `is asked of no device that does not endorse it`() throws {
    var devices = try enrolled(5)
    let asked = try (0..<2).map { try engage(&devices[$0]) }
    #expect(asked == [false, true])
    // Another item, and the same item with other words.
    var reworded = Sample.item
    reworded.title = "Lilies"
    let ofAnotherItem = try engage(&devices[2], with: Sample.itemWithoutPage)
    let ofOtherWords = try engage(&devices[3], with: reworded)
    #expect(!ofAnotherItem && !ofOtherWords)
    #expect(try !opens(devices[2]))
    #expect(try !opens(devices[3]))
    // Who took its engagement back speaks for nothing any more.
    let isAsked = try engage(&devices[4])
    #expect(isAsked)
    devices[4].add(withdrawn(2))
    #expect(try !sends(devices[4], from: 2))
    #expect(try !opens(devices[4]))
    // It is wanted all the while.
    #expect(try opens(devices[0]))
  }

  @Test func `is not asked of a device that took it back in the same batch`() throws {
    var devices = try enrolled(3)
    let asked = try (0..<2).map { try engage(&devices[$0]) }
    #expect(asked == [false, true])
    devices[2].add(engaged(1))
    devices[2].add(withdrawn(2))
    #expect(try !sends(devices[2]))
  }

  // MARK: How long

  @Test func `is asked of the next device when a deadline has passed`() throws {
    var devices = try enrolled(7)
    // Those that are asked are asked a second apart.
    let asked = try (0..<4).map { try engage(&devices[$0], after: Int64($0) * 1_000) }
    #expect(asked == [false, true, true, true])
    let early = try engage(&devices[4], after: deadline + 999)
    #expect(!early)
    let next = try engage(&devices[5], after: deadline + 1_000)
    #expect(next)
    // One deadline frees one place, and the device that missed it has lost it.
    let tooMany = try engage(&devices[6], after: deadline + 1_001)
    #expect(!tooMany)
    #expect(try !opens(devices[1], after: deadline + 1_002))
    let afterSecond = try engage(&devices[6], after: deadline + 2_000)
    #expect(afterSecond)
  }

  /// Who does not deliver must not hold a place for ever by speaking often.
  @Test func `is asked of others first when a device did not deliver`() throws {
    var devices = try enrolled(5)
    let asked = try (0..<4).map { try engage(&devices[$0]) }
    #expect(asked == [false, true, true, true])
    for device in devices[1...3] { #expect(try opens(device, after: deadline - 1)) }
    for device in devices[1...3] { #expect(try !opens(device, after: deadline)) }
    #expect(try opens(devices[0], after: deadline))
    let next = try engage(&devices[4], after: deadline)
    #expect(next)
    // Their turn comes again, a deadline later.
    #expect(try !opens(devices[1], after: 2 * deadline - 1))
    #expect(try opens(devices[1], after: 2 * deadline))
  }

  @Test func `is not asked again at once of a device that said that it is gone`() throws {
    var devices = try enrolled(2)
    let asked = try (0..<2).map { try engage(&devices[$0]) }
    #expect(asked == [false, true])
    #expect(try !tells(devices[1]))
    // Nor when it says so again, opens, or engages with it once more.
    #expect(try !tells(devices[1]))
    #expect(try !opens(devices[1]))
    let isAskedAgain = try engage(&devices[1])
    #expect(!isAskedAgain)
    #expect(try opens(devices[0]))
  }

  @Test func `is asked of the next device at once when one says that it is gone`() throws {
    var devices = try enrolled(7)
    let asked = try (0..<5).map { try engage(&devices[$0]) }
    #expect(asked == [false, true, true, true, false])
    #expect(try !tells(devices[2]))
    let next = try (5...6).map { try engage(&devices[$0]) }
    #expect(next == [true, false])
  }

  @Test func `is asked in the answer to a device that says that another one is gone`() throws {
    var devices = try enrolled(3)
    let asked = try (0..<2).map { try engage(&devices[$0]) }
    #expect(asked == [false, true])
    let other = WantedContent(
      tag: Sample.itemWithoutPage.tag(salt: Sample.tagSalt),
      content: Sample.itemWithoutPage.digest)
    for gone in [[], [other]] {
      #expect(try asks(SyncRequest.wanted(try devices[0].telling(gone: gone)).bytes))
    }
    // Who does not endorse is not asked here either.
    #expect(try !asks(SyncRequest.wanted(try devices[2].telling(gone: [])).bytes))
  }

  @Test func `stays asked of the same devices when anybody else says that it is gone`() throws {
    var devices = try enrolled(5)
    let asked = try (0..<4).map { try engage(&devices[$0]) }
    #expect(asked == [false, true, true, true])
    // Who was not asked has no place to free.
    #expect(try !tells(devices[0]))
    // Nobody speaks for another device, and nobody says again what was said before.
    let forged = try devices[1].telling(gone: [Self.wanted], signedBy: devices[2].key)
    #expect(try cloud.refusal(SyncRequest.wanted(forged).bytes) == .notAllowed)
    let older = cloud.now.advanced(byMilliseconds: -600_001)
    let stale = try devices[1].telling(gone: [Self.wanted], at: older)
    #expect(try cloud.refusal(SyncRequest.wanted(stale).bytes) == .stale)
    let next = try engage(&devices[4])
    #expect(!next)
  }

  // MARK: Until when

  @Test func `is asked of nobody once it has arrived`() throws {
    var devices = try enrolled(5)
    let asked = try (0..<2).map { try engage(&devices[$0]) }
    #expect(asked == [false, true])
    devices[1].add(Sample.content)
    #expect(try !sends(devices[1], from: 2))
    #expect(try cloud.cloud.projections.publicEntries().map(\.item) == [Sample.item])
    let others = try (2...3).map { try engage(&devices[$0]) }
    #expect(others == [false, false])
    #expect(try !opens(devices[0]))
    // Nor when the time of the one that was asked is over.
    let late = try engage(&devices[4], after: deadline + 1)
    #expect(!late)
    #expect(try !opens(devices[1], after: deadline + 1))
  }

  @Test func `is asked of nobody when it arrives in the same commit`() throws {
    var devices = try enrolled(3)
    let asked = try (0..<2).map { try engage(&devices[$0]) }
    #expect(asked == [false, true])
    devices[1].add(Sample.content)
    devices[2].add(engaged(1))
    let requests = [try devices[2].request(), try devices[1].request(2)]
    for answer in cloud.cloud.handle(requests, now: cloud.now) {
      let wanted = try SyncResponse(bytes: answer).wanted
      #expect(wanted?.isEmpty == true)
    }
  }

  @Test func `is asked of nobody while fewer than k endorse it`() throws {
    var devices = try enrolled(3)
    let asked = try (0..<2).map { try engage(&devices[$0]) }
    #expect(asked == [false, true])
    devices[0].add(withdrawn(2))
    #expect(try !sends(devices[0], from: 2))
    #expect(try !opens(devices[1]))
    let again = try engage(&devices[2])
    #expect(again)
    #expect(try opens(devices[1]))
  }
}
