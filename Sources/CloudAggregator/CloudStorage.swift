package import JournalFormat
package import JournalStore
internal import SQLite

/// Where a cloud's files lie, and through what.
package struct CloudStorage: Sendable {
  package var logPath: String
  package var projectionsPath: String
  /// Outside the data folder, so that no backup of it brings the witness back with it; nil: none.
  package var witness: (any CloudWitnessStore)?
  package var options: JournalOptions
  #if Sabotage
    /// Whether a check of the log finds nothing, whatever is wrong with it.
    package var believesLog = false
  #endif

  /// A data folder of real files: `cloud.journal` and the derived `projections.sqlite`.
  ///
  /// - Parameter notice: told what lay beside the log's file and is not part of it.
  package static func folder(
    _ path: String, witnessPath: String? = nil, notice: (@Sendable (String) -> Void)? = nil
  ) -> CloudStorage {
    var options = JournalOptions()
    options.notice = notice
    return CloudStorage(
      logPath: JournalKind.cloud.path(in: path), projectionsPath: path + "/projections.sqlite",
      witness: witnessPath.map(FileCloudWitnessStore.init(path:)), options: options)
  }

  /// Whether an aggregator lives here already.
  package var holdsLog: Bool { DatabaseFile.exists(logPath, vfs: options.vfs) }

  package init(
    logPath: String, projectionsPath: String, witness: (any CloudWitnessStore)?,
    options: JournalOptions
  ) {
    self.logPath = logPath
    self.projectionsPath = projectionsPath
    self.witness = witness
    self.options = options
  }
}

extension Aggregator {
  /// Opens the aggregator that lives in `storage`, or makes one.
  package static func open(
    _ storage: CloudStorage, keys: CloudKeys, configuration: CloudConfiguration, dice: Dice,
    now: Timestamp
  ) throws(CloudError) -> Aggregator {
    var dice = dice
    let locked = try openLog(
      storage, acceptsLoss: configuration.acceptsLoss, dice: &dice, now: now)
    return try open(
      locked, storage, keys: keys, configuration: configuration, dice: dice, now: now)
  }

  /// A log that is this process's from now on, and what the witness says of it.
  struct LockedLog {
    let journal: Journal
    let past: LogVerdict
  }

  /// Continues from a log that `openLog` gave: what takes its time.
  static func open(
    _ locked: LockedLog, _ storage: CloudStorage, keys: CloudKeys,
    configuration: CloudConfiguration, dice: Dice, now: Timestamp
  ) throws(CloudError) -> Aggregator {
    let journal = locked.journal
    let log = JournalCloudLog(journal, options: storage.options)
    let projections = try CloudProjections(
      path: storage.projectionsPath, vfs: storage.options.vfs, access: .maintain, log: log,
      logStart: journal.floor)
    if projections.counting != configuration.counting {
      projections.counting = configuration.counting
      try projections.rebuild(log)
    }
    let aggregator = try Aggregator(
      log: log, projections: projections, keys: keys, configuration: configuration, dice: dice,
      now: now)
    try aggregator.recovery.face(locked.past, dice: &aggregator.dice, now: now)
    try aggregator.committer.commit(aggregator.thresholdChange, now: now)
    if let store = storage.witness { try aggregator.committer.witness.attach(store, locked.past) }
    return aggregator
  }

  /// The log alone, which is this process's from now on; one that cannot be used is refused.
  static func openLog(
    _ storage: CloudStorage, acceptsLoss: Bool, dice: inout Dice, now: Timestamp
  ) throws(CloudError) -> LockedLog {
    let journal = try openJournal(storage, dice: &dice, now: now)
    let past = try LogVerdict(of: journal, storage.witness, acceptsLoss: acceptsLoss)
    return LockedLog(journal: journal, past: past)
  }

  private static func openJournal(
    _ storage: CloudStorage, dice: inout Dice, now: Timestamp
  ) throws(CloudError) -> Journal {
    try CloudError.translating(as: .log) {
      do throws(JournalError) {
        let journal = try Journal.open(
          at: storage.logPath, kind: .cloud, for: .write, options: storage.options)
        try RedactionList(journal).mend(comparingEntries: true)
        return journal
      } catch {
        guard error.code == .notFound else { throw error }
        let vfs = storage.options.vfs
        let projections = storage.projectionsPath
        let left =
          DatabaseFile.exists(projections, vfs: vfs)
          ? projections : Journal.orphanedLog(of: storage.logPath, vfs: vfs)
        if let left {
          throw JournalError(
            .notFound,
            "\(storage.logPath) is missing or empty, but \(left) of the same cloud is there. "
              + "Restore the log from a backup; or move \(left) away to begin a new cloud.",
            cause: error)
        }
        return try Journal.create(
          at: storage.logPath,
          identity: JournalIdentity(kind: .cloud, name: JournalName(using: &dice)),
          created: now, options: storage.options)
      }
    }
  }

  /// Writes what is only in memory, before the process ends.
  package func close() throws(CloudError) {
    if projections.isDamaged { try projections.rebuild(log) }
    try projections.flush()
    try committer.witness.write()
  }
}

extension CloudProjections {
  /// The projections of the cloud in `storage`, without changing any file, also while it is in use.
  ///
  /// - Parameter last: the last entry of the log that is replayed: the cloud as it was then, but
  ///   for words that the log has lost since.
  package static func read(
    at storage: CloudStorage, until last: UInt64? = nil
  ) throws(CloudError) -> (projections: CloudProjections, log: JournalCloudLog) {
    // Where nobody has the log open nothing is left beside it. A server that starts meanwhile makes
    // that doubtful, and it is looked at once more.
    let vfs = storage.options.vfs
    let isClosed = DatabaseFile.isClosed(storage.logPath, vfs: vfs)
    let found = try read(at: storage, until: last, isAlone: isClosed)
    guard isClosed, !DatabaseFile.isClosed(storage.logPath, vfs: vfs) else { return found }
    return try read(at: storage, until: last, isAlone: false)
  }

  private static func read(
    at storage: CloudStorage, until last: UInt64?, isAlone: Bool
  ) throws(CloudError) -> (projections: CloudProjections, log: JournalCloudLog) {
    var options = storage.options
    options.readsAlone = isAlone
    let journal = try CloudError.translating(as: .log) {
      try Journal.open(
        at: storage.logPath, kind: .cloud, for: .read, options: options)
    }
    let log = JournalCloudLog(journal, options: storage.options)
    let projections = try CloudProjections(
      // The file may have read further than that: it is as if there were none.
      path: last == nil ? storage.projectionsPath : storage.projectionsPath + "-of-the-past",
      vfs: storage.options.vfs, access: .look, log: log, logStart: journal.floor,
      until: last ?? .max, readsAlone: isAlone)
    return (projections, log)
  }

  /// Rebuilds the projections of a cloud that is not running; the state's digests before and after.
  package static func rebuild(
    _ storage: CloudStorage
  ) throws(CloudError) -> (before: Digest, after: Digest) {
    let journal = try CloudError.translating(as: .log) {
      try Journal.open(at: storage.logPath, kind: .cloud, for: .write, options: storage.options)
    }
    let log = JournalCloudLog(journal, options: storage.options)
    let projections = try CloudProjections(
      path: storage.projectionsPath, vfs: storage.options.vfs, access: .maintain, log: log,
      logStart: journal.floor)
    let before = try projections.stateDigest()
    try projections.rebuild(log)
    return (before, try projections.stateDigest())
  }
}
