/// How long answers took, in microseconds, to about three in a hundred.
package struct LatencyHistogram: Hashable, Sendable {
  /// Steps between a power of two and the next.
  private static let steps = 32
  private static let stepBits = 5

  private var counts: [UInt64] = []
  package private(set) var count: UInt64 = 0
  package private(set) var maxMicroseconds: UInt64 = 0

  package init() {}

  package mutating func add(microseconds: UInt64) {
    let place = Self.place(of: microseconds)
    if place >= counts.count {
      counts += [UInt64](repeating: 0, count: place + 1 - counts.count)
    }
    counts[place] += 1
    count += 1
    maxMicroseconds = max(maxMicroseconds, microseconds)
  }

  package mutating func add(_ other: LatencyHistogram) {
    if other.counts.count > counts.count {
      counts += [UInt64](repeating: 0, count: other.counts.count - counts.count)
    }
    for (place, count) in other.counts.enumerated() { counts[place] += count }
    count += other.count
    maxMicroseconds = max(maxMicroseconds, other.maxMicroseconds)
  }

  /// What this part of all answers took at most; 0 without answers.
  package func microseconds(ofPart part: Double) -> UInt64 {
    let wanted = max(1, UInt64((Double(count) * part).rounded(.up)))
    var seen: UInt64 = 0
    for (place, count) in counts.enumerated() {
      seen += count
      if seen >= wanted { return min(Self.upperBound(of: place), maxMicroseconds) }
    }
    return maxMicroseconds
  }

  package var p50Microseconds: UInt64 { microseconds(ofPart: 0.5) }
  package var p99Microseconds: UInt64 { microseconds(ofPart: 0.99) }

  /// Values below twice the steps have a place each; above, each power of two has `steps`.
  private static func place(of value: UInt64) -> Int {
    guard value >= UInt64(steps) else { return Int(value) }
    let shift = 63 - value.leadingZeroBitCount - stepBits
    return (shift << stepBits) + Int(value >> UInt64(shift))
  }

  private static func upperBound(of place: Int) -> UInt64 {
    guard place >= steps else { return UInt64(place) }
    let shift = place >> stepBits - 1
    let first = UInt64(place - shift << stepBits)
    return (first + 1) << UInt64(shift) - 1
  }
}
