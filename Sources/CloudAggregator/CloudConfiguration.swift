public import JournalFormat
package import Sync

/// What an operator sets for an aggregator.
public struct CloudConfiguration: Sendable {
  /// How many lineages have to endorse a content before it can be public: at least 2 outside
  /// tests. 50 by default.
  public var threshold: UInt32 = 50
  /// The deployment's public salt, 16 to 64 bytes, used when the log is new. It has to stay.
  public var tagSalt: [UInt8]
  /// Devices that are asked for one content at a time.
  public var askedAtOnce = 3
  /// How long one device is waited for before another is asked. Milliseconds.
  public var askDeadlineMilliseconds: Int64 = 86_400_000
  /// How long after its enrolment a device is asked only for what no older one endorses; 0: not
  /// at all. Milliseconds.
  public var newcomerMilliseconds: Int64 = 0
  /// Who may enrol. Outside tests and simulations an operator says so (`serve --admission`).
  public var admission = AdmissionPolicy.open
  /// Which apps may have public items under which hosts.
  package var hostApps = HostApps()
  /// Lineages that are known at most: what each costs in memory is bounded only by their number.
  public var lineageCountMax = 10_000_000
  /// Epochs of one lineage at most: each restore and each copy of a device begins one.
  public var epochCountMax = 4_096
  /// Reports of one lineage that are taken on a day, by the cloud's clock; 0: no limit.
  public var reportsPerDayMax: UInt64 = 0
  /// How far the time in a request may lie from the cloud's, in either direction. Milliseconds.
  public var freshnessMilliseconds: Int64 = 600_000
  /// Whether to continue with a log that is older than what its backups were to hold, and to show
  /// what may have been taken back when the witness is lost as well.
  public var acceptsLoss = false
  /// The backups that the aggregator makes of its log; nil: somebody else does, and the devices
  /// keep everything.
  package var backups: CloudBackups?
  /// How long the log is left alone after it could not be written. Milliseconds.
  public var holdOffMilliseconds: Int64 = 0
  /// How long words stay on the disk that may not be shown any more, or that nobody needed; a
  /// start starts to count from zero. Milliseconds.
  public var redactionDelayMilliseconds: Int64 = 86_400_000
  package var limits = SyncLimits()
  /// Steps that a batch may take to find out what lives of what its lineage said, about 20 ns each:
  /// of a batch that may take more, its device sends less at once.
  package var batchWorkMax = 1 << 16
  #if Sabotage
    package var sabotage: CloudSabotage?
  #endif

  /// - Parameter tagSalt: 16 to 64 bytes, the same for the life of the deployment.
  public init(tagSalt: [UInt8]) { self.tagSalt = tagSalt }
}

/// Who may enrol a new device.
public enum AdmissionPolicy: Hashable, Sendable {
  /// Anyone who asks.
  case open
  /// Anyone who brings one of the tokens, of which only the SHA-256 is kept, while it has admitted
  /// fewer devices than the number beside it.
  case token([Digest: UInt64])
  /// Anyone who brings an attestation that a hook at the edge believed.
  case attestation

  enum Decision: Hashable {
    /// By a token, of which one use is gone then; nil: by none.
    case admitted(by: TokenIdentifier?)
    case refused
    /// The token is known, and has admitted as many devices as it may.
    case usedUp
  }

  /// Whether a device with what it brought is let in.
  ///
  /// - Parameters:
  ///   - isBelieved: what the hook said of the attestation; nil: nobody asked it.
  ///   - uses: how many devices a token has admitted.
  func decision(
    on attestation: [UInt8], isBelieved: Bool?, uses: (TokenIdentifier) -> UInt64
  ) -> Decision {
    switch self {
    case .open: return .admitted(by: nil)
    case .token(let tokens):
      let digest = Digest(of: attestation)
      guard let usesMax = tokens[digest] else { return .refused }
      let token = TokenIdentifier(of: digest)
      return uses(token) < usesMax ? .admitted(by: token) : .usedUp
    case .attestation: return isBelieved == true ? .admitted(by: nil) : .refused
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

  /// - Parameters:
  ///   - signing: signs receipts and grants from now on.
  ///   - retired: keys that signed before; devices still believe them.
  ///   - endorsements: how devices come from an older key to a newer one.
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
