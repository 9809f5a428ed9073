/// Times of ISO 8601 of the years 1 to 9999: `2026-01-31`, `2026-01-31T12:00`, with seconds, with a
/// fraction of them, with `Z` or an offset. Without one they are UTC.
enum ISOTime {
  /// Milliseconds since 1970 in UTC; nil for what is no such time.
  static func milliseconds(_ text: String) -> Int64? {
    let halves = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "Tt".contains($0) })
    let date = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard date.map(\.utf8.count) == [4, 2, 2], let year = digits(date[0]),
      let month = digits(date[1]), let number = digits(date[2]), year > 0,
      let day = CivilDay(year: year, month: month, day: number)
    else { return nil }
    let start = Int64(day.number) * CivilDay.milliseconds
    guard halves.count == 2 else { return start }
    return clock(halves[1]).map { start + $0 }
  }

  private static func clock(_ text: Substring) -> Int64? {
    var rest = text
    var offset: Int64 = 0
    if let last = rest.last, "Zz".contains(last) {
      rest = rest.dropLast()
    } else if let sign = rest.lastIndex(where: { "+-".contains($0) }) {
      let parts = rest[sign...].dropFirst().split(
        separator: ":", omittingEmptySubsequences: false)
      guard parts.map(\.utf8.count) == [2, 2], let hours = digits(parts[0]),
        let minutes = digits(parts[1]), hours <= 18, minutes < 60
      else { return nil }
      offset = Int64(hours * 60 + minutes) * (rest[sign] == "-" ? -60_000 : 60_000)
      rest = rest[..<sign]
    }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].utf8.count == 2, parts[1].utf8.count == 2,
      let hour = digits(parts[0]), let minute = digits(parts[1]), hour < 24, minute < 60,
      let thousandths = parts.count == 3 ? thousandths(parts[2]) : 0
    else { return nil }
    return Int64(hour * 60 + minute) * 60_000 + thousandths - offset
  }

  /// Seconds, with or without a fraction.
  private static func thousandths(_ text: Substring) -> Int64? {
    let parts = text.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { ".,".contains($0) })
    guard parts[0].utf8.count == 2, let whole = digits(parts[0]), whole < 60 else { return nil }
    guard parts.count > 1 else { return Int64(whole) * 1_000 }
    guard (1...9).contains(parts[1].utf8.count), digits(parts[1]) != nil,
      let fraction = digits((parts[1] + "00").prefix(3))
    else { return nil }
    return Int64(whole * 1_000 + fraction)
  }

  private static func digits(_ text: Substring) -> Int? {
    text.utf8.allSatisfy(QueryScanner.isDigit) ? Int(text) : nil
  }

  /// The text that `milliseconds` reads.
  static func text(_ milliseconds: Int64) -> String {
    let day = CivilDay(localMilliseconds: milliseconds)
    // Of the first and the last day that there are, the start is no number.
    let past = milliseconds % CivilDay.milliseconds
    let rest = past < 0 ? past + CivilDay.milliseconds : past
    func padded(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date = [padded(Int64(day.year), 4), padded(Int64(day.month), 2), padded(Int64(day.day), 2)]
      .joined(separator: "-")
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { padded($0, 2) }
    let fraction = rest % 1_000 == 0 ? "" : "." + padded(rest % 1_000, 3)
    return date + "T" + clock.joined(separator: ":") + fraction + "Z"
  }
}
