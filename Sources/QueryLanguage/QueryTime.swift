internal import CivilTime

/// A time in a query.
public enum QueryTime: Hashable, Sendable {
  /// A calendar's period around the moment of the query, so many periods later.
  case period(Period, offset: Int)
  /// Milliseconds since 1970 in UTC.
  case instant(Int64)

  /// A period of the calendar, as queries name it: `$time.today`.
  public enum Period: String, Hashable, Sendable, CaseIterable {
    case now, today, yesterday, tomorrow
    case lastWeek = "last_week"
    case thisWeek = "this_week"
    case nextWeek = "next_week"
    case thisMonth = "this_month"
    case nextMonth = "next_month"
    case thisYear = "this_year"
    case nextYear = "next_year"

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
  }

  /// Offsets of a period may be as large as this, on both sides: no calendar is asked for more, and
  /// `now` counts seconds, of 3,000 years.
  static func offsetMax(_ period: Period) -> Int { period == .now ? 100_000_000_000 : 1_000_000 }

  /// The years 1 to 9999, which a text of a time can say.
  static let instants = ISOTime.range
}

/// When and where a query is asked: `$time` is frozen at that moment.
public struct QueryClock: Sendable {
  /// Milliseconds since 1970 in UTC.
  public var now: Int64
  /// Seconds by which local time is ahead of UTC at a moment, given in milliseconds since 1970.
  public var secondsFromUTC: @Sendable (Int64) -> Int
  /// 0: weeks begin with Monday; 6: with Sunday.
  public var firstWeekday: Int

  /// - Parameters:
  ///   - now: milliseconds since 1970 in UTC.
  ///   - firstWeekday: 0 for Monday to 6 for Sunday.
  ///   - secondsFromUTC: seconds by which local time is ahead of UTC at a moment, given in
  ///     milliseconds since 1970; 0 by default.
  public init(
    now: Int64, firstWeekday: Int = 0,
    secondsFromUTC: @escaping @Sendable (Int64) -> Int = { _ in 0 }
  ) {
    (self.now, self.firstWeekday, self.secondsFromUTC) = (now, firstWeekday, secondsFromUTC)
  }

  /// Some 30,000 years, in milliseconds: times are added without an overflow.
  private static let nowMax: Int64 = 1 << 50

  /// From the first millisecond of a time to the one after its last.
  func span(of time: QueryTime) -> Range<Int64> {
    // What is beyond what a query may say is taken for the nearest that it may.
    let now = min(max(now, -Self.nowMax), Self.nowMax)
    switch time {
    case .instant(let instant):
      let instant = min(max(instant, -Self.nowMax), Self.nowMax)
      return instant..<instant + 1
    case .period(let period, let offset):
      let most = QueryTime.offsetMax(period)
      let offset = min(max(offset, -most), most)
      if period == .now {
        let instant = now + Int64(offset) * 1_000
        return instant..<instant + 1
      }
      let today = CivilDay(localMilliseconds: now + Int64(secondsFromUTC(now)) * 1_000)
      let (first, end) = days(of: period, offset, around: today)
      return start(of: first)..<start(of: end)
    }
  }

  private func days(
    of period: QueryTime.Period, _ offset: Int, around today: CivilDay
  ) -> (first: CivilDay, end: CivilDay) {
    func days(_ shift: Int) -> (CivilDay, CivilDay) {
      (today.adding(days: shift), today.adding(days: shift + 1))
    }
    func weeks(_ shift: Int) -> (CivilDay, CivilDay) {
      let monday = today.adding(days: -((today.weekday - firstWeekday + 7) % 7))
      return (monday.adding(days: 7 * shift), monday.adding(days: 7 * (shift + 1)))
    }
    func months(_ shift: Int, of count: Int) -> (CivilDay, CivilDay) {
      let first = today.firstOfMonth(count == 12 ? 1 - today.month + 12 * shift : shift)
      return (first, first.firstOfMonth(count))
    }
    switch period {
    case .now, .today: return days(offset)
    case .yesterday: return days(offset - 1)
    case .tomorrow: return days(offset + 1)
    case .lastWeek: return weeks(offset - 1)
    case .thisWeek: return weeks(offset)
    case .nextWeek: return weeks(offset + 1)
    case .thisMonth: return months(offset, of: 1)
    case .nextMonth: return months(offset + 1, of: 1)
    case .thisYear: return months(offset, of: 12)
    case .nextYear: return months(offset + 1, of: 12)
    }
  }

  /// The moment at which a local day begins. Where the clock is changed at midnight, the offset of
  /// the moment itself is right, not that of a guess before it.
  private func start(of day: CivilDay) -> Int64 {
    let local = Int64(day.number) * CivilDay.milliseconds
    let guess = local - Int64(secondsFromUTC(local)) * 1_000
    return local - Int64(secondsFromUTC(guess)) * 1_000
  }
}
