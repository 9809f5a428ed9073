/// Why a text is not a time of ISO 8601.
package enum ISOTimeError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATime
  case noSuchYear
  case noSuchMonth(Int)
  case noSuchDay(year: Int, month: Int, day: Int)
  case noSuchHour(Int)
  case noSuchMinute(Int)
  case noSuchSecond(Int)
  case invalidFraction
  case invalidOffset
  case outOfRange
  /// Something other than a clock after the day, or anything after the whole time.
  case trailingCharacters

  /// A sentence.
  package var description: String {
    switch self {
    case .notATime: "Write a day as 2026-01-31, or a time as 2026-01-31T12:00:00Z."
    case .noSuchYear: "Years are 0001 to 9999."
    case .noSuchMonth(let month): "There is no month \(month)."
    case .noSuchDay(let year, 2, 29):
      "29 February \(year) does not exist: \(year) is not a leap year."
    case .noSuchDay(_, let month, let day):
      (1...31).contains(day)
        ? "\(day) \(Self.months[month - 1]) does not exist." : "There is no day \(day)."
    case .noSuchHour(24): "24:00 does not exist: write 00:00 of the next day."
    case .noSuchHour(let hour): "There is no hour \(hour)."
    case .noSuchMinute(let minute): "There is no minute \(minute)."
    case .noSuchSecond(60): "There is no second 60: leap seconds cannot be given."
    case .noSuchSecond(let second): "There is no second \(second)."
    case .invalidFraction: "A fraction of a second has one to nine digits, of which three are kept."
    case .invalidOffset: "An offset from UTC is Z, or -18:00 to +18:00."
    case .outOfRange: "In UTC it is outside the years 0001 to 9999."
    case .trailingCharacters:
      "What follows the day or time is not part of one: write 2026-01-31 or "
        + "2026-01-31T12:00:00Z."
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
