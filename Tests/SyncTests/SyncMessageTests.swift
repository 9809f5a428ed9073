import JournalFormat
import Sync
import TestSupport
import Testing

@Suite("A message of the conversation") struct SyncMessageTests {
  static let wanted = WantedContent(tag: Sample.tag, content: Sample.item.digest)
  static let news = CloudNews(
    cloudLife: Sample.cloudLife, receivedMark: 7, backedUpMark: 3, limits: SyncLimits(),
    wanted: [wanted])
  static let locator = Locator(
    epoch: Sample.epoch,
    places: [
      Locator.Place(number: 4, digest: Sample.digest), Locator.Place(number: 0, digest: .zero),
    ])

  static let time = Sample.day.start

  static let enrolments = [[], Array("a token".utf8), [UInt8](repeating: 7, count: 8_192)].map {
    SyncRequest.enrol(
      EnrolRequest(lineage: Sample.lineageKey, attestation: $0, key: Sample.deviceKey))
  }

  static let openings = [0, -1, .max, .min].map {
    SyncRequest.open(
      OpenRequest(
        lineage: Sample.lineage, time: Timestamp(milliseconds: $0), locator: locator,
        key: Sample.deviceKey))
  }

  static let wantings = [0, 1, 1_024].map {
    SyncRequest.wanted(
      WantedRequest(
        lineage: Sample.lineage, epoch: Sample.epoch, time: time,
        gone: Array(repeating: wanted, count: $0), key: Sample.deviceKey))
  }

  static let rotation = RotateRequest(
    lineage: Sample.lineage, epoch: Sample.epoch, time: time, nonce: Sample.nextNonce,
    from: Sample.deviceKey, to: Sample.nextKey)

  static let requests =
    enrolments + openings + wantings + [
      .rotate(rotation), .append(AppendRequest(batch: [1, 2, 3])), .grant(grant),
      .recover(recovery), .resend(ResendRequest(receipt: Sample.receipt, batch: [1])),
      .append(AppendRequest(batch: [])),
    ]

  /// One of each that is signed, as short as it gets: what is done to every bit takes its time.
  static let signed = [
    enrolments[1], openings[0], wantings[1], .rotate(rotation), .grant(grant), .recover(recovery),
  ]

  static let grant = GrantRequest(
    locator: Locator(
      epoch: Sample.epoch, places: [Locator.Place(number: 4, digest: Sample.digest)]),
    nonce: Sample.nextNonce, time: Sample.day.start, lineage: Sample.lineageKey,
    child: Sample.nextKey)

  static let recovery = RecoverRequest(
    grants: [Sample.grant], time: Sample.day.start, attestation: [1], lineage: Sample.lineageKey)

  static let verdicts: [OpenVerdict] = [
    .ok(cloudHead: 9), .behind(lastMatch: Sample.head), .fork(lastMatch: Sample.head),
    .ahead(cloudHead: Sample.head), .gap(cloudHead: Sample.head),
    .fenced(child: Sample.childEpoch), .unknownEpoch, .lineageKnown,
  ]

  static let responses: [SyncResponse] =
    [
      .enrolled(Sample.grant, SyncLimits()),
      .received(Sample.receipt, news),
      .refused(Refusal(.tooLarge, "Send less.", retryAfterMilliseconds: 5)),
      .refused(Refusal(.retryLater, "Later.")),
      .refused(Refusal(.stale, "Old.", cloudTime: Sample.day.start)),
      .refused(Refusal(.stale, "Old.", cloudTime: Timestamp(milliseconds: .max))),
      .news(news),
      .granted(Sample.childGrant, root: nil, withdrawn: [Sample.tag], endorsed: [], news),
      .granted(Sample.childGrant, root: Sample.grant, withdrawn: [], endorsed: [Sample.tag], news),
      SyncResponse.refused(Refusal(.stale, "Old.", cloudTime: Sample.day.start))
        .signed(by: Sample.cloudKey, to: Sample.digest),
      SyncResponse.news(news).signed(by: Sample.cloudKey, to: Sample.digest),
    ] + verdicts.flatMap { [.opened($0, news), .notReceived($0, news)] }

  @Test(arguments: requests) func `comes back as it was sent, request`(request: SyncRequest) throws
  {
    #expect(try SyncRequest(bytes: request.bytes) == request)
  }

  @Test(arguments: responses)
  func `comes back as it was sent, answer`(response: SyncResponse) throws {
    #expect(try SyncResponse(bytes: response.bytes) == response)
  }

  @Test(arguments: responses) func `is refused when it is cut anywhere`(response: SyncResponse) {
    let bytes = response.bytes
    for count in 0..<bytes.count {
      #expect(throws: FormatError.self) { try SyncResponse(bytes: Array(bytes[..<count])) }
    }
    #expect(throws: FormatError.self) { try SyncResponse(bytes: bytes + [0]) }
  }

  @Test(arguments: signed)
  func `is refused when it is cut anywhere, or has more, request`(request: SyncRequest) {
    let bytes = request.bytes
    for count in 0..<bytes.count {
      #expect(throws: FormatError.self) { try SyncRequest(bytes: Array(bytes[..<count])) }
    }
    #expect(throws: FormatError.self) { try SyncRequest(bytes: bytes + [0]) }
  }

  /// What reading the bytes of a request ends with; nil: they are a request.
  private func code(_ bytes: [UInt8]) -> FormatError.Code? {
    do throws(FormatError) { _ = try SyncRequest(bytes: bytes) } catch { return error.code }
    return nil
  }

  private func answerCode(_ bytes: [UInt8]) -> FormatError.Code? {
    do throws(FormatError) { _ = try SyncResponse(bytes: bytes) } catch { return error.code }
    return nil
  }

  @Test(arguments: [0, 2, 9, 255] as [UInt8])
  func `is refused by name when it is of another version`(version: UInt8) {
    for request in Self.requests {
      var bytes = request.bytes
      bytes[1] = version
      #expect(code(bytes) == .unknownVersion(version))
    }
    for response in Self.responses {
      var bytes = response.bytes
      bytes[1] = version
      #expect(answerCode(bytes) == .unknownVersion(version))
    }
  }

  @Test func `is refused by name when it is of another kind`() {
    let known = Set(SyncRequest.Kind.allCases.map(\.rawValue))
    #expect(Set(Self.requests.compactMap(\.bytes.first)) == known)
    for kind in UInt8.min...UInt8.max where !known.contains(kind) {
      #expect(code([kind, 1]) == .unknownKind(kind))
    }
    let answers = Set(Self.responses.compactMap(\.bytes.first))
    for kind in UInt8.min...UInt8.max where !answers.contains(kind) {
      #expect(answerCode([kind, 1]) == .unknownKind(kind))
    }
  }

  @Test func `is refused with an attestation of more than 8,192 bytes`() {
    let long = EnrolRequest(
      lineage: Sample.lineageKey, attestation: [UInt8](repeating: 7, count: 8_193),
      key: Sample.deviceKey)
    #expect(code(SyncRequest.enrol(long).bytes) == .tooLarge)
  }

  /// After lineage, epoch and time.
  @Test(
    arguments: [(0, .trailingBytes), (2, .truncated), (65_535, .truncated)]
      as [(UInt16, FormatError.Code)])
  func `is refused when it says more or fewer contents than it has`(
    count: UInt16, expected: FormatError.Code
  ) {
    var bytes = Self.wantings[1].bytes
    bytes[42] = UInt8(count & 0xFF)
    bytes[43] = UInt8(count >> 8)
    #expect(code(Self.sealed(bytes)) == expected)
  }

  /// As anyone who means harm would send it: with the checksum that belongs to it.
  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(Array(bytes.dropLast(4)))
    writer.checksum()
    return writer.bytes
  }

  @Test(arguments: signed) func `is refused with any of its bits changed, request`(
    request: SyncRequest
  ) {
    // Kind and version are looked at first.
    for place in 16..<request.bytes.count * 8 {
      var bytes = request.bytes
      bytes[place / 8] ^= 1 << UInt8(place % 8)
      #expect(code(bytes) == .checksum, "bit \(place)")
    }
  }

  @Test(arguments: responses) func `is refused with any of its bits changed, answer`(
    response: SyncResponse
  ) {
    for place in 16..<response.bytes.count * 8 {
      var bytes = response.bytes
      bytes[place / 8] ^= 1 << UInt8(place % 8)
      #expect(answerCode(bytes) == .checksum, "bit \(place)")
    }
  }

  /// Whether anyone who ought to have signed the request did.
  private func isProven(_ request: SyncRequest) -> Bool {
    let verifier = SignatureVerifier(Sample.deviceKey.publicKey)
    return switch request {
    case .enrol(let enrol): enrol.isSigned()
    case .open(let open): open.isSigned(by: verifier)
    case .wanted(let wanted): wanted.isSigned(by: verifier)
    case .rotate(let rotate): rotate.isSigned(by: verifier) && rotate.isProven
    case .grant(let grant): grant.isSigned()
    case .recover(let recover): recover.isSigned()
    case .append, .resend: false
    }
  }

  @Test(arguments: signed) func `proves every bit that it says`(request: SyncRequest) throws {
    #expect(isProven(request))
    let bytes = request.bytes
    for place in 16..<(bytes.count - 4) * 8 {
      var changed = bytes
      changed[place / 8] ^= 1 << UInt8(place % 8)
      guard let other = try? SyncRequest(bytes: Self.sealed(changed)) else { continue }
      #expect(!isProven(other), "bit \(place)")
    }
  }

  @Test func `is proven by one key only`() {
    let stranger = SignatureVerifier(Sample.cloudKey.publicKey)
    guard case .open(let open) = Self.openings[0], case .wanted(let wanted) = Self.wantings[1]
    else { return }
    #expect(!open.isSigned(by: stranger))
    #expect(!wanted.isSigned(by: stranger))
    #expect(!Self.rotation.isSigned(by: stranger))
    // Each of the two keys that change signs with its own.
    var swapped = Self.rotation
    swapped.proof = swapped.signature
    #expect(!swapped.isProven)
    swapped.signature = Self.rotation.proof
    #expect(!swapped.isSigned(by: SignatureVerifier(Sample.deviceKey.publicKey)))
  }
}
