/// Moves journals of a folder as a restore's plan says. Every step can be done again after it was
/// interrupted, also halfway.
struct RestoreSwap {
  let folder: String
  let files: any SnapshotFiles

  private func path(_ file: String) -> String { folder + "/" + file }
  private func new(_ file: String) -> String { path(file) + RestorePlan.newSuffix }
  private func old(_ file: String) -> String { path(file) + RestorePlan.oldSuffix }

  /// Continues from wherever the plan stands to the end.
  func finish(_ plan: RestorePlan) throws(FileFailure) {
    var plan = plan
    if plan.phase == .swapping {
      for member in plan.members { try replace(member) }
      plan.phase = .finishing
      try plan.write(to: folder, files: files)
    }
    for file in plan.derivedFiles {
      for suffix in ["", "-wal", "-shm", "-journal"] { try files.remove(path(file) + suffix) }
    }
    for member in plan.members {
      for suffix in ["", "-wal"] { try files.remove(old(member.file) + suffix) }
    }
    try forget()
  }

  /// Brings back what was there before.
  func undo(_ plan: RestorePlan) throws(FileFailure) {
    var plan = plan
    if plan.phase != .building {
      plan.phase = .undoing
      try plan.write(to: folder, files: files)
      for member in plan.members { try restoreOriginal(member) }
      try files.syncFolder(folder)
    }
    try removeBuiltFiles(plan)
    try forget()
  }

  /// Removes what a restore made and did not put in its place.
  func removeBuiltFiles(_ plan: RestorePlan) throws(FileFailure) {
    for member in plan.members {
      for suffix in ["", "-wal", "-shm", "-journal"] { try files.remove(new(member.file) + suffix) }
    }
    try files.syncFolder(folder)
  }

  private func forget() throws(FileFailure) {
    try files.syncFolder(folder)
    try files.remove(path(RestorePlan.fileName))
    try files.syncFolder(folder)
  }

  /// The old file goes first, then its log: nobody finds the one without the other under the name
  /// of the journal, and no log of the old is ever beside the new.
  private func replace(_ member: RestorePlan.Member) throws(FileFailure) {
    let path = path(member.file)
    let isPlaced = member.isRestored && !files.exists(new(member.file))
    guard !isPlaced else { return }
    if member.wasThere, !files.exists(old(member.file)) {
      try files.rename(path, to: old(member.file))
    }
    if files.exists(path + "-wal") {
      try files.rename(path + "-wal", to: old(member.file) + "-wal")
    }
    try files.remove(path + "-shm")
    try files.syncFolder(folder)
    guard member.isRestored else { return }
    try files.rename(new(member.file), to: path)
    try files.syncFolder(folder)
  }

  private func restoreOriginal(_ member: RestorePlan.Member) throws(FileFailure) {
    let path = path(member.file)
    let isMoved = files.exists(old(member.file))
    // Only then it is the new one that has the name, and what lies beside it is the new one's.
    if isMoved || !member.wasThere, files.exists(path) {
      for suffix in ["-wal", "-shm"] { try files.remove(path + suffix) }
      try files.rename(path, to: new(member.file))
      try files.syncFolder(folder)
    }
    if isMoved { try files.rename(old(member.file), to: path) }
    guard files.exists(old(member.file) + "-wal") else { return }
    try files.rename(old(member.file) + "-wal", to: path + "-wal")
  }
}
