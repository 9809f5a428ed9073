internal import JournalFormat
package import JournalStore
internal import SQLite
internal import Sync

/// The cloud's witness in use: what the file holds, and what it is told next.
final class CloudWitnessKeeper {
  private let store: any CloudWitnessStore
  private(set) var witness: CloudWitness
  private var byteCount: Int
  /// The file may end with half a record, or is not there: it is rewritten.
  private var isToBeReplaced: Bool
  /// Something that was taken back is not in the file yet.
  private(set) var isBehind = false
  /// What the records of a file add up to before it is rewritten without what is out of date.
  private static let byteCountMax = 1 << 20

  init(_ store: any CloudWitnessStore, witness: CloudWitness?) {
    self.store = store
    self.witness = witness ?? CloudWitness()
    byteCount = 0
    isToBeReplaced = true
  }

  /// Persists a place of the log in the witness, and removes everything that a backup up to there
  /// holds.
  func persist(_ place: CloudWitness.Place) throws(CloudError) {
    let before = witness.place
    witness.place = place
    if place.backedUpNumber > before?.backedUpNumber ?? 0 {
      witness.withdrawals.removeAll { $0.logNumber <= place.backedUpNumber }
      witness.acts.removeAll { $0.logNumber <= place.backedUpNumber }
      isToBeReplaced = true
    }
    try write([.place(place)])
  }

  /// Persists the records: they are durable when this returns.
  func persist(_ records: [CloudWitness.Record]) throws(CloudError) {
    for record in records {
      switch record {
      case .withdrawal(let withdrawal): witness.withdrawals.append(withdrawal)
      case .act(let act): witness.acts.append(act)
      case .place(let place): witness.place = place
      }
    }
    try write(records)
  }

  private func write(_ records: [CloudWitness.Record]) throws(CloudError) {
    isBehind = isBehind || records.contains { !$0.isPlace }
    try CloudError.translating(as: .configuration) {
      if !isAppended(records.flatMap(\.bytes)) {
        let whole = witness.bytes
        try store.replace(with: whole)
        byteCount = whole.count
        isToBeReplaced = false
      }
      isBehind = false
    } saying: {
      "The witness cannot be written (\($0)). Check its folder."
    }
  }

  /// False when the file must be rewritten: it is too long, or its contents are not certain.
  private func isAppended(_ bytes: [UInt8]) -> Bool {
    guard !isToBeReplaced, byteCount + bytes.count <= Self.byteCountMax + witness.sizeMin else {
      return false
    }
    do throws(FileFailure) { try store.append(bytes) } catch {
      // Some of it may be there, or somebody took the file away.
      isToBeReplaced = true
      return false
    }
    byteCount += bytes.count
    return true
  }
}

extension CloudWitness.Record {
  fileprivate var isPlace: Bool { if case .place = self { true } else { false } }
}

extension CloudWitness {
  /// About how many bytes a file has that holds nothing out of date.
  fileprivate var sizeMin: Int { 100 * (withdrawals.count + acts.count) }
}

/// What a witness says of the log that is there.
enum LogVerdict {
  /// Nothing contradicts the log.
  case unbroken(CloudWitness?)
  /// The log was restored; what was taken back since is known.
  case restored(CloudWitness)
  /// The log was restored, and nobody knows what was taken back since.
  case restoredBlindly
}

extension LogVerdict {
  /// Compares a log with its witness.
  ///
  /// - Parameter acceptsLoss: whether a log may be older than its backups should be.
  /// - Throws: `CloudError` for a witness of another log, one that cannot be read, and a log that
  ///   is older than what its backups were to hold.
  init(
    of journal: Journal, _ store: (any CloudWitnessStore)?, acceptsLoss: Bool
  ) throws(CloudError) {
    let isMarked = try RestoreMark.isLeft(in: journal)
    guard let store, let witness = try Self.witness(store, isMarked, acceptsLoss) else {
      self = isMarked ? .restoredBlindly : .unbroken(nil)
      return
    }
    guard let place = witness.place else {
      self = isMarked ? .restored(witness) : .unbroken(witness)
      return
    }
    guard place.journal == journal.identity.name else {
      throw CloudError(
        .log,
        "\(journal.path) is not the log that the witness \(store.place) knows. Bring "
          + "the right log back; or, to continue with this one, move the witness away.")
    }
    let (head, known) = try CloudError.translating(as: .log) {
      (try journal.head().number, try journal.digest(at: place.logNumber))
    }
    if !isMarked, known == place.logDigest, head >= witness.lastLogNumber {
      self = .unbroken(witness)
      return
    }
    if !acceptsLoss, let loss = try LogLoss(of: witness, in: journal, restoredThrough: head) {
      // One that shows nothing waits for a better one, and grows past the mark meanwhile.
      let isHidden = loss.isEnd ? false : try Self.isRecovering(journal)
      if !isHidden { throw CloudError(.log, "\(journal.path): \(loss.reason)") }
    }
    self = .restored(witness)
  }

  /// Whether the log says that it was restored without its witness, and shows nothing. Reads it
  /// from its beginning.
  private static func isRecovering(_ journal: Journal) throws(CloudError) -> Bool {
    var isRecovering = false
    try journal.forEach(
      from: 1, isChecked: false, refuse: { CloudError(.log, $0.message, cause: $0) }
    ) { row throws(CloudError) in
      guard row.kind == .control(.recovering), let payload = row.payload else { return .next }
      let entry = try CloudError.translating(as: .log) {
        try ControlEntry(kind: row.kind, payload: [UInt8](payload))
      }
      if case .recovering(let isOver) = entry { isRecovering = !isOver }
      return .next
    }
    return isRecovering
  }

  /// What the witness continues from.
  var witness: CloudWitness? {
    switch self {
    case .unbroken(let witness): witness
    case .restored(let witness): witness
    case .restoredBlindly: nil
    }
  }

  /// Why the file in the witness's place is not a witness; nil when it is one, or is missing.
  static func problem(of store: any CloudWitnessStore) -> String? {
    do { _ = try witness(store, false, false) } catch { return "\(error)" }
    return nil
  }

  /// Nil when there is none.
  private static func witness(
    _ store: any CloudWitnessStore, _ isMarked: Bool, _ acceptsLoss: Bool
  ) throws(CloudError) -> CloudWitness? {
    let bytes = try CloudError.translating(as: .configuration) {
      try store.read()
    } saying: {
      "The witness cannot be read (\($0)). Check its permissions."
    }
    do throws(FormatError) { return try bytes.map(CloudWitness.init(bytes:)) } catch {
      // A restored log continues without it, and shows nothing.
      if isMarked || acceptsLoss { return nil }
      throw CloudError(
        .configuration,
        "\(store.place): \(error.message) Bring the witness back, or move it away to continue "
          + "without what it knew.", cause: error)
    }
  }
}

extension RestoreMark {
  /// Whether a restore from a snapshot left its mark, and no aggregator has acted on it. A mark
  /// that is damaged is one.
  static func isLeft(in journal: Journal) throws(CloudError) -> Bool {
    try CloudError.translating(as: .log) {
      try table.wholeRows(in: journal.connection) != []
    } saying: {
      "\(journal.path): \($0)"
    }
  }

  /// The restore was acted on.
  static func clear(in journal: Journal) throws(CloudError) {
    guard try isLeft(in: journal) else { return }
    try CloudError.translating(as: .log) {
      try journal.write { appender throws(JournalError) in
        try appender.local { connection throws(SQLiteError) in
          try table.clear(in: connection)
        }
      }
    }
  }
}

/// Where a cloud's witness lies: outside its data folder, so that no backup of that brings it back.
package protocol CloudWitnessStore: AnyObject, Sendable {
  /// What it is called, for people.
  var place: String { get }
  /// The bytes that were stored; nil when there are none.
  func read() throws(FileFailure) -> [UInt8]?
  /// Returns once the bytes are durable, whole.
  func replace(with bytes: [UInt8]) throws(FileFailure)
  /// Returns once the bytes are durable behind those that are there. After a failure some may be.
  func append(_ bytes: [UInt8]) throws(FileFailure)
}

/// A witness in a file.
package final class FileCloudWitnessStore: CloudWitnessStore {
  package let place: String

  package init(path: String) { place = path }

  private static let byteCountMax = 256 << 20

  package func read() throws(FileFailure) -> [UInt8]? {
    try FileSystem.read(place, atMost: Self.byteCountMax)
  }

  package func replace(with bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.replace(place, with: bytes)
  }

  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.append(bytes, to: place)
  }
}
