/// A comparison of numbers, which dates are as well.
struct NumberTest {
  private let lower: Double
  private let upper: Double
  private let includesLower: Bool
  private let includesUpper: Bool

  /// 2001-01-01T00:00:00Z in milliseconds since 1970.
  static let epoch: Int64 = 978_307_200_000

  static func seconds(_ milliseconds: Int64) -> Double {
    // An item may say any time, so no difference of whole numbers.
    (Double(milliseconds) - Double(epoch)) / 1_000
  }

  /// Of `!=` what it denies.
  init(_ comparator: QueryComparison.Operator, _ moment: QueryMoment, _ clock: QueryClock) {
    let span = Self.span(moment, clock)
    switch comparator {
    case .equal, .notEqual:
      (lower, upper) = (span.start, span.end ?? span.start)
      (includesLower, includesUpper) = (true, span.end == nil)
    case .less, .lessOrEqual:
      (lower, upper) = (-.infinity, span.start)
      (includesLower, includesUpper) = (true, comparator == .lessOrEqual)
    case .greater, .greaterOrEqual:
      (lower, upper) = (span.start, .infinity)
      (includesLower, includesUpper) = (comparator == .greaterOrEqual, true)
    }
  }

  init(from first: QueryMoment, to last: QueryMoment, _ clock: QueryClock) {
    (lower, upper) = (Self.span(first, clock).start, Self.span(last, clock).start)
    (includesLower, includesUpper) = (true, true)
  }

  /// A number is itself; of a period, from its start to before its end.
  private static func span(
    _ moment: QueryMoment, _ clock: QueryClock
  ) -> (start: Double, end: Double?) {
    switch moment {
    case .number(let number): return (number, nil)
    case .time(let time):
      let span = clock.span(of: time)
      let isInstant = span.upperBound - span.lowerBound == 1
      return (seconds(span.lowerBound), isInstant ? nil : seconds(span.upperBound))
    }
  }

  /// All numbers of which it holds lie in it; nil: there are none.
  var range: ClosedRange<Double>? { lower <= upper ? lower...upper : nil }

  func holds(_ value: QueryItemValue) -> Bool {
    guard let number = value.compared else { return false }
    let isAbove = includesLower ? number >= lower : number > lower
    return isAbove && (includesUpper ? number <= upper : number < upper)
  }
}
