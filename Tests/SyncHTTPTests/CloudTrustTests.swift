import JournalFormat
import SyncHTTP
import Testing

private let signers = (0..<5).map { SigningKey(seed: [UInt8](repeating: $0, count: 32))! }
private let keys = signers.map(\.publicKey)

private func word(_ endorser: Int, of key: Int) -> KeyEndorsement {
  KeyEndorsement(of: keys[key], by: signers[endorser])
}

/// Says that `endorser` signed it, which another one did.
private func forged(_ endorser: Int, of key: Int, by signer: Int) -> KeyEndorsement {
  KeyEndorsement(
    key: keys[key], endorser: keys[endorser], signature: word(signer, of: key).signature)
}

/// What a server would say, with its identity signed by the first key that it names.
private struct Said {
  var life = String(repeating: "c1", count: 16)
  var salt = String(repeating: "ab", count: 16)
  var threshold: UInt32 = 50
  var named = [0]
  var endorsements: [KeyEndorsement] = []
  var signature: String?

  init(_ named: [Int] = [0], _ endorsements: [KeyEndorsement] = []) {
    self.named = named
    self.endorsements = endorsements
    signature = signature(by: named[0])
  }

  func signature(by signer: Int) -> String {
    let identity = DeploymentIdentity(
      cloudLife: CloudLife(hex: life)!, tagSalt: [UInt8](hex: salt)!, threshold: threshold)
    return identity.signature(by: signers[signer]).bytes.hex
  }

  func document() throws -> DeploymentDocument {
    let endorsed = endorsements.map {
      "{\"key\":\"\($0.key)\",\"endorser\":\"\($0.endorser)\","
        + "\"signature\":\"\($0.signature.bytes.hex)\"}"
    }
    let texts = named.map { "\"\(keys[$0])\"" }
    let signed = signature.map { "\"signature\":\"\($0)\"," } ?? ""
    let json =
      "{\"cloudLife\":\"\(life)\",\"tagSalt\":\"\(salt)\",\"threshold\":\(threshold),\(signed)"
      + "\"keys\":[\(texts.joined(separator: ","))],"
      + "\"endorsements\":[\(endorsed.joined(separator: ","))],\"limits\":{}}"
    return try DeploymentDocument(json: Array(json.utf8))
  }
}

private func document(
  _ named: [Int], _ endorsements: [KeyEndorsement] = []
) throws -> DeploymentDocument {
  try Said(named, endorsements).document()
}

@Suite("Trust in a cloud's keys") struct CloudTrustTests {
  @Test func `stays with the keys that it has`() throws {
    let trust = try CloudTrust([keys[0]]).following(try document([0]))
    #expect(trust.keys == [keys[0]])
  }

  @Test func `continues along a chain`() throws {
    let chain = [word(2, of: 3), word(0, of: 1), word(1, of: 2)]
    let trust = try CloudTrust([keys[0]]).following(try document([3, 2, 1, 0], chain))
    #expect(Set(trust.keys) == Set(keys[0...3]))
    // Also when the keys between are named no more.
    let later = try CloudTrust([keys[0]]).following(try document([3], chain))
    #expect(later.keys == [keys[0], keys[3]])
  }

  @Test func `does not go back, and is not stopped by what is older`() throws {
    let trust = try CloudTrust([keys[2]]).following(
      try document([2, 1, 0], [word(0, of: 1), word(1, of: 2)]))
    #expect(trust.keys == [keys[2]])
  }

  @Test func `ends in a loop`() throws {
    let loop = [word(0, of: 1), word(1, of: 0), word(1, of: 1)]
    let trust = try CloudTrust([keys[0]]).following(try document([0, 1], loop))
    #expect(trust.keys == [keys[0], keys[1]])
    #expect(throws: TransportError.self) {
      try CloudTrust([keys[4]]).following(try document([0, 1], loop))
    }
  }

  @Test(
    arguments: [
      ([1], []), ([0, 1], []), ([0, 1], [forged(0, of: 1, by: 2)]), ([1], [word(1, of: 1)]),
      ([0, 2], [word(1, of: 2)]), ([0, 1, 2], [word(0, of: 1), forged(1, of: 2, by: 3)]),
    ] as [([Int], [KeyEndorsement])])
  func `goes to no stranger`(named: [Int], endorsements: [KeyEndorsement]) throws {
    let found = try document(named, endorsements)
    let error = #expect(throws: TransportError.self) {
      try CloudTrust([keys[0]]).following(found)
    }
    #expect(error?.code == .otherDeployment)
    #expect(error?.message.contains("--cloud-key") == true)
  }

  private static let changes: [String: @Sendable (inout Said) -> Void] = [
    "another salt": { $0.salt = String(repeating: "66", count: 16) },
    "a longer salt": { $0.salt += "00" },
    "another life": { $0.life = String(repeating: "66", count: 16) },
    "another threshold": { $0.threshold = 1 },
    "another signature": { $0.signature = $0.signature.map { String($0.reversed()) } },
    "a key that is no trusted one": { $0.signature = $0.signature(by: 4) },
    // It was trusted before, and does not sign any more.
    "a retired key": { $0.signature = $0.signature(by: 0) },
    "the keys in another order": { $0.named = [0, 1] },
  ]

  /// A proxy can change what goes through it, and knows no key of the cloud's.
  @Test(arguments: changes.keys.sorted())
  func `believes no identity that came otherwise than it was signed`(what: String) throws {
    var said = Said([1, 0], [word(0, of: 1)])
    let trust = try CloudTrust([keys[0]]).following(try said.document())
    #expect(trust.keys == [keys[0], keys[1]])
    let change = try #require(Self.changes[what])
    change(&said)
    let changed = try said.document()
    for known in [CloudTrust([keys[0]]), CloudTrust([keys[1]]), trust] {
      let error = #expect(throws: TransportError.self) { try known.following(changed) }
      #expect(error?.code == .notSigned)
      #expect(error?.message.contains("Sync over another network") == true)
    }
  }

  @Test func `believes no identity that nobody signed`() throws {
    var said = Said()
    said.signature = nil
    let unsigned = try said.document()
    let error = #expect(throws: TransportError.self) {
      try CloudTrust([keys[0]]).following(unsigned)
    }
    #expect(error?.code == .notSigned)
    #expect(error?.message.contains("Have its operator update it") == true)
  }

  /// Anyone who trusts the newest key has heard that the others are older.
  @Test func `believes no identity that an older key signed`() throws {
    let older = try document([0, 1], [word(0, of: 1)])
    let error = #expect(throws: TransportError.self) {
      try CloudTrust([keys[1]]).following(older)
    }
    #expect(error?.code == .notSigned)
    #expect(try CloudTrust([keys[0]]).following(older).keys == [keys[0], keys[1]])
  }

  @Test func `names a key once`() {
    #expect(CloudTrust([keys[1], keys[0], keys[1]]).keys == [keys[1], keys[0]])
  }
}

@Suite("A deployment's document") struct DeploymentDocumentTests {
  private static let key = "\"" + String(repeating: "0f", count: 32) + "\""
  private static let salt = "\"" + String(repeating: "ab", count: 16) + "\""
  private static let life = "\"" + String(repeating: "c1", count: 16) + "\""

  @Test func `is read`() throws {
    let json =
      "{\"cloudLife\":\(Self.life),\"tagSalt\":\(Self.salt),\"threshold\":7,"
      + "\"keys\":[\(Self.key)],\"admission\":\"token\",\"later\":[1,2]}"
    let document = try DeploymentDocument(json: Array(json.utf8))
    #expect(document.tagSalt == [UInt8](repeating: 0xAB, count: 16))
    #expect(document.keys == [PublicKey(bytes: [UInt8](repeating: 15, count: 32))!])
    #expect(document.threshold == 7 && document.admission == "token")
    #expect(document.identity.cloudLife.description == String(repeating: "c1", count: 16))
    #expect(document.endorsements.isEmpty && document.signature == nil)
  }

  @Test(arguments: [
    ("", "not a JSON object"), ("[]", "not a JSON object"), ("{}", "not a JSON object"),
    ("{\"tagSalt\":SALT,\"threshold\":1,\"keys\":[KEY]}", "not a JSON object"),
    ("{\"cloudLife\":\"00\",\"tagSalt\":SALT,\"threshold\":1,\"keys\":[KEY]}", "a cloud life"),
    ("{LIFE,\"tagSalt\":\"ab\",\"threshold\":1,\"keys\":[KEY]}", "a salt"),
    ("{LIFE,\"tagSalt\":\"xy\",\"threshold\":1,\"keys\":[KEY]}", "a salt"),
    ("{LIFE,\"tagSalt\":SALT,\"threshold\":-1,\"keys\":[KEY]}", "not a JSON object"),
    (
      "{LIFE,\"tagSalt\":SALT,\"threshold\":1,\"threshold\":9,\"keys\":[KEY]}", "not a JSON object"
    ),
    ("{LIFE,\"tagSalt\":SALT,\"threshold\":1.0,\"keys\":[KEY]}", "not a JSON object"),
    ("{LIFE,\"tagSalt\":SALT,\"threshold\":1,\"keys\":[]}", "0 keys"),
    ("{LIFE,\"tagSalt\":SALT,\"threshold\":1,\"keys\":[\"ab\"]}", "a key that"),
    (
      "{LIFE,\"tagSalt\":SALT,\"threshold\":1,\"keys\":[KEY],\"signature\":\"00\"}", "a signature"
    ),
    (
      "{LIFE,\"tagSalt\":SALT,\"threshold\":1,\"keys\":[KEY],"
        + "\"endorsements\":[{\"key\":KEY,\"endorser\":KEY,\"signature\":\"00\"}]}", "a signature"
    ),
  ])
  func `that is none is refused`(text: String, reason: String) {
    let json = text.replacing("KEY", with: Self.key).replacing("SALT", with: Self.salt)
      .replacing("LIFE", with: "\"cloudLife\":\(Self.life)")
    let error = #expect(throws: TransportError.self) {
      try DeploymentDocument(json: Array(json.utf8))
    }
    #expect(error?.code == .unreadable)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func `is of a bounded size`() {
    let many = [String](repeating: Self.key, count: 65).joined(separator: ",")
    let start =
      "{\"cloudLife\":\(Self.life),\"tagSalt\":\(Self.salt),\"threshold\":1,\"keys\":"
    #expect(throws: Never.self) {
      try DeploymentDocument(json: Array((start + "[\(Self.key)]}").utf8))
    }
    for json in [
      start + "[\(many)]}", start + "[\(Self.key)]}" + String(repeating: " ", count: 1 << 20),
    ] {
      #expect(throws: TransportError.self) { try DeploymentDocument(json: Array(json.utf8)) }
    }
  }
}
