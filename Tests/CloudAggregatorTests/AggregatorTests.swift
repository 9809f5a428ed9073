import CloudAggregator
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@Suite("An aggregator") struct AggregatorTests {
  @Test func `gives a repeated enrolment the same grant`() throws {
    let cloud = try TestCloud()
    let device = TestDevice(1)
    let first = try cloud.answer(device.enrolment)
    #expect(try cloud.answer(device.enrolment) == first)
    #expect(cloud.log.entries.count == 3)
    var thief = EnrolRequest(lineage: device.lineage, key: TestDevice(2).key)
    // Who has another key and no proof of the lineage gets nothing that a stranger could use.
    guard
      case .notReceived(.lineageKnown, let news) = try cloud.answer(
        SyncRequest.enrol(thief).bytes)
    else {
      Issue.record("the lineage is known by another key")
      return
    }
    #expect(news.receivedMark == 0 && news.wanted.isEmpty)
    thief.lineageKey = Sample.lineageKey.publicKey
    #expect(try cloud.refusal(SyncRequest.enrol(thief).bytes) == .malformed)
  }

  @Test func `answers a batch with a signed receipt, and a duplicate with the same`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    device.add(engaged(1))
    device.add(engaged(2))
    let request = try device.request()
    let answer = try cloud.answer(request)
    guard case .received(let receipt, _) = answer else {
      Issue.record("\(answer) is no receipt")
      return
    }
    #expect(receipt.isSigned(by: SignatureVerifier(Sample.cloudKey.publicKey)))
    #expect(receipt.first == .first && receipt.last.rawValue == 2)
    #expect(receipt.digest == device.chain.digest)
    let length = cloud.log.entries.count
    #expect(try cloud.answer(request) == answer)
    #expect(cloud.log.entries.count == length)
    // Other borders inside what is known: the chain's digest at the end decides.
    guard case .received(let part, _) = try cloud.answer(try device.request(1, 1)) else {
      Issue.record("a part of what is known is a duplicate")
      return
    }
    #expect(part.last == .first)
    #expect(cloud.log.entries.count == length)
  }

  @Test func `keeps other content under known numbers as an incident, for ever`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    let young = device
    var twin = young
    device.add(engaged(1))
    twin.add(engaged(2))
    _ = try cloud.answer(try device.request())
    let digest = try cloud.cloud.projections.stateDigest()
    guard case .notReceived(.fork, _) = try cloud.answer(try twin.request()) else {
      Issue.record("the same number with other content is a fork")
      return
    }
    #expect(try cloud.cloud.projections.status().incidents == 1)
    #expect(try cloud.cloud.projections.stateDigest() == digest)
    guard let last = cloud.log.entries.last, let payload = last.payload,
      case .incident(let incident) = try ControlEntry(kind: last.header.kind, payload: payload)
    else {
      Issue.record("the log has to end with the incident")
      return
    }
    #expect(incident.known == device.chain.digest && incident.sent == twin.chain.digest)
    // The same again says nothing new.
    for _ in 0..<4 { _ = try cloud.answer(try twin.request()) }
    #expect(try cloud.cloud.projections.status().incidents == 1)
    for number in 3...40 as ClosedRange<UInt64> {
      var other = young
      other.add(engaged(number))
      _ = try cloud.answer(try other.request())
    }
    #expect(try cloud.cloud.projections.status().incidents == 16)
  }

  @Test func `changes nothing when it refuses`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    var stranger = TestDevice(2)
    device.add(engaged(1))
    stranger.add(engaged(2))
    let digest = try cloud.cloud.projections.stateDigest()
    let length = cloud.log.entries.count
    let good = try device.batch()
    var flipped = good
    flipped[good.count - 1] ^= 1
    let forged = try device.batch(signedBy: TestDevice(3).key)
    let batches = [flipped, forged, [], Array(good.dropLast()), good + [0]]
    for batch in batches {
      let code = try cloud.refusal(SyncRequest.append(AppendRequest(batch: batch)).bytes)
      #expect(code == .malformed || code == .notAllowed)
    }
    let huge = [UInt8](repeating: 0, count: 300 << 10)
    #expect(try cloud.refusal(SyncRequest.append(AppendRequest(batch: huge)).bytes) == .tooLarge)
    #expect(try cloud.refusal([1, 2, 3]) == .malformed)
    guard case .notReceived(.unknownEpoch, _) = try cloud.answer(try stranger.request()) else {
      Issue.record("an epoch that was never granted is unknown")
      return
    }
    #expect(cloud.log.entries.count == length)
    #expect(try cloud.cloud.projections.stateDigest() == digest)
    guard case .received = try cloud.answer(try device.request()) else {
      Issue.record("the next good request is served")
      return
    }
  }

  @Test func `counts an origin once, whatever carries it`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    for origin in [1, 1, 2, 1] as [UInt64] { device.add(engaged(origin)) }
    _ = try cloud.answer(try device.request())
    let row = try #require(try cloud.cloud.projections.popularity().first)
    #expect(row.events == 2)
    #expect(row.distinctDevices == 1)
  }

  @Test func `asks the k-th device for the content and publishes what arrives`() throws {
    let cloud = try TestCloud(threshold: 2)
    var first = try cloud.device(1)
    var second = try cloud.device(2)
    var third = try cloud.device(3)
    first.add(engaged(1))
    second.add(engaged(2))
    guard case .received(_, let early) = try cloud.answer(try first.request()) else { return }
    #expect(early.wanted.isEmpty)
    guard case .received(_, let news) = try cloud.answer(try second.request()) else { return }
    #expect(news.wanted == [WantedContent(tag: Sample.tag, content: Sample.item.digest)])
    #expect(try cloud.cloud.projections.publicEntries().isEmpty)
    // Nobody who has not endorsed can put words under the tag.
    third.add(Sample.content)
    _ = try cloud.answer(try third.request())
    #expect(try cloud.cloud.projections.publicEntries().isEmpty)
    second.add(Sample.content)
    _ = try cloud.answer(try second.request(2))
    #expect(try cloud.cloud.projections.publicEntries().map(\.item) == [Sample.item])
    #expect(try cloud.cloud.projections.search("water", limit: 5).count == 1)
    #expect(try cloud.cloud.projections.popularity().map(\.key) == [Sample.item.key])
  }

  @Test func `hides an item when a withdrawal goes below k, and shows it again when it is back`()
    throws
  {
    let cloud = try TestCloud(threshold: 2)
    var first = try cloud.device(1)
    var second = try cloud.device(2)
    first.add(engaged(1))
    second.add(engaged(2))
    second.add(Sample.content)
    _ = try cloud.answer(try first.request())
    _ = try cloud.answer(try second.request())
    #expect(try cloud.cloud.projections.publicEntries().count == 1)
    first.add(withdrawn(3))
    _ = try cloud.answer(try first.request(2))
    #expect(try cloud.cloud.projections.publicEntries().isEmpty)
    #expect(try cloud.cloud.projections.search("water", limit: 5).isEmpty)
    let row = try #require(try cloud.cloud.projections.popularity().first)
    #expect(row.events == 2 && row.distinctDevices == 1)
    #expect(row.key == "tag:\(Sample.tag)")
    first.add(engaged(4))
    _ = try cloud.answer(try first.request(3))
    #expect(try cloud.cloud.projections.publicEntries().count == 1)
  }

  @Test func `rebuilds the same state from its log`() throws {
    let cloud = try TestCloud(threshold: 2)
    for seed in 1...6 as ClosedRange<UInt64> {
      var device = try cloud.device(seed)
      for origin in 1...seed { device.add(engaged(origin), on: Day(Int32(origin))) }
      if seed.isMultiple(of: 3) { device.add(withdrawn(99)) }
      device.add(Sample.feedback)
      device.add(Sample.content)
      _ = try cloud.answer(try device.request())
    }
    let before = try cloud.cloud.projections.stateDigest()
    try cloud.cloud.rebuild()
    #expect(try cloud.cloud.projections.stateDigest() == before)
  }

  @Test(arguments: [StrictCloudLog.Fault.answerLost, .appendLost, .refused])
  func `acknowledges nothing that its log did not, and finds out later`(
    fault: StrictCloudLog.Fault
  ) throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    device.add(engaged(1))
    cloud.log.nextFault = fault
    #expect(try cloud.refusal(try device.request()) == .retryLater)
    guard case .received = try cloud.answer(try device.request()) else {
      Issue.record("the second try has to be received")
      return
    }
    #expect(try cloud.cloud.projections.popularity().map(\.events) == [1])
    #expect(cloud.log.entries.filter { $0.header.kind == .batch }.count == 1)
  }

  @Test func `notices a log that lost its tail after an acknowledgement`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    device.add(engaged(1))
    _ = try cloud.answer(try device.request())
    cloud.log.loseTail(1)
    device.add(engaged(2))
    #expect(try cloud.refusal(try device.request(2)) == .retryLater)
    guard case .notReceived(.ahead(let cloudHead), _) = try cloud.answer(try device.request(2))
    else {
      Issue.record("the log went back: the device has to hear from where to send again")
      return
    }
    #expect(cloudHead.number == 0)
    _ = try cloud.answer(try device.request())
    #expect(try cloud.cloud.projections.popularity().map(\.events) == [2])
  }

  @Test func `makes no incident of a log that cannot be read`() throws {
    let cloud = try TestCloud()
    var device = try cloud.device(1)
    for origin in 1...4 as ClosedRange<UInt64> { device.add(engaged(origin)) }
    _ = try cloud.answer(try device.request())
    cloud.log.refusesReads = true
    #expect(try cloud.refusal(try device.request(1, 2)) == .retryLater)
    cloud.log.refusesReads = false
    guard case .received = try cloud.answer(try device.request(1, 2)) else {
      Issue.record("a duplicate has to be received")
      return
    }
    #expect(try cloud.cloud.projections.status().incidents == 0)
  }
}
