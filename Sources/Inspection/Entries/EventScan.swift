internal import JournalFormat

/// What a line needs of an event, read in place: nothing is decoded that is not shown. Valid as
/// long as the payload is.
///
/// It takes Protocol Buffers as they come: fields of a later version are passed over, and of a
/// field that is there twice the last counts, as the decoder has it.
package struct EventScan {
  package typealias Bytes = UnsafeRawBufferPointer

  /// The facts of `event.proto`, by their field's number.
  package enum Fact: UInt32, CaseIterable, Sendable {
    case itemIndexed = 1
    case itemsDeleted, activityRecorded, resultsShown, resultEngaged, reindexRequested
    case reindexAcknowledged, batchEnded, epochAdopted, journalBegun, activitiesDeleted
    case itemsExpired, synonymsSet
  }

  /// Nil: an event of a later version.
  package private(set) var fact: Fact?
  package private(set) var app = Bytes(start: nil, count: 0)
  /// The identifier, or the first of several.
  package private(set) var id = Bytes(start: nil, count: 0)
  /// Identifiers, domains or results that it names.
  package private(set) var count = 0
  package private(set) var domain = Bytes(start: nil, count: 0)
  /// A title, a query, or what made the journal.
  package private(set) var title = Bytes(start: nil, count: 0)
  /// An update that merges, a deletion of everything, an expiry that is a sweep, or sums of
  /// results.
  package private(set) var isMarked = false
  /// The item that an activity is bound to; empty for none.
  package private(set) var related = Bytes(start: nil, count: 0)
  /// Whether it is an item that is protected.
  package private(set) var isProtected = false

  /// - Parameter payload: of an entry of kind `event`. Nil for bytes that are not an event.
  package init?(_ payload: Bytes) {
    guard payload.count >= JournalEvent.saltByteCount else { return nil }
    var event = ProtoScan(Bytes(rebasing: payload[JournalEvent.saltByteCount...]))
    var body = Bytes(start: nil, count: 0)
    while let field = event.next() {
      guard case .bytes(let bytes) = field.value else { continue }
      (fact, body) = (Fact(rawValue: field.number), bytes)
    }
    guard event.isWhole else { return nil }
    var fields = ProtoScan(body)
    let layout = Layout(fact)
    while let field = fields.next() { readField(field, layout) }
    guard fields.isWhole else { return nil }
  }

  private mutating func readField(_ field: ProtoScan.Field, _ layout: Layout) {
    switch field.value {
    case .number(let number):
      if field.number == layout.mark { isMarked = number != 0 }
      if field.number == layout.protection { isProtected = number != 0 }
    case .bytes(let bytes): readBytes(bytes, field.number, layout)
    case .fixed: break
    }
  }

  private mutating func readBytes(_ bytes: Bytes, _ number: UInt32, _ layout: Layout) {
    switch number {
    case layout.app: app = bytes
    case layout.id: id = bytes
    case layout.ids:
      if count == 0 { id = bytes }
      count += 1
    case layout.domain: domain = bytes
    case layout.domains:
      if domain.isEmpty { domain = bytes }
      count += 1
    case layout.title: title = bytes
    case layout.related: related = bytes
    case layout.attributes: readTitle(of: bytes)
    case layout.result: readResult(bytes)
    case layout.results: count += 1
    case layout.sums:
      count += 1
      isMarked = true
    case layout.request: isMarked = !bytes.isEmpty
    default: break
    }
  }

  private mutating func readResult(_ bytes: Bytes) {
    var result = ProtoScan(bytes)
    while let field = result.next() {
      guard case .bytes(let text) = field.value else { continue }
      if field.number == 2 { app = text }
      if field.number == 3 { id = text }
    }
  }

  /// The display name, else the title, as a result shows it.
  private mutating func readTitle(of attributes: Bytes) {
    var list = ProtoScan(attributes)
    var isDisplayName = false
    while let attribute = list.next() {
      guard case .bytes(let bytes) = attribute.value, attribute.number == 1 else { continue }
      var fields = ProtoScan(bytes)
      var isNamed = (title: false, displayName: false)
      while let field = fields.next() {
        guard case .bytes(let value) = field.value else { continue }
        switch field.number {
        case 1: isNamed = (value.holds("title"), value.holds("displayName"))
        case 2 where isNamed.displayName || (isNamed.title && !isDisplayName):
          guard let text = Self.text(of: value) else { continue }
          title = text
          isDisplayName = isNamed.displayName
        default: break
        }
      }
    }
  }

  /// The text of a value that is one; a localised one has a fallback.
  private static func text(of value: Bytes) -> Bytes? {
    var fields = ProtoScan(value)
    while let field = fields.next() {
      guard case .bytes(let bytes) = field.value else { continue }
      if field.number == 1 { return bytes }
      guard field.number == 10 else { continue }
      var localized = ProtoScan(bytes)
      while let part = localized.next() {
        if part.number == 2, case .bytes(let text) = part.value { return text }
      }
    }
    return nil
  }
}

/// Where a fact has what a line needs: numbers of fields in `event.proto`, of which none is 0.
private struct Layout {
  var app: UInt32 = 0
  var id: UInt32 = 0
  var ids: UInt32 = 0
  var domain: UInt32 = 0
  var domains: UInt32 = 0
  var title: UInt32 = 0
  var attributes: UInt32 = 0
  var result: UInt32 = 0
  var results: UInt32 = 0
  /// Sums of results, which mark it.
  var sums: UInt32 = 0
  /// A flag that marks it.
  var mark: UInt32 = 0
  var protection: UInt32 = 0
  var related: UInt32 = 0
  /// Bytes that mark it where there are any.
  var request: UInt32 = 0
}

extension Layout {
  fileprivate init(_ fact: EventScan.Fact?) {
    switch fact {
    case .itemIndexed:
      self.init(app: 1, id: 2, domain: 3, attributes: 4, mark: 6, protection: 8)
    case .itemsDeleted: self.init(app: 1, ids: 2, domains: 3, mark: 4)
    case .activityRecorded: self.init(app: 1, id: 2, title: 4, related: 10)
    case .resultsShown: self.init(title: 1, results: 2, sums: 3)
    case .resultEngaged: self.init(title: 2, result: 1, results: 3)
    case .reindexRequested: self.init(app: 2, ids: 3, title: 6)
    case .reindexAcknowledged: self.init(app: 2)
    case .batchEnded: self.init(app: 1, title: 2)
    case .journalBegun: self.init(title: 2)
    case .activitiesDeleted: self.init(app: 1, ids: 2, mark: 3)
    case .itemsExpired: self.init(app: 1, ids: 2, request: 3)
    case .synonymsSet: self.init(app: 1, title: 2, results: 3)
    case .epochAdopted, nil: self.init()
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func holds(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return zip(self, UnsafeRawBufferPointer(start: text.utf8Start, count: count)).allSatisfy(==)
  }
}
