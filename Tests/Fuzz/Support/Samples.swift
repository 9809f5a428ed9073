internal import JournalFormat

/// Valid values, the same ones every time.
enum Samples {
  static var key: SigningKey {
    var dice = SplitMix64(7)
    return SigningKey(using: &dice)
  }

  static let lineage = LineageName(bits: 1)
  static let epoch = EpochName(bits: 2)
  static let life = CloudLife(bits: 3)
  static let tag = Tag(suite: 1, bits: 4)
  static let digest = Digest(of: [5])
  static let head = Head(epoch: epoch, number: 6, digest: digest)
  static let time = Timestamp(milliseconds: 1_362_062_307_000)

  static let item = PublicItem(
    app: "com.example.films", activityType: "view", identity: .url("https://example.com/a"),
    title: "A film", contentDescription: "Two people talk.", keywords: ["Drama", "Comedy"],
    thumbnailURL: "https://example.com/a.png")
  static let other = PublicItem(
    app: "com.example.notes", activityType: "open", identity: .related("note-1"), title: "é",
    contentDescription: "", keywords: [], thumbnailURL: "")

  static let grant = Grant(
    lineage: lineage, epoch: epoch, deviceKey: key.publicKey, parent: head, cloudLife: life,
    order: 7, nonce: Nonce(bits: 8), time: time, withdrawals: [tag], signedBy: key)
  static let receipt = Receipt(
    lineage: lineage, epoch: epoch, first: .first, last: SequenceNumber(9)!, digest: digest,
    cloudLife: life, receivedMark: 9, backedUpMark: 3, receivedTime: time, signedBy: key)

  static let allReports: [Report] = [
    .engaged(.init(tag: tag, content: item.digest, origin: Origin(rawValue: 1), isCarried: false)),
    .engaged(.init(tag: tag, content: other.digest, origin: Origin(rawValue: 2), isCarried: true)),
    .content(item, salt: 10), .content(other, salt: 11), .content(detailed, salt: 12),
    .withdrawn(.init(tag: tag, origin: Origin(rawValue: 3), isCarried: false)),
    .feedback(
      .init(tag: tag, origin: Origin(rawValue: 4), isCarried: false, shown: 5, engaged: 1)),
  ]

  @Sendable static func entryHeaders() -> [[UInt8]] {
    [EntryKind.event, .report(.engaged), .batch].map {
      EntryHeader(
        number: .first, time: time, kind: $0, encryption: .none, payloadByteCount: 42,
        payloadDigest: digest
      ).bytes
    }
  }

  @Sendable static func reports() -> [[UInt8]] {
    allReports.map { [$0.kind.rawValue] + $0.payload }
  }

  static let detailed: PublicItem = {
    var item = other
    item.details.set(.rating, ["4.5"])
    item.details.set(.phoneNumbers, ["+15550123"])
    item.details.set(.startDate, ["1767261600000"])
    item.details.set(userInfo: ["room": .integer(7), "wing": .string("east")])
    return item
  }()

  @Sendable static func publicItems() -> [[UInt8]] { [item.bytes, other.bytes, detailed.bytes] }

  @Sendable static func grants() -> [[UInt8]] {
    let first = Grant(
      lineage: lineage, epoch: epoch, deviceKey: key.publicKey, parent: nil, cloudLife: life,
      order: 0, nonce: Nonce(bits: 8), time: time, withdrawals: [], signedBy: key)
    return [grant.bytes, first.bytes]
  }

  @Sendable static func receipts() -> [[UInt8]] { [receipt.bytes] }

  @Sendable static func witnesses() -> [[UInt8]] {
    let new = Witness(keySeed: key.seed, nonce: Nonce(bits: 8))
    var used = new
    used.grant = grant
    used.sent = head
    used.receipt = receipt
    var changing = used
    changing.successor = Witness.Successor(keySeed: key.seed, nonce: Nonce(bits: 9))
    changing.child = changing.successor
    changing.backup = Witness.BackupMark(cloudLife: life, epoch: epoch, number: 7)
    // Version 2 had neither child nor mark, version 1 no successor either.
    let old = [(version: 1, missing: 52), (2, 48)].map { version, missing in
      var old = Array(used.bytes.dropLast(missing))
      old[3] = UInt8(version)
      return old + Decoder.littleEndian(Checksum(of: old).value)
    }
    return [new.bytes, used.bytes, changing.bytes, cloudWitness.bytes] + old
  }

  private static let withdrawal = CloudWitness.Withdrawal(
    lineage: lineage, epoch: epoch, number: 3, tag: tag, origin: Origin(rawValue: 5))

  private static let cloudWitness: CloudWitness = {
    var witness = CloudWitness()
    witness.place = CloudWitness.Place(
      journal: JournalName(bits: 6), life: life, logNumber: 8, logDigest: digest,
      backedUpNumber: 4, backedUpDigest: .zero)
    witness.withdrawals = [CloudWitness.Recorded(logNumber: 5, value: withdrawal)]
    witness.acts = [CloudWitness.Recorded(logNumber: 6, value: .erase(lineage))]
    return witness
  }()

  @Sendable static func controlEntries() -> [[UInt8]] {
    let incident = ControlEntry.Incident(
      lineage: lineage, epoch: epoch, first: 1, last: 2, known: digest, sent: .zero)
    let entries: [ControlEntry] = [
      .enrol(grant), .grant(grant), .fence(head: head, child: EpochName(bits: 12)),
      .cloudLife(life, previous: .zero, tagSalt: [1, 2, 3]), .threshold(50),
      .retract(epoch, first: 1, last: 2, isUndone: false),
      .takeDown(tag, isUndone: true), .mark(logNumber: 4, logDigest: digest), .incident(incident),
      .revoke(lineage, isUndone: false), .erase(lineage), .withdrawal(withdrawal),
      .recovered(grant, isProven: false),
      .hole(ControlEntry.Hole(epoch: epoch, first: 1, last: 2, digest: digest)),
      .recovering(isOver: false), .admitted(epoch, token: TokenIdentifier(rawValue: 7)),
      .redacted(
        ControlEntry.Redacted(logNumber: 5, epoch: epoch, first: 3, last: 3, digest: digest)),
    ]
    return entries.map { [$0.kind.rawValue] + $0.payload }
  }

  @Sendable static func batches() throws -> [[UInt8]] {
    var entries: [Entry] = []
    var previous = digest
    for (index, report) in (allReports + allReports).enumerated() {
      let number = SequenceNumber(UInt64(index) + 1)!
      let header = EntryHeader(
        number: number, time: Day(15_764 + Int32(index / 3)).start, kind: .report(report.kind),
        encryption: .none, payloadByteCount: UInt32(report.payload.count),
        payloadDigest: Digest(of: report.payload))
      previous = header.digest(after: previous)
      // Every fifth entry was redacted.
      let payload = index % 5 == 4 ? nil : report.payload
      entries.append(Entry(header: header, digest: previous, payload: payload))
    }
    return try [1, entries.count].map {
      try BatchWriter().batch(
        of: Array(entries[..<$0]), lineage: lineage, epoch: epoch, previousDigest: digest,
        signedBy: key)
    }
  }
}
