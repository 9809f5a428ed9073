public import JournalFormat
package import Sync

/// What an operator sets for an aggregator.
public struct CloudConfiguration: Sendable {
  /// How many lineages have to vouch for a content before it can be public: at least 2 outside
  /// tests. 50 by default.
  public var threshold: UInt32 = 50
  /// The deployment's public salt, 16 to 64 bytes, used when the log is new. It has to stay.
  public var tagSalt: [UInt8]
  /// Devices that are asked for one content at a time.
  public var askedAtOnce = 3
  /// How long one device is waited for before another is asked. Milliseconds.
  public var askDeadlineMilliseconds: Int64 = 86_400_000
  /// Who may enrol.
  public var admission = AdmissionPolicy.open
  /// Lineages that are known at most: what each costs in memory is bounded only by their number.
  public var lineageCountMax = 10_000_000
  /// Epochs of one lineage at most: each restore and each copy of a device begins one.
  public var epochCountMax = 4_096
  /// How far the time in a request may lie from the cloud's, in either direction. Milliseconds.
  public var freshnessMilliseconds: Int64 = 600_000
  /// Whether to go on with a log that is older than what its backups were to hold, and to show what
  /// may have been taken back when the witness is lost as well.
  public var acceptsLoss = false
  /// The backups that the aggregator makes of its log; nil: somebody else does, and the devices
  /// keep everything.
  package var backups: CloudBackups?
  /// How long the log is left alone after it could not be written. Milliseconds.
  public var holdOffMilliseconds: Int64 = 0
  /// How long words stay on the disk that may not be shown any more, or that nobody needed; a
  /// start begins to count anew. Milliseconds.
  public var redactionDelayMilliseconds: Int64 = 86_400_000
  package var limits = SyncLimits()
  package var sabotage: CloudSabotage?

  public init(tagSalt: [UInt8]) { self.tagSalt = tagSalt }
}

/// Who may enrol a new device.
public enum AdmissionPolicy: Hashable, Sendable {
  /// Whoever asks.
  case open
  /// Whoever brings one of the tokens, of which only the SHA-256 is kept.
  case token(Set<Digest>)
  /// Whoever brings an attestation that a hook at the edge believed.
  case attestation

  /// Whether a device with what it brought is let in.
  ///
  /// - Parameter isBelieved: what the hook said of the attestation; nil: nobody asked it.
  func admits(_ attestation: [UInt8], isBelieved: Bool?) -> Bool {
    switch self {
    case .open: true
    case .token(let digests): digests.contains(Digest(of: attestation))
    case .attestation: isBelieved == true
    }
  }
}

/// The keys of a cloud. They lie outside its data folder and its snapshots.
public struct CloudKeys: Sendable {
  /// Signs receipts and grants.
  package var signing: SigningKey
  /// Public keys that signed before.
  public var retired: [PublicKey]
  /// How devices come from an older key, which they trust, to a newer one.
  public var endorsements: [KeyEndorsement]

  public init(
    signing: SigningKey, retired: [PublicKey] = [], endorsements: [KeyEndorsement] = []
  ) {
    self.signing = signing
    self.retired = retired
    self.endorsements = endorsements
  }

  /// All keys that a device should believe.
  public var trusted: [PublicKey] { [signing.publicKey] + retired }
}
