/// A time of ISO 8601 of the years 1 to 9999, as this program reads and writes it everywhere:
/// `2026-01-31`, `2026-01-31T12:00`, with seconds, with up to nine digits of their fraction, with
/// `Z` or an offset such as `+02:00`, and in UTC without one. `T` and `Z` may be small letters.
///
/// A text that is not a time is refused, never adjusted: no 30th of February, no 24:00, and no leap
/// second, which a count of milliseconds has no place for. Digits beyond milliseconds are cut off:
/// other programs write six or nine of them, and a rounded time could lie after what it ends.
package enum ISOTime: Hashable, Sendable {
  case day(CivilDay)
  /// Milliseconds since 1970-01-01 00:00 UTC.
  case instant(Int64)

  /// The first and the last millisecond that a text can say.
  package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Nil for what is not such a time.
  package init?(_ text: some StringProtocol) {
    do throws(ISOTimeError) { try self.init(parsing: text) } catch { return nil }
  }

  package init(parsing text: some StringProtocol) throws(ISOTimeError) {
    var scanner = Scanner(Array(text.utf8))
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
      scanner.skip("-"), let number = scanner.number(2)
    else { throw scanner.hasLongYear ? .noSuchYear : .notATime }
    guard year > 0 else { throw .noSuchYear }
    guard (1...12).contains(month) else { throw .noSuchMonth(month) }
    guard let day = CivilDay(year: year, month: month, day: number) else {
      throw .noSuchDay(year: year, month: month, day: number)
    }
    guard !scanner.isAtEnd else {
      self = .day(day)
      return
    }
    guard scanner.skip("Tt") else { throw .trailingCharacters }
    let clock = try scanner.clock()
    let offset = try scanner.offset()
    guard scanner.isAtEnd else { throw .trailingCharacters }
    let instant = Int64(day.number) * CivilDay.milliseconds + clock - offset
    guard Self.range.contains(instant) else { throw .outOfRange }
    self = .instant(instant)
  }

  /// Milliseconds since 1970-01-01 00:00 UTC; of a day, those of its first moment in UTC.
  package var milliseconds: Int64 {
    switch self {
    case .day(let day): Int64(day.number) * CivilDay.milliseconds
    case .instant(let instant): instant
    }
  }

  /// The text that says a moment in UTC.
  ///
  /// - Parameter isExact: whether milliseconds are there also when they are 0.
  package static func text(_ milliseconds: Int64, isExact: Bool = false) -> String {
    // Of the first and the last day that there are, the start is not a number.
    let past = milliseconds % CivilDay.milliseconds
    let rest = Int(past < 0 ? past + CivilDay.milliseconds : past)
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60]
      .map { CivilDay.padded($0, 2) }.joined(separator: ":")
    let fraction = isExact || rest % 1_000 != 0 ? "." + CivilDay.padded(rest % 1_000, 3) : ""
    return CivilDay(localMilliseconds: milliseconds).text + "T" + clock + fraction + "Z"
  }
}

/// Goes through the bytes of a time.
private struct Scanner {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  /// Whether the text begins like a day of a year with more than four digits, or with a sign.
  var hasLongYear: Bool {
    let unsigned = bytes.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let digits = unsigned.prefix(while: Self.isDigit).count
    return digits >= 4 && (digits > 4 || unsigned.count < bytes.count)
      && unsigned.dropFirst(digits).first == UInt8(ascii: "-")
  }

  /// Continues behind one of the letters if it stands here.
  mutating func skip(_ letters: String) -> Bool {
    guard place < bytes.count, letters.utf8.contains(bytes[place]) else { return false }
    place += 1
    return true
  }

  /// Exactly so many digits.
  mutating func number(_ count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[place..<place + count] {
      guard Self.isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    place += count
    return value
  }

  /// Milliseconds since midnight.
  mutating func clock() throws(ISOTimeError) -> Int64 {
    guard let hour = number(2), skip(":"), let minute = number(2) else { throw .notATime }
    guard hour < 24 else { throw .noSuchHour(hour) }
    guard minute < 60 else { throw .noSuchMinute(minute) }
    let start = Int64(hour * 60 + minute) * 60_000
    guard skip(":") else { return start }
    guard let second = number(2) else { throw .notATime }
    guard second < 60 else { throw .noSuchSecond(second) }
    guard skip(".,") else { return start + Int64(second) * 1_000 }
    guard let thousandths = thousandths() else { throw .invalidFraction }
    return start + Int64(second) * 1_000 + thousandths
  }

  /// One to nine digits behind the point.
  private mutating func thousandths() -> Int64? {
    let digits = bytes[place...].prefix(while: Self.isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    place += digits.count
    return digits.prefix(3).enumerated().reduce(0) { sum, digit in
      sum + Int64(digit.element - UInt8(ascii: "0")) * [100, 10, 1][digit.offset]
    }
  }

  /// Milliseconds by which a local time is ahead of UTC: at most 18 hours.
  mutating func offset() throws(ISOTimeError) -> Int64 {
    if isAtEnd || skip("Zz") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+") else { throw .trailingCharacters }
    guard let hours = number(2), hours <= 18, skip(":"), let minutes = number(2), minutes < 60,
      hours < 18 || minutes == 0
    else { throw .invalidOffset }
    return Int64(hours * 60 + minutes) * (isBehind ? -60_000 : 60_000)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
