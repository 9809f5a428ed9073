internal import WebAddress

/// Decides which thing of a page is the one that the page is about.
///
/// A thing that names the page, or that the page names, goes first; else the kinds go in their
/// order, and of several of one kind the one with the most fields. An article that names the page
/// steps back behind a recipe beside it: it is the recipe's text.
struct ThingChoice {
  private struct Candidate {
    var thing: Thing
    var kind: RichResult.Kind
    /// The type of what has it as its main entity.
    var owner: String?
    var namesPage: Bool
    var namesOther: Bool

    var isNamed: Bool { owner != nil || namesPage }
  }

  private let page: PageAddress?

  init(page: WebURL?) { self.page = page.map { PageAddress($0) } }

  /// - Parameter things: of one syntax.
  func choose(_ things: [Thing]) -> RichResult.Choice? {
    let candidates = candidates(things)
    let named = candidates.filter(\.isNamed)
    if let best = first(of: named) {
      if best.kind == .article {
        let recipes = candidates.filter { $0.kind == .recipe && !$0.namesOther }
        if let recipe = first(of: recipes) { return choice(recipe, among: recipes) }
      }
      let reason = best.owner.map(RichResult.Reason.mainEntity) ?? .namesPage
      return RichResult.Choice(thing: best.thing, kind: best.kind, reason: reason)
    }
    // A site's own node counts only on its own page.
    let shown = candidates.filter { $0.kind != .searchPage }
    guard
      let kind = RichResult.Kind.allCases.first(where: { kind in
        shown.contains { $0.kind == kind }
      })
    else { return nil }
    var same = shown.filter { $0.kind == kind }
    if same.count > 1, same.contains(where: { !$0.namesOther }) {
      same.removeAll(where: \.namesOther)
    }
    return first(of: same).map { choice($0, among: same) }
  }

  private func choice(_ candidate: Candidate, among same: [Candidate]) -> RichResult.Choice {
    RichResult.Choice(
      thing: candidate.thing, kind: candidate.kind,
      reason: same.count == 1 ? .only : .richest(of: same.count))
  }

  /// The kind that matters most, then the most fields, then the first.
  private func first(of candidates: [Candidate]) -> Candidate? {
    guard
      let kind = RichResult.Kind.allCases.first(where: { kind in
        candidates.contains { $0.kind == kind }
      })
    else { return nil }
    let same = candidates.filter { $0.kind == kind }
    guard same.count > 1 else { return same.first }
    // Lists of a whole shop are not compared.
    let counts = same.prefix(64).map { RichFieldReader($0.thing, kind: kind).fields.count }
    let most = counts.max() ?? 0
    return zip(same, counts).first { $0.1 == most }?.0
  }

  private func candidates(_ things: [Thing]) -> [Candidate] {
    var candidates = things.compactMap { candidate($0, owner: nil) }
    let places = Dictionary(
      candidates.indices.compactMap { place in candidates[place].thing.id.map { ($0, place) } }
    ) { first, _ in first }
    for owner in things where owner.values("mainEntity").count == 1 {
      guard let entity = owner.things("mainEntity").first, isThisPage(owner) else { continue }
      let type = owner.types.first ?? "page"
      if let id = entity.id, let place = places[id] {
        candidates[place].owner = type
      } else if let candidate = candidate(entity, owner: type) {
        candidates.append(candidate)
      }
    }
    return candidates
  }

  private func candidate(_ thing: Thing, owner: String?) -> Candidate? {
    let namesPage = names(thing) { $0 }
    if let kind = ThingKinds.kind(of: thing) {
      return Candidate(
        thing: thing, kind: kind, owner: owner, namesPage: namesPage,
        namesOther: !namesPage && names(thing) { !$0 })
    }
    let searches = thing.things("potentialAction").contains { $0.types.contains("SearchAction") }
    guard thing.types.contains("WebSite"), searches, namesPage else { return nil }
    return Candidate(
      thing: thing, kind: .searchPage, owner: nil, namesPage: true, namesOther: false)
  }

  /// Whether one of the addresses that the thing gives as its page is so.
  private func names(_ thing: Thing, _ isSo: (Bool) -> Bool) -> Bool {
    guard let page else { return false }
    // An identifier with a fragment is a name for a part of whatever page it stands on.
    var addresses = [thing.text("url"), thing.id.flatMap { $0.contains("#") ? nil : $0 }]
      .compactMap(\.self)
    for property in thing.values("mainEntityOfPage") {
      switch property.value {
      case .text(let text): addresses.append(text)
      case .thing(let owner): addresses += [owner.id, owner.text("url")].compactMap(\.self)
      }
    }
    return addresses.compactMap { WebURL($0) }.contains { isSo(PageAddress($0) == page) }
  }

  /// What has no address is the page that it stands on.
  private func isThisPage(_ owner: Thing) -> Bool {
    guard let page else { return true }
    let addresses = [owner.id, owner.text("url")].compactMap(\.self).compactMap { WebURL($0) }
    return addresses.isEmpty || addresses.contains { PageAddress($0) == page }
  }
}

/// The address of a page for comparisons: without its fragment.
private struct PageAddress: Equatable {
  private let text: Substring

  init(_ url: WebURL) { text = url.href.prefix { $0 != "#" } }
}
