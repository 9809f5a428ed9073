@testable import CloudAggregator

/// What a lineage endorses under a tag by docs/decisions/0026, told from all that it said
/// without anything kept ahead: slow, and easy to hold against the words.
struct EndorsementHistoryReference {
  private struct Engagement {
    let content: UInt32
    let day: Int32
    let epoch: UInt32
    let number: UInt64
    let isCarried: Bool
  }

  private struct Heard {
    let withdrawal: EndorsementHistory.Withdrawal
    let epoch: UInt32

    var isUnknown: Bool { epoch == EndorsementHistory.unknownEpoch }
  }

  private var engagements: [Engagement] = []
  private var heard: [Heard] = []

  mutating func engaged(
    _ content: UInt32, day: Int32, in epoch: UInt32, number: UInt64, isCarried: Bool
  ) {
    engagements.append(
      Engagement(content: content, day: day, epoch: epoch, number: number, isCarried: isCarried))
  }

  mutating func withdrawn(_ withdrawal: EndorsementHistory.Withdrawal, in epoch: UInt32) {
    let isKnown = heard.contains {
      $0.epoch == epoch && $0.withdrawal.origin == withdrawal.origin
    }
    if !isKnown { heard.append(Heard(withdrawal: withdrawal, epoch: epoch)) }
  }

  func live(in epochs: some EpochTree) -> EndorsementHistory.Live {
    let alive = engagements.filter { engagement in
      heard.allSatisfy { !takesBack($0, engagement, epochs) }
    }
    return EndorsementHistory.Live(
      contents: Set(alive.map(\.content)).sorted(), days: Set(alive.map(\.day)).sorted())
  }

  private var isSaid: Bool { heard.contains { !$0.withdrawal.kind.isTold } }

  private func takesBack(
    _ one: Heard, _ engagement: Engagement, _ epochs: some EpochTree
  ) -> Bool {
    let isOwn = one.epoch == engagement.epoch
    let same = heard.filter { $0.withdrawal.origin == one.withdrawal.origin }
    let own = same.first { $0.epoch == engagement.epoch }?.withdrawal
    let isOwnBefore = own.map { $0.number < engagement.number } ?? false
    if engagement.isCarried {
      if one.withdrawal.kind.isTold, !isOwn { return !isSaid }
      if one.withdrawal.kind == .toldBefore { return one.withdrawal.number >= engagement.number }
      return !(isOwnBefore && own?.kind == .carried)
    }
    if isOwn { return one.withdrawal.number > engagement.number }
    if one.withdrawal.kind.isTold && isSaid { return false }
    if one.isUnknown {
      if same.contains(where: { !$0.isUnknown && $0.withdrawal.kind == .made }) { return false }
    } else if !epochs.isAncestor(engagement.epoch, of: one.epoch) {
      return false
    }
    let isAbove = same.contains { epochs.isAncestor($0.epoch, of: engagement.epoch) }
    return !isOwnBefore && !isAbove
  }
}
