internal import JournalFormat

/// What a cloud takes of the grants that a device brings back.
///
/// * Of an epoch it takes what counts for more than what the log has (`GrantStanding`): at most the
/// first, whose nonce its request is known by, and the one that stands in the end. * An unproven
/// grant may have a proven parent only if it also has a proven child. So it ends no epoch that this
/// cloud granted: anyone who wants to continue from one asks for a grant.
struct RecoveredGrants {
  struct One: Hashable {
    let grant: Grant
    let isProven: Bool
  }

  /// In the order in which they were brought.
  private(set) var taken: [One] = []
  /// Whether the device cannot continue with the last grant, which is its own.
  private(set) var leavesOutLast = false
  /// An epoch of the lineage that a key of the cloud proves, and from which the device can
  /// continue.
  private(set) var proven: EpochName?

  /// - Parameters:
  ///   - grants: of one lineage, a parent before its children.
  ///   - known: what the log has of an epoch.
  /// - Returns: nil when a grant names a key of the cloud that did not sign it. No device has such
  ///   a grant, and so nobody has signatures checked in vain.
  init?(
    _ grants: [Grant], trusted: [SignatureVerifier], known: (EpochName) -> EpochState?
  ) {
    var news: [One] = []
    var standings: [EpochName: GrantStanding] = [:]
    var renewals: [EpochName: Int] = [:]
    for grant in grants {
      let before = standings[grant.epoch] ?? known(grant.epoch)?.standing
      if let before, before >= GrantStanding(of: grant, isProven: true) { continue }
      let named = trusted.filter { $0.key.identifier == grant.keyIdentifier }
      guard named.isEmpty || named.contains(where: { grant.isSigned(by: $0) }) else { return nil }
      let standing = GrantStanding(of: grant, isProven: !named.isEmpty)
      if let before, before >= standing { continue }
      standings[grant.epoch] = standing
      let one = One(grant: grant, isProven: standing.isProven)
      if let place = renewals[grant.epoch] {
        news[place] = one
      } else {
        if before != nil { renewals[grant.epoch] = news.count }
        news.append(one)
      }
    }
    func isProven(_ epoch: EpochName) -> Bool {
      (standings[epoch] ?? known(epoch)?.standing)?.isProven ?? false
    }
    proven = grants.last(where: { isProven($0.epoch) })?.epoch
    let believed = Self.epochs(of: grants, below: isProven)
    taken = proven == nil ? news : news.filter { $0.isProven || believed.contains($0.grant.epoch) }
    guard proven != nil, let last = grants.last else { return }
    let kept = taken.last { $0.grant.epoch == last.epoch }?.grant ?? known(last.epoch)?.grant
    // A later key of an epoch, in a grant of this cloud's, speaks for an older one.
    leavesOutLast =
      kept.map { kept in
        kept.deviceKey != last.deviceKey && !trusted.contains { last.isSigned(by: $0) }
      } ?? true
  }

  /// Epochs that are proven, or from which a proven one continues.
  private static func epochs(
    of grants: [Grant], below isProven: (EpochName) -> Bool
  ) -> Set<EpochName> {
    var epochs: Set<EpochName> = []
    for grant in grants.reversed() where epochs.contains(grant.epoch) || isProven(grant.epoch) {
      epochs.insert(grant.epoch)
      if let parent = grant.parent { epochs.insert(parent.epoch) }
    }
    return epochs
  }
}
