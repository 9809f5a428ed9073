package import JournalFormat
package import SQLite

/// What the owner of a folder knows of it: which journals are in it, and how they hang together.
package struct SnapshotProfile: Sendable {
  /// A journal's file.
  package struct Member: Hashable, Sendable {
    package let file: String
    package let kind: JournalKind

    package init(_ file: String, _ kind: JournalKind) {
      self.file = file
      self.kind = kind
    }
  }

  package let kind: SnapshotKind
  /// In the order in which they are read. The last one leads: it is always there, and a place to
  /// restore to is meant in it.
  package let journals: [Member]
  /// Files that are made from the journals: removed when these are replaced.
  package let derivedFiles: [String]
  /// Whether another file of the folder says that it belongs to this lineage; nil: nothing says so.
  package var lineage: @Sendable (_ folder: String, any SnapshotFiles) -> LineageName? = {
    _, _ in nil
  }
  /// The last entry of a follower that stays when the leader is cut, by the follower's tables.
  package var follow: @Sendable (Connection, SnapshotCut) throws(SQLiteError) -> UInt64 = {
    _, _ in 0
  }
  /// Brings the local tables of a journal back to where it was cut.
  package var rewind:
    @Sendable (JournalKind, _ last: UInt64, Connection, SnapshotCut) throws(SQLiteError) -> Void = {
      _, _, _, _ in
    }

  package init(kind: SnapshotKind, journals: [Member], derivedFiles: [String]) {
    self.kind = kind
    self.journals = journals
    self.derivedFiles = derivedFiles
  }

  package var leader: Member { journals[journals.count - 1] }
}

/// Where a restore stops in the leading journal.
package struct SnapshotCut: Hashable, Sendable {
  package let leader: JournalIdentity
  package let floor: Journal.Position
  /// The last entry that stays.
  package let last: UInt64
  /// Whether that is the last one that the snapshot holds.
  package let isHead: Bool

  package init(leader: JournalIdentity, floor: Journal.Position, last: UInt64, isHead: Bool) {
    self.leader = leader
    self.floor = floor
    self.last = last
    self.isHead = isHead
  }
}

/// A place to restore to.
package enum RestorePoint: Hashable, Sendable, CustomStringConvertible {
  /// All that the snapshot holds.
  case head
  /// Up to this entry of the leading journal.
  case entry(UInt64)
  /// The longest beginning of the leading journal in which no entry is later.
  case time(Timestamp)

  package var description: String {
    switch self {
    case .head: "head"
    case .entry(let number): "entry \(number)"
    case .time(let time): "time \(time.text)"
    }
  }
}
