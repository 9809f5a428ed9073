public import JournalFormat
internal import StrictJSON

/// What a deployment says of itself, as `GET /v1/deployment` answers.
public struct DeploymentDocument: Hashable, Sendable {
  /// What is signed; nothing of it is checked here.
  public let identity: DeploymentIdentity
  /// Of the identity, by the first key; nil: the document has none.
  package let signature: Signature?
  /// Every key that signs for the cloud, or signed. The first one signs now.
  public let keys: [PublicKey]
  /// Which key speaks for which; nothing of it is checked here.
  public let endorsements: [KeyEndorsement]
  /// Whether anyone who asks may enrol: "open", "token" or "attestation".
  public let admission: String

  /// The public salt from which tags are made, 16 to 64 bytes.
  public var tagSalt: [UInt8] { identity.tagSalt }
  /// How many devices have to endorse before something is public.
  public var threshold: UInt32 { identity.threshold }

  /// More than any deployment has, and little enough to check.
  private static let keyCountMax = 64
  private static let endorsementCountMax = 256
  private static let byteCountMax = 1 << 20

  /// - Throws: `TransportError.Code.unreadable`.
  public init(json: [UInt8]) throws(TransportError) {
    guard json.count <= Self.byteCountMax else {
      throw Self.unreadable("is larger than \(Self.byteCountMax) bytes")
    }
    let members: Members
    do {
      members = try StrictDecoder().decode(from: json)
    } catch {
      throw Self.unreadable(
        "is not a JSON object with cloudLife, tagSalt, threshold and keys", cause: error)
    }
    let endorsed = members.endorsements ?? []
    guard (1...Self.keyCountMax).contains(members.keys.count),
      endorsed.count <= Self.endorsementCountMax
    else {
      throw Self.unreadable(
        "has \(members.keys.count) keys and \(endorsed.count) endorsements; 1 to "
          + "\(Self.keyCountMax) and at most \(Self.endorsementCountMax) are allowed")
    }
    identity = try members.identity()
    signature = try members.signature.map { text throws(TransportError) in
      try Self.signature(text)
    }
    var keys: [PublicKey] = []
    for text in members.keys { keys.append(try Self.key(text)) }
    self.keys = keys
    var endorsements: [KeyEndorsement] = []
    for one in endorsed { endorsements.append(try one.endorsement()) }
    self.endorsements = endorsements
    admission = members.admission ?? "open"
  }

  fileprivate static func key(_ text: String) throws(TransportError) -> PublicKey {
    guard let bytes = [UInt8](hex: text), let key = PublicKey(bytes: bytes) else {
      throw unreadable("has a key that is not of 64 hexadecimal digits")
    }
    return key
  }

  fileprivate static func signature(_ text: String) throws(TransportError) -> Signature {
    guard let bytes = [UInt8](hex: text), let signature = Signature(bytes: bytes) else {
      throw unreadable("has a signature that is not of 128 hexadecimal digits")
    }
    return signature
  }

  fileprivate static func unreadable(
    _ what: String, cause: (any Error)? = nil
  ) -> TransportError {
    TransportError(
      .unreadable,
      "The deployment's document \(what). Check that it is the address of an aggregator, and that "
        + "this program is not older than it.", cause: cause)
  }

  private struct Members: Decodable {
    var cloudLife: String
    var tagSalt: String
    var threshold: UInt32
    var signature: String?
    var keys: [String]
    var endorsements: [Endorsed]?
    var admission: String?

    func identity() throws(TransportError) -> DeploymentIdentity {
      guard let life = CloudLife(hex: cloudLife) else {
        throw DeploymentDocument.unreadable(
          "has a cloud life that is not of 32 hexadecimal digits")
      }
      guard let salt = [UInt8](hex: tagSalt), (16...64).contains(salt.count) else {
        throw DeploymentDocument.unreadable(
          "has a salt that is not of 16 to 64 bytes in hexadecimal digits")
      }
      return DeploymentIdentity(cloudLife: life, tagSalt: salt, threshold: threshold)
    }
  }

  private struct Endorsed: Decodable {
    var key: String
    var endorser: String
    var signature: String

    func endorsement() throws(TransportError) -> KeyEndorsement {
      KeyEndorsement(
        key: try DeploymentDocument.key(key), endorser: try DeploymentDocument.key(endorser),
        signature: try DeploymentDocument.signature(signature))
    }
  }
}
