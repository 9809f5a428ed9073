internal import CivilTime
internal import JournalFormat

/// A moment as HTTP writes it: "Sun, 06 Nov 1994 08:49:37 GMT".
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Nil for anything else; the two spellings that HTTP has retired are nobody's any more.
  static func parse(_ text: String) -> Timestamp? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].count == 4, words[0].hasSuffix(","), words[5] == "GMT",
      let day = number(words[1], 1...31), let month = months.firstIndex(of: String(words[2])),
      let year = number(words[3], 1970...9999),
      let date = CivilDay(year: Int(year), month: month + 1, day: Int(day))
    else { return nil }
    let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], 0...23),
      let minute = number(clock[1], 0...59), let second = number(clock[2], 0...60)
    else { return nil }
    return Timestamp(
      milliseconds: Int64(date.number) * CivilDay.milliseconds
        + (hour * 3_600 + minute * 60 + second) * 1_000)
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int64>) -> Int64? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int64(text), range.contains(number)
    else { return nil }
    return number
  }
}
