package import JournalFormat

/// How often one network address may do something: a bucket of tokens each, refilled over time.
///
/// A pure decision with bounded memory: addresses whose bucket is full again are forgotten, and
/// when there are too many, all are.
package struct AddressLimiter: Sendable {
  package enum OnAttempt: Hashable, Sendable {
    case allowed
    case tooMany(retryAfterMilliseconds: UInt32)
  }

  private struct Bucket {
    var tokens: Double
    var time: Timestamp
  }

  /// Attempts a minute for one address; 0: no limit.
  package let perMinute: Int
  /// Attempts that an address can make at once after a quiet time.
  private let burst: Double
  private var buckets: [String: Bucket] = [:]

  static let addressCountMax = 100_000

  package init(perMinute: Int) {
    self.perMinute = perMinute
    burst = Double(max(1, perMinute))
  }

  /// One attempt from an address: an IPv4 address, or the /64 network of an IPv6 address.
  package mutating func attempt(from address: String, now: Timestamp) -> OnAttempt {
    guard perMinute > 0 else { return .allowed }
    let perMillisecond = Double(perMinute) / 60_000
    var bucket = buckets[address] ?? Bucket(tokens: burst, time: now)
    let elapsed = Double(max(0, now.milliseconds - bucket.time.milliseconds))
    bucket.tokens = min(burst, bucket.tokens + elapsed * perMillisecond)
    bucket.time = now
    let isAllowed = bucket.tokens >= 1
    if isAllowed { bucket.tokens -= 1 }
    if buckets[address] == nil, buckets.count >= Self.addressCountMax { forget(now: now) }
    buckets[address] = bucket
    guard !isAllowed else { return .allowed }
    return .tooMany(
      retryAfterMilliseconds: UInt32(((1 - bucket.tokens) / perMillisecond).rounded(.up)))
  }

  private mutating func forget(now: Timestamp) {
    let minute: Int64 = 60_000
    buckets = buckets.filter { now.milliseconds - $0.value.time.milliseconds < minute }
    // Looking through all of them has to pay for many addresses to come, not for one.
    if buckets.count > Self.addressCountMax / 2 { buckets = [:] }
  }

  /// Addresses that are remembered.
  package var addressCount: Int { buckets.count }
}
