internal import JournalFormat
internal import Sync

/// All epochs by place, in the order of their grants, and who asked for them.
struct EpochTable: EpochTree {
  private(set) var all: [EpochState] = []
  private(set) var places: [EpochName: UInt32] = [:]
  /// Nonce of a request to the epoch that answered it.
  private(set) var noncePlaces: [Nonce: UInt32] = [:]
  /// How many lineages each token let in.
  private(set) var tokenUses: [TokenIdentifier: UInt64] = [:]
  /// Places whose rows the next flush writes.
  private(set) var changed: [UInt32] = []
  /// How many epochs each continues from, and one of those from which it is not far to the others:
  /// the way to any of them takes few steps, however long a lineage's chain is.
  private var depths: [UInt32] = []
  private var jumps: [UInt32] = []

  var count: Int { all.count }

  /// Takes in an epoch with the nonces by which it is known.
  mutating func append(_ epoch: EpochState) {
    let place = UInt32(all.count)
    if let parent = epoch.parent.map(Int.init) {
      let jump = Int(jumps[parent])
      let isEven = depths[parent] - depths[jump] == depths[jump] - depths[Int(jumps[jump])]
      depths.append(depths[parent] + 1)
      jumps.append(isEven ? jumps[jump] : UInt32(parent))
    } else {
      depths.append(0)
      jumps.append(place)
    }
    all.append(epoch)
    places[epoch.grant.epoch] = place
    if let token = epoch.token { tokenUses[token, default: 0] += 1 }
    if epoch.isChanged { changed.append(place) }
    claim(epoch.firstNonce, for: place)
    claim(epoch.grant.nonce, for: place)
  }

  subscript(place: Int) -> EpochState {
    _read { yield all[place] }
    _modify { yield &all[place] }
  }

  mutating func markChanged(_ place: Int) {
    guard !all[place].isChanged else { return }
    all[place].isChanged = true
    changed.append(UInt32(place))
  }

  /// After a flush: nothing differs from the file.
  mutating func flushed() {
    for place in changed { all[Int(place)].isChanged = false }
    changed = []
  }

  // MARK: What the log says of an epoch

  /// Changes an epoch that the log has granted.
  private mutating func change(_ epoch: EpochName, _ body: (inout EpochState) -> Void) {
    guard let place = places[epoch] else { return }
    body(&all[Int(place)])
    markChanged(Int(place))
  }

  /// Has the epoch end with a batch.
  mutating func extend(_ epoch: UInt32, with batch: BatchPlace) {
    all[Int(epoch)].head = .init(number: batch.last, digest: batch.digest)
    all[Int(epoch)].receivedTime = batch.receivedTime
    markChanged(Int(epoch))
  }

  /// Ends an epoch, of which another one continues.
  mutating func fence(_ epoch: EpochName, child: EpochName) {
    guard let place = places[epoch], all[Int(place)].child == nil else { return }
    change(epoch) { $0.child = child }
  }

  mutating func lose(_ hole: ControlEntry.Hole) { change(hole.epoch) { $0.lose(hole.entryCount) } }

  mutating func add(_ incident: ControlEntry.Incident, at log: LogPlace) {
    change(incident.epoch) { $0.add(KeptIncident(incident, at: log)) }
  }

  /// Notes the token that let the epoch's lineage in.
  mutating func admit(_ epoch: EpochName, by token: TokenIdentifier) {
    guard let place = places[epoch], all[Int(place)].token == nil else { return }
    tokenUses[token, default: 0] += 1
    change(epoch) { $0.token = token }
  }

  /// The next grant of an epoch.
  ///
  /// - Parameter told: items whose withdrawal it tells; nil: the same as before.
  mutating func renew(_ epoch: UInt32, _ grant: Grant, isProven: Bool, told: [UInt32]?) {
    // Of more than two, the nonces between the first and the last are of no use to anybody.
    let before = all[Int(epoch)]
    if before.grant.nonce != before.firstNonce, noncePlaces[before.grant.nonce] == epoch {
      noncePlaces[before.grant.nonce] = nil
    }
    if let told { all[Int(epoch)].told = told }
    all[Int(epoch)].grant = grant
    all[Int(epoch)].isUnproven = !isProven
    claim(grant.nonce, for: epoch)
    markChanged(Int(epoch))
  }

  // MARK: Nonces

  /// Notes which epoch a nonce was answered with. Another lineage's stays, but where the nonce is
  /// the one that founded this lineage: grants that nobody proved may name any.
  private mutating func claim(_ nonce: Nonce, for epoch: UInt32) {
    let lineage = all[Int(epoch)].grant.lineage
    if let known = noncePlaces[nonce], all[Int(known)].grant.lineage != lineage,
      lineage != LineageName(foundedWith: nonce)
    {
      return
    }
    noncePlaces[nonce] = epoch
  }

  /// The first epoch of the lineage that a nonce founded; nil: the log does not know it.
  func root(foundedWith nonce: Nonce) -> UInt32? {
    guard let known = noncePlaces[nonce],
      all[Int(known)].grant.lineage == LineageName(foundedWith: nonce)
    else { return nil }
    return known
  }

  // MARK: Ancestry

  func parent(of epoch: UInt32) -> UInt32? {
    epoch == EndorsementHistory.unknownEpoch ? nil : all[Int(epoch)].parent
  }

  func isAncestor(_ ancestor: UInt32, of epoch: UInt32) -> Bool {
    guard ancestor != EndorsementHistory.unknownEpoch, epoch != EndorsementHistory.unknownEpoch,
      ancestor != epoch
    else { return false }
    let depth = depths[Int(ancestor)]
    var place = epoch
    while depths[Int(place)] > depth {
      let jump = jumps[Int(place)]
      place = depths[Int(jump)] >= depth ? jump : all[Int(place)].parent ?? jump
    }
    return place == ancestor
  }
}
