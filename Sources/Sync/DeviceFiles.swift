package import JournalFormat

/// What a device's files show of the epoch that they belong to. Decides which one that is, and
/// whether it can continue, for the device itself and for anyone who inspects its folder.
///
/// What costs reads is asked for only where the decision depends on it.
package struct DeviceFiles<Failure: Error> {
  /// Nil where there is none, or where it is torn.
  package var witness: Witness?
  /// Of the shared journal; nil where there is none.
  package var shared: JournalIdentity?
  /// The grants of the epochs that the private journal knows, the first one first.
  package var adoptedGrants: () throws(Failure) -> [Grant]
  /// The nonce with which the device's secret enrols.
  package var enrolmentNonce: () throws(Failure) -> Nonce
  /// The digest that the shared journal has at a number.
  package var sharedDigest: (UInt64) throws(Failure) -> Digest?
  /// Whether the shared journal was made from the private one.
  package var isSharedOfPrivate: () throws(Failure) -> Bool
  /// Whether the shared journal says that it was made from a private journal of another name. One
  /// that was restored or copied keeps its name.
  package var isSharedOfOther: () throws(Failure) -> Bool

  package init(
    witness: Witness?, shared: JournalIdentity?,
    adoptedGrants: @escaping () throws(Failure) -> [Grant],
    enrolmentNonce: @escaping () throws(Failure) -> Nonce,
    sharedDigest: @escaping (UInt64) throws(Failure) -> Digest?,
    isSharedOfPrivate: @escaping () throws(Failure) -> Bool,
    isSharedOfOther: @escaping () throws(Failure) -> Bool
  ) {
    self.witness = witness
    self.shared = shared
    self.adoptedGrants = adoptedGrants
    self.enrolmentNonce = enrolmentNonce
    self.sharedDigest = sharedDigest
    self.isSharedOfPrivate = isSharedOfPrivate
    self.isSharedOfOther = isSharedOfOther
  }

  package func verdict() throws(Failure) -> DeviceFilesVerdict {
    if let shared, try isOfOtherDevice(shared) { return .twoDevices }
    if let witness, try isForeign(witness) { return .foreignWitness }
    guard let shared else { return try verdictWithoutShared() }
    guard let witness else { return .over(.witnessLost) }
    if let next = try finished(witness, epoch: shared.epoch) { return .unfinishedStart(next) }
    // Asked again, the cloud gives the same grant; or it knows the lineage by another key.
    guard let grant = witness.grant else {
      return witness.child == nil ? .notEnrolled : .over(.unfinished)
    }
    guard shared.epoch == grant.epoch else {
      let head = witness.sent ?? Head(epoch: grant.epoch, number: 0, digest: .zero)
      return .over(.witnessContradicts(head))
    }
    for head in [witness.sent, witness.receipt?.head].compactMap(\.self)
    where try sharedDigest(head.number) != head.digest {
      return .over(.witnessContradicts(head))
    }
    guard try isSharedOfPrivate() else { return .over(.journalsContradict) }
    return .agree(asksForNext: witness.child != nil)
  }

  private func verdictWithoutShared() throws(Failure) -> DeviceFilesVerdict {
    if let witness, let grant = witness.grant {
      // Nothing has left in this epoch: its journal can be made as if it were the first time.
      let isFresh = witness.sent == nil && witness.child == nil && grant.parent == nil
      return isFresh ? .sharedNotMade(grant) : .over(.journalsContradict)
    }
    guard try adoptedGrants().isEmpty else { return .over(.witnessLost) }
    return witness?.child == nil ? .notEnrolled : .over(.unfinished)
  }

  /// Whether the shared journal has nothing to do with the private one: no epoch of this device can
  /// follow it.
  private func isOfOtherDevice(_ shared: JournalIdentity) throws(Failure) -> Bool {
    guard try isSharedOfOther() else { return false }
    return try !adoptedGrants().contains { $0.lineage == shared.lineage }
  }

  /// Whether the witness is of a lineage that neither journal knows: its key would speak for
  /// another device. A copy's is not, since it has the secret of its original.
  private func isForeign(_ witness: Witness) throws(Failure) -> Bool {
    if let grant = witness.grant {
      if shared?.lineage == grant.lineage { return false }
      let grants = try adoptedGrants()
      if grants.contains(where: { $0.lineage == grant.lineage }) { return false }
      // Journals that were restored to before the enrolment know no lineage, and which one it is
      // all the same.
      let own = LineageName(foundedWith: try enrolmentNonce())
      if shared == nil, grants.isEmpty, grant.lineage == own { return false }
    }
    return try witness.nonce != enrolmentNonce()
  }

  /// The witness as it should be after a crash between the journal of a new epoch and the witness;
  /// nil where that did not happen.
  private func finished(_ witness: Witness, epoch: EpochName) throws(Failure) -> Witness? {
    guard let child = witness.child, witness.grant?.epoch != epoch else { return nil }
    guard let grant = try adoptedGrants().last(where: { $0.epoch == epoch }),
      grant.nonce == child.nonce
    else { return nil }
    return witness.ofChild(grant)
  }
}

/// What the files of a device say of its epoch.
package enum DeviceFilesVerdict: Hashable, Sendable {
  /// The two journals are of two devices: what one of them says is nothing to the other.
  case twoDevices
  /// The witness is another device's: nothing may be said with its key.
  case foreignWitness
  /// No cloud has granted an epoch so far.
  case notEnrolled
  /// The lineage's first epoch was granted, and its journal is not made yet.
  case sharedNotMade(Grant)
  /// The journal of a new epoch is there, and the witness is still that of the one before: it
  /// becomes this one.
  case unfinishedStart(Witness)
  /// All agree on an epoch. It continues, or the cloud was asked for the next one already.
  case agree(asksForNext: Bool)
  /// The epoch is over, whatever the cloud says.
  case over(DeviceSyncMachine.NewEpochReason)
}

extension Witness {
  /// That of the epoch that it asked for; nil where it asked for none.
  package func ofChild(_ grant: Grant) -> Witness? {
    guard let child else { return nil }
    var next = Witness(keySeed: child.keySeed, nonce: child.nonce)
    next.grant = grant
    return next
  }
}

extension Receipt {
  /// The last entry that it acknowledges.
  package var head: Head { Head(epoch: epoch, number: last.rawValue, digest: digest) }
}
