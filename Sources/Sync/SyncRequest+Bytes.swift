package import JournalFormat

extension SyncRequest {
  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 256)
    writer.start(kind.rawValue)
    switch self {
    case .enrol(let request):
      writer.raw(request.deviceKey.bytes)
      writer.name(request.nonce)
      writer.block(request.attestation)
      writer.raw(request.signature.bytes)
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
    }
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
      return try SyncRequest(kind, after: &reader)
    }
  }

  private init(_ kind: Kind, after reader: inout ByteReader) throws(FormatError) {
    switch kind {
    case .enrol:
      self = .enrol(
        EnrolRequest(
          deviceKey: try reader.publicKey(), nonce: try reader.name(Nonce.self),
          attestation: try reader.block(atMost: EnrolRequest.attestationByteCountMax),
          signature: try reader.signature()))
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
    }
  }
}

extension ByteReader {
  fileprivate mutating func time() throws(FormatError) -> Timestamp {
    Timestamp(milliseconds: try integer(Int64.self))
  }
}
