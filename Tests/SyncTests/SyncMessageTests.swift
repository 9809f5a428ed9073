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

  static let requests: [SyncRequest] = [
    .enrol(EnrolRequest(nonce: Sample.nonce, key: Sample.deviceKey)),
    .open(OpenRequest(lineage: Sample.lineage, locator: locator, key: Sample.deviceKey)),
    .append(AppendRequest(batch: [1, 2, 3], gone: [wanted])),
  ]

  static let verdicts: [OpenVerdict] = [
    .ok(cloudHead: 9), .behind(lastMatch: Sample.head), .fork(lastMatch: Sample.head),
    .ahead(cloudHead: Sample.head), .gap(cloudHead: Sample.head),
    .fenced(child: Sample.childEpoch), .unknownEpoch,
  ]

  static let responses: [SyncResponse] =
    [
      .enrolled(Sample.grant, SyncLimits()),
      .received(Sample.receipt, parked: [ParkedEntry(number: 2, reason: "too large")], news),
      .refused(Refusal(.tooLarge, "Send less.", retryAfterMilliseconds: 5)),
      .refused(Refusal(.retryLater, "Later.")),
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
  }

  @Test func `is refused by name when it is of another version or kind`() {
    var later = Self.requests[0].bytes
    later[1] = 9
    #expect(throws: FormatError.self) { try SyncRequest(bytes: later) }
    #expect {
      try SyncRequest(bytes: later)
    } throws: { error in
      (error as? FormatError)?.code == .unknownVersion(9)
    }
    #expect {
      try SyncRequest(bytes: [99, 1])
    } throws: { error in
      (error as? FormatError)?.code == .unknownKind(99)
    }
  }

  @Test func `proves who sent it`() {
    guard case .enrol(let enrol) = Self.requests[0], case .open(let open) = Self.requests[1]
    else { return }
    #expect(enrol.isSigned())
    var forged = enrol
    forged.nonce = Nonce(bits: 1)
    #expect(!forged.isSigned())
    #expect(open.isSigned(by: SignatureVerifier(Sample.deviceKey.publicKey)))
    #expect(!open.isSigned(by: SignatureVerifier(Sample.cloudKey.publicKey)))
  }
}
