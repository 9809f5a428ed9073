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

    /// Whether it can only be read with a key, and not with the one that was given.
    package var needsAnotherKey: Bool {
      if case .failure(let error) = manifest { error.code == .key } else { false }
    }
  }

  /// In the order of their time.
  package func items() throws(SnapshotError) -> [Item] {
    let names: [String]
    do throws(FileFailure) { names = try files.names(in: path) } catch {
      throw SnapshotError(error)
    }
    return names.filter(SnapshotName.isSnapshot).map { file in
      do throws(SnapshotError) {
        let archive = try open(file)
        return Item(
          file: file, manifest: .success(archive.manifest), digest: archive.manifestDigest)
      } catch {
        return Item(file: file, manifest: .failure(error), digest: nil)
      }
    }
  }

  private func open(_ file: String) throws(SnapshotError) -> SnapshotArchive {
    try SnapshotArchive(path: path + "/" + file, key: key, files: files)
  }

  /// Makes a snapshot here, alone or over the newest one of the same journal, and removes what the
  /// retention does not keep.
  ///
  /// - Returns: what was made, and the names of the files that went.
  package func add(
    _ snapshot: Snapshot, isIncrement: Bool, retention: SnapshotRetention, created: Timestamp,
    dice: inout Dice
  ) throws(SnapshotError) -> (made: Snapshot.Made, removed: [String]) {
    do throws(FileFailure) { try files.makeFolder(path) } catch { throw SnapshotError(error) }
    let lock: WriterLock?
    do throws(JournalError) {
      lock = files.vfs == nil ? try WriterLock(journalPath: path + "/snapshots") : nil
    } catch {
      throw SnapshotError(error)
    }
    defer { withExtendedLifetime(lock) {} }
    try removeUnfinished()
    let leader = snapshot.journals[snapshot.journals.count - 1].journal.identity
    let base = isIncrement ? try newest(of: leader) : nil
    let made = try snapshot.make(over: base, created: created, dice: &dice)
    return (made, try prune(retention, of: leader))
  }

  /// What a process left that ended while it wrote here.
  private func removeUnfinished() throws(SnapshotError) {
    do throws(FileFailure) {
      for name in try files.names(in: path) where SnapshotName.isUnfinished(name) {
        try files.remove(path + "/" + name)
      }
    } catch {
      throw SnapshotError(error)
    }
  }

  /// The newest snapshot of the journal that can be gone on from.
  package func newest(of leader: JournalIdentity) throws(SnapshotError) -> SnapshotArchive? {
    // One that lacks what it stands on restores nothing, nor would one that goes on from it.
    let newest = try complete(of: leader).filter { $0.manifest.depth < SnapshotChain.depthMax }
      .max { $0.manifest.created < $1.manifest.created }
    guard let newest else { return nil }
    return try open(newest.file)
  }

  /// Removes the snapshots of the journal that the retention does not keep.
  package func prune(
    _ retention: SnapshotRetention, of leader: JournalIdentity
  ) throws(SnapshotError) -> [String] {
    guard !retention.keepsAll else { return [] }
    // What cannot be restored takes no place from what can, and goes when it would go as well.
    let items = try items()
    let whole = Set(complete(of: leader, among: items).map(\.file))
    let candidates = items.compactMap { item -> SnapshotRetention.Candidate? in
      guard let manifest = try? item.manifest.get(), manifest.leader.identity == leader else {
        return nil
      }
      return SnapshotRetention.Candidate(
        file: item.file, name: manifest.name, created: manifest.createdTime,
        depth: manifest.depth, base: manifest.base?.name)
    }
    let removals =
      retention.removals(among: candidates.filter { whole.contains($0.file) })
      + retention.removals(among: candidates).filter { !whole.contains($0) }
    do throws(FileFailure) {
      for file in removals {
        try files.remove(path + "/" + file)
        try files.syncFolder(path)
      }
    } catch {
      throw SnapshotError(error)
    }
    return removals
  }
}
