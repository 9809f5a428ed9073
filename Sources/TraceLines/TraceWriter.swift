internal import DeviceIndex
internal import Foundation
package import JournalFormat

/// Events of a private journal as lines of a trace, which a simulation or a device can be given.
///
/// A trace says less than a journal: what is left out is counted by its kind.
package struct TraceWriter {
  /// What the lines call the device.
  let device: String
  /// Replaces words and identifiers; nil leaves them as they are.
  let pseudonyms: Pseudonyms?
  /// Events that no line of a trace can say, by kind.
  package private(set) var leftOut: [String: Int] = [:]

  package init(device: String, pseudonyms: Pseudonyms? = nil) {
    self.device = device
    self.pseudonyms = pseudonyms
  }

  /// The event as a line without its end; nil when no line says it.
  package mutating func line(_ event: JournalEvent, at time: Timestamp) throws -> String? {
    guard var line = line(event) else { return nil }
    line.time = Double(time.milliseconds) / 1_000
    line.device = device
    if let pseudonyms { line.replaceWords(by: pseudonyms) }
    return try EscapedJSON.text(line)
  }

  /// An event whose payload is gone.
  package mutating func leaveOutRedacted() { leftOut["redacted", default: 0] += 1 }

  /// An event that no program can decode.
  package mutating func leaveOutUnreadable() { leftOut["unreadable", default: 0] += 1 }

  private mutating func line(_ event: JournalEvent) -> TraceLineText? {
    switch event.fact {
    // Nobody can read a protected one, and as an empty item it would say something else.
    case .itemIndexed(let item):
      return item.protection == .none ? TraceLineText(item) : countLeftOut("protected items")
    case .itemsDeleted(let deletion):
      var line = TraceLineText(kind: "delete", app: deletion.app)
      if deletion.all {
        line.all = true
      } else if !deletion.ids.isEmpty {
        line.ids = deletion.ids
      } else {
        line.domains = deletion.domains
      }
      return line
    case .activitiesDeleted(let deletion):
      guard !deletion.all else { return countLeftOut("deletions of all activities") }
      var line = TraceLineText(kind: "delete", app: deletion.app)
      line.ids = deletion.persistentIdentifiers
      return line
    case .activityRecorded(let activity): return TraceLineText(activity)
    case .resultEngaged(let engagement):
      return engagement.result.source == .device
        ? TraceLineText(engagement) : countLeftOut("engagements with public results")
    case .resultsShown(let shown) where shown.isOfSums:
      return countLeftOut("sums of abandoned searches")
    case .resultsShown(let shown) where shown.results.isEmpty:
      return countLeftOut("searches that found nothing")
    case .resultsShown(let shown):
      return TraceLineText(shown) ?? countLeftOut("abandoned searches of no single app")
    case .reindexRequested, .reindexAcknowledged: return countLeftOut("reindex requests")
    case .batchEnded: return countLeftOut("client states")
    case .synonymsSet(let table): return TraceLineText(table)
    case .epochAdopted: return countLeftOut("epochs")
    case .journalBegun: return countLeftOut("the journal's beginning")
    case .itemsExpired: return countLeftOut("expiries and sweeps")
    case nil: return countLeftOut("events of a later version")
    }
  }

  private mutating func countLeftOut(_ kind: String) -> TraceLineText? {
    leftOut[kind, default: 0] += 1
    return nil
  }
}

/// The keys of a line, as they are read again.
private struct TraceLineText: Encodable {
  var time = 0.0
  var device = ""
  var app: String
  let kind: String
  var id: String?
  var domain: String?
  var attributes: [String: TraceText]?
  var expires: Double?
  var merge: Bool?
  var ids: [String]?
  var domains: [String]?
  var all: Bool?
  var type: String?
  var title: String?
  var url: String?
  var keywords: [String]?
  var search: Bool?
  var `public`: Bool?
  var share: [String]?
  var userInfo: [String: PublicValue]?
  var related: String?
  var weakRelated: String?
  var query: String?
  var shown: [String]?
  var version: String?
  var groups: [[String]]?

  init(kind: String, app: String) {
    self.kind = kind
    self.app = app
  }

  init(_ item: JournalItemIndexed) {
    self.init(kind: "index", app: item.app)
    id = item.id
    domain = Self.given(item.domain)
    attributes = TraceText.attributes(item.attributes, without: [])
    expires = Self.seconds(item.expiresMilliseconds)
    merge = item.merge ? true : nil
  }

  init(_ activity: JournalActivityRecorded) {
    self.init(kind: "activity", app: activity.app)
    id = activity.id
    type = activity.type
    title = Self.given(activity.title)
    url = Self.given(activity.webpageURL)
    keywords = activity.keywords.isEmpty ? nil : activity.keywords
    // Those have keys of their own.
    attributes = TraceText.attributes(
      activity.attributes,
      without: ["domainIdentifier", "relatedUniqueIdentifier", "weakRelatedUniqueIdentifier"])
    let domain = activity.attributes.values.first { $0.name == "domainIdentifier" }
    self.domain = domain.flatMap { Self.given($0.value.string) }
    search = activity.eligibleForSearch ? true : nil
    self.public = activity.eligibleForPublicIndexing ? true : nil
    share = activity.publicAttributeNames.isEmpty ? nil : activity.publicAttributeNames
    let info = Dictionary(
      activity.requiredUserInfoKeys.compactMap { key in
        activity.userInfo[key].flatMap { PublicValue($0) }.map { (key, $0) }
      }
    ) { first, _ in first }
    userInfo = info.isEmpty ? nil : info
    related = Self.given(activity.relatedUniqueIdentifier)
    weakRelated = Self.given(activity.weakRelatedUniqueIdentifier)
    expires = Self.seconds(activity.expiresMilliseconds)
  }

  init(_ engagement: JournalResultEngaged) {
    self.init(kind: "engage", app: engagement.result.app)
    id = engagement.result.id
    query = Self.given(engagement.query)
    // A line names what was shown of the same app and of this device alone.
    let beside = engagement.shown.filter {
      $0.source == .device && $0.app == engagement.result.app
    }
    shown = beside.isEmpty ? nil : beside.map(\.id)
  }

  /// Nil where a line cannot say it: of results of several apps, or of public ones, the places
  /// would change.
  init?(_ abandoned: JournalResultsShown) {
    guard let first = abandoned.results.first,
      abandoned.results.allSatisfy({ $0.source == .device && $0.app == first.app })
    else { return nil }
    self.init(kind: "abandon", app: first.app)
    query = Self.given(abandoned.query)
    shown = abandoned.results.map(\.id)
  }

  init(_ table: JournalSynonymsSet) {
    self.init(kind: "synonyms", app: table.app)
    version = Self.given(table.version)
    groups = table.countedGroups
  }

  private static func given(_ text: String) -> String? { text.isEmpty ? nil : text }

  private static func seconds(_ milliseconds: Int64) -> Double? {
    milliseconds == 0 ? nil : Double(milliseconds) / 1_000
  }

  mutating func replaceWords(by pseudonyms: Pseudonyms) {
    device = pseudonyms.of(device)
    app = pseudonyms.of(app)
    id = id.map { pseudonyms.of($0) }
    domain = domain.map { pseudonyms.of($0) }
    attributes = attributes.map { attributes in
      // An app's own names say whose they are.
      Dictionary(
        uniqueKeysWithValues: attributes.map { name, value in
          let isApples = AttributeKind(documentedAttribute: name) != nil
          return (isApples ? name : pseudonyms.of(name), value.replacingWords(by: pseudonyms))
        })
    }
    ids = ids?.map { pseudonyms.of($0) }
    domains = domains?.map { pseudonyms.of($0) }
    type = type.map { pseudonyms.of($0) }
    title = title.map { pseudonyms.of($0) }
    url = url.map { pseudonyms.ofAddress($0) }
    keywords = keywords?.map { pseudonyms.of($0) }
    related = related.map { pseudonyms.of($0) }
    weakRelated = weakRelated.map { pseudonyms.of($0) }
    // Nobody knows which of its values are words.
    userInfo = nil
    query = query.map { pseudonyms.of($0) }
    shown = shown?.map { pseudonyms.of($0) }
    version = version.map { pseudonyms.of($0) }
    groups = groups?.map { $0.map { pseudonyms.of($0) } }
  }
}

/// A value of a line's attributes.
private enum TraceText: Encodable {
  case text(String)
  /// Bytes in base 64, of which only the length may be told.
  case bytes([UInt8])
  case address(String)
  /// Of a date or another value that holds no words.
  case plain(String)
  case number(Double)
  case integer(Int64)
  case boolean(Bool)
  case list([TraceText])
  case null

  /// Nil for a value that a line cannot say: a map.
  init?(_ value: JournalValue) {
    switch value.kind {
    case .string(let text): self = .text(text)
    case .url(let text): self = .address(text)
    case .number(let number): self = .number(number)
    case .integer(let number): self = .integer(number)
    case .boolean(let value): self = .boolean(value)
    case .dateMilliseconds(let time): self = .plain(Timestamp(milliseconds: time).text)
    case .data(let data): self = .bytes([UInt8](data))
    case .list(let list): self = .list(list.values.compactMap { TraceText($0) })
    case .person(let person): self = .text(person.displayName)
    case .localized(let text): self = .text(text.fallback)
    case .null: self = .null
    case .map, nil: return nil
    }
  }

  static func attributes(
    _ attributes: JournalAttributes, without names: Set<String>
  ) -> [String: TraceText]? {
    var found: [String: TraceText] = [:]
    for attribute in attributes.values where !names.contains(attribute.name) {
      found[attribute.name] = TraceText(attribute.value)
    }
    return found.isEmpty ? nil : found
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text), .address(let text), .plain(let text): try container.encode(text)
    case .bytes(let bytes): try container.encode(Data(bytes).base64EncodedString())
    case .number(let number): try container.encode(number)
    case .integer(let number): try container.encode(number)
    case .boolean(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .null: try container.encodeNil()
    }
  }

  func replacingWords(by pseudonyms: Pseudonyms) -> TraceText {
    switch self {
    case .text(let text): .text(pseudonyms.of(text))
    case .address(let text): .address(pseudonyms.ofAddress(text))
    case .bytes(let bytes): .bytes([UInt8](repeating: 0, count: bytes.count))
    case .list(let values): .list(values.map { $0.replacingWords(by: pseudonyms) })
    case .plain, .number, .integer, .boolean, .null: self
    }
  }
}
