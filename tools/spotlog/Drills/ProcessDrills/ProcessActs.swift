#if Server
  import Foundation
  import JournalFormat
  import Simulation

  /// What the app of a drill with processes does, and its people with it: each page has an address
  /// and is bound to an item of its name.
  enum ProcessActs {
    static let app: ExactText = "com.example.drill"
    static let activityType: ExactText = "com.example.drill.view"

    static func address(_ page: String) -> ExactText { ExactText(AppPage.site + page) }

    /// A person finds a page, which may become public, and opens it.
    static func engagement(_ page: String) -> [AppAct] {
      let name = AppName(app: app, id: ExactText(page))
      var activity = AppActivity(
        name: name, type: activityType, title: ExactText("Page \(page)"))
      activity.address = address(page)
      activity.boundItem = name.id
      return [item(page), .recorded(activity), .opened(name)]
    }

    /// An app gives an item.
    static func item(_ id: String) -> AppAct {
      .given(
        AppItem(name: AppName(app: app, id: ExactText(id)), title: ExactText("Page \(id)")))
    }

    static func deletion(_ page: String) -> AppAct {
      .deleted(app: app, ids: [ExactText(page)])
    }
  }

  extension [AppAct] {
    /// As `spotlog device index` and `delete` read them.
    func lines(at time: Timestamp) throws -> String {
      try compactMap { try $0.line(at: time) }.joined()
    }
  }

  extension AppAct {
    /// As `spotlog device index` reads it; nil: there is no such line.
    ///
    /// - Parameters:
    ///   - time: when it happened.
    ///   - query: what somebody looked for who opens a result.
    func line(at time: Timestamp, query: String = "page") throws -> String? {
      var line: [String: Any] = ["time": Double(time.milliseconds) / 1_000, "app": app.text]
      switch self {
      case .given(let item): Self.add(item, to: &line)
      case .merged(let item):
        Self.add(item, to: &line)
        line["merge"] = true
      case .recorded(let activity): Self.add(activity, to: &line)
      case .opened(let name):
        line["kind"] = "engage"
        line["id"] = name.id.text
        line["query"] = query
        line["shown"] = [name.id.text]
      case .abandoned(_, let ids):
        line["kind"] = "abandon"
        line["shown"] = ids.map(\.text)
      case .setSynonyms(_, let version, let groups):
        line["kind"] = "synonyms"
        line["version"] = version.text
        line["groups"] = groups.map { $0.map(\.text) }
      case .deleted(_, let ids): line["ids"] = ids.map(\.text)
      case .deletedDomains(_, let domains): line["domains"] = domains.map(\.text)
      case .deletedAll: line["all"] = true
      case .batched, .deletedActivities, .itemGone, .activityGone: return nil
      }
      if line["kind"] == nil { line["kind"] = "delete" }
      let bytes = try JSONSerialization.data(
        withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes])
      return String(decoding: bytes, as: UTF8.self) + "\n"
    }

    private static func add(_ item: AppItem, to line: inout [String: Any]) {
      line["kind"] = "index"
      line["id"] = item.name.id.text
      if !item.domain.isEmpty { line["domain"] = item.domain.text }
      var attributes: [String: Any] = [:]
      attributes["title"] = item.title?.text
      attributes["contentDescription"] = item.note?.text
      if item.clearsNote { attributes["contentDescription"] = NSNull() }
      line["attributes"] = attributes
      if item.expires != 0 { line["expires"] = item.expires / 1_000 }
      line["protection"] = item.protection?.rawValue
    }

    private static func add(_ activity: AppActivity, to line: inout [String: Any]) {
      line["kind"] = "activity"
      line["id"] = activity.name.id.text
      line["type"] = activity.type.text
      line["title"] = activity.title.text
      line["attributes"] = ["contentDescription": activity.note.text]
      line["url"] = activity.address?.text
      if !activity.boundItem.isEmpty { line["related"] = activity.boundItem.text }
      if !activity.weakItem.isEmpty { line["weakRelated"] = activity.weakItem.text }
      if !activity.domain.isEmpty { line["domain"] = activity.domain.text }
      line["search"] = activity.isSearchable
      line["public"] = activity.isPublic
      if activity.expires != 0 { line["expires"] = activity.expires / 1_000 }
    }
  }
#endif
