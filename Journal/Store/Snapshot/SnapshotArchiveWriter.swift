internal import JournalFormat
internal import SQLite

/// Writes a snapshot's file under a temporary name, which it gets rid of unless it was finished.
final class SnapshotArchiveWriter {
  let path: String
  private let temporary: String
  private let files: any SnapshotFiles
  private let seal: RowSeal?
  private let created: Timestamp
  private var rowCount: UInt64 = 0
  /// Nil once everything was written.
  private var connection: Connection?
  private var isFinished = false

  init(
    path: String, seal: RowSeal?, created: Timestamp, files: any SnapshotFiles
  ) throws(SnapshotError) {
    self.path = path
    self.seal = seal
    self.created = created
    self.files = files
    temporary = path + ".new"
    let temporary = temporary
    connection = try SnapshotError.writing(temporary) { () throws(SQLiteError) in
      let connection = try Connection(path: temporary, mode: .create, vfs: files.vfs)
      // Nobody reads the file before it was synced whole and got its name.
      try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try connection.execute(SnapshotRows.table)
      try connection.execute("BEGIN")
      return connection
    }
    // The folder may be one that others look into.
    try SnapshotError.translating { try files.makePrivate(temporary) }
  }

  deinit {
    guard !isFinished else { return }
    connection = nil
    // On a full disk it would hold the room that is missing.
    try? files.remove(temporary)
  }

  /// Adds a row and says what the manifest has to say of it.
  func add(_ bytes: [UInt8], as name: String) throws(SnapshotError) -> SnapshotManifest.Row {
    try insert(bytes, name, seal)
    return SnapshotManifest.Row(
      name: name, bytes: bytes.count, digest: Digest(of: bytes).description)
  }

  private func insert(
    _ bytes: [UInt8], _ name: String, _ seal: RowSeal?
  ) throws(SnapshotError) {
    guard let connection else { preconditionFailure("A finished archive takes no rows.") }
    var stored = ZlibStream.compress(bytes)
    var size = bytes.count
    if let seal {
      stored = try seal.seal(stored, byteCount: size, row: name, place: rowCount)
      size = stored.count
    }
    rowCount += 1
    try SnapshotError.writing(temporary) { () throws(SQLiteError) in
      let insert = try connection.statement("INSERT INTO sqlar VALUES (?, ?, ?, ?, ?)")
      insert.bind(1, name)
      insert.bind(2, SnapshotRows.mode)
      insert.bind(3, created.milliseconds / 1_000)
      insert.bind(4, Int64(size))
      try insert.run(binding: 5, to: stored)
    }
  }

  /// Writes the manifest, reads all of it again, and gives the file its name, durably.
  func finish(
    _ manifest: SnapshotManifest, key: SnapshotKey?
  ) throws(SnapshotError) {
    let header = SnapshotHeader(
      snapshot: manifest.name, encryption: key == nil ? "none" : SnapshotKey.encryption,
      key: key?.identifier)
    try insert(manifest.bytes, SnapshotManifest.rowName, seal)
    try insert(header.bytes, SnapshotHeader.rowName, nil)
    try SnapshotError.writing(temporary) { [connection] () throws(SQLiteError) in
      try connection?.execute("COMMIT")
    }
    connection = nil
    let archive = try SnapshotArchive(path: temporary, key: key, files: files)
    for row in archive.manifest.rows { _ = try archive.bytes(of: row) }
    try SnapshotError.translating {
      try files.sync(temporary)
      try files.rename(temporary, to: path)
      isFinished = true
      try files.syncFolder(path.folder)
    }
  }
}

extension String {
  /// The folder of the file at this path.
  package var folder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// The name of the file at this path, in its folder.
  package var fileName: String {
    String(self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...])
  }
}
