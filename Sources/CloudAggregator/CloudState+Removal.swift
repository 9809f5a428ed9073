internal import JournalFormat

/// Devices that were removed, and reports that do not count.
extension CloudState {
  /// Whether an entry says of reports that came before it that they have an effect, or none: then
  /// everything is to be folded anew.
  func changesThePast(_ entry: ControlEntry) -> Bool {
    switch entry {
    case .retract(let name, let first, let last, let isUndone):
      guard let place = epochPlaces[name] else { return false }
      let before = epochs[Int(place)].retracted
      var after = before
      after.change(from: first, to: last, isRemoved: isUndone)
      return after != before
    case .erase(let name):
      return lineagePlaces[name].map { !lineages[Int($0)].removal.isErased } ?? false
    default: return false
    }
  }

  /// What became of the lineage of an epoch.
  func removal(ofEpoch epoch: UInt32) -> Removal {
    lineages[Int(epochs[Int(epoch)].lineage)].removal
  }

  /// Rare, and so done for all at once.
  mutating func findRevokedKeys() {
    revokedKeys = Set(epochs.all.compactMap(revokedKey))
  }

  /// The key of an epoch with which nobody may enrol; nil: it may. A grant that nobody proved names
  /// whose key it likes, also one of a device that did nothing.
  func revokedKey(of epoch: EpochState) -> PublicKey? {
    lineages[Int(epoch.lineage)].removal.isRefused && !epoch.isUnproven
      ? epoch.grant.deviceKey : nil
  }

  /// Adds nothing to the digest of a state in which nothing was removed.
  func writeRemovals(to writer: inout ByteWriter) {
    for lineage in lineages.sorted(by: { $0.name < $1.name }) where lineage.removal != Removal() {
      writer.name(lineage.name)
      lineage.removal.write(to: &writer)
    }
    for epoch in epochs.all.sorted(by: { $0.grant.epoch < $1.grant.epoch })
    where !epoch.retracted.isEmpty {
      writer.name(epoch.grant.epoch)
      epoch.retracted.write(to: &writer)
    }
  }
}
