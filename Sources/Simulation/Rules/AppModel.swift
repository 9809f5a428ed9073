package import JournalFormat

/// What a device holds of its apps after what was done on it, as docs/RULES.md reads it.
///
/// It shares no code with the product: it is what the product is compared with, in worlds of
/// faults, in a soak, and by the ledgers of runs and drills.
package struct DeviceModel: Hashable, Sendable {
  private(set) var apps: [ExactText: AppModel] = [:]
  /// Whether it can be asked for items and activities, and for what is found; else for what is
  /// public alone.
  let keepsContents: Bool

  package init() { self.init(keepsContents: true) }

  init(keepsContents: Bool) { self.keepsContents = keepsContents }

  init(_ acts: some Sequence<AppAct>) {
    self.init()
    for act in acts { _ = apply(act) }
  }

  package mutating func apply(_ act: AppAct) -> AppEffect {
    apps[act.app, default: AppModel(keepsContents: keepsContents)].apply(act)
  }

  /// - Parameter words: what of it would be public, in the copy that a ledger has of them.
  mutating func record(_ activity: AppActivity, as words: AppWords?) -> AppEffect {
    apps[activity.name.app, default: AppModel(keepsContents: keepsContents)]
      .record(activity, as: words)
  }

  /// Sorted by their names.
  package var items: [AppItem] {
    apps.values.flatMap(\.items.values).sorted { $0.name < $1.name }
  }

  /// What is in the index, sorted by their names.
  var activities: [AppActivity] {
    apps.values.flatMap(\.activities.values).sorted { $0.name < $1.name }
  }

  /// RULES, "Abandoned": of each item and activity of the index how it was seen, unless it was not.
  var abandoned: [AppName: [Bool: AppModel.Seen]] {
    var found: [AppName: [Bool: AppModel.Seen]] = [:]
    for (app, model) in apps {
      for (isActivity, all) in [(false, model.seenItems), (true, model.seenActivities)] {
        for (id, seen) in all { found[AppName(app: app, id: id), default: [:]][isActivity] = seen }
      }
    }
    return found
  }

  package func item(_ name: AppName) -> AppItem? { apps[name.app]?.items[name.id] }

  /// What is sealed with another keyring than that, sorted by their names.
  func unreadableItems(with keyring: Int) -> [AppItem] {
    items.filter { !$0.isReadable(upTo: .complete, keyring: keyring) }
  }

  /// Whether the device can say what it engaged with last of a page, and as which words.
  package func words(of page: AppPage) -> AppWords? { apps[page.app]?.words(of: page) }

  /// RULES, "Protection": the strictest class of the items that acts give. Where its key is locked
  /// away, none of the acts happens.
  func strictestClass(givenBy acts: [AppAct]) -> AppItem.Protection {
    var model = self
    var strictest = AppItem.Protection.unprotected
    for act in acts {
      var parts = [act]
      if case .batched(let items, _, _) = act { parts = items.map { .given($0) } }
      for part in parts {
        _ = model.apply(part)
        switch part {
        case .given(let item), .merged(let item):
          strictest = max(strictest, model.item(item.name)?.effectiveClass ?? .unprotected)
        case .batched, .recorded, .opened, .abandoned, .setSynonyms, .deleted, .deletedDomains,
          .deletedAll, .deletedActivities, .itemGone, .activityGone:
          break
        }
      }
    }
    return strictest
  }

  /// RULES, "What is found" and "Protection": what a search for a word of everything shows, with
  /// the titles. Of an activity that is bound to an item it is the item.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - strictest: the strictest class whose items are unlocked.
  ///   - keyring: that the device has.
  package func found(
    at now: Int64, upTo strictest: AppItem.Protection = .complete, keyring: Int = 0
  ) -> [AppName: Set<ExactText>] {
    func isThere(_ expires: Int64) -> Bool { expires == 0 || expires > now }
    var found: [AppName: Set<ExactText>] = [:]
    for item in items
    where isThere(item.expires) && item.isReadable(upTo: strictest, keyring: keyring) {
      found[item.name, default: []].insert(item.title ?? "")
    }
    // An activity that is bound is there only with its item, which was looked at above.
    for activity in activities where activity.boundItem.isEmpty && isThere(activity.expires) {
      found[activity.name, default: []].insert(activity.title)
    }
    return found
  }
}

/// What an act means for what is counted.
package struct AppEffect {
  /// What somebody engaged with in public.
  package struct Opened: Hashable, Sendable {
    package let words: AppWords
    /// The activity that it was engaged with under, and the item that this belongs to.
    package let activity: ExactText
    package let item: ExactText

    package var page: AppPage { words.page }
  }

  package fileprivate(set) var opened: Opened?
  /// Pages that the device takes back, if its person endorses them; sorted by their names.
  package fileprivate(set) var takenBack: [AppPage] = []
}

/// What a device holds of one app. Each method names its rule in docs/RULES.md.
struct AppModel: Hashable, Sendable {
  /// An activity that may become public, as it was recorded last.
  struct Candidate: Hashable, Sendable {
    let words: AppWords
    /// The item that it is bound to, and the one that it belongs to in whichever way; empty for
    /// none.
    let boundItem: ExactText
    let item: ExactText
    let domain: ExactText
  }

  /// What somebody engaged with, and did not take back.
  struct Endorsement: Hashable, Sendable {
    /// The activity that it was engaged with under.
    let activity: ExactText
    let words: AppWords
  }

  /// How something was seen in lists of which nothing was opened.
  struct Seen: Hashable, Sendable {
    fileprivate(set) var lists = 0
    /// How often it was looked at, in thousandths.
    fileprivate(set) var looks = 0

    fileprivate mutating func add(place: Int) {
      lists += 1
      looks += 1_000 / (place + 1)
    }
  }

  /// What stands for what.
  struct Synonyms: Hashable, Sendable {
    let version: ExactText
    let groups: [[ExactText]]
  }

  fileprivate(set) var keepsContents = true
  /// What the index has.
  private(set) var items: [ExactText: AppItem] = [:]
  private(set) var activities: [ExactText: AppActivity] = [:]
  /// The last state of each named index.
  private(set) var states: [ExactText: String] = [:]
  /// The last table; nil: there is none.
  private(set) var synonyms: Synonyms?
  /// Of what the index has: it is forgotten with it.
  private(set) var seenItems: [ExactText: Seen] = [:]
  private(set) var seenActivities: [ExactText: Seen] = [:]
  private(set) var candidates: [ExactText: Candidate] = [:]
  /// The last one comes last.
  private(set) var endorsed: [AppPage: [Endorsement]] = [:]

  mutating func apply(_ act: AppAct) -> AppEffect {
    defer { forgetSeen() }
    switch act {
    case .given(let item): give(item)
    case .merged(let item): merge(item)
    case .batched(let given, let index, let state):
      for item in given { give(item) }
      states[index.id] = state
    case .recorded(let activity): return record(activity, as: activity.words)
    case .opened(let name): return open(name.id)
    case .abandoned(_, let ids): abandon(ids)
    case .deleted(_, let ids):
      let ids = Set(ids)
      return delete { id, _ in ids.contains(id) }
    case .deletedDomains(_, let domains):
      return delete { _, domain in domains.contains { Self.contains($0, domain) } }
    // RULES, "Synonyms": one table an app.
    case .setSynonyms(_, let version, let groups):
      synonyms = groups.isEmpty ? nil : Synonyms(version: version, groups: groups)
    case .deletedAll:
      states = [:]
      synonyms = nil
      return delete { _, _ in true }
    case .deletedActivities(_, let ids): return deleteActivities(ids.map { Set($0) })
    case .itemGone(let name): lose(item: name.id)
    case .activityGone(let name): activities[name.id] = nil
    }
    return AppEffect()
  }

  // MARK: Items

  /// RULES, "Items" and "Protection": all is replaced; who says no class keeps the class.
  private mutating func give(_ item: AppItem) {
    let id = item.name.id
    var given = item
    given.attributes = item.attributes.filter {
      keepsContents && !item.attributes.takesAway($0.key)
    }
    given.protection = item.protection ?? items[id]?.protection
    items[id] = given
  }

  /// RULES, "Items" and "Protection": what an update does not say stays; the stricter class holds;
  /// without an item it makes one.
  private mutating func merge(_ update: AppItem) {
    guard let before = items[update.name.id] else { return give(update) }
    var item = update
    if update.domain.isEmpty { item.domain = before.domain }
    item.attributes = before.attributes.merging(update.attributes) { $1 }
    if update.expires == 0 { item.expires = before.expires }
    item.protection = [before.protection, update.protection].compactMap { $0 }.max()
    give(item)
  }

  /// RULES, "What goes by itself": an item takes what is bound to it along, and nobody takes
  /// anything back.
  private mutating func lose(item id: ExactText) {
    items[id] = nil
    activities = activities.filter { $0.value.boundItem != id }
  }

  // MARK: Activities

  /// RULES, "Activities".
  ///
  /// - Parameter words: what of it would be public.
  mutating func record(_ activity: AppActivity, as words: AppWords?) -> AppEffect {
    defer { forgetSeen() }
    let id = activity.name.id
    let isThere = activity.boundItem.isEmpty || items[activity.boundItem] != nil
    activities[id] = keepsContents && activity.isSearchable && isThere ? activity : nil
    guard let words else {
      // RULES, "Switched off".
      return candidates[id] == nil ? AppEffect() : takeBack([id])
    }
    candidates[id] = Candidate(
      words: words, boundItem: activity.boundItem, item: activity.item, domain: activity.domain)
    return AppEffect()
  }

  /// RULES, "Opened": the activity of that name, else the first that is bound to the item of it.
  private mutating func open(_ id: ExactText) -> AppEffect {
    var found = candidates[id] == nil ? nil : id
    if found == nil, !id.isEmpty {
      found = candidates.filter { $0.value.boundItem == id }.keys.min()
    }
    guard let found, let candidate = candidates[found] else { return AppEffect() }
    let endorsement = Endorsement(activity: found, words: candidate.words)
    endorsed[candidate.words.page, default: []].removeAll { $0 == endorsement }
    endorsed[candidate.words.page, default: []].append(endorsement)
    var effect = AppEffect()
    effect.opened = .init(words: candidate.words, activity: found, item: candidate.item)
    return effect
  }

  /// RULES, "Abandoned": nothing but how often it was looked at. An activity that is bound to an
  /// item is seen as the item.
  private mutating func abandon(_ ids: [ExactText]) {
    var known: Set<ExactText> = []
    for (place, id) in ids.filter({ known.insert($0).inserted }).enumerated() {
      if items[id] != nil { seenItems[id, default: Seen()].add(place: place) }
      for (name, activity) in activities
      where name == id || (!id.isEmpty && activity.boundItem == id) {
        seenActivities[name, default: Seen()].add(place: place)
      }
    }
  }

  private mutating func forgetSeen() {
    if !seenItems.isEmpty { seenItems = seenItems.filter { items[$0.key] != nil } }
    guard !seenActivities.isEmpty else { return }
    seenActivities = seenActivities.filter { activities[$0.key] != nil }
  }

  // MARK: Deletions

  /// RULES, "Domains": "a.b" contains "a.b" and "a.b.c", not "a.bc"; an empty one contains nothing,
  /// and what has none is in none.
  static func contains(_ domain: ExactText, _ other: ExactText) -> Bool {
    guard !domain.isEmpty else { return false }
    return other == domain || other.text.utf8.starts(with: (domain.text + ".").utf8)
  }

  /// RULES, "Deletions of items".
  ///
  /// - Parameter isMeant: whether something of that name and domain is deleted itself.
  private mutating func delete(
    _ isMeant: (ExactText, _ domain: ExactText) -> Bool
  ) -> AppEffect {
    /// Whether the item of that name is meant, which need not be there.
    func isItemMeant(_ id: ExactText) -> Bool {
      !id.isEmpty && isMeant(id, items[id]?.domain ?? "")
    }
    let kept = activities.filter { id, activity in
      !isMeant(id, activity.domain) && !isItemMeant(activity.boundItem)
    }
    let gone = candidates.filter { id, candidate in
      isMeant(id, candidate.domain) || isItemMeant(candidate.boundItem)
    }
    activities = kept
    items = items.filter { !isMeant($0.key, $0.value.domain) }
    return takeBack(Set(gone.keys))
  }

  /// RULES, "Deletions of activities": items stay, and what is bound to an item of that name.
  ///
  /// - Parameter ids: nil: all.
  private mutating func deleteActivities(_ ids: Set<ExactText>?) -> AppEffect {
    func isMeant(_ id: ExactText) -> Bool { ids?.contains(id) ?? true }
    activities = activities.filter { !isMeant($0.key) }
    return takeBack(Set(candidates.keys.filter(isMeant)))
  }

  /// RULES, "Taking back": all pages that were engaged with under the activity, and the page that
  /// it has now, whatever it was engaged with under.
  private mutating func takeBack(_ ids: Set<ExactText>) -> AppEffect {
    guard !ids.isEmpty else { return AppEffect() }
    var pages = Set(ids.compactMap { candidates[$0]?.words.page })
    for (page, endorsements) in endorsed
    where endorsements.contains(where: { ids.contains($0.activity) }) {
      pages.insert(page)
    }
    for id in ids { candidates[id] = nil }
    for page in pages { endorsed[page] = nil }
    var effect = AppEffect()
    effect.takenBack = pages.sorted { $0.name < $1.name }
    return effect
  }

  // MARK: What it can say

  func words(of page: AppPage) -> AppWords? {
    guard let last = endorsed[page]?.last, candidates[last.activity]?.words == last.words
    else { return nil }
    return last.words
  }
}
