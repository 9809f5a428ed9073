/// How far a device's index has read its journal.
public struct IndexProgress: Hashable, Sendable {
  /// Entries whose items can be found, counted from the journal's first one.
  public let doneCount: UInt64
  /// Entries of the journal; at least `doneCount`.
  public let entryCount: UInt64

  package init(doneCount: UInt64, entryCount: UInt64) {
    self.doneCount = doneCount
    self.entryCount = entryCount
  }

  /// Whether everything that is journaled can be found.
  public var isComplete: Bool { doneCount >= entryCount }
}
