import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite
import Simulation

/// Restores copies of a device's snapshots and says what that comes to.
///
/// The device, its snapshots and its cloud are read: everything else is done in temporary folders,
/// which only this process's user can read and which go when this ends.
struct Rehearsal: BreakablePlan {
  /// What the restore of a snapshot has to keep to.
  struct Limits {
    /// How old the oldest event that is lost may be.
    var loss: GivenDuration?
    /// How long a restore may take.
    var restore: GivenDuration?
  }

  let device: String
  let snapshots: String
  /// The data folder of the device's cloud; nil: no sync is rehearsed.
  var cloud: String?
  /// That of encrypted snapshots.
  var key: SnapshotKey?
  /// Whether every snapshot of the device is restored, and not the newest alone.
  var isOfEach = false
  var limits = Limits()
  #if Sabotage
    var sabotage: Sabotage?
  #endif

  func run() throws -> RehearsalReport {
    let folder = try SnapshotFolder(existing: snapshots, key: key)
    guard DeviceStorage.folder(device).holdsDevice else { throw DeviceFolder.missing(device) }
    try RestorePlan.refuseUnfinished(in: device)
    let isInUse = !DatabaseFile.isClosed(JournalKind.private.path(in: device))
    let now = try DeviceCopy(of: device, needsSync: cloud != nil)
    defer { withExtendedLifetime(now) {} }
    let choice = try Self.inScratch { try SnapshotChoice(in: folder, of: now, device: device) }
    var unusable = choice.unusable
    var rehearsals: [RehearsedSnapshot] = []
    for item in choice.usable {
      do {
        rehearsals.append(try rehearse(item, now))
      } catch let damage as DamagedSnapshot {
        unusable.append(.init(file: item.file, reason: damage.reason, isOurs: true))
        continue
      }
      if !isOfEach { break }
    }
    guard !rehearsals.isEmpty else { throw choice.refusal(unusable) }
    return RehearsalReport(
      device: device, lastEntry: now.lastEntry, isInUse: isInUse, unusable: unusable,
      rehearsals: rehearsals,
      findings: unusable.filter(\.isOurs).map { "\($0.file) does not restore the device" }
        + rehearsals.enumerated().flatMap { findings(of: $1, isNewest: $0 == 0) })
  }

  /// - Parameter isNewest: an older one loses more than a limit allows, and nobody would take it.
  private func findings(of rehearsal: RehearsedSnapshot, isNewest: Bool) -> [String] {
    var findings: [String] = []
    if isNewest, let limit = limits.loss, rehearsal.lost.ageMilliseconds > limit.milliseconds {
      findings.append(
        "\(rehearsal.snapshot) loses events from \(rehearsal.lost.oldest ?? "") on, which is "
          + "longer ago than --rpo \(limit.text)")
    }
    if let limit = limits.restore, rehearsal.restoreMilliseconds > Double(limit.milliseconds) {
      findings.append(
        "\(rehearsal.snapshot) took \(rehearsal.restoreMilliseconds) ms to restore, and --rto is "
          + limit.text)
    }
    return findings
      + (rehearsal.cloud?.findings ?? []).map { "\(rehearsal.snapshot): \($0)" }
  }

  /// - Throws: `DamagedSnapshot`; `Failure` where the temporary folders have no room.
  private func rehearse(
    _ item: SnapshotFolder.Complete, _ now: DeviceCopy
  ) throws -> RehearsedSnapshot {
    Terminal.progress(item.file)
    defer { Terminal.endProgress() }
    var phases = RehearsalPhases()
    let path = snapshots + "/" + item.file
    let chain: SnapshotChain
    do throws(SnapshotError) {
      chain = try SnapshotChain(path: path, key: key)
      try phases.measure("verify") { () throws(SnapshotError) in _ = try chain.verify() }
    } catch {
      throw DamagedSnapshot(reason: error.message)
    }
    return try Self.inScratch { try restore(chain, item.file, now, &phases) }
  }

  private func restore(
    _ chain: SnapshotChain, _ file: String, _ now: DeviceCopy, _ phases: inout RehearsalPhases
  ) throws -> RehearsedSnapshot {
    let scratch = try PrivateFolder()
    defer { withExtendedLifetime(scratch) {} }
    try phases.measure("restore") {
      _ = try SnapshotRestore(chain, .device, to: scratch.path).run(now: .current)
    }
    // A restore leaves them as they are.
    for name in ["witness", "keyring"] where FileSystem.isThere(now.path + "/" + name) {
      try FileManager.default.copyItem(
        atPath: now.path + "/" + name, toPath: scratch.path + "/" + name)
    }
    let lost = try phases.measure("compare") {
      try LostEntries(
        of: now.journal, through: try now.end,
        restored: JournalInspector(scratch.path, journal: .private))
    }
    let index = try RehearsedIndex(in: scratch.path, now, &phases)
    let synced = try cloud.map { cloud in
      let copy = try phases.measure("copy cloud") { try CloudCopy(of: cloud, for: now.pinned) }
      return try phases.measure("sync") {
        try copy.sync(
          restored: scratch.path, device: now.path, common: lost.lastCommonEntry, self)
      }
    }
    let manifest = chain.manifest
    return RehearsedSnapshot(
      snapshot: file, created: manifest.createdTime.text,
      lastEntry: manifest.leader.head.number,
      notes: notes(on: manifest, lost), lost: lost, items: index.items, search: index.search,
      askedApps: index.askedApps, cloud: synced, phases: phases.all,
      restoreMilliseconds: phases.sum(of: ["restore", "open", "index"]))
  }

  private func notes(on manifest: SnapshotManifest, _ lost: LostEntries) -> [String] {
    let isAhead = manifest.createdTime > .current
    return [
      isAhead
        ? "it is dated in the future: a clock was ahead, or this one is behind" : nil,
      lost.onlyInSnapshot > 0
        ? "it holds an abandoned history: the device was restored since" : nil,
    ].compactMap(\.self)
  }

  /// Says of a disk without room which one it is: nothing of the user's is written.
  static func inScratch<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let failure as Failure { throw failure } catch {
      let isOfFiles = error is FileFailure || (error as? DeviceError)?.cause is FileFailure
      guard isOfFiles || status(of: error) == .cannotWrite else { throw error }
      let reason = "\(error)"
      throw Failure(
        .cannotWrite,
        "The rehearsal's temporary folder cannot be written: \(reason)"
          + (reason.hasSuffix(".") ? "" : ".") + " Make room there, or set TMPDIR to a folder on "
          + "another disk. Neither the device nor a snapshot was changed.")
    }
  }
}

/// A snapshot that does not hold what it says.
private struct DamagedSnapshot: Error {
  let reason: String
}

/// How long each part of a rehearsal took.
struct RehearsalPhases {
  private(set) var all: [RestoredFolder.Phase] = []

  mutating func measure<Value, Failure: Error>(
    _ name: String, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = DispatchTime.now().uptimeNanoseconds
    let value = try work()
    let nanoseconds = DispatchTime.now().uptimeNanoseconds - start
    all.append(.init(phase: name, milliseconds: (Double(nanoseconds) / 100_000).rounded() / 10))
    return value
  }

  func sum(of names: Set<String>) -> Double {
    let sum = all.filter { names.contains($0.phase) }.reduce(0) { $0 + $1.milliseconds }
    return (sum * 10).rounded() / 10
  }
}

/// A copy of the device as it is, of one moment.
struct DeviceCopy {
  private let copy: ReadableFolder
  let identity: JournalIdentity
  let lastEntry: UInt64
  let items: [SearchResult]
  private let known: PinnedCloud?
  private let original: String

  /// - Parameter needsSync: whether the files with which the device syncs have to be readable.
  init(of device: String, needsSync: Bool) throws {
    let copy = try ReadableFolder(
      device, of: .device, needing: needsSync ? [.sync] : [], isInUse: true,
      notice: { Terminal.complain($0) })
    self.copy = copy
    original = device
    known = try PinnedCloud.read(from: copy.path)
    guard known != nil || !needsSync else { throw Self.hasNoCloud(device) }
    (identity, lastEntry) = try Rehearsal.inScratch {
      try Self.end(of: JournalKind.private.path(in: copy.path))
    }
    items = try Rehearsal.inScratch {
      // An index that is behind reads on, in the copy.
      try DeviceReader(copy.path, notice: { Terminal.complain($0) }).items()
    }
    guard needsSync else { return }
    let (path, configuration) = (copy.path, configuration)
    // What was journaled since the last sync is reported, and sent to nobody.
    try Rehearsal.inScratch {
      try waiting {
        try await DeviceHost(
          folder: path, configuration: configuration, createsDevice: false, readsAhead: false,
          notice: { Terminal.complain($0) }
        ).runFilter(now: .current)
      }
    }
  }

  private static func end(of path: String) throws -> (JournalIdentity, UInt64) {
    let journal = try Journal.open(at: path, for: .read)
    return (journal.identity, try journal.head().number)
  }

  var path: String { copy.path }

  /// The snapshots that hold what the device's journal once was.
  func pasts(among snapshots: [SnapshotFolder.Complete]) throws -> [SnapshotFolder.Complete] {
    let journal = try Journal.open(at: JournalKind.private.path(in: path), for: .read)
    return try snapshots.filter { try $0.manifest.isPast(of: journal) }
  }

  /// The last entry that is the device's, where its copy was written since; nil: all are.
  var end: UInt64? {
    get throws {
      try Self.end(of: JournalKind.private.path(in: path)).1 == lastEntry ? nil : lastEntry
    }
  }

  var journal: JournalInspector {
    get throws { try JournalInspector(copy.path, journal: .private) }
  }

  var configuration: DeviceConfiguration { known?.configuration ?? .local }

  /// What the device knows of its cloud.
  var pinned: PinnedCloud {
    get throws {
      guard let known else { throw Self.hasNoCloud(original) }
      return known
    }
  }

  private static func hasNoCloud(_ device: String) -> Failure {
    Failure(
      .badInput,
      "The device in \(device.printable) has never met a cloud. Omit --cloud, or sync it first: "
        + "spotlog device sync \(device.asShellWord) --url URL")
  }
}

/// The index of a restored copy.
private struct RehearsedIndex {
  let items: ComparedItems
  let search: RehearsedSearch
  let askedApps: [String]

  init(in folder: String, _ now: DeviceCopy, _ phases: inout RehearsalPhases) throws {
    let reader = try phases.measure("open") {
      try DeviceReader(
        folder, configuration: now.configuration, notice: { Terminal.complain($0) })
    }
    try phases.measure("index") { while try !reader.readIndex().isComplete {} }
    let restored = try reader.items()
    search = try phases.measure("search") { try RehearsedSearch(of: reader, restored) }
    items = ComparedItems(now.items, restored)
    askedApps = Set(try reader.openReindexRequests().map(\.bundleIdentifier)).sorted()
  }
}

/// The snapshots of a folder that are the device's, and can be restored by what they say.
private struct SnapshotChoice {
  /// What holds most of the device's journal comes first. A past that the device left, or that of
  /// a copy of it, comes last.
  let usable: [SnapshotFolder.Complete]
  let unusable: [RehearsalReport.Unusable]
  private let device: String
  private let folder: String

  init(in folder: SnapshotFolder, of now: DeviceCopy, device: String) throws {
    (self.device, self.folder) = (device, folder.path)
    let (items, identity) = (try folder.items(), now.identity)
    let complete = folder.complete(of: identity, among: items)
    let pasts = Set(try now.pasts(among: complete).map(\.file))
    usable = complete.sorted { left, right in
      let (a, b) = (left.manifest, right.manifest)
      return (pasts.contains(left.file) ? 1 : 0, a.leader.head.number, a.created)
        > (pasts.contains(right.file) ? 1 : 0, b.leader.head.number, b.created)
    }
    let names = Set(usable.map(\.file))
    unusable = items.filter { !names.contains($0.file) }.map { item in
      switch item.manifest {
      case .failure(let error):
        .init(file: item.file, reason: error.message, isOurs: true)
      case .success(let manifest) where manifest.leader.identity == identity:
        .init(
          file: item.file, reason: "what it continues from is not beside it, or is damaged",
          isOurs: true)
      case .success(let manifest):
        .init(
          file: item.file,
          reason: manifest.kind == .cloud
            ? "it belongs to a cloud" : "it belongs to another device",
          isOurs: false)
      }
    }
  }

  /// Why nothing can be restored.
  func refusal(_ unusable: [RehearsalReport.Unusable]) -> Failure {
    let again = "spotlog snapshot create \(device.asShellWord) --to \(folder.asShellWord)"
    guard !unusable.isEmpty else {
      return Failure(
        .noSuchFile, "There is no snapshot in \(folder.printable). Make one: \(again)")
    }
    let reasons = unusable.map { "\($0.file): \($0.reason)" }.joined(separator: "; ")
    return Failure(
      .badInput,
      "No snapshot in \(folder.printable) restores the device in \(device.printable) (\(reasons)). "
        + "Check both paths and the key; else make one now: \(again)")
  }
}
