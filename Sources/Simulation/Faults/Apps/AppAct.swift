/// Something that an app or a person does on a device, in the words of docs/RULES.md: plain values,
/// which the world makes events of and the ledger reads for itself.
enum AppAct: Hashable, Sendable {
  /// An app gives an item, in the place of one of that name.
  case given(AppItem)
  /// An app changes an item, or makes it where there is none.
  case merged(AppItem)
  /// An app gives items to its named index, with a state of its own.
  case batched([AppItem], index: String, state: String)
  /// An activity becomes current.
  case recorded(AppActivity)
  /// A person opens a result.
  case opened(AppName)
  case deleted(app: String, ids: [String])
  case deletedDomains(app: String, domains: [String])
  case deletedAll(app: String)
  /// Nil: all activities of the app.
  case deletedActivities(app: String, ids: [String]?)
  /// An item has expired, or its app did not give it again when it was asked to.
  case itemGone(AppName)
  /// An activity has expired.
  case activityGone(AppName)

  var app: String {
    switch self {
    case .given(let item), .merged(let item): item.name.app
    case .batched(let items, _, _): items.first?.name.app ?? ""
    case .recorded(let activity): activity.name.app
    case .opened(let name), .itemGone(let name), .activityGone(let name): name.app
    case .deleted(let app, _), .deletedDomains(let app, _), .deletedAll(let app),
      .deletedActivities(let app, _):
      app
    }
  }

  /// For people.
  var line: String {
    switch self {
    case .given(let item): "\(app) gives item \(item.line)"
    case .merged(let item): "\(app) changes item \(item.line)"
    case .batched(let items, let index, let state):
      "\(app) gives items \(items.map(\.name.id)) to its index \(index), with \(state)"
    case .recorded(let activity): "\(app) records activity \(activity.line)"
    case .opened(let name): "its person opens \(name.id) of \(app)"
    case .deleted(_, let ids): "\(app) deletes \(ids)"
    case .deletedDomains(_, let domains): "\(app) deletes the domains \(domains)"
    case .deletedAll: "\(app) deletes everything"
    case .deletedActivities(_, let ids):
      ids.map { "\(app) deletes the activities \($0)" } ?? "\(app) deletes all activities"
    case .itemGone(let name): "item \(name.id) of \(app) has gone by itself"
    case .activityGone(let name): "activity \(name.id) of \(app) has gone by itself"
    }
  }
}

/// What an item, an activity, a result or an index of an app is called.
struct AppName: Hashable, Comparable, Sendable {
  let app: String
  let id: String

  static func < (one: AppName, other: AppName) -> Bool {
    (one.app, one.id) < (other.app, other.id)
  }
}

/// What an app says of an item.
struct AppItem: Hashable, Sendable {
  let name: AppName
  /// Empty: it says none.
  var domain = ""
  /// Nil: it does not say.
  var title: String?
  /// What it says about it; nil: it does not say.
  var note: String?
  /// Of an update: whether it takes away what was said about it.
  var clearsNote = false
  /// Milliseconds since 1970; 0: it does not say, or it does not expire.
  var expires: Int64 = 0
  /// The name of the index that it is given to; empty for the default one.
  var index = ""

  fileprivate var line: String {
    name.id + (domain.isEmpty ? "" : ", domain \(domain)")
      + (expires == 0 ? "" : ", expires at \(expires)")
  }
}

/// What an app says of an activity.
struct AppActivity: Hashable, Sendable {
  /// What the app lets others find.
  enum Eligibility: String, Hashable, Sendable, Codable, CaseIterable {
    case none, search, everybody
  }

  let name: AppName
  /// The last part of its page's address; nil: it has no page.
  var address: String?
  /// The item that it is bound to; empty for none.
  var item = ""
  /// Whether it only belongs to the item, and stays when that goes.
  var isWeak = false
  var domain = ""
  var title: String
  /// Whether its description is longer than a public item may be.
  var isLong = false
  var eligibility = Eligibility.everybody
  var expires: Int64 = 0

  /// The item without which it does not exist; empty for none.
  var boundItem: String { isWeak ? "" : item }

  /// What it would become in public; nil: nothing.
  var page: AppPage? {
    guard eligibility == .everybody else { return nil }
    if let address { return AppPage(app: name.app, identity: .address(address)) }
    return item.isEmpty ? nil : AppPage(app: name.app, identity: .item(item))
  }

  fileprivate var line: String {
    var parts = [name.id]
    if let address { parts.append("page \(address)") }
    if !item.isEmpty { parts.append(isWeak ? "belonging to \(item)" : "bound to \(item)") }
    if !domain.isEmpty { parts.append("domain \(domain)") }
    if isLong { parts.append("at length") }
    return (parts + ["for \(eligibility.rawValue)"]).joined(separator: ", ")
  }
}

/// Something that the same app may make public on many devices.
struct AppPage: Hashable, Sendable {
  enum Identity: Hashable, Sendable {
    case address(String)
    case item(String)
  }

  let app: String
  let identity: Identity

  /// What the ledger calls it. No page of the first verbs has such a name.
  var name: String {
    switch identity {
    case .address(let address): "\(app)/\(address)"
    case .item(let item): "\(app)~\(item)"
    }
  }
}
