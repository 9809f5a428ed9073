/// A day of the proleptic Gregorian calendar: the Gregorian one, also of the time before it was in
/// use, as ISO 8601 has it.
package struct CivilDay: Hashable, Sendable {
  /// Days since 1970-01-01.
  package let number: Int
  package let year: Int
  /// From 1 on.
  package let month: Int
  package let day: Int

  package static let milliseconds: Int64 = 86_400_000

  package init(number: Int) {
    self.number = number
    // Years from March on, so that a leap day is a year's last; 400 of them are alike.
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let place = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * place + 2) / 5 + 1
    month = place < 10 ? place + 3 : place - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day that a moment lies in, given in milliseconds since 1970-01-01 00:00 of the same place.
  package init(localMilliseconds: Int64) {
    let number = localMilliseconds / Self.milliseconds
    let isBefore = localMilliseconds % Self.milliseconds < 0
    self.init(number: Int(isBefore ? number - 1 : number))
  }

  /// Nil for a day that there is not, such as the 31st of February.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(number: era * 146_097 + dayOfEra - 719_468)
    guard self.day == day else { return nil }
  }

  /// 0: Monday.
  package var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  package func adding(days: Int) -> CivilDay { CivilDay(number: number + days) }

  /// The first day of the month so many months later.
  package func firstOfMonth(_ later: Int) -> CivilDay {
    let months = year * 12 + month - 1 + later
    let year = months >= 0 ? months / 12 : (months - 11) / 12
    return CivilDay(year: year, month: months - year * 12 + 1, day: 1) ?? self
  }

  /// `YYYY-MM-DD`; years before 0 have a sign, and those after 9999 more digits.
  package var text: String {
    let sign = year < 0 ? "-" : ""
    return sign
      + [(Int(year.magnitude), 4), (month, 2), (day, 2)].map(Self.padded)
      .joined(separator: "-")
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}
