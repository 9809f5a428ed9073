/// The cloud's signed answer that it holds entries of an epoch.
public struct Receipt: Hashable, Sendable {
  static let magic = Array("SLR".utf8)
  static let version: UInt8 = 1

  /// The device speaks for this lineage.
  public var lineage: LineageName
  /// The epoch of the entries.
  public var epoch: EpochName
  /// The first entry of the batch.
  public var first: SequenceNumber
  /// The last entry of the batch.
  public var last: SequenceNumber
  /// The digest of the last entry.
  public var digest: Digest
  /// The life of the cloud that signed it.
  public var cloudLife: CloudLife
  /// The cloud holds the epoch's entries up to this number; 0: none.
  public var receivedMark: UInt64
  /// The oldest backup that the cloud keeps for a restore holds them up to this number; 0: none.
  public var backedUpMark: UInt64
  /// When the batch was received, by the cloud's clock.
  public var receivedTime: Timestamp
  package var keyIdentifier: UInt64
  package var signature: Signature

  package init(
    lineage: LineageName, epoch: EpochName, first: SequenceNumber, last: SequenceNumber,
    digest: Digest, cloudLife: CloudLife, receivedMark: UInt64, backedUpMark: UInt64,
    receivedTime: Timestamp, signedBy key: SigningKey
  ) {
    self.lineage = lineage
    self.epoch = epoch
    self.first = first
    self.last = last
    self.digest = digest
    self.cloudLife = cloudLife
    self.receivedMark = receivedMark
    self.backedUpMark = backedUpMark
    self.receivedTime = receivedTime
    keyIdentifier = key.publicKey.identifier
    signature = .blank
    signature = key.sign(message)
  }

  private var message: [UInt8] {
    var writer = ByteWriter(capacity: 224)
    writer.raw(Self.magic)
    writer.integer(Self.version)
    writer.bigEndian(keyIdentifier)
    writer.name(lineage)
    writer.name(epoch)
    writer.integer(first.rawValue)
    writer.integer(last.rawValue)
    writer.digest(digest)
    writer.name(cloudLife)
    writer.integer(receivedMark)
    writer.integer(backedUpMark)
    writer.integer(receivedTime.milliseconds)
    return writer.bytes
  }

  package var bytes: [UInt8] { message + signature.bytes }

  package init(bytes: [UInt8]) throws(FormatError) {
    self = try bytes.reading(subject: "A receipt") { reader throws(FormatError) in
      try reader.start(magic: Self.magic, version: Self.version, what: "receipt")
      return try Receipt(after: &reader)
    }
  }

  private init(after reader: inout ByteReader) throws(FormatError) {
    keyIdentifier = try reader.bigEndian(UInt64.self)
    lineage = try reader.name(LineageName.self)
    epoch = try reader.name(EpochName.self)
    first = try reader.number()
    last = try reader.number()
    guard first <= last else { throw reader.malformed("a range that ends before it begins") }
    digest = try reader.digest()
    cloudLife = try reader.name(CloudLife.self)
    receivedMark = try reader.integer(UInt64.self)
    backedUpMark = try reader.integer(UInt64.self)
    receivedTime = Timestamp(milliseconds: try reader.integer(Int64.self))
    signature = try reader.signature()
  }

  package func isSigned(by verifier: SignatureVerifier) -> Bool {
    verifier.key.identifier == keyIdentifier && verifier.isValid(signature, of: message)
  }
}
