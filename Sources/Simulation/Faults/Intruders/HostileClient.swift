package import JournalFormat
package import Sync

/// A client that signs properly, as anyone who is enrolled can, and says what the rules forbid.
package struct HostileClient: Sendable {
  /// What anyone on the way reads of another device.
  package struct Victim: Hashable, Sendable {
    package let lineageKey: PublicKey
    package let deviceKey: PublicKey
    /// One that the cloud granted.
    package let epoch: EpochName

    package init(lineageKey: PublicKey, deviceKey: PublicKey, epoch: EpochName) {
      self.lineageKey = lineageKey
      self.deviceKey = deviceKey
      self.epoch = epoch
    }

    /// Of its enrolment.
    package var nonce: Nonce { LineageKey.enrolmentNonce(of: lineageKey) }
    package var lineage: LineageName { LineageName(foundedWith: nonce) }
  }

  /// Its own device, in its first epoch and with a report that counts.
  package var own: KeyedDevice
  /// A device that nobody enrolled.
  package let other: KeyedDevice
  package let victim: Victim
  /// The cloud's time.
  package let now: Timestamp

  package init(own: KeyedDevice, other: KeyedDevice, victim: Victim, now: Timestamp) {
    self.own = own
    self.other = other
    self.victim = victim
    self.now = now
  }

  /// What the cloud granted it.
  package var grant: Grant { own.grant ?? forged(order: 0) }

  package static let nobodysDigest = Digest(of: Array("what nobody ever said".utf8))
  package static let nobodysEpoch = EpochName(bits: 0x1112)
  package static let freshNonce = Nonce(bits: 0xB0B1)

  // MARK: Requests

  package func locator(_ numbers: [UInt64], epoch: EpochName? = nil) -> Locator {
    Locator(
      epoch: epoch ?? grant.epoch,
      places: numbers.map { Locator.Place(number: $0, digest: Self.nobodysDigest) })
  }

  package func enrol(_ lineage: LineageKey, attestation: [UInt8] = []) -> EnrolRequest {
    EnrolRequest(lineage: lineage, attestation: attestation, key: other.key)
  }

  package func open(
    lineage: LineageName? = nil, at time: Timestamp? = nil, _ locator: Locator? = nil
  ) -> SyncRequest {
    .open(
      OpenRequest(
        lineage: lineage ?? grant.lineage, time: time ?? now, locator: locator ?? own.locator,
        key: own.key))
  }

  package func wanted(
    lineage: LineageName? = nil, epoch: EpochName? = nil, at time: Timestamp? = nil,
    gone: [WantedContent] = []
  ) -> SyncRequest {
    .wanted(
      WantedRequest(
        lineage: lineage ?? grant.lineage, epoch: epoch ?? grant.epoch, time: time ?? now,
        gone: gone, key: own.key))
  }

  package func rotate(
    lineage: LineageName? = nil, epoch: EpochName? = nil, at time: Timestamp? = nil,
    nonce: Nonce = freshNonce, from old: SigningKey? = nil
  ) -> SyncRequest {
    .rotate(
      RotateRequest(
        lineage: lineage ?? grant.lineage, epoch: epoch ?? grant.epoch, time: time ?? now,
        nonce: nonce, from: old ?? own.key, to: other.key))
  }

  package func grant(
    _ locator: Locator? = nil, nonce: Nonce = freshNonce, at time: Timestamp? = nil,
    lineage: LineageKey? = nil
  ) -> SyncRequest {
    .grant(
      GrantRequest(
        locator: locator ?? own.locator, nonce: nonce, time: time ?? now,
        lineage: lineage ?? own.lineage, child: other.key))
  }

  /// A grant of the client's own making: nobody but itself signed it, unless another key is named.
  package func forged(
    of device: KeyedDevice? = nil, lineage: LineageName? = nil, epoch: EpochName? = nil,
    parent: Head? = nil, order: UInt64 = 9, nonce: Nonce? = nil, key: PublicKey? = nil,
    time: Timestamp? = nil, withdrawals: [Tag] = [], signedBy signer: SigningKey? = nil
  ) -> Grant {
    let device = device ?? own
    return Grant(
      lineage: lineage ?? LineageName(foundedWith: device.nonce),
      epoch: epoch ?? device.grant?.epoch ?? EpochName(bits: 70),
      deviceKey: key ?? own.key.publicKey, parent: parent,
      cloudLife: own.grant?.cloudLife ?? .zero, order: order, nonce: nonce ?? device.nonce,
      time: time ?? now, withdrawals: withdrawals, signedBy: signer ?? own.key)
  }

  package func recover(
    _ grants: [Grant], at time: Timestamp? = nil, by lineage: LineageKey? = nil
  ) -> SyncRequest {
    .recover(
      RecoverRequest(
        grants: grants, time: time ?? now, attestation: [], lineage: lineage ?? own.lineage))
  }

  /// The client's chain as a batch that names what it likes.
  package func append(
    lineage: LineageName? = nil, epoch: EpochName? = nil, previous: Digest? = nil,
    key: SigningKey? = nil, from first: Int = 0
  ) throws(FormatError) -> SyncRequest {
    .append(
      AppendRequest(
        batch: try own.batch(
          from: first, lineage: lineage, epoch: epoch, previous: previous, signedBy: key)))
  }

  /// Its chain from the last of three more reports on, so that the cloud lacks two.
  package func appendAfterGap() throws(FormatError) -> SyncRequest {
    var later = self
    for origin in 1...3 as ClosedRange<UInt64> {
      later.own.add(
        .engaged(
          Report.Engaged(
            tag: Tag(suite: 1, bits: 1), content: ContentDigest(bits: 1),
            origin: Origin(rawValue: origin), isCarried: false)), on: now.day)
    }
    return try later.append(from: later.own.entries.count - 1)
  }

  // MARK: Answers

  /// What the client is told; `other`: nothing but that it is as it was, or that it is served.
  package enum Outcome: Hashable, Sendable, CustomStringConvertible {
    case refused(Refusal.Code)
    case unknownEpoch, lineageKnown, ahead, other

    package init(_ answer: SyncResponse) {
      self =
        switch answer {
        case .refused(let refusal): .refused(refusal.code)
        case .opened(let verdict, _), .notReceived(let verdict, _): Self(verdict)
        case .enrolled, .received, .news, .granted: .other
        }
    }

    package var description: String {
      switch self {
      case .refused(let code): "refused (\(code))"
      case .unknownEpoch: "unknown epoch"
      case .lineageKnown: "lineage known"
      case .ahead: "ahead"
      case .other: "served"
      }
    }

    private init(_ verdict: OpenVerdict) {
      self =
        switch verdict {
        case .unknownEpoch: .unknownEpoch
        case .lineageKnown: .lineageKnown
        case .ahead: .ahead
        case .ok, .behind, .fork, .gap, .fenced: .other
        }
    }
  }
}
