package import JournalFormat

/// Something that an app or a person does on a device, in the words of docs/RULES.md: plain values,
/// which a world makes events of, a soak lines, and the model reads for itself.
package enum AppAct: Hashable, Sendable {
  /// An app gives an item, in the place of one of that name.
  case given(AppItem)
  /// An app changes an item, or makes it where there is none.
  case merged(AppItem)
  /// An app gives items to its named index, with a client state.
  case batched([AppItem], index: AppName, state: String)
  /// An activity becomes current.
  case recorded(AppActivity)
  /// A person opens a result.
  case opened(AppName)
  /// A person sees results, the top one first, and opens none.
  case abandoned(app: ExactText, ids: [ExactText])
  /// An app says which words of its items stand for one another; no group: none any more.
  case setSynonyms(app: ExactText, version: ExactText, [[ExactText]])
  case deleted(app: ExactText, ids: [ExactText])
  case deletedDomains(app: ExactText, domains: [ExactText])
  case deletedAll(app: ExactText)
  /// Nil: all activities of the app.
  case deletedActivities(app: ExactText, ids: [ExactText]?)
  /// An item has expired, or its app did not give it again when it was asked to.
  case itemGone(AppName)
  /// An activity has expired.
  case activityGone(AppName)

  package var app: ExactText {
    switch self {
    case .given(let item), .merged(let item): item.name.app
    case .recorded(let activity): activity.name.app
    case .batched(_, let name, _), .opened(let name), .itemGone(let name), .activityGone(let name):
      name.app
    case .setSynonyms(let app, _, _), .abandoned(let app, _), .deleted(let app, _),
      .deletedDomains(let app, _),
      .deletedAll(let app), .deletedActivities(let app, _):
      app
    }
  }

  /// What it names; nil: it may reach everything of the app.
  package var names: [AppName]? {
    switch self {
    case .given(let item), .merged(let item): [item.name]
    case .batched(let items, _, _): items.map(\.name)
    case .recorded(let activity): [activity.name]
    case .opened(let name), .itemGone(let name), .activityGone(let name): [name]
    case .deleted(let app, let ids), .abandoned(let app, let ids):
      ids.map { AppName(app: app, id: $0) }
    case .deletedActivities(let app, let ids): ids?.map { AppName(app: app, id: $0) }
    case .setSynonyms: []
    case .deletedDomains, .deletedAll: nil
    }
  }

  /// The same, as a device does it that has this keyring.
  func sealed(with keyring: Int) -> AppAct {
    func sealed(_ item: AppItem) -> AppItem {
      var item = item
      item.keyring = keyring
      return item
    }
    return switch self {
    case .given(let item): .given(sealed(item))
    case .merged(let item): .merged(sealed(item))
    case .batched(let items, let index, let state):
      .batched(items.map(sealed), index: index, state: state)
    case .recorded, .opened, .abandoned, .setSynonyms, .deleted, .deletedDomains, .deletedAll,
      .deletedActivities, .itemGone, .activityGone:
      self
    }
  }

  /// For people.
  package var line: String {
    switch self {
    case .given(let item): "\(app) gives item \(item.line)"
    case .merged(let item): "\(app) changes item \(item.line)"
    case .batched(let items, let index, let state):
      "\(app) gives \(Self.list(items.map(\.name.id), "no item")) to its index \(index.id), with "
        + state
    case .recorded(let activity): "\(app) records activity \(activity.line)"
    case .opened(let name): "its person opens \(name)"
    case .abandoned(_, let ids):
      "its person sees \(Self.list(ids, "no result")) of \(app) and opens none"
    case .setSynonyms(_, let version, let groups):
      "\(app) sets its synonyms \(version): "
        + Self.list(groups.flatMap { $0 }, "none")
    case .deleted(_, let ids): "\(app) deletes \(Self.list(ids, "nothing"))"
    case .deletedDomains(_, let domains):
      "\(app) deletes the domains \(Self.list(domains, "none"))"
    case .deletedAll: "\(app) deletes everything"
    case .deletedActivities(_, let ids):
      ids.map { "\(app) deletes the activities \(Self.list($0, "none"))" }
        ?? "\(app) deletes all activities"
    case .itemGone(let name): "item \(name) has gone by itself"
    case .activityGone(let name): "activity \(name) has gone by itself"
    }
  }

  private static func list(_ names: [ExactText], _ nothing: String) -> String {
    names.isEmpty ? nothing : names.map(\.description).joined(separator: ", ")
  }
}
