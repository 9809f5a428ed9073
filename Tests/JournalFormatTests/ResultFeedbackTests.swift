import JournalFormat
import Testing

@Suite("Feedback on a public result") struct ResultFeedbackTests {
  @Test(
    arguments: [
      (0, 1, 0...794), (1, 1, 206...1_000), (1, 2, 94...906), (0, 10, 0...278), (3, 40, 25...199),
      (10, 10, 722...1_000), (30, 120, 181...335), (500, 1_000, 469...531),
      (1 << 63, .max, 499...501), (0, .max, 0...1),
    ] as [(UInt64, UInt64, ClosedRange<Int>)])
  func `has the Wilson interval of its ratio`(
    engaged: UInt64, shown: UInt64, interval: ClosedRange<Int>
  ) {
    #expect(ResultFeedback(shown: shown, engaged: engaged).interval == interval)
  }

  @Test func `has no interval before anybody saw it`() {
    #expect(ResultFeedback.nothing.interval == nil && ResultFeedback.nothing.text == "never shown")
  }

  @Test func `is a ratio with its interval, for people`() {
    #expect(
      ResultFeedback(shown: 1_040, engaged: 3).text
        == "opened 3 of the 1,040 times it was shown (0.0% to 0.9%)")
    #expect(ResultFeedback(shown: 1, engaged: 1).text.hasPrefix("opened 1 of the 1 time it was "))
  }

  @Test func `counts no more openings than lists`() {
    let feedback = ResultFeedback(shown: 2, engaged: 7)
    #expect(feedback.shown == 2 && feedback.engaged == 2)
  }

  /// What a report says counts whole, or not at all.
  @Test(
    arguments: [
      ([(1, 0)], [true]), ([(1, 1)], [true]), ([(0, 0)], [false]), ([(0, 1)], [false]),
      ([(1, 2)], [false]), ([(10, 10)], [true]), ([(11, 0)], [false]), ([(.max, .max)], [false]),
      ([(9, 0), (2, 0), (1, 1), (1, 0)], [true, false, true, false]),
    ] as [([(UInt32, UInt32)], [Bool])])
  func `takes of a day what is within its bound`(
    reports: [(shown: UInt32, engaged: UInt32)], taken: [Bool]
  ) {
    var sum = ResultFeedback.nothing
    #expect(reports.map { sum.addOnDay(shown: $0.shown, engaged: $0.engaged) } == taken)
    #expect(sum.shown <= ResultFeedback.dailyMax && sum.engaged <= sum.shown)
  }
}
