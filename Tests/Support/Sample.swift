package import JournalFormat

/// The values of FORMAT.md's examples and of the vectors.
package enum Sample {
  package static let lineage = LineageName(hex: "00112233445566778899aabbccddeeff")!
  package static let epoch = EpochName(hex: "0102030405060708090a0b0c0d0e0f10")!
  package static let childEpoch = EpochName(hex: "1112131415161718191a1b1c1d1e1f20")!
  package static let cloudLife = CloudLife(hex: "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf")!
  package static let journalName = JournalName(hex: "202122232425262728292a2b2c2d2e2f")!
  package static let nonce = Nonce(hex: "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf")!
  package static let deviceKey = SigningKey(seed: Array(0..<32))!
  /// The key that follows, and the nonce of the request for it.
  package static let nextKey = SigningKey(seed: Array(32..<64))!
  package static let nextNonce = Nonce(hex: "b0b1b2b3b4b5b6b7b8b9babbbcbdbebf")!
  package static let cloudKey = SigningKey(seed: [UInt8](repeating: 0x43, count: 32))!
  package static let nextCloudKey = SigningKey(seed: [UInt8](repeating: 0x44, count: 32))!
  /// 2026-01-01.
  package static let day = Day(20_454)
  package static let tagSalt = Array("an example's salt".utf8)
  package static let origin = Origin(rawValue: 0x0123_4567_89ab_cdef)
  package static let digest = Digest(of: Array("an example's digest".utf8))

  package static let item = PublicItem(
    app: "com.example.museum", activityType: "com.example.museum.viewArtwork",
    identity: .url("https://museum.example/artworks/1"), title: "Water Lilies",
    contentDescription: "Oil on canvas, 1906", keywords: ["Monet", "nymph\u{E9}as"],
    thumbnailURL: "https://museum.example/thumbs/1.jpg")

  package static let itemWithoutPage = PublicItem(
    app: "com.example.museum", activityType: "com.example.museum.viewRoom",
    identity: .related("room-7"), title: "Room 7", contentDescription: "", keywords: [],
    thumbnailURL: "")

  package static let itemWithDetails: PublicItem = {
    var item = itemWithoutPage
    item.details.set(.rating, ["4.5"])
    item.details.set(.price, ["12.5"])
    item.details.set(.priceCurrency, ["EUR"])
    item.details.set(.namedLocation, ["Orangerie"])
    item.details.set(.latitude, ["48.863778"])
    item.details.set(.longitude, ["-2.322611"])
    item.details.set(.supportsNavigation, ["true"])
    item.details.set(.phoneNumbers, ["+15550123", "5550124"])
    item.details.set(.startDate, ["1767261600000"])
    item.details.set(
      userInfo: ["room": .integer(7), "wing": .string("east"), "isOpen": .boolean(true)])
    return item
  }()

  package static let tag = item.tag(salt: tagSalt)

  package static let engaged = Report.engaged(
    Report.Engaged(tag: tag, content: item.digest, origin: origin, isCarried: false))
  package static let withdrawn = Report.withdrawn(
    Report.Withdrawn(
      tag: tag, origin: Origin(rawValue: origin.rawValue + 1), isCarried: true))
  package static let feedback = Report.feedback(
    Report.Feedback(
      tag: tag, origin: Origin(rawValue: origin.rawValue + 2), isCarried: false, shown: 5,
      engaged: 1))
  package static let content = Report.content(
    item, salt: 0x5051_5253_5455_5657_5859_5a5b_5c5d_5e5f)

  package static let head = Head(epoch: epoch, number: 4, digest: digest)

  package static let identity = JournalIdentity.shared(
    epoch: epoch, lineage: lineage, parent: nil)

  package static let grant = Grant(
    lineage: lineage, epoch: epoch, deviceKey: deviceKey.publicKey, parent: nil,
    cloudLife: cloudLife, order: 0, nonce: nonce, time: day.start, withdrawals: [],
    signedBy: cloudKey)

  package static let childGrant = Grant(
    lineage: lineage, epoch: childEpoch, deviceKey: deviceKey.publicKey, parent: head,
    cloudLife: cloudLife, order: 1, nonce: nonce, time: day.start, withdrawals: [tag],
    signedBy: cloudKey)

  package static let receipt = Receipt(
    lineage: lineage, epoch: epoch, first: .first, last: SequenceNumber(4)!, digest: digest,
    cloudLife: cloudLife, receivedMark: 4, backedUpMark: 2, receivedTime: day.start,
    signedBy: cloudKey)

  package static let witness: Witness = {
    var witness = Witness(keySeed: deviceKey.seed, nonce: nonce)
    witness.grant = grant
    witness.sent = head
    witness.receipt = receipt
    return witness
  }()

  package static let witnessWithSuccessor: Witness = {
    var witness = Sample.witness
    witness.successor = Witness.Successor(keySeed: nextKey.seed, nonce: nextNonce)
    return witness
  }()

  package static let witnessWithChild: Witness = {
    var witness = Sample.witness
    witness.child = Witness.Successor(keySeed: nextKey.seed, nonce: nextNonce)
    witness.backup = Witness.BackupMark(cloudLife: cloudLife, epoch: epoch, number: 2)
    return witness
  }()

  package static let lineageKey = LineageKey(secret: Array(0..<32))

  package static let deploymentIdentity = DeploymentIdentity(
    cloudLife: cloudLife, tagSalt: tagSalt, threshold: 3)

  package static let withdrawal = CloudWitness.Withdrawal(
    lineage: lineage, epoch: epoch, number: 2, tag: tag, origin: origin)

  package static let cloudWitness: CloudWitness = {
    var witness = CloudWitness()
    witness.place = CloudWitness.Place(
      journal: JournalName(bits: epoch.bits), life: cloudLife, logNumber: 9, logDigest: digest,
      backedUpNumber: 5, backedUpDigest: Digest(of: Array("backed up".utf8)))
    witness.withdrawals = [CloudWitness.Recorded(logNumber: 7, value: withdrawal)]
    witness.acts = [
      CloudWitness.Recorded(logNumber: 8, value: .takeDown(tag, isUndone: false))
    ]
    return witness
  }()
}

extension Sample {
  /// Deletes items of the app "app".
  package static func deletion(ids: [String], domains: [String], all: Bool) -> JournalEvent {
    var event = JournalEvent()
    event.itemsDeleted.app = "app"
    event.itemsDeleted.ids = ids
    event.itemsDeleted.domains = domains
    event.itemsDeleted.all = all
    return event
  }
}
