internal import Foundation
public import JournalFormat
internal import JournalStore
internal import StrictJSON

/// The file of a cloud's keys. It lies outside the data folder and its snapshots: anyone who
/// restores a backup of the data does not bring old keys back.
public struct CloudKeyFile: Sendable {
  /// The keys that the file holds.
  public var keys: CloudKeys

  private static let byteCountMax = 1 << 20

  private struct Document: Codable {
    struct Endorsement: Codable {
      var key: String
      var endorser: String
      var signature: String
    }

    var format: Int
    /// The seed of the key that signs, in hex. Secret.
    var signing: String
    /// Public keys that signed before, in hex.
    var retired: [String]
    var endorsements: [Endorsement]
  }

  /// A file that is not written yet: `write` creates it.
  public init(keys: CloudKeys) { self.keys = keys }

  /// Reads the file; nil when there is none.
  ///
  /// - Throws: `CloudError.Code.configuration` for a file that is not one of keys.
  public static func read(_ path: String) throws(CloudError) -> CloudKeyFile? {
    let found = try CloudError.translating(as: .configuration) {
      try FileSystem.read(path, atMost: byteCountMax)
    } saying: {
      "The keys cannot be read (\($0)). Check the file's permissions."
    }
    guard let bytes = found else { return nil }
    let document: Document
    // Of a key that stands there twice nobody knows which one signs, and a member that this program
    // does not know would be gone after the next rotation.
    do { document = try StrictDecoder(unknownKeys: .refused).decode(from: bytes) } catch {
      throw damaged(path, StrictDecoder.reason(error))
    }
    guard document.format == 1 else {
      throw damaged(path, "its format is \(document.format), and this program knows format 1")
    }
    guard let seed = [UInt8](hex: document.signing), let signing = SigningKey(seed: seed) else {
      throw damaged(path, "\"signing\" is not 64 hexadecimal digits")
    }
    guard let keys = keys(of: document, signing: signing) else {
      throw damaged(path, "a retired key or an endorsement is not valid")
    }
    return CloudKeyFile(keys: keys)
  }

  private static func damaged(_ path: String, _ reason: String) -> CloudError {
    CloudError(
      .configuration,
      "\(path) does not hold a cloud's keys: \(reason). Bring the right file back: receipts that "
        + "these keys signed cannot be checked without it.")
  }

  private static func keys(of document: Document, signing: SigningKey) -> CloudKeys? {
    let retired = document.retired.compactMap(publicKey)
    let endorsements = document.endorsements.compactMap { entry -> KeyEndorsement? in
      guard let key = publicKey(entry.key), let endorser = publicKey(entry.endorser),
        let bytes = [UInt8](hex: entry.signature), let signature = Signature(bytes: bytes)
      else { return nil }
      let endorsement = KeyEndorsement(key: key, endorser: endorser, signature: signature)
      return endorsement.isValid ? endorsement : nil
    }
    guard retired.count == document.retired.count,
      endorsements.count == document.endorsements.count
    else { return nil }
    return CloudKeys(signing: signing, retired: retired, endorsements: endorsements)
  }

  private static func publicKey(_ hex: String) -> PublicKey? {
    [UInt8](hex: hex).flatMap { PublicKey(bytes: $0) }
  }

  /// Writes the file whole, for its owner's eyes only.
  public func write(_ path: String) throws(CloudError) {
    let document = Document(
      format: 1, signing: keys.signing.seed.hex, retired: keys.retired.map(\.description),
      endorsements: keys.endorsements.map {
        Document.Endorsement(
          key: $0.key.description, endorser: $0.endorser.description,
          signature: $0.signature.bytes.hex)
      })
    // What is in memory can always be encoded.
    let bytes = (try? EscapedJSON.bytes(document, isPretty: true)) ?? []
    try CloudError.translating(as: .configuration) {
      try FileSystem.replace(path, with: bytes)
    } saying: {
      "The keys cannot be written (\($0)). Check the folder."
    }
  }

  /// Continues with a new key, which the old one endorses and is retired for.
  public mutating func rotate(to next: SigningKey) {
    let old = keys.signing
    keys = CloudKeys(
      signing: next, retired: keys.retired + [old.publicKey],
      endorsements: keys.endorsements + [KeyEndorsement(of: next.publicKey, by: old)])
  }
}
