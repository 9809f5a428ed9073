internal import JournalFormat
internal import JournalStore
internal import SQLite

/// The file of the projections with what is not in it yet: written now and then, asked for what is
/// not in memory.
final class ProjectionFile {
  let path: String
  private let vfs: String?
  let access: CloudProjections.Access
  /// Whether a look leaves nothing beside the file: nobody has it open.
  private let readsAlone: Bool
  private(set) var store: ProjectionStore?
  /// Contents and batches that came since the last flush.
  private var items: [UInt32: PublicItem] = [:]
  private var batches: [UInt32: [BatchPlace]] = [:]
  /// Whether something public changed since.
  private var hasPublicNews = false
  private var flushedReportCount: UInt64 = 0
  private var waitingBatchCount = 0
  /// It could not be read, or is not what was written.
  private(set) var isDamaged = false

  /// What a flush writes, about, unless something public changes before: what one request may
  /// make others wait for is bounded by it.
  private static let flushByteCount = 2 << 20

  init(path: String, vfs: String?, access: CloudProjections.Access, readsAlone: Bool) {
    self.path = path
    self.vfs = vfs
    self.access = access
    self.readsAlone = readsAlone
  }

  // MARK: Opening

  /// What the file holds, or in a few words why it must be rebuilt.
  enum Found {
    case state(CloudState, Journal.Position)
    case nothing(reason: String)
  }

  func open() throws -> Found {
    guard DatabaseFile.exists(path, vfs: vfs) else {
      return .nothing(reason: "there were no projections")
    }
    let mode: Connection.Mode =
      access == .maintain ? .readWrite : readsAlone ? .readAlone : .readOnly
    guard let found = try ProjectionStore(openingAt: path, vfs: vfs, mode: mode) else {
      return .nothing(reason: "the projections were of another version, or not finished")
    }
    guard let (state, position) = try found.readState() else {
      return .nothing(reason: "there were no projections yet")
    }
    store = found
    flushedReportCount = state.reportCount
    return .state(state, position)
  }

  /// Forgets what was not written.
  func forget() {
    items = [:]
    batches = [:]
    waitingBatchCount = 0
    hasPublicNews = false
  }

  /// Throws the file away and makes an empty one.
  func startOver() throws(CloudError) {
    forget()
    flushedReportCount = 0
    isDamaged = false
    store = nil
    guard access == .maintain else { return }
    DatabaseFile.remove(path, vfs: vfs)
    do throws(SQLiteError) {
      store = try ProjectionStore(creatingAt: path, vfs: vfs)
    } catch {
      throw CloudError(
        .projections, "\(path) cannot be made: \(error.message). Check the folder.", cause: error)
    }
  }

  // MARK: Writing

  func add(_ item: PublicItem, content: UInt32) { items[content] = item }

  func add(_ batch: BatchPlace, epoch: UInt32) {
    batches[epoch, default: []].append(batch)
    waitingBatchCount += 1
  }

  func publicChanged() { hasPublicNews = true }

  /// Whether a flush should not wait: something public changed, or much has come together.
  func isFlushDue(_ state: CloudState) -> Bool {
    access == .maintain
      && (hasPublicNews || waitingByteCount(state) >= Self.flushByteCount)
  }

  /// Bytes that the next flush writes, about.
  private func waitingByteCount(_ state: CloudState) -> Int {
    // Of a report, its origin and what it adds to an engagement.
    let reportCount = Int(clamping: state.reportCount - flushedReportCount)
    return state.changedByteCount + min(reportCount, Self.flushByteCount) * 20
      + waitingBatchCount * 100 + items.count * 256
  }

  /// Whether nothing was ever read from the file, and the first flush makes it one that can be.
  var isUnfinished: Bool { store?.isNew ?? false }

  /// Writes state and checkpoint in one transaction.
  func flush(_ state: inout CloudState, at position: Journal.Position) throws(CloudError) {
    guard access == .maintain, let store else { return }
    for content in state.publication.logged.removed
    where state.items.contents[Int(content)].arrived == 0 {
      items[content] = nil
    }
    do {
      try store.transaction {
        for content in state.publication.logged.removed.sorted() { try store.removeItem(content) }
        // In one order, so that equal runs leave equal files.
        for (content, item) in items.sorted(by: { $0.key < $1.key }) {
          try store.put(item, content: content)
        }
        for (epoch, places) in batches.sorted(by: { $0.key < $1.key }) {
          for place in places { try store.put(place, epoch: epoch) }
        }
        try store.write(state, at: position)
      }
    } catch {
      throw unwritable(error)
    }
    forget()
    state.publication.logged.removed = []
    state.flushed()
    flushedReportCount = state.reportCount
    // Anyone who opens the file knows of no retraction that the log has beyond it.
    guard position.number >= state.retractions.lastNumber else { return }
    do throws(SQLiteError) { try store.finish() } catch { throw unwritable(error) }
  }

  /// Moves a bounded number of rows that were flushed into their tables.
  ///
  /// - Returns: whether there are more of them than should wait.
  @discardableResult
  func shortenRedo() throws(CloudError) -> Bool {
    guard access == .maintain, let store else { return false }
    do { try store.shortenRedo() } catch { throw unwritable(error) }
    return store.redo.byteCount > RedoLog.keptByteCount
  }

  private func unwritable(_ error: any Error) -> CloudError {
    unreadable(error, or: "\(path) cannot be written: \(error). The log is safe; make room.")
  }

  /// Has what was removed leave the file itself.
  func reclaimSpace() throws {
    try store?.reclaimSpace()
  }

  /// Empties the write-ahead log into the file.
  func flushWriteAheadLog() throws(SQLiteError) {
    _ = try store?.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// What went wrong with the file, noted when it is damage.
  private func unreadable(_ error: any Error, or message: String) -> CloudError {
    if let error = error as? CloudError { return error }
    guard error is ProjectionDamage || (error as? SQLiteError)?.code == .damaged else {
      return CloudError(.projections, message, cause: error)
    }
    isDamaged = true
    return CloudError(
      .projections,
      "\(path) is damaged: \(error). The log is safe; the file is rebuilt from it at the next "
        + "start or request.", cause: error)
  }

  // MARK: What is not in memory

  /// A content that has arrived.
  func item(_ content: UInt32) throws(CloudError) -> PublicItem {
    if let item = items[content] { return item }
    return try stored { try $0.item(content) }
  }

  /// The batch in the log that holds an entry of an epoch, which the log has.
  func batch(epoch: UInt32, holding number: UInt64) throws(CloudError) -> BatchPlace {
    if let found = batches[epoch]?.first(where: { $0.first <= number && number <= $0.last }) {
      return found
    }
    return try stored { try $0.batch(epoch: epoch, holding: number) }
  }

  /// The entry of an epoch up to which the oldest kept backup of the log holds it.
  func backedUpMark(epoch: UInt32, upTo logNumber: UInt64) throws(CloudError) -> UInt64 {
    guard logNumber > 0 else { return 0 }
    let recent = batches[epoch]?.last { $0.logNumber <= logNumber }?.last
    if let recent { return recent }
    return try stored { try $0.lastNumber(epoch: epoch, upToLogNumber: logNumber) }
  }

  private func stored<Value>(
    _ body: (ProjectionStore) throws -> Value
  ) throws(CloudError) -> Value {
    guard let store else {
      throw CloudError(.projections, "\(path) is not there. Start the cloud, which makes it.")
    }
    do { return try body(store) } catch {
      throw unreadable(error, or: "\(path) cannot be read: \(error).")
    }
  }
}
