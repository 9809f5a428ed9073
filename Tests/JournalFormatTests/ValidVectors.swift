import JournalFormat
import Sync
import TestSupport

/// The bytes of the valid vectors, made by today's writers.
enum ValidVectors {
  static func all() throws -> [String: [UInt8]] {
    var vectors = try ground()
    for part in [reports, controls, try batches(), try requests(), try answers()] {
      vectors.merge(part) { _, _ in preconditionFailure("two vectors have one name") }
    }
    return vectors
  }

  /// Vectors of older versions, by name, with the valid one that today's writer makes of the value.
  static let old = [
    "witness-version-1": "witness", "witness-version-1-not-enrolled": "witness-not-enrolled",
    "witness-version-2": "witness", "witness-version-2-not-enrolled": "witness-not-enrolled",
    "witness-version-2-with-successor": "witness-with-successor",
  ]

  private static func ground() throws -> [String: [UInt8]] {
    var dice = Dice.seeded(1)
    return [
      "entry-header": sampleHeader.bytes,
      "event-item-indexed": try indexed.payload(using: &dice),
      "event-journal-begun": try begun.payload(using: &dice),
      "event-synonyms-set": try synonyms.payload(using: &dice),
      "public-item": Sample.item.bytes,
      "public-item-without-page": Sample.itemWithoutPage.bytes,
      "public-item-with-details": Sample.itemWithDetails.bytes,
      "grant": Sample.grant.bytes,
      "grant-of-child": Sample.childGrant.bytes,
      "receipt": Sample.receipt.bytes,
      "witness": Sample.witness.bytes,
      "witness-with-successor": Sample.witnessWithSuccessor.bytes,
      "witness-with-child": Sample.witnessWithChild.bytes,
      "witness-not-enrolled": Witness(keySeed: Sample.deviceKey.seed, nonce: Sample.nonce).bytes,
      "cloud-witness": Sample.cloudWitness.bytes,
    ]
  }

  static var sampleHeader: EntryHeader { Chain.sample([Sample.engaged]).entries[0].header }

  static let indexed: JournalEvent = {
    var attribute = JournalAttribute()
    attribute.name = "title"
    attribute.value.string = "Water Lilies"
    var event = JournalEvent()
    event.itemIndexed.app = "com.example.museum"
    event.itemIndexed.id = "1"
    event.itemIndexed.attributes.values = [attribute]
    return event
  }()

  static let synonyms: JournalEvent = {
    var event = JournalEvent()
    event.synonymsSet = JournalSynonymsSet(
      app: "com.example.museum", version: "2", groups: [["picture", "painting"]])
    return event
  }()

  private static let begun: JournalEvent = {
    var event = JournalEvent()
    event.journalBegun.lineageSecret.append(contentsOf: (0..<32).map { UInt8($0) })
    event.journalBegun.createdBy = "spotlog"
    return event
  }()

  private static let reports: [String: [UInt8]] = [
    "report-engaged": Sample.engaged.payload,
    "report-withdrawn": Sample.withdrawn.payload,
    "report-withdrawn-told": Report.withdrawn(
      Report.Withdrawn(
        tag: Sample.tag, origin: Sample.origin, isCarried: false, isTold: true)
    ).payload,
    "report-withdrawn-told-before": Report.withdrawn(
      Report.Withdrawn(
        tag: Sample.tag, origin: Sample.origin, isCarried: true, isTold: true)
    ).payload,
    "report-feedback": Sample.feedback.payload,
    "report-content": Sample.content.payload,
    "report-content-details": Report.content(Sample.itemWithDetails, salt: 1).payload,
  ]

  static let controlEntries: [String: ControlEntry] = [
    "control-enrol": .enrol(Sample.grant),
    "control-grant": .grant(Sample.childGrant),
    "control-fence": .fence(head: Sample.head, child: Sample.childEpoch),
    "control-cloud-life": .cloudLife(
      Sample.cloudLife, previous: .zero, tagSalt: Sample.tagSalt),
    "control-threshold": .threshold(3),
    "control-retract": .retract(Sample.epoch, first: 2, last: 3, isUndone: false),
    "control-retract-undone": .retract(Sample.epoch, first: 2, last: 3, isUndone: true),
    "control-take-down": .takeDown(Sample.tag, isUndone: false),
    "control-take-down-undone": .takeDown(Sample.tag, isUndone: true),
    "control-mark": .mark(logNumber: 9, logDigest: Sample.digest),
    "control-incident": .incident(
      ControlEntry.Incident(
        lineage: Sample.lineage, epoch: Sample.epoch, first: 3, last: 4, known: Sample.digest,
        sent: .zero)),
    "control-revoke": .revoke(Sample.lineage, isUndone: false),
    "control-revoke-undone": .revoke(Sample.lineage, isUndone: true),
    "control-erase": .erase(Sample.lineage),
    "control-admitted": .admitted(
      Sample.epoch, token: TokenIdentifier(of: Digest(of: attestation))),
    "control-withdrawal": .withdrawal(Sample.withdrawal),
    "control-recovered": .recovered(Sample.childGrant, isProven: true),
    "control-recovered-unproven": .recovered(Sample.childGrant, isProven: false),
    "control-hole": .hole(
      ControlEntry.Hole(epoch: Sample.epoch, first: 3, last: 4, digest: Sample.digest)),
    "control-recovering": .recovering(isOver: false),
    "control-recovering-over": .recovering(isOver: true),
    "control-redacted": .redacted(
      ControlEntry.Redacted(
        logNumber: 5, epoch: Sample.epoch, first: 3, last: 3, digest: Sample.digest)),
  ]

  private static let controls = controlEntries.mapValues(\.payload)

  static let chains: [String: Chain] = [
    "batch-stored": Chain.sample([Sample.engaged]),
    "batch-repeats": repeats,
    "batch-all-kinds": Chain.sample([
      Sample.engaged, Sample.content, Sample.feedback, Sample.withdrawn,
    ]),
    "batch-redacted": redacted,
    "batch-two-suites": twoSuites,
  ]

  /// So much alike that it is deflated.
  private static var repeats: Chain {
    var chain = Chain(after: Sample.identity.genesis)
    for _ in 0..<12 { chain.append(Sample.engaged, on: Sample.day) }
    return chain
  }

  private static var redacted: Chain {
    var chain = Chain(after: Sample.identity.genesis)
    chain.append(Sample.engaged, on: Sample.day)
    chain.append(Sample.content, on: Sample.day, isRedacted: true)
    chain.append(Sample.withdrawn, on: Sample.day)
    return chain
  }

  /// The same bits under two suites are two tags.
  private static var twoSuites: Chain {
    Chain.sample(
      [UInt8(1), 2].map { suite in
        .withdrawn(
          Report.Withdrawn(
            tag: Tag(suite: suite, bits: Sample.tag.bits), origin: Sample.origin,
            isCarried: false))
      })
  }

  private static func batches() throws -> [String: [UInt8]] {
    var batches = try chains.mapValues { try $0.batch() }
    // Today's writer would deflate it.
    batches["batch-stored"] = try RawBatch(batches["batch-stored"]!).stored
    return batches
  }

  private static let attestation = Array("an example's token".utf8)
  private static let wanted = WantedContent(tag: Sample.tag, content: Sample.item.digest)

  private static func requests() throws -> [String: [UInt8]] {
    let locator = Locator(
      epoch: Sample.epoch,
      places: [
        Locator.Place(number: 4, digest: Sample.digest),
        Locator.Place(number: 0, digest: Sample.identity.genesis),
      ])
    let batch = try Chain.sample([Sample.engaged]).batch()
    let time = Sample.day.start
    let requests: [String: SyncRequest] = [
      "request-enrol": .enrol(
        EnrolRequest(lineage: Sample.lineageKey, attestation: attestation, key: Sample.deviceKey)),
      "request-enrol-without-attestation": .enrol(
        EnrolRequest(lineage: Sample.lineageKey, key: Sample.deviceKey)),
      "request-open": .open(
        OpenRequest(
          lineage: Sample.lineage, time: time, locator: locator, key: Sample.deviceKey)),
      "request-append": .append(AppendRequest(batch: batch)),
      "request-wanted": .wanted(
        WantedRequest(
          lineage: Sample.lineage, epoch: Sample.epoch, time: time, gone: [wanted],
          key: Sample.deviceKey)),
      "request-wanted-nothing-gone": .wanted(
        WantedRequest(
          lineage: Sample.lineage, epoch: Sample.epoch, time: time, gone: [],
          key: Sample.deviceKey)),
      "request-rotate": .rotate(
        RotateRequest(
          lineage: Sample.lineage, epoch: Sample.epoch, time: time, nonce: Sample.nextNonce,
          from: Sample.deviceKey, to: Sample.nextKey)),
    ]
    return requests.merging(lives(locator, batch)) { one, _ in one }.mapValues(\.bytes)
  }

  private static func lives(_ locator: Locator, _ batch: [UInt8]) -> [String: SyncRequest] {
    [
      "request-grant": .grant(
        GrantRequest(
          locator: locator, nonce: Sample.nextNonce, time: Sample.day.start,
          lineage: Sample.lineageKey,
          child: Sample.nextKey)),
      "request-recover": .recover(
        RecoverRequest(
          grants: [Sample.grant], time: Sample.day.start, attestation: attestation,
          lineage: Sample.lineageKey)),
      "request-resend": .resend(ResendRequest(receipt: Sample.receipt, batch: batch)),
    ]
  }

  private static func answers() throws -> [String: [UInt8]] {
    let news = CloudNews(
      cloudLife: Sample.cloudLife, receivedMark: 4, backedUpMark: 2, limits: SyncLimits(),
      wanted: [wanted])
    let answers: [String: SyncResponse] = [
      "answer-enrolled": .enrolled(Sample.grant, SyncLimits()),
      "answer-opened-ok": .opened(.ok(cloudHead: 4), news),
      "answer-opened-behind": .opened(.behind(lastMatch: Sample.head), news),
      "answer-opened-fork": .opened(.fork(lastMatch: Sample.head), news),
      "answer-opened-ahead": .opened(.ahead(cloudHead: Sample.head), news),
      "answer-opened-fenced": .opened(.fenced(child: Sample.childEpoch), news),
      "answer-opened-unknown-epoch": .opened(.unknownEpoch, news),
      "answer-not-received-lineage-known": .notReceived(.lineageKnown, news),
      "answer-granted": .granted(
        Sample.childGrant, root: Sample.grant, withdrawn: [Sample.tag], endorsed: [Sample.tag],
        news),
      "answer-received": .received(Sample.receipt, news),
      "answer-not-received-gap": .notReceived(.gap(cloudHead: Sample.head), news),
      "answer-refused": .refused(Refusal(.retryLater, "Busy.", retryAfterMilliseconds: 2_000)),
      "answer-refused-stale": .refused(
        Refusal(.stale, "An old one.", cloudTime: Sample.day.start)),
      "answer-news": .news(news),
    ]
    return try answers.merging(signed(answers)) { $1 }.mapValues(\.bytes)
  }

  /// Answers and a refusal as a device acts on them.
  private static func signed(
    _ answers: [String: SyncResponse]
  ) throws -> [String: SyncResponse] {
    let requests = try requests()
    let answered = [
      "answer-opened-ok": "request-open", "answer-refused-stale": "request-open",
      "answer-received": "request-append",
    ]
    return Dictionary(
      uniqueKeysWithValues: answered.map { name, request in
        let digest = Digest(of: requests[request]!)
        return (name, answers[name]!.signed(by: Sample.cloudKey, to: digest))
      })
  }
}
