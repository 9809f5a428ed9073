internal import CloudAggregator
public import Foundation
public import JournalFormat
package import JournalStore

/// Reads the journals of a device or a cloud: in its folder, in a file, or in a snapshot.
///
///     let phone = try JournalInspector("phone")
///     for found in try phone.verify() where !found.isWhole { print(found.findings) }
///     for entry in try phone.entries(limit: 10).entries { print(entry.number, entry.title) }
///     if let note = try phone.item("note-7", query: "buy milk") {
///       print(note.sentence, note.steps.count, note.query?.place ?? 0)
///     }
///
/// No file is changed, and the device or the cloud may be in use meanwhile. Each call opens the
/// journal, blocks its thread for a time proportional to what it reads, and answers as of then.
public struct JournalInspector: Sendable {
  /// The path of a folder, a journal or a snapshot.
  public let path: String
  private let member: String?
  private let key: SnapshotKey?
  private let now: @Sendable () -> Date
  private let notice: (@Sendable (String) -> Void)?
  private let progress: @Sendable (UInt64) -> Void

  /// - Parameters:
  ///   - path: a device's or cloud's folder, a journal's file, or a snapshot (`.sqlar`).
  ///   - journal: which journal of a folder or snapshot. With nil, `verify` checks all of them, and
  ///     the other calls read a device's private journal, or a cloud's log.
  ///   - key: the 32 bytes with which the snapshot is encrypted; nil if it is not.
  ///   - now: the clock. Whether an item has expired depends on it.
  ///   - notice: receives a sentence for people if something beside a journal was not read, or if
  ///     the journal was written meanwhile so that an answer may be wrong.
  /// - Throws: `InspectionError.Code.key` if the key has another length. Whether there is such a
  ///   journal is seen by the first call.
  public init(
    _ path: String, journal: JournalKind? = nil, key: [UInt8]? = nil,
    now: @escaping @Sendable () -> Date = { .now },
    notice: (@Sendable (String) -> Void)? = nil
  ) throws(InspectionError) {
    let key = try InspectionError.translating {
      try key.map { try SnapshotKey(bytes: $0, path: "The key of snapshots") }
    }
    self.init(path, member: journal?.description, key: key, now: now, notice: notice)
  }

  /// - Parameters:
  ///   - member: a journal's name, which may be none that there is.
  ///   - progress: called now and then with the entry that was reached.
  package init(
    _ path: String, member: String?, key: SnapshotKey?,
    now: @escaping @Sendable () -> Date = { .now },
    notice: (@Sendable (String) -> Void)?, progress: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) {
    self.path = path
    self.member = member
    self.key = key
    self.now = now
    self.notice = notice
    self.progress = progress
  }

  // MARK: Verifying

  /// Recomputes the chain of each journal, checks its pages and payloads, and compares it with what
  /// the files beside it know.
  ///
  /// - Parameters:
  ///   - until: the last entry that is checked, of one journal; nil checks all.
  ///   - isDeep: whether a cloud's payloads are decoded as well, and what is made of the journal
  ///     (an index, or a cloud's projections) is rebuilt and compared. This takes as long as making
  ///     it.
  /// - Returns: one result for each journal, at least one. Damage is a finding in it and no error.
  /// - Throws: `InspectionError.Code.notFound`; `damaged` if it is not a journal at all;
  ///   `outOfRange` if there is no entry at `until`; `wrongKind` if `until` is given and there are
  ///   several.
  public func verify(
    until: Moment? = nil, isDeep: Bool = false
  ) throws(InspectionError) -> [JournalVerification] {
    try InspectionError.translating {
      let members = try member.map { [$0] } ?? JournalSource.members(of: path, key: key)
      guard until == nil || members.count == 1 else {
        throw InspectionError(
          .wrongKind,
          "An end needs one journal, and \(path) has \(members.count). Name one: private or "
            + "shared.")
      }
      return try members.map { member in
        do { return try verify(member, until: until, isDeep: isDeep) } catch {
          // One that cannot be verified does not keep the others from it.
          guard members.count > 1 else { throw error }
          return JournalVerification(unopened: member ?? path, error)
        }
      }
    }
  }

  private func verify(
    _ member: String?, until: Moment?, isDeep: Bool
  ) throws -> JournalVerification {
    let source: JournalSource
    do { source = try open(member) } catch let error as JournalError where error.isOfContents {
      guard until == nil, let file = try? JournalSource.file(path, member) else { throw error }
      let damaged = try JournalVerification(damaged: file, error, isDeep: isDeep)
      if damaged.log == .foreign { notice?(ForeignLog.passedOver(file)) }
      return damaged
    }
    let last = try until.map { try JournalReader.last($0, in: source.journal) }
    let check = try JournalCheck(
      of: source, .init(last: last, isDeep: isDeep), progress: progress)
    reportDoubts(of: source)
    return JournalVerification(check, source)
  }

  // MARK: Entries

  /// Lists entries, oldest first.
  ///
  ///     var next = UInt64(1)
  ///     while true {
  ///       let page = try phone.entries(from: .entry(next), limit: 100)
  ///       guard let last = page.entries.last else { break }
  ///       next = last.number + 1
  ///     }
  ///
  /// - Parameters:
  ///   - from: the first entry, or the time at or after which they begin; nil is the first of all.
  ///   - until: the last entry; nil is the last of all.
  ///   - filter: what has to hold of an entry.
  ///   - limit: the largest number of entries, at least 0.
  /// - Throws: `InspectionError`, for example `outOfRange` if the journal begins after `from`.
  public func entries(
    from: Moment? = nil, until: Moment? = nil, matching filter: EntryFilter = EntryFilter(),
    limit: Int = 1_000
  ) throws(InspectionError) -> EntryPage {
    try reading { source in
      var page = EntryPage()
      var reader = try JournalReader(source, from: from, until: until, progress: progress)
      reader.filter = filter
      var unreadable: [ClosedRange<UInt64>] = []
      reader.unreadable = { unreadable.append($0) }
      try reader.forEach(limit: limit) { page.entries.append($0) }
      page.unreadable = unreadable
      return page
    }
  }

  /// Opens the journal to read any number of entries, one by one, and those that are journaled
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - from: the first entry, or the time at or after which they begin; nil is the first of all.
  ///   - until: the last entry; nil is the last of all.
  ///   - isFollowed: whether `JournalReader.advance()` has to see what is journaled meanwhile.
  /// - Throws: `InspectionError`, for example `outOfRange` if the journal begins after `from`.
  public func reader(
    from: Moment? = nil, until: Moment? = nil, isFollowed: Bool = false
  ) throws(InspectionError) -> JournalReader {
    try InspectionError.translating {
      try JournalReader(
        JournalSource(path, member: member, key: key, isFollowed: isFollowed), from: from,
        until: until, progress: progress)
    }
  }

  /// Tells all that is known of one entry: what it says, what it changed, and what became of it.
  ///
  ///     if let report = try phone.entry(8, cloud: JournalInspector("cloud")).reports.first {
  ///       print(report.kind, report.receipt != nil, report.logEntry ?? 0)
  ///     }
  ///
  /// - Parameters:
  ///   - number: the entry's number, from 1 on.
  ///   - cloud: the device's cloud, whose log is searched for the entry's reports; nil searches
  ///     none.
  /// - Throws: `InspectionError.Code.notFound` if there is no such journal or entry. What damage
  ///   elsewhere keeps from being looked up is in `EntryDossier.unknown`.
  public func entry(
    _ number: UInt64, cloud: JournalInspector? = nil
  ) throws(InspectionError) -> EntryDossier {
    try reading { source in
      let log = try cloud.map { try $0.open($0.member) }
      let found = try EntryDossier(number, in: source, cloud: log, progress: progress)
      guard let found else {
        throw InspectionError(
          .notFound,
          "\(source.path) has no entry \(number); it has \(source.journal.floor.number + 1) to "
            + "\(try source.journal.lastNumber()).")
      }
      return found
    }
  }

  /// The number of the last entry that a moment means.
  ///
  /// - Throws: `InspectionError.Code.outOfRange` if it means none.
  public func lastEntry(at moment: Moment) throws(InspectionError) -> UInt64 {
    try InspectionError.translating {
      try JournalReader.last(moment, in: open(member).journal)
    }
  }

  /// Counts entries and bytes, in bounded memory.
  ///
  /// - Parameter until: the last entry that counts; nil: all do.
  /// - Throws: `InspectionError`, for example `outOfRange`.
  public func figures(until: Moment? = nil) throws(InspectionError) -> JournalFigures {
    try reading { try JournalFigures($0, until: until, progress: progress) }
  }

  /// Adds up what came of searches in a device's private journal.
  ///
  /// - Parameter until: the last entry that counts; nil: all do.
  /// - Throws: `InspectionError`, for example `wrongKind` if it is another journal; `outOfRange`.
  public func searches(until: Moment? = nil) throws(InspectionError) -> SearchFigures {
    try reading { try SearchFigures($0, until: until, progress: progress) }
  }

  // MARK: Comparing

  /// Compares the journal with another copy of it, or a device with its cloud.
  ///
  ///     let found = try phone.comparison(with: JournalInspector("cloud"))
  ///     if found.verdict == .ahead { print("Entries to send:", found.first.onlyHere ?? 0...0) }
  ///
  /// Where copies diverge is found by halving: an entry's digest stands for all entries before it,
  /// so that two journals of any size are compared by a few digests of each. A device is compared
  /// by its outbox, whichever of its journals the inspector reads, and the whole log of the cloud
  /// is read for it.
  ///
  /// - Parameters:
  ///   - other: the other copy, or the device's cloud.
  ///   - until: the last entry of both that is compared, of a device's cloud the last entry of its
  ///     log; nil: all are.
  ///   - entryLimit: the largest number of entries listed of each that the other lacks, at least 0.
  /// - Throws: `InspectionError.Code.wrongKind` for a cloud with a device as `other`; `notFound` if
  ///   one of the two is not there; `outOfRange` if neither has an entry at `until`.
  public func comparison(
    with other: JournalInspector, until: Moment? = nil, entryLimit: Int = 0
  ) throws(InspectionError) -> JournalComparison {
    try InspectionError.translating {
      let (a, b) = (try open(member), try other.openCounterpart())
      let found: JournalComparison
      switch (a.journal.identity.kind, b.journal.identity.kind) {
      case (.private, .cloud):
        // Reports have numbers of their own, which nobody asked for.
        found = try JournalComparison(
          outbox: try outbox(beside: a), cloud: b, until: until, entryLimit: 0, progress: progress)
      case (.shared, .cloud):
        found = try JournalComparison(
          outbox: a, cloud: b, until: until, entryLimit: entryLimit, progress: progress)
      case (.cloud, .private), (.cloud, .shared):
        throw InspectionError(
          .wrongKind,
          "\(a.path) is a cloud's log, and \(b.path) a device's journal. Compare the device with "
            + "the cloud.")
      case (.private, .private), (.private, .shared), (.shared, .private), (.shared, .shared),
        (.cloud, .cloud):
        found = try JournalComparison(a, b, until: until, entryLimit: entryLimit)
      }
      reportDoubts(of: a)
      other.reportDoubts(of: b)
      return found
    }
  }

  /// A cloud has one journal, whichever of the device's is compared with it.
  private func openCounterpart() throws -> JournalSource {
    try open(JournalSource.members(of: path, key: key) == ["cloud.journal"] ? nil : member)
  }

  /// What the cloud knows of a device is what its shared journal has.
  private func outbox(beside source: JournalSource) throws -> JournalSource {
    // Of a file, the one that lies beside it.
    let folder = source.path == path ? source.folder ?? path : path
    return try JournalSource(folder, member: "shared", key: key)
  }

  // MARK: Items

  /// Tells what happened to an item or activity of a device, and why it is found or not.
  ///
  ///     for line in try phone.item("note-7", query: "milk")?.lines() ?? [] { print(line) }
  ///
  /// - Parameters:
  ///   - identifier: the item's identifier.
  ///   - app: the app's bundle identifier; nil takes the first that has such an item.
  ///   - query: what somebody searched for; nil asks about no query.
  ///   - until: the last entry that counts: the answer is as it was then. Nil is as of now.
  ///   - cloud: the device's cloud, in its folder, which is asked what is public of the item; nil
  ///     asks none.
  /// - Returns: nil if no entry names such an item.
  /// - Throws: `InspectionError.Code.wrongKind` if it is not a device's private journal.
  public func item(
    _ identifier: String, inApp app: String? = nil, query: String? = nil, until: Moment? = nil,
    cloud: JournalInspector? = nil
  ) throws(InspectionError) -> InspectedItem? {
    try reading { source in
      guard source.journal.identity.kind == .private else {
        throw InspectionError(
          .wrongKind,
          "\(source.path) is a \(source.journal.identity.kind) journal, and the history of an item "
            + "is in a private one. Give a device's folder.")
      }
      let last = try JournalReader.last(until, in: source.journal)
      var item = try InspectedItem(
        identifier, app: app, query: query, in: source, until: last, now: Timestamp(now()),
        progress: progress)
      if let cloud { try item?.ask(CloudReader(reading: cloud.path, notice: cloud.notice)) }
      return item
    }
  }

  /// Rebuilds a device's index as it was, in a temporary file.
  ///
  /// - Parameters:
  ///   - until: the last entry that it knows; nil: all of the journal.
  ///   - key: the 32 bytes that unlock protected items of a folder; nil leaves them locked.
  /// - Throws: `InspectionError.Code.wrongKind` if it is not a device's private journal;
  ///   `outOfRange`; `key`.
  public func index(
    until: Moment? = nil, unlockedBy key: [UInt8]? = nil
  ) throws(InspectionError) -> InspectedIndex {
    try reading { source in
      try InspectedIndex(
        source, until: until, unlockedBy: key, now: Timestamp(now()), progress: progress)
    }
  }

  // MARK: Devices

  /// Tells how a device stands with its cloud, by its files alone: the device is not opened.
  ///
  ///     let state = try phone.device(cloud: JournalInspector("cloud"))
  ///     for line in state.lines() { print(line) }
  ///
  /// - Parameter cloud: the device's cloud, whose log is asked as well; nil asks none.
  /// - Throws: `InspectionError.Code.wrongKind` for a cloud, and for a snapshot, which has not all
  ///   of a device's files.
  public func device(cloud: JournalInspector? = nil) throws(InspectionError) -> DeviceState {
    try reading { source in
      guard source.journal.identity.kind != .cloud, let folder = source.folder else {
        throw InspectionError(
          .wrongKind,
          source.folder == nil
            ? "A snapshot holds no witness, and says nothing of a device's sync. Give a folder."
            : "\(source.path) is a cloud's log. Give a device's folder.")
      }
      var state = try DeviceState(folder, named: source.path == path ? folder : path)
      guard let cloud, let lineage = state.lineage else { return state }
      let log = try cloud.open(cloud.member)
      let view = try LoggedDevice(log.journal, of: lineage, progress: cloud.progress)
      try state.hear(view, try? JournalSource(folder, member: "shared").journal)
      return state
    }
  }

  /// Tells what a cloud's log says of a device.
  ///
  ///     let found = try JournalInspector("cloud").loggedDevice("4f2a")
  ///     for line in found?.lines() ?? [] { print(line) }
  ///
  /// - Parameters:
  ///   - name: a lineage or an epoch in hexadecimal digits, or its beginning.
  ///   - until: the last entry of the log that counts; nil: all do.
  /// - Returns: nil if no device is named so, or several are.
  /// - Throws: `InspectionError.Code.wrongKind` if it is not a cloud's log.
  public func loggedDevice(
    _ name: String, until: Moment? = nil
  ) throws(InspectionError) -> LoggedDevice? {
    try reading { source in
      guard source.journal.identity.kind == .cloud else {
        throw InspectionError(
          .wrongKind, "\(source.path) is a device's journal. Give a cloud's data folder.")
      }
      let last = try JournalReader.last(until, in: source.journal)
      guard let lineage = try LoggedDevice.lineage(named: name.lowercased(), in: source.journal)
      else { return nil }
      return try LoggedDevice(source.journal, of: lineage, until: last, progress: progress)
    }
  }

  // MARK: Viewing

  /// Makes a viewer of the journal as it is now, for a screen of so many cells.
  ///
  /// - Parameters:
  ///   - width: the cells of a line. Less than 20 are taken for 20.
  ///   - height: the lines of the screen. Less than 6 are taken for 6.
  ///   - withoutWords: whether words of items, people and operators are left out.
  public func viewer(
    width: Int, height: Int, withoutWords: Bool = false
  ) throws(InspectionError) -> JournalViewer {
    try InspectionError.translating {
      try JournalViewer(open(member), width: width, height: height, isRedacted: withoutWords)
    }
  }

  // MARK: Exporting

  /// A text form of a journal, line by line.
  public enum ExportForm: Sendable {
    /// JSON Lines of a device's private journal, as `spotlog simulate --trace` reads them, under
    /// the device's name; nil is the journal's.
    case trace(device: String? = nil)
    /// A table with a header, an entry a line, of any journal.
    case csv
  }

  /// What was exported.
  public struct ExportSummary: Hashable, Sendable {
    /// Entries that were written to the export.
    public let entryCount: Int
    /// What a trace cannot say, in words for people, and how often it was left out.
    public internal(set) var leftOut: [String: Int] = [:]
  }

  /// Writes entries in a form that other programs read.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - from: the first entry; nil is the first of all.
  ///   - until: the last entry; nil is the last of all.
  ///   - pseudonymKey: 32 bytes with which words and identifiers are replaced by pseudonyms, alike
  ///     for like words; nil replaces none. The same key makes the same pseudonyms.
  ///   - write: receives each line, without its end.
  /// - Throws: `InspectionError.Code.wrongKind` for a trace of another journal than a private one;
  ///   `key`; `cannotWrite` with the cause if `write` throws.
  @discardableResult
  public func export(
    _ form: ExportForm, from: Moment? = nil, until: Moment? = nil, pseudonymKey: [UInt8]? = nil,
    to write: (String) throws -> Void
  ) throws(InspectionError) -> ExportSummary {
    try reading { source in
      let export = try JournalExport(source, from: from, until: until, pseudonymKey: pseudonymKey)
      return switch form {
      case .trace(let device): try export.writeTrace(of: device, to: write)
      case .csv: try export.writeTable(to: write)
      }
    }
  }

  /// Makes an SQLite database of entries, with a table of their fields and views.
  ///
  /// - Parameters:
  ///   - file: the path of the database, where there must be no file.
  ///   - from: the first entry; nil is the first of all.
  ///   - until: the last entry; nil is the last of all.
  ///   - pseudonymKey: as for `export(_:from:until:pseudonymKey:to:)`.
  /// - Throws: `InspectionError.Code.alreadyExists`; `cannotWrite`, which leaves no file.
  @discardableResult
  public func export(
    toDatabase file: String, from: Moment? = nil, until: Moment? = nil,
    pseudonymKey: [UInt8]? = nil
  ) throws(InspectionError) -> ExportSummary {
    try reading { source in
      try JournalExport(source, from: from, until: until, pseudonymKey: pseudonymKey)
        .makeDatabase(at: file)
    }
  }

  // MARK: Reading

  private func reading<Value>(
    _ work: (JournalSource) throws -> Value
  ) throws(InspectionError) -> Value {
    try InspectionError.translating {
      let source = try open(member)
      let value = try work(source)
      reportDoubts(of: source)
      return value
    }
  }

  private func open(_ member: String?) throws -> JournalSource {
    try JournalSource(path, member: member, key: key)
  }

  private func reportDoubts(of source: JournalSource) {
    if let notice { source.doubts.forEach(notice) }
  }
}

extension JournalError {
  /// Whether it is about what the file holds.
  fileprivate var isOfContents: Bool {
    switch code {
    case .notAJournal, .damaged, .format, .storage: true
    case .notFound, .alreadyExists, .foreignContents, .wrongKind, .newerFormat, .secondWriter,
      .entryTooLarge, .stopped, .restoreUnfinished, .outOfRange, .diskFull, .noPermission:
      false
    }
  }
}
