package import DeviceIndex
internal import Foundation
package import JournalFormat

/// One line of a trace: what an app or a person did on a device.
package struct TraceEvent: Sendable {
  package enum Action: Sendable {
    case index(SearchableItem)
    case delete(ids: [String], domains: [String], all: Bool)
    case activity(UserActivity)
    case engage(id: String, query: String, shown: [String])
  }

  package var time: Timestamp
  package var device: String
  package var app: String
  package var action: Action
  /// Where it stands in its file, counted from 1; 0: not in a file.
  package var line = 0

  /// What a line takes from elsewhere where it says nothing itself.
  package struct Defaults: Sendable {
    var device: String?
    var app: String?

    /// Nothing: every line says whose it is.
    package static let none = Defaults()

    /// For one device, which does not care what the lines call it.
    package static func oneDevice(app: String?) -> Defaults { Defaults(device: "", app: app) }
  }

  /// One that is in no file.
  init(time: Timestamp, device: String, app: String, action: Action) {
    self.time = time
    self.device = device
    self.app = app
    self.action = action
  }

  /// Reads one line of JSON.
  package init(json: [UInt8], defaults: Defaults = .none) throws(TraceLineError) {
    let checked: CheckedLine
    do {
      checked = try JSONDecoder().decode(CheckedLine.self, from: Data(json))
    } catch let error as DecodingError {
      guard String(validating: json, as: UTF8.self) != nil else {
        throw TraceLineError(reason: "is not UTF-8")
      }
      throw TraceLineError(error)
    } catch {
      throw TraceLineError(reason: "is not a JSON object")
    }
    let line = checked.line
    if let stray = line.stray(among: checked.keys) {
      throw TraceLineError(reason: "is of kind \"\(line.kind)\" and has a \"\(stray)\"")
    }
    guard Timestamp.calendarSeconds.contains(line.time) else {
      throw TraceLineError(reason: "has a \"time\" outside the years 1 to 9999")
    }
    time = Timestamp(milliseconds: Int64((line.time * 1_000).rounded()))
    action = try line.action()
    guard let device = line.device ?? defaults.device else {
      throw TraceLineError(reason: "has no \"device\"")
    }
    guard let app = line.app ?? defaults.app else { throw TraceLineError(reason: "has no \"app\"") }
    self.device = device
    self.app = app
  }

  /// The event as the device's journal will hold it.
  package func journaled() throws(DeviceError) -> JournalEvent {
    var event = JournalEvent()
    switch action {
    case .index(let item):
      event.itemIndexed = try item.journaled(app: app, indexName: "")
    case .activity(let activity):
      event.activityRecorded = try activity.journaled(app: app)
    case .delete(let ids, let domains, let all):
      event.itemsDeleted.app = app
      event.itemsDeleted.ids = ids
      event.itemsDeleted.domains = domains
      event.itemsDeleted.all = all
    case .engage(let id, let query, let shown):
      event.resultEngaged.result = shownResult(id)
      event.resultEngaged.query = query
      event.resultEngaged.shown = shown.map { shownResult($0) }
    }
    return event
  }

  private func shownResult(_ id: String) -> JournalShownResult {
    var result = JournalShownResult()
    result.app = app
    result.id = id
    return result
  }
}

/// What is wrong with a line, without its place.
package struct TraceLineError: Error, Hashable, Sendable {
  package let reason: String

  init(reason: String) { self.reason = reason }

  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, _):
      reason = "has no \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      reason = path.isEmpty ? "is not a JSON object" : "has a \"\(path)\" of the wrong type"
    default:
      reason = "is not JSON"
    }
  }
}

/// A line with all its keys.
private struct CheckedLine: Decodable {
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let line: TraceLine
  let keys: [String]

  init(from decoder: any Decoder) throws {
    line = try TraceLine(from: decoder)
    keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
  }
}

/// The keys of a line, as CLI contract and README list them.
private struct TraceLine: Decodable {
  private static let common: Set = ["time", "device", "app", "kind"]
  private static let known: [String: Set<String>] = [
    "index": ["id", "domain", "attributes", "expires", "merge", "protection"],
    "delete": ["ids", "domains", "all"],
    "activity": [
      "id", "domain", "attributes", "expires", "type", "title", "url", "keywords", "search",
      "public", "related", "weakRelated",
    ],
    "engage": ["id", "query", "shown"],
  ]

  private static let protectionClasses: [String: ProtectionClass] = [
    "none": .none, "untilFirstUnlock": .untilFirstUnlock, "complete": .complete,
  ]

  /// A key that says nothing of a line of its kind: whoever gave it would wait for what it does.
  func stray(among keys: [String]) -> String? {
    guard let known = Self.known[kind] else { return nil }
    return keys.filter { !Self.common.contains($0) && !known.contains($0) }.min()
  }

  let time: Double
  let device: String?
  let app: String?
  let kind: String
  let id: String?
  let domain: String?
  let attributes: [String: TraceValue]?
  let expires: Double?
  let merge: Bool?
  let protection: String?
  let ids: [String]?
  let domains: [String]?
  let all: Bool?
  let type: String?
  let title: String?
  let url: String?
  let keywords: [String]?
  let search: Bool?
  let `public`: Bool?
  let related: String?
  let weakRelated: String?
  let query: String?
  let shown: [String]?

  func action() throws(TraceLineError) -> TraceEvent.Action {
    switch kind {
    case "index": .index(try item())
    case "delete": try deletion()
    case "activity": .activity(try activity())
    case "engage": .engage(id: try required(id, "id"), query: query ?? "", shown: shown ?? [])
    default:
      throw TraceLineError(
        reason: "has the kind \"\(kind)\"; known are index, delete, activity and engage")
    }
  }

  private func required(_ value: String?, _ key: String) throws(TraceLineError) -> String {
    guard let value, !value.isEmpty else {
      throw TraceLineError(reason: "is of kind \"\(kind)\" and has no \"\(key)\"")
    }
    return value
  }

  private func attributeSet() throws(TraceLineError) -> AttributeSet {
    var set = AttributeSet()
    for (name, value) in attributes ?? [:] { try set.add(name, value) }
    return set
  }

  private func item() throws(TraceLineError) -> SearchableItem {
    var item = SearchableItem(
      uniqueIdentifier: try required(id, "id"), domainIdentifier: domain,
      attributeSet: try attributeSet(),
      expirationDate: expires.map { Date(timeIntervalSince1970: $0) })
    item.isUpdate = merge ?? false
    if let protection {
      guard let named = Self.protectionClasses[protection] else {
        throw TraceLineError(
          reason: "has the protection \"\(protection)\"; known are none, untilFirstUnlock and "
            + "complete")
      }
      item.protectionClass = named
    }
    return item
  }

  private func deletion() throws(TraceLineError) -> TraceEvent.Action {
    let given = [ids != nil, domains != nil, all == true].filter { $0 }.count
    guard given == 1 else {
      throw TraceLineError(
        reason: "deletes by \(given) of \"ids\", \"domains\" and \"all\"; give exactly one")
    }
    return .delete(ids: ids ?? [], domains: domains ?? [], all: all ?? false)
  }

  private func activity() throws(TraceLineError) -> UserActivity {
    var activity = UserActivity(activityType: try required(type, "type"))
    activity.persistentIdentifier = try required(id, "id")
    activity.title = title
    activity.keywords = Set(keywords ?? [])
    activity.isEligibleForSearch = search ?? false
    activity.isEligibleForPublicIndexing = self.public ?? false
    if let url {
      guard let address = URL(string: url) else {
        throw TraceLineError(reason: "has a \"url\" that is not an address")
      }
      activity.webpageURL = address
    }
    var set = try attributeSet()
    if let domain { set.domainIdentifier = domain }
    if let related { set.relatedUniqueIdentifier = related }
    if let weakRelated { set.weakRelatedUniqueIdentifier = weakRelated }
    activity.contentAttributeSet = set
    activity.expirationDate = expires.map { Date(timeIntervalSince1970: $0) }
    return activity
  }
}
