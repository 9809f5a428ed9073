package import JournalFormat

/// A folder of snapshots: what lies in it, what the next one continues from, and what goes.
package struct SnapshotFolder {
  package let path: String
  package var key: SnapshotKey?
  package var files: any SnapshotFiles = SystemFiles()
  /// Files that a verification found damaged: nothing continues from them, and they restore
  /// nothing.
  package var damaged: Set<String> = []

  package init(_ path: String, key: SnapshotKey? = nil) {
    self.path = path
    self.key = key
  }

  /// A file that is named as a snapshot, and what it says of itself or why it cannot.
  package struct Item: Sendable {
    package let file: String
    package let manifest: Result<SnapshotManifest, SnapshotError>
    /// By which an increment names it; nil where the manifest cannot be read.
    let digest: Digest?
    package let isEncrypted: Bool

    /// Whether it can only be read with a key, and not with the one that was given.
    package var needsAnotherKey: Bool {
      if case .failure(let error) = manifest { error.code == .key } else { false }
    }

    /// Whether no key sealed it, and one was given: it counts for nothing then.
    package var isUnsealed: Bool {
      if case .failure(let error) = manifest { error.code == .unsealed } else { false }
    }
  }

  /// In the order of their time.
  package func items() throws(SnapshotError) -> [Item] {
    let names = try SnapshotError.translating { try files.names(in: path) }
    return names.filter(SnapshotName.isSnapshot).map { file in
      do throws(SnapshotError) {
        let archive = try open(file)
        return Item(
          file: file, manifest: .success(archive.manifest), digest: archive.manifestDigest,
          isEncrypted: archive.isEncrypted)
      } catch {
        return Item(
          file: file, manifest: .failure(error), digest: nil, isEncrypted: error.code == .key)
      }
    }
  }

  private func open(_ file: String) throws(SnapshotError) -> SnapshotArchive {
    try SnapshotArchive(path: path + "/" + file, key: key, files: files)
  }

  /// What a retention did.
  package struct Pruned: Hashable, Sendable {
    /// Names of the files that went.
    package let removed: [String]
    /// Snapshots of the same device or cloud that no rule removes: of a copy of it, or of a past
    /// that it left.
    package let others: [String]
    /// Those of the journal that were made at a time that is still to come, when a clock was ahead:
    /// they count for no rule, and no rule removes them before that time.
    package let ahead: [String]
    /// Whether one that cannot be read without its key kept what is older than it.
    package let isHeldUp: Bool
  }

  /// Makes a snapshot here, alone or over the newest one of the same journal, and removes what the
  /// retention does not keep.
  package func add(
    _ snapshot: Snapshot, isIncrement: Bool, retention: SnapshotRetention, created: Timestamp,
    dice: inout Dice
  ) throws(SnapshotError) -> (made: Snapshot.Made, pruned: Pruned) {
    try SnapshotError.translating { try files.makeFolder(path) }
    let lock = try SnapshotError.translating {
      files.vfs == nil ? try WriterLock(journalPath: path + "/snapshots") : nil
    }
    defer { withExtendedLifetime(lock) {} }
    try removeUnfinished()
    let leader = snapshot.journals[snapshot.journals.count - 1].journal
    let base = isIncrement ? try newest(of: leader) : nil
    let made = try snapshot.make(over: base, created: created, dice: &dice)
    return (made, try prune(retention, of: leader, keeping: made.manifest.name, now: created))
  }

  /// What a process left that ended while it wrote here.
  private func removeUnfinished() throws(SnapshotError) {
    try SnapshotError.translating {
      for name in try files.names(in: path) where SnapshotName.isUnfinished(name) {
        try files.remove(path + "/" + name)
      }
    }
  }

  /// The snapshot that holds most of the journal, of those that can be gone on from.
  ///
  /// By what they hold and not by when they were made: a clock may have been wrong.
  package func newest(of leader: Journal) throws(SnapshotError) -> SnapshotArchive? {
    var newest: Complete?
    // One that lacks what it stands on restores nothing, nor would one that continues from it.
    for item in try complete(of: leader.identity) where item.manifest.depth < SnapshotChain.depthMax
    {
      guard try item.manifest.isPast(of: leader) else { continue }
      if newest.map({ $0.place < item.place }) ?? true { newest = item }
    }
    guard let newest else { return nil }
    return try open(newest.file)
  }

  /// Removes the snapshots of the journal that the retention does not keep.
  ///
  /// Never the one that was made just now, nor what anything stands on that is left; nor those of
  /// a copy of the journal, or of a past that it left, which nobody else may have.
  package func prune(
    _ retention: SnapshotRetention, of leader: Journal, keeping made: String? = nil, now: Timestamp
  ) throws(SnapshotError) -> Pruned {
    let items = try items()
    var (own, others): ([SnapshotRetention.Candidate], [SnapshotRetention.Candidate]) = ([], [])
    for item in items {
      guard let manifest = try? item.manifest.get(),
        manifest.leader.identity == leader.identity
      else { continue }
      let candidate = SnapshotRetention.Candidate(
        file: item.file, name: manifest.name, created: manifest.createdTime,
        depth: manifest.depth, base: manifest.base?.name)
      if try manifest.isPast(of: leader) { own.append(candidate) } else { others.append(candidate) }
    }
    // What cannot be restored takes no place from what can, and goes when it would go as well.
    let whole = Set(complete(of: leader.identity, among: items).map(\.file))
    let needed = SnapshotRetention.bases(of: others, own).union(made.map { [$0] } ?? [])
    let removable =
      retention.removals(among: own.filter { whole.contains($0.file) }, keeping: needed, now: now)
      + retention.removals(among: own, keeping: needed, now: now).filter { !whole.contains($0) }
    // What a file stands on that cannot be read was made before it.
    let unreadable = items.filter(\.needsAnotherKey).map(\.file).max()
    let removals = removable.filter { file in unreadable.map { $0 < file } ?? true }
    try SnapshotError.translating {
      for file in removals {
        try files.remove(path + "/" + file)
        try files.syncFolder(path)
      }
    }
    return Pruned(
      removed: removals, others: others.map(\.file),
      ahead: own.filter { $0.created > now }.map(\.file),
      isHeldUp: removals.count < removable.count)
  }
}

extension SnapshotFolder.Complete {
  /// Of several that hold as much, the one that was made last.
  fileprivate var place: (UInt64, Int64) { (manifest.leader.head.number, manifest.created) }
}

extension SnapshotManifest {
  /// Whether the journal was once what this holds of it.
  package func isPast(of journal: Journal) throws(SnapshotError) -> Bool {
    guard let head = leader.head.position else { return false }
    return try SnapshotError.translating { try journal.digest(at: head.number) == head.digest }
  }
}

/// Which snapshots of a folder can be restored.
extension SnapshotFolder {
  /// A snapshot that has beside it all that it stands on.
  package struct Complete: Sendable {
    package let file: String
    package let manifest: SnapshotManifest
    let digest: Digest
  }

  /// The snapshots of the journal that can be restored by what all their manifests say, and of
  /// which none stands on one that is known to be damaged. Each file is opened once.
  package func complete(of leader: JournalIdentity) throws(SnapshotError) -> [Complete] {
    complete(of: leader, among: try items())
  }

  /// - Parameter items: all that is in the folder, which was opened already.
  package func complete(of leader: JournalIdentity, among items: [Item]) -> [Complete] {
    let found = items.compactMap { item -> Complete? in
      guard let manifest = try? item.manifest.get(), let digest = item.digest,
        manifest.leader.identity == leader, !damaged.contains(item.file)
      else { return nil }
      return Complete(file: item.file, manifest: manifest, digest: digest)
    }
    var complete: [String: Complete] = [:]
    // A base is always less deep than what continues from it.
    for item in found.sorted(by: { $0.manifest.depth < $1.manifest.depth }) {
      let isBeginning =
        item.manifest.base == nil && item.manifest.journals.allSatisfy { $0.isWhole }
      guard isBeginning || Self.hasBase(item, in: complete) else { continue }
      complete[item.file] = item
    }
    return found.filter { complete[$0.file] != nil }
  }

  private static func hasBase(_ item: Complete, in complete: [String: Complete]) -> Bool {
    guard let named = item.manifest.base, let base = complete[named.file] else { return false }
    return base.manifest.name == named.name && base.digest.description == named.digest
      && base.manifest.depth == item.manifest.depth - 1 && base.manifest.kind == item.manifest.kind
      && item.manifest.journals.allSatisfy { $0.continues(from: base.manifest) }
  }

  /// A snapshot that cannot be restored, and why.
  package struct Damage: Hashable, Sendable {
    package let file: String
    package let reason: String
  }

  /// Reads the snapshots of the journal to their last byte, each at least once.
  ///
  /// - Returns: those that are damaged themselves; what continues from them restores nothing
  ///   either. One that the disk does not give back counts as damaged until it is read again.
  /// - Throws: `SnapshotError` where the folder cannot be read.
  package func verify(of leader: JournalIdentity) throws(SnapshotError) -> [Damage] {
    // Only disks of this system's have folders that may not be there.
    guard files.vfs != nil || files.exists(path) else { return [] }
    var whole = self
    whole.damaged = []
    let items = try items()
    let all = whole.complete(of: leader, among: items)
    var damages = Self.incomplete(items, of: leader, all: Set(all.map(\.file)))
    var settled: Set<String> = []
    // The longest chains first: what they stand on is read with them.
    for item in all.sorted(by: { $0.manifest.depth > $1.manifest.depth })
    where !settled.contains(item.file) {
      let chain = try SnapshotChain(path: path + "/" + item.file, key: key, files: files)
      settled.formUnion(chain.archives.map(\.fileName))
      // Several chains may stand on it.
      guard let damage = try chain.firstDamage(), !damages.contains(damage) else { continue }
      damages.append(damage)
    }
    return damages
  }
}

extension SnapshotFolder {
  /// Those whose manifest is damaged, and those that lack what they stand on.
  private static func incomplete(
    _ items: [Item], of leader: JournalIdentity, all: Set<String>
  ) -> [Damage] {
    items.compactMap { item -> Damage? in
      switch item.manifest {
      case .success(let manifest):
        guard manifest.leader.identity == leader, !all.contains(item.file) else { return nil }
        return Damage(
          file: item.file,
          reason: "\(item.file) continues from \(manifest.base?.file ?? "nothing"), which is not "
            + "beside it, or cannot be restored.")
      case .failure(let error):
        guard SnapshotChain.damages.contains(error.code) else { return nil }
        return Damage(file: item.file, reason: error.message)
      }
    }
  }
}

extension SnapshotChain {
  /// What the disk does not give back restores nothing, until it is read again.
  fileprivate static let damages: [SnapshotError.Code] = [
    .damaged, .refused, .notASnapshot, .storage, .noPermission,
  ]

  /// The lowest archive that is damaged. What the ones below it hold is whole.
  fileprivate func firstDamage() throws(SnapshotError) -> SnapshotFolder.Damage? {
    guard var reason = try damage() else { return nil }
    var (low, high) = (0, archives.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if let found = try SnapshotChain(archives: Array(archives[...middle])).damage() {
        (high, reason) = (middle, found)
      } else {
        low = middle + 1
      }
    }
    return SnapshotFolder.Damage(file: archives[low].fileName, reason: reason)
  }

  /// What contradicts the manifests; nil: nothing.
  private func damage() throws(SnapshotError) -> String? {
    do throws(SnapshotError) {
      _ = try verify()
      return nil
    } catch {
      guard Self.damages.contains(error.code) else { throw error }
      return error.message
    }
  }
}

extension SnapshotArchive {
  fileprivate var fileName: String { String(path.dropFirst(path.folder.count + 1)) }
}

extension SnapshotManifest.JournalPart {
  /// Whether the journal is here whole, or begins where the base ends.
  fileprivate func continues(from base: SnapshotManifest) -> Bool {
    guard !isWhole else { return true }
    guard let below = base.journals.first(where: { $0.file == file }) else { return false }
    return identity == below.identity && since == below.head
      && redactionCount >= below.redactionCount
  }
}
