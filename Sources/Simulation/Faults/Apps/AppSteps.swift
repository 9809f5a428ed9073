internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Search

/// What apps do in a world of faults and what they are asked, and what keeps a device's files
/// small.
struct AppSteps {
  let world: FaultWorld

  /// Has apps and people do what a step says.
  func act(_ step: FaultStep, number: Int, on device: FaultDevice) {
    let acts = AppAct.acts(of: step, number: number, at: world.now)
    if !acts.isEmpty, canHappen(acts, on: device) { world.record(acts, on: device) }
  }

  func lock(_ device: FaultDevice) {
    world.tell(device.place, "is locked")
    world.guarding(device) { try device.lock(try world.opened(device)) }
  }

  func unlock(_ device: FaultDevice) {
    world.tell(device.place, "is unlocked")
    world.guarding(device) {
      try KeyringSteps(world: world).unlock(device, try world.opened(device))
    }
  }

  /// Nobody opens something in a vault that cannot be found there.
  private func canHappen(_ acts: [AppAct], on device: FaultDevice) -> Bool {
    guard case .opened(let name)? = acts.first, name.app.text == VaultDice.app else { return true }
    let item = world.ledger.apps(on: device.place).item(name)
    return !device.isDamaged
      && item?.isReadable(upTo: device.unlockedClass, keyring: device.keyring.number) == true
  }

  // MARK: Apps that are asked

  /// The device asks apps about what expires soon, and journals what has expired.
  func review(_ device: FaultDevice, _ step: FaultStep) {
    world.tell(device.place, "looks for what expires")
    world.guarding(device) {
      try review(device, try world.opened(device))
      try world.noteCommitted(device)
    }
    takeAnswer(step, from: device)
  }

  /// An app is asked for all of its items, or for some.
  func ask(_ device: FaultDevice, _ step: FaultStep) {
    let app = step.app ?? AppDice.apps[0]
    world.tell(device.place, "asks \(app) for \(step.ids?.joined(separator: ", ") ?? "everything")")
    world.guarding(device) {
      let process = try world.opened(device)
      let local = world.localTime(of: device)
      if let ids = step.ids, !ids.isEmpty {
        try process.reindex.request(
          identifiers: ids, ofApp: app, indexName: "", because: .operator, at: local)
      } else {
        for target in try process.reindex.targets() where target.app == app {
          try process.reindex.request(.all, of: target, because: .operator, at: local)
        }
      }
      try world.noteCommitted(device)
    }
    takeAnswer(step, from: device)
  }

  /// The app of pages is asked for everything that it gave.
  func reindex(_ device: FaultDevice, _ step: FaultStep) {
    world.tell(device.place, step.kind.rawValue)
    world.guarding(device) {
      let process = try world.opened(device)
      let target = ReindexTarget(app: PageActs.app.text, indexName: "")
      _ = try process.reindex.request(
        .all, of: target, because: .operator, at: world.localTime(of: device))
      try world.noteCommitted(device)
    }
    takeAnswer(step, from: device)
  }

  /// An app has been asked, and answers as the step says.
  private func takeAnswer(_ step: FaultStep, from device: FaultDevice) {
    switch step.answer ?? .never {
    case .right: answerRequests(device, forgetting: false)
    case .wrong:
      world.count(.wrongApp)
      answerRequests(device, forgetting: true)
    case .late:
      world.count(.lateApp)
      world.queue.schedule(
        .lateAnswer(device: device.place),
        at: world.now.advanced(byMilliseconds: step.milliseconds ?? 0))
    case .never: world.count(.silentApp)
    }
  }

  // MARK: Apps that answer

  /// Apps give all that they have, or all but one of their items, to every request that is open.
  func answerRequests(_ device: FaultDevice, forgetting: Bool) {
    guard device.isInUse(at: world.now) else { return }
    world.guarding(device) {
      let process = try world.opened(device)
      try review(device, process)
      let count = try givePages(device, process, forgetting: forgetting)
      try answerRequests(device, process, forgetting: forgetting)
      try world.noteCommitted(device)
      world.tell(device.place, "its app gives \(Figure.count(count, "item")) again")
    }
  }

  private func review(_ device: FaultDevice, _ process: Device) throws {
    let local = world.localTime(of: device)
    device.looksForExpiries(at: local)
    try process.reindex.review(at: local)
    try noteGone(on: device, process)
  }

  /// The app of pages gives all that it has once more, or all but one of its items.
  ///
  /// - Returns: how many.
  private func givePages(_ device: FaultDevice, _ process: Device, forgetting: Bool) throws -> Int {
    let local = world.localTime(of: device)
    let model = world.ledger.apps(on: device.place)
    let items = model.items.filter { $0.name.app == PageActs.app }
    let activities = model.activities.filter { $0.name.app == PageActs.app }
    // What was given since an open request was made stays.
    let forgotten = forgetting ? try unconfirmed(process, among: items).min() : nil
    let given =
      (items.map { ($0.name, AppAct.given($0)) }
      + activities.map { ($0.name, AppAct.recorded($0)) })
      .filter { $0.0 != forgotten }.sorted { $0.0 < $1.0 }
    try process.record(given.flatMap { try AppEvent.events(of: $0.1) }, at: local)
    for request in try process.reindex.openRequests()
    where request.target.app == PageActs.app.text {
      if let forgotten {
        device.attempt = .init(
          acts: [.itemGone(forgotten)], head: try process.privateJournal.head().number)
      }
      try process.reindex.complete(request.name, at: local)
      if let attempt = device.attempt {
        device.attempt = nil
        world.journaled(attempt.acts, on: device)
      }
    }
    return given.count
  }

  /// Other apps give what they were asked for, or all but one of it.
  private func answerRequests(
    _ device: FaultDevice, _ process: Device, forgetting: Bool
  ) throws {
    for request in try process.reindex.openRequests()
    where request.target.app != PageActs.app.text {
      if request.reason == .expiring {
        try extend(request, device, process)
      } else {
        try giveAgain(request, device, process, forgetting: forgetting)
      }
      device.looksForExpiries(at: world.localTime(of: device))
      try process.reindex.complete(request.name, at: world.localTime(of: device))
      try noteGone(on: device, process)
    }
    device.forgotten = []
  }

  /// Of every second item that expires its app says that it stays for longer.
  private func extend(_ request: ReindexRequest, _ device: FaultDevice, _ process: Device) throws {
    for item in asked(for: request, device)
    where item.expires != 0 && item.name.id.text.utf8.last.map({ $0 & 1 }) == 0 {
      var longer = item
      longer.expires += 3 * 86_400_000
      try world.journal([.given(longer)], on: device, process)
      world.wakeSoon(device)
    }
  }

  /// What an app gives as it was changes nothing but that it is there still.
  private func giveAgain(
    _ request: ReindexRequest, _ device: FaultDevice, _ process: Device, forgetting: Bool
  ) throws {
    var items = asked(for: request, device)
    if forgetting, let forgotten = try unconfirmed(process, among: items).min() {
      device.forgotten.insert(forgotten)
      items.removeAll { $0.name == forgotten }
    }
    // What can be read again from here on is new to the ledger.
    let lost = items.filter {
      !$0.isReadable(upTo: .complete, keyring: device.keyring.number)
    }
    if !lost.isEmpty {
      items.removeAll(where: lost.contains)
      try world.journal(
        lost.map { AppAct.given($0).sealed(with: device.keyring.number) }, on: device, process)
    }
    let events = try items.flatMap { try AppEvent.events(of: .given($0)) }
    guard !events.isEmpty else { return }
    try process.record(events, at: world.localTime(of: device))
  }

  /// What the app has of what it is asked for and can give now, in the order of the names.
  private func asked(for request: ReindexRequest, _ device: FaultDevice) -> [AppItem] {
    let target = request.target
    return world.ledger.apps(on: device.place).items.filter { item in
      guard item.name.app.text == target.app, item.index.text == target.indexName,
        item.effectiveClass <= device.unlockedClass
      else { return false }
      switch request.scope {
      case .all, .resume: return true
      case .identifiers(let ids): return ids.contains(item.name.id.text)
      }
    }
  }

  private func unconfirmed(_ process: Device, among items: [AppItem]) throws -> Set<AppName> {
    var found: Set<AppName> = []
    try process.reindex.forEachUnconfirmedItem { found.insert(AppName(app: $0, id: $1)) }
    return found.intersection(items.map(\.name))
  }

  // MARK: What goes by itself

  /// Takes words that nothing needs any more out of the device's files, and pruned reports.
  func compact(_ device: FaultDevice) {
    world.tell(device.place, "compact")
    world.guarding(device) {
      let process = try world.opened(device)
      let sync = try process.sync(now: world.localTime(of: device))
      guard let shared = sync.shared else { return }
      let limits = CompactionLimits(sync.witness, epoch: shared.identity.epoch)
      let local = world.localTime(of: device)
      device.looksForExpiries(at: local)
      _ = try process.compact(limits, now: local)
      try noteGone(on: device, process)
      try world.noteCommitted(device)
    }
  }

  /// When a device notices that something has expired, or that its app did not give it again, is
  /// nobody's promise; that nothing else goes is. So the ledger looks whether what may be gone is.
  func noteGone(on device: FaultDevice, _ process: Device) throws {
    let model = world.ledger.apps(on: device.place)
    func mayHaveExpired(_ expires: Int64) -> Bool {
      guard expires != 0, let looked = device.lookedForExpiries else { return false }
      return expires <= looked.milliseconds
    }
    for item in model.items
    where mayHaveExpired(item.expires) || device.forgotten.contains(item.name) {
      if try process.queries.holdsItem(app: item.name.app.text, id: item.name.id.text) { continue }
      noteGone(.itemGone(item.name), on: device)
    }
    for activity in world.ledger.apps(on: device.place).activities
    where mayHaveExpired(activity.expires) {
      var recorded = JournalActivityRecorded()
      (recorded.app, recorded.id) = (activity.name.app.text, activity.name.id.text)
      guard try process.queries.lacks(recorded) else { continue }
      noteGone(.activityGone(activity.name), on: device)
    }
  }

  private func noteGone(_ act: AppAct, on device: FaultDevice) {
    world.tell(device.place, act.line)
    world.ledger.record([act], person: device.person, device: device.place, at: world.now)
  }
}

extension AppAct {
  /// What a step says, in one transaction; nothing: it is none of an app's.
  ///
  /// - Parameters:
  ///   - number: of the step, which names a client state.
  ///   - now: what expires does so that long after it, in whole seconds.
  static func acts(of step: FaultStep, number: Int, at now: Timestamp) -> [AppAct] {
    let app = ExactText(step.app ?? AppDice.apps[0])
    let name = AppName(app: app, id: ExactText(step.page ?? "i0"))
    let ids = step.ids?.map { ExactText($0) }
    switch step.kind {
    case .engage:
      let page = step.page ?? "p0"
      let title = step.isRenamed == true ? PageActs.laterTitle(of: page) : nil
      return PageActs.engagement(page, title: title)
    case .keep:
      let id = step.page ?? "k0"
      return [.given(PageActs.item(id, title: "page \(id) \(PrivateStaysPrivate.canary)"))]
    case .delete: return [PageActs.deletion(step.page ?? "p0")]
    case .give, .merge: return [item(step, name, expires: expiry(step, now))]
    case .batch:
      guard let ids, !ids.isEmpty else { return [] }
      return batch(step, ids, state: "state \(number)")
    case .record: return [.recorded(AppActivity(step, name, expires: expiry(step, now)))]
    case .open: return [.opened(name)]
    case .abandon:
      guard let ids, !ids.isEmpty else { return [] }
      return [.abandoned(app: app, ids: ids)]
    case .setSynonyms:
      let groups = ids.map { [[ExactText(AppDice.word)] + $0] } ?? []
      return [.setSynonyms(app: app, version: ExactText(step.name ?? ""), groups)]
    case .deleteMany: return [.deleted(app: app, ids: ids ?? [])]
    case .deleteDomains:
      return [.deletedDomains(app: app, domains: step.domains?.map { ExactText($0) } ?? [])]
    case .deleteAll: return [.deletedAll(app: app)]
    case .deleteActivities: return [.deletedActivities(app: app, ids: ids)]
    case .restart, .kill, .powerCut, .strike, .partition, .pause, .clockStep, .snapshot, .restore,
      .clone, .death, .witnessLost, .indexLost, .cloudKill, .cloudPowerCut, .cloudStrike,
      .cloudSnapshot, .cloudRestore, .storm, .busy, .drift, .killTwice, .cloudKillTwice, .compact,
      .reindex, .cloudBackup, .cloudBackupLost, .review, .ask, .stranger, .intruder, .bitRot,
      .cloudBitRot, .diskFills, .cloudDiskFills, .witnessSwapped, .cloudWitnessLost,
      .cloudWitnessSwapped, .secondProcess, .cloudSecondProcess, .writeLost, .writeMisdirected,
      .olderBuild, .keyringLost, .lock, .unlock, .takeDown, .retract, .revoke, .erase, .rotateKey,
      .createSnapshot, .restoreSnapshot, .seePublic, .openPublic:
      return []
    }
  }

  private static func expiry(_ step: FaultStep, _ now: Timestamp) -> Int64 {
    step.milliseconds.map { (now.milliseconds + $0) / 1_000 * 1_000 } ?? 0
  }

  private static func batch(_ step: FaultStep, _ ids: [ExactText], state: String) -> [AppAct] {
    let app = ExactText(step.app ?? AppDice.apps[0])
    let index = AppName(app: app, id: "main")
    let items = ids.map { id in
      let name = AppName(app: app, id: id)
      var item = AppItem(name: name, title: AppTexts.title(of: name, step), index: index.id)
      item.protection = step.protection
      return item
    }
    var deletions: [AppAct] = []
    if let ids = step.deletedIDs {
      deletions.append(.deleted(app: app, ids: ids.map { ExactText($0) }))
    }
    if let domains = step.domains {
      deletions.append(.deletedDomains(app: app, domains: domains.map { ExactText($0) }))
    }
    if step.deletesAll == true { deletions.append(.deletedAll(app: app)) }
    guard !deletions.isEmpty else { return [.batched(items, index: index, state: state)] }
    return items.map { .given($0) } + deletions + [.batched([], index: index, state: state)]
  }

  private static func item(_ step: FaultStep, _ name: AppName, expires: Int64) -> AppAct {
    let isGiven = step.kind == .give
    var item = AppItem(name: name, domain: ExactText(step.domain ?? ""), expires: expires)
    if isGiven || step.isRenamed != nil { item.title = AppTexts.title(of: name, step) }
    if isGiven || step.isRenamed == nil { item.note = AppTexts.note(of: name, isLater: !isGiven) }
    if !isGiven, step.isRenamed == true { item.clearNote() }
    item.protection = step.protection
    return isGiven ? .given(item) : .merged(item)
  }
}

extension AppActivity {
  fileprivate init(_ step: FaultStep, _ name: AppName, expires: Int64) {
    let eligibility = step.eligibility ?? .everybody
    let item = step.item ?? ""
    // What is to be public needs a name that others share.
    let needsAddress = eligibility == .everybody && item.isEmpty
    let address = step.address ?? (needsAddress ? name.id.text : nil)
    let title = "Letter \(address ?? item) of \(name.app)"
    self.init(
      name: name,
      title: ExactText(
        eligibility == .everybody
          ? title + (step.isRenamed == true ? ", as it is called now" : "")
          : "\(title) \(PrivateStaysPrivate.canary)"))
    self.address = address.map { ExactText("\(AppPage.site)\(name.app)/\($0)") }
    if step.isWeak == true { weakItem = ExactText(item) } else { boundItem = ExactText(item) }
    domain = ExactText(step.domain ?? "")
    if step.isLong == true { note = AppWords.longNote }
    if step.isShared == true { share(address ?? item) }
    (isSearchable, isPublic) = (eligibility != .none, eligibility == .everybody)
    self.expires = expires
  }
}

extension AppActivity {
  /// Says what its app shares of it with everybody, and has beside it what nobody may see.
  ///
  /// - Parameter place: what is the same on every device.
  private mutating func share(_ place: String) {
    let number = Double(place.utf8.reduce(0) { ($0 * 31 + Int($1)) % 97 })
    attributes.set("rating") { $0.number = number.truncatingRemainder(dividingBy: 11) / 2 }
    attributes.set("namedLocation") { $0.string = "House of \(place)" }
    attributes.set("startDate") { $0.dateMilliseconds = 1_767_261_600_000 + Int64(number) * 1_000 }
    attributes.set("phoneNumbers") { phones in
      phones.list.values = ["+1 555 01\(Int(number) + 10)", "tel:*21#"].map { text in
        var value = JournalValue()
        value.string = text
        return value
      }
    }
    attributes.set("recipientEmailAddresses") { list in
      var value = JournalValue()
      value.string = "\(PrivateStaysPrivate.canary)@example.com"
      list.list.values = [value]
    }
    shares = ["rating", "namedLocation", "startDate", "phoneNumbers", "userInfo"]
    requiredKeys = ["place"]
    userInfo["place"] = JournalValue(ofText: place)
    userInfo["reader"] = JournalValue(ofText: PrivateStaysPrivate.canary)
  }
}

extension JournalValue {
  fileprivate init(ofText text: String) {
    self.init()
    string = text
  }
}

/// What items say. Each has a word by which all are found, and one that must not leave the device.
private enum AppTexts {
  static func title(of name: AppName, _ step: FaultStep) -> ExactText {
    ExactText(
      "Letter \(name.id) \(PrivateStaysPrivate.canary)"
        + (name.app.text == VaultDice.app ? " \(PrivateStaysPrivate.sealedCanary)" : "")
        + (step.isRenamed == true ? ", as it is called now" : ""))
  }

  static func note(of name: AppName, isLater: Bool = false) -> ExactText {
    ExactText(
      "About letter \(name.id) \(PrivateStaysPrivate.canary)" + (isLater ? ", later" : ""))
  }
}
