import Crypto
import JournalFormat
import JournalVectors
import Sync
import TestSupport
import Testing

@Suite("FORMAT.md") struct FormatDocumentTests {
  static let document = try? FormatDocument()
  static let examples = document?.examples ?? [:]

  /// What is hashed or signed, or a signature: no value of its own.
  static let messages = [
    "answer-message", "batch-message", "cloud-key-message", "cloud-key-signature",
    "deployment-message",
    "enrol-message", "genesis", "grant-message", "recover-message",
    "open-message", "rotate-message", "tag-message", "wanted-message",
  ]
  static let names = examples.keys.sorted().filter { !messages.contains($0) }

  private func example(_ name: String) throws -> [UInt8] {
    try #require(Self.examples[name], "there is no example \(name)")
  }

  @Test(arguments: names)
  func `has the vector of the same name as its example`(name: String) throws {
    #expect(try example(name) == Vector(.valid, name).bytes())
  }

  @Test func `has an example of every layout`() {
    let shown = Set(Self.names.compactMap { Layout.of($0)?.name })
    let layouts = Set(Layout.all.map(\.name)).subtracting(["report-kind-99", "control-kind-99"])
    #expect(shown == layouts)
  }

  @Test(arguments: [
    ("report-engaged", Sample.engaged), ("report-withdrawn", Sample.withdrawn),
    ("report-feedback", Sample.feedback), ("report-content", Sample.content),
  ])
  func `has reports that are read as what it states`(name: String, report: Report) throws {
    #expect(try Report(kind: .report(report.kind), payload: example(name)) == report)
  }

  @Test func `has signed layouts that are read as what it states`() throws {
    #expect(try Grant(bytes: example("grant")).epoch == Sample.epoch)
    let child = try Grant(bytes: example("grant-of-child"))
    #expect(child.parent == Sample.head)
    #expect(child.withdrawalsDigest == Digest(of: Sample.tag.bytes))
    #expect(child.isSigned(by: SignatureVerifier(Sample.cloudKey.publicKey)))
    let receipt = try Receipt(bytes: example("receipt"))
    #expect([receipt.first.rawValue, receipt.last.rawValue, receipt.backedUpMark] == [1, 4, 2])
    #expect(try Witness(bytes: example("witness")) == Sample.witness)
    #expect(try Witness(bytes: example("witness-with-successor")) == Sample.witnessWithSuccessor)
    #expect(try Witness(bytes: example("witness-with-child")) == Sample.witnessWithChild)
    #expect(try CloudWitness(bytes: example("cloud-witness")) == Sample.cloudWitness)
    #expect(try PublicItem(bytes: example("public-item")) == Sample.item)
    #expect(
      try PublicItem(bytes: example("public-item-with-details")) == Sample.itemWithDetails)
    #expect(try JournalEvent(payload: example("event-item-indexed")) == ValidVectors.indexed)
    #expect(try JournalEvent(payload: example("event-synonyms-set")) == ValidVectors.synonyms)
    let header = try EntryHeader(bytes: example("entry-header"))
    #expect(header.payloadDigest == Digest(of: try example("report-engaged")))
  }

  @Test func `has requests and answers that are read as what it states`() throws {
    guard case .enrol(let enrol) = try SyncRequest(bytes: example("request-enrol")),
      case .wanted(let wanted) = try SyncRequest(bytes: example("request-wanted")),
      case .rotate(let rotate) = try SyncRequest(bytes: example("request-rotate")),
      case .grant(let grant) = try SyncRequest(bytes: example("request-grant")),
      case .recover(let recover) = try SyncRequest(bytes: example("request-recover")),
      case .resend(let resend) = try SyncRequest(bytes: example("request-resend")),
      case .granted(let child, let root, let withdrawn, let endorsed, _) = try SyncResponse(
        bytes: example("answer-granted")),
      case .refused(let busy) = try SyncResponse(bytes: example("answer-refused")),
      case .refused(let stale) = try SyncResponse(bytes: example("answer-refused-stale"))
    else {
      Issue.record("an example is of another kind than its name says")
      return
    }
    #expect(enrol.attestation == Array("an example's token".utf8))
    #expect(wanted.gone == [WantedContent(tag: Sample.tag, content: Sample.item.digest)])
    #expect(rotate.newKey == Sample.nextKey.publicKey && rotate.nonce == Sample.nextNonce)
    #expect(grant.isSigned() && grant.lineageKey == Sample.lineageKey.publicKey)
    #expect(recover.isSigned() && recover.grants == [Sample.grant])
    #expect(resend.receipt == Sample.receipt)
    #expect(child == Sample.childGrant && root == Sample.grant && withdrawn == [Sample.tag])
    #expect(endorsed == [Sample.tag])
    #expect(
      [wanted.time, rotate.time, stale.cloudTime] == Array(repeating: Sample.day.start, count: 3))
    #expect(busy.cloudTime == nil && busy.code == .retryLater && stale.code == .stale)
  }

  @Test(arguments: ValidVectors.controlEntries.keys.sorted().filter { examples[$0] != nil })
  func `has control entries that are read as what it states`(name: String) throws {
    let entry = try #require(ValidVectors.controlEntries[name])
    #expect(try ControlEntry(kind: .control(entry.kind), payload: example(name)) == entry)
  }

  @Test func `has the bytes that are hashed and signed`() throws {
    #expect(Digest(of: try example("genesis")) == Sample.identity.genesis)
    let range = try checkBatch(example("batch-stored")).signedRange
    #expect(range.message == (try example("batch-message")))
    let code = HMAC<SHA256>.authenticationCode(
      for: try example("tag-message"), using: SymmetricKey(data: Sample.tagSalt))
    #expect([1] + Array(code.prefix(16)) == Sample.tag.bytes)
    let verifier = SignatureVerifier(Sample.deviceKey.publicKey)
    let enrolment = try example("request-enrol")
    let byLineage = try #require(Signature(bytes: Array(enrolment.dropLast(68).suffix(64))))
    #expect(
      SignatureVerifier(Sample.lineageKey.publicKey)
        .isValid(byLineage, of: try example("enrol-message")))
    for name in ["enrol", "open", "wanted"] {
      let request = try example("request-\(name)")
      let signature = try #require(Signature(bytes: Array(request.dropLast(4).suffix(64))))
      #expect(verifier.isValid(signature, of: try example("\(name)-message")))
    }
    let rotation = try example("request-rotate")
    let message = try example("rotate-message")
    let signature = try #require(Signature(bytes: Array(rotation.dropLast(68).suffix(64))))
    #expect(verifier.isValid(signature, of: message))
    let proof = try #require(Signature(bytes: Array(rotation.dropLast(4).suffix(64))))
    #expect(SignatureVerifier(Sample.nextKey.publicKey).isValid(proof, of: message))
    let grant = try example("request-grant")
    let asked = try #require(Signature(bytes: Array(grant.dropLast(68).suffix(64))))
    let lineage = SignatureVerifier(Sample.lineageKey.publicKey)
    #expect(lineage.isValid(asked, of: try example("grant-message")))
    let recovery = try example("request-recover")
    let brought = try #require(Signature(bytes: Array(recovery.dropLast(4).suffix(64))))
    #expect(lineage.isValid(brought, of: try example("recover-message")))
    let answer = try example("answer-opened-ok")
    let said = try #require(Signature(bytes: Array(answer.dropLast(4).suffix(64))))
    #expect(
      SignatureVerifier(Sample.cloudKey.publicKey).isValid(
        said, of: try example("answer-message")))
    let entry = try #require(try BatchReader().entries(of: example("batch-stored")).first)
    #expect(Self.document?.contains("its digest is `\(entry.digest)`") == true)
  }

  @Test func `has an endorsement as anyone who reads the page checks it`() throws {
    let message = try example("cloud-key-message")
    let key = try #require(PublicKey(bytes: Array(message.suffix(32))))
    #expect(key == Sample.nextCloudKey.publicKey)
    let signature = try #require(Signature(bytes: try example("cloud-key-signature")))
    let endorser = Sample.cloudKey.publicKey
    #expect(SignatureVerifier(endorser).isValid(signature, of: message))
    #expect(KeyEndorsement(key: key, endorser: endorser, signature: signature).isValid)
  }

  @Test func `has the bytes that a cloud's key signs of a deployment`() throws {
    let signature = Sample.cloudKey.sign(try example("deployment-message"))
    #expect(
      Sample.deploymentIdentity.isSigned(
        signature, by: SignatureVerifier(Sample.cloudKey.publicKey)))
  }

  static let values: [(String, String)] = [
    ("lineage", Sample.lineage.description), ("epoch", Sample.epoch.description),
    ("child epoch", Sample.childEpoch.description),
    ("cloud life", Sample.cloudLife.description), ("nonce", Sample.nonce.description),
    ("seed of the epoch's key", Sample.deviceKey.seed.hex),
    ("seed of the key that follows", Sample.nextKey.seed.hex),
    ("nonce of the request for it", Sample.nextNonce.description),
    ("seed of the cloud's key", Sample.cloudKey.seed.hex),
    ("seed of the cloud's key that follows", Sample.nextCloudKey.seed.hex),
    ("day", Sample.day.description),
    ("tag salt", String(decoding: Sample.tagSalt, as: UTF8.self)),
    ("tag", Sample.tag.description), ("content digest", Sample.item.digest.description),
    ("origin", Sample.origin.description),
    ("genesis of the epoch", Sample.identity.genesis.description),
  ]

  @Test func `states the values of its examples`() throws {
    let rows = try #require(Self.document).table("| value |")
    #expect(rows == Self.values.map { [$0.0, $0.1] })
  }

  @Test func `states the bounds that the code keeps to`() throws {
    let rows = try #require(Self.document).table("| what | at most |")
    #expect(
      rows.map { Int($0[1].filter { $0 != "," }) } == [
        FormatLimits.payloadByteCount, FormatLimits.eventByteCount,
        FormatLimits.inflatedBatchByteCount, FormatLimits.batchEntryCount,
        FormatLimits.contentByteCount,
      ])
  }

  @Test func `lists the kinds that have a name`() throws {
    let rows = try #require(Self.document).table("| kind | name |").map { [$0[0], $0[1]] }
    let kinds = (UInt8.min...UInt8.max).map { EntryKind(rawValue: $0) }
      .filter { !$0.description.hasPrefix("kind ") }
    #expect(rows == kinds.map { [String($0.rawValue), $0.description] })
  }

  @Test func `identifies the dictionary by its digest`() throws {
    let bytes = try PresetDictionary.bytes(identifier: 1)
    #expect(bytes.count == 1_702)
    #expect(Self.document?.contains("`\(Digest(of: bytes))`") == true)
  }

  @Test(arguments: [
    ("## Entries and the chain", EntryHeader.byteCount), ("## Batches", BatchHeader.byteCount),
    ("## Grants", Sample.grant.bytes.count), ("## Receipts", Sample.receipt.bytes.count),
  ])
  func `has tables of fields that follow each other to the end`(
    section: String, byteCount: Int
  ) throws {
    let sizes = [
      "u8": 1, "u16": 2, "u32": 4, "u64": 8, "i64": 8, "name": 16, "digest": 32, "head": 56,
      "key identifier": 8, "3 bytes": 3, "32 bytes": 32, "64 bytes": 64,
    ]
    var offset = 0
    for row in try #require(Self.document).table(after: section, "| at |") {
      #expect(Int(row[0]) == offset)
      offset += try #require(sizes[row[1]])
    }
    #expect(offset == byteCount)
  }
}
