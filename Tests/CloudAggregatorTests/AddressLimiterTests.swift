import JournalFormat
import Testing

@testable import CloudAggregator

@Suite("A limit for each address") struct AddressLimiterTests {
  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  /// How many of many attempts at once are let through.
  private func burst(
    _ limiter: inout AddressLimiter, _ address: String = "a", at milliseconds: Int64
  ) -> Int {
    (0..<1_000).count { _ in
      limiter.attempt(from: address, now: time(milliseconds)) == .allowed
    }
  }

  @Test(arguments: [1, 2, 60, 600]) func `lets a minute's worth through at once`(perMinute: Int) {
    var limiter = AddressLimiter(perMinute: perMinute)
    #expect(burst(&limiter, at: 0) == perMinute)
    #expect(burst(&limiter, "b", at: 0) == perMinute, "another address has its own")
    #expect(burst(&limiter, at: 59_999) < perMinute)
    #expect(burst(&limiter, at: 10_000_000) == perMinute, "and never more than that")
  }

  @Test func `without a number is none`() {
    var limiter = AddressLimiter(perMinute: 0)
    #expect(burst(&limiter, at: 0) == 1_000)
    #expect(limiter.addressCount == 0)
  }

  @Test(arguments: [1, 7, 60, 600, 1_000_000_000])
  func `says when to come again, and is right`(perMinute: Int) {
    var limiter = AddressLimiter(perMinute: perMinute)
    let now: Int64 = 1_000_000
    var delay: UInt32 = 0
    // More than there are, however many that is.
    var attempts = 0
    while delay == 0, attempts < 700 {
      attempts += 1
      if case .tooMany(let told) = limiter.attempt(from: "a", now: time(now)) { delay = told }
    }
    guard delay > 0 else {
      #expect(perMinute > 700)
      return
    }
    #expect(attempts == perMinute + 1)
    var early = limiter
    if delay > 1 {
      #expect(early.attempt(from: "a", now: time(now + Int64(delay) - 1)) != .allowed)
    }
    #expect(limiter.attempt(from: "a", now: time(now + Int64(delay))) == .allowed)
    #expect(Double(delay) <= (60_000 / Double(perMinute)).rounded(.up))
  }

  @Test func `fills again evenly`() {
    var limiter = AddressLimiter(perMinute: 60)
    #expect(burst(&limiter, at: 0) == 60)
    var allowed = 0
    for step in 1...600 { allowed += burst(&limiter, at: Int64(step) * 100) }
    #expect((59...60).contains(allowed))
  }

  /// A clock that was wrong and is set right locks nobody out, and gives nothing away.
  @Test func `stands still while the clock goes back`() {
    var limiter = AddressLimiter(perMinute: 10)
    #expect(burst(&limiter, at: 1_000_000_000) == 10)
    #expect(burst(&limiter, at: 0) == 0)
    #expect(burst(&limiter, at: -1_000_000_000) == 0)
    #expect(burst(&limiter, at: -1_000_000_000 + 60_000) == 10)
    #expect(burst(&limiter, at: 2_000_000_000) == 10)
  }

  @Test func `remembers a bounded number of addresses`() {
    var limiter = AddressLimiter(perMinute: 1)
    let most = AddressLimiter.addressCountMax
    var largest = 0
    for number in 0..<(2 * most + 10) {
      _ = limiter.attempt(from: "\(number)", now: time(0))
      largest = max(largest, limiter.addressCount)
    }
    #expect(largest == most)
  }

  @Test func `forgets first whose minute is over`() {
    var limiter = AddressLimiter(perMinute: 1)
    let most = AddressLimiter.addressCountMax
    for number in 0..<(most - 10) { _ = limiter.attempt(from: "old \(number)", now: time(0)) }
    for number in 0..<10 { _ = limiter.attempt(from: "new \(number)", now: time(59_000)) }
    #expect(limiter.addressCount == most)
    #expect(limiter.attempt(from: "one more", now: time(60_000)) == .allowed)
    #expect(limiter.addressCount == 11)
    for number in 0..<10 {
      #expect(limiter.attempt(from: "new \(number)", now: time(60_000)) != .allowed)
    }
  }

  /// A crowd that comes evenly may not have every one of it looked through for each that comes.
  @Test func `looks through a crowd seldom`() {
    var limiter = AddressLimiter(perMinute: 1)
    let most = AddressLimiter.addressCountMax
    let start = ContinuousClock.now
    let allowed = (0..<(most + 20_000)).count { number in
      let now = time(Int64(number) * 60_000 / Int64(most))
      return limiter.attempt(from: "\(number)", now: now) == .allowed
    }
    #expect(allowed == most + 20_000)
    // Twenty thousand times a hundred thousand would take minutes.
    #expect(ContinuousClock.now - start < .seconds(60))
  }
}
