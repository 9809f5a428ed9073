package import JournalFormat

/// What the cloud knows of one epoch when it decides.
package struct EpochPosition: Hashable, Sendable {
  package var epoch: EpochName
  /// The last entry that the log has; number 0 and the chain's beginning before the first.
  package var head: Locator.Place
  /// The epoch that continues from this one, once there is one: then nothing more is accepted.
  package var child: EpochName?

  package init(epoch: EpochName, head: Locator.Place, child: EpochName?) {
    self.epoch = epoch
    self.head = head
    self.child = child
  }

  private var headAsHead: Head { Head(epoch: epoch, number: head.number, digest: head.digest) }

  /// What a batch means to the cloud.
  package enum OnAppend: Hashable, Sendable {
    case append
    /// The log has exactly these entries already.
    case duplicate
    /// To be answered, and nothing changes.
    case verdict(OpenVerdict)
    /// Other content under a number that the log has: an incident, kept and shown.
    case incident
  }

  /// Decides about a batch of entries `first...last`, chained from `previous` to `last.digest`.
  ///
  /// - Parameter knownDigest: the digest that the log has at a number up to the head.
  package func onAppend(
    first: UInt64, previous: Digest, last: Locator.Place,
    knownDigest: (UInt64) -> Digest?
  ) -> OnAppend {
    if let child { return .verdict(.fenced(child: child)) }
    if first > head.number + 1 { return .verdict(.ahead(cloudHead: headAsHead)) }
    if first == head.number + 1 {
      return previous == head.digest ? .append : .incident
    }
    // Inside what is known a batch may have other borders: the chain's digest at its end decides.
    if last.number > head.number { return .verdict(.ahead(cloudHead: headAsHead)) }
    return knownDigest(last.number) == last.digest ? .duplicate : .incident
  }

  /// Decides about a device that says where it is.
  package func onOpen(_ locator: Locator, knownDigest: (UInt64) -> Digest?) -> OpenVerdict {
    if let child { return .fenced(child: child) }
    guard let deviceHead = locator.head, let floor = locator.floor else { return .unknownEpoch }
    if deviceHead.number == head.number, deviceHead.digest == head.digest {
      return .ok(cloudHead: head.number)
    }
    if floor.number > head.number { return .gap(cloudHead: headAsHead) }
    if deviceHead.number <= head.number {
      let match = match(of: locator, knownDigest).map(head(at:))
      guard let match, match.number == deviceHead.number else { return .fork(lastMatch: match) }
      return .behind(lastMatch: match)
    }
    // The device has more. Whether it builds on the cloud's head, only the device can tell when
    // the head is not among the places: it compares the digest and says "fork" itself.
    return .ahead(cloudHead: headAsHead)
  }

  private func head(at place: Locator.Place) -> Head {
    Head(epoch: epoch, number: place.number, digest: place.digest)
  }

  /// The last of a device's places that both sides have.
  private func match(
    of locator: Locator, _ knownDigest: (UInt64) -> Digest?
  ) -> Locator.Place? {
    locator.places.first { $0.number <= head.number && knownDigest($0.number) == $0.digest }
  }
}

extension EpochPosition {
  /// Where an epoch begins that continues from this one, and what that shows of the two sides.
  package struct Branch: Hashable, Sendable {
    /// The last place in the device's locator that both sides have.
    package var parent: Head
    package var finding: Finding?

    package enum Finding: Hashable, Sendable {
      /// Other content under numbers that both have.
      case fork(first: UInt64, last: UInt64, sent: Digest)
      /// The device does not have any more what the cloud lacks, and the digest before what it has.
      case hole(first: UInt64, last: UInt64, digest: Digest)
    }
  }

  /// Decides where the child of a device begins that says where it is.
  ///
  /// - Parameter start: what stands before the epoch's first entry, which every device has that was
  ///   ever in the epoch, whether it keeps the place or not.
  package func onGrant(
    _ locator: Locator, start: Digest, knownDigest: (UInt64) -> Digest?
  ) -> Branch {
    let genesis = Locator.Place(number: 0, digest: start)
    guard let deviceHead = locator.head, let floor = locator.floor, floor.number <= head.number
    else {
      let floor = locator.floor ?? genesis
      return Branch(
        parent: headAsHead,
        finding: .hole(first: head.number + 1, last: floor.number, digest: floor.digest))
    }
    let match = match(of: locator, knownDigest) ?? genesis
    let isFork = match.number < deviceHead.number && deviceHead.number <= head.number
    return Branch(
      parent: head(at: match),
      finding: isFork
        ? .fork(first: match.number + 1, last: deviceHead.number, sent: deviceHead.digest) : nil)
  }
}
