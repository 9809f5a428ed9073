import CSQLite
import Foundation
import JournalFormat
import JournalStore

/// Appending and verifying, against SQLite alone.
enum JournalBench {
  private static let payloadByteCount = 240

  static func run() throws -> [Measurement] {
    // Several rounds, ours and the limit in turn, the best of each: a shared disk has slow moments.
    var ours = (large: 0.0, single: 0.0)
    var bare = (large: 0.0, single: 0.0)
    for _ in 0..<5 {
      ours.large = max(ours.large, try append(entries: 100_000, perTransaction: 1_000))
      bare.large = max(bare.large, try insert(rows: 100_000, perTransaction: 1_000))
      ours.single = max(ours.single, try append(entries: 4_000, perTransaction: 1))
      bare.single = max(bare.single, try insert(rows: 4_000, perTransaction: 1))
    }
    return [
      Measurement(
        name: "journal append, 1,000 entries of 240 bytes a transaction, FULL", ours: ours.large,
        unit: "entries/s", limitName: "bare SQLite loop", limit: bare.large, target: 0.6,
        targetIsRatio: true),
      Measurement(
        name: "journal append, 1 entry a transaction, FULL", ours: ours.single,
        unit: "entries/s", limitName: "bare SQLite loop", limit: bare.single, target: 0.9,
        targetIsRatio: true),
      Measurement(
        name: "journal verify, the chain", ours: try verify(entries: 500_000),
        unit: "entries/CPU s",
        target: 1_000_000, targetIsRatio: false),
    ]
  }

  private static var payloads: [[UInt8]] {
    var random = SplitMix64(1)
    return (0..<1_000).map { _ in
      (0..<payloadByteCount).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
  }

  private static func journal(in folder: BenchFolder) throws -> Journal {
    var dice = Dice.seeded(1)
    return try Journal.create(
      at: folder.path + "/bench.journal",
      identity: JournalIdentity(kind: .private, name: JournalName(using: &dice)),
      created: Timestamp(milliseconds: 0))
  }

  private static func fill(
    _ journal: Journal, entries: Int, perTransaction: Int
  ) throws {
    let drafts = payloads.map {
      EntryDraft(kind: .event, time: Timestamp(milliseconds: 0), payload: $0)
    }
    for start in stride(from: 0, to: entries, by: perTransaction) {
      if perTransaction == drafts.count {
        try journal.append(drafts)
      } else {
        try journal.append([drafts[start % drafts.count]])
      }
    }
  }

  private static func append(entries: Int, perTransaction: Int) throws -> Double {
    let folder = try BenchFolder()
    let journal = try journal(in: folder)
    let seconds = try BenchClock.wallSeconds {
      try fill(journal, entries: entries, perTransaction: perTransaction)
    }
    return Double(entries) / seconds
  }

  private static func verify(entries: Int) throws -> Double {
    let folder = try BenchFolder()
    let journal = try journal(in: folder)
    try fill(journal, entries: entries, perTransaction: 1_000)
    let seconds = BenchClock.cpuSeconds {
      precondition(journal.verify(checksPages: false).isWhole, "a fresh journal is whole")
    }
    return Double(entries) / seconds
  }

  /// The same rows through the C API, with no chain and no encoding.
  private static func insert(rows: Int, perTransaction: Int) throws -> Double {
    let folder = try BenchFolder()
    var handle: OpaquePointer?
    sqlite3_open(folder.path + "/bare.sqlite", &handle)
    defer { sqlite3_close(handle) }
    sqlite3_exec(
      handle,
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      CREATE TABLE entries (number INTEGER PRIMARY KEY, kind INTEGER NOT NULL,
        encryption INTEGER NOT NULL, time INTEGER NOT NULL, digest BLOB NOT NULL, payload BLOB,
        redacted_size INTEGER, redacted_digest BLOB) STRICT;
      """, nil, nil, nil)
    var statements: [OpaquePointer?] = [nil, nil, nil]
    for (index, sql) in [
      "BEGIN IMMEDIATE", "INSERT INTO entries VALUES (?, 1, 0, 0, ?, ?, NULL, NULL)", "COMMIT",
    ].enumerated() {
      sqlite3_prepare_v3(
        handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statements[index], nil)
    }
    defer { for statement in statements { sqlite3_finalize(statement) } }
    let digest = [UInt8](repeating: 7, count: 32)
    let payloads = payloads
    let seconds = BenchClock.wallSeconds {
      for row in 0..<rows {
        if row % perTransaction == 0 { step(statements[0]) }
        digest.withUnsafeBytes { digest in
          payloads[row % payloads.count].withUnsafeBytes { payload in
            sqlite3_bind_int64(statements[1], 1, Int64(row + 1))
            sqlite3_bind_blob(statements[1], 2, digest.baseAddress, 32, nil)
            sqlite3_bind_blob(
              statements[1], 3, payload.baseAddress, Int32(payload.count), nil)
            step(statements[1])
          }
        }
        if row % perTransaction == perTransaction - 1 { step(statements[2]) }
      }
    }
    return Double(rows) / seconds
  }

  private static func step(_ statement: OpaquePointer?) {
    sqlite3_step(statement)
    sqlite3_reset(statement)
  }
}
