public import Foundation
public import JournalFormat
internal import JournalStore
package import Sync

/// A device whose journal and index are files in a folder. Call it from any task.
///
/// One process at a time can open a folder; a second one gets an error.
public actor DeviceHost {
  let device: Device
  /// What time it is, for all that the host does.
  package nonisolated let now: @Sendable () -> Date
  var reindex = ReindexDelegates()
  let observers = ChangeObservers()
  /// Whether a task reads the index on.
  var isReadingIndex = false

  /// Opens the device in `folder`, or creates one there.
  ///
  ///     let host = try DeviceHost(folder: "recipes", configuration: .local)
  ///
  /// The time to open does not depend on the length of the journal. An index that is far behind or
  /// must be rebuilt catches up afterwards, in small steps between which the host answers calls;
  /// `indexProgress` says how far it is. Before the first event is recorded, the entries that the
  /// index has not read are checked once, about a second for a million: where they cannot be read,
  /// every recording call throws `DeviceError.Code.journal`.
  ///
  /// - Parameters:
  ///   - folder: the path of the device's folder, which is created if it does not exist.
  ///   - configuration: the salt and the keys of the device's cloud, or `.local` without a cloud.
  ///   - createsDevice: whether a device is created if the folder holds none. With false, the
  ///     folder stays as it is and `DeviceError.Code.noDevice` is thrown.
  ///   - readsAhead: whether an index that is far behind catches up in the background at once. With
  ///     false it catches up when a call needs it, which suits a process that ends soon.
  ///   - now: the clock. The times of events, and whether an item has expired, depend on it.
  ///   - notice: receives a sentence for people about each problem in the folder that the host
  ///     repairs, now or later, for example a damaged index. Called on any thread.
  /// - Throws: `DeviceError` if the folder cannot be used or its journal is damaged.
  ///   `DeviceError.Code.journal` also if the journal is lost, while other files of its device are
  ///   there: no device is created over them.
  public init(
    folder: String, configuration: DeviceConfiguration, createsDevice: Bool = true,
    readsAhead: Bool = true, now: @escaping @Sendable () -> Date = { .now },
    notice: (@Sendable (String) -> Void)? = nil
  ) throws(DeviceError) {
    self.now = now
    let opened = Timestamp(milliseconds: now().journalMilliseconds)
    device = try Device.inFolder(
      folder, configuration, createsDevice: createsDevice, now: opened, random: .system,
      notice: notice)
    try device.reindex.askAfterRestore(at: opened, readingAtMost: ManagedIndex.entriesPerStep)
    // What one step covers is read when it is asked for.
    guard readsAhead, try device.journaledNumber > UInt64(ManagedIndex.entriesPerStep) else {
      return
    }
    Task(priority: .utility) { [weak self] in await self?.readIndexInBackground() }
  }

  /// Returns an app's index.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: the app. Items of different apps never replace each other.
  ///   - name: a named index, which keeps a client state; nil is the app's default index.
  ///   - protectionClass: the least protection of the items that are given to this index. With nil,
  ///     a new item without a class is not protected, and an existing one keeps its class.
  public nonisolated func searchableIndex(
    forApp bundleIdentifier: String, name: String? = nil,
    protectionClass: ProtectionClass? = nil
  ) -> SearchableIndex {
    SearchableIndex(
      host: self, bundleIdentifier: bundleIdentifier, name: name, protectionClass: protectionClass)
  }

  /// Records that a person is looking at an activity now.
  ///
  /// - Returns: the activity's place in the journal. It is durable when the call returns.
  /// - Throws: `DeviceError.Code.invalidActivity` if no search could ever find the activity.
  @discardableResult
  public func becomeCurrent(
    _ activity: UserActivity, inApp bundleIdentifier: String
  ) throws(DeviceError) -> JournalPlace {
    var event = JournalEvent()
    event.activityRecorded = try activity.journaled(app: bundleIdentifier)
    return try record([event])
  }

  /// Deletes activities by their persistent identifiers, or all activities of the app with nil.
  @discardableResult
  public func deleteSavedUserActivities(
    withPersistentIdentifiers identifiers: [String]?, inApp bundleIdentifier: String
  ) throws(DeviceError) -> JournalPlace {
    var event = JournalEvent()
    event.activitiesDeleted.app = bundleIdentifier
    event.activitiesDeleted.persistentIdentifiers = identifiers ?? []
    event.activitiesDeleted.all = identifiers == nil
    return try record([event])
  }

  /// Finds items and activities on this device, best first.
  ///
  /// - Parameters:
  ///   - query: what a person typed. The last word matches as a prefix.
  ///   - app: the app whose items are searched; nil searches all apps, as the system's search does.
  ///   - limit: the largest number of results, at least 1.
  ///   - isExplained: whether each result says what its score is made of (`SearchResult.score`).
  ///   - hasExcerpts: whether results say where the words are (`markedTitle` and `snippet`).
  ///   - publicResults: what the public index found for the same query. It is ranked among the
  ///     device's own results, each marked with its source; a page that both have is one result.
  /// - Returns: what the index has now. `isPartial` says whether the index is still catching up.
  public func search(
    _ query: String, inApp app: String? = nil, limit: Int = 20, isExplained: Bool = false,
    hasExcerpts: Bool = false, blending publicResults: [PublicResult] = []
  ) throws(DeviceError) -> SearchResults {
    let results = try device.queries.searchMeanwhile(
      query, app: app, now: clock(), limit: limit, isExplained: isExplained,
      hasExcerpts: hasExcerpts, blending: publicResults)
    if results.isPartial { readIndexInBackground() }
    return results
  }

  /// Records that a person opened a result.
  ///
  /// - Parameters:
  ///   - result: the result that was opened.
  ///   - query: what the person had typed.
  ///   - visible: the results that the person could see, with or without `result`. Each counts as
  ///     shown once.
  @discardableResult
  public func userEngaged(
    with result: SearchResult, query: String, visible: [SearchResult]
  ) async throws(DeviceError) -> JournalPlace {
    try await userEngaged(with: result, query: query, visible: visible, waitedMilliseconds: nil)
  }

  /// - Parameter waitedMilliseconds: from when the list was shown until it was opened; nil: nobody
  ///   knows, nor whether `visible` is the whole list in its order.
  func userEngaged(
    with result: SearchResult, query: String, visible: [SearchResult], waitedMilliseconds: UInt64?
  ) async throws(DeviceError) -> JournalPlace {
    // Whether it is protected is what the index says.
    if try device.holdsProtected() { try await catchUpIndex() }
    defer { wakeObservers() }
    return JournalPlace(
      number: try device.engaged(
        with: result, query: query, visible: visible, waitedMilliseconds: waitedMilliseconds,
        at: clock()))
  }

  /// Records that a person opened a result that is known by its identifier only, for example from
  /// an earlier launch or from another program.
  ///
  ///     try await host.userEngaged(
  ///       withIdentifier: "dune", inApp: "com.example.films", query: "du",
  ///       visibleIdentifiers: ["duel"])
  ///
  /// The results need not exist: the engagement counts once they do.
  ///
  /// - Parameters:
  ///   - identifier: the identifier of an item or of an activity's result; not empty.
  ///   - tag: the tag of a public result (`SearchResult.tag`); nil: it is the device's own.
  ///   - bundleIdentifier: the app of all the results.
  ///   - query: the query that led to it.
  ///   - visibleIdentifiers: the device's own results that were visible, with or without it.
  ///   - visibleTags: the tags of public results that were visible, with or without its own.
  /// - Returns: the place in the journal; the engagement is durable when this returns.
  /// - Throws: `DeviceError.Code.invalidItem` for an empty identifier.
  @discardableResult
  public func userEngaged(
    withIdentifier identifier: String, tag: Tag? = nil, inApp bundleIdentifier: String,
    query: String = "", visibleIdentifiers: [String] = [], visibleTags: [Tag] = []
  ) async throws(DeviceError) -> JournalPlace {
    try await userEngaged(
      with: SearchResult(named: identifier, ofApp: bundleIdentifier, tag: tag), query: query,
      visible: SearchResult.named(visibleIdentifiers, visibleTags, ofApp: bundleIdentifier))
  }

  /// Whether the app has an item of this identifier, even if it is locked.
  public func holdsItem(
    withIdentifier identifier: String, inApp bundleIdentifier: String
  ) async throws(DeviceError) -> Bool {
    try await catchUpIndex()
    return try device.queries.holdsItem(app: bundleIdentifier, id: identifier)
  }

  /// Whether the app has an item or an activity of this identifier, even if it is locked.
  public func holdsResult(
    withIdentifier identifier: String, inApp bundleIdentifier: String
  ) async throws(DeviceError) -> Bool {
    try await catchUpIndex()
    return try device.queries.holdsResult(app: bundleIdentifier, id: identifier)
  }

  /// Waits until a search finds everything up to a place in the journal.
  ///
  /// The host answers other calls meanwhile.
  public func waitUntilSearchable(_ place: JournalPlace) async throws(DeviceError) {
    while try readIndex().doneCount < place.number { await Task.yield() }
  }

  nonisolated func clock() -> Timestamp { Timestamp(milliseconds: now().journalMilliseconds) }

  func record(_ events: [JournalEvent]) throws(DeviceError) -> JournalPlace {
    defer { wakeObservers() }
    return JournalPlace(number: try device.record(events, at: clock()))
  }

  /// Appends what was given to an index.
  func append(
    _ events: [JournalEvent], to index: SearchableIndex
  ) async throws(DeviceError) -> JournalPlace {
    reindex.setProtectionClass(index.protectionClass, of: index.target)
    // What is protected is put together with what the index has.
    if try device.holdsProtected() { try await catchUpIndex() }
    return try record(events)
  }

  /// Appends the events if the index's client state is the expected one.
  func record(
    _ events: [JournalEvent], app: String, indexName: String, expecting expected: [UInt8]?
  ) async throws(DeviceError) -> JournalPlace {
    // Nobody comes between the last step, the look and the record.
    try await catchUpIndex()
    let found = try device.queries.clientState(app: app, indexName: indexName)
    guard found == expected else {
      throw DeviceError(
        .mismatchedClientState,
        "The index \"\(indexName)\" of \(app) holds another client state than was expected. Fetch "
          + "it, and continue from there.")
    }
    return try record(events)
  }

  func wouldDelete(_ event: JournalEvent) async throws(DeviceError) -> [SearchResult] {
    try await catchUpIndex()
    return try device.queries.wouldDelete(event.itemsDeleted)
  }

  func clientState(app: String, indexName: String) async throws(DeviceError) -> [UInt8]? {
    try await catchUpIndex()
    return try device.queries.clientState(app: app, indexName: indexName)
  }
}

/// What carries the device's words to its cloud. Time is an argument here, as what carries them
/// has to know it too.
extension DeviceHost {
  /// Has the privacy filter read on, so that what is journaled now is sent.
  ///
  /// - Throws: `DeviceError.Code.notEnrolled` with a local configuration.
  package func runFilter(now: Timestamp) throws(DeviceError) {
    guard !device.configuration.isLocal else {
      throw DeviceError(
        .notEnrolled,
        "The device was opened with a local configuration, which names no cloud. Open it with the "
          + "salt and the keys of the cloud's deployment document, and sync again.")
    }
    try device.sync(now: now).runFilter(now: now)
  }

  /// What to do now; a request that is returned counts as on its way.
  package func nextSyncStep(now: Timestamp) throws(DeviceError) -> DeviceSync.Step {
    defer { tellObserversOfSync() }
    return try device.sync(now: now).next(now: now)
  }

  package func receive(
    _ response: SyncResponse, to request: RequestNumber, now: Timestamp
  ) throws(DeviceError) {
    defer { tellObserversOfSync() }
    try device.sync(now: now).received(response, to: request, now: now)
  }

  /// A request came to nothing; one that was given up meanwhile changes nothing.
  package func failed(
    _ reason: String, _ request: RequestNumber, now: Timestamp
  ) throws(DeviceError) {
    let sync = try device.sync(now: now)
    guard sync.machine.isOnItsWay(request) else { return }
    sync.connectionFailed(reason, now: now)
    tellObserversOfSync()
  }

  package func syncState(now: Timestamp) throws(DeviceError) -> DeviceSyncState {
    let sync = try device.sync(now: now)
    return DeviceSyncState(
      machine: sync.machine, lastDisbelief: sync.lastDisbelief,
      isOutboxFull: try sync.isOutboxFull())
  }

  /// Tells how far the device's cloud has its reports. Nothing is sent and nothing is created.
  ///
  /// - Returns: nil if the device has never spoken with a cloud.
  /// - Throws: `DeviceError` if a file that a sync needs is damaged.
  public func syncStatus() throws(DeviceError) -> SyncStatus? {
    guard let sync = try device.startedSync(now: clock()) else { return nil }
    return try SyncStatus(sync)
  }

  /// Has the device continue with a new key from its next sync on, once its cloud agrees. The old
  /// key is kept until then.
  ///
  /// - Throws: `DeviceError.Code.notEnrolled`; `witness` when the key cannot be stored.
  public func rotateKey() throws(DeviceError) {
    try device.sync(now: clock()).requestRotation()
  }
}

/// Where the conversation of a device with its cloud is.
package struct DeviceSyncState: Hashable, Sendable {
  package let machine: DeviceSyncMachine
  /// An answer that was not believed.
  package let lastDisbelief: String?
  /// Journaled events wait for room.
  package let isOutboxFull: Bool
}

/// A place in a device's journal: everything up to it is durable.
public struct JournalPlace: Hashable, Sendable {
  /// The number of the last entry up to there, from 1 on, as `spotlog journal log` lists entries.
  public let number: UInt64
}

/// Reading the index on beside everything else: a step is one call of the actor, so there are never
/// two at a time, and anyone who waits for the host waits for one step at most.
extension DeviceHost {
  /// How far the index has read: after a restore, or when it was lost, it is rebuilt in the
  /// background.
  public func indexProgress() throws(DeviceError) -> IndexProgress {
    try device.index.read(atMost: 0)
  }

  /// Reads the next step of the journal, at most 2,000 entries, into the index.
  ///
  ///     while try await !host.readIndex().isComplete {}
  ///
  /// Calls that need the whole index read it themselves: this one is for showing the progress, or
  /// for using a limited time in the background.
  ///
  /// - Returns: how far the index is.
  /// - Throws: `DeviceError.Code.index` if the index can be neither read nor rebuilt.
  @discardableResult
  public func readIndex() throws(DeviceError) -> IndexProgress {
    defer { tellObservers() }
    try device.index.read()
    // Apps are asked after a restore as soon as enough was read for that.
    try device.reindex.askAfterRestore(at: clock(), readingAtMost: 0)
    return try device.index.read(atMost: 0)
  }

  /// Why the index was rebuilt since the host was opened, in words for people; nil: it was not. A
  /// damaged one is beside the new one, as "index.sqlite.damaged".
  public func indexRebuildReason() -> String? { device.index.rebuildReason }

  /// The name of the device's private journal, in hexadecimal digits. Copies of the device have the
  /// same.
  public var journalName: String { device.privateJournal.identity.name.description }

  /// Counts what the index holds by now: it is not read on first. See `indexProgress()`.
  ///
  /// - Throws: `DeviceError.Code.index` if the index can be neither read nor rebuilt.
  public func indexSummary() throws(DeviceError) -> IndexSummary { try device.indexSummary() }

  /// Has a task read on to the journal's end, unless one does already.
  ///
  /// It ends with the first error, which anyone who asks the index next gets as well, and with the
  /// host.
  func readIndexInBackground() {
    guard !isReadingIndex else { return }
    isReadingIndex = true
    Task(priority: .utility) { [weak self] in
      while await self?.readsOn() == true { await Task.yield() }
    }
  }

  /// Reads one step in the background; false: that was the last.
  private func readsOn() -> Bool {
    isReadingIndex = (try? readIndex().isComplete) == false
    return isReadingIndex
  }

  /// Returns once everything that is journaled can be found; nothing comes in between.
  func catchUpIndex() async throws(DeviceError) {
    while try !readIndex().isComplete { await Task.yield() }
  }
}

/// Locking and compacting.
extension DeviceHost {
  /// Which protected items can be found, read and given now.
  public var protectionState: ProtectionState { device.protectionState }

  /// Unlocks the device. The first time, keys for its protected items are made, which nothing but
  /// this key opens; they are in the file `keyring`, which no snapshot holds. Delegates are asked
  /// at once for what could not be given while it was locked.
  ///
  /// - Parameters:
  ///   - key: 32 bytes, kept by anyone who owns the device: in the system's keychain, say.
  ///   - makingNewKeys: whether new keys are made where the keyring is not there that protected
  ///     items are sealed with, as after a restore to another folder. Their apps are then asked for
  ///     them again.
  /// - Throws: `DeviceError.Code.wrongKey` for another key than the first one; `keyring` where its
  ///   file cannot be read or written, or is not there.
  public func unlock(
    with key: [UInt8], makingNewKeys: Bool = false
  ) async throws(DeviceError) {
    if try device.lacksKeyring() { try await catchUpIndex() }
    try device.unlock(with: key, makingNewKeys: makingNewKeys)
    reindex.unlocked()
    answerReindexRequestsInBackground()
  }

  /// Locks the device: items of the class `ProtectionClass.complete` can be neither found, read nor
  /// given until it is unlocked. Deletions and expiries reach them all the time.
  public func lock() throws(DeviceError) { try device.lock() }

  /// Takes the words that nothing needs any more out of the journals and the index: out of the
  /// files, their free pages and their logs. The chains still verify.
  ///
  /// What was superseded, has expired or was deleted goes, and of the outbox what every backup of
  /// the cloud's holds. No item is taken as expired about which its app was not asked: it is asked
  /// now. A sync that is on its way continues, and programs that read the journals read on.
  /// The host does nothing else meanwhile: about a second for each 100,000 entries of the private
  /// journal, and longer while the index has not read them. The disk needs as much room again as
  /// the largest of the files takes.
  ///
  /// - Throws: `DeviceError` when there is no room, when the disk fails, or while another program
  ///   reads the index. Nothing is lost then: compact again.
  @discardableResult
  public func compact() throws(DeviceError) -> CompactionSummary {
    defer { wakeObservers() }
    let now = clock()
    return CompactionSummary(try device.compact(try device.compactionLimits(now: now), now: now))
  }
}
