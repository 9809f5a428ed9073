internal import DeviceIndex
internal import Foundation
internal import JournalFormat
internal import StrictJSON

/// The keys of a line, as docs/TRACE.md documents them.
struct TraceLine {
  static let common: Set = ["time", "device", "app", "kind"]
  static let known: [String: Set<String>] = [
    "index": ["id", "domain", "attributes", "expires", "merge", "protection"],
    "delete": ["ids", "domains", "all"],
    "activity": [
      "id", "domain", "attributes", "expires", "type", "title", "url", "keywords", "search",
      "public", "related", "weakRelated", "share", "userInfo",
    ],
    "engage": ["id", "query", "shown"],
    "abandon": ["query", "shown"],
    "synonyms": ["version", "groups"],
  ]

  private static let protectionClasses: [String: ProtectionClass] = [
    "none": .none, "untilFirstUnlock": .untilFirstUnlock, "complete": .complete,
  ]

  private(set) var time = 0.0
  private(set) var device: String?
  private(set) var app: String?
  private var kind = ""
  private var id: String?
  private var domain: String?
  private var attributes: [JSONMember] = []
  private var expires: Double?
  private var merge: Bool?
  private var protection: String?
  private var ids: [String]?
  private var domains: [String]?
  private var all: Bool?
  private var type: String?
  private var title: String?
  private var url: String?
  private var keywords: [String]?
  private var search: Bool?
  private var isPublic: Bool?
  private var share: [String]?
  private var userInfo: [JSONMember] = []
  private var related: String?
  private var weakRelated: String?
  private var query: String?
  private var shown: [String]?
  private var version: String?
  private var groups: [[String]]?
  /// Where the values begin, for what is wrong with them.
  private var offsets: [String: Int] = [:]

  init(_ members: [JSONMember]) throws(TraceLineError) {
    var given: Set<String> = []
    for member in members {
      // As everywhere in JSON Lines, null says nothing.
      guard member.value.kind != .null else { continue }
      try readMember(member)
      given.insert(member.key)
      offsets[member.key] = member.value.offset
    }
    for key in ["time", "kind"] where !given.contains(key) {
      throw TraceLineError("has no \"\(key)\"")
    }
    // A key that says nothing of a line of its kind: anyone who gave it would wait for what it
    // does.
    guard let known = Self.known[kind] else { return }
    for member in members where !Self.common.contains(member.key) && !known.contains(member.key) {
      throw TraceLineError("is of kind \"\(kind)\" and has a \"\(member.key)\"", at: member.offset)
    }
  }

  private mutating func readMember(_ member: JSONMember) throws(TraceLineError) {
    switch member.key {
    case "time": time = try member.seconds()
    case "device": device = try member.text()
    case "app": app = try member.text()
    case "kind": kind = try member.text()
    case "id": id = try member.text()
    case "domain": domain = try member.text()
    case "attributes": attributes = try member.members()
    case "expires": expires = try member.seconds()
    case "merge": merge = try member.flag()
    case "protection": protection = try member.text()
    case "ids": ids = try member.texts()
    case "domains": domains = try member.texts()
    case "all": all = try member.flag()
    case "type": type = try member.text()
    case "title": title = try member.text()
    case "url": url = try member.text()
    case "keywords": keywords = try member.texts()
    case "search": search = try member.flag()
    case "public": isPublic = try member.flag()
    case "share": share = try member.texts()
    case "userInfo": userInfo = try member.members()
    case "related": related = try member.text()
    case "weakRelated": weakRelated = try member.text()
    case "query": query = try member.text()
    case "shown": shown = try member.texts()
    case "version": version = try member.text()
    case "groups": groups = try member.lists()
    default: break
    }
  }

  // MARK: What the line says

  /// What is wrong with a value, or lacks; the line's beginning where the key is not given.
  private func error(_ reason: String, of key: String) -> TraceLineError {
    TraceLineError(reason, at: offsets[key] ?? 0)
  }

  func action() throws(TraceLineError) -> TraceEvent.Action {
    switch kind {
    case "index": .index(try item())
    case "delete": try deletion()
    case "activity": .activity(try activity())
    case "engage": .engage(id: try required(id, "id"), query: query ?? "", shown: shown ?? [])
    case "abandon": try abandonment()
    case "synonyms": .synonyms(try synonyms())
    default:
      throw error(
        "has the kind \"\(kind)\"; known are index, delete, activity, engage, abandon and "
          + "synonyms",
        of: "kind")
    }
  }

  private func required(_ value: String?, _ key: String) throws(TraceLineError) -> String {
    guard let value, !value.isEmpty else {
      throw error("is of kind \"\(kind)\" and has no \"\(key)\"", of: key)
    }
    return value
  }

  private func attributeSet() throws(TraceLineError) -> AttributeSet {
    var set = AttributeSet()
    for attribute in attributes { try set.add(attribute) }
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
        throw error(
          "has the protection \"\(protection)\"; known are none, untilFirstUnlock and complete",
          of: "protection")
      }
      item.protectionClass = named
    }
    return item
  }

  private func deletion() throws(TraceLineError) -> TraceEvent.Action {
    let given = [ids != nil, domains != nil, all == true].filter { $0 }.count
    guard given == 1 else {
      throw TraceLineError(
        "deletes by \(given) of \"ids\", \"domains\" and \"all\"; give exactly one")
    }
    return .delete(ids: ids ?? [], domains: domains ?? [], all: all ?? false)
  }

  private func abandonment() throws(TraceLineError) -> TraceEvent.Action {
    guard let shown, !shown.isEmpty else {
      throw error("is of kind \"abandon\" and has no \"shown\"", of: "shown")
    }
    guard shown.count <= SearchSession.visibleMax else {
      throw error(
        "has \(shown.count) identifiers in \"shown\"; at most \(SearchSession.visibleMax) count",
        of: "shown")
    }
    return .abandon(query: query ?? "", shown: shown)
  }

  private func synonyms() throws(TraceLineError) -> AppSynonyms? {
    guard let groups else {
      throw error("is of kind \"synonyms\" and has no \"groups\"", of: "groups")
    }
    guard !groups.isEmpty else { return nil }
    do throws(DeviceError) {
      return try AppSynonyms(version: version ?? "", groups: groups)
    } catch {
      throw self.error(
        "has \"groups\" that cannot be set: \(error.message)", of: "groups")
    }
  }

  private func activity() throws(TraceLineError) -> UserActivity {
    var activity = UserActivity(activityType: try required(type, "type"))
    activity.persistentIdentifier = try required(id, "id")
    activity.title = title
    activity.keywords = Set(keywords ?? [])
    activity.isEligibleForSearch = search ?? false
    activity.isEligibleForPublicIndexing = isPublic ?? false
    activity.publicAttributeNames = Set(share ?? [])
    if let unknown = share?.first(where: { PublicAttribute(rawValue: $0) == nil }) {
      throw error("shares \"\(unknown)\", which no public item has", of: "share")
    }
    for member in userInfo { activity.userInfo[member.key] = try member.userInfoValue() }
    // A line has no others.
    activity.requiredUserInfoKeys = Set(activity.userInfo.keys)
    if let url {
      guard let address = URL(string: url) else {
        throw error("has a \"url\" that is not an address", of: "url")
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

/// Values of the types that keys of a line take.
extension JSONMember {
  private var wrongType: TraceLineError {
    TraceLineError("has a \"\(key)\" of the wrong type", at: value.offset)
  }

  fileprivate func text() throws(TraceLineError) -> String {
    guard case .string(let text) = value.kind else { throw wrongType }
    return text
  }

  /// Within the years 1 to 9999: a whole number that a double cannot hold lies outside them anyway.
  fileprivate func seconds() throws(TraceLineError) -> Double {
    let seconds: Double
    switch value.kind {
    case .integer(let number): seconds = Double(number)
    case .natural(let number): seconds = Double(number)
    case .number(let number): seconds = number
    case .null, .boolean, .string, .array, .object: throw wrongType
    }
    guard Timestamp(secondsSince1970: seconds) != nil else {
      throw TraceLineError("has a \"\(key)\" outside the years 1 to 9999", at: value.offset)
    }
    return seconds
  }

  fileprivate func flag() throws(TraceLineError) -> Bool {
    guard case .boolean(let flag) = value.kind else { throw wrongType }
    return flag
  }

  fileprivate func lists() throws(TraceLineError) -> [[String]] {
    guard case .array(let values) = value.kind else { throw wrongType }
    return try values.map { value throws(TraceLineError) in
      guard case .array(let texts) = value.kind else { throw wrongType }
      return try texts.map { value throws(TraceLineError) in
        guard case .string(let text) = value.kind else { throw wrongType }
        return text
      }
    }
  }

  fileprivate func texts() throws(TraceLineError) -> [String] {
    guard case .array(let values) = value.kind else { throw wrongType }
    return try values.map { value throws(TraceLineError) in
      guard case .string(let text) = value.kind else { throw wrongType }
      return text
    }
  }

  fileprivate func userInfoValue() throws(TraceLineError) -> AttributeValue {
    switch value.kind {
    case .string(let text): return .string(text)
    case .integer(let number): return .integer(number)
    case .boolean(let flag): return .boolean(flag)
    case .null, .natural, .number, .array, .object: throw wrongType
    }
  }

  fileprivate func members() throws(TraceLineError) -> [JSONMember] {
    guard case .object(let members) = value.kind else { throw wrongType }
    return members
  }
}
