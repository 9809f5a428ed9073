import JournalFormat
import Testing

@Suite("A day") struct DayTests {
  @Test(
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (59, "1970-03-01"), (11_016, "2000-02-29"),
      (11_017, "2000-03-01"), (20_454, "2026-01-01"), (47_540, "2100-02-28"),
      (47_541, "2100-03-01"), (-25_509, "1900-02-28"), (-25_508, "1900-03-01"),
      (-141_427, "1582-10-15"), (2_932_896, "9999-12-31"), (2_932_897, "10000-01-01"),
      (-719_162, "0001-01-01"), (-719_528, "0000-01-01"), (-719_529, "-0001-12-31"),
      (.max, "5881580-07-11"), (.min, "-5877641-06-23"),
    ] as [(Int32, String)])
  func `is written as people write it`(rawValue: Int32, text: String) {
    #expect(Day(rawValue).description == text)
  }

  @Test func `after a day is the next date, for a thousand years`() {
    var previous = ""
    for rawValue in Int32(-365_250)...0 {
      let text = Day(rawValue).description
      #expect(text > previous)
      previous = text
    }
  }

  @Test(
    arguments: [
      (0, 0), (86_399_999, 0), (86_400_000, 1), (-1, -1), (-86_400_000, -1), (-86_400_001, -2),
      (.max, .max), (.min, .min),
    ] as [(Int64, Int32)])
  func `is the one that a moment lies in`(milliseconds: Int64, day: Int32) {
    #expect(Timestamp(milliseconds: milliseconds).day == Day(day))
  }

  @Test(arguments: [0, 1, -1, 20_454, .max, .min] as [Int32])
  func `begins at a moment that lies in it`(rawValue: Int32) {
    let day = Day(rawValue)
    #expect(day.start.day == day)
    #expect(Timestamp(milliseconds: day.start.milliseconds - 1).day != day || rawValue == .min)
  }

  @Test(
    arguments: [
      (0, 0), (1.0004, 1_000), (-1.0006, -1_001), (1e17, .max), (-1e17, .min),
      (.infinity, .max), (-.infinity, .min), (.nan, .min),
    ] as [(Double, Int64)])
  func `is of the nearest moment that a journal can hold`(seconds: Double, milliseconds: Int64) {
    #expect(Timestamp(nearestTo: seconds).milliseconds == milliseconds)
  }
}
