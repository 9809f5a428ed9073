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
