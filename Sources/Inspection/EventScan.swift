internal import JournalFormat

/// What a line needs of an event, read in place: nothing is decoded that is not shown. Valid as
/// long as the payload is.
///
/// It takes Protocol Buffers as they come: fields of a later version are passed over, and of a
/// field that is there twice the last counts, as the decoder has it.
package struct EventScan {
  package typealias Bytes = UnsafeRawBufferPointer

  /// The facts of `event.proto`, by their field's number.
  package enum Fact: UInt32, Sendable {
    case itemIndexed = 1
    case itemsDeleted, activityRecorded, resultsShown, resultEngaged, reindexRequested
    case reindexAcknowledged, batchEnded, epochAdopted, journalBegun, activitiesDeleted
    case itemsExpired
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
  /// An update that merges, a deletion of everything, or an expiry that is a sweep.
  package private(set) var isMarked = false

  /// - Parameter payload: of an entry of kind `event`. Nil for bytes that are no event.
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
    while let field = fields.next() { take(field) }
    guard fields.isWhole else { return nil }
  }

  private mutating func take(_ field: ProtoScan.Field) {
    switch (fact, field.number, field.value) {
    case (.itemIndexed, 4, .bytes(let attributes)): takeTitle(of: attributes)
    case (.itemIndexed, 6, .number(let flag)), (.itemsDeleted, 4, .number(let flag)),
      (.activitiesDeleted, 3, .number(let flag)):
      isMarked = flag != 0
    case (.itemsExpired, 3, .bytes(let request)): isMarked = !request.isEmpty
    case (.itemIndexed, 1, .bytes(let text)), (.itemsDeleted, 1, .bytes(let text)),
      (.activityRecorded, 1, .bytes(let text)), (.activitiesDeleted, 1, .bytes(let text)),
      (.batchEnded, 1, .bytes(let text)), (.itemsExpired, 1, .bytes(let text)),
      (.reindexRequested, 2, .bytes(let text)), (.reindexAcknowledged, 2, .bytes(let text)):
      app = text
    case (.itemIndexed, 2, .bytes(let text)), (.activityRecorded, 2, .bytes(let text)): id = text
    case (.itemsDeleted, 2, .bytes(let text)), (.activitiesDeleted, 2, .bytes(let text)),
      (.itemsExpired, 2, .bytes(let text)), (.reindexRequested, 3, .bytes(let text)):
      if count == 0 { id = text }
      count += 1
    default: takeOther(field)
    }
  }

  private mutating func takeOther(_ field: ProtoScan.Field) {
    guard case .bytes(let bytes) = field.value else { return }
    switch (fact, field.number) {
    case (.itemIndexed, 3): domain = bytes
    case (.itemsDeleted, 3):
      if domain.isEmpty { domain = bytes }
      count += 1
    case (.activityRecorded, 4), (.resultsShown, 1), (.resultEngaged, 2), (.journalBegun, 2),
      (.batchEnded, 2), (.reindexRequested, 6):
      title = bytes
    case (.resultsShown, 2), (.resultEngaged, 3): count += 1
    case (.resultEngaged, 1):
      var result = ProtoScan(bytes)
      while let field = result.next() {
        guard case .bytes(let text) = field.value else { continue }
        if field.number == 2 { app = text }
        if field.number == 3 { id = text }
      }
    default: break
    }
  }

  /// The display name, else the title, as a result shows it.
  private mutating func takeTitle(of attributes: Bytes) {
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

extension UnsafeRawBufferPointer {
  fileprivate func holds(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return zip(self, UnsafeRawBufferPointer(start: text.utf8Start, count: count)).allSatisfy(==)
  }
}
