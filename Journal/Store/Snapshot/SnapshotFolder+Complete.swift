package import JournalFormat

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
    // A base is always less deep than what goes on from it.
    for item in found.sorted(by: { $0.manifest.depth < $1.manifest.depth }) {
      let isBeginning =
        item.manifest.base == nil && item.manifest.journals.allSatisfy { $0.isWhole }
      guard isBeginning || Self.goesOn(item, in: complete) else { continue }
      complete[item.file] = item
    }
    return found.filter { complete[$0.file] != nil }
  }

  private static func goesOn(_ item: Complete, in complete: [String: Complete]) -> Bool {
    guard let named = item.manifest.base, let base = complete[named.file] else { return false }
    return base.manifest.name == named.name && base.digest.description == named.digest
      && base.manifest.depth == item.manifest.depth - 1 && base.manifest.kind == item.manifest.kind
      && item.manifest.journals.allSatisfy { $0.goesOn(from: base.manifest) }
  }

  /// A snapshot that cannot be restored, and why.
  package struct Damage: Hashable, Sendable {
    package let file: String
    package let reason: String
  }

  /// Reads the snapshots of the journal to their last byte, each at least once.
  ///
  /// - Returns: those that are damaged themselves; what goes on from them restores nothing either.
  ///   One that the disk does not give back counts as damaged until it is read again.
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
          reason: "\(item.file) goes on from \(manifest.base?.file ?? "nothing"), which is not "
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
  fileprivate func goesOn(from base: SnapshotManifest) -> Bool {
    guard !isWhole else { return true }
    guard let below = base.journals.first(where: { $0.file == file }) else { return false }
    return identity == below.identity && since == below.head
      && redactionCount >= below.redactionCount
  }
}
