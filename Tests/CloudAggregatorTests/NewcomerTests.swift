import JournalFormat
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// 49 devices that somebody invents in a moment, where 50 make a page public: the cloud must not
/// tell them that one other person read it.
@Suite("Invented devices") struct NewcomerTests {
  private static let day: Int64 = 86_400_000
  private static let inventedCount = 49

  private let cloud: TestCloud
  private var reader: TestDevice
  private var invented: [TestDevice] = []
  /// What each answer asked the invented devices for.
  private var heard: [[WantedContent]] = []

  init() throws { try self.init(isRead: true) }

  private init(
    isRead: Bool, newcomerMilliseconds: Int64 = day, inventedCount: Int = inventedCount
  ) throws {
    cloud = try TestCloud(threshold: 50) { $0.newcomerMilliseconds = newcomerMilliseconds }
    reader = try cloud.device(1)
    reader.add(engaged(1, item: isRead ? Sample.item : Sample.itemWithoutPage))
    _ = try cloud.answer(try reader.request())
    for seed in 0..<inventedCount {
      var device = try cloud.device(UInt64(seed) + 100)
      device.add(engaged(UInt64(seed) + 100))
      heard.append(try #require(try cloud.answer(try device.request()).wanted))
      invented.append(device)
    }
    try askAll(after: 1_000)
  }

  /// Each says where it is, and asks what is wanted.
  private mutating func askAll(after milliseconds: Int64) throws {
    let time = cloud.now.advanced(byMilliseconds: milliseconds)
    for device in invented {
      for request in [
        try device.opening(at: time), SyncRequest.wanted(device.wanted(at: time)).bytes,
      ] {
        heard.append(try #require(try cloud.answer(request, after: milliseconds).wanted))
      }
    }
  }

  @Test func `hear the same whether one other person read the page or nobody`() throws {
    let unread = try Self(isRead: false)
    #expect(heard == unread.heard)
    // That is the rule's doing.
    let (read, other) = (
      try Self(isRead: true, newcomerMilliseconds: 0),
      try Self(isRead: false, newcomerMilliseconds: 0)
    )
    #expect(read.heard != other.heard)
  }

  @Test func `hear the same also of a server that was restarted`() throws {
    let state = cloud.cloud.projections.state
    let reopened = try cloud.reopened()
    try cloud.cloud.rebuild()
    for other in [reopened.projections.state, cloud.cloud.projections.state] {
      #expect(
        other.items.contents.map(\.oldestEndorser) == state.items.contents.map(\.oldestEndorser))
      #expect(other.lineages.all.map(\.enrolled) == state.lineages.all.map(\.enrolled))
    }
    let answer = reopened.handle(try invented[48].opening(at: cloud.now), now: cloud.now)
    #expect(try SyncResponse(bytes: answer).wanted == [])
    // A new key does not make a device older, nor younger.
    let rotated = reopened.handle(
      SyncRequest.rotate(try invented[0].rotation()).bytes, now: cloud.now)
    guard case .enrolled = try SyncResponse(bytes: rotated) else {
      Issue.record("the key is changed")
      return
    }
    #expect(
      reopened.projections.state.lineages.all.map(\.enrolled) == state.lineages.all.map(\.enrolled))
  }

  @Test func `leave the page to its reader, who is asked when it is next heard`() throws {
    let answer = try cloud.answer(try reader.opening(at: cloud.now))
    #expect(answer.wanted?.map(\.content) == [Sample.item.digest])
  }

  // MARK: What remains

  @Test mutating func `are asked when they were there for a day, and learn it then`() throws {
    let before = heard.count
    try askAll(after: Self.day - 1)
    #expect(heard.dropFirst(before).allSatisfy { $0.isEmpty })
    try askAll(after: Self.day)
    #expect(heard.contains { $0.map(\.content) == [Sample.item.digest] })
  }

  /// Who brings the words need not be asked. What the cloud makes public everybody sees.
  @Test mutating func `learn it from the page's being public, where they send its words`() throws {
    #expect(try cloud.cloud.projections.publicEntries().isEmpty)
    invented[0].add(Sample.content)
    _ = try cloud.answer(try invented[0].request(2))
    #expect(try cloud.cloud.projections.publicEntries().map(\.item) == [Sample.item])
  }

  @Test func `are one where the cloud has one token for them`() throws {
    let token = Array("a token".utf8)
    let cloud = try TestCloud(threshold: 50) {
      $0.admission = .token([Digest(of: token): 1])
    }
    let admitted = (0..<Self.inventedCount).filter { seed in
      let device = TestDevice(UInt64(seed) + 100)
      let request = EnrolRequest(lineage: device.lineage, attestation: token, key: device.key)
      let call = Aggregator.Call(SyncRequest.enrol(request).bytes)
      return if case .enrolled = cloud.cloud.handle([call], now: cloud.now)[0] { true } else {
        false
      }
    }
    #expect(admitted == [0])
  }
}
