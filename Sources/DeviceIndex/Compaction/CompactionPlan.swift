package import JournalFormat

/// What a compaction takes out of a device's journals; decided by `CompactionPlanner`.
package struct CompactionPlan: Hashable, Sendable {
  /// Why nothing needs a payload any more.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The item or activity was given again, or the client state or the synonyms were; or a list of
    /// which nothing was opened is in sums.
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
  /// Content reports of the shared journal whose endorsement was taken back.
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
struct FilterNeeds {
  /// Days for which the words of an engagement are kept: the cloud may ask for them.
  static let wordsKeptDays: Int64 = 90

  /// The last entry that the privacy filter has read and will not read again; 0 without a filter,
  /// and while the next epoch has to read the journal from its beginning.
  var readThrough: UInt64 = 0
  /// Entries with reports that are not prunable yet: who reads the journal again makes the same.
  var reported: Set<UInt64> = []
  /// Entries with the words that the device endorses.
  var endorsed: Set<UInt64> = []
  /// The digests of these words.
  var contents: Set<ContentDigest> = []
  var now: Timestamp

  func needs(_ entry: CompactionEntry) -> Bool {
    switch entry.kind {
    case .item, .clientState, .synonyms: return false
    // The filter reads a list for the public results in it, whatever the index needs of it.
    case .abandoned(let hasPublic):
      return hasPublic && (reported.contains(entry.number) || entry.number > readThrough)
    case .activity(let content):
      // What has expired can still be opened, and the cloud then asks for its words.
      let mayBeOpened = content != nil && entry.end?.reason == .expired
      let isAwaited = (endorsed.contains(entry.number) || mayBeOpened) && isRecent(entry)
      // A report of a public version holds its words, which leave when they are taken back.
      if isAwaited || (content == nil && reported.contains(entry.number)) { return true }
    case .engagement, .removal:
      if reported.contains(entry.number) { return true }
    }
    guard entry.number <= readThrough else { return true }
    // An expiry is nothing to the filter; every other end of an entry is one that it has to read.
    guard let end = entry.end, end.reason != .expired else { return false }
    return end.by > readThrough
  }

  private func isRecent(_ version: CompactionEntry) -> Bool {
    let used = max(version.time, version.lastEngaged ?? version.time)
    return used.milliseconds > now.milliseconds - Self.wordsKeptDays * 86_400_000
  }

  /// Whether an engagement with an activity needs the version that it was with: a filter that reads
  /// the engagement, again or for the first time, makes nothing of it otherwise.
  func needs(_ version: CompactionEntry, for engagement: UInt64) -> Bool {
    // Deleted words are not kept for it.
    if let end = version.end, end.reason == .deleted, end.by <= readThrough { return false }
    if engagement > readThrough { return true }
    guard reported.contains(engagement), let content = version.content else { return false }
    return contents.contains(content) && isRecent(version)
  }
}

/// An entry of a private journal that a compaction may redact.
struct CompactionEntry {
  enum Kind: Hashable {
    case item
    /// With what could become public of it; nil: nothing.
    case activity(ContentDigest?)
    case engagement
    /// A list of which nothing was opened, or sums of such lists; and whether a public result is in
    /// it.
    case abandoned(hasPublic: Bool)
    /// A deletion or an expiry.
    case removal
    case clientState
    /// A table of synonyms.
    case synonyms
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
  /// When an activity was engaged with last, in this version.
  var lastEngaged: Timestamp?

  /// What could become public of an activity.
  var content: ContentDigest? {
    if case .activity(let content) = kind { content } else { nil }
  }

  /// Whether it stays without its words: neither the index nor the filter needs them.
  var losesWords: Bool { isKept && hasWords && isProtectedSince }
}
