/// The place of an entry in its journal. The first entry is number 1.
public struct SequenceNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: UInt64

  public init?(_ rawValue: UInt64) {
    // SQLite counts in Int64, so a larger number could be sent but not stored.
    guard rawValue > 0, rawValue <= UInt64(Int64.max) else { return nil }
    self.rawValue = rawValue
  }

  /// The number of the first entry of every journal.
  public static let first = SequenceNumber(1)!

  /// The number after `number`, or the first when nothing came before.
  package static func after(_ number: SequenceNumber?) -> SequenceNumber {
    // 2^63 entries do not fit on any disk.
    SequenceNumber((number?.rawValue ?? 0) + 1)!
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public var description: String { String(rawValue) }
}

/// A moment: milliseconds since 1970-01-01 00:00 UTC, leap seconds not counted.
public struct Timestamp: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static let millisecondsPerDay: Int64 = 86_400_000
  /// The years 1 to 9999, in seconds: what everybody's calendars can write.
  package static let calendarSeconds = -62_135_596_800.0...253_402_300_799.0

  /// The UTC day that the moment lies in.
  package var day: Day {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(
      dividingBy: Self.millisecondsPerDay)
    return Day(clamping: remainder < 0 ? quotient - 1 : quotient)
  }

  /// ISO 8601 in UTC, to the millisecond.
  package var text: String {
    let day = day
    let inDay = milliseconds - day.start.milliseconds
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = inDay / 1_000
    let fraction = String(inDay % 1_000 + 1_000).dropFirst()
    return
      "\(day)T\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(fraction)Z"
  }

  package func advanced(byMilliseconds distance: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ distance)
  }

  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}

/// A UTC day, counted from 1970-01-01. All that a report says of when something happened.
public struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: Int32

  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  init(clamping days: Int64) {
    rawValue = Int32(clamping: days)
  }

  /// The first moment of the day.
  package var start: Timestamp {
    Timestamp(milliseconds: Int64(rawValue) * Timestamp.millisecondsPerDay)
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// YYYY-MM-DD, by the algorithm for the proleptic Gregorian calendar that counts years from
  /// March.
  public var description: String {
    let shifted = Int64(rawValue) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  private func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }
}
