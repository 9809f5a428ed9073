internal import JournalFormat
internal import Sync

extension Samples {
  private static let wanted = [WantedContent(tag: tag, content: item.digest)]
  private static let news = CloudNews(
    cloudLife: life, receivedMark: 9, backedUpMark: 3, limits: SyncLimits(), wanted: wanted)

  @Sendable static func syncRequests() throws -> [[UInt8]] {
    let places = [
      Locator.Place(number: 9, digest: digest), Locator.Place(number: 8, digest: .zero),
    ]
    let batch = try batches()[0]
    let time = Timestamp(milliseconds: 10)
    let next = SigningKey(seed: [UInt8](repeating: 9, count: 32)) ?? key
    let requests: [SyncRequest] = [
      .enrol(EnrolRequest(lineage: LineageKey(secret: Array(0..<32)), key: key)),
      .enrol(
        EnrolRequest(
          lineage: LineageKey(secret: Array(0..<32)), attestation: Array("token".utf8), key: key)),
      .open(
        OpenRequest(
          lineage: lineage, time: time, locator: Locator(epoch: epoch, places: places), key: key)),
      .append(AppendRequest(batch: batch)),
      .wanted(
        WantedRequest(lineage: lineage, epoch: epoch, time: time, gone: wanted, key: key)),
      .rotate(
        RotateRequest(
          lineage: lineage, epoch: epoch, time: time, nonce: Nonce(bits: 9), from: key, to: next)),
      .grant(
        GrantRequest(
          locator: Locator(epoch: epoch, places: places), nonce: Nonce(bits: 9), time: time,
          lineage: LineageKey(secret: Array(0..<32)), child: next)),
      .recover(
        RecoverRequest(
          grants: [grant, grant], time: time, attestation: Array("token".utf8),
          lineage: LineageKey(secret: Array(0..<32)))),
      .resend(ResendRequest(receipt: receipt, batch: batch)),
    ]
    return requests.map(\.bytes)
  }

  @Sendable static func syncResponses() -> [[UInt8]] {
    let verdicts: [OpenVerdict] = [
      .ok(cloudHead: 9), .behind(lastMatch: head), .fork(lastMatch: head), .fork(lastMatch: nil),
      .ahead(cloudHead: head),
      .gap(cloudHead: head), .fenced(child: EpochName(bits: 12)), .unknownEpoch,
      .lineageKnown,
    ]
    let responses: [SyncResponse] =
      [
        .enrolled(grant, SyncLimits()),
        .received(receipt, news),
        .refused(Refusal(.retryLater, "Full.", retryAfterMilliseconds: 1_000)),
        .refused(Refusal(.notAllowed, "The signature is not the epoch's.")),
        .refused(Refusal(.stale, "Old.", cloudTime: Timestamp(milliseconds: 11))),
        .news(news),
        .granted(grant, root: grant, withdrawn: [tag], endorsed: [tag, tag], news),
        SyncResponse.news(news).signed(by: key, to: digest),
      ] + verdicts.map { .opened($0, news) } + [.notReceived(.unknownEpoch, news)]
    return responses.map(\.bytes)
  }
}
