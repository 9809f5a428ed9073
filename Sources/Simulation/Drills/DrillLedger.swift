package import JournalFormat

/// What really happened in a drill, kept outside of the system: every fact, who holds it, and what
/// became of it. It knows nothing of epochs, origins or journals.
///
/// A person is anyone who uses a device and all its restores and copies: what the cloud calls a
/// lineage.
package struct DrillLedger {
  package struct Fact {
    package typealias Kind = DrillReport.Gone.Event

    let person: Int
    /// Where it was made.
    let device: Int
    let page: String
    /// What was read there.
    let title: String
    let kind: Kind
    /// Whose page or item it is.
    let app: String
    let time: Timestamp
    /// Facts that stood on the device, or that the device was told of, when it was made.
    let known: FactSet
    /// What was done. Of facts that were made at once the first has it.
    let acts: [AppAct]
  }

  private(set) var facts: [Fact] = []
  /// By device: the facts of its private journal, by their places.
  private(set) var held: [Int: FactSet] = [:]
  /// By device: what those facts mean for its apps.
  private var models: [Int: DeviceModel] = [:]
  /// By device: withdrawals of its person that an answer of the cloud told it of.
  private var told: [Int: FactSet] = [:]
  /// What the cloud has, as far as a device was ever told.
  private(set) var inCloud: FactSet = []
  /// What left a device without an answer: the cloud may have it.
  private(set) var perhapsInCloud: FactSet = []
  private(set) var acknowledged: FactSet = []
  /// What the cloud was told of in a later epoch than that in which it was made.
  private(set) var carried: FactSet = []
  /// Withdrawals that the cloud forgot and its witness remembered.
  private var recalled: FactSet = []
  /// What devices held when they began an epoch.
  private var madeBefore: FactSet = []
  private var deletionsOfPerson: [Int: FactSet] = [:]
  private var factsOfPerson: [Int: FactSet] = [:]
  /// What the cloud's operator decided.
  var operators = OperatorLedger()
  /// By page: all that ever happened, whatever became of it.
  private(set) var everything: [String: Tally] = [:]
  /// All that facts are about.
  package private(set) var pages: Set<String> = []
  /// When nobody had it any more, of what is gone.
  private(set) var goneSince: [Int: Timestamp] = [:]
  private(set) var cameBack = DrillReport.Origins()

  package init() {}

  struct Tally {
    var events = 0
    var people: Set<Int> = []
  }

  // MARK: Keeping

  /// What apps and a person did at once. It is there completely or not at all.
  ///
  /// - Returns: pages that the person engaged with.
  @discardableResult
  package mutating func record(
    _ acts: [AppAct], person: Int, device: Int, at time: Timestamp
  ) -> [String] {
    var made: [(kind: Fact.Kind, page: String, title: String)] = []
    for act in acts {
      let effect = models[device, default: DeviceModel()].apply(act)
      if let words = effect.opened?.words { made.append((.engaged, words.page.name, words.key)) }
      // What a person never engaged with, on whichever device, nobody can take back.
      for page in effect.takenBack where everything[page.name]?.people.contains(person) == true {
        made.append((.deleted, page.name, ""))
      }
    }
    if made.isEmpty { made = [(.kept, acts.first?.names?.first?.id.text ?? "everything", "")] }
    for (place, (kind, page, title)) in made.enumerated() {
      append(
        Fact(
          person: person, device: device, page: page, title: title, kind: kind,
          app: acts.first?.app.text ?? "", time: time,
          known: held[device, default: []].union(told[device] ?? []), acts: place == 0 ? acts : []))
    }
    return made.filter { $0.kind == .engaged }.map(\.page)
  }

  /// What a client without apps reported.
  mutating func record(
    _ kind: Fact.Kind, page: String, title: String?, client: Int, at time: Timestamp
  ) {
    append(
      Fact(
        person: client, device: client, page: page, title: title ?? "", kind: kind, app: "",
        time: time, known: held[client, default: []].union(told[client] ?? []), acts: []))
  }

  private mutating func append(_ fact: Fact) {
    facts.append(fact)
    held[fact.device, default: []].insert(facts.count - 1)
    factsOfPerson[fact.person, default: []].insert(facts.count - 1)
    pages.insert(fact.page)
    switch fact.kind {
    case .engaged:
      everything[fact.page, default: Tally()].events += 1
      everything[fact.page, default: Tally()].people.insert(fact.person)
    case .deleted: deletionsOfPerson[fact.person, default: []].insert(facts.count - 1)
    case .kept: break
    }
  }

  /// What a device holds of its apps.
  func apps(on device: Int) -> DeviceModel { models[device] ?? DeviceModel() }

  private func model(of held: FactSet) -> DeviceModel {
    DeviceModel(held.lazy.flatMap { facts[$0].acts })
  }

  /// The device has a receipt for all that it holds.
  ///
  /// - Parameter wasTold: whether it began a new epoch, and so heard of its person's withdrawals.
  package mutating func acknowledged(by device: Int, person: Int, wasTold: Bool) {
    if wasTold {
      told[device, default: []].formUnion(
        (deletionsOfPerson[person] ?? []).intersection(inCloud))
    }
    // What it was told of it says again.
    let here = (held[device] ?? []).union(told[device] ?? [])
    cameBack.devices += here.intersection(acknowledged).subtracting(inCloud).count
    inCloud.formUnion(here)
    acknowledged.formUnion(here)
    perhapsInCloud.subtract(here)
  }

  /// Reports of the device left, and nobody knows what came of them.
  ///
  /// - Parameter isReported: whether reports of such a fact may have been among them. What is
  ///   kept on the device never is.
  package mutating func left(_ device: Int, _ isReported: (Fact) -> Bool = { _ in true }) {
    perhapsInCloud.formUnion(
      (held[device] ?? []).subtracting(inCloud).filter {
        facts[$0].kind != .kept && isReported(facts[$0])
      })
  }

  /// A request arrived that was made when its device held these.
  mutating func mayHave(_ facts: FactSet) {
    perhapsInCloud.formUnion(
      facts.subtracting(inCloud).filter { self.facts[$0].kind != .kept })
  }

  /// The device continues in a new epoch. What it says there again was made before it, and does not
  /// count after a withdrawal: who engaged again in between may count or not.
  mutating func beganEpoch(_ device: Int) {
    let here = held[device] ?? []
    madeBefore.formUnion(here)
    operators.reportsAgain(here, factCount: facts.count)
    carried.formUnion(here.subtracting(inCloud))
  }

  /// The operator retracts all that the cloud has of a person. What is reported later counts.
  mutating func retracted(_ person: Int) {
    let own = factsOfPerson[person] ?? []
    operators.retracted(
      own.intersection(inCloud.union(perhapsInCloud)),
      gone: own.intersection(inCloud).subtracting(madeBefore), of: person,
      factCount: facts.count)
  }

  mutating func gaveAgain(_ count: Int) { cameBack.apps += count }

  package mutating func died(_ device: Int, at time: Timestamp) {
    held[device] = nil
    models[device] = nil
    told[device] = nil
    noteDisaster(at: time)
  }

  package mutating func restored(_ device: Int, to facts: FactSet, at time: Timestamp) {
    held[device] = facts
    models[device] = model(of: facts)
    told[device] = nil
    cameBack.snapshot += facts.count
    noteDisaster(at: time)
  }

  /// What is nowhere any more.
  var gone: FactSet {
    FactSet(facts.indices).subtracting(expected).subtracting(perhapsInCloud)
  }

  /// What a snapshot holds is gone too, until it is restored.
  private mutating func noteDisaster(at time: Timestamp) {
    let gone = gone
    goneSince = goneSince.filter { gone.contains($0.key) }
    for place in gone where goneSince[place] == nil { goneSince[place] = time }
  }

  /// A compaction took the words of a page that was deleted, and its reports: whatever the cloud
  /// loses of them, the device cannot say again.
  mutating func letGo(of page: String, on device: Int) {
    held[device] = held[device]?.filter { facts[$0].page != page }
    models[device] = held[device].map(model)
  }

  package mutating func copied(_ device: Int, to copy: Int) {
    held[copy] = held[device]
    models[copy] = models[device]
    told[copy] = told[device]
  }

  /// What the cloud has, and what it may have.
  package struct CloudMark: Sendable {
    fileprivate var facts: FactSet = []
    fileprivate var perhaps: FactSet = []

    /// Of a cloud that has lost everything.
    package static let nothing = CloudMark()
  }

  package var cloudMark: CloudMark { CloudMark(facts: inCloud, perhaps: perhapsInCloud) }

  /// - Parameter keepsWithdrawals: whether the cloud's witness speaks for what it took back.
  package mutating func cloudWentBack(
    to mark: CloudMark, keepsWithdrawals: Bool, at time: Timestamp
  ) {
    func withdrawals(of places: FactSet) -> FactSet {
      keepsWithdrawals ? places.filter { facts[$0].kind == .deleted } : []
    }
    // What it forgets and its device made in an earlier epoch is said again in this one.
    carried.formUnion(inCloud.subtracting(mark.facts).intersection(madeBefore))
    recalled.formUnion(withdrawals(of: inCloud).subtracting(mark.facts))
    inCloud = mark.facts.union(withdrawals(of: inCloud))
    perhapsInCloud = mark.perhaps.union(withdrawals(of: perhapsInCloud)).subtracting(inCloud)
    operators.cloudWentBack(knowing: Set(mark.facts.map { facts[$0].person }))
    cameBack.cloud += mark.facts.count
    noteDisaster(at: time)
  }

  /// The cloud's witness is another one. What it alone brought back and no device knows of, the
  /// cloud may not hear of again.
  mutating func cloudWitnessForgot() {
    let known = told.values.reduce(into: held.values.reduce(into: FactSet()) { $0.formUnion($1) }) {
      $0.formUnion($1)
    }
    let alone = recalled.subtracting(known)
    perhapsInCloud.formUnion(inCloud.intersection(alone))
    inCloud.subtract(alone)
  }

  // MARK: What has to be

  /// The cloud has them, or a device that is alive has them or was told of them: they count.
  var expected: FactSet {
    told.values.reduce(into: held.values.reduce(into: inCloud) { $0.formUnion($1) }) {
      $0.formUnion($1)
    }
  }

  /// What a device holds, as in a snapshot of it.
  package func mark(of device: Int) -> FactSet { held[device] ?? [] }

  /// Whether the person has ever taken something back.
  package func hasDeleted(_ person: Int) -> Bool { deletionsOfPerson[person] != nil }

  /// What is to be found on a device that holds these.
  package func items(in held: FactSet) -> Set<String> {
    Set(model(of: held).found(at: 0).keys.map(\.id.text))
  }

  /// What the cloud may count of a page, at least and at most.
  struct Bounds {
    var events = 0...0
    var people = 0...0
    /// Who ever engaged with it, taken back or not.
    var everyone = 0
    /// Whether the cloud may know of it at all.
    var isReported = false
    /// Who engaged with it under each of its titles.
    fileprivate var readers: [String: Set<Int>] = [:]

    /// Of a page that nobody can have reported.
    static let nothing = Bounds()

    func people(title: String) -> Int { readers[title]?.count ?? 0 }
    /// Titles under which anybody engaged with it.
    var titleCount: Int { readers.count }
    /// The most people who ever engaged with it under one title.
    var peopleOfOneTitle: Int { readers.values.map(\.count).max() ?? 0 }
  }

  /// - Parameter isIncluded: whether a fact is looked at.
  func bounds(of isIncluded: (Fact) -> Bool = { _ in true }) -> [String: Bounds] {
    let expected = expected
    let possible = expected.union(perhapsInCloud).filter { isIncluded(facts[$0]) }
    let decided = consequences
    let certain = expected.subtracting(decided.excused)
    var bounds: [String: Bounds] = [:]
    for (page, places) in Dictionary(grouping: possible, by: { facts[$0].page }) {
      bounds[page] = self.bounds(of: page, places, certain, decided)
    }
    return bounds
  }

  /// Whether a person endorses words of a page for sure. Docs/RULES.md, "The cloud": of nobody else
  /// they are asked, and from nobody else they are taken.
  func endorses(_ words: AppWords, person: Int) -> Bool {
    let expected = expected
    let places = expected.union(perhapsInCloud).intersection(factsOfPerson[person] ?? []).filter {
      facts[$0].page == words.page.name
        && (facts[$0].kind == .deleted || facts[$0].title == words.key)
    }
    let decided = consequences
    return endorses(Array(places), expected.subtracting(decided.excused), decided).surely
  }

  private var consequences: OperatorLedger.Consequences {
    operators.consequences(
      { factsOfPerson[$0] ?? [] }, inCloud: inCloud, perhaps: perhapsInCloud)
  }

  private func bounds(
    of page: String, _ places: [Int], _ certain: FactSet,
    _ decided: OperatorLedger.Consequences
  ) -> Bounds {
    let everyEngagement = places.filter { facts[$0].kind == .engaged }
    let engaged = everyEngagement.filter { !decided.gone.contains($0) }
    let people = Dictionary(grouping: places) { facts[$0].person }
    let endorsing = people.values.map { endorses($0, certain, decided) }
    return Bounds(
      events: engaged.count(where: certain.contains)...engaged.count,
      people: endorsing.count { $0.surely }...endorsing.count { $0.perhaps },
      everyone: Set(engaged.map { facts[$0].person }).count,
      // What nobody ever engaged with in public is not withdrawn there either.
      isReported: !everyEngagement.isEmpty
        || everything[page] != nil && places.contains { facts[$0].kind == .deleted },
      readers: Dictionary(grouping: engaged) { facts[$0].title }
        .mapValues { Set($0.map { facts[$0].person }) })
  }

  /// Whether a person has to count for a page, and whether it may.
  ///
  /// Who took something back that was known where it was taken back does not count, whatever copy
  /// still holds it. Who engaged knowing of everything that was taken back counts. Between two
  /// copies that do not know of each other the protocol decides, and where a withdrawal has lost
  /// its place.
  ///
  /// - Parameter places: of what one person did with the page.
  private func endorses(
    _ places: [Int], _ certain: FactSet, _ decided: OperatorLedger.Consequences
  ) -> (surely: Bool, perhaps: Bool) {
    let engaged = places.filter { facts[$0].kind == .engaged && !decided.gone.contains($0) }
    let deleted = places.filter { facts[$0].kind == .deleted }
    // Nobody is left to say where the withdrawal stands, and it may have been the last word.
    let isHidden = deleted.contains { place in
      recalled.contains(place) && !held.values.contains { $0.contains(place) }
    }
    func isNewer(_ place: Int, than withdrawal: Int) -> Bool {
      facts[place].known.contains(withdrawal)
        && !decided.hasLostItsPlace(withdrawal, before: place, of: facts[place].person)
    }
    let surely =
      !isHidden
      && engaged.contains { place in
        certain.contains(place) && deleted.allSatisfy { isNewer(place, than: $0) }
          && (deleted.isEmpty || !carried.contains(place))
      }
    let perhaps = engaged.contains { place in
      !deleted.contains { certain.contains($0) && facts[$0].known.contains(place) }
    }
    return (surely, perhaps)
  }
}

extension DrillLedger {
  /// What is nowhere any more: how many, how many of them the cloud had acknowledged, how long
  /// before the disaster the oldest was made, and for whom each is lost.
  var loss: DrillReport.Loss {
    let gone = gone
    let spans = gone.map { place in
      let time = facts[place].time
      return Double((goneSince[place] ?? time).milliseconds - time.milliseconds) / 1_000
    }
    let proven = gone.intersection(acknowledged).count
    return DrillReport.Loss(
      events: gone.count, seconds: spans.max() ?? 0, acknowledged: proven,
      unacknowledged: gone.count - proven, gone: rows(of: gone))
  }

  private func rows(of gone: FactSet) -> [DrillReport.Gone] {
    var rows: [DrillReport.Gone: Int] = [:]
    for place in gone {
      let fact = facts[place]
      let row = DrillReport.Gone(
        device: fact.device, app: fact.app, event: fact.kind, page: fact.page, count: 0,
        isAcknowledged: acknowledged.contains(place))
      rows[row, default: 0] += 1
    }
    return rows.map { row, count in
      var row = row
      row.count = count
      return row
    }.sorted { $0.order < $1.order }
  }
}

extension DrillReport.Gone {
  fileprivate var order: (Int, String, String, Int) {
    (device, page, event.rawValue, isAcknowledged ? 1 : 0)
  }
}
