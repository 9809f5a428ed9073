/// What a device holds of its apps after what was done on it, as docs/RULES.md reads it. Each
/// method names its rule there.
///
/// It shares no code with the product: it is what the product is compared with.
struct AppModel: Hashable, Sendable {
  /// An activity that may become public, as it was recorded last.
  struct Candidate: Hashable, Sendable {
    let page: AppPage
    let words: AppWords
    /// The item that it is bound to; empty for none.
    let item: String
    let domain: String
  }

  /// What somebody engaged with, and did not take back.
  struct Endorsement: Hashable, Sendable {
    /// The activity that it was engaged with under.
    let activity: AppName
    let words: AppWords
  }

  /// What an act means for what is counted.
  struct Effect: Hashable, Sendable {
    /// The page that it was engaged with, and the words.
    var engaged: (page: AppPage, words: AppWords)? {
      guard let page, let words else { return nil }
      return (page, words)
    }
    /// Pages that the device takes back, if its person endorses them.
    var withdrawn: [AppPage] = []

    private var page: AppPage?
    private var words: AppWords?

    init() {}

    init(engaged candidate: Candidate) { (page, words) = (candidate.page, candidate.words) }
  }

  /// What the index has.
  private(set) var items: [AppName: AppItem] = [:]
  private(set) var activities: [AppName: AppActivity] = [:]
  /// The last state of each named index of an app.
  private(set) var states: [AppName: String] = [:]
  private(set) var candidates: [AppName: Candidate] = [:]
  /// The last one comes last.
  private(set) var endorsed: [AppPage: [Endorsement]] = [:]

  init() {}

  init(_ acts: some Sequence<AppAct>) { for act in acts { _ = apply(act) } }

  mutating func apply(_ act: AppAct) -> Effect {
    switch act {
    case .given(let item): give(item)
    case .merged(let item): merge(item)
    case .batched(let given, let index, let state):
      for item in given { give(item) }
      states[AppName(app: act.app, id: index)] = state
    case .recorded(let activity): return record(activity)
    case .opened(let name): return open(name)
    case .deleted(let app, let ids):
      let ids = Set(ids)
      return delete(app) { name, _ in ids.contains(name.id) }
    case .deletedDomains(let app, let domains):
      return delete(app) { _, domain in domains.contains { Self.contains($0, domain) } }
    case .deletedAll(let app):
      states = states.filter { $0.key.app != app }
      return deleteEverything(of: app)
    case .deletedActivities(let app, let ids): return deleteActivities(app, ids)
    case .itemGone(let name): lose(item: name)
    case .activityGone(let name): activities[name] = nil
    }
    return Effect()
  }

  // MARK: Items

  /// RULES, "Items": an item replaces the one of its name.
  private mutating func give(_ item: AppItem) { items[item.name] = item }

  /// RULES, "Items": what an update says is changed, what it does not say stays; without an item it
  /// makes one.
  private mutating func merge(_ update: AppItem) {
    guard var item = items[update.name] else {
      var made = update
      made.clearsNote = false
      return give(made)
    }
    if !update.domain.isEmpty { item.domain = update.domain }
    if let title = update.title { item.title = title }
    if let note = update.note { item.note = note }
    if update.clearsNote { item.note = nil }
    if update.expires != 0 { item.expires = update.expires }
    item.index = update.index
    items[item.name] = item
  }

  /// RULES, "What goes by itself": an item takes what is bound to it along, and nobody takes
  /// anything back.
  private mutating func lose(item name: AppName) {
    items[name] = nil
    activities = activities.filter { $0.key.app != name.app || $0.value.boundItem != name.id }
  }

  // MARK: Activities

  /// RULES, "Activities".
  private mutating func record(_ activity: AppActivity) -> Effect {
    let name = activity.name
    let isThere =
      activity.boundItem.isEmpty
      || items[AppName(app: name.app, id: activity.boundItem)] != nil
    activities[name] = activity.eligibility != .none && isThere ? activity : nil
    guard let page = activity.page else {
      // RULES, "Switched off".
      return candidates[name] == nil ? Effect() : withdraw([name])
    }
    candidates[name] = Candidate(
      page: page, words: AppWords(activity, page), item: activity.boundItem,
      domain: activity.domain)
    return Effect()
  }

  /// RULES, "Opened": the activity of that name, else the first that is bound to the item of it.
  private mutating func open(_ name: AppName) -> Effect {
    var found = candidates[name] == nil ? nil : name
    if found == nil {
      found =
        candidates.filter { $0.key.app == name.app && !name.id.isEmpty && $0.value.item == name.id }
        .keys.min()
    }
    guard let found, let candidate = candidates[found] else { return Effect() }
    let endorsement = Endorsement(activity: found, words: candidate.words)
    endorsed[candidate.page, default: []].removeAll { $0 == endorsement }
    endorsed[candidate.page, default: []].append(endorsement)
    return Effect(engaged: candidate)
  }

  // MARK: Deletions

  /// RULES, "Domains": "a.b" contains "a.b" and "a.b.c", not "a.bc"; an empty one contains nothing,
  /// and what has none is in none.
  static func contains(_ domain: String, _ other: String) -> Bool {
    guard !domain.isEmpty, !other.isEmpty else { return false }
    func parts(_ text: String) -> [Substring] {
      text.split(separator: ".", omittingEmptySubsequences: false)
    }
    return parts(other).starts(with: parts(domain))
  }

  /// RULES, "Deletions of items".
  ///
  /// - Parameter isMeant: whether something of that name and domain is deleted itself.
  private mutating func delete(
    _ app: String, _ isMeant: (AppName, _ domain: String) -> Bool
  ) -> Effect {
    let before = items
    /// Whether the item of that name is meant, which need not be there.
    func isItemMeant(_ id: String) -> Bool {
      guard !id.isEmpty else { return false }
      let name = AppName(app: app, id: id)
      return isMeant(name, before[name]?.domain ?? "")
    }
    let goneActivities = activities.filter { name, activity in
      name.app == app && (isMeant(name, activity.domain) || isItemMeant(activity.boundItem))
    }
    let goneCandidates = candidates.filter { name, candidate in
      name.app == app && (isMeant(name, candidate.domain) || isItemMeant(candidate.item))
    }
    items = before.filter { $0.key.app != app || !isMeant($0.key, $0.value.domain) }
    for name in goneActivities.keys { activities[name] = nil }
    return withdraw(goneCandidates.keys.sorted())
  }

  /// RULES, "Deletions of items": all of them is also what has no domain, and the client states.
  private mutating func deleteEverything(of app: String) -> Effect {
    items = items.filter { $0.key.app != app }
    activities = activities.filter { $0.key.app != app }
    return withdraw(candidates.keys.filter { $0.app == app }.sorted())
  }

  /// RULES, "Deletions of activities": items stay, and what is bound to an item of that name.
  private mutating func deleteActivities(_ app: String, _ ids: [String]?) -> Effect {
    func isMeant(_ name: AppName) -> Bool {
      name.app == app && ids.map { $0.contains(name.id) } ?? true
    }
    activities = activities.filter { !isMeant($0.key) }
    return withdraw(candidates.keys.filter(isMeant).sorted())
  }

  /// RULES, "Taking back": all pages that were engaged with under the activity, and the page that
  /// it has now, whatever it was engaged with under.
  private mutating func withdraw(_ names: [AppName]) -> Effect {
    var pages: Set<AppPage> = []
    for name in names {
      if let page = candidates[name]?.page { pages.insert(page) }
      for (page, endorsements) in endorsed
      where endorsements.contains(where: { $0.activity == name }) {
        pages.insert(page)
      }
      candidates[name] = nil
    }
    for page in pages { endorsed[page] = nil }
    var effect = Effect()
    effect.withdrawn = pages.sorted { $0.name < $1.name }
    return effect
  }

  // MARK: What is found

  /// RULES, "What is found": the identifiers that a search for a word of everything shows of an
  /// app. Of an activity that is bound to an item it is the item.
  func found(of app: String, at now: Int64) -> Set<String> {
    func isOver(_ expires: Int64) -> Bool { expires != 0 && expires <= now }
    var found: Set<String> = []
    for (name, item) in items where name.app == app && !isOver(item.expires) {
      found.insert(name.id)
    }
    for (name, activity) in activities where name.app == app && !isOver(activity.expires) {
      // It is there only with its item, which was looked at above.
      if activity.boundItem.isEmpty { found.insert(name.id) }
    }
    return found
  }

  /// Whether the device can say what it engaged with last of a page, and as which words.
  func words(of page: AppPage) -> AppWords? {
    guard let last = endorsed[page]?.last, let candidate = candidates[last.activity],
      candidate.page == page, candidate.words == last.words
    else { return nil }
    return last.words
  }
}
