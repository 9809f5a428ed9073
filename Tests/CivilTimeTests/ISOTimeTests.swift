import CivilTime
import Testing

@Suite("A time of ISO 8601") struct ISOTimeTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("1970-01-01T00:00", 0), ("1970-01-01T00:00:01Z", 1_000),
    ("1970-01-01t00:00:01z", 1_000), ("1970-01-01T00:00:01.5", 1_500),
    ("1970-01-01T00:00:01,05Z", 1_050), ("1970-01-01T00:00:01.123456789Z", 1_123),
    ("1969-12-31T23:59:59.999Z", -1), ("1970-01-01T02:00+02:00", 0),
    ("1969-12-31T23:00:00-01:00", 0), ("1970-01-01T18:00+18:00", 0),
    ("2000-02-29", 951_782_400_000), ("1582-10-15", -12_219_292_800_000),
    ("1582-10-14", -12_219_379_200_000), ("1582-10-05", -12_220_156_800_000),
    ("1500-03-01", -14_826_672_000_000), ("0001-01-01", -62_135_596_800_000),
    ("0001-01-01T01:00:00+01:00", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("9999-12-31T23:59:59.999999999Z", 253_402_300_799_999),
    ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
    ("1969-12-31T23:59:59.9989Z", -2),
  ])
  func `is the moment that it says`(text: String, milliseconds: Int64) {
    #expect(ISOTime(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-01", "20260131", "2026-1-1", "26-01-01", "12026-01-01", "-2026-01-01",
    "+2026-01-01", "2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32", "2026-02-29",
    "2026-02-30", "2100-02-29", "1900-02-29", "2026-04-31", "2026-06-31", "0000-01-01",
    "0001-01-01T00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-01-31T", "2026-01-31T12",
    "2026-01-31T24:00", "2026-01-31T24:00:00Z", "2026-01-31T25:00", "2026-01-31T12:60",
    "2026-01-31T12:00:60", "2016-12-31T23:59:60Z", "2026-01-31T12:00:61", "2026-01-31T1:00",
    "2026-01-31T-1:00", "2026-01-31T12:00:00.", "2026-01-31T12:00:00.1234567890",
    "2026-01-31T12:00:00.5.5", "2026-01-31T12:00+2:00", "2026-01-31T12:00+0200",
    "2026-01-31T12:00+19:00", "2026-01-31T12:00+18:30", "2026-01-31T12:00+02:60",
    "2026-01-31T12:00+", "2026-01-31T12:00ZZ",
    "2026-01-31T12:00Z+02:00", "2026-01-31 12:00", "2026-01-31T12:00:00Z ", " 2026-01-31",
    "2026-01-31Z", "2026-01-31+02:00", "2026-01-31T12:00:00Zoops", "2026-01-31Tnoon",
    "２０２６-01-31", "2026-01-31T1२:00", "2026\u{2212}01-31", "now",
  ])
  func `is nothing else`(text: String) {
    #expect(ISOTime(text) == nil)
  }

  @Test(arguments: [
    ("2027-02-30", "30 February does not exist."), ("2027-04-31", "31 April does not exist."),
    ("2027-02-29", "29 February 2027 does not exist: 2027 is not a leap year."),
    ("1900-02-29", "29 February 1900 does not exist: 1900 is not a leap year."),
    ("2027-01-00", "There is no day 0."), ("2027-02-32", "There is no day 32."),
    ("2027-00-10", "There is no month 0."), ("2027-13-01", "There is no month 13."),
    ("0000-01-01", "Years are 0001 to 9999."), ("12027-01-01", "Years are 0001 to 9999."),
    ("-0500-01-01", "Years are 0001 to 9999."),
    ("2027-01-31T24:00:00Z", "24:00 does not exist: write 00:00 of the next day."),
    ("2027-01-31T25:00", "There is no hour 25."), ("2027-01-31T12:60", "There is no minute 60."),
    ("2016-12-31T23:59:60Z", "There is no second 60: leap seconds cannot be given."),
    ("2027-01-31T12:00:61", "There is no second 61."),
    (
      "2027-01-31T12:00:00.",
      "A fraction of a second has one to nine digits, of which three are kept."
    ),
    (
      "2027-01-31T12:00:00.1234567890Z",
      "A fraction of a second has one to nine digits, of which three are kept."
    ),
    ("2027-01-31T12:00+19:00", "An offset from UTC is Z, or -18:00 to +18:00."),
    ("2027-01-31T12:00+18:01", "An offset from UTC is Z, or -18:00 to +18:00."),
    ("2027-01-31T12:00+2", "An offset from UTC is Z, or -18:00 to +18:00."),
    ("9999-12-31T23:59:59-00:01", "In UTC it is outside the years 0001 to 9999."),
    (
      "2027-03-02+02:00",
      "What follows the day or time is not part of one: write 2026-01-31 or "
        + "2026-01-31T12:00:00Z."
    ),
    (
      "2027-03-02T12:00:00Zoops",
      "What follows the day or time is not part of one: write 2026-01-31 or "
        + "2026-01-31T12:00:00Z."
    ),
    ("tomorrow", "Write a day as 2026-01-31, or a time as 2026-01-31T12:00:00Z."),
    ("2027-3-2", "Write a day as 2026-01-31, or a time as 2026-01-31T12:00:00Z."),
    ("2027-03-02T12", "Write a day as 2026-01-31, or a time as 2026-01-31T12:00:00Z."),
    ("", "Write a day as 2026-01-31, or a time as 2026-01-31T12:00:00Z."),
  ])
  func `is refused with the reason`(text: String, reason: String) {
    #expect { try ISOTime(parsing: text) } throws: { "\($0)" == reason }
  }

  @Test func `is a day where it has no clock`() {
    #expect(ISOTime("2026-01-31") == CivilDay(year: 2026, month: 1, day: 31).map { .day($0) })
    #expect(ISOTime("2026-01-31T00:00") == .instant(1_769_817_600_000))
  }

  @Test func `reads back what it writes, of every year`() {
    for time in stride(
      from: ISOTime.range.lowerBound, through: ISOTime.range.upperBound, by: 7_919_000_001)
    {
      #expect(ISOTime(ISOTime.text(time))?.milliseconds == time)
      #expect(ISOTime(ISOTime.text(time, isExact: true))?.milliseconds == time)
    }
    #expect(ISOTime.text(0) == "1970-01-01T00:00:00Z")
    #expect(ISOTime.text(-1) == "1969-12-31T23:59:59.999Z")
    #expect(ISOTime.text(1_000, isExact: true) == "1970-01-01T00:00:01.000Z")
  }
}

@Suite("A day") struct CivilDayTests {
  /// Counted one by one, with the rule for leap years alone.
  @Test func `follows the day before it, from the year -5 to 2400`() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard var number = CivilDay(year: -5, month: 1, day: 1)?.number else {
      Issue.record("no day")
      return
    }
    for year in -5...2_400 {
      let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
      for month in 1...12 {
        let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
        #expect(CivilDay(year: year, month: month, day: length + 1) == nil)
        for day in [1, length] {
          let found = CivilDay(year: year, month: month, day: day)
          #expect(found?.number == number + day - 1)
          #expect(found.map { CivilDay(number: $0.number) } == found)
        }
        number += length
      }
    }
    #expect(CivilDay(number: 0).text == "1970-01-01")
  }

  @Test(arguments: [
    (0, "1970-01-01"), (-719_162, "0001-01-01"), (-719_528, "0000-01-01"),
    (-719_529, "-0001-12-31"), (2_932_896, "9999-12-31"), (2_932_897, "10000-01-01"),
  ])
  func `is written with its year, month and day`(number: Int, text: String) {
    #expect(CivilDay(number: number).text == text)
  }
}
