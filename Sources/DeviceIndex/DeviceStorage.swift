public import JournalFormat
package import JournalStore
internal import SQLite
package import Sync

/// Where a device's files lie, and through what.
package struct DeviceStorage {
  package var privatePath: String
  package var sharedPath: String
  package var indexPath: String
  package var witness: any WitnessStore
  /// Where the keys of protected items lie; nil: nothing can be protected.
  package var keyring: (any WitnessStore)?
  package var journalOptions: JournalOptions
  /// Keeps a quarter of a megabyte: many devices of one thread share one.
  package var batchWriter: BatchWriter

  package init(
    privatePath: String, sharedPath: String, indexPath: String, witness: any WitnessStore,
    journalOptions: JournalOptions, batchWriter: BatchWriter = BatchWriter(),
    keyring: (any WitnessStore)? = nil
  ) {
    self.keyring = keyring
    self.batchWriter = batchWriter
    self.privatePath = privatePath
    self.sharedPath = sharedPath
    self.indexPath = indexPath
    self.witness = witness
    self.journalOptions = journalOptions
  }

  /// A folder of real files: `private.journal`, `shared.journal`, `witness`, `keyring`,
  /// `index.sqlite`.
  ///
  /// - Parameter notice: told what lay beside a journal and is not part of it.
  package static func folder(
    _ path: String, notice: (@Sendable (String) -> Void)? = nil
  ) -> DeviceStorage {
    var options = JournalOptions()
    options.notice = notice
    return DeviceStorage(
      privatePath: JournalKind.private.path(in: path),
      sharedPath: JournalKind.shared.path(in: path),
      indexPath: path + "/index.sqlite", witness: FileWitnessStore(path: path + "/witness"),
      journalOptions: options, keyring: FileWitnessStore(path: path + "/keyring"))
  }

  /// Whether a device lives here already, or began to be made.
  package var holdsDevice: Bool {
    DatabaseFile.exists(privatePath, vfs: journalOptions.vfs)
  }
}

/// What a device is told about the world.
public struct DeviceConfiguration: Sendable {
  /// The deployment's public salt, 16 to 64 bytes, from which tags are made.
  public var tagSalt: [UInt8]
  /// The cloud's public keys, retired ones too: what they did not sign is not believed.
  public var cloudKeys: [PublicKey]
  /// What the cloud's policy asks for at enrolment: a token, or what endorses this device; at
  /// most 8,192 bytes.
  public var attestation: [UInt8] = []
  /// Reports that may wait until a backup of the cloud's holds them, at least 1; each takes about
  /// 200 bytes. With so many, nothing more is read out of the private journal until some of them
  /// are backed up: nothing is lost, and the cloud hears of it later.
  public var outboxCountMax: UInt64 = 1_000_000 {
    didSet { precondition(outboxCountMax > 0, "There has to be room for one report.") }
  }
  /// Milliseconds after which an item expires for which its app gave no date, from 1 to a hundred
  /// years; nil: it does not. Apple's is a month. It is journaled with the item, so a change is for
  /// later ones.
  public var itemLifeMilliseconds: Int64? {
    didSet {
      precondition(
        (1...3_155_760_000_000).contains(itemLifeMilliseconds ?? 1),
        "An item has to live for a moment, and a hundred years at most.")
    }
  }
  /// Whether it is journaled what a person saw of a search of which nothing was opened, so that it
  /// sinks (`SearchSession`), and whether the cloud hears how often public results were shown and
  /// opened. With false, opened results are journaled all the same, with what was visible beside
  /// them, and the cloud hears nothing of public ones.
  public var journalsAbandonedSearches = true
  /// Milliseconds that a report may wait for a fuller batch, from 0 to seven days; 0, the default:
  /// every sync sends what there is.
  ///
  /// A sync leaves reports where they are while the oldest of them is younger than this and they
  /// are too few for a whole batch: fewer and larger batches take fewer bytes for each report, and
  /// people see a public item later by up to this time. Everything else of a sync is done: the
  /// device enrols, hears of the cloud, and answers it. A deletion never waits, nor does what is
  /// before it. Reports of a time that is still to come do not wait either: the clock went back.
  public var batchDelayMilliseconds: Int64 {
    get { policy.batchDelayMilliseconds }
    set { policy.batchDelayMilliseconds = newValue }
  }
  package var policy = DeviceSyncMachine.Policy()
  /// Signatures that this process made itself: simulations share one with their cloud.
  package var signatureMemory: SignatureMemory?
  #if Sabotage
    package var sabotage: DeviceSabotage?
  #endif
  /// Written into a new journal, for people.
  package var createdBy = "spotlog"

  /// For a device that belongs to a cloud. Both values come from the cloud's deployment document
  /// (`CloudClient.deployment` of the library `SyncHTTP`); `local` is for a device without a cloud.
  ///
  /// - Parameters:
  ///   - tagSalt: 16 to 64 bytes.
  ///   - cloudKeys: at least one.
  public init(tagSalt: [UInt8], cloudKeys: [PublicKey]) {
    self.tagSalt = tagSalt
    self.cloudKeys = cloudKeys
  }

  /// For a device without a cloud: it journals, indexes and searches, and shares nothing.
  ///
  ///     let host = try DeviceHost(folder: "recipes", configuration: .local)
  ///
  /// The device can join a cloud later: open its folder with the cloud's salt and keys. Until then
  /// a sync throws `DeviceError.Code.notEnrolled`.
  public static var local: DeviceConfiguration { DeviceConfiguration(tagSalt: [], cloudKeys: []) }

  /// Whether there is no cloud. Tags without a salt would count as nobody else's.
  var isLocal: Bool { tagSalt.isEmpty }
}

extension DeviceConfiguration {
  /// An update that merges leaves the expiry of an item that is there as it is; one that makes the
  /// item gives it a life, and which of the two it is the index decides.
  func setDefaultExpiry(of event: inout JournalEvent, at time: Timestamp) {
    guard let life = itemLifeMilliseconds, case .itemIndexed(let item) = event.fact,
      item.expiresMilliseconds == 0
    else { return }
    let end = time.advanced(byMilliseconds: life).milliseconds
    if item.merge {
      event.itemIndexed.defaultExpiresMilliseconds = end
    } else {
      event.itemIndexed.expiresMilliseconds = end
    }
  }
}
