internal import DeviceIndex
public import JournalFormat
package import JournalStore
package import Sync

/// How a device stands with its cloud, read from its folder without opening it: also while a
/// process has it, and also of a copy. Encoded, it is the object of `spotlog journal why --json`.
///
///     let phone = try JournalInspector("phone").device(cloud: JournalInspector("cloud"))
///     if phone.isStuck { print(phone.sentence, phone.nextStep) }
///     print(phone.acknowledgedReportCount, "of", phone.reportCount)
///
/// `SyncStanding` is what the device itself says when it is opened.
public struct DeviceState {
  /// What keeps reports from being acknowledged, if anything.
  package enum Obstacle: Hashable, Sendable {
    case neverSpoke, notEnrolled
    /// The shared journal is there, and may not be read.
    case unread(FileFailure)
    /// The witness beside the journals is another device's.
    case foreignWitness
    /// Why the witness cannot be read.
    case unreadableWitness(String)
    /// The two journals are of two devices.
    case twoDevices
    case newEpoch(DeviceSyncMachine.NewEpochReason)
    /// What the last sync said, word for word.
    case stopped(String)
    case failed(String)
    /// What the cloud has makes the device go on in a new epoch.
    case parted(DeviceStanding)
    /// The cloud refuses what the device sends, by this entry of its log.
    case refused(logEntry: UInt64, line: String)
    /// Nothing but that nobody synced since.
    case notSyncedSince
  }

  package struct Blocking: Hashable, Sendable {
    package let number: UInt64
    package let kind: String
    package let time: Timestamp
    package let byteCount: Int
  }

  /// What a restore left of a device.
  package struct Restored: Hashable, Sendable {
    package let time: Timestamp
    /// The last entry that was restored, and its time.
    package let number: UInt64
    package let lastTime: Timestamp?

    package init?(_ journal: Journal) throws(JournalError) {
      guard let note = try RestoreNotes(journal: journal).last() else { return nil }
      time = Timestamp(milliseconds: note.time)
      number = note.number
      lastTime = try SequenceNumber(note.number).flatMap { number throws(JournalError) in
        try journal.entry(number)?.header.time
      }
    }

    package var sentence: String {
      "The device was restored at \(time.text) to entry \(number)"
        + (lastTime.map { " of \($0.text)" } ?? "")
        + ". What was journaled here after that is gone, except for what apps gave again."
    }
  }

  package let journaled: Journal.Position
  /// How far the filter has read the private journal; nil: there is no shared one.
  private(set) var filtered: UInt64?
  /// The device's current epoch; nil: none has begun.
  public private(set) var epoch: EpochName?
  /// The name by which clouds know the device; nil: none has enrolled it.
  public private(set) var lineage: LineageName?
  /// Reports of the current epoch, acknowledged ones too.
  public private(set) var reportCount: UInt64 = 0
  /// Reports of the current epoch that the cloud has acknowledged.
  public private(set) var acknowledgedReportCount: UInt64 = 0
  /// Reports of the current epoch that are in every backup of the cloud.
  public private(set) var backedUpReportCount: UInt64 = 0
  /// The cloud's last receipt of the current epoch; nil: the device keeps none.
  public private(set) var lastReceipt: Receipt?
  /// The first report that the cloud has not acknowledged.
  package private(set) var blocking: Blocking?
  package private(set) var obstacle: Obstacle?
  /// The outcome of the last sync by `spotlog device sync`; nil: none is noted.
  public let lastSync: LastSync?
  /// The last restore of the device; nil: there was none.
  package let restored: Restored?
  /// Of the newest private entry that the filter has not read, or report that is not acknowledged.
  package private(set) var oldestWaiting: Timestamp?
  /// What the cloud's log says of the device; nil: no cloud was asked, or no cloud enrolled it.
  private(set) var logged: LoggedDevice?
  /// The folder, as a person names it.
  private let name: String

  /// - Parameters:
  ///   - folder: a device's.
  ///   - name: what a person calls the folder.
  package init(_ folder: String, named name: String) throws {
    self.name = name
    let own = try JournalSource(folder, member: "private")
    journaled = try own.journal.head()
    lastSync = LastSync.read(from: folder)
    restored = try Restored(own.journal)
    let found = FolderWitness(folder)
    let witness = found.witness
    let shared = try? JournalSource(folder, member: "shared")
    lineage = witness?.grant?.lineage ?? shared?.journal.identity.lineage
    if let shared { try readShared(shared.journal, witness, own.journal) }
    let files = DeviceFiles(own: own.journal, shared: shared?.journal, witness: witness)
    obstacle =
      if let problem = found.problem {
        .unreadableWitness(problem)
      } else if let failure = FileSystem.refusal(toRead: JournalKind.shared.path(in: folder)) {
        .unread(failure)
      } else {
        Obstacle(try files.verdict(), hasWitness: found.isThere) ?? obstacleOfSync()
      }
  }

  private mutating func readShared(_ shared: Journal, _ witness: Witness?, _ own: Journal) throws {
    epoch = shared.identity.epoch
    reportCount = try shared.head().number
    let trail = ReportTrail(shared)
    filtered = try trail.filterPosition()?.number ?? 0
    let received = try trail.receivedPlaces().last?.number ?? 0
    let receipt = witness?.receipt.flatMap { $0.epoch == epoch ? $0 : nil }
    // Of a journal that went back, the witness knows more reports than there are.
    acknowledgedReportCount = min(max(received, receipt?.last.rawValue ?? 0), reportCount)
    lastReceipt = receipt
    backedUpReportCount = witness?.backedUp(of: shared.identity.epoch) ?? 0
    if acknowledgedReportCount < reportCount,
      let number = SequenceNumber(acknowledgedReportCount + 1), let entry = try shared.entry(number)
    {
      blocking = Blocking(
        number: number.rawValue, kind: entry.header.kind.description, time: entry.header.time,
        byteCount: Int(entry.header.payloadByteCount))
      oldestWaiting = entry.header.time
    }
    if let filtered, filtered < journaled.number, let number = SequenceNumber(filtered + 1) {
      let time = try own.entry(number)?.header.time
      oldestWaiting = [oldestWaiting, time].compactMap(\.self).min()
    }
  }

  /// Of files that agree on an epoch.
  private func obstacleOfSync() -> Obstacle? {
    if let lastSync, lastSync.ending == "stopped" {
      return .stopped(lastSync.explanation ?? lastSync.phase)
    }
    guard acknowledgedReportCount < reportCount || (filtered ?? 0) < journaled.number else {
      return nil
    }
    if let lastSync, lastSync.ending != "acknowledged" {
      return .failed(lastSync.lastError ?? lastSync.explanation ?? lastSync.phase)
    }
    return .notSyncedSince
  }

  /// Takes into account what the cloud's log says of the device.
  mutating func hear(_ view: LoggedDevice, _ shared: Journal?) throws {
    logged = view
    guard let shared else { return }
    if let refusal = view.refusal {
      obstacle = .refused(logEntry: refusal.logNumber, line: refusal.line)
      return
    }
    switch obstacle {
    case nil, .notSyncedSince, .failed: break
    case .neverSpoke, .notEnrolled, .unread, .foreignWitness, .unreadableWitness, .twoDevices,
      .newEpoch, .stopped, .parted, .refused:
      return
    }
    let standing = try DeviceStanding(shared, view)
    switch standing.verdict {
    case .ok: return
    case .ahead where standing.common != nil:
      // The cloud lost what it had acknowledged, and gets it again.
      obstacle = obstacle ?? .notSyncedSince
    case .ahead, .behind, .fork, .gap, .fenced, .unknownEpoch, .lineageKnown:
      obstacle = .parted(standing)
    }
  }

  /// Where a device begins that has neither witness nor shared journal, and spoke before; nil for
  /// any other.
  package var phaseAtNextSync: DeviceSyncMachine.Phase? {
    if case .newEpoch(let reason) = obstacle { .needsGrant(reason) } else { nil }
  }

  /// Whether the device waits for nothing but the next sync.
  public var isWaiting: Bool { obstacle == .notSyncedSince }

  /// Whether something is in the way that the next sync may not put right.
  public var isStuck: Bool { obstacle != nil && !isWaiting }

  /// Whether the obstacle is what keeps the device from speaking with its cloud at all.
  package var explainsRefusal: Bool {
    switch obstacle {
    case .unread, .foreignWitness, .unreadableWitness, .twoDevices: true
    case nil, .neverSpoke, .notEnrolled, .newEpoch, .stopped, .failed, .parted, .refused,
      .notSyncedSince:
      false
    }
  }

  // MARK: In words

  /// What is in the way, if anything is, for people.
  public var sentence: String {
    obstacle?.sentence
      ?? "Nothing is in the way: all that is journaled is reported and acknowledged."
  }

  /// What to do, for people.
  public var nextStep: String {
    obstacle?.nextStep(of: lineage?.description ?? "LINEAGE", in: name) ?? "None is needed."
  }
}

extension DeviceState.Obstacle {
  /// What the files of a device say of each other; nil where they agree on an epoch, which
  /// continues.
  init?(_ verdict: DeviceFilesVerdict, hasWitness: Bool) {
    switch verdict {
    case .twoDevices: self = .twoDevices
    case .foreignWitness: self = .foreignWitness
    case .notEnrolled: self = hasWitness ? .notEnrolled : .neverSpoke
    case .over(let reason): self = .newEpoch(reason)
    case .agree(asksForNext: true): self = .newEpoch(.unfinished)
    // The device puts right what a crash left as soon as it opens its files.
    case .sharedNotMade, .unfinishedStart: self = .notSyncedSince
    case .agree(asksForNext: false): return nil
    }
  }

  var sentence: String {
    switch self {
    case .neverSpoke: "The device has never spoken with a cloud, so nothing leaves it."
    case .notEnrolled: "The cloud has not enrolled the device yet, so nothing leaves it."
    case .unread(let failure):
      "\(failure.path) cannot be read (\(failure.reason)), so nobody can say how the device stands "
        + "with its cloud."
    case .foreignWitness:
      "The witness beside the journals is another device's, so this one does not speak with its "
        + "cloud."
    case .unreadableWitness(let problem):
      "The witness beside the journals cannot be read (\(problem)), so this device does not speak "
        + "with its cloud."
    case .twoDevices:
      "The private journal and the shared journal beside it are of two devices, so neither of them "
        + "speaks with its cloud."
    case .newEpoch(let reason): reason.explanation
    case .stopped(let reason): "The device is stopped. " + reason
    case .failed(let reason): "The last sync did not finish: " + reason
    case .parted(let standing): "The cloud says \(standing.outcome.rawValue): \(standing.sentence)"
    case .refused(let entry, let line):
      "The cloud refuses the device since entry \(entry) of its log: \(line)."
    case .notSyncedSince: "Nothing is in the way: what is missing goes with the next sync."
    }
  }

  func nextStep(of lineage: String, in folder: String) -> String {
    let sync = "spotlog device sync \(folder.asShellWord)"
    return switch self {
    case .neverSpoke: "`\(sync) --url URL` enrols it."
    case .notEnrolled, .notSyncedSince: "`\(sync)`."
    case .unread:
      "Have the owner of the file give you permission to read it, or run this as its owner."
    case .foreignWitness: "\(Witness.putRight) Nothing is lost by either."
    case .unreadableWitness: Witness.makeReadable
    case .twoDevices: DeviceFilesVerdict.separateDevices
    case .newEpoch, .parted:
      "`\(sync)`: the device continues in a new epoch by itself, and nothing is lost."
    case .stopped, .refused:
      "Ask the cloud's operator: `spotlog journal why CLOUD --device \(lineage)` says what the "
        + "cloud has of it. Keep the folder as it is; nothing in it is lost."
    case .failed:
      "See that the server can be reached, then `\(sync)`; nothing is lost, and the same reports "
        + "are sent again."
    }
  }
}
