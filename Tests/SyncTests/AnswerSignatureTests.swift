import JournalFormat
import Sync
import TestSupport
import Testing

@Suite("A cloud's signature under an answer") struct AnswerSignatureTests {
  private static let request = Digest(of: Array("a request".utf8))
  private let verifier = SignatureVerifier(Sample.cloudKey.publicKey)

  /// The answers that a device acts on by more than a grant or a receipt.
  static let answers = SyncMessageTests.responses.filter { response in
    if case .enrolled = response { false } else { true }
  }

  @Test(arguments: answers) func `holds for its key, request and words`(answer: SyncResponse) {
    let signed = answer.signed(by: Sample.cloudKey, to: Self.request)
    #expect(signed.isSigned(by: verifier, to: Self.request))
    #expect(!signed.isSigned(by: verifier, to: Sample.digest))
    #expect(!signed.isSigned(by: SignatureVerifier(Sample.deviceKey.publicKey), to: Self.request))
    // What the samples are signed over, if at all, is another request.
    #expect(!answer.isSigned(by: verifier, to: Self.request))
  }

  @Test func `holds for no other bits`() throws {
    let news = SyncMessageTests.news
    for answer in [SyncResponse.opened(.ok(cloudHead: 9), news), .notReceived(.unknownEpoch, news)]
    {
      let bytes = answer.signed(by: Sample.cloudKey, to: Self.request).bytes
      // Behind kind and version, and with the checksum that belongs to it.
      for place in 16..<(bytes.count - 4) * 8 {
        var changed = bytes
        changed[place / 8] ^= 1 << UInt8(place % 8)
        var writer = ByteWriter()
        writer.raw(Array(changed.dropLast(4)))
        writer.checksum()
        guard let read = try? SyncResponse(bytes: writer.bytes) else { continue }
        #expect(!read.isSigned(by: verifier, to: Self.request), "bit \(place)")
      }
    }
  }

  @Test func `of a refusal covers what a device acts on, as HTTP says it in other words`() {
    let time = Timestamp(milliseconds: 5)
    let signed = SyncResponse.refused(Refusal(.stale, "Old.", cloudTime: time))
      .signed(by: Sample.cloudKey, to: Self.request)
    func holds(_ refusal: Refusal) -> Bool {
      var refusal = refusal
      refusal.signature = signed.signature.flatMap { AnswerSignature(hex: $0.hex) }
      return SyncResponse.refused(refusal).isSigned(by: verifier, to: Self.request)
    }
    #expect(holds(Refusal(.stale, "Old.", cloudTime: time)))
    #expect(holds(Refusal(.stale, "409", retryAfterMilliseconds: 7, cloudTime: time)))
    #expect(!holds(Refusal(.stale, "Old.", cloudTime: Timestamp(milliseconds: 6))))
    #expect(!holds(Refusal(.stale, "Old.")))
    #expect(!holds(Refusal(.notAllowed, "Old.", cloudTime: time)))
  }

  @Test(arguments: [
    "", "00", String(repeating: "0", count: 143), String(repeating: "x", count: 144),
  ])
  func `is no other text`(text: String) {
    #expect(AnswerSignature(hex: text) == nil)
  }

  @Test func `is under what devices act on, and under nothing else`() {
    let news = SyncMessageTests.news
    var quiet = news
    quiet.wanted = []
    let needed: [(SyncResponse, Bool)] = [
      (.opened(.unknownEpoch, quiet), true), (.notReceived(.lineageKnown, quiet), true),
      (.news(quiet), true),
      (.granted(Sample.grant, root: nil, withdrawn: [], endorsed: [], quiet), true),
      (.received(Sample.receipt, quiet), false),
      (.received(Sample.receipt, news), true),
      (.enrolled(Sample.grant, .init()), false),
    ]
    for (answer, isNeeded) in needed { #expect(answer.needsSignature == isNeeded) }
    let refusals = Refusal.Code.allCases.filter { Refusal($0, "").needsSignature }
    #expect(refusals == [.tooLarge, .notAllowed, .stale])
  }

  @Test func `of a recovery tells grants from what stands beside them`() {
    let both = RecoverRequest(
      grants: [Sample.grant, Sample.childGrant], time: SyncMessageTests.time, attestation: [],
      lineage: Sample.lineageKey)
    #expect(both.isSigned())
    // The same bytes behind each other, of which the last are another field.
    let moved = RecoverRequest(
      lineageKey: both.lineageKey, grants: [Sample.grant], time: both.time,
      attestation: Sample.childGrant.bytes, signature: both.signature)
    #expect(!moved.isSigned())
  }
}
