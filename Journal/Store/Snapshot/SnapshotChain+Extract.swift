extension SnapshotChain {
  /// Makes one of the journals anew at `path`, which must not exist: as it was, without what was
  /// redacted by then. For who looks into it; a restore is `SnapshotRestore`.
  ///
  /// - Parameter file: the journal's name in the snapshot.
  package func extract(
    _ file: String, to path: String, files: some SnapshotFiles = SystemFiles(),
    phase: @escaping (SnapshotPhase) -> Void = { _ in }
  ) throws(SnapshotError) {
    try JournalRebuild(parts: try parts(of: file), path: path, files: files, phase: phase).copy()
  }
}
