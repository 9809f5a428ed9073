import JournalFormat
import Testing

@testable import Inspection

@Suite("A moment") struct MomentTests {
  @Test(arguments: [
    ("17", Moment.entry(17)), ("0", .entry(0)), ("2026-01-31", .day(Day(20_484))),
    ("1970-01-01T00:00", .time(Timestamp(milliseconds: 0))),
    ("1970-01-01T00:00:01Z", .time(Timestamp(milliseconds: 1_000))),
    ("1970-01-01T00:00:01.5Z", .time(Timestamp(milliseconds: 1_500))),
    ("1970-01-01T00:00:01.123456789Z", .time(Timestamp(milliseconds: 1_123))),
    ("1970-01-01T02:00+02:00", .time(Timestamp(milliseconds: 0))),
    ("1969-12-31T23:00:00-01:00", .time(Timestamp(milliseconds: 0))),
    ("2024-02-29T00:00:00Z", .time(Timestamp(milliseconds: 1_709_164_800_000))),
    ("9999-12-31T23:59:59.999Z", .time(Timestamp(milliseconds: 253_402_300_799_999))),
  ])
  func `is read as people write it`(text: String, moment: Moment) {
    #expect(Moment(text) == moment)
  }

  @Test(arguments: [
    "", " ", "-1", "+1", "1.5", "0x10", "18446744073709551616", "yesterday", "2026-1-1",
    "2026-13-01", "2026-00-10", "2026-02-29", "2026-02-31", "2026-01-32", "0000-01-01",
    "2026-01-31T", "2026-01-31T12", "2026-01-31T24:00", "2026-01-31T12:60", "2026-01-31T12:00:60",
    "2026-01-31T12:00:00.", "2026-01-31T12:00:00.1234567890", "2026-01-31T12:00+2:00",
    "2026-01-31T12:00+19:00", "2026-01-31T12:00+02:60", "2026-01-31T12:00ZZ", "2026-01-31 12:00",
    "2026-01-31T12:00:00Z ", "2026-01-31T-1:00", "２０２６-01-31", "2026-01-31T1२:00",
  ])
  func `is nothing else`(text: String) {
    #expect(Moment(text) == nil)
  }

  @Test(arguments: [
    ("2027-02-30", "30 February does not exist."),
    ("2027-03-02T24:00", "24:00 does not exist: write 00:00 of the next day."),
    ("+1", "An entry's number has no sign."), ("-1", "An entry's number has no sign."),
    ("184467440737095516150", "Entry numbers have at most 19 digits."),
    (
      "yesterday",
      "Give an entry's number, a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z."
    ),
  ])
  func `is refused with the reason`(text: String, reason: String) {
    #expect { try Moment(parsing: text) } throws: { "\($0)" == reason }
  }

  @Test(arguments: [
    ("7", "6", true), ("6", "6", false), ("2026-01-02", "2026-01-01", true),
    ("2026-01-01T12:00Z", "2026-01-01", false), ("2026-01-02T00:00Z", "2026-01-01", true),
    ("7", "2026-01-01", false), ("2026-01-01", "1", false),
  ])
  func `is later than another of its kind`(from: String, until: String, isLater: Bool) throws {
    #expect(try Moment(parsing: from).isLater(than: Moment(parsing: until)) == isLater)
  }

  @Test func `reads back every day that is printed`() {
    for day in stride(from: Int32(-719_162), through: 2_932_896, by: 977) {
      #expect(Moment(Day(day).description) == .day(Day(day)))
    }
  }

  @Test func `reads back every time that is printed`() {
    for time in stride(from: Int64(-62_135_596_800_000), to: 253_402_300_799_999, by: 7_919_000_001)
    {
      let time = Timestamp(milliseconds: time)
      #expect(Moment(time.text) == .time(time))
    }
  }
}
