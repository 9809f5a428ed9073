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

/// A place in a journal at which a restore, or looking back, ends.
package enum RestorePoint: Hashable, Sendable, CustomStringConvertible {
  /// All that the snapshot holds.
  case head
  /// Up to this entry of the leading journal.
  case entry(UInt64)
  /// Up to the last entry of the leading journal that is not later. A clock may have been ahead:
  /// entries before that one stay, even with a later time.
  case time(Timestamp)

  package var description: String {
    switch self {
    case .head: "head"
    case .entry(let number): "entry \(number)"
    case .time(let time): "time \(time.text)"
    }
  }

  /// Why it is refused by a journal or a snapshot in which no entry is meant by it.
  ///
  /// - Parameters:
  ///   - file: the journal, as people know it.
  ///   - first: its first entry, and `last` its last one; below `first` when it has none.
  func refusal(by file: String, first: UInt64, last: UInt64) -> String {
    "The \(self) does not lie in \(file), which has "
      + (last < first ? "no entries." : "the entries \(first) to \(last).")
  }
}
