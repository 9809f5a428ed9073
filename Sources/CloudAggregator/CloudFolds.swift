internal import JournalFormat
package import JournalStore
internal import SQLite
internal import Search
internal import Sync

/// The folds of a cloud's log with their file: read on, flushed, thrown away and made again.
package final class CloudFolds {
  package enum Access: Sendable {
    /// Keeps the file up to date.
    case maintain
    /// Reads the file, and what the log has beyond it, without changing either.
    case look
  }

  private let path: String
  private let vfs: String?
  private let access: Access
  private(set) var store: FoldStore?
  var state = CloudState()
  /// How far into the log the state is.
  private(set) var position: Journal.Position
  private let logStart: Journal.Position
  private var items: [UInt32: PublicItem] = [:]
  private var batches: [UInt32: [BatchPlace]] = [:]
  private var changedPublicTags: Set<UInt32> = []
  private var flushedReportCount: UInt64 = 0
  private let reader = BatchReader()
  /// Why the file was made anew when it was opened; nil: it was whole.
  package private(set) var rebuildReason: String?

  /// Reports between two flushes, unless something public changes before.
  private static let reportsPerFlush: UInt64 = 1 << 18

  /// Opens the file and reads the log on from its checkpoint.
  package init(
    path: String, vfs: String?, access: Access, log: any CloudLog, logStart: Journal.Position
  ) throws(CloudError) {
    self.path = path
    self.vfs = vfs
    self.access = access
    self.logStart = logStart
    position = logStart
    do {
      try open()
    } catch {
      rebuildReason = "the folds were damaged: \(error)"
      try startOver()
    }
    try catchUp(log)
  }

  private func open() throws {
    guard DatabaseFile.exists(path, vfs: vfs) else {
      rebuildReason = "there were no folds"
      return try startOver()
    }
    guard let found = try FoldStore(openingAt: path, vfs: vfs, isReadOnly: access == .look),
      let (foundState, foundPosition) = try found.readState()
    else {
      rebuildReason = "the folds were of another version"
      return try startOver()
    }
    store = found
    state = foundState
    position = foundPosition
    flushedReportCount = state.reportCount
  }

  /// Throws the folds away; `catchUp` makes them again.
  private func startOver() throws(CloudError) {
    state = CloudState()
    position = logStart
    items = [:]
    batches = [:]
    changedPublicTags = []
    flushedReportCount = 0
    store = nil
    guard access == .maintain else { return }
    DatabaseFile.remove(path, vfs: vfs)
    do throws(SQLiteError) {
      store = try FoldStore(creatingAt: path, vfs: vfs)
    } catch {
      throw CloudError(
        .folds, "\(path) cannot be made: \(error.message). Check the folder.", cause: error)
    }
  }

  /// Throws every fold away and makes it again from the log.
  package func rebuild(_ log: any CloudLog) throws(CloudError) {
    try startOver()
    try catchUp(log)
    try flush()
  }

  /// Forgets what is in memory and goes on from the file: after an append that failed.
  func reload(_ log: any CloudLog) throws(CloudError) {
    state = CloudState()
    position = logStart
    items = [:]
    batches = [:]
    changedPublicTags = []
    do { try open() } catch { try startOver() }
    try catchUp(log)
  }

  // MARK: Reading on

  /// Folds everything that the log has beyond the position.
  func catchUp(_ log: any CloudLog) throws(CloudError) {
    do throws(CloudLogFailure) {
      try log.read(after: position.number, expecting: position.digest) {
        row throws(CloudError) in
        try apply(row)
        return .next
      }
    } catch {
      switch error {
      case .unknownPosition where position != logStart:
        // The checkpoint is not in the log's past: the log, or the file, went back.
        rebuildReason = "the folds were of another past than the log"
        try startOver()
        try catchUp(log)
      case .reader(let cause): throw cause
      case .refused(let reason), .outcomeUnknown(let reason):
        throw CloudError(.log, reason)
      case .notExtending, .unknownPosition:
        throw CloudError(
          .log, "The log does not begin as its name says. Run `spotlog journal verify` on it.")
      }
    }
  }

  private func apply(_ row: EntryRow) throws(CloudError) {
    let number = row.number.rawValue
    if let payload = row.payload {
      do throws(FormatError) {
        if row.kind == .batch {
          try applyBatch(payload, logNumber: number, time: row.time)
        } else {
          try apply(ControlEntry(kind: row.kind, payload: [UInt8](payload)))
        }
      } catch {
        throw CloudError(
          .log, "Entry \(number) of the log cannot be read: \(error.message)", cause: error)
      }
    }
    moved(to: Journal.Position(number: number, digest: row.digest))
    if isFlushDue { try flush() }
  }

  private func apply(_ entry: ControlEntry) throws(FormatError) {
    do throws(CloudError) { try state.apply(entry) } catch {
      throw FormatError(.unknownKind(entry.kind.rawValue), error.message)
    }
  }

  private func applyBatch(
    _ bytes: UnsafeRawBufferPointer, logNumber: UInt64, time: Timestamp
  ) throws(FormatError) {
    let header = try BatchHeader(startOf: bytes)
    guard let epoch = state.epochPlaces[header.epoch] else {
      throw FormatError(.malformed, "its batch is of an epoch that the log has not granted.")
    }
    try reader.withColumns(of: bytes, header: header, refuse: { $0 }) {
      columns throws(FormatError) in
      let checked = try BatchReader.check(columns, header: header)
      try apply(columns, checked, epoch: epoch, logNumber: logNumber, time: time)
    }
  }

  /// Folds a batch that is, or is about to be, the log's entry `logNumber`.
  func apply(
    _ columns: BatchColumns, _ checked: BatchReader.Checked, epoch: UInt32, logNumber: UInt64,
    time: Timestamp
  ) throws(FormatError) {
    let last = Locator.Place(
      number: checked.header.last.rawValue, digest: checked.signedRange.lastDigest)
    state.epochs[Int(epoch)].head = last
    state.markChanged(epoch: Int(epoch))
    batches[epoch, default: []].append(
      BatchPlace(
        first: checked.header.first.rawValue, last: last.number, digest: last.digest,
        logNumber: logNumber, receivedTime: time))
    for record in state.apply(columns, epoch: epoch) {
      let item = checked.contents[record.contentPlace]
      if let content = state.arrive(item, epoch: epoch, logNumber: logNumber) {
        items[content] = item
      }
    }
    changedPublicTags.formUnion(state.settlePublicContents())
  }

  /// Folds a control entry that is about to be in the log.
  func applyControl(_ entry: ControlEntry) throws(CloudError) {
    try state.apply(entry)
    changedPublicTags.formUnion(state.settlePublicContents())
  }

  func moved(to newPosition: Journal.Position) { position = newPosition }

  // MARK: Flushing

  /// Whether a flush should not wait: something public changed, or much has come together.
  var isFlushDue: Bool {
    access == .maintain
      && (!changedPublicTags.isEmpty
        || state.reportCount - flushedReportCount >= Self.reportsPerFlush)
  }

  /// Writes state, public index and checkpoint in one transaction.
  package func flush() throws(CloudError) {
    guard access == .maintain, let store else { return }
    changedPublicTags.formUnion(state.settlePublicContents())
    do throws(SQLiteError) {
      try store.connection.transaction({ $0 }) { () throws(SQLiteError) in
        // In one order, so that equal runs leave equal files.
        for (content, item) in items.sorted(by: { $0.key < $1.key }) {
          try store.put(item, content: content)
        }
        for (epoch, places) in batches.sorted(by: { $0.key < $1.key }) {
          for place in places { try store.put(place, epoch: epoch) }
        }
        for tag in changedPublicTags.sorted() { try publish(Int(tag), in: store) }
        try store.write(state, at: position)
      }
    } catch {
      throw CloudError(
        .folds, "\(path) cannot be written: \(error.message). The log is safe; make room.",
        cause: error)
    }
    items = [:]
    batches = [:]
    changedPublicTags = []
    state.flushed()
    flushedReportCount = state.reportCount
  }

  /// Empties the write-ahead log into the file.
  func settleFile() throws(SQLiteError) {
    _ = try store?.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Shows the tag's public content in the index, or hides it.
  private func publish(_ tag: Int, in store: FoldStore) throws(SQLiteError) {
    let name = state.tagTable.tags[tag].description
    let content = state.tags[tag].publicContent
    guard content != .max, let item = try item(content) else {
      return try store.documents.remove(.publicItem, app: "", id: name)
    }
    try store.documents.put(PublicIndex.document(item, tag: name))
  }

  /// Whether the index in the file lacks what is public now.
  var hasUnpublishedChanges: Bool { !changedPublicTags.isEmpty }

  func item(_ content: UInt32) throws(SQLiteError) -> PublicItem? {
    if let item = items[content] { return item }
    return try store?.item(content)
  }

  /// The batch in the log that holds an entry of an epoch.
  func batch(epoch: UInt32, holding number: UInt64) throws(SQLiteError) -> BatchPlace? {
    if let found = batches[epoch]?.first(where: { $0.first <= number && number <= $0.last }) {
      return found
    }
    return try store?.batch(epoch: epoch, holding: number)
  }

  /// The entry of an epoch up to which the oldest kept backup of the log holds it.
  func backedUpMark(epoch: UInt32) throws(SQLiteError) -> UInt64 {
    guard state.backedUpLogNumber > 0 else { return 0 }
    let recent = batches[epoch]?.last { $0.logNumber <= state.backedUpLogNumber }?.last
    if let recent { return recent }
    return try store?.lastNumber(epoch: epoch, upToLogNumber: state.backedUpLogNumber) ?? 0
  }
}
