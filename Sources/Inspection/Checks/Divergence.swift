internal import JournalFormat
package import JournalStore

/// Where two journals diverge, found by halving: a digest stands for all entries before it.
package struct Divergence {
  package let verdict: JournalComparison.Verdict
  /// What the verdict means here, for people.
  package let sentence: String
  /// The last entry that both have alike; nil where none can be shown.
  package let common: UInt64?
  /// Entries that only one of them has.
  package let onlyFirst: Span
  package let onlySecond: Span
  /// Entries that were redacted in one of them, among those that both have.
  package private(set) var redactedInFirst: [UInt64] = []
  package private(set) var redactedInSecond: [UInt64] = []
  /// Digests that were read of each.
  package let readCount: Int

  /// - Parameter heads: the last entry of each that is looked at.
  package init(
    _ first: Journal, _ second: Journal, through heads: (UInt64, UInt64)
  ) throws {
    let floors = (first.floor.number, second.floor.number)
    func span(_ common: UInt64, _ head: UInt64) -> Span { Span(first: common + 1, last: head) }
    let kinds = (first.identity, second.identity)
    guard kinds.0.kind == kinds.1.kind, kinds.0.lineage == kinds.1.lineage,
      kinds.0.kind == .shared || kinds.0.name == kinds.1.name
    else {
      (verdict, common, readCount) = (.unrelated, nil, 0)
      sentence = "these are not journals of the same device or cloud."
      (onlyFirst, onlySecond) = (span(floors.0, heads.0), span(floors.1, heads.1))
      return
    }
    guard kinds.0 == kinds.1 else {
      (verdict, common, readCount) = (.otherEpoch, nil, 0)
      sentence =
        "these are outboxes of one device from two epochs; each epoch is compared with the cloud."
      (onlyFirst, onlySecond) = (span(floors.0, heads.0), span(floors.1, heads.1))
      return
    }
    let low = max(floors.0, floors.1)
    let high = min(heads.0, heads.1)
    guard low <= high else {
      (verdict, common, readCount) = (.gap, nil, 0)
      sentence =
        "one was pruned beyond the end of the other, so no entry of both can be compared."
      (onlyFirst, onlySecond) = (span(floors.0, heads.0), span(floors.1, heads.1))
      return
    }
    let found = try Self.lastEqual(first, second, low, high)
    readCount = found.reads
    let common = found.number ?? low
    self.common = found.number
    onlyFirst = span(common, heads.0)
    onlySecond = span(common, heads.1)
    switch (onlyFirst.isEmpty, onlySecond.isEmpty) {
    case (true, true):
      verdict = .same
      sentence =
        "both end with the same entry, whose digest stands for all before it; `spotlog journal "
        + "verify` says whether each still holds what it stands for."
    case (true, false):
      verdict = .behind
      sentence =
        "the first lacks what came after entry \(found.number ?? 0) of the second."
    case (false, true):
      verdict = .ahead
      sentence = "the first has entries after the end of the second."
    case (false, false):
      verdict = .forked
      sentence =
        found.number.map { "after entry \($0) each continues in its own way." }
        ?? "nothing that both still keep is alike."
    }
    try compareRedactions(first, second, through: common)
  }

  /// The last number in `low...high` at which both have one digest; nil: not even at `low`.
  private static func lastEqual(
    _ first: Journal, _ second: Journal, _ low: UInt64, _ high: UInt64
  ) throws(JournalError) -> (number: UInt64?, reads: Int) {
    var reads = 0
    func isEqual(_ number: UInt64) throws(JournalError) -> Bool {
      reads += 1
      guard let digest = try first.digest(at: number) else { return false }
      let other = try second.digest(at: number)
      return digest == other
    }
    if try isEqual(high) { return (high, reads) }
    guard try isEqual(low) else { return (nil, reads) }
    var (equal, different) = (low, high)
    while different - equal > 1 {
      let middle = equal + (different - equal) / 2
      if try isEqual(middle) { equal = middle } else { different = middle }
    }
    return (equal, reads)
  }

  private mutating func compareRedactions(
    _ first: Journal, _ second: Journal, through common: UInt64
  ) throws {
    let one = Set(try RedactionList(first).numbers())
    let other = Set(try RedactionList(second).numbers())
    redactedInFirst = one.subtracting(other).filter { $0 <= common }.sorted()
    redactedInSecond = other.subtracting(one).filter { $0 <= common }.sorted()
  }
}
