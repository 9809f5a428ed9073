package import JournalFormat

extension SyncRequest {
  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 256)
    writer.start(kind.rawValue)
    switch self {
    case .enrol(let request):
      writer.raw(request.lineageKey.bytes)
      writer.raw(request.deviceKey.bytes)
      writer.block(request.attestation)
      writer.raw(request.signature.bytes)
      writer.raw(request.proof.bytes)
    case .open(let request):
      writer.name(request.lineage)
      writer.integer(request.time.milliseconds)
      writer.raw(request.locator.bytes)
      writer.raw(request.signature.bytes)
    case .append(let request):
      writer.raw(request.batch)
    case .wanted(let request):
      writer.name(request.lineage)
      writer.name(request.epoch)
      writer.integer(request.time.milliseconds)
      writer.wanted(request.gone)
      writer.raw(request.signature.bytes)
    case .rotate(let request):
      writer.name(request.lineage)
      writer.name(request.epoch)
      writer.integer(request.time.milliseconds)
      writer.raw(request.newKey.bytes)
      writer.name(request.nonce)
      writer.raw(request.signature.bytes)
      writer.raw(request.proof.bytes)
    case .grant(let request): writer.request(request)
    case .recover(let request): writer.request(request)
    case .resend(let request):
      writer.block(request.receipt.bytes)
      writer.raw(request.batch)
    }
    writer.checksum()
    return writer.bytes
  }

  package init(bytes: [UInt8]) throws(FormatError) {
    self = try bytes.reading(subject: "A request", advice: ByteReader.makeAnew) {
      reader throws(FormatError) in
      let number = try reader.startOfMessage("request")
      guard let kind = Kind(rawValue: number) else {
        throw FormatError(
          .unknownKind(number), "A request of kind \(number), which this program does not know.")
      }
      try reader.checkChecksum()
      return try SyncRequest(kind, after: &reader)
    }
  }

  private init(_ kind: Kind, after reader: inout ByteReader) throws(FormatError) {
    switch kind {
    case .enrol:
      self = .enrol(
        EnrolRequest(
          lineageKey: try reader.publicKey(), deviceKey: try reader.publicKey(),
          attestation: try reader.block(atMost: EnrolRequest.attestationByteCountMax),
          signature: try reader.signature(), proof: try reader.signature()))
    case .open:
      self = .open(
        OpenRequest(
          lineage: try reader.name(LineageName.self), time: try reader.time(),
          locator: try Locator(from: &reader), signature: try reader.signature()))
    case .append:
      self = .append(AppendRequest(batch: try reader.raw(reader.remaining)))
    case .wanted:
      self = .wanted(
        WantedRequest(
          lineage: try reader.name(LineageName.self), epoch: try reader.name(EpochName.self),
          time: try reader.time(), gone: try reader.wanted(), signature: try reader.signature()))
    case .rotate:
      self = .rotate(
        RotateRequest(
          lineage: try reader.name(LineageName.self), epoch: try reader.name(EpochName.self),
          time: try reader.time(), newKey: try reader.publicKey(),
          nonce: try reader.name(Nonce.self), signature: try reader.signature(),
          proof: try reader.signature()))
    case .grant: self = .grant(try GrantRequest(from: &reader))
    case .recover: self = .recover(try RecoverRequest(from: &reader))
    case .resend:
      let receipt = try Receipt(bytes: try reader.block(atMost: 1_024))
      self = .resend(ResendRequest(receipt: receipt, batch: try reader.raw(reader.remaining)))
    }
  }
}

extension ByteWriter {
  fileprivate mutating func request(_ request: GrantRequest) {
    raw(request.lineageKey.bytes)
    raw(request.locator.bytes)
    raw(request.childKey.bytes)
    name(request.nonce)
    integer(request.time.milliseconds)
    raw(request.signature.bytes)
    raw(request.proof.bytes)
  }

  /// All that is signed, each with its length: other grants beside another attestation are other
  /// bytes.
  mutating func fields(of request: RecoverRequest) {
    raw(request.lineageKey.bytes)
    integer(request.time.milliseconds)
    integer(UInt16(request.grants.count))
    for grant in request.grants { block(grant.bytes) }
    block(request.attestation)
  }

  fileprivate mutating func request(_ request: RecoverRequest) {
    fields(of: request)
    raw(request.signature.bytes)
  }
}

extension GrantRequest {
  fileprivate init(from reader: inout ByteReader) throws(FormatError) {
    self.init(
      lineageKey: try reader.publicKey(), locator: try Locator(from: &reader),
      childKey: try reader.publicKey(), nonce: try reader.name(Nonce.self),
      time: try reader.time(), signature: try reader.signature(), proof: try reader.signature())
  }
}

extension RecoverRequest {
  fileprivate init(from reader: inout ByteReader) throws(FormatError) {
    let lineageKey = try reader.publicKey()
    let time = try reader.time()
    let count = Int(try reader.integer(UInt16.self))
    guard (1...Self.grantsMax).contains(count) else {
      throw reader.malformed("\(count) grants; 1 to \(Self.grantsMax) are allowed")
    }
    var grants: [Grant] = []
    for _ in 0..<count {
      let grant = try Grant(bytes: try reader.block(atMost: 1_024))
      guard grant.isPossible else {
        throw reader.malformed("a grant with an order or a parent that no grant can have")
      }
      grants.append(grant)
    }
    self.init(
      lineageKey: lineageKey, grants: grants, time: time,
      attestation: try reader.block(atMost: EnrolRequest.attestationByteCountMax),
      signature: try reader.signature())
  }
}

extension ByteReader {
  fileprivate mutating func time() throws(FormatError) -> Timestamp {
    Timestamp(milliseconds: try integer(Int64.self))
  }
}
