/// The cloud's signed word that an epoch exists: who may speak in it, and from where it continues.
public struct Grant: Hashable, Sendable {
  static let magic = Array("SLG".utf8)
  static let version: UInt8 = 1

  /// Who the epoch belongs to.
  public var lineage: LineageName
  /// The epoch that may be written.
  public var epoch: EpochName
  /// Batches of the epoch are signed with this key.
  public var deviceKey: PublicKey
  /// Where the parent epoch stops, for an epoch that continues after a restore or a copy.
  public var parent: Head?
  /// The cloud life in which it was given.
  public var cloudLife: CloudLife
  /// How many grants this cloud had given before, over all lineages: less than 2^63.
  public var order: UInt64
  /// The nonce of the request: the same nonce gets the same grant.
  public var nonce: Nonce
  /// When it was given, by the cloud's clock.
  public var time: Timestamp
  /// SHA-256 over the withdrawals that travel with it, 17 bytes a tag, sorted; zero when there are
  /// none.
  public var withdrawalsDigest: Digest
  package var keyIdentifier: UInt64
  package var signature: Signature

  package init(
    lineage: LineageName, epoch: EpochName, deviceKey: PublicKey, parent: Head?,
    cloudLife: CloudLife, order: UInt64, nonce: Nonce, time: Timestamp, withdrawals: [Tag],
    signedBy key: SigningKey
  ) {
    self.lineage = lineage
    self.epoch = epoch
    self.deviceKey = deviceKey
    self.parent = parent
    self.cloudLife = cloudLife
    self.order = order
    self.nonce = nonce
    self.time = time
    withdrawalsDigest = Self.digest(of: withdrawals)
    keyIdentifier = key.publicKey.identifier
    signature = .blank
    signature = key.sign(message)
  }

  package static func digest(of withdrawals: [Tag]) -> Digest {
    withdrawals.isEmpty ? .zero : Digest(of: withdrawals.sorted().flatMap(\.bytes))
  }

  /// What is signed: everything but the signature.
  private var message: [UInt8] {
    var writer = ByteWriter(capacity: 320)
    writer.raw(Self.magic)
    writer.integer(Self.version)
    writer.bigEndian(keyIdentifier)
    writer.name(lineage)
    writer.name(epoch)
    writer.raw(deviceKey.bytes)
    writer.head(parent)
    writer.name(cloudLife)
    writer.integer(order)
    writer.name(nonce)
    writer.integer(time.milliseconds)
    writer.digest(withdrawalsDigest)
    return writer.bytes
  }

  package var bytes: [UInt8] { message + signature.bytes }

  /// Whether its numbers are ones that a grant can have. A log may hold another one, which somebody
  /// brought: so it can be read, and its numbers count for nothing.
  package var isPossible: Bool {
    order == SequenceNumber.bounded(order)
      && parent.map { $0.number == SequenceNumber.bounded($0.number) } ?? true
  }

  package init(bytes: [UInt8]) throws(FormatError) {
    self = try bytes.reading(subject: "A grant") { reader throws(FormatError) in
      try reader.start(magic: Self.magic, version: Self.version, what: "grant")
      return try Grant(after: &reader)
    }
  }

  private init(after reader: inout ByteReader) throws(FormatError) {
    keyIdentifier = try reader.bigEndian(UInt64.self)
    lineage = try reader.name(LineageName.self)
    epoch = try reader.name(EpochName.self)
    deviceKey = try reader.publicKey()
    parent = try reader.optionalHead()
    cloudLife = try reader.name(CloudLife.self)
    order = try reader.integer(UInt64.self)
    nonce = try reader.name(Nonce.self)
    time = Timestamp(milliseconds: try reader.integer(Int64.self))
    withdrawalsDigest = try reader.digest()
    signature = try reader.signature()
  }

  package func isSigned(by verifier: SignatureVerifier) -> Bool {
    verifier.key.identifier == keyIdentifier && verifier.isValid(signature, of: message)
  }
}

extension ByteReader {
  /// Reads the three letters and the version with which every signed layout begins.
  package mutating func start(
    magic: [UInt8], version: UInt8, what: String
  ) throws(FormatError) {
    let found = try start(magic: magic, upTo: version, what: what)
    guard found == version else { throw Self.unknown(found, version, what) }
  }

  /// - Returns: the version, from 1 up to the newest that this program knows.
  mutating func start(
    magic: [UInt8], upTo version: UInt8, what: String
  ) throws(FormatError) -> UInt8 {
    guard try raw(magic.count) == magic else {
      throw FormatError(
        .notThisFormat,
        "A \(what) has to begin with \"\(String(decoding: magic, as: UTF8.self))\"; "
          + "this is something else.")
    }
    let found = try integer(UInt8.self)
    guard 1...version ~= found else { throw Self.unknown(found, version, what) }
    return found
  }

  private static func unknown(_ found: UInt8, _ known: UInt8, _ what: String) -> FormatError {
    FormatError(
      .unknownVersion(found),
      "A \(what) of version \(found); this program knows version \(known). "
        + "Use a newer spotlog.")
  }
}
