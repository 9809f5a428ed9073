#if Server
  import Foundation
  import JournalFormat

  extension ExactText: ExpressibleByStringLiteral, CustomStringConvertible {
    package init(stringLiteral text: String) { self.init(text) }

    /// With one way to write each letter.
    fileprivate var composed: ExactText { ExactText(text.precomposedStringWithCanonicalMapping) }

    package var description: String { text.count > 60 ? "\(text.prefix(60))..." : text }
  }

  /// What an item or an activity of an app is called.
  struct SoakName: Hashable, Comparable, CustomStringConvertible {
    let app: String
    let id: ExactText

    static func < (one: Self, other: Self) -> Bool { (one.app, one.id) < (other.app, other.id) }

    var description: String { "\(id) of \(app)" }
  }

  /// Something that an app may make public on several devices, and what it is called there.
  struct SoakPage: Hashable, CustomStringConvertible {
    let app: String
    /// The address, or the item that it belongs to.
    let name: ExactText
    let isAddress: Bool

    var description: String { "page \(name) of \(app)" }
  }

  /// What of a page becomes public. Titles tell descriptions apart.
  struct SoakWords: Hashable, Comparable {
    let title: ExactText
    let note: ExactText

    static func < (one: Self, other: Self) -> Bool { one.title < other.title }
  }

  struct SoakItem: Hashable {
    let name: SoakName
    /// Empty: the line says none.
    var domain: ExactText = ""
    var title: ExactText?
    var note: ExactText?
    /// Seconds since 1970; 0: it does not expire.
    var expires: Int64 = 0
    /// Nil: the line says none.
    var protection: Protection?

    enum Protection: String, Comparable {
      case unprotected = "none"
      case untilFirstUnlock, complete

      private var strictness: Int { self == .unprotected ? 0 : self == .untilFirstUnlock ? 1 : 2 }
      static func < (one: Self, other: Self) -> Bool { one.strictness < other.strictness }
    }
  }

  struct SoakActivity: Hashable {
    let name: SoakName
    var address: ExactText?
    /// The item that it belongs to; empty for none.
    var item: ExactText = ""
    var isWeak = false
    var domain: ExactText = ""
    var words: SoakWords
    var isSearchable = true
    var isPublic = true
    var expires: Int64 = 0

    /// Without this item it is not in the index; empty for none.
    var boundItem: ExactText { isWeak ? "" : item }

    /// RULES, "Public pages".
    var page: SoakPage? {
      guard isSearchable, isPublic else { return nil }
      if let address { return SoakPage(app: name.app, name: address, isAddress: true) }
      guard !item.isEmpty else { return nil }
      return SoakPage(app: name.app, name: item.composed, isAddress: false)
    }

    /// RULES, "Public pages".
    var publicWords: SoakWords {
      SoakWords(title: words.title.composed, note: words.note.composed)
    }
  }

  /// What one line of an app or a person says, and what is done without one.
  enum SoakAct {
    case give(SoakItem)
    case merge(SoakItem, clearsNote: Bool)
    case record(SoakActivity)
    case open(SoakName)
    case delete(app: String, ids: [ExactText])
    case deleteDomains(app: String, domains: [ExactText])
    case deleteAll(app: String)
    /// The app answered a request for its items, and did not give this one.
    case sweep(SoakName)
  }

  /// What a line means for pages.
  struct SoakEffect {
    struct Opened {
      let page: SoakPage
      let words: SoakWords
      let activity: SoakName
      let item: ExactText
    }

    /// What a taking back may reach of pages that this device does not know of, and its lineage
    /// does.
    enum Reach {
      case app(String)
      case names(app: String, Set<ExactText>)

      func includes(_ opened: Opened) -> Bool {
        switch self {
        case .app(let app): opened.page.app == app
        case .names(let app, let ids):
          opened.page.app == app && (ids.contains(opened.activity.id) || ids.contains(opened.item))
        }
      }
    }

    var opened: Opened?
    var takenBack: Set<SoakPage> = []
    var reach: Reach?
  }

  /// What a device holds after its lines, by docs/RULES.md, whose sections stand at each method. It
  /// shares no code with the product and none with the simulator's ledger.
  struct SoakModel {
    private struct Endorsement: Hashable {
      let activity: SoakName
      let words: SoakWords
    }

    private(set) var items: [SoakName: SoakItem] = [:]
    private(set) var activities: [SoakName: SoakActivity] = [:]
    /// Activities that may become public, in the index or not.
    private var candidates: [SoakName: SoakActivity] = [:]
    /// The last one comes last.
    private var endorsed: [SoakPage: [Endorsement]] = [:]

    mutating func apply(_ act: SoakAct) -> SoakEffect {
      switch act {
      case .give(let item): give(item)
      case .merge(let item, let clearsNote): merge(item, clearsNote)
      case .record(let activity): return record(activity)
      case .open(let name): return open(name)
      case .delete(let app, let ids):
        let ids = Set(ids)
        var effect = delete(app) { id, _ in ids.contains(id) }
        effect.reach = .names(app: app, ids)
        return effect
      case .deleteDomains(let app, let domains):
        var effect = delete(app) { _, domain in
          domains.contains { Self.contains($0, domain) }
        }
        effect.reach = .app(app)
        return effect
      case .deleteAll(let app):
        var effect = delete(app) { _, _ in true }
        effect.reach = .app(app)
        return effect
      case .sweep(let name): lose(name)
      }
      return SoakEffect()
    }

    // MARK: Items

    /// RULES, "Items" and "Protection": all is replaced; who says no class keeps the class.
    private mutating func give(_ item: SoakItem) {
      var given = item
      given.protection = item.protection ?? items[item.name]?.protection
      items[item.name] = given
    }

    /// RULES, "Items" and "Protection": what is not said stays; the stricter class holds.
    private mutating func merge(_ update: SoakItem, _ clearsNote: Bool) {
      guard var item = items[update.name] else { return give(update) }
      if !update.domain.isEmpty { item.domain = update.domain }
      if let title = update.title { item.title = title }
      if let note = update.note { item.note = note }
      if clearsNote { item.note = nil }
      if update.expires != 0 { item.expires = update.expires }
      item.protection = max(item.protection ?? .unprotected, update.protection ?? .unprotected)
      items[item.name] = item
    }

    /// RULES, "What goes by itself".
    private mutating func lose(_ name: SoakName) {
      items[name] = nil
      activities = activities.filter { $0.key.app != name.app || $0.value.boundItem != name.id }
    }

    // MARK: Activities

    /// RULES, "Activities" and "Switched off".
    private mutating func record(_ activity: SoakActivity) -> SoakEffect {
      let name = activity.name
      let isThere =
        activity.boundItem.isEmpty
        || items[SoakName(app: name.app, id: activity.boundItem)] != nil
      activities[name] = activity.isSearchable && isThere ? activity : nil
      guard activity.page == nil else {
        candidates[name] = activity
        return SoakEffect()
      }
      guard candidates[name] != nil else { return SoakEffect() }
      var effect = takeBack([name])
      effect.reach = .names(app: name.app, [name.id])
      return effect
    }

    /// RULES, "Opened".
    private mutating func open(_ name: SoakName) -> SoakEffect {
      let bound = candidates.values.filter { $0.name.app == name.app && $0.boundItem == name.id }
      let found = candidates[name] ?? bound.min { $0.name < $1.name }
      guard let found, let page = found.page else { return SoakEffect() }
      let endorsement = Endorsement(activity: found.name, words: found.publicWords)
      endorsed[page, default: []].removeAll { $0 == endorsement }
      endorsed[page, default: []].append(endorsement)
      var effect = SoakEffect()
      effect.opened = SoakEffect.Opened(
        page: page, words: found.publicWords, activity: found.name, item: found.item)
      return effect
    }

    // MARK: Deletions

    /// RULES, "Domains".
    private static func contains(_ domain: ExactText, _ other: ExactText) -> Bool {
      guard !domain.isEmpty, !other.isEmpty else { return false }
      return other == domain || Array(other.text.utf8).starts(with: Array((domain.text + ".").utf8))
    }

    /// RULES, "Deletions of items".
    ///
    /// - Parameter isMeant: whether what has this identifier and domain is deleted itself.
    private mutating func delete(
      _ app: String, _ isMeant: (ExactText, _ domain: ExactText) -> Bool
    ) -> SoakEffect {
      let before = items
      func isReached(_ activity: SoakActivity, bound item: ExactText) -> Bool {
        guard activity.name.app == app else { return false }
        if isMeant(activity.name.id, activity.domain) { return true }
        let domain = before[SoakName(app: app, id: item)]?.domain ?? ""
        return !item.isEmpty && isMeant(item, domain)
      }
      let reached = candidates.values.filter { isReached($0, bound: $0.boundItem) }.map(\.name)
      items = before.filter { $0.key.app != app || !isMeant($0.key.id, $0.value.domain) }
      activities = activities.filter { !isReached($0.value, bound: $0.value.boundItem) }
      return takeBack(reached)
    }

    /// RULES, "Taking back".
    private mutating func takeBack(_ names: [SoakName]) -> SoakEffect {
      var effect = SoakEffect()
      for name in names {
        if let page = candidates[name]?.page { effect.takenBack.insert(page) }
        for (page, endorsements) in endorsed
        where endorsements.contains(where: { $0.activity == name }) {
          effect.takenBack.insert(page)
        }
        candidates[name] = nil
      }
      for page in effect.takenBack { endorsed[page] = nil }
      return effect
    }

    // MARK: What is found

    /// RULES, "What is found": items, and activities that are not bound to one.
    ///
    /// - Parameter now: seconds since 1970.
    func found(at now: Int64, isUnlocked: Bool) -> [SoakName: Set<ExactText>] {
      func isThere(_ expires: Int64) -> Bool { expires == 0 || expires > now }
      var found: [SoakName: Set<ExactText>] = [:]
      for (name, item) in items where isThere(item.expires) {
        guard isUnlocked || (item.protection ?? .unprotected) == .unprotected else { continue }
        found[name, default: []].insert(item.title ?? "")
      }
      for (name, activity) in activities
      where activity.boundItem.isEmpty && isThere(activity.expires) {
        found[name, default: []].insert(activity.words.title)
      }
      return found
    }

    /// Whether the device can still say these words of the page.
    func canSay(_ words: SoakWords, of page: SoakPage) -> Bool {
      guard let last = endorsed[page]?.last, last.words == words,
        let candidate = candidates[last.activity]
      else { return false }
      return candidate.page == page && candidate.publicWords == words
    }
  }
#endif
