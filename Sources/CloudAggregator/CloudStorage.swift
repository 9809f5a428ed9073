package import JournalFormat
package import JournalStore
internal import SQLite

/// Where a cloud's files lie, and through what.
package struct CloudStorage: Sendable {
  package var logPath: String
  package var foldsPath: String
  /// Outside the data folder, so that no backup of it brings the witness back with it; nil: none.
  package var witnessPath: String?
  package var options: JournalOptions

  /// A data folder of real files: `cloud.journal` and the derived `folds.sqlite`.
  package static func folder(_ path: String, witnessPath: String? = nil) -> CloudStorage {
    CloudStorage(
      logPath: path + "/cloud.journal", foldsPath: path + "/folds.sqlite",
      witnessPath: witnessPath, options: JournalOptions())
  }

  /// Whether an aggregator lives here already.
  package var holdsLog: Bool { DatabaseFile.exists(logPath, vfs: options.vfs) }

  package init(
    logPath: String, foldsPath: String, witnessPath: String?, options: JournalOptions
  ) {
    self.logPath = logPath
    self.foldsPath = foldsPath
    self.witnessPath = witnessPath
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
    let journal = try openLog(storage, dice: &dice, now: now)
    return try open(
      journal, storage, keys: keys, configuration: configuration, dice: dice, now: now)
  }

  /// Goes on from a log that `openLog` gave: what takes its time.
  static func open(
    _ journal: Journal, _ storage: CloudStorage, keys: CloudKeys,
    configuration: CloudConfiguration, dice: Dice, now: Timestamp
  ) throws(CloudError) -> Aggregator {
    let log = JournalCloudLog(journal, options: storage.options)
    let folds = try CloudFolds(
      path: storage.foldsPath, vfs: storage.options.vfs, access: .maintain, log: log,
      logStart: journal.floor)
    let aggregator = try Aggregator(
      log: log, folds: folds, keys: keys, configuration: configuration, dice: dice, now: now)
    try CloudWitnessFile.write(aggregator.folds, path: storage.witnessPath)
    return aggregator
  }

  /// The log alone, which is this process's from now on; one that went back in time is refused.
  static func openLog(
    _ storage: CloudStorage, dice: inout Dice, now: Timestamp
  ) throws(CloudError) -> Journal {
    let journal = try openJournal(storage, dice: &dice, now: now)
    try CloudWitnessFile.check(journal, path: storage.witnessPath)
    return journal
  }

  private static func openJournal(
    _ storage: CloudStorage, dice: inout Dice, now: Timestamp
  ) throws(CloudError) -> Journal {
    do throws(JournalError) {
      do throws(JournalError) {
        return try Journal.open(
          at: storage.logPath, kind: .cloud, for: .write, options: storage.options)
      } catch {
        guard error.code == .notFound else { throw error }
        return try Journal.create(
          at: storage.logPath,
          identity: JournalIdentity(kind: .cloud, name: JournalName(using: &dice)),
          created: now, options: storage.options)
      }
    } catch {
      throw CloudError(.log, error.message, cause: error)
    }
  }

  /// Has the witness know the log up to its head.
  func writeWitness(_ storage: CloudStorage) throws(CloudError) {
    try CloudWitnessFile.write(folds, path: storage.witnessPath)
  }

  /// Writes what is only in memory, before the process ends.
  package func close(_ storage: CloudStorage) throws(CloudError) {
    if folds.isDamaged { try folds.rebuild(log) }
    try folds.flush()
    try CloudWitnessFile.write(folds, path: storage.witnessPath)
  }
}

extension CloudFolds {
  /// The folds of the cloud in `storage`, without changing any file, also while it is in use.
  package static func look(
    at storage: CloudStorage
  ) throws(CloudError) -> (folds: CloudFolds, log: JournalCloudLog) {
    let journal: Journal
    do throws(JournalError) {
      journal = try Journal.open(
        at: storage.logPath, kind: .cloud, for: .read, options: storage.options)
    } catch {
      throw CloudError(.log, error.message, cause: error)
    }
    let log = JournalCloudLog(journal, options: storage.options)
    let folds = try CloudFolds(
      path: storage.foldsPath, vfs: storage.options.vfs, access: .look, log: log,
      logStart: journal.floor)
    return (folds, log)
  }
}

/// The cloud's witness: says when its data folder went back in time.
enum CloudWitnessFile {
  private static let byteCountMax = 64 << 20

  /// An error when the log lacks, or has otherwise, what the witness knows.
  static func check(_ journal: Journal, path: String?) throws(CloudError) {
    guard let path else { return }
    do {
      guard let bytes = try FileSystem.read(path, atMost: byteCountMax) else { return }
      let witness = try CloudWitness(bytes: bytes)
      guard try journal.digest(at: witness.logNumber) == witness.logDigest else {
        throw CloudError(
          .log,
          "\(journal.path) does not have entry \(witness.logNumber) as the witness \(path) "
            + "knows it: the log went back in time, or is another one. Bring the right log back; "
            + "or, to go on with this one, move the witness away.")
      }
    } catch let error as CloudError {
      throw error
    } catch let error as JournalError {
      throw CloudError(.log, error.message, cause: error)
    } catch let error as FormatError {
      throw CloudError(
        .configuration,
        "\(path): \(error.message) Bring the witness back, or move it away to go on without what "
          + "it knew.", cause: error)
    } catch {
      throw CloudError(
        .configuration, "The witness cannot be read (\(error)). Check its permissions.",
        cause: error)
    }
  }

  static func write(_ folds: CloudFolds, path: String?) throws(CloudError) {
    guard let path else { return }
    let witness = CloudWitness(
      life: folds.state.life, logNumber: folds.position.number,
      logDigest: folds.position.digest, withdrawals: [])
    do throws(FileFailure) { try FileSystem.replace(path, with: witness.bytes) } catch {
      throw CloudError(
        .configuration, "The witness cannot be written (\(error)). Check its folder.",
        cause: error)
    }
  }
}
