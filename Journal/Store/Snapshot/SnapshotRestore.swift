package import JournalFormat
internal import SQLite

/// Puts the journals of a snapshot into a folder: all of them or none.
///
/// They are made beside those that are there, checked and synced; then they take their places, by a
/// plan that lies in the folder until the last step is durable. The witness is not touched: it says
/// to the next open what was restored. No other process may write the journals meanwhile.
package struct SnapshotRestore {
  package let chain: SnapshotChain
  package let profile: SnapshotProfile
  package let folder: String
  package var point = RestorePoint.head
  package var files: any SnapshotFiles = SystemFiles()
  package var phase: (SnapshotPhase) -> Void = { _ in }

  package init(_ chain: SnapshotChain, _ profile: SnapshotProfile, to folder: String) {
    self.chain = chain
    self.profile = profile
    self.folder = folder
  }

  /// What a restore did, or would do.
  package struct Summary: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
      package let file: String
      /// The last entry of what is there now; nil where there is none.
      package let before: UInt64?
      /// The last entry after the restore; nil where the snapshot has no such journal, or when it
      /// was not made.
      package let after: UInt64?
      /// The last entry that the snapshot holds; nil where it has no such journal.
      package let held: UInt64?

      /// Entries that the snapshot holds and the restore leaves out; nil when there are none.
      package var leftOut: ClosedRange<UInt64>? {
        guard let after, let held, after < held else { return nil }
        return after + 1...held
      }
    }

    package let snapshot: String
    package let created: Timestamp
    package let members: [Member]
  }

  // MARK: Doing it

  /// Check everything and change nothing.
  package func rehearse() throws(SnapshotError) -> Summary {
    let locks = try acquireLocks(makes: false)
    defer { withExtendedLifetime(locks) {} }
    try checkUnfinished(RestorePlan.read(in: folder, files: files))
    let before = try checkTarget()
    phase(.verifying)
    _ = try chain.verify()
    let last = try lastOfLeader()
    let members = profile.journals.map { member in
      let part = chain.manifest.journals.first { $0.file == member.file }
      let after = member == profile.leader ? last : point == .head ? part?.head.number : nil
      return summary(of: member.file, before: before[member.file], after: after)
    }
    return summary(members)
  }

  /// Restores, or continues with the same restore where it was interrupted.
  package func run(now: Timestamp) throws(SnapshotError) -> Summary {
    try SnapshotError.translating { try files.makeFolder(folder) }
    let locks = try acquireLocks(makes: true)
    defer { withExtendedLifetime(locks) {} }
    let swap = RestoreSwap(folder: folder, files: files)
    if let found = try RestorePlan.read(in: folder, files: files) {
      try checkUnfinished(found)
      if let summary = try resume(with: found, swap) { return summary }
    }
    let before = try checkTarget()
    var plan = makePlan(before)
    let after: [String: UInt64]
    do throws(SnapshotError) {
      try SnapshotError.translating { try plan.write(to: folder, files: files) }
      after = try build(now)
      phase(.verifying)
      try check(after)
    } catch {
      // On a full disk what was made holds the room that is missing.
      try? swap.undo(plan)
      throw error
    }
    phase(.swapping)
    plan.phase = .swapping
    try SnapshotError.translating {
      try files.syncFolder(folder)
      try plan.write(to: folder, files: files)
      try swap.finish(plan)
    }
    return summary(
      profile.journals.map {
        summary(of: $0.file, before: before[$0.file], after: after[$0.file])
      })
  }

  /// Brings back what was there before a restore that was interrupted.
  package static func undo(
    in folder: String, _ profile: SnapshotProfile, files: some SnapshotFiles = SystemFiles()
  ) throws(SnapshotError) {
    let locks = try WriterLock.all(of: profile, in: folder, makes: false, vfs: files.vfs)
    defer { withExtendedLifetime(locks) {} }
    guard let plan = try RestorePlan.read(in: folder, files: files) else {
      throw SnapshotError(
        .notFound, "No restore of \(folder) was interrupted: there is nothing to undo.")
    }
    let swap = RestoreSwap(folder: folder, files: files)
    guard plan.phase == .finishing else {
      return try SnapshotError.translating { try swap.undo(plan) }
    }
    try SnapshotError.translating { try swap.finish(plan) }
    throw SnapshotError(
      .unfinished,
      "The restore of \(folder) was complete and cannot be undone: what it replaced is gone. Its "
        + "leftovers have been removed, and the folder can be used.")
  }

  // MARK: Continuing

  /// Nil when the interrupted restore left nothing to continue with.
  private func resume(
    with found: RestorePlan, _ swap: RestoreSwap
  ) throws(SnapshotError) -> Summary? {
    let canResume = try SnapshotError.translating {
      switch found.phase {
      case .building, .undoing:
        try swap.undo(found)
        return false
      case .finishing where found.snapshot != chain.manifest.name || found.point != "\(point)":
        try swap.finish(found)
        return false
      case .swapping, .finishing:
        try swap.finish(found)
        return true
      }
    }
    guard canResume else { return nil }
    var after: [String: UInt64] = [:]
    for member in found.members where member.isRestored {
      after[member.file] = try head(folder + "/" + member.file)
    }
    return summary(
      found.members.map { summary(of: $0.file, before: nil, after: after[$0.file]) })
  }

  private func checkUnfinished(_ found: RestorePlan?) throws(SnapshotError) {
    guard let found, found.phase == .swapping,
      found.snapshot != chain.manifest.name || found.point != "\(point)"
    else { return }
    throw SnapshotError(
      .unfinished,
      "A restore of \(folder) from another snapshot, or to another place, was interrupted. Run "
        + "that one again, or undo it: "
        + "`spotlog snapshot restore --to \(folder.asShellWord) --undo`.")
  }

  // MARK: Making

  private func build(_ now: Timestamp) throws(SnapshotError) -> [String: UInt64] {
    let mark = RestoreMark(time: now, snapshot: chain.manifest.name)
    let cut = try rebuild(profile.leader.file).lead(to: try lastOfLeader(), profile, mark: mark)
    guard cut.last > cut.floor.number else { throw outOfRange() }
    var after = [profile.leader.file: cut.last]
    for part in chain.manifest.journals.dropLast() {
      after[part.file] = try rebuild(part.file).follow(cut, profile)
    }
    return after
  }

  private func rebuild(_ file: String) throws(SnapshotError) -> JournalRebuild {
    JournalRebuild(
      parts: try chain.parts(of: file), path: folder + "/" + file + RestorePlan.newSuffix,
      files: files, phase: phase)
  }

  /// Whether what was written is what should be, and on the disk.
  private func check(_ after: [String: UInt64]) throws(SnapshotError) {
    for (file, last) in after.sorted(by: { $0.key < $1.key }) {
      let path = folder + "/" + file + RestorePlan.newSuffix
      try SnapshotError.translating {
        let verification = try Journal.open(at: path, for: .read, options: files.journalOptions)
          .verify()
        guard verification.isWhole, verification.head.number == last else {
          throw JournalError(
            .damaged, "\(path) is not what was written to it. Check the disk, and restore again.")
        }
      }
      try SnapshotError.translating { try files.sync(path) }
    }
  }

  private func makePlan(_ before: [String: UInt64]) -> RestorePlan {
    RestorePlan(
      phase: .building, snapshot: chain.manifest.name, point: "\(point)",
      members: profile.journals.map { member in
        RestorePlan.Member(
          file: member.file, wasThere: before[member.file] != nil,
          isRestored: chain.manifest.journals.contains { $0.file == member.file })
      }, derivedFiles: profile.derivedFiles)
  }

  private func summary(of file: String, before: UInt64?, after: UInt64?) -> Summary.Member {
    Summary.Member(
      file: file, before: before, after: after,
      held: chain.manifest.journals.first { $0.file == file }?.head.number)
  }

  private func summary(_ members: [Summary.Member]) -> Summary {
    Summary(
      snapshot: chain.manifest.name, created: chain.manifest.createdTime, members: members)
  }

  private func acquireLocks(makes: Bool) throws(SnapshotError) -> [WriterLock] {
    try WriterLock.all(of: profile, in: folder, makes: makes, vfs: files.vfs)
  }
}

extension WriterLock {
  /// Keeps every other writer of the folder out; where nothing may be made, by the locks that are
  /// there.
  fileprivate static func all(
    of profile: SnapshotProfile, in folder: String, makes: Bool, vfs: String?
  ) throws(SnapshotError) -> [WriterLock] {
    guard vfs == nil else { return [] }
    var locks: [WriterLock] = []
    for member in profile.journals {
      let path = folder + "/" + member.file
      guard makes || DatabaseFile.exists(path + "-writer") else { continue }
      try SnapshotError.translating { locks.append(try WriterLock(journalPath: path)) }
    }
    return locks
  }
}

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

  /// Journals of another kind of folder: a device's journals in place of a cloud's.
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
      "\(folder) \(what). Restore to an empty folder, or give the folder that it was taken from.")
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
