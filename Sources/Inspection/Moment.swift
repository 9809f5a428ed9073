package import JournalFormat

/// A place in a journal as people name it: an entry's number, or a time.
package enum Moment: Hashable, Sendable {
  case entry(UInt64)
  case time(Timestamp)
  /// From its first moment, or until its last.
  case day(Day)

  /// Reads "17", "2026-01-31", "2026-01-31T12:00", with seconds, with fractions of one, and with
  /// `Z` or an offset such as `+02:00`. Without one it is UTC. Nil for anything else.
  package init?(_ text: String) {
    if !text.hasPrefix("+"), let number = UInt64(text) {
      self = .entry(number)
      return
    }
    let halves = text.split(
      separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = Self.day(halves[0]) else { return nil }
    guard halves.count == 2 else {
      self = .day(day)
      return
    }
    guard let milliseconds = Self.milliseconds(halves[1]) else { return nil }
    self = .time(day.start.advanced(byMilliseconds: milliseconds))
  }

  package static let forms = "an entry's number, or a time such as 2026-01-31T12:00:00Z"

  private static func day(_ text: Substring) -> Day? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.count) == [4, 2, 2], let year = digits(parts[0]),
      let month = digits(parts[1]), let day = digits(parts[2]), (1...12).contains(month),
      (1...31).contains(day), year > 0
    else { return nil }
    // Days of the civil calendar, counted from March, so that a leap day is a year's last.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let found = Day(Int32(era * 146_097 + dayOfEra - 719_468))
    // There is no 31st of February.
    return found.description == text ? found : nil
  }

  private static func milliseconds(_ text: Substring) -> Int64? {
    var clock = text
    var offset: Int64 = 0
    if clock.last == "Z" {
      clock = clock.dropLast()
    } else if let sign = clock.lastIndex(where: { "+-".contains($0) }) {
      let parts = clock[sign...].dropFirst().split(
        separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hours = digits(parts[0]),
        let minutes = digits(parts[1]), hours <= 18, minutes < 60
      else { return nil }
      offset = Int64(hours * 60 + minutes) * (clock[sign] == "-" ? -60_000 : 60_000)
      clock = clock[..<sign]
    }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].count == 2, parts[1].count == 2,
      let hour = digits(parts[0]), let minute = digits(parts[1]), hour < 24, minute < 60,
      let second = parts.count == 3 ? thousandths(parts[2]) : 0
    else { return nil }
    return Int64(hour * 60 + minute) * 60_000 + Int64(second) - offset
  }

  /// Seconds, with or without a fraction, in milliseconds.
  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts[0].count == 2, let whole = digits(parts[0]), whole < 60 else { return nil }
    guard parts.count > 1 else { return whole * 1_000 }
    guard parts.count == 2, (1...9).contains(parts[1].count), digits(parts[1]) != nil,
      let fraction = digits((parts[1] + "00").prefix(3))
    else { return nil }
    return whole * 1_000 + fraction
  }

  private static func digits(_ text: Substring) -> Int? {
    !text.isEmpty && text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? Int(text) : nil
  }
}

/// A range of a journal's entries: none if `last` is below `first`.
package struct Span: Hashable, Sendable {
  package var first: UInt64
  package var last: UInt64

  package init(first: UInt64, last: UInt64) { (self.first, self.last) = (first, last) }

  package var isEmpty: Bool { last < first }
  package var count: UInt64 { isEmpty ? 0 : last - first + 1 }
}
