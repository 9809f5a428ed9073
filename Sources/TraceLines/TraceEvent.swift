package import DeviceIndex
internal import Foundation
package import JournalFormat
package import StrictJSON

/// One line of a trace: what an app or a person did on a device.
package struct TraceEvent: Sendable {
  package enum Action: Sendable {
    case index(SearchableItem)
    case delete(ids: [String], domains: [String], all: Bool)
    case activity(UserActivity)
    case engage(id: String, query: String, shown: [String])
    /// Results were shown, and none was opened.
    case abandon(query: String, shown: [String])
    /// Nil: the app has no synonyms any more.
    case synonyms(AppSynonyms?)
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
  package init(time: Timestamp, device: String, app: String, action: Action) {
    self.time = time
    self.device = device
    self.app = app
    self.action = action
  }

  /// Reads one line of JSON.
  package init(json: [UInt8], defaults: Defaults = .none) throws(TraceLineError) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONReader.read(json) } catch {
      throw TraceLineError(
        reason: Self.form(of: json, error) ?? error.description, offset: error.offset,
        column: error.place.column)
    }
    do throws(TraceLineError) {
      guard case .object(let members) = value.kind else {
        throw TraceLineError(Self.form(of: value.kind), at: value.offset)
      }
      try self.init(members: members, defaults: defaults)
    } catch {
      throw TraceLineError(
        reason: error.reason, offset: error.offset,
        column: TextPlace(offset: error.offset, in: json).column)
    }
  }

  /// What a text is that is not one object on a line; nil when nothing better is known than where
  /// it stops being JSON.
  private static func form(of json: [UInt8], _ error: JSONError) -> String? {
    if let encoding = TextEncoding(ofBeginning: json) {
      return "is \(encoding.rawValue), and no UTF-8"
    }
    let beginning = json.drop { [0x20, 0x09].contains($0) }
    let rest = json[min(error.offset, json.count)...]
    switch error.reason {
    case .trailingContent where json.contains(0x0D):
      return "has lines that end with CR alone, and lines end with LF: tr '\\r' '\\n' makes them"
    case .endsTooEarly where beginning.first == UInt8(ascii: "["):
      return "begins a JSON array, \(oneALine): jq -c '.[]' makes them"
    case .endsTooEarly
    where beginning.dropFirst().allSatisfy { [0x20, 0x09].contains($0) }
      && beginning.first == UInt8(ascii: "{"):
      return "begins a JSON object of several lines, \(oneALine): jq -c . makes them"
    case .trailingContent where rest.first == UInt8(ascii: ","):
      return "is a part of a JSON array, \(oneALine): jq -c '.[]' makes them of the whole array"
    case .trailingContent where rest.first == UInt8(ascii: "{"):
      return "has several JSON objects, \(oneALine): jq -c . makes them"
    default: return nil
    }
  }

  private static let oneALine = "and each line is one object"

  /// What a value is that is not an object.
  private static func form(of kind: JSONValue.Kind) -> String {
    if case .array = kind { return "is a JSON array, \(oneALine): jq -c '.[]' makes them" }
    return "is not a JSON object"
  }

  /// Reads the members of a line.
  package init(members: [JSONMember], defaults: Defaults = .none) throws(TraceLineError) {
    let line = try TraceLine(members)
    time = Timestamp(milliseconds: Int64((line.time * 1_000).rounded()))
    action = try line.action()
    guard let device = line.device ?? defaults.device, !device.isEmpty || defaults.device != nil
    else { throw TraceLineError("has no \"device\"") }
    guard let app = line.app ?? defaults.app, !app.isEmpty else {
      throw TraceLineError("has no \"app\"")
    }
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
      event.resultEngaged = JournalResultEngaged(
        shownResult(id), query: query, visible: shown.map { shownResult($0) })
    case .synonyms(let table):
      event.synonymsSet = JournalSynonymsSet(
        app: app, version: table?.version ?? "", groups: table?.groups ?? [])
    case .abandon(let query, let shown):
      event.resultsShown = JournalResultsShown(
        query: query, visible: shown.map { shownResult($0) })
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

/// What is wrong with a line, and where in it.
package struct TraceLineError: Error, Hashable, Sendable {
  package let reason: String
  /// Bytes of the line before the place.
  let offset: Int
  /// Counted from 1.
  package let column: Int

  init(reason: String, offset: Int, column: Int) {
    (self.reason, self.offset, self.column) = (reason, offset, column)
  }

  /// Of a line whose text is not at hand: its column is still to be found.
  init(_ reason: String, at offset: Int = 0) {
    self.init(reason: reason, offset: offset, column: 1)
  }
}
