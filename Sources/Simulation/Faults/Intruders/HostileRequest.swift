internal import JournalFormat
package import Sync

private let past = Timestamp(milliseconds: .min)
private let future = Timestamp(milliseconds: .max)
private let nobodysEpoch = HostileClient.nobodysEpoch
private let nobodysDigest = HostileClient.nobodysDigest

/// One thing that is forbidden, by the request and the field. It changes nothing.
package struct HostileRequest: CustomStringConvertible, Sendable {
  package let description: String
  /// What the cloud answers.
  package let outcome: HostileClient.Outcome
  package let request: @Sendable (HostileClient) throws -> SyncRequest

  init(
    _ description: String, _ outcome: HostileClient.Outcome,
    _ request: @escaping @Sendable (HostileClient) throws -> SyncRequest
  ) {
    self.description = description
    self.outcome = outcome
    self.request = request
  }

  private static let enrolling: [HostileRequest] = [
    .init("enrol: lineage of another, signed by the own key", .refused(.malformed)) { client in
      var request = client.enrol(client.other.lineage)
      request.lineageKey = client.victim.lineageKey
      return .enrol(request)
    },
    .init("enrol: device's key of another", .refused(.malformed)) { client in
      var request = client.enrol(client.other.lineage)
      request.deviceKey = client.victim.deviceKey
      return .enrol(request)
    },
    .init("enrol: another attestation than was signed", .refused(.malformed)) { client in
      var request = client.enrol(client.other.lineage)
      request.attestation = [1]
      return .enrol(request)
    },
    .init("enrol: signatures in each other's place", .refused(.malformed)) { client in
      var request = client.enrol(client.other.lineage)
      (request.signature, request.proof) = (request.proof, request.signature)
      return .enrol(request)
    },
    .init("enrol: too long an attestation", .refused(.tooLarge)) {
      .enrol($0.enrol($0.other.lineage, attestation: [UInt8](repeating: 1, count: 8_193)))
    },
  ]

  private static let opening: [HostileRequest] = [
    .init("open: lineage of another", .refused(.notAllowed)) {
      $0.open(lineage: $0.victim.lineage)
    },
    .init("open: epoch of another", .refused(.notAllowed)) {
      $0.open($0.locator([1], epoch: $0.victim.epoch))
    },
    .init("open: all of another but the key", .refused(.notAllowed)) {
      $0.open(lineage: $0.victim.lineage, $0.locator([1], epoch: $0.victim.epoch))
    },
    .init("open: epoch of nobody", .unknownEpoch) {
      $0.open($0.locator([1], epoch: nobodysEpoch))
    },
    .init("open: first moment of all", .refused(.stale)) { $0.open(at: past) },
    .init("open: last moment of all", .refused(.stale)) { $0.open(at: future) },
    .init("open: number beyond all", .refused(.malformed)) { $0.open($0.locator([.max])) },
    .init("open: number beyond the last", .refused(.malformed)) {
      $0.open($0.locator([1 << 63, 1]))
    },
    .init("open: last number", .ahead) { $0.open($0.locator([UInt64(Int64.max), 0])) },
    .init("open: places upwards", .refused(.malformed)) { $0.open($0.locator([1, 2])) },
    .init("open: a place twice", .refused(.malformed)) { $0.open($0.locator([1, 1])) },
    .init("open: no place", .refused(.malformed)) { $0.open($0.locator([])) },
    .init("open: 69 places", .refused(.malformed)) {
      $0.open($0.locator(Array((0..<69).reversed())))
    },
  ]

  private static let appending: [HostileRequest] = [
    .init("append: lineage of another", .refused(.notAllowed)) {
      try $0.append(lineage: $0.victim.lineage)
    },
    .init("append: epoch of another", .refused(.notAllowed)) {
      try $0.append(epoch: $0.victim.epoch)
    },
    .init("append: lineage and epoch of another", .refused(.notAllowed)) {
      try $0.append(lineage: $0.victim.lineage, epoch: $0.victim.epoch)
    },
    .init("append: another key", .refused(.notAllowed)) { try $0.append(key: $0.other.key) },
    .init("append: the lineage's key", .refused(.notAllowed)) {
      try $0.append(key: $0.own.lineage.key)
    },
    .init("append: epoch of nobody", .unknownEpoch) { try $0.append(epoch: nobodysEpoch) },
    .init("append: a gap", .ahead) { try $0.appendAfterGap() },
    .init("append: no batch", .refused(.malformed)) { _ in .append(AppendRequest(batch: [])) },
  ]

  private static let asking: [HostileRequest] = [
    .init("wanted: lineage of another", .refused(.notAllowed)) {
      $0.wanted(lineage: $0.victim.lineage)
    },
    .init("wanted: epoch of another", .refused(.notAllowed)) {
      $0.wanted(epoch: $0.victim.epoch)
    },
    .init("wanted: epoch of nobody", .unknownEpoch) { $0.wanted(epoch: nobodysEpoch) },
    .init("wanted: first moment of all", .refused(.stale)) { $0.wanted(at: past) },
    .init("wanted: last moment of all", .refused(.stale)) { $0.wanted(at: future) },
    .init("wanted: gone, and nobody asked for it", .other) {
      let tag = Tag(suite: 9, bits: 9)
      return $0.wanted(gone: [WantedContent(tag: tag, content: ContentDigest(bits: 9))])
    },
  ]

  private static let rotating: [HostileRequest] = [
    .init("rotate: lineage of another", .refused(.notAllowed)) {
      $0.rotate(lineage: $0.victim.lineage)
    },
    .init("rotate: epoch of another", .refused(.notAllowed)) {
      $0.rotate(lineage: $0.victim.lineage, epoch: $0.victim.epoch)
    },
    .init("rotate: epoch of nobody", .unknownEpoch) { $0.rotate(epoch: nobodysEpoch) },
    .init("rotate: another old key", .refused(.notAllowed)) { $0.rotate(from: $0.other.key) },
    .init("rotate: nonce of another", .refused(.notAllowed)) { $0.rotate(nonce: $0.victim.nonce) },
    .init("rotate: first moment of all", .refused(.stale)) { $0.rotate(at: past) },
    .init("rotate: last moment of all", .refused(.stale)) { $0.rotate(at: future) },
    .init("rotate: unproven new key", .refused(.malformed)) { client in
      guard case .rotate(var request) = client.rotate() else { return client.rotate() }
      request.newKey = client.victim.deviceKey
      return .rotate(request)
    },
  ]

  private static let granting: [HostileRequest] = [
    .init("grant: epoch of another", .unknownEpoch) {
      $0.grant($0.locator([1], epoch: $0.victim.epoch))
    },
    .init("grant: epoch of nobody", .unknownEpoch) {
      $0.grant($0.locator([1], epoch: nobodysEpoch))
    },
    .init("grant: lineage of nobody", .unknownEpoch) { $0.grant(lineage: $0.other.lineage) },
    .init("grant: nonce of another", .refused(.notAllowed)) { $0.grant(nonce: $0.victim.nonce) },
    .init("grant: number beyond the last", .refused(.malformed)) {
      $0.grant($0.locator([1 << 63]))
    },
    .init("grant: number beyond all", .refused(.malformed)) { $0.grant($0.locator([.max])) },
    .init("grant: first moment of all", .refused(.stale)) { $0.grant(at: past) },
    .init("grant: last moment of all", .refused(.stale)) { $0.grant(at: future) },
    .init("grant: unproven child's key", .refused(.malformed)) { client in
      guard case .grant(var request) = client.grant() else { return client.grant() }
      request.childKey = client.victim.deviceKey
      return .grant(request)
    },
  ]

  private static let recovering: [HostileRequest] = [
    .init("recover: no grants", .refused(.malformed)) { $0.recover([]) },
    .init("recover: key of another lineage", .refused(.notAllowed)) {
      $0.recover([$0.forged()], by: $0.other.lineage)
    },
    .init("recover: name of another lineage", .refused(.notAllowed)) {
      $0.recover([$0.forged(lineage: $0.victim.lineage)])
    },
    .init("recover: name of no lineage", .refused(.notAllowed)) {
      $0.recover([$0.forged(of: $0.other, lineage: LineageName(bits: 7))], by: $0.other.lineage)
    },
    .init("recover: first epoch of another", .refused(.notAllowed)) {
      $0.recover(
        [$0.forged(of: $0.other, epoch: $0.victim.epoch)], by: $0.other.lineage)
    },
    .init("recover: later epoch of another", .refused(.notAllowed)) { client in
      let root = client.forged(order: 0)
      let parent = Head(epoch: root.epoch, number: 1, digest: nobodysDigest)
      return client.recover(
        [root, client.forged(epoch: client.victim.epoch, parent: parent)])
    },
    .init("recover: a later lineage of another", .refused(.notAllowed)) { client in
      let root = client.forged(order: 0)
      let parent = Head(epoch: root.epoch, number: 1, digest: nobodysDigest)
      return client.recover([
        root,
        client.forged(
          lineage: client.victim.lineage, epoch: EpochName(bits: 71), parent: parent),
      ])
    },
    .init("recover: a parent that does not come before", .refused(.notAllowed)) { client in
      let parent = Head(epoch: nobodysEpoch, number: 1, digest: nobodysDigest)
      return client.recover([
        client.forged(order: 0), client.forged(epoch: EpochName(bits: 71), parent: parent),
      ])
    },
    .init("recover: a child of its own making", .lineageKnown) { client in
      let parent = Head(epoch: client.grant.epoch, number: 1, digest: nobodysDigest)
      return client.recover([
        client.grant, client.forged(epoch: EpochName(bits: 71), parent: parent),
      ])
    },
    .init("recover: first epoch again, with another key and the last order", .lineageKnown) {
      $0.recover([
        $0.forged(order: UInt64(Int64.max), key: $0.other.key.publicKey)
      ])
    },
    .init("recover: a grant of the cloud's that it did not sign", .refused(.notAllowed)) { client in
      var grant = client.forged(order: 1 << 62)
      grant.keyIdentifier = client.grant.keyIdentifier
      return client.recover([grant])
    },
    .init("recover: order beyond the last", .refused(.malformed)) {
      $0.recover([$0.forged(order: .max - 1)])
    },
    .init("recover: parent beyond the last", .refused(.malformed)) { client in
      let parent = Head(epoch: client.grant.epoch, number: .max, digest: nobodysDigest)
      return client.recover([
        client.forged(order: 0), client.forged(epoch: EpochName(bits: 71), parent: parent),
      ])
    },
    .init("recover: first moment of all", .refused(.stale)) {
      $0.recover([$0.forged()], at: past)
    },
    .init("recover: last moment of all", .refused(.stale)) {
      $0.recover([$0.forged()], at: future)
    },
  ]

  private static let resending: [HostileRequest] = [
    .init("resend: receipt of the client's own making", .ahead) { client in
      .resend(
        ResendRequest(
          receipt: receipt(of: client, upTo: .largest),
          batch: try client.appendAfterGap().batch ?? []))
    },
    .init("resend: batch of another", .refused(.notAllowed)) { client in
      .resend(
        ResendRequest(
          receipt: receipt(of: client, upTo: .first),
          batch: try client.append(epoch: client.victim.epoch).batch ?? []))
    },
  ]

  private static func receipt(
    of client: HostileClient, upTo last: SequenceNumber
  ) -> Receipt {
    Receipt(
      lineage: client.grant.lineage, epoch: client.grant.epoch, first: .first, last: last,
      digest: nobodysDigest, cloudLife: client.grant.cloudLife, receivedMark: .max,
      backedUpMark: .max, receivedTime: past, signedBy: client.own.key)
  }

  package static let all =
    enrolling + opening + appending + asking + rotating + granting + recovering + resending
}
