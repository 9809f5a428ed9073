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

private func document(
  _ named: [Int], _ endorsements: [KeyEndorsement] = []
) throws -> DeploymentDocument {
  let endorsed = endorsements.map {
    "{\"key\":\"\($0.key)\",\"endorser\":\"\($0.endorser)\","
      + "\"signature\":\"\($0.signature.bytes.hex)\"}"
  }
  let texts = named.map { "\"\(keys[$0])\"" }
  let json =
    "{\"cloudLife\":\"00\",\"tagSalt\":\"\(String(repeating: "ab", count: 16))\",\"threshold\":50,"
    + "\"keys\":[\(texts.joined(separator: ","))],"
    + "\"endorsements\":[\(endorsed.joined(separator: ","))],\"limits\":{}}"
  return try DeploymentDocument(json: Array(json.utf8))
}

@Suite("Trust in a cloud's keys") struct CloudTrustTests {
  @Test func `stays with the keys that it has`() throws {
    let trust = try CloudTrust([keys[0]]).following(try document([0]))
    #expect(trust.keys == [keys[0]])
  }

  @Test func `goes on along a chain`() throws {
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

  @Test func `names a key once`() {
    #expect(CloudTrust([keys[1], keys[0], keys[1]]).keys == [keys[1], keys[0]])
  }
}

@Suite("A deployment's document") struct DeploymentDocumentTests {
  private static let key = "\"" + String(repeating: "0f", count: 32) + "\""
  private static let salt = "\"" + String(repeating: "ab", count: 16) + "\""

  @Test func `is read`() throws {
    let json =
      "{\"tagSalt\":\(Self.salt),\"threshold\":7,\"keys\":[\(Self.key)],\"admission\":\"token\","
      + "\"later\":[1,2]}"
    let document = try DeploymentDocument(json: Array(json.utf8))
    #expect(document.tagSalt == [UInt8](repeating: 0xAB, count: 16))
    #expect(document.keys == [PublicKey(bytes: [UInt8](repeating: 15, count: 32))!])
    #expect(document.threshold == 7 && document.admission == "token")
    #expect(document.endorsements.isEmpty)
  }

  @Test(arguments: [
    ("", "no JSON object"), ("[]", "no JSON object"), ("{}", "no JSON object"),
    ("{\"tagSalt\":\"ab\",\"threshold\":1,\"keys\":[KEY]}", "a salt"),
    ("{\"tagSalt\":\"xy\",\"threshold\":1,\"keys\":[KEY]}", "a salt"),
    ("{\"tagSalt\":SALT,\"threshold\":-1,\"keys\":[KEY]}", "no JSON object"),
    ("{\"tagSalt\":SALT,\"threshold\":1,\"keys\":[]}", "0 keys"),
    ("{\"tagSalt\":SALT,\"threshold\":1,\"keys\":[\"ab\"]}", "a key that"),
    (
      "{\"tagSalt\":SALT,\"threshold\":1,\"keys\":[KEY],"
        + "\"endorsements\":[{\"key\":KEY,\"endorser\":KEY,\"signature\":\"00\"}]}", "a signature"
    ),
  ])
  func `that is none is refused`(text: String, reason: String) {
    let json = text.replacing("KEY", with: Self.key).replacing("SALT", with: Self.salt)
    let error = #expect(throws: TransportError.self) {
      try DeploymentDocument(json: Array(json.utf8))
    }
    #expect(error?.code == .unreadable)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func `is of a bounded size`() {
    let many = [String](repeating: Self.key, count: 65).joined(separator: ",")
    for json in [
      "{\"tagSalt\":\(Self.salt),\"threshold\":1,\"keys\":[\(many)]}",
      "{\"tagSalt\":\(Self.salt),\"threshold\":1,\"keys\":[\(Self.key)]}"
        + String(repeating: " ", count: 1 << 20),
    ] {
      #expect(throws: TransportError.self) { try DeploymentDocument(json: Array(json.utf8)) }
    }
  }
}
