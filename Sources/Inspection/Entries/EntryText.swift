internal import JournalFormat
package import JournalStore

/// Lines of a log, written as bytes: what a line needs is read in place.
package struct EntryText {
  private var day: Day?
  private var dayText: [UInt8] = []
  /// No words of items: identifiers, titles and queries are left out.
  private let isRedacted: Bool

  package init(isRedacted: Bool = false) { self.isRedacted = isRedacted }

  /// One line: number, time, kind, what it is about, title.
  package mutating func appendLine(_ row: EntryRow, to line: inout [UInt8]) {
    append(row.number.rawValue, to: &line)
    line.append(0x20)
    append(row.time, to: &line)
    line.append(0x20)
    if let payload = row.payload {
      append(row.kind, payload, to: &line)
    } else {
      append(row.kind.description, to: &line)
      append(", redacted", to: &line)
    }
    line.append(0x0A)
  }

  private func append(_ kind: EntryKind, _ payload: UnsafeRawBufferPointer, to line: inout [UInt8])
  {
    switch kind.meaning {
    case .event:
      guard let event = EventScan(payload) else { return append("unreadable", to: &line) }
      append(event, to: &line)
    case .batch:
      guard let header = try? BatchHeader(startOf: payload) else {
        return append("unreadable", to: &line)
      }
      append("batch \(header.epoch) \(header.first)-\(header.last)", to: &line)
    case .report, .control, .unknown:
      let summary = EntrySummary(kind: kind, payload: [UInt8](payload))
      append((isRedacted ? summary.withoutWords : summary).line, to: &line)
    }
  }

  private func append(_ event: EventScan, to line: inout [UInt8]) {
    append(event.name, to: &line)
    if !event.app.isEmpty {
      line.append(0x20)
      append(event.app, to: &line)
    }
    guard !isRedacted else { return }
    if !event.id.isEmpty {
      line.append(0x20)
      append(event.id, to: &line)
    } else if event.fact == .itemsDeleted, !event.domain.isEmpty {
      append(" domain ", to: &line)
      append(event.domain, to: &line)
    }
    if event.fact == .resultsShown {
      append(event.isMarked ? " of " : " ", to: &line)
      append(UInt64(event.count), to: &line)
      if !event.isMarked { append(", none opened", to: &line) }
    } else if event.count > 1 {
      append(event.fact?.namesItems == true ? " +" : " shown ", to: &line)
      append(UInt64(event.fact?.namesItems == true ? event.count - 1 : event.count), to: &line)
    }
    if !event.title.isEmpty {
      append("  ", to: &line)
      append(event.title, to: &line)
    }
  }

  // MARK: Pieces

  private mutating func append(_ time: Timestamp, to line: inout [UInt8]) {
    let timeDay = time.day
    if timeDay != day {
      day = timeDay
      dayText = Array(timeDay.description.utf8)
    }
    line.append(contentsOf: dayText)
    let inDay = time.milliseconds - timeDay.start.milliseconds
    line.append(0x54)
    two(inDay / 3_600_000, to: &line)
    line.append(0x3A)
    two(inDay / 60_000 % 60, to: &line)
    line.append(0x3A)
    two(inDay / 1_000 % 60, to: &line)
    line.append(0x2E)
    line.append(0x30 + UInt8(truncatingIfNeeded: inDay % 1_000 / 100))
    two(inDay % 100, to: &line)
    line.append(0x5A)
  }

  @inline(__always)
  private func two(_ value: Int64, to line: inout [UInt8]) {
    line.append(0x30 + UInt8(truncatingIfNeeded: value / 10))
    line.append(0x30 + UInt8(truncatingIfNeeded: value % 10))
  }

  private func append(_ number: UInt64, to line: inout [UInt8]) {
    var digits: UInt64 = 1
    while number / digits >= 10 { digits *= 10 }
    while digits > 0 {
      line.append(0x30 + UInt8(truncatingIfNeeded: number / digits % 10))
      digits /= 10
    }
  }

  private func append(_ text: StaticString, to line: inout [UInt8]) {
    line.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private func append(_ text: String, to line: inout [UInt8]) {
    line.append(contentsOf: text.printable.utf8)
  }

  /// Bytes of a title in a line; the rest is seen with `show`.
  private static let byteCountMax = 200

  /// What somebody wrote, made harmless.
  private func append(_ text: UnsafeRawBufferPointer, to line: inout [UInt8]) {
    let isLong = text.count > Self.byteCountMax
    let shown = UnsafeRawBufferPointer(rebasing: text.prefix(Self.byteCountMax))
    if shown.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) {
      line.append(contentsOf: shown)
    } else {
      var cut = shown[...]
      // Not in the middle of a letter.
      while isLong, let last = cut.last, last & 0xC0 == 0x80 { cut.removeLast() }
      if isLong, let last = cut.last, last >= 0xC0 { cut.removeLast() }
      line.append(contentsOf: String(decoding: cut, as: UTF8.self).printable.utf8)
    }
    if isLong { append("...", to: &line) }
  }
}

extension EventScan.Fact {
  /// Whether its count is of items that are acted on, the first of which is named.
  var namesItems: Bool {
    switch self {
    case .itemsDeleted, .activitiesDeleted, .itemsExpired, .reindexRequested: true
    case .itemIndexed, .activityRecorded, .resultsShown, .resultEngaged, .reindexAcknowledged,
      .batchEnded, .epochAdopted, .journalBegun, .synonymsSet:
      false
    }
  }
}

extension EventScan {
  /// As `EntrySummary` calls it.
  var name: StaticString {
    switch fact {
    case .itemIndexed: isMarked ? "item updated" : "item indexed"
    case .itemsDeleted: isMarked ? "items deleted, all" : "items deleted"
    case .activityRecorded: "activity recorded"
    case .resultsShown: isMarked ? "results shown, sums" : "results shown"
    case .resultEngaged: "result engaged"
    case .reindexRequested: "reindex requested"
    case .reindexAcknowledged: "reindex acknowledged"
    case .batchEnded: "batch ended"
    case .epochAdopted: "epoch adopted"
    case .journalBegun: "journal begun"
    case .activitiesDeleted: isMarked ? "activities deleted, all" : "activities deleted"
    case .itemsExpired: isMarked ? "items swept" : "items expired"
    case .synonymsSet: "synonyms set"
    case nil: "event of a later version"
    }
  }
}
