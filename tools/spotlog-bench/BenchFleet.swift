import CloudAggregator
import JournalFormat
import Sync

/// Devices that exist only as keys, and the batches they would send: what the cloud's side is fed.
struct BenchFleet {
  let cloudKey: SigningKey
  var random: SplitMix64

  struct Member {
    let key: SigningKey
    let grant: Grant
    var head: UInt64 = 0
    var digest: Digest
  }

  private(set) var members: [Member] = []
  private let writer = BatchWriter()
  /// Twice what 21,081 people engaged with in the data of the README's first command.
  static let tagCount: UInt64 = 25_000

  init(seed: UInt64) {
    random = SplitMix64(seed)
    cloudKey = SigningKey(using: &random)
  }

  /// Devices whose grants nobody's log has: for projections alone.
  mutating func add(_ count: Int) {
    for order in 0..<count {
      let key = SigningKey(using: &random)
      let grant = Grant(
        lineage: LineageName(using: &random), epoch: EpochName(using: &random),
        deviceKey: key.publicKey, parent: nil, cloudLife: CloudLife(using: &random),
        order: UInt64(order), nonce: Nonce(using: &random), time: Timestamp(milliseconds: 0),
        withdrawals: [], signedBy: cloudKey)
      add(key, grant)
    }
  }

  private mutating func add(_ key: SigningKey, _ grant: Grant) {
    let identity = JournalIdentity.shared(
      epoch: grant.epoch, lineage: grant.lineage, parent: grant.parent)
    members.append(Member(key: key, grant: grant, digest: identity.genesis))
  }

  /// Enrols devices with an aggregator.
  mutating func enrol(_ count: Int, with aggregator: Aggregator, now: Timestamp) {
    let keys = (0..<count).map { _ in SigningKey(using: &random) }
    let requests = keys.map { key in
      SyncRequest.enrol(
        EnrolRequest(
          lineage: LineageKey(secret: Nonce(using: &random).bytes), key: key)
      ).bytes
    }
    for start in stride(from: 0, to: count, by: 500) {
      let end = min(start + 500, count)
      let answers = aggregator.handle(Array(requests[start..<end]), now: now)
      for (key, answer) in zip(keys[start..<end], answers) {
        guard case .enrolled(let grant, _) = try? SyncResponse(bytes: answer) else {
          preconditionFailure("an enrolment of the benchmark was refused")
        }
        add(key, grant)
      }
    }
  }

  /// The next batch of a device: engagements with items of which few are engaged with often.
  mutating func batch(from place: Int, reports: Int, day: Int32) throws -> [UInt8] {
    var entries: [Entry] = []
    var member = members[place]
    let first = member.digest
    for _ in 0..<reports {
      let report = Report.engaged(engagement())
      member.head += 1
      let payload = report.payload
      let header = EntryHeader(
        number: SequenceNumber(member.head)!, time: Day(day).start, kind: .report(.engaged),
        encryption: .none, payloadByteCount: UInt32(payload.count),
        payloadDigest: Digest(of: payload))
      member.digest = header.digest(after: member.digest)
      entries.append(Entry(header: header, digest: member.digest, payload: payload))
    }
    members[place] = member
    return try writer.batch(
      of: entries, lineage: member.grant.lineage, epoch: member.grant.epoch,
      previousDigest: first, signedBy: member.key)
  }

  private mutating func engagement() -> Report.Engaged {
    // The product of two even draws falls off much as popularity does.
    let item = random.below(random.below(Self.tagCount) + 1)
    var bits = SplitMix64(item)
    return Report.Engaged(
      tag: Tag(suite: 1, bits: UInt128(bits.next()) << 64 | UInt128(bits.next())),
      content: ContentDigest(using: &bits), origin: Origin(rawValue: random.next()),
      isCarried: false)
  }
}
