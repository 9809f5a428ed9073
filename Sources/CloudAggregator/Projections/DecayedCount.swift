public import JournalFormat

/// A count by day of which half is left after 30 days: how popular something is now.
///
/// Whole numbers alone, so that every machine and every rebuild gives the same.
public struct DecayedCount: Hashable, Sendable {
  /// Days after which a count is worth half.
  public static let halfLifeDays = 30

  /// On `day`, in units of 2^-16.
  private var units: UInt64 = 0
  /// The last day on which something was counted.
  private var day = Int32.min

  /// Nothing was counted.
  public static let nothing = DecayedCount()

  init() {}

  init(of counts: some Sequence<(day: Int32, count: UInt64)>) {
    day = counts.map({ $0.day }).max() ?? .min
    for (other, count) in counts {
      let weight = Self.weight(afterDays: Int64(day) - Int64(other))
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: weight)
      units = units.addingUpTo(isTooLarge ? .max : product)
    }
  }

  /// The last day on which something was counted; nil: nothing was.
  public var lastDay: Day? { units == 0 ? nil : Day(day) }

  /// The worth on a day in thousandths; on a day before the last count, what it is worth then.
  public func thousandths(on day: Day) -> UInt64 {
    let age = max(0, Int64(day.rawValue) - Int64(self.day))
    let whole = UInt128(units) * UInt128(Self.weight(afterDays: age)) * 1_000
    return UInt64(clamping: whole >> 32)
  }

  /// What one count is worth after some days, in units of 2^-16; from 48 half-lives on, nothing.
  private static func weight(afterDays age: Int64) -> UInt64 {
    let (halvings, rest) = age.quotientAndRemainder(dividingBy: Int64(halfLifeDays))
    return halvings < 48 ? weights[Int(rest)] >> UInt64(halvings) : 0
  }

  /// `65,536 · 2^(-days / 30)`, rounded, for 0 to 29 days.
  private static let weights: [UInt64] = [
    65_536, 64_039, 62_576, 61_147, 59_751, 58_386, 57_052, 55_749, 54_476, 53_232,
    52_016, 50_828, 49_667, 48_533, 47_424, 46_341, 45_283, 44_248, 43_238, 42_250,
    41_285, 40_342, 39_421, 38_520, 37_641, 36_781, 35_941, 35_120, 34_318, 33_534,
  ]
}
