package import JournalFormat
package import JournalStore
internal import SQLite
package import Sync

/// The projections of a cloud's log with their file: updated, flushed, discarded and rebuilt.
package final class CloudProjections {
  package enum Access: Sendable {
    /// Keeps the file up to date.
    case maintain
    /// Reads the file, and what the log has beyond it, without changing either.
    case look
  }

  /// The file, and what is not in it yet.
  let file: ProjectionFile
  var state = CloudState()
  /// How far into the log the state is.
  package private(set) var position: Journal.Position
  let logStart: Journal.Position
  var publicNews = PublicChangeTracker()
  private let reader = BatchReader()
  /// For whom grants count, from the next reading of the log on.
  var counting = LineageCounting()
  /// The last entry of the log that is applied.
  private let until: UInt64
  package var life: CloudLife { state.life }
  /// Steps that it took so far, about, to find out what lives of what lineages said.
  package var settledWork: UInt64 { state.settledWork }
  /// Rows of its tables: a lineage, an epoch, an item, a content and a day of an item are one each.
  package var rowCount: Int {
    state.lineages.count + state.epochs.count + state.items.tags.count
      + state.items.contents.count + state.items.dayCounts.count
  }
  /// The deployment's public salt.
  package var tagSalt: [UInt8] { state.tagSalt }
  /// The file is not what was written: rebuild it from the log before anything else.
  var isDamaged: Bool { file.isDamaged || state.isContradictory }
  /// Something was applied that the log does not have yet: no such state may be written.
  var isAheadOfLog = false
  /// The log was applied to its end: no older state is shown to anybody.
  package private(set) var isWhole = false
  /// Why the file was rebuilt when it was opened; nil: it was whole.
  package internal(set) var rebuildReason: String?

  /// Opens the file and reads the log on from its checkpoint.
  package init(
    path: String, vfs: String?, access: Access, log: any CloudLog, logStart: Journal.Position,
    until: UInt64 = .max, readsAlone: Bool = false
  ) throws(CloudError) {
    self.until = until
    file = ProjectionFile(path: path, vfs: vfs, access: access, readsAlone: readsAlone)
    self.logStart = logStart
    position = logStart
    do {
      try open()
    } catch {
      rebuildReason = "the projections were damaged: \(error)"
      try startOver()
    }
    // What was redacted after that is not there any more, and is known from what comes after.
    if until < .max { state.retractions = try retractions(in: log) }
    try catchUp(log)
  }

  private func open() throws {
    switch try file.open() {
    case .nothing(let reason):
      rebuildReason = reason
      try startOver()
    case .state(let foundState, let foundPosition):
      state = foundState
      state.counting = counting
      position = foundPosition
    }
  }

  /// Throws the projections away; `catchUp` makes them again.
  private func startOver() throws(CloudError) {
    forget()
    try file.startOver()
  }

  /// Discards every projection and rebuilds it from the log: one that can be read to its end,
  /// since less would be left otherwise than was thrown away.
  package func rebuild(_ log: any CloudLog) throws(CloudError) {
    let retractions = try retractions(in: log)
    try startOver()
    state.retractions = retractions
    try catchUp(log)
    try flush()
  }

  /// Forgets what is in memory and continues from the file: after an append that failed.
  func reload(_ log: any CloudLog) throws(CloudError) {
    forget()
    do { try open() } catch {
      rebuildReason = "the projections were damaged: \(error)"
      try startOver()
    }
    try catchUp(log)
  }

  private func forget() {
    state = CloudState()
    state.counting = counting
    position = logStart
    file.forget()
    publicNews = PublicChangeTracker()
    isAheadOfLog = false
    isWhole = false
  }

  // MARK: Reading on

  /// Projections everything that the log has beyond the position.
  func catchUp(_ log: any CloudLog) throws(CloudError) {
    do throws(CloudError) {
      try readOn(log)
      if state.isContradictory {
        throw CloudError(.projections, "A lineage took back more than was counted.")
      }
    } catch {
      guard isDamaged else { throw error }
      rebuildReason = "the projections were damaged: \(error)"
      try startOver()
      try readOn(log)
    }
    updatePublicContents()
    isWhole = true
  }

  func readOn(_ log: any CloudLog) throws(CloudError) {
    var changesThePast = false
    do throws(CloudLogFailure) {
      try log.read(after: position.number, expecting: position.digest) {
        row throws(CloudError) in
        guard row.number.rawValue <= until else { return .stop }
        changesThePast = try !apply(row)
        return changesThePast ? .stop : .next
      }
    } catch {
      switch error {
      case .unknownPosition where position != logStart:
        // The checkpoint is not in the log's past: the log, or the file, went back.
        rebuildReason = "the projections were of another past than the log"
        try startOver()
        try readOn(log)
      case .unknownPosition, .reader, .refused, .outcomeUnknown, .notExtending:
        throw Self.unreadable(error)
      }
    }
    if changesThePast { try rebuildFromLog(log) }
  }

  /// Applies an entry; false when it changes the past, and nothing was applied.
  private func apply(_ row: EntryRow) throws(CloudError) -> Bool {
    do throws(FormatError) {
      guard try project(row) else { return false }
    } catch {
      throw Self.unreadable(row, error)
    }
    advance(to: Journal.Position(number: row.number.rawValue, digest: row.digest))
    if isFlushDue {
      try flush()
      // Nobody waits for an answer.
      while try file.shortenRedo() {}
    }
    return true
  }

  private func project(_ row: EntryRow) throws(FormatError) -> Bool {
    let number = row.number.rawValue
    let isKnown = number <= state.retractions.readNumber
    if row.kind == .batch {
      if let redacted = state.retractions.redacted[number] {
        applyRedacted(redacted, row)
        return true
      }
      // What became of a payload that is not there stands behind it.
      guard let payload = row.payload else { return isKnown }
      try applyBatch(payload, logNumber: number, time: row.time)
    } else if let payload = row.payload {
      let entry = try ControlEntry(kind: row.kind, payload: [UInt8](payload))
      if !isKnown, state.changesThePast(entry) { return false }
      state.apply(entry, at: LogPlace(number: number, time: row.time))
    }
    return true
  }

  private func applyBatch(
    _ bytes: UnsafeRawBufferPointer, logNumber: UInt64, time: Timestamp
  ) throws(FormatError) {
    let header = try BatchHeader(startOf: bytes)
    guard let epoch = state.epochs.places[header.epoch] else {
      throw FormatError(.malformed, "its batch is of an epoch that the log has not granted.")
    }
    // Its payload may be gone tomorrow: nothing may depend on what is still there today.
    guard !state.removal(ofEpoch: epoch).isErased else { return }
    try reader.withColumns(of: bytes, header: header, refuse: { $0 }) {
      columns throws(FormatError) in
      let checked = try BatchReader.check(columns, header: header)
      try apply(columns, checked, epoch: epoch, logNumber: logNumber, time: time)
    }
  }

  /// Projections a batch that is, or is about to be, the log's entry `logNumber`.
  func apply(
    _ columns: BatchColumns, _ checked: BatchReader.Checked, epoch: UInt32, logNumber: UInt64,
    time: Timestamp
  ) throws(FormatError) {
    appendBatch(
      BatchPlace(
        first: checked.header.first.rawValue, last: checked.header.last.rawValue,
        digest: checked.signedRange.lastDigest, logNumber: logNumber, receivedTime: time),
      epoch: epoch)
    var isUsed = false
    for record in state.apply(columns, epoch: epoch, lastDay: Day(lastCountedAt: time)) {
      let item = checked.contents[record.contentPlace]
      guard let content = state.recordArrival(item, epoch: epoch, logNumber: logNumber) else {
        continue
      }
      file.add(item, content: content)
      isUsed = true
    }
    if !isUsed, columns.entryCount == 1, !checked.contents.isEmpty {
      state.publication.logged.unused.insert(logNumber)
    }
    publicNews.markChangedCounts(in: &state.items)
    updatePublicContents()
  }

  /// Appends a batch to the epoch.
  func appendBatch(_ batch: BatchPlace, epoch: UInt32) {
    isAheadOfLog = true
    state.epochs.extend(epoch, with: batch)
    file.add(batch, epoch: epoch)
  }

  /// Applies a control entry that is about to be in the log.
  func applyControl(_ entry: ControlEntry, at place: LogPlace) {
    isAheadOfLog = true
    state.apply(entry, at: place)
    updatePublicContents()
  }

  /// Updates which contents are public, and records those that changed.
  func updatePublicContents() {
    let changed = state.updatePublicContents()
    guard !changed.isEmpty else { return }
    file.publicChanged()
    publicNews.contents.formUnion(changed)
  }

  func advance(to newPosition: Journal.Position) {
    position = newPosition
    isAheadOfLog = false
  }

  // MARK: What the log says later of what comes earlier in it

  /// Rebuilds the projections by all that the log says by now. A log that cannot be read is
  /// noticed before anything is thrown away.
  private func rebuildFromLog(_ log: any CloudLog) throws(CloudError) {
    let retractions = try retractions(in: log)
    rebuildReason = rebuildReason ?? "the log retracts or restores what was applied before"
    try startOver()
    state.retractions = retractions
    try readOn(log)
    // A file that is not finished is rebuilt at the next start, no worse than that.
    try? flush()
  }

  /// All that the log, read to its end, says of earlier reports.
  private func retractions(in log: any CloudLog) throws(CloudError) -> Retractions {
    var found = Retractions()
    do throws(CloudLogFailure) {
      try log.read(after: logStart.number, expecting: logStart.digest) {
        row throws(CloudError) in
        let isLater = row.number.rawValue > until
        do throws(FormatError) { try found.read(row, isLater: isLater) } catch {
          throw Self.unreadable(row, error)
        }
        return .next
      }
    } catch {
      throw Self.unreadable(error)
    }
    return found
  }

  /// Projections a batch that the log says is redacted, without its payload, which may be there
  /// still.
  private func applyRedacted(_ redacted: ControlEntry.Redacted, _ row: EntryRow) {
    guard let epoch = state.epochs.places[redacted.epoch], redacted.first <= redacted.last,
      redacted.last < .max, !state.removal(ofEpoch: epoch).isErased
    else { return }
    if row.payload != nil { state.publication.logged.unredacted.insert(row.number.rawValue) }
    state.countReports(of: redacted, epoch: epoch)
    appendBatch(
      BatchPlace(
        first: redacted.first, last: redacted.last, digest: redacted.digest,
        logNumber: row.number.rawValue, receivedTime: row.time), epoch: epoch)
  }

  static func unreadable(_ row: EntryRow, _ error: FormatError) -> CloudError {
    let code: CloudError.Code =
      switch error.code {
      case .unknownKind, .unknownVersion: .newerLog
      case .truncated, .trailingBytes, .notThisFormat, .unknownCodec, .unknownDictionary,
        .unknownEncryption, .checksum, .tooLarge, .notUTF8, .malformed:
        .log
      }
    return CloudError(
      code, "Entry \(row.number) of the log cannot be read: \(error.message)", cause: error)
  }

  static func unreadable(_ failure: CloudLogFailure) -> CloudError {
    switch failure {
    case .reader(let cause): cause
    case .refused(let reason), .outcomeUnknown(let reason): CloudError(.log, reason)
    case .notExtending, .unknownPosition:
      CloudError(
        .log, "The log does not begin as its name says. Run `spotlog journal verify` on it.")
    }
  }

  // MARK: The file

  /// Whether a flush should not wait: something public changed, or much has come together.
  var isFlushDue: Bool { file.isFlushDue(state) }

  /// Writes state and checkpoint in one transaction.
  package func flush() throws(CloudError) {
    // What the log may not have is never written; the log gives the rest.
    guard !isAheadOfLog else { return }
    updatePublicContents()
    try file.flush(&state, at: position)
  }

  /// Has what was removed leave the file itself.
  func reclaimSpace() throws {
    try flush()
    try file.reclaimSpace()
  }

  /// The entry of an epoch up to which the oldest kept backup of the log holds it.
  func backedUpMark(epoch: UInt32) throws(CloudError) -> UInt64 {
    try file.backedUpMark(epoch: epoch, upTo: state.backedUpLogNumber)
  }

  /// Where the reports of an epoch end; nil: it was never granted.
  package func head(of epoch: EpochName) -> Locator.Place? {
    state.epochs.places[epoch].map { state.epochs[Int($0)].head }
  }

  /// The salt that the deployment was made with stays, whatever the configuration says by now.
  func newLife(_ configuration: CloudConfiguration, using dice: inout Dice) -> ControlEntry {
    .cloudLife(
      CloudLife(using: &dice), previous: life,
      tagSalt: life == .zero ? configuration.tagSalt : tagSalt)
  }
}
