/// What a device knows beside its journals, in a file that no snapshot holds.
///
/// It is durable before a batch leaves. So it may lag the journal, but never names an entry that
/// was not committed; if it does, the journal went back.
package struct Witness: Hashable, Sendable {
  static let magic = Array("SLW".utf8)
  /// Version 1 knew no successor, version 2 no child and no mark.
  static let version: UInt8 = 3

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
  /// The key of the epoch that is to follow this one; stored before the cloud is asked for it.
  package var child: Successor?
  /// What the cloud last said about its backups.
  package var backup: BackupMark?

  /// How far the oldest backup that the cloud keeps holds an epoch, in one life of the cloud.
  package struct BackupMark: Hashable, Sendable {
    package var cloudLife: CloudLife
    package var epoch: EpochName
    package var number: UInt64

    package init(cloudLife: CloudLife, epoch: EpochName, number: UInt64) {
      self.cloudLife = cloudLife
      self.epoch = epoch
      self.number = number
    }
  }

  /// How far the cloud said that its backups hold the epoch.
  package func backedUp(of epoch: EpochName) -> UInt64 {
    backup?.epoch == epoch ? backup?.number ?? 0 : 0
  }

  /// A key that was drawn and that no grant names yet, with the nonce of the request for one.
  package struct Successor: Hashable, Sendable {
    package var keySeed: [UInt8]
    package var nonce: Nonce

    package init(keySeed: [UInt8], nonce: Nonce) {
      self.keySeed = keySeed
      self.nonce = nonce
    }

    fileprivate var bytes: [UInt8] { keySeed + nonce.bytes }
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
    writer.block(successor?.bytes ?? [])
    writer.block(child?.bytes ?? [])
    writer.name(backup?.cloudLife ?? .zero)
    writer.name(backup?.epoch ?? .zero)
    writer.integer(backup?.number ?? 0)
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
      if version > 2 {
        witness.child = try reader.successor()
        witness.backup = try reader.backupMark()
      }
      guard try reader.integer(UInt32.self) == Checksum(of: body).value else {
        throw FormatError(
          .checksum,
          "The witness file is torn or was changed; it counts as lost. The device continues in a "
            + "new epoch, for which it asks its cloud by itself.")
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

  fileprivate mutating func backupMark() throws(FormatError) -> Witness.BackupMark? {
    let mark = Witness.BackupMark(
      cloudLife: try name(CloudLife.self), epoch: try name(EpochName.self),
      number: try integer(UInt64.self))
    return mark.cloudLife == .zero ? nil : mark
  }

  package mutating func tag() throws(FormatError) -> Tag {
    Tag(bytes: try raw(17))!
  }
}
