package import JournalFormat

/// A folder of snapshots: what lies in it, what the next one goes on from, and what goes.
package struct SnapshotFolder {
  package let path: String
  package var key: SnapshotKey?
  package var files: any SnapshotFiles = SystemFiles()
  /// Files that a verification found damaged: nothing goes on from them, and they restore nothing.
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
    // One that lacks what it stands on restores nothing, nor would one that goes on from it.
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
  fileprivate func isPast(of journal: Journal) throws(SnapshotError) -> Bool {
    guard let head = leader.head.position else { return false }
    return try SnapshotError.translating { try journal.digest(at: head.number) == head.digest }
  }
}
