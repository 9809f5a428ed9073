/// Durations and dates of ISO 8601 as pages write them.
enum MarkupTime {
  /// Seconds of a duration such as "PT1H30M", "P0DT90M", "pt 1.5 h"; nil for what is none, for
  /// months and years, and from 10 years on.
  static func seconds(_ text: String) -> Int? {
    var rest = Substring(text.filter { $0 != " " }.uppercased())
    guard rest.popFirst() == "P" else { return nil }
    var isTime = false
    var (total, count) = (0.0, 0)
    while let first = rest.first {
      if first == "T" {
        guard !isTime else { return nil }
        isTime = true
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
      guard !digits.isEmpty, digits.count <= 12,
        let number = Double(digits.map { $0 == "," ? "." : String($0) }.joined()),
        let unit = rest.dropFirst(digits.count).first, let length = length(unit, isTime)
      else { return nil }
      guard length > 0 || number == 0 else { return nil }
      total += number * length
      count += 1
      rest = rest.dropFirst(digits.count + 1)
    }
    guard count > 0, total < 10 * 365 * 86_400 else { return nil }
    return Int(total.rounded())
  }

  /// Seconds of a unit; 0 for those whose length differs.
  private static func length(_ unit: Character, _ isTime: Bool) -> Double? {
    switch (unit, isTime) {
    case ("H", true): 3_600
    case ("M", true): 60
    case ("S", true): 1
    case ("W", false): 604_800
    case ("D", false): 86_400
    case ("Y", false), ("M", false): 0
    default: nil
    }
  }

  /// Whether a text is a date, or a date and a time: "2026-07-04", "2026-07-04T19:30:00-05:00".
  static func isDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, matches(bytes[..<10], "0000-00-00"), number(bytes, 5) - 1 < 12,
      number(bytes, 8) - 1 < 31, number(bytes, 5) > 0, number(bytes, 8) > 0
    else { return false }
    if bytes.count == 10 { return true }
    guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ") else { return false }
    return isTime(bytes[11...])
  }

  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 5, matches(bytes.prefix(5), "00:00") else { return false }
    var rest = bytes.dropFirst(5)
    if rest.count >= 3, matches(rest.prefix(3), ":00") { rest = rest.dropFirst(3) }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst().drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    switch rest.first {
    case nil: return true
    case UInt8(ascii: "Z"): return rest.count == 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      rest = rest.dropFirst()
      return matches(rest, "00:00") || matches(rest, "0000") || matches(rest, "00")
    default: return false
    }
  }

  /// Whether there is a digit for each 0, and each other sign.
  private static func matches(_ bytes: ArraySlice<UInt8>, _ form: String) -> Bool {
    bytes.count == form.utf8.count
      && zip(bytes, form.utf8).allSatisfy { byte, sign in
        sign == UInt8(ascii: "0")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == sign
      }
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> Int {
    Int(bytes[start] - UInt8(ascii: "0")) * 10 + Int(bytes[start + 1] - UInt8(ascii: "0"))
  }
}
