internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import Sync

/// No more faults: everything that can come to rest does, or says why not.
extension FaultWorld {
  /// How often everybody is begun again: who is told late that the cloud went back, or is asked for
  /// words, needs another beginning.
  private static let roundsMax = 6

  func comeToRest() throws {
    isCalm = true
    let start = now
    stormUntil = nil
    busyUntil = nil
    cloud.strikes.failsToBegin = nil
    cloud.disk.heal()
    FullDiskSteps(world: self).endAll()
    beginCloud()
    tell(nil, "no more faults")
    for device in devices where device.isAlive {
      device.disk.heal()
      device.strikes.failsToBegin = nil
      device.partitions = []
      device.pausedUntil = nil
    }
    DamageSteps(world: self).verifyAll()
    for _ in 0..<Self.roundsMax {
      for device in devices where device.isAlive {
        device.end()
        schedule(beginOf: device, at: now)
      }
      try letTimePass()
      if violations.isEmpty { KeyringSteps(world: self).recoverAll() }
      guard violations.isEmpty, pending() != nil else { break }
      // Who was asked for words and is gone is waited for no longer than that.
      now = now.advanced(byMilliseconds: 86_400_000)
    }
    guard violations.isEmpty else { return }
    let reason = pending()
    expect(.comesToRest, reason == nil, device: reason?.device, reason?.what ?? "")
    measures.cameToRest(after: (restedAt ?? now).milliseconds - start.milliseconds)
    let days = Double(now.milliseconds - Self.start.milliseconds) / 86_400_000
    for device in devices where device.isAlive {
      measures.lived(days: days, sending: device.bytesSent)
    }
  }

  /// Three sync intervals, the longest delay between two attempts, and what reports may wait for a
  /// fuller batch.
  private func letTimePass() throws {
    let end = now.advanced(
      byMilliseconds: 3 * plan.knobs.syncIntervalMilliseconds + 3 * 6 * 3_600_000
        + 2 * (plan.knobs.batchDelayMilliseconds ?? 0))
    while violations.isEmpty, let next = queue.nextTime, next <= end { try proceed() }
  }

  /// Why not everything is at rest; nil: it is.
  private func pending() -> (what: String, device: Int?)? {
    guard let process = cloud.process else { return ("the cloud does not run", nil) }
    for device in devices where device.isAlive {
      guard let machine = device.process?.openedMachine else {
        return ("it does not run", device.place)
      }
      let isRefused = ledger.operators.isRefused(device.person)
      if isRefused != .no, case .stopped(.notAllowed) = machine.phase { continue }
      guard isRefused != .yes else {
        return ("its person is not told that it was revoked", device.place)
      }
      if machine.phase != .ready || machine.acknowledged != machine.head || device.hasNews {
        return (
          "\(machine.acknowledged) of \(machine.head) reports are acknowledged, phase "
            + "\(machine.phase.name): \(machine.lastError ?? "no error")", device.place
        )
      }
      guard let witness = try? device.process?.sync(now: now).witness else { continue }
      if witness.successor != nil {
        return ("the cloud does not know its new key", device.place)
      }
      if let key = device.keyToReplace, witness.grant?.deviceKey == key {
        return ("it was to have another key, and has the same", device.place)
      }
    }
    let wanted = process.projections.candidates(limit: CloudProjections.pageRowsMax).rows.first {
      row in
      // Nobody needs the words of a page that is taken down.
      guard !row.isTakenDown, let tag = Tag(hex: row.tag) else { return false }
      return hasWords(of: page(of: tag), content: row.content)
    }
    return wanted.flatMap { Tag(hex: $0.tag) }.map {
      ("the words of page \(page(of: $0)) are wanted and do not come", nil)
    }
  }

  /// Whether anybody who endorses words of the page has them still: what died with its devices, or
  /// was deleted or renamed on all that are left, need not come. Neither does what only a copy has
  /// whose person took the page back, since the cloud asks people who endorse the words.
  ///
  /// - Parameter content: the digest of the words; nil: whichever.
  func hasWords(of page: String, content: String? = nil) -> Bool {
    guard let page = appPages[page] else { return false }
    return devices.contains { device in
      guard device.isAlive, ledger.operators.isHeard(device.person),
        let words = ledger.apps(on: device.place).words(of: page),
        content == nil || words.digest.description == content
      else { return false }
      return ledger.endorses(words, person: device.person)
    }
  }

  // MARK: What the cloud has, by the names that the ledger knows

  /// What the cloud counts, of all that it knows.
  func figures(of cloud: Aggregator) -> [String: DrillFigures] {
    cloud.figures { page(of: $0) }
  }

  func publicPages(of cloud: Aggregator) throws -> Set<String> {
    Set(try cloud.projections.publicEntries().map { page(of: $0.tag) })
  }

  /// The page of a tag; the tag itself where no page has it.
  func page(of tag: Tag) -> String { pages[tag] ?? "tag:\(tag)" }

  /// Notes what has become public.
  func noteRevealed(_ cloud: Aggregator) {
    guard measures.hasRipe, let shown = try? publicPages(of: cloud)
    else { return }
    measures.revealed(at: now) { shown.contains($0) }
  }

  func judgeRest() throws {
    expect(.comesToRest, cloud.process != nil, "the cloud does not run")
    guard let process = cloud.process else { return }
    var shown = try? publicPages(of: process)
    if shown == nil {
      // A file of projections that turns out to be damaged is rebuilt at the next request.
      let _: [UInt8] = process.handle([UInt8](), now: now)
      shown = try publicPages(of: process)
    }
    let rest = FaultRest(
      cloud: process, figures: figures(of: process), shown: shown ?? [], bounds: ledger.bounds())
    for checker in checkers { try checker.atRest(rest, in: self) }
  }
}
