#if Server
  import Foundation
  import JournalFormat
  import Simulation

  /// Draws what apps and people say, odd texts among it.
  struct SoakDice {
    private var dice: Dice
    /// Apart, so that a seed still draws the same other acts.
    private var searches: Dice
    /// Numbers of items that are given once, since they expire.
    private var expiringCount = 0

    /// In every title or description, so that a search for it finds all there is.
    static let everywhere = "probe"
    /// In every item, and in nothing that may leave a device.
    static let secret = "onlyhere"
    static let apps = [ProcessActs.app, "org.example.läden"]

    private static let samples: [String] = [
      "", "buy milk", "日本語の見出し", "مرحبا بالعالم", "שלום עולם", "हिन्दी शीर्षक",
      "ภาษาไทยไม่มีช่องว่าง", "👩‍👩‍👧‍👦🏳️‍🌈", "e\u{301}t\u{301}", "\u{202E}rtl\u{202C}",
      "a\u{200B}b\u{FEFF}c",
      "𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
      "tab\tline\nend\r\n", "\"quotes\" \\ 'and' <tags> & %s $(x)", "ﷺ ﬁ ǅ ß İ ı",
      "\u{1}\u{7F}\u{85}",
      "1.000,5 € — 50 %", "ᄒ\u{1161}\u{11AB}", "-- --help; DROP TABLE",
    ]
    private static let ids: [ExactText] =
      ["common", "é", "e\u{301}", "a/b\\c", "with \"quotes\" and\ttab", "👩‍👧", "عربي"]
      + [ExactText(String(repeating: "long-", count: 60))]
      + (1...6).map { ExactText("i\($0)") }
    private static let domains: [ExactText] = [
      "", "", "a", "a.b", "a.b.c", "a.bc", "é", "e\u{301}.b",
    ]
    private static let pageNames = ["common"] + (1...7).map { "p\($0)" }

    init(seed: UInt64) {
      dice = .seeded(seed)
      searches = .seeded(seed ^ 0x5EA_2C4)
    }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &dice) }
    mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }
    mutating func pick<Element>(_ choices: some Collection<Element>) -> Element {
      choices[choices.index(choices.startIndex, offsetBy: number(0..<choices.count))]
    }
    mutating func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) }
    }

    /// A choice by weight.
    mutating func pick<Choice>(_ weights: [(Choice, weight: Int)]) -> Choice {
      var rest = number(0..<weights.reduce(0) { $0 + $1.weight })
      for (choice, weight) in weights {
        if rest < weight { return choice }
        rest -= weight
      }
      return weights[0].0
    }

    // MARK: Acts

    /// What is done next on a device.
    ///
    /// - Parameter now: milliseconds since 1970, by the machine's clock.
    mutating func acts(at now: Int64) -> [AppAct] { drawnActs(at: now) + abandonedSearch() }

    /// A person sees results and opens none.
    private mutating func abandonedSearch() -> [AppAct] {
      guard Int.random(in: 0..<8, using: &searches) == 0,
        let app = Self.apps.randomElement(using: &searches)
      else { return [] }
      let ids = (0..<Int.random(in: 1..<6, using: &searches)).compactMap { _ in
        Self.ids.randomElement(using: &searches)
      }
      return [.abandoned(app: app, ids: ids)]
    }

    private mutating func drawnActs(at now: Int64) -> [AppAct] {
      let app = pick(Self.apps)
      switch number(0..<100) {
      case 0..<20: return [.given(item(app, at: now))]
      case 20..<32: return [.merged(update(app))]
      case 32..<52: return [.recorded(activity(app, at: now))]
      case 52..<62: return [.opened(AppName(app: app, id: pick(Self.ids)))]
      case 62..<84: return find(app, at: now)
      case 84..<90:
        return [.deleted(app: app, ids: (0..<number(1..<4)).map { _ in pick(Self.ids) })]
      case 90..<95: return [.deletedDomains(app: app, domains: [pick(Self.domains.dropFirst(2))])]
      case 95..<96: return [.deletedAll(app: app)]
      case 96..<98: return [.recorded(switchedOff(app, at: now))]
      default: return (0..<40).flatMap { _ in find(app, at: now) }
      }
    }

    /// A person finds a page and opens it.
    private mutating func find(_ app: ExactText, at now: Int64) -> [AppAct] {
      var found = activity(app, at: now)
      found.isSearchable = true
      found.isPublic = found.address != nil || !found.item.isEmpty
      return [.recorded(found), .opened(found.name)]
    }

    private mutating func item(_ app: ExactText, at now: Int64) -> AppItem {
      var item = AppItem(name: AppName(app: app, id: pick(Self.ids)))
      if chance(12) {
        // What goes by itself is not given again: whether it is there still depends on who looks.
        expiringCount += 1
        item = AppItem(name: AppName(app: app, id: ExactText("short-lived \(expiringCount)")))
        item.expires = expiry(now)
      } else if chance(10) {
        item.expires = now / 1_000 * 1_000 + 30 * 365 * 86_400_000
      }
      item.domain = pick(Self.domains)
      item.title = title()
      item.note = chance(50) ? note() : nil
      if chance(10) { item.protection = chance(50) ? .complete : .untilFirstUnlock }
      return item
    }

    private mutating func update(_ app: ExactText) -> AppItem {
      var item = AppItem(name: AppName(app: app, id: pick(Self.ids)))
      item.domain = pick(Self.domains)
      if chance(30) {
        item.title = title()
        item.clearNote()
        return item
      }
      if chance(50) { item.title = title() }
      if item.title == nil || chance(30) { item.note = note() }
      if chance(5) { item.protection = .complete }
      return item
    }

    /// In one to three seconds.
    private mutating func expiry(_ now: Int64) -> Int64 {
      (now / 1_000 + Int64(number(1..<4))) * 1_000
    }

    private mutating func activity(_ app: ExactText, at now: Int64) -> AppActivity {
      let address = chance(80) ? address() : nil
      let item = chance(40) ? pick(Self.ids) : ""
      // A name has always the same words, of which there are two versions.
      let name = (address ?? item).text
      let version = chance(80) ? 0 : 1
      let place =
        address == nil
        ? Self.ids.firstIndex(of: item) : Self.pageNames.firstIndex { name.hasSuffix("/\($0)") }
      let sample = Self.samples[((place ?? 0) * 2 + version) % Self.samples.count]
      let isLong = version == 1 && (place ?? 0).isMultiple(of: 3)
      let isNamedLikeIt = !name.isEmpty && chance(60)
      var activity = AppActivity(
        name: AppName(app: app, id: isNamedLikeIt ? ExactText(name) : pick(Self.ids)),
        type: ProcessActs.activityType,
        title: ExactText(
          "\(Self.everywhere) of \(name.prefix(40)), version \(version) \(sample)"))
      activity.note = ExactText(isLong ? String(repeating: "story ", count: 5_000) : sample)
      activity.address = address
      if chance(40) { activity.weakItem = item } else { activity.boundItem = item }
      activity.domain = pick(Self.domains)
      activity.isSearchable = !chance(10)
      // What others could not find by any name is refused.
      activity.isPublic = !name.isEmpty && !chance(20)
      if chance(5) { activity.expires = expiry(now) }
      return activity
    }

    private mutating func switchedOff(_ app: ExactText, at now: Int64) -> AppActivity {
      var activity = activity(app, at: now)
      activity.isPublic = false
      return activity
    }

    private mutating func address() -> ExactText { ProcessActs.address(pick(Self.pageNames)) }

    private mutating func title() -> ExactText {
      ExactText("\(Self.everywhere) \(Self.secret) \(pick(Self.samples)) \(number(0..<1_000))")
    }

    private mutating func note() -> ExactText {
      let sample = pick(Self.samples) + " word\(number(0..<50)) "
      let body = String(repeating: sample, count: chance(8) ? number(100..<4_000) : 1)
      return ExactText("\(Self.secret) \(Self.everywhere) \(body)")
    }
  }

  extension AppAct {
    /// Whether it can be recorded only while the device is unlocked.
    func isProtected(in model: DeviceModel) -> Bool {
      let item: AppItem
      switch self {
      case .given(let one), .merged(let one): item = one
      case .batched, .recorded, .opened, .abandoned, .setSynonyms, .deleted, .deletedDomains,
        .deletedAll, .deletedActivities, .itemGone, .activityGone:
        return false
      }
      return [item.protection, model.item(item.name)?.protection].contains {
        ($0 ?? .unprotected) != .unprotected
      }
    }
  }
#endif
