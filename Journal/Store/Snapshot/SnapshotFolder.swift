package import JournalFormat

/// A folder of snapshots: what lies in it, what the next one goes on from, and what goes.
package struct SnapshotFolder {
  package let path: String
  package var key: SnapshotKey?
  package var files: any SnapshotFiles = SystemFiles()

  package init(_ path: String, key: SnapshotKey? = nil) {
    self.path = path
    self.key = key
  }

  /// A file that is named as a snapshot, and what it says of itself or why it cannot.
  package struct Item: Sendable {
    package let file: String
    package let manifest: Result<SnapshotManifest, SnapshotError>
  }

  /// In the order of their time.
  package func items() throws(SnapshotError) -> [Item] {
    let names: [String]
    do throws(FileFailure) { names = try files.names(in: path) } catch {
      throw SnapshotError(error)
    }
    return names.filter(SnapshotName.isSnapshot).map { file in
      do throws(SnapshotError) {
        return Item(file: file, manifest: .success(try open(file).manifest))
      } catch {
        return Item(file: file, manifest: .failure(error))
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
    let found = try items().compactMap { item -> (String, SnapshotManifest)? in
      guard let manifest = try? item.manifest.get(), manifest.leader.identity == leader,
        manifest.depth < SnapshotChain.depthMax
      else { return nil }
      return (item.file, manifest)
    }
    // One that lacks what it stands on restores nothing, nor would one that goes on from it.
    let newest = found.sorted { $0.1.created > $1.1.created }.first { isComplete($0.0) }
    guard let newest else { return nil }
    return try open(newest.0)
  }

  /// Whether all that the snapshot stands on is beside it, by what their manifests say.
  package func isComplete(_ file: String) -> Bool {
    (try? SnapshotChain(path: path + "/" + file, key: key, files: files)) != nil
  }

  /// Removes the snapshots of the journal that the retention does not keep.
  package func prune(
    _ retention: SnapshotRetention, of leader: JournalIdentity
  ) throws(SnapshotError) -> [String] {
    guard !retention.keepsAll else { return [] }
    let candidates = try items().compactMap { item -> SnapshotRetention.Candidate? in
      guard let manifest = try? item.manifest.get(), manifest.leader.identity == leader else {
        return nil
      }
      return SnapshotRetention.Candidate(
        file: item.file, name: manifest.name, created: manifest.createdTime,
        depth: manifest.depth, base: manifest.base?.name)
    }
    let removals = retention.removals(among: candidates)
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
