internal import JournalFormat
internal import Sync

/// A device that signs properly, of whatever it is told to say.
struct ScriptedDevice {
  private(set) var key: SigningKey
  let lineage: LineageKey
  private(set) var grant: Grant?
  private(set) var entries: [Entry] = []
  /// Entries that the cloud has.
  private(set) var sent = 0
  private(set) var receipt: Receipt?

  init(_ seed: UInt64, memory: SignatureMemory) {
    var dice = SplitMix64(seed)
    key = SigningKey(using: &dice)
    key.memory = memory
    lineage = LineageKey(secret: [UInt8](repeating: UInt8(seed), count: 32))
  }

  var lineageName: LineageName { LineageName(foundedWith: lineage.enrolmentNonce) }
  var epoch: EpochName { grant?.epoch ?? .zero }
  var enrolment: SyncRequest {
    .enrol(EnrolRequest(lineage: lineage, key: key))
  }

  private var start: Digest {
    JournalIdentity.shared(
      epoch: epoch, lineage: grant?.lineage ?? .zero, parent: grant?.parent
    ).genesis
  }

  var locator: Locator {
    let head = UInt64(entries.count)
    return Locator(
      epoch: epoch,
      places: Locator.numbers(head: head, floor: 0).map { number in
        Locator.Place(
          number: number, digest: number == 0 ? start : entries[Int(number) - 1].digest)
      })
  }

  mutating func begin(with grant: Grant) {
    guard grant != self.grant else { return }
    self.grant = grant
    entries = []
    sent = 0
    receipt = nil
  }

  mutating func rotated(to key: SigningKey, _ grant: Grant) {
    guard grant.epoch == epoch else { return }
    self.key = key
    self.grant = grant
  }

  mutating func note(_ answer: SyncResponse) {
    guard case .received(let receipt, _) = answer, receipt.epoch == epoch else { return }
    self.receipt = receipt
    sent = max(sent, Int(receipt.last.rawValue))
  }

  mutating func say(
    _ kind: Int, _ item: PublicItem, origin: UInt64, isCarried: Bool, isTold: Bool, on day: Day
  ) {
    let (tag, origin) = (item.tag(salt: ScriptedCloud.tagSalt), Origin(rawValue: origin))
    let report: Report =
      switch kind {
      case 0:
        .engaged(.init(tag: tag, content: item.digest, origin: origin, isCarried: isCarried))
      case 1: .content(item, salt: 3)
      case 2: .withdrawn(.init(tag: tag, origin: origin, isCarried: isCarried, isTold: isTold))
      default:
        .feedback(
          .init(tag: tag, origin: origin, isCarried: isCarried, shown: .max, engaged: .max))
      }
    let header = EntryHeader(
      number: .after(entries.last?.header.number), time: day.start, kind: .report(report.kind),
      encryption: .none, payloadByteCount: UInt32(report.payload.count),
      payloadDigest: Digest(of: report.payload))
    entries.append(
      Entry(
        header: header, digest: header.digest(after: entries.last?.digest ?? start),
        payload: report.payload))
  }

  /// Entries from a place on, in the name of a device.
  func batch(
    _ first: Int, _ count: Int, as other: ScriptedDevice, signedBy key: SigningKey
  ) throws -> [UInt8] {
    try BatchWriter().batch(
      of: Array(entries[first..<min(first + count, first + 4_096)]),
      lineage: other.grant?.lineage ?? .zero, epoch: other.epoch,
      previousDigest: first == 0 ? start : entries[first - 1].digest, signedBy: key)
  }

  /// Nobody but the device itself signed it.
  func forgedGrant(
    lineage: LineageName, epoch: EpochName, parent: Head?, order: UInt64, nonce: Nonce
  ) -> Grant {
    Grant(
      lineage: lineage, epoch: epoch, deviceKey: key.publicKey, parent: parent,
      cloudLife: Samples.life, order: order, nonce: nonce, time: Samples.time, withdrawals: [],
      signedBy: key)
  }

  func forgedReceipt(_ number: UInt64, _ time: Timestamp, _ life: CloudLife) -> Receipt {
    Receipt(
      lineage: lineageName, epoch: epoch, first: .first,
      last: SequenceNumber(number) ?? .largest, digest: Samples.digest, cloudLife: life,
      receivedMark: number, backedUpMark: number, receivedTime: time, signedBy: key)
  }
}
