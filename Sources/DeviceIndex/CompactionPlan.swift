package import JournalFormat

/// What a compaction takes out of a device's journals; decided by `CompactionPlanner`.
package struct CompactionPlan: Hashable, Sendable {
  /// Why nothing needs a payload any more.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The item or activity was given again, or the client state was.
    case superseded
    case expired
    case deleted
    /// The item was protected since; what is counted by it stays: `Remnants`.
    case protected
  }

  package struct Redaction: Hashable, Sendable {
    package let number: SequenceNumber
    package let reason: Reason
    package let payloadByteCount: Int
  }

  /// What is journaled as expired first.
  package var expiries: [JournalItemsExpired] = []
  /// Of the private journal, in its order.
  package var redactions: [Redaction]
  /// Content reports of the shared journal whose vouch was taken back.
  package var withdrawnContents: [SequenceNumber] = []
  /// The shared journal can be pruned up to this number.
  package var pruneThrough: UInt64 = 0
  /// Entries of the shared journal up to there.
  package var prunedCount: UInt64 = 0
}

/// What the cloud is known to have of a device's shared journal; with nothing known, nothing goes.
package struct CompactionLimits: Hashable, Sendable {
  /// Up to here every backup of the cloud that may be restored has it, under its present life.
  package var backedUp: UInt64
  /// Up to here there are receipts.
  package var acknowledged: UInt64

  package init(backedUp: UInt64 = 0, acknowledged: UInt64 = 0) {
    self.backedUp = backedUp
    self.acknowledged = acknowledged
  }

  /// What a device knows: its last receipt, and what the cloud last said of its backups.
  ///
  /// - Parameter epoch: the epoch of the shared journal; of another one nothing is known.
  package init(_ witness: Witness, epoch: EpochName) {
    guard let receipt = witness.receipt, receipt.epoch == epoch else {
      self.init()
      return
    }
    self.init(backedUp: witness.backedUp(of: epoch), acknowledged: receipt.last.rawValue)
  }

  /// Nothing that a restored cloud could ask for again is below.
  package var prunable: UInt64 { min(backedUp, acknowledged) }
}

/// What the way to the cloud still needs of a private journal.
struct GateNeeds {
  /// How long the words of a vouch wait for the cloud to ask for them.
  static let wordsKeptDays: Int64 = 90

  /// The last entry that the privacy gate has read; 0 when there is no gate yet.
  var readThrough: UInt64 = 0
  /// Entries with reports that are not prunable yet: who reads the journal again makes the same.
  var reported: Set<UInt64> = []
  /// Versions of activities that a report vouches for, and whose content the cloud lacks.
  var vouched: Set<UInt64> = []
  var now: Timestamp

  func needs(_ entry: CompactionEntry) -> Bool {
    switch entry.kind {
    case .item, .clientState: return false
    case .activity(let isPublic):
      let isAwaited =
        vouched.contains(entry.number)
        && entry.time.milliseconds > now.milliseconds - Self.wordsKeptDays * 86_400_000
      // A report of a public version holds its words, which leave when they are taken back.
      if isAwaited || (!isPublic && reported.contains(entry.number)) { return true }
    case .engagement, .removal:
      if reported.contains(entry.number) { return true }
    }
    guard entry.number <= readThrough else { return true }
    // An expiry is nothing to the gate; every other end of an entry is one that it has to read.
    guard let end = entry.end, end.reason != .expired else { return false }
    return end.by > readThrough
  }
}

/// An entry of a private journal that a compaction may redact.
struct CompactionEntry {
  enum Kind: Hashable {
    case item
    case activity(isPublic: Bool)
    case engagement
    /// A deletion or an expiry.
    case removal
    case clientState
  }

  /// What made the payload needless.
  struct End {
    let reason: CompactionPlan.Reason
    let by: UInt64
  }

  let number: UInt64
  let time: Timestamp
  let kind: Kind
  let payloadByteCount: Int
  /// Whether it says what would have to be protected, were its item.
  var hasWords = false
  var end: End?
  /// Something needs it nevertheless.
  var isKept = false
  /// Its item was protected afterwards.
  var isProtectedSince = false

  /// Whether it stays without its words: neither the index nor the gate needs them.
  var losesWords: Bool { isKept && hasWords && isProtectedSince }
}
