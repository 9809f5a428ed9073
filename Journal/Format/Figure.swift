/// How numbers are shown to people, by every command.
///
/// What programs read (JSON, tables, the number of events that were journaled) has plain digits. So
/// has the number of an entry, which is copied into the next command.
package enum Figure {
  /// Digits in groups of three: "1,234,567".
  package static func grouped(_ number: some BinaryInteger) -> String {
    var digits = Array(String(number.magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (number < 0 ? "-" : "") + String(digits)
  }

  /// A number with its noun: "1 entry", "1,200 entries".
  ///
  /// - Parameter several: nil: `one` with an "s".
  package static func count(
    _ number: some BinaryInteger, _ one: String, _ several: String? = nil
  ) -> String {
    "\(grouped(number)) \(number == 1 ? one : several ?? one + "s")"
  }

  /// The same in plain digits, for what scripts look for: "1 event", "1200 events".
  package static func plainCount(
    _ number: some BinaryInteger, _ one: String, _ several: String? = nil
  ) -> String {
    "\(number) \(number == 1 ? one : several ?? one + "s")"
  }

  /// Which entries of a journal: "entry 7", "entries 7 to 9".
  package static func entries(_ range: ClosedRange<some BinaryInteger>) -> String {
    range.lowerBound == range.upperBound
      ? "entry \(range.lowerBound)" : "entries \(range.lowerBound) to \(range.upperBound)"
  }

  /// An amount of bytes: "812 bytes", "1.2 MB (1,234,567 bytes)".
  package static func bytes(_ number: some BinaryInteger) -> String {
    let exact = count(number, "byte")
    return number.magnitude < 1_000 ? exact : "\(size(number)) (\(exact))"
  }

  /// The same in a column, to three digits: "812 B", "1.2 MB", "15 MB".
  package static func size(_ number: some BinaryInteger) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    var (amount, unit) = (Double(number), 0)
    // Not 1,000: 999.6 kB would be written as 1000 kB.
    while amount.magnitude >= 999.5, unit < units.count - 1 {
      amount /= 1_000
      unit += 1
    }
    let tenths = (amount * 10).rounded()
    guard unit > 0, tenths.magnitude < 100 else {
      return "\(Int(amount.rounded())) \(units[unit])"
    }
    return "\(tenths / 10) \(units[unit])"
  }

  /// How long ago a time was, in its largest unit: "3 days ago", "in 2 hours", "just now".
  package static func age(of time: Timestamp, at now: Timestamp) -> String {
    let (distance, overflow) = now.milliseconds.subtractingReportingOverflow(time.milliseconds)
    let seconds = (overflow ? .max : distance.magnitude) / 1_000
    let units: [(seconds: UInt64, name: String)] = [
      (365 * 86_400, "year"), (86_400, "day"), (3_600, "hour"), (60, "minute"),
    ]
    guard let unit = units.first(where: { seconds >= $0.seconds }) else { return "just now" }
    let text = count(seconds / unit.seconds, unit.name)
    return time > now ? "in \(text)" : "\(text) ago"
  }
}
