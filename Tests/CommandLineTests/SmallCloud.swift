import JournalFormat
import TestSupport

/// A server that says which deployment it is, and takes no requests of devices.
enum SmallCloud {
  /// A key by the byte that its seed is made of.
  static func key(_ byte: UInt8) -> SigningKey {
    SigningKey(seed: [UInt8](repeating: byte, count: 32))!
  }

  /// - Parameters:
  ///   - salt: in hex, 16 times.
  ///   - signedSalt: another one, for a server of which something on the way changed the words.
  static func server(
    salt: String = "ab", key: UInt8 = 0x0F, signedSalt: String? = nil
  ) throws -> ScriptedServer {
    try ScriptedServer { answer($0, salt: salt, key: key, signedSalt: signedSalt) }
  }

  static func answer(
    _ request: ScriptedServer.Request, salt: String = "ab", key: UInt8 = 0x0F,
    signedSalt: String? = nil
  ) -> [ScriptedServer.Step] {
    guard request.path == "/v1/deployment" else {
      return [
        .json(
          "{\"type\":\"urn:spotlog:problem:retry-later\",\"detail\":\"It is full.\","
            + "\"retryAfterMilliseconds\":3600000}", status: 503)
      ]
    }
    let signer = self.key(key)
    let identity = DeploymentIdentity(
      cloudLife: Sample.cloudLife, tagSalt: [UInt8](hex: repeated(signedSalt ?? salt)) ?? [],
      threshold: 50)
    return [
      .json(
        "{\"cloudLife\":\"\(identity.cloudLife)\",\"tagSalt\":\"\(repeated(salt))\","
          + "\"threshold\":50,\"signature\":\"\(identity.signature(by: signer).bytes.hex)\","
          + "\"keys\":[\"\(signer.publicKey)\"],\"endorsements\":[]}")
    ]
  }

  private static func repeated(_ byte: String) -> String { String(repeating: byte, count: 16) }
}
