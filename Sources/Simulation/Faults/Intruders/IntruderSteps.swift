internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// Does what a plan says of intruders, and tells the ledger what of it counts, as docs/RULES.md
/// says: each origin of a lineage once, and nothing of what is forbidden.
struct IntruderSteps {
  let world: FaultWorld
  private var intruders: Intruders { world.intruders }

  /// One of an intruder's reports, and the day that it names.
  private typealias Dated = (report: Report, day: Day)

  func perform(_ step: FaultStep) throws {
    guard let act = step.act, let place = step.device, (0..<intruders.count).contains(place)
    else { return }
    world.performed(step)
    world.tell(nil, "intruder \(place): \(act)")
    let choice = step.count ?? 0
    switch act {
    case .forge: try forge(place, choice)
    case .bound: reportBounds(place)
    case .collide: collide(place)
    case .flood: flood(place, choice, page: step.page ?? "p0")
    case .withdraw: withdraw(place, choice)
    case .replay: replay()
    case .bomb: try bomb(place)
    case .publish: publish(place, choice)
    case .recover: recover(choice)
    case .hole: reportBehindHole(choice)
    case .fork: try fork(place)
    case .endorse: endorse(place, choice)
    }
  }

  // MARK: Asking the cloud

  /// Has the cloud answer, as `FaultWorld.exchange` does.
  ///
  /// - Returns: the answer, and how many entries the log got; nil: nobody answers.
  @discardableResult
  private func ask(
    _ request: [UInt8], record: (SyncResponse?) -> Void = { _ in }
  ) -> (answer: SyncResponse, entries: UInt64)? {
    guard let process = world.answeringCloud,
      let exchange = world.exchange(request, of: nil, with: process, record: record),
      let answer = exchange.answer
    else { return nil }
    world.mix(8, 0, TraceHash.hash(of: exchange.answerBytes))
    return (answer, exchange.cloud.projections.position.number - exchange.before.logNumber)
  }

  /// Has a request answered as the rules say, unless the cloud takes nothing now.
  ///
  /// - Parameters:
  ///   - request: that is sent once.
  ///   - what: it is, for people.
  ///   - outcome: that the answer has to be.
  ///   - entries: that the log may get.
  /// - Returns: the answer; nil: it is none, or another one.
  @discardableResult
  private func ask(
    _ request: SyncRequest, _ what: String, for outcome: HostileClient.Outcome, entries: UInt64 = 0
  ) -> SyncResponse? {
    guard let found = ask(request.bytes), !found.answer.isForLater else { return nil }
    let given = HostileClient.Outcome(found.answer)
    world.expect(
      .soundAnswers, given == outcome,
      "an intruder's request (\(what)) is answered \(given), and has to be \(outcome)")
    world.expect(
      .pureRefusals, found.entries <= entries,
      "an intruder's request (\(what)) has \(found.entries) entries logged, and may \(entries)")
    return given == outcome ? found.answer : nil
  }

  /// The intruder of a place, enrolled, with a report that counts; nil: the cloud does not answer.
  private func joined(_ place: Int) -> Intruder? {
    if let known = intruders[place] { return known }
    var intruder = intruders.newcomer()
    guard let grant = enrol(intruder.device) else { return nil }
    intruder.device.begin(with: grant)
    intruders[place] = intruder
    report([engaged(Tag(suite: 1, bits: UInt128(intruders.number())))], place)
    return intruders[place]
  }

  private func enrol(_ device: KeyedDevice) -> Grant? {
    guard
      case .enrolled(let grant, _)? = ask(device.enrolment, "enrolment", for: .other, entries: 1)
    else { return nil }
    return grant
  }

  // MARK: Reporting

  private func engaged(
    _ tag: Tag, _ content: ContentDigest? = nil, origin: Origin? = nil, on day: Day? = nil
  ) -> Dated {
    (
      .engaged(
        Report.Engaged(
          tag: tag, content: content ?? intruders.name(), origin: origin ?? newOrigin(),
          isCarried: false)), day ?? world.now.day
    )
  }

  private func withdrawn(_ tag: Tag, isCarried: Bool) -> Dated {
    (
      .withdrawn(Report.Withdrawn(tag: tag, origin: newOrigin(), isCarried: isCarried)),
      world.now.day
    )
  }

  private func newOrigin() -> Origin { Origin(rawValue: intruders.number()) }

  /// Has the intruder of a place report, after it has enrolled.
  ///
  /// - Returns: whether the cloud has it.
  @discardableResult
  private func report(_ reports: [Dated], _ place: Int) -> Bool {
    guard var intruder = joined(place) else { return false }
    let isTaken = report(reports, as: &intruder)
    intruders[place] = isTaken == nil ? nil : intruder
    return isTaken ?? false
  }

  /// - Returns: whether the cloud has it; nil: nobody knows, and the intruder does not come back.
  private func report(_ reports: [Dated], as intruder: inout Intruder) -> Bool? {
    var device = intruder.device
    let first = device.entries.count
    for (report, day) in reports { device.add(report, on: day) }
    guard let batch = try? device.batch(from: first) else {
      world.violate(.safeCodecs, "an intruder's batch of \(reports.count) reports cannot be made")
      return false
    }
    var isTaken: Bool? = false
    ask(SyncRequest.append(AppendRequest(batch: batch)).bytes) { answer in
      switch answer {
      case .received?:
        note(reports, of: &intruder)
        world.ledger.acknowledged(by: intruder.person, person: intruder.person, wasTold: false)
        isTaken = true
      case nil:
        note(reports, of: &intruder)
        world.ledger.left(intruder.person)
        world.ledger.died(intruder.person, at: world.now)
        isTaken = nil
      case let answer?:
        world.expect(
          .soundAnswers, answer.isForLater,
          "an intruder's valid batch is answered \(HostileClient.Outcome(answer))")
      }
    }
    if isTaken == true { intruder.device = device }
    return isTaken
  }

  /// What of the reports counts, for the ledger.
  private func note(_ reports: [Dated], of intruder: inout Intruder) {
    func record(_ kind: DrillLedger.Fact.Kind, _ tag: Tag, title: String? = nil) {
      world.ledger.record(
        kind, page: world.page(of: tag), title: title, client: intruder.person, at: world.now)
    }
    for (report, _) in reports {
      switch report {
      case .engaged(let engaged):
        guard intruder.origins.insert(engaged.origin).inserted else { continue }
        record(
          .engaged, engaged.tag,
          title: intruders.endorsed[engaged.content] ?? engaged.content.description)
      case .withdrawn(let withdrawn):
        intruder.origins.insert(withdrawn.origin)
        record(.deleted, withdrawn.tag)
      case .feedback(let feedback): intruder.origins.insert(feedback.origin)
      case .content: break
      }
    }
  }

  // MARK: Acts that change nothing

  private func forge(_ place: Int, _ choice: Int) throws {
    guard let own = joined(place)?.device, let victim = intruders.victim else { return }
    let client = HostileClient(
      own: own, other: intruders.newcomer().device, victim: victim, now: world.now)
    let forged = HostileRequest.all[choice % HostileRequest.all.count]
    ask(try forged.request(client), forged.description, for: forged.outcome)
  }

  /// What was heard last comes again, the latest first, and then in its order. It is what devices
  /// said: what it tells the cloud counts once, for them.
  private func replay() {
    let messages = intruders.heard.suffix(Self.replayedMax)
    for message in messages.reversed() + messages where world.answeringCloud != nil {
      world.ledger.mayHave(message.facts)
      ask(message.bytes ?? [])
    }
  }

  private static let replayedMax = 12

  private func bomb(_ place: Int) throws {
    guard var device = joined(place)?.device else { return }
    let first = device.entries.count
    let (report, day) = engaged(Tag(suite: 1, bits: 1))
    device.add(report, on: day)
    let bomb = BatchBomb(try device.batch(from: first))
    for (what, batch, code) in try bomb.all {
      ask(.append(AppendRequest(batch: batch)), what, for: .refused(code))
    }
  }

  private func fork(_ place: Int) throws {
    guard var device = joined(place)?.device else { return }
    let (report, day) = engaged(Tag(suite: 1, bits: 2))
    device.replaceLast(by: report, on: day)
    let batch = try device.batch(from: device.entries.count - 1)
    // The incident is logged.
    ask(.append(AppendRequest(batch: batch)), "fork", for: .other, entries: 1)
  }

  // MARK: Acts that count for the intruder alone

  /// The day of each is counted on the nearest that can be (docs/decisions/0040).
  private func reportBounds(_ place: Int) {
    let tags = [Tag(suite: 0, bits: 0), Tag(suite: .max, bits: .max), Tag(suite: 1, bits: 0)]
    let contents = [ContentDigest(bits: 0), ContentDigest(bits: .max)]
    let origins = [0, 1, UInt64(Int64.max), 1 << 63, .max] as [UInt64]
    let days = [Int32.min, -1, 0, .max - 1, .max]
    var reports = zip(origins, days).enumerated().map { index, numbers in
      engaged(
        tags[index % tags.count], contents[index % contents.count],
        origin: Origin(rawValue: numbers.0), on: Day(numbers.1))
    }
    for (shown, engaged) in [(0, UInt32.max), (.max, 0), (.max, .max)] as [(UInt32, UInt32)] {
      let feedback = Report.Feedback(
        tag: tags[0], origin: newOrigin(), isCarried: false, shown: shown, engaged: engaged)
      reports.append((.feedback(feedback), world.now.day))
    }
    report(reports, place)
  }

  /// An origin says nothing of other lineages' reports, whatever it is equal to.
  private func collide(_ place: Int) {
    let heard = intruders.heardEngagements.suffix(Self.collidingMax)
    let ownTag = Tag(suite: 1, bits: UInt128(intruders.number()))
    var reports = heard.map { engaged($0.tag, origin: $0.origin) }
    reports += heard.map { engaged(ownTag, origin: $0.origin) }
    let repeated = engaged(ownTag)
    report(reports + [repeated, repeated], place)
  }

  private static let collidingMax = 8

  /// Whose words they are, and whether the intruder has them, makes no difference to the cloud.
  private func endorse(_ place: Int, _ choice: Int) {
    let heard = intruders.heardEngagements
    guard !heard.isEmpty else { return }
    let one = heard[choice % heard.count]
    guard let title = title(of: one) else { return }
    intruders.endorsed[one.content] = title
    report([engaged(one.tag, one.content)], place)
  }

  /// What the ledger calls the words of a page that a device reported; nil: nobody had them.
  private func title(of engaged: Report.Engaged) -> String? {
    let page = world.page(of: engaged.tag)
    let words = [nil, PageActs.laterTitle(of: page)].lazy.compactMap {
      PageActs.activity(page, title: $0).words
    }
    return words.first { $0.digest == engaged.content }?.key
  }

  private func flood(_ place: Int, _ choice: Int, page: String) {
    let tag = PageActs.tag(of: page, salt: world.configuration.tagSalt)
    var reports: [Dated] = []
    switch choice % 3 {
    case 0:
      for _ in 0..<100 { reports.append(engaged(tag)) }
      for _ in 0..<40 { reports.append(withdrawn(tag, isCarried: true)) }
      if choice % 2 == 0 { reports.append(engaged(tag)) }
    case 1:
      // Each of a few names with each other: the most rows for a byte.
      let tags = (0..<12).map { _ in Tag(suite: 1, bits: UInt128(intruders.number())) }
      let contents: [ContentDigest] = (0..<12).map { _ in intruders.name() }
      for (row, tag) in tags.enumerated() {
        for (column, content) in contents.enumerated() {
          reports.append(engaged(tag, content, on: Day(Int32(12 * row + column))))
        }
      }
    default:
      for number in 0..<60 {
        reports += [engaged(tag), withdrawn(tag, isCarried: number % 2 == 0)]
      }
    }
    report(reports, place)
  }

  /// A withdrawal takes back what its own lineage endorses.
  private func withdraw(_ place: Int, _ choice: Int) {
    // Of what nobody ever engaged with, the cloud has nothing that could be looked at.
    let pages = world.pages.filter { world.ledger.everything[$0.value] != nil }
      .sorted { $0.value < $1.value }
    guard !pages.isEmpty else { return }
    let tag = pages[choice % pages.count].key
    report([withdrawn(tag, isCarried: choice % 2 == 0)], place)
  }

  private func publish(_ place: Int, _ choice: Int) {
    let item = OddWords.item(choice)
    let page = world.page(of: item.tag(salt: world.configuration.tagSalt))
    intruders.pages.insert(page)
    let endorsement = { engaged(item.tag(salt: world.configuration.tagSalt), item.digest) }
    for other in 0..<intruders.count where other != place { report([endorsement()], other) }
    let words: Dated = (.content(item, salt: UInt128(intruders.number())), world.now.day)
    if report([endorsement(), words], place) { intruders.delivered[page] = item }
  }

  /// An unproven grant of a lineage that nobody knows is taken, if that lineage is admitted, and
  /// moves no order (docs/decisions/0040).
  private func recover(_ choice: Int) {
    var intruder = intruders.newcomer()
    let device = intruder.device
    let orders = [0, 7, UInt64(Int64.max)] as [UInt64]
    let grant = Grant(
      lineage: LineageName(foundedWith: device.nonce), epoch: intruders.name(),
      deviceKey: device.key.publicKey, parent: nil, cloudLife: .zero,
      order: orders[choice % orders.count], nonce: device.nonce,
      time: Timestamp(milliseconds: choice % 2 == 0 ? .min : .max), withdrawals: [],
      signedBy: device.key)
    let request = RecoverRequest(
      grants: [grant], time: world.now, attestation: [], lineage: device.lineage)
    guard ask(.recover(request), "grant of its own", for: .other, entries: 1) != nil else { return }
    // Shows the next order.
    _ = enrol(intruders.newcomer().device)
    intruder.device.begin(with: grant)
    reportOnce(as: &intruder)
  }

  /// What an epoch lacks, however much, is lost for it alone.
  private func reportBehindHole(_ choice: Int) {
    var intruder = intruders.newcomer()
    guard let grant = enrol(intruder.device) else { return }
    let numbers = [1, 1 << 62, UInt64(Int64.max) - 1, UInt64(Int64.max)] as [UInt64]
    let place = Locator.Place(
      number: numbers[choice % numbers.count], digest: HostileClient.nobodysDigest)
    let request = GrantRequest(
      locator: Locator(epoch: grant.epoch, places: [place]), nonce: intruders.name(),
      time: world.now, lineage: intruder.device.lineage, child: intruder.device.key)
    // The hole, the grant, and the end of the first epoch.
    guard
      case .granted(let child, _, _, _, _)? = ask(
        .grant(request), "hole", for: .other, entries: 3)
    else { return }
    intruder.device.begin(with: child)
    reportOnce(as: &intruder)
  }

  /// A new lineage reports, and is not seen again.
  private func reportOnce(as intruder: inout Intruder) {
    let isTaken = report([engaged(Tag(suite: 1, bits: UInt128(intruders.number())))], as: &intruder)
    if isTaken == true { world.ledger.died(intruder.person, at: world.now) }
  }
}

extension SyncResponse {
  /// Whether the cloud takes nothing now, from anyone.
  fileprivate var isForLater: Bool {
    if case .refused(let refusal) = self { refusal.code == .retryLater } else { false }
  }
}
