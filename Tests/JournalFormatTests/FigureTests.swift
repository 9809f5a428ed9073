import JournalFormat
import Testing

@Suite("Numbers for people") struct FigureTests {
  private static let groups: [(number: Int, text: String)] = [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"),
    (-12_345, "-12,345"), (Int.max, "9,223,372,036,854,775,807"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ]

  @Test func `have their digits in groups of three`() {
    for group in Self.groups { #expect(Figure.grouped(group.number) == group.text) }
  }

  @Test func `agree with their nouns`() {
    #expect(Figure.count(0, "item") == "0 items")
    #expect(Figure.count(1, "item") == "1 item")
    #expect(Figure.count(1, "entry", "entries") == "1 entry")
    #expect(Figure.count(UInt64(12_000), "entry", "entries") == "12,000 entries")
  }

  @Test func `name one entry, or several from the first to the last`() {
    #expect(Figure.entries(7...7) == "entry 7")
    #expect(Figure.entries(UInt64(7)...1_200) == "entries 7 to 1200")
  }

  private static let amounts: [(number: Int, text: String, short: String)] = [
    (0, "0 bytes", "0 B"), (1, "1 byte", "1 B"), (999, "999 bytes", "999 B"),
    (1_000, "1.0 kB (1,000 bytes)", "1.0 kB"), (1_377, "1.4 kB (1,377 bytes)", "1.4 kB"),
    (15_360, "15 kB (15,360 bytes)", "15 kB"),
    // The next unit begins where the number would be written with four digits.
    (999_499, "999 kB (999,499 bytes)", "999 kB"),
    (999_500, "1.0 MB (999,500 bytes)", "1.0 MB"), (9_949, "9.9 kB (9,949 bytes)", "9.9 kB"),
    (9_950, "10 kB (9,950 bytes)", "10 kB"), (1_234_567, "1.2 MB (1,234,567 bytes)", "1.2 MB"),
    (20_000_000_000, "20 GB (20,000,000,000 bytes)", "20 GB"),
    (Int.max, "9.2 EB (9,223,372,036,854,775,807 bytes)", "9.2 EB"),
  ]

  @Test func `of bytes have a unit, and all their digits`() {
    for amount in Self.amounts {
      #expect(Figure.bytes(amount.number) == amount.text)
      #expect(Figure.size(amount.number) == amount.short)
    }
  }

  private static let ages: [(milliseconds: Int64, text: String)] = [
    (0, "just now"), (59_999, "just now"), (60_000, "1 minute ago"), (3_599_999, "59 minutes ago"),
    (3_600_000, "1 hour ago"), (259_200_000, "3 days ago"), (69_120_000_000, "2 years ago"),
    (-90_000, "in 1 minute"), (-3_456_000_000, "in 40 days"),
  ]

  @Test func `of a time are in its largest unit`() {
    let now = Timestamp(milliseconds: 1_750_000_000_000)
    for age in Self.ages {
      let time = Timestamp(milliseconds: now.milliseconds - age.milliseconds)
      #expect(Figure.age(of: time, at: now) == age.text)
    }
  }

  @Test func `of a time that nobody has are told all the same`() {
    let ages = [Int64.min, .max].map {
      Figure.age(of: Timestamp(milliseconds: $0), at: Timestamp(milliseconds: 0))
    }
    #expect(ages[0].hasSuffix("years ago"))
    #expect(ages[1].hasPrefix("in ") && ages[1].hasSuffix("years"))
  }
}
