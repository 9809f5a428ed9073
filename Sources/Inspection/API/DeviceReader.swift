public import DeviceIndex
public import Foundation
package import JournalFormat
internal import JournalStore
package import QueryLanguage
internal import Search

/// Reads a device's folder: its search, its items, its open requests and how it stands with its
/// cloud, as `spotlog device` shows them.
///
///     let phone = try DeviceReader("phone")
///     for result in try phone.search("milk", isExplained: true) {
///       print(result.title, result.score?.total ?? 0)
///     }
///     for item in try phone.items() where item.isUnconfirmed { print(item.uniqueIdentifier) }
///     print(try phone.syncStanding().nextStep)
///
/// A folder that may be written to and that nobody has open is opened itself, as `DeviceHost` does:
/// its index is read on, and after a restore its apps are asked for their items. Otherwise a
/// temporary copy is read (`isCopy`), also while an app has the device open, and the folder stays
/// as it is. No call changes what an app or a person said.
///
/// All answers are as of the moment when it was made. It is for one task at a time, and each call
/// blocks its thread. A folder that is not a copy is open as long as this is.
public final class DeviceReader {
  private let device: Device
  private let folder: ReadableFolder
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - folder: the path of the device's folder.
  ///   - configuration: that of the device's cloud, or `.local`. Only `syncStanding` depends on it.
  ///   - key: the 32 bytes that unlock protected items; nil leaves them locked.
  ///   - makingNewKeys: as for `DeviceHost.unlock(with:makingNewKeys:)`. A copy gets none.
  ///   - now: the clock. Whether an item has expired depends on it.
  ///   - notice: receives a sentence for people about each file that was not read or was repaired.
  /// - Throws: `InspectionError.Code.notFound` if the folder holds no device; `damaged`;
  ///   `cannotRead` if this process may not read its journal; `key` for a wrong key.
  public init(
    _ folder: String, configuration: DeviceConfiguration = .local, unlockedBy key: [UInt8]? = nil,
    makingNewKeys: Bool = false, now: @escaping @Sendable () -> Date = { .now },
    notice: (@Sendable (String) -> Void)? = nil
  ) throws(InspectionError) {
    self.now = now
    (self.folder, device) = try InspectionError.translating {
      let opening = Opening(folder, configuration, needsKeyring: key != nil, notice: notice)
      let (folder, device) = try opening.open(at: Timestamp(now()))
      if let key {
        if folder.isCopy, makingNewKeys { try Self.refuseNewKeyring(in: folder) }
        try device.unlock(with: key, makingNewKeys: makingNewKeys)
      }
      if !folder.isCopy {
        try device.reindex.askAfterRestore(
          at: Timestamp(now()), readingAtMost: ManagedIndex.entriesPerStep)
      }
      return (folder, device)
    }
  }

  /// A keyring would be gone with the copy.
  private static func refuseNewKeyring(in folder: ReadableFolder) throws {
    guard !FileSystem.isThere(folder.path + "/keyring") else { return }
    let message =
      "New keys would be written to a keyring in \(folder.original), which is only read here: you "
      + "may not write there, or another process has the device open. Unlock it without new keys, "
      + "or where the folder may be written to."
    throw InspectionError(.key, message, cause: JournalError(.noPermission, message))
  }

  private var time: Timestamp { Timestamp(now()) }

  /// Whether a temporary copy is read, so that nothing is written to the folder.
  public var isCopy: Bool { folder.isCopy }
  /// The name of the device's private journal, in hexadecimal digits.
  public var journalName: String { device.privateJournal.identity.name.description }
  /// Why the index was rebuilt when it was opened, in words for people; nil: it was not.
  public var indexRebuildReason: String? { device.index.rebuildReason }
  /// That other users of this machine can read the folder, and what to do; nil: they cannot.
  public var accessWarning: String? { FileSystem.warning(ofFolder: folder.original) }

  // MARK: The index

  /// Reads the next step of the journal, at most 2,000 entries, into the index.
  ///
  ///     while try !phone.readIndex().isComplete {}
  ///
  /// Only `search` answers from an index that has not read all; the other calls read it to its end.
  ///
  /// - Returns: how far the index is.
  @discardableResult
  public func readIndex() throws(InspectionError) -> IndexProgress {
    try InspectionError.translating {
      try device.index.read()
      if !isCopy { try device.reindex.askAfterRestore(at: time, readingAtMost: 0) }
      return try device.index.read(atMost: 0)
    }
  }

  /// Counts what the index holds by now: it is not read on first.
  public func indexSummary() throws(InspectionError) -> IndexSummary {
    try InspectionError.translating { try device.indexSummary() }
  }

  /// What the index lacks since entries of the journal cannot be decoded, for people; nil: nothing.
  public func unreadableSentence() throws(InspectionError) -> String? {
    try InspectionError.translating {
      try device.index.withoutReading { () throws(DeviceError) in
        try device.index.unreadableEntries().sentence
      }
    }
  }

  /// Finds items and activities, best first, in what the index has read by now and one more step.
  ///
  /// The parameters are those of `DeviceHost.search`. A cloud's results for `blending` come from
  /// `CloudReader.search` by way of `PublicResult.init(_:)`, or from `CloudClient.search`.
  ///
  /// - Returns: results whose `isPartial` says whether the index is behind the journal.
  public func search(
    _ query: String, inApp app: String? = nil, limit: Int = 20, isExplained: Bool = false,
    hasExcerpts: Bool = false, blending publicResults: [PublicResult] = []
  ) throws(InspectionError) -> SearchResults {
    try InspectionError.translating {
      try device.queries.searchMeanwhile(
        query, app: app, now: time, limit: limit, isExplained: isExplained,
        hasExcerpts: hasExcerpts, blending: publicResults)
    }
  }

  /// Suggests how a query continues, from past queries and from names of what is indexed.
  ///
  /// - Parameters:
  ///   - typed: what was typed by now; empty: past queries alone.
  ///   - app: the app whose results are suggested; nil: of all apps.
  ///   - limit: the largest number of suggestions.
  public func suggestions(
    for typed: String, inApp app: String? = nil, limit: Int = 5
  ) throws(InspectionError) -> [SearchSuggestion] {
    try InspectionError.translating {
      try device.queries.suggestions(for: typed, app: app, now: time, limit: limit)
    }
  }

  /// Finds what is usually opened at a time, as `DeviceHost.habitualResults` does for now.
  ///
  /// - Parameters:
  ///   - app: the app whose items and activities are looked at; nil: of all apps.
  ///   - limit: the largest number of results.
  ///   - date: the time; nil: now.
  public func habitualResults(
    inApp app: String? = nil, limit: Int = 5, at date: Date? = nil
  ) throws(InspectionError) -> [HabitualResult] {
    try InspectionError.translating {
      try device.queries.habitualResults(
        app: app, now: date.map { Timestamp($0) } ?? time, limit: limit)
    }
  }

  /// Lists all items that are not locked, sorted by app and identifier as bytes.
  public func items() throws(InspectionError) -> [SearchResult] {
    try InspectionError.translating { try device.queries.items() }
  }

  /// The synonyms that an app set last; nil: it has none.
  public func synonyms(ofApp app: String) throws(InspectionError) -> AppSynonyms? {
    try InspectionError.translating { try device.queries.synonyms(app: app) }
  }

  /// Whether the index has an item or an activity of the app, even if it is locked.
  public func holdsResults(ofApp app: String) throws(InspectionError) -> Bool {
    var everything = JournalItemsDeleted()
    (everything.app, everything.all) = (app, true)
    return try !results(deletedBy: everything).isEmpty
  }

  /// What a query finds, as `SearchQuery` does, sorted by app and identifier: items first.
  package func find(
    _ query: Query, inApp app: String?, clock: QueryClock, limit: Int
  ) throws(InspectionError) -> [SearchResult] {
    try InspectionError.translating {
      try device.queries.find(query, app: app, clock: clock, limit: limit)
    }
  }

  /// What each part of a query says of an item or activity; nil if there is none that can be read.
  package func explanation(
    of query: Query, app: String, identifier: String, clock: QueryClock
  ) throws(InspectionError) -> QueryExplanation? {
    try InspectionError.translating {
      try device.queries.explanation(of: query, app: app, id: identifier, clock: clock)
    }
  }

  /// What a deletion would delete, as `SearchableIndex.searchableItems` tells it.
  package func results(
    deletedBy deletion: JournalItemsDeleted
  ) throws(InspectionError) -> [SearchResult] {
    try InspectionError.translating { try device.queries.wouldDelete(deletion) }
  }

  /// Lists the reindex requests that are not acknowledged, oldest first.
  ///
  /// Unless a copy is read, what is due is requested first, and what has expired is journaled as
  /// expired, as by `DeviceHost.answerReindexRequests()` without delegates.
  public func openReindexRequests() throws(InspectionError) -> [OpenReindexRequest] {
    try InspectionError.translating {
      if !isCopy { try device.reindex.review(at: time) }
      return try device.reindex.openRequests().map { OpenReindexRequest($0) }
    }
  }

  // MARK: The cloud

  /// Tells how the device stands with its cloud. Nothing is sent.
  public func syncStanding() throws(InspectionError) -> SyncStanding {
    try InspectionError.translating {
      let isKnown = !folder.leftOut.contains { $0.part == .sync }
      return try SyncStanding(
        of: device, at: folder.path, in: folder.original, isKnown: isKnown, now: time)
    }
  }
}

/// Opens a device where it lies, or a copy of it.
private struct Opening {
  private let folder: String
  private let configuration: DeviceConfiguration
  private let needed: Set<ReadableFolder.Part>
  private let notice: (@Sendable (String) -> Void)?

  init(
    _ folder: String, _ configuration: DeviceConfiguration, needsKeyring: Bool,
    notice: (@Sendable (String) -> Void)?
  ) {
    (self.folder, self.configuration, self.notice) = (folder, configuration, notice)
    needed = needsKeyring ? [.keyring] : []
  }

  func open(at now: Timestamp) throws -> (ReadableFolder, Device) {
    do { return try open(at: now, isInUse: false) } catch let error as DeviceError {
      // Another process writes it, or its disk has no room for what SQLite keeps beside a journal:
      // a copy elsewhere can be read.
      let code = (error.cause as? JournalError)?.code
      guard code == .secondWriter || code == .diskFull else { throw error }
      return try open(at: now, isInUse: true)
    }
  }

  private func open(at now: Timestamp, isInUse: Bool) throws -> (ReadableFolder, Device) {
    let readable = try ReadableFolder(
      folder, of: .device, needing: needed, isInUse: isInUse, notice: notice)
    let device = try Device.inFolder(
      readable.path, configuration, createsDevice: false, now: now, random: .system,
      notice: notice)
    if readable.isCopy {
      // What is put aside or rebuilt in a copy stays in the folder as it is.
      let notice = notice
      device.index.whenDamaged = { _ in
        notice?("the index is damaged: it was rebuilt from the journal in a temporary copy")
      }
    }
    return (readable, device)
  }
}
