internal import CivilTime

/// The place of an entry in its journal. The first entry is number 1.
public struct SequenceNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// From 1 to 2^63 - 1.
  public let rawValue: UInt64

  /// Nil for 0 and for what is above 2^63 - 1.
  public init?(_ rawValue: UInt64) {
    // SQLite counts in Int64, so a larger number could be sent but not stored.
    guard rawValue > 0, rawValue <= UInt64(Int64.max) else { return nil }
    self.rawValue = rawValue
  }

  /// The largest number that an entry can have.
  package static let largest = SequenceNumber(UInt64(Int64.max))!

  /// The numbers that a journal's last entry, its floor and any other place in it can have: 0 is
  /// before the first, and the next entry has a number as well.
  package static let places: ClosedRange<UInt64> = 0...largest.rawValue - 1

  /// A number that somebody else wrote, or the largest possible one: of what comes from outside, no
  /// sum and no difference overflows then.
  package static func bounded(_ value: UInt64) -> UInt64 { min(value, largest.rawValue) }

  /// The number of the first entry of every journal.
  public static let first = SequenceNumber(1)!

  /// The number after `number`, or the first when nothing came before.
  package static func after(_ number: SequenceNumber?) -> SequenceNumber {
    // 2^63 entries do not fit on any disk; for numbers that began elsewhere there is `places`.
    SequenceNumber((number?.rawValue ?? 0) + 1)!
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public var description: String { String(rawValue) }
}

extension UInt64 {
  /// The sum, or the largest number: counts that strangers add to end there.
  @inlinable
  package func addingUpTo(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

extension UInt32 {
  /// The sum, or the largest number.
  @inlinable
  package func addingUpTo(_ other: UInt32) -> UInt32 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  /// Changes a count that was read from a file by what a part of it says.
  ///
  /// - Returns: whether the result is in range; otherwise this is the nearest number in range.
  package mutating func change(by difference: Int) -> Bool {
    let (sum, isTooLarge) = Int(self).addingReportingOverflow(difference)
    self = UInt32(clamping: isTooLarge ? (difference < 0 ? 0 : .max) : sum)
    return !isTooLarge && Int(self) == sum
  }
}

/// A moment: milliseconds since 1970-01-01 00:00 UTC, leap seconds not counted.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Since 1970 in UTC; negative before.
  public var milliseconds: Int64

  /// - Parameter milliseconds: since 1970 in UTC; negative before.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static let millisecondsPerDay: Int64 = 86_400_000
  /// The years 1 to 9999, to their last millisecond: what everybody's calendars can write.
  package static let calendar =
    Timestamp(
      milliseconds: ISOTime.range.lowerBound)...Timestamp(
      milliseconds: ISOTime.range.upperBound)

  /// The nearest millisecond to a time in seconds since 1970-01-01 00:00 UTC; nil outside the
  /// years 1 to 9999, and for what is not a number.
  package init?(secondsSince1970 seconds: Double) {
    // Of a double that no whole number holds, none is near.
    guard let nearest = Int64(exactly: (seconds * 1_000).rounded()) else { return nil }
    self.init(milliseconds: nearest)
    guard Self.calendar.contains(self) else { return nil }
  }

  /// The nearest millisecond to a time in seconds since 1970-01-01 00:00 UTC; of a time that no
  /// journal can hold, the first or the last that one can.
  package init(nearestTo secondsSince1970: Double) {
    let nearest = (secondsSince1970 * 1_000).rounded()
    self.init(milliseconds: Int64(exactly: nearest) ?? (nearest > 0 ? .max : .min))
  }

  /// The UTC day that the moment lies in.
  package var day: Day {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(
      dividingBy: Self.millisecondsPerDay)
    return Day(clamping: remainder < 0 ? quotient - 1 : quotient)
  }

  /// ISO 8601 in UTC, to the millisecond.
  package var text: String { ISOTime.text(milliseconds, isExact: true) }

  package func advanced(byMilliseconds distance: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds &+ distance)
  }

  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}

/// A UTC day, counted from 1970-01-01. All that a report says of when something happened.
public struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Days since 1970-01-01; negative before.
  public let rawValue: Int32

  /// - Parameter rawValue: days since 1970-01-01; negative before.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  init(clamping days: Int64) {
    rawValue = Int32(clamping: days)
  }

  /// The first moment of the day.
  package var start: Timestamp {
    Timestamp(milliseconds: Int64(rawValue) * Timestamp.millisecondsPerDay)
  }

  /// The last moment of the day.
  package var end: Timestamp { start.advanced(byMilliseconds: Timestamp.millisecondsPerDay - 1) }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// How far a device's clock may be ahead of the cloud's: further days are refused.
  package static let daysAheadMax: Int32 = 2

  /// The last day on which the cloud counts what it received at a time.
  package init(lastCountedAt time: Timestamp) {
    rawValue = Int32(clamping: Int64(time.day.rawValue) + Int64(Self.daysAheadMax))
  }

  /// The day on which the cloud counts a report of a day, where this is the last one: that day, or
  /// the nearest from 1970 on that can be. See docs/decisions/0040.
  @inlinable
  package func counted(_ day: Int32) -> Int32 { min(max(day, 0), rawValue) }

  /// YYYY-MM-DD, by the algorithm for the proleptic Gregorian calendar that counts years from
  /// March.
  public var description: String {
    CivilDay(number: Int(rawValue)).text
  }
}
