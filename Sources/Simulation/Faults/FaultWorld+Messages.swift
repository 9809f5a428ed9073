internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// What devices and the cloud say to each other, and what becomes of it.
extension FaultWorld {
  // MARK: Devices

  func wake(_ device: FaultDevice) {
    guard device.isAlive, device.downUntil == nil else { return }
    if let end = device.pausedUntil, end > now { return schedule(wake: device, at: end) }
    guarding(device) {
      begin(device)
      guard let process = device.process else { return }
      let sync = try process.sync(now: localTime(of: device))
      WitnessSteps(world: self).syncBegan(on: device)
      try speak(device, sync)
    }
  }

  func hear(_ message: FaultMessage) {
    let device = devices[message.device]
    guard device.isAlive, let process = device.process, device.processNumber == message.process
    else { return }
    if let end = device.pausedUntil, end > now {
      return queue.schedule(.toDevice(message), at: end)
    }
    guarding(device) {
      let local = localTime(of: device)
      let sync = try process.sync(now: local)
      tell(
        device.place,
        "hears " + (message.bytes.map { Self.answerWord($0) } ?? message.failure)
          + (sync.machine.isOnItsWay(message.number) ? "" : ", which it does not wait for"))
      if let bytes = message.bytes {
        // The answer to a request that it has given up is no news to it, nor is a garbled one.
        if sync.machine.isOnItsWay(message.number) { measures.heard() }
        if sync.machine.isOnItsWay(message.number), (try? SyncResponse(bytes: bytes))?.news != nil {
          device.heardSetbacks = message.setbacks
        }
        try sync.received(bytes, to: message.number, now: local)
        for checker in checkers { checker.answerHeard(bytes, by: device, sync, in: self) }
      } else if sync.machine.isOnItsWay(message.number) {
        sync.connectionFailed(message.failure, now: local)
      }
      try speak(device, sync)
    }
  }

  /// Asks the device what it has to say until that is nothing.
  private func speak(_ device: FaultDevice, _ sync: DeviceSync) throws {
    let local = localTime(of: device)
    if let lineage = sync.witness.grant?.lineage { lineages[device.person] = lineage }
    if let epoch = sync.witness.grant?.epoch, epoch != device.seenEpoch {
      device.seenEpoch = epoch
      ledger.beganEpoch(device.place)
    }
    try sync.runFilter(now: local)
    device.hasNews = false
    device.isCollecting = false
    let machine = sync.machine
    // More than there is may be acknowledged: that is a finding, and not this figure's.
    measures.waits(machine.head - min(machine.acknowledged, machine.head))
    for _ in 0..<Self.requestsMax {
      switch try sync.next(now: local) {
      case .send(let request): send(request, device)
      case .wait(let time):
        device.isCollecting = sync.machine.isCollecting
        return schedule(
          wake: device, at: time.advanced(byMilliseconds: -device.clockOffset(at: now)))
      case .nothing: return rest(device, sync)
      case .stopped(let reason) where device.isDamaged:
        throw DamageSaid(description: reason.explanation)
      case .stopped(let reason):
        if case .notAllowed = reason, ledger.operators.wasEverRefused(device.person) {
          return tell(device.place, "tells its person: \(reason.explanation)")
        }
        return violate(.comesToRest, "it has stopped: \(reason.explanation)", device: device.place)
      }
    }
    violate(.comesToRest, "it never stops to ask", device: device.place)
  }

  private static let requestsMax = 1_000

  private func rest(_ device: FaultDevice, _ sync: DeviceSync) {
    let machine = sync.machine
    // What was to be reported may be in what is damaged.
    guard !device.isDamaged, machine.phase == .ready, machine.acknowledged == machine.head,
      device.heardSetbacks == cloud.setbacks
    else { return }
    guard sync.shared != nil else {
      return violate(.comesToRest, "it has no outbox, and asks for none", device: device.place)
    }
    if isCalm { restedAt = now }
    let epoch = sync.witness.grant?.epoch
    ledger.acknowledged(by: device.place, person: device.person, wasTold: epoch != device.epoch)
    device.epoch = epoch
  }

  // MARK: The network

  private func send(_ request: DeviceSync.Outgoing, _ device: FaultDevice) {
    var message = FaultMessage(
      device: device.place, process: device.processNumber, number: request.number,
      bytes: request.bytes, facts: ledger.held[device.place] ?? [])
    if !isCalm, let end = device.olderUntil, end > now {
      count(.olderBuild)
      message.isOlder = true
      message.bytes = OlderBuild.request(
        request.bytes, isOfBatch: device.messageCount.isMultiple(of: 2))
    }
    tell(device.place, "asks " + Self.word(of: request.bytes))
    for checker in checkers { checker.requestLeft(request.bytes, of: device, in: self) }
    intruders.hear(message)
    measures.sent(request.bytes.count)
    device.bytesSent += request.bytes.count
    deliver(message, device, .up, plan.knobs.requestLost, .requestLost) { .toCloud($0) }
  }

  /// Puts a message on its way. What becomes of it depends on the seed, the device and its number
  /// alone.
  private func deliver(
    _ message: FaultMessage, _ device: FaultDevice, _ direction: FaultStep.Direction,
    _ chance: UInt64, _ loss: Fault, _ happening: (FaultMessage) -> Happening
  ) {
    device.messageCount += 1
    var dice = SplitMix64(
      plan.seed &+ UInt64(device.place) &* 0x9E37_79B9_97F4_A7C1
        &+ device.messageCount &* 0xD6E8_FEB8_6659_FD93)
    let latency = 10 + Int64(dice.below(500))
    func happens(_ chance: UInt64) -> Bool { dice.below(1_000) < chance && !isCalm }
    let isLost = happens(chance)
    let isLate = happens(plan.knobs.late)
    let lateness = Int64(1) << Int64(dice.below(28))
    let isTwice = happens(plan.knobs.duplicated)
    var sent = message
    if happens(plan.knobs.flipped) { flip(&sent, &dice) }
    if happens(plan.knobs.cutShort) { cut(&sent, &dice) }
    guard !device.isCutOff(direction, at: now) else { return }
    guard !isLost else { return count(loss) }
    if isLate { count(.late) }
    let arrival = now.advanced(byMilliseconds: latency + (isLate ? lateness : 0))
    queue.schedule(happening(sent), at: arrival)
    guard isTwice else { return }
    count(.duplicated)
    queue.schedule(happening(sent), at: arrival.advanced(byMilliseconds: lateness))
  }

  private func flip(_ message: inout FaultMessage, _ dice: inout SplitMix64) {
    guard let count = message.bytes?.count, count > 0 else { return }
    self.count(.flipped)
    message.isOlder = false
    let bit = Int(dice.below(UInt64(count * 8)))
    message.bytes?[bit / 8] ^= 1 << UInt8(bit % 8)
    tell(message.device, "bit \(bit) of \(Figure.count(count, "byte")) is turned over on the way")
  }

  private func cut(_ message: inout FaultMessage, _ dice: inout SplitMix64) {
    guard let count = message.bytes?.count, count > 0 else { return }
    self.count(.cutShort)
    message.isOlder = false
    message.bytes?.removeLast(1 + Int(dice.below(UInt64(count))))
  }

  // MARK: The cloud

  func arrive(_ message: FaultMessage) {
    let device = devices[message.device]
    if let answer = strangersAnswer(to: message, of: device) {
      tell(message.device, "a stranger answers a receipt")
      return deliver(answer, device, .down, plan.knobs.answerLost, .answerLost) { .toDevice($0) }
    }
    guard let process = cloud.process, stormUntil.map({ $0 <= now }) ?? true else {
      var failure = message
      failure.bytes = nil
      failure.failure = "the cloud cannot be reached"
      return queue.schedule(.toDevice(failure), at: now.advanced(byMilliseconds: 50))
    }
    if !isCalm, let end = busyUntil, end > now { return refuse(message, until: end) }
    // Of a device that was revoked the cloud takes nothing.
    if ledger.operators.isRefused(device.person) != .yes { ledger.mayHave(message.facts) }
    var answer = message
    guard let exchange = exchange(message.bytes ?? [], of: message.device, with: process)
    else { return }
    if message.isOlder, case .refused(let refusal)? = exchange.answer {
      expect(
        .pureRefusals, OlderBuild.isClear(refusal), device: message.device,
        "a request of an older build was refused with \(refusal.code): \(refusal.message)")
    }
    answer.bytes = exchange.answerBytes
    answer.setbacks = cloud.setbacks
    deliver(answer, device, .down, plan.knobs.answerLost, .answerLost) { .toDevice($0) }
  }

  /// The cloud where it answers now; nil: nobody reaches it.
  var answeringCloud: Aggregator? {
    guard [stormUntil, busyUntil].allSatisfy({ $0.map { $0 <= now } ?? true }) else { return nil }
    return cloud.process
  }

  /// Has the cloud answer a request, and the checkers look at both.
  ///
  /// - Parameters:
  ///   - request: its bytes.
  ///   - device: that sent it; nil: an intruder did.
  ///   - process: of the cloud.
  ///   - record: is told of the answer before a checker looks; nil: the cloud ended over the
  ///     request, and may have taken it.
  /// - Returns: nil: the cloud ended over it.
  func exchange(
    _ request: [UInt8], of device: Int?, with process: Aggregator,
    record: (SyncResponse?) -> Void = { _ in }
  ) -> FaultExchange? {
    let struck = cloud.disk.struckCount
    cloud.keepUp(now: now)
    cloud.disk.setTime(now)
    let before = CloudLoad(process)
    let bytes = process.handle(request, now: now)
    if cloud.disk.struckCount > struck { count(.cloudWriteError) }
    if cloud.disk.struckCount > struck, cloud.disk.isStruckForGood {
      record(nil)
      crashCloud(losingPower: true, until: now.advanced(byMilliseconds: 60_000))
      return nil
    }
    tell(device, "the cloud answers " + Self.answerWord(bytes))
    let exchange = FaultExchange(
      device: device, request: request, answerBytes: bytes, cloud: process, before: before)
    record(exchange.answer)
    if device != nil { intruders.hear(exchange.answer, to: request) }
    for checker in checkers { checker.cloudAnswered(exchange, in: self) }
    noteRevealed(process)
    return exchange
  }

  /// A receipt for all of a batch that never reached the cloud, by somebody on the way who knows
  /// what the cloud says, and has not its key; nil: nobody is there, or it is no batch.
  private func strangersAnswer(to message: FaultMessage, of device: FaultDevice) -> FaultMessage? {
    guard !isCalm, let end = device.strangerUntil, end > now,
      let life = cloud.process?.projections.life,
      let batch = message.bytes.flatMap({ try? SyncRequest(bytes: $0) })?.batch,
      let header = try? BatchHeader(startOf: batch),
      let last = (try? BatchReader().entries(of: batch))?.last
    else { return nil }
    let receipt = Receipt(
      lineage: header.lineage, epoch: header.epoch, first: header.first,
      last: last.header.number, digest: last.digest, cloudLife: life,
      receivedMark: last.header.number.rawValue, backedUpMark: 0, receivedTime: now,
      signedBy: strangersKey)
    let news = CloudNews(
      cloudLife: life, receivedMark: receipt.receivedMark, backedUpMark: 0,
      limits: cloud.configuration.limits, wanted: [])
    var answer = message
    answer.bytes = SyncResponse.received(receipt, news).bytes
    // Of the cloud it tells the device nothing.
    answer.setbacks = device.heardSetbacks
    return answer
  }

  /// As a server does that has too much to do.
  private func refuse(_ message: FaultMessage, until end: Timestamp) {
    var answer = message
    let wait = min(60_000, end.milliseconds - now.milliseconds)
    answer.bytes =
      SyncResponse.refused(
        Refusal(.retryLater, "Come again later.", retryAfterMilliseconds: UInt32(wait))
      ).bytes
    answer.setbacks = cloud.setbacks
    tell(message.device, "the cloud asks to come later")
    deliver(answer, devices[message.device], .down, plan.knobs.answerLost, .answerLost) {
      .toDevice($0)
    }
  }

  func crashCloud(losingPower: Bool, until end: Timestamp) {
    count(losingPower ? .cloudPowerCut : .cloudKill)
    cloud.kill()
    if losingPower {
      cloud.disk.tearUnsynced(dice: plan.seed ^ UInt64(bitPattern: now.milliseconds))
    }
    queue.schedule(.beginCloud, at: end)
  }

  func beginCloud() {
    let (isToFail, struck) = (cloud.strikes.failsToBegin != nil, cloud.disk.struckCount)
    guarding(cloud) { try cloud.start(now: now) }
    if let copy = cloud.wayOutOfDamage, cloud.process != nil, cloud.isShorter {
      DamageSteps(world: self).replaceLog(by: copy, because: "it ends earlier than it did")
    }
    if isToFail, cloud.disk.struckCount > struck { count(.recoveryCrash) }
  }

  /// Does something with the cloud. Where its disk fails its process ends.
  func guarding(_ cloud: FaultCloud, _ body: () throws -> Void) {
    let struck = cloud.disk.struckCount
    do {
      try body()
    } catch {
      guard cloud.disk.struckCount > struck else {
        if let full = cloud.full {
          return FullDiskSteps(world: self).cloudFound(error, full)
        }
        if DamageSteps(world: self).cloudSaid(error) { return }
        return violate(.comesToRest, "the cloud cannot go on: \(error)")
      }
      tell(nil, "the cloud's disk fails: \(error)")
      count(.cloudWriteError)
      crashCloud(losingPower: false, until: now.advanced(byMilliseconds: 60_000))
    }
  }

  // MARK: Words

  private static func word(of request: [UInt8]) -> String {
    (try? SyncRequest(bytes: request)).map { "\($0.kind)" } ?? "?"
  }

  private static func answerWord(_ answer: [UInt8]) -> String {
    switch try? SyncResponse(bytes: answer) {
    case .enrolled: "enrolled"
    case .opened(let verdict, _): verdict.words
    case .received(let receipt, _): "a receipt up to \(receipt.last)"
    case .notReceived(let verdict, _): "not received, \(verdict.words)"
    case .refused(let refusal): "\(refusal.code)"
    case .news: "news"
    case .granted: "granted"
    case nil: "?"
    }
  }
}

extension OpenVerdict {
  /// For people.
  fileprivate var words: String {
    switch self {
    case .ok(let cloudHead): "ok, the cloud is at \(cloudHead)"
    case .behind(let last): "behind, the same up to \(last.number)"
    case .fork(let last): "fork" + (last.map { ", the same up to \($0.number)" } ?? "")
    case .ahead(let cloudHead): "ahead, the cloud is at \(cloudHead.number)"
    case .gap(let cloudHead): "gap, the cloud is at \(cloudHead.number)"
    case .fenced: "fenced"
    case .unknownEpoch: "unknown epoch"
    case .lineageKnown: "lineage known"
    }
  }
}
