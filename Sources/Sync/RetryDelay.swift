/// When to try again: exponential, capped, with full jitter, so that many devices that failed at
/// once do not come back at once.
package enum RetryDelay {
  /// Milliseconds to wait after `failures` failures in a row, at least 1.
  ///
  /// - Parameter floorMilliseconds: what the cloud asked for: never less, and spread above it.
  package static func milliseconds(
    failures: Int, limits: SyncLimits, floorMilliseconds: UInt32?,
    using random: inout some RandomNumberGenerator
  ) -> Int64 {
    let base = Int64(limits.retryDelayMilliseconds)
    let cap = max(base, Int64(limits.retryDelayMaxMilliseconds))
    let doublings = min(max(failures, 1) - 1, 30)
    let ceiling = min(cap, base << doublings)
    let spread = Int64(random.next(upperBound: UInt64(max(1, ceiling))))
    return Int64(floorMilliseconds ?? 0) + max(1, spread)
  }
}
