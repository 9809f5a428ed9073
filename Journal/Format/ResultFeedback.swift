/// How a public item did among results: in how many lists people saw it, and how often they opened
/// it from one.
public struct ResultFeedback: Hashable, Sendable {
  /// Lists that the item was in.
  public private(set) var shown: UInt64
  /// How often it was opened from one of them, at most `shown`.
  public private(set) var engaged: UInt64

  /// Never shown, and never opened.
  public static let nothing = ResultFeedback(shown: 0, engaged: 0)

  /// - Parameter engaged: more than `shown` counts as `shown`.
  package init(shown: UInt64, engaged: UInt64) {
    self.shown = shown
    self.engaged = min(shown, engaged)
  }

  package mutating func add(_ other: ResultFeedback) {
    shown = shown.addingUpTo(other.shown)
    engaged = engaged.addingUpTo(other.engaged)
  }
}

// MARK: The bound

extension ResultFeedback {
  /// What counts of one lineage, item and UTC day: so many lists. The device cuts what is more, and
  /// the cloud does not count it.
  package static let dailyMax: UInt64 = 10

  /// Adds what a report says, if all of it is within the bound of a day.
  ///
  /// - Returns: whether it was added. A report that says nothing, or more openings than lists, is
  ///   not.
  package mutating func addOnDay(shown: UInt32, engaged: UInt32) -> Bool {
    guard shown > 0, engaged <= shown, self.shown + UInt64(shown) <= Self.dailyMax else {
      return false
    }
    add(ResultFeedback(shown: UInt64(shown), engaged: UInt64(engaged)))
    return true
  }
}

// MARK: The ratio

extension ResultFeedback {
  /// The 95 % Wilson score interval of `engaged / shown`, in thousandths from 0 to 1,000, each end
  /// rounded outwards; nil if it was never shown.
  ///
  /// A few lists give a wide interval, so an item that one person saw and opened is not better than
  /// one that thousands saw.
  public var interval: ClosedRange<Int>? {
    guard shown > 0 else { return nil }
    // All in units of 1/10,000, with z = 1.96 and so z² = 3.8416. More lists than these give no
    // other thousandths.
    let scale = Swift.max(1, shown / Self.exactMax)
    let (lists, opened) = (UInt128(shown / scale), UInt128(engaged / scale))
    let (unit, square) = (10_000 as UInt128, 38_416 as UInt128)
    let doubleCentre = 2 * unit * opened + square
    let spread = (square * square + 4 * square * unit * opened * (lists - opened) / lists)
      .squareRoot
    let divisor = 2 * (unit * lists + square)
    let low = doubleCentre - Swift.min(doubleCentre, spread + 1)
    let high = 1_000 * (doubleCentre + spread + 1)
    let upper = Swift.min(1_000, (high + divisor - 1) / divisor)
    return Int(1_000 * low / divisor)...Int(upper)
  }

  private static let exactMax: UInt64 = 1 << 40

  /// "opened 3 of the 40 times it was shown (2.5% to 19.9%)"; "never shown".
  package var text: String {
    guard let interval else { return "never shown" }
    func percent(_ thousandths: Int) -> String { "\(thousandths / 10).\(thousandths % 10)%" }
    return "opened \(Figure.grouped(engaged)) of the \(Figure.count(shown, "time")) it was shown "
      + "(\(percent(interval.lowerBound)) to \(percent(interval.upperBound)))"
  }
}

extension UInt128 {
  /// Rounded down.
  fileprivate var squareRoot: UInt128 {
    guard self > 1 else { return self }
    // Newton's method from above falls until it is there.
    var root = (1 as UInt128) << UInt128((128 - leadingZeroBitCount + 1) / 2)
    while true {
      let next = (root + self / root) / 2
      if next >= root { return root }
      root = next
    }
  }
}
