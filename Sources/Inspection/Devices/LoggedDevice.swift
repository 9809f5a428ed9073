public import JournalFormat
internal import JournalStore
internal import Sync

/// What a cloud's log says of one device, read from the log alone. Encoded, it is the object of
/// `spotlog journal why --device --json`.
///
///     if let device = try JournalInspector("cloud").loggedDevice("4f2a") {
///       for line in device.lines() { print(line) }
///     }
public struct LoggedDevice {
  struct Batch: Hashable, Sendable {
    let first: UInt64
    let last: UInt64
    let logNumber: UInt64
    let time: Timestamp
    /// Of its last entry.
    let digest: Digest
    /// Its payload was redacted: its digests are not known any more.
    let isRedacted: Bool
  }

  struct Epoch: Hashable, Sendable {
    let grant: Grant
    let grantedBy: UInt64
    let time: Timestamp
    var head: Locator.Place
    var batches: [Batch] = []
    var child: EpochName?
    /// What the log says of it besides, in order.
    var notes: [Note] = []
  }

  struct Note: Hashable, Sendable {
    let logNumber: UInt64
    let time: Timestamp
    let line: String
    /// Whether it takes something away or shows that something is wrong.
    let isTrouble: Bool
  }

  private let journal: Journal
  /// In the order of their grants.
  private(set) var epochs: [Epoch] = []
  /// What the log says of the lineage as a whole.
  private(set) var notes: [Note] = []
  /// Why the cloud takes nothing of the device any more; nil while it does.
  private(set) var refusal: Note?
  /// The name by which the cloud knows the device.
  public let lineage: LineageName

  /// - Parameters:
  ///   - lineage: the device's.
  ///   - until: the last entry of the log that is read.
  init(
    _ journal: Journal, of lineage: LineageName, until: UInt64 = .max,
    progress: (UInt64) -> Void = { _ in }
  ) throws {
    self.journal = journal
    self.lineage = lineage
    try journal.forEach(from: 1, isChecked: false, refuse: { $0 as any Error }) { row in
      let number = row.number.rawValue
      guard number <= until else { return .stop }
      if number & 0xFFFF == 0 { progress(number) }
      if row.kind == .batch { try read(batch: row) } else { try read(control: row) }
      return .next
    }
  }

  private mutating func read(batch row: EntryRow) throws {
    guard let payload = row.payload else { return }
    let header = try BatchHeader(startOf: payload)
    guard header.lineage == lineage, let place = place(of: header.epoch) else { return }
    let last = header.last.rawValue
    // The batch was read to its last entry, or this is an error.
    let digest = try digest(at: last, inBatch: payload) ?? .zero
    epochs[place].batches.append(
      Batch(
        first: header.first.rawValue, last: last, logNumber: row.number.rawValue, time: row.time,
        digest: digest, isRedacted: false))
    epochs[place].head = Locator.Place(number: last, digest: digest)
  }

  private func place(of epoch: EpochName) -> Int? {
    epochs.firstIndex { $0.grant.epoch == epoch }
  }

  private mutating func read(control row: EntryRow) throws {
    guard let payload = row.payload else { return }
    let entry = try ControlEntry(kind: row.kind, payload: [UInt8](payload))
    let line = EntrySummary(kind: row.kind, payload: [UInt8](payload)).line
    let note = Note(
      logNumber: row.number.rawValue, time: row.time, line: line, isTrouble: entry.isTrouble)
    switch entry {
    case .enrol(let grant), .grant(let grant), .recovered(let grant, _):
      recordGrant(grant, row, note)
    case .fence(let head, let child):
      guard let place = place(of: head.epoch) else { return }
      epochs[place].child = child
      epochs[place].notes.append(note)
    case .redacted(let redacted): recordRedaction(redacted, row, note)
    case .retract(let epoch, _, _, _), .admitted(let epoch, _):
      if let place = place(of: epoch) { epochs[place].notes.append(note) }
    case .incident(let incident):
      if let place = place(of: incident.epoch) { epochs[place].notes.append(note) }
    case .hole(let hole):
      if let place = place(of: hole.epoch) { epochs[place].notes.append(note) }
    case .revoke(let name, _), .erase(let name):
      guard name == lineage else { return }
      notes.append(note)
      refusal = note.isTrouble ? note : nil
    case .withdrawal(let withdrawal):
      if withdrawal.lineage == lineage { notes.append(note) }
    case .cloudLife:
      // With the first life the log begins: nothing happened to the device.
      if row.number.rawValue > 1 { notes.append(note) }
    case .recovering: notes.append(note)
    case .threshold, .takeDown, .mark: break
    }
  }

  private mutating func recordGrant(_ grant: Grant, _ row: EntryRow, _ note: Note) {
    guard grant.lineage == lineage else { return }
    if let place = place(of: grant.epoch) {
      epochs[place].notes.append(note)
      return
    }
    let start = JournalIdentity.shared(
      epoch: grant.epoch, lineage: grant.lineage, parent: grant.parent
    ).genesis
    epochs.append(
      Epoch(
        grant: grant, grantedBy: row.number.rawValue, time: row.time,
        head: Locator.Place(number: 0, digest: start), notes: [note]))
  }

  private mutating func recordRedaction(
    _ redacted: ControlEntry.Redacted, _ row: EntryRow, _ note: Note
  ) {
    guard let place = place(of: redacted.epoch) else { return }
    epochs[place].notes.append(note)
    // The batch itself has lost its payload, unless that is still to happen.
    guard !epochs[place].batches.contains(where: { $0.logNumber == redacted.logNumber }) else {
      return
    }
    epochs[place].batches.append(
      Batch(
        first: redacted.first, last: redacted.last, logNumber: redacted.logNumber, time: row.time,
        digest: redacted.digest, isRedacted: true))
    epochs[place].batches.sort { $0.logNumber < $1.logNumber }
    if redacted.last > epochs[place].head.number {
      epochs[place].head = Locator.Place(number: redacted.last, digest: redacted.digest)
    }
  }

  // MARK: Asking

  private func digest(
    at number: UInt64, inBatch payload: UnsafeRawBufferPointer
  ) throws(FormatError) -> Digest? {
    let checked = try BatchReader().check(payload)
    let first = checked.header.first.rawValue
    guard number >= first, number <= checked.header.last.rawValue else { return nil }
    return checked.digests[Int(number - first)]
  }

  /// What the log has at a number of an epoch; nil where it has nothing, or not any more.
  func digest(at number: UInt64, of epoch: Epoch) -> Digest? {
    if number == 0 {
      return JournalIdentity.shared(
        epoch: epoch.grant.epoch, lineage: epoch.grant.lineage, parent: epoch.grant.parent
      ).genesis
    }
    guard let batch = epoch.batches.first(where: { $0.first <= number && number <= $0.last })
    else { return nil }
    if number == batch.last { return batch.digest }
    guard let place = SequenceNumber(batch.logNumber),
      let payload = (try? journal.entry(place))?.payload
    else { return nil }
    return payload.withUnsafeBytes { try? digest(at: number, inBatch: $0) }
  }

  func epoch(_ name: EpochName) -> Epoch? { epochs.first { $0.grant.epoch == name } }

  /// What this cloud would answer to a device that is at `locator`.
  func verdict(on locator: Locator) -> OpenVerdict {
    guard let epoch = epoch(locator.epoch) else { return .unknownEpoch }
    return EpochPosition(epoch: locator.epoch, head: epoch.head, child: epoch.child)
      .onOpen(locator) { digest(at: $0, of: epoch) }
  }
}

extension ControlEntry {
  fileprivate var isTrouble: Bool {
    switch self {
    case .incident, .hole, .erase, .recovering(isOver: false): true
    case .revoke(_, let isUndone), .retract(_, _, _, let isUndone): !isUndone
    case .enrol, .grant, .fence, .cloudLife, .threshold, .takeDown, .mark, .admitted, .withdrawal,
      .recovered, .recovering(isOver: true), .redacted:
      false
    }
  }
}

extension Locator {
  /// Where a device with this shared journal says that it is.
  init(of shared: Journal) throws(JournalError) {
    var places: [Place] = []
    let head = try shared.head().number
    for number in Locator.numbers(head: head, floor: shared.floor.number) {
      guard let digest = try shared.digest(at: number) else { continue }
      places.append(Place(number: number, digest: digest))
    }
    self.init(epoch: shared.identity.epoch, places: places)
  }
}

extension LoggedDevice {
  /// The lineage that a name of a lineage or an epoch, or its beginning, means; nil where it means
  /// none or several.
  static func lineage(named name: String, in journal: Journal) throws -> LineageName? {
    guard !name.isEmpty else { return nil }
    var found: Set<LineageName> = []
    try journal.forEach(from: 1, isChecked: false, refuse: { $0 as any Error }) { row in
      guard row.kind != .batch, let payload = row.payload,
        let entry = try? ControlEntry(kind: row.kind, payload: [UInt8](payload))
      else { return .next }
      switch entry {
      case .enrol(let grant), .grant(let grant), .recovered(let grant, _):
        let names = [grant.lineage.description, grant.epoch.description]
        if names.contains(where: { $0.hasPrefix(name) }) { found.insert(grant.lineage) }
      case .fence, .cloudLife, .threshold, .retract, .takeDown, .mark, .incident, .revoke, .erase,
        .withdrawal, .hole, .recovering, .redacted, .admitted:
        break
      }
      return .next
    }
    return found.count == 1 ? found.first : nil
  }
}

// MARK: In words

extension LoggedDevice: Encodable {
  /// What the log says as `spotlog journal why` prints it, in lines that a terminal can show.
  ///
  /// - Parameter marking: marks a part of a line, for example with a terminal's colours.
  public func lines(marking: (String, TextMark) -> String = { text, _ in text }) -> [String] {
    var lines = ["device      " + marking("\(lineage)", .name)]
    func text(_ note: LoggedDevice.Note) -> String {
      let line = "  entry \(note.logNumber)  \(note.time.text)  \(note.line.printable)"
      return note.isTrouble ? marking(line, .bad) : line
    }
    lines += notes.map(text)
    for epoch in epochs {
      let reports = epoch.batches.reduce(0) { $0 + $1.last - $1.first + 1 }
      lines.append(
        "epoch       \(epoch.grant.epoch), granted by entry \(epoch.grantedBy), \(epoch.time.text)")
      lines.append(
        "  has entries up to \(epoch.head.number), \(reports) in "
          + (epoch.batches.count == 1
            ? "a batch" : Figure.count(epoch.batches.count, "batch", "batches"))
          + (epoch.batches.last.map { ", the last one received \($0.time.text)" } ?? ""))
      lines += epoch.notes.map(text)
      if epoch.child == nil { lines.append("  open: the device can continue with it") }
    }
    return lines
  }

  /// Encodes the object that `docs/JSON.md` describes.
  public func encode(to encoder: any Encoder) throws {
    try LoggedDeviceReport(self).encode(to: encoder)
  }
}

/// What `spotlog journal why --device --json` prints.
private struct LoggedDeviceReport: Encodable {
  struct Epoch: Encodable {
    let epoch: String
    let grantedBy: UInt64
    let time: String
    let head: UInt64
    let batches: Int
    let child: String?
    let notes: [Note]
  }

  struct Note: Encodable {
    let logEntry: UInt64
    let time: String
    let what: String
    let isTrouble: Bool

    init(_ note: LoggedDevice.Note) {
      (logEntry, time, what) = (note.logNumber, note.time.text, note.line)
      isTrouble = note.isTrouble
    }
  }

  let lineage: String
  let epochs: [Epoch]
  let notes: [Note]

  init(_ device: LoggedDevice) {
    lineage = device.lineage.description
    notes = device.notes.map(Note.init)
    epochs = device.epochs.map {
      Epoch(
        epoch: $0.grant.epoch.description, grantedBy: $0.grantedBy, time: $0.time.text,
        head: $0.head.number, batches: $0.batches.count, child: $0.child?.description,
        notes: $0.notes.map(Note.init))
    }
  }
}
