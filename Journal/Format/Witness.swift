/// What a device knows beside its journals, in a file that no snapshot holds.
///
/// It is durable before a batch leaves. So it may lag the journal, but never names an entry that
/// was not committed; if it does, the journal went back.
package struct Witness: Hashable, Sendable {
  static let magic = Array("SLW".utf8)
  /// Version 1 knew no successor.
  static let version: UInt8 = 2

  /// The seed of the epoch's signing key.
  package var keySeed: [UInt8]
  /// Made before the first request and kept, so that a repeated request is the same request.
  package var nonce: Nonce
  /// Nil until the cloud enrolled the device.
  package var grant: Grant?
  /// The last entry that may have left the device.
  package var sent: Head?
  package var receipt: Receipt?
  /// The key that is to follow this one, once the cloud says so; stored before it is asked.
  package var successor: Successor?

  package struct Successor: Hashable, Sendable {
    package var keySeed: [UInt8]
    package var nonce: Nonce

    package init(keySeed: [UInt8], nonce: Nonce) {
      self.keySeed = keySeed
      self.nonce = nonce
    }
  }

  package init(keySeed: [UInt8], nonce: Nonce) {
    self.keySeed = keySeed
    self.nonce = nonce
  }

  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 640)
    writer.raw(Self.magic)
    writer.integer(Self.version)
    writer.raw(keySeed)
    writer.name(nonce)
    writer.block(grant?.bytes ?? [])
    writer.head(sent)
    writer.block(receipt?.bytes ?? [])
    writer.block(successor.map { $0.keySeed + $0.nonce.bytes } ?? [])
    writer.integer(Checksum(of: writer.bytes).value)
    return writer.bytes
  }

  /// A torn or changed file is refused by its checksum; it then counts as lost.
  package init(bytes: [UInt8]) throws(FormatError) {
    let body = Array(bytes.dropLast(4))
    self = try bytes.reading(subject: "A witness") { reader throws(FormatError) in
      let version = try reader.start(magic: Self.magic, upTo: Self.version, what: "witness")
      var witness = Witness(keySeed: try reader.raw(32), nonce: try reader.name(Nonce.self))
      let grant = try reader.block(atMost: 1_024)
      witness.grant = grant.isEmpty ? nil : try Grant(bytes: grant)
      witness.sent = try reader.optionalHead()
      let receipt = try reader.block(atMost: 1_024)
      witness.receipt = receipt.isEmpty ? nil : try Receipt(bytes: receipt)
      if version > 1 { witness.successor = try reader.successor() }
      guard try reader.integer(UInt32.self) == Checksum(of: body).value else {
        throw FormatError(
          .checksum,
          "The witness file is torn or was changed; it counts as lost. The device stops at its "
            + "next sync and says so: restore the file, or begin with a new device.")
      }
      return witness
    }
  }
}

/// What an aggregator knows outside its data folder: enough to notice that the folder went back.
package struct CloudWitness: Hashable, Sendable {
  static let magic = Array("SLC".utf8)
  static let version: UInt8 = 1

  package var life: CloudLife
  /// The head of the log: number and digest of its last entry.
  package var logNumber: UInt64
  package var logDigest: Digest
  /// Withdrawals and take-downs since the last verified snapshot, with the lineage that spoke;
  /// zero: a take-down of the operator's.
  package var withdrawals: [Withdrawal]

  package struct Withdrawal: Hashable, Sendable {
    package var lineage: LineageName
    package var epoch: EpochName
    package var number: UInt64
    package var tag: Tag

    package init(lineage: LineageName, epoch: EpochName, number: UInt64, tag: Tag) {
      self.lineage = lineage
      self.epoch = epoch
      self.number = number
      self.tag = tag
    }
  }

  package init(life: CloudLife, logNumber: UInt64, logDigest: Digest, withdrawals: [Withdrawal]) {
    self.life = life
    self.logNumber = logNumber
    self.logDigest = logDigest
    self.withdrawals = withdrawals
  }

  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.raw(Self.magic)
    writer.integer(Self.version)
    writer.name(life)
    writer.integer(logNumber)
    writer.digest(logDigest)
    writer.integer(UInt32(withdrawals.count))
    for withdrawal in withdrawals {
      writer.name(withdrawal.lineage)
      writer.name(withdrawal.epoch)
      writer.integer(withdrawal.number)
      writer.raw(withdrawal.tag.bytes)
    }
    writer.integer(Checksum(of: writer.bytes).value)
    return writer.bytes
  }

  package init(bytes: [UInt8]) throws(FormatError) {
    let body = Array(bytes.dropLast(4))
    self = try bytes.reading(subject: "A cloud witness") { reader throws(FormatError) in
      try reader.start(magic: Self.magic, version: Self.version, what: "cloud witness")
      var witness = CloudWitness(
        life: try reader.name(CloudLife.self), logNumber: try reader.integer(UInt64.self),
        logDigest: try reader.digest(), withdrawals: [])
      for _ in 0..<(try reader.integer(UInt32.self)) {
        witness.withdrawals.append(
          Withdrawal(
            lineage: try reader.name(LineageName.self), epoch: try reader.name(EpochName.self),
            number: try reader.integer(UInt64.self), tag: try reader.tag()))
      }
      guard try reader.integer(UInt32.self) == Checksum(of: body).value else {
        throw FormatError(
          .checksum, "The cloud's witness file is torn or was changed; it counts as lost.")
      }
      return witness
    }
  }
}

extension ByteReader {
  fileprivate mutating func successor() throws(FormatError) -> Witness.Successor? {
    let byteCount = try integer(UInt32.self)
    guard byteCount > 0 else { return nil }
    guard byteCount == 48 else {
      throw malformed("a next key of \(byteCount) bytes; with its nonce it has 48")
    }
    return Witness.Successor(keySeed: try raw(32), nonce: try name(Nonce.self))
  }

  package mutating func tag() throws(FormatError) -> Tag {
    Tag(bytes: try raw(17))!
  }
}
