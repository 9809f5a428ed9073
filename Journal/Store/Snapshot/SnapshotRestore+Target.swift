internal import JournalFormat
internal import SQLite

/// Whether a snapshot may go into a folder.
extension SnapshotRestore {
  /// Refuses what does not belong together, before anything is touched.
  ///
  /// - Returns: the last entries of the journals that are there, by their files.
  func checkTarget() throws(SnapshotError) -> [String: UInt64] {
    try checkMembers()
    try checkStrangers()
    if case .entry(let number) = point {
      let leader = chain.manifest.leader
      let first = try chain.parts(of: leader.file)[0].journal.since.number + 1
      guard number >= first, number <= leader.head.number else { throw outOfRange() }
    }
    let lineage = chain.manifest.journals.compactMap(\.identity).first { $0.kind == .shared }?
      .lineage
    if let there = profile.lineage(folder, files), let lineage, there != lineage {
      throw other("has a witness of the lineage \(there), and the snapshot is of \(lineage)")
    }
    var before: [String: UInt64] = [:]
    for member in profile.journals {
      let path = folder + "/" + member.file
      guard files.exists(path) else { continue }
      let journal = try open(path)
      if let part = chain.manifest.journals.first(where: { $0.file == member.file }) {
        try check(journal.identity, part, path)
      }
      before[member.file] = (try? journal.head().number) ?? journal.floor.number
    }
    return before
  }

  /// Whether the snapshot is of such a folder.
  private func checkMembers() throws(SnapshotError) {
    let manifest = chain.manifest
    guard manifest.kind == profile.kind else {
      throw SnapshotError(
        .otherJournal,
        "\(chain.newest.path) is a snapshot of a \(manifest.kind.rawValue), not of a "
          + "\(profile.kind.rawValue). Give the other one.")
    }
    let parts = manifest.journals.map { SnapshotProfile.Member($0.file, $0.identity!.kind) }
    guard parts.last == profile.leader, profile.journals.filter(parts.contains) == parts else {
      throw .refused(
        chain.newest.path,
        "holds journals that a \(profile.kind.rawValue) does not have, or lacks its own")
    }
  }

  /// Journals of another kind of folder: a device's are no cloud's.
  private func checkStrangers() throws(SnapshotError) {
    let names = try SnapshotError.translating { try files.names(in: folder) }
    let stranger = names.first { name in
      name.hasSuffix(".journal") && !profile.journals.contains { $0.file == name }
    }
    if let stranger { throw other("holds \(stranger), which no \(profile.kind.rawValue) has") }
  }

  private func open(_ path: String) throws(SnapshotError) -> Journal {
    do throws(JournalError) {
      return try Journal.open(at: path, for: .read, options: files.journalOptions)
    } catch {
      // That the system does not let it be read says nothing of whose it is.
      guard [.damaged, .notAJournal, .notFound].contains(error.code) else {
        throw SnapshotError(error)
      }
      throw SnapshotError(
        .otherJournal,
        "\(path) cannot be read, so nobody can say whose it is. If it is the journal to be "
          + "replaced, move it away with what lies beside it, and restore again.", cause: error)
    }
  }

  /// An epoch may have ended since, but the lineage stays; all other journals keep their name.
  private func check(
    _ there: JournalIdentity, _ part: SnapshotManifest.JournalPart, _ path: String
  ) throws(SnapshotError) {
    let identity = part.identity!
    guard there.kind == identity.kind,
      there.kind == .shared ? there.lineage == identity.lineage : there.name == identity.name
    else {
      throw other("holds another \(there.kind) journal than the snapshot")
    }
  }

  private func other(_ what: String) -> SnapshotError {
    SnapshotError(
      .otherJournal,
      "\(folder) \(what). Restore to an empty folder, or give the folder that it was taken of.")
  }

  func outOfRange() -> SnapshotError {
    let leader = chain.manifest.leader
    let first = ((try? chain.parts(of: leader.file)[0].journal.since.number) ?? 0) + 1
    return SnapshotError(
      .outOfRange,
      point.refusal(
        by: "\(leader.file) of \(chain.newest.path)", first: first, last: leader.head.number)
        + " Choose a place in it, or another snapshot.")
  }

  /// The last entry of the leading journal that a restore keeps.
  package func lastOfLeader() throws(SnapshotError) -> UInt64 {
    let leader = chain.manifest.leader
    switch point {
    case .head: return leader.head.number
    case .entry(let number): return number
    case .time(let time):
      let parts = try chain.parts(of: leader.file)
      let first = parts[0].journal.since.number
      var last = first
      try SnapshotChain.forEachEntry(parts, phase: { _ in }) { row, _ in
        if row.time <= time { last = row.number.rawValue }
        return .next
      }
      guard last > first else { throw outOfRange() }
      return last
    }
  }

  func head(_ path: String) throws(SnapshotError) -> UInt64 {
    try SnapshotError.translating {
      try Journal.open(at: path, for: .read, options: files.journalOptions).head().number
    }
  }
}
