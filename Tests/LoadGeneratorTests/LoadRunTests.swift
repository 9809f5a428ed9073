import LoadGenerator
import Loopback
import Testing

@Suite("A run of the load generator") struct LoadRunTests {
  @Test(arguments: [
    "http://127.0.0.1:80", "http://localhost:80/", "http://127.0.0.1:80/v1",
  ])
  func `goes against this machine`(url: String) throws {
    #expect(try LoopbackAddress(url: url).port == 80)
  }

  @Test(arguments: [
    "http://192.0.2.1:80", "http://example.com:80", "https://127.0.0.1:80", "127.0.0.1:80",
    "http://127.0.0.1", "http://127.0.0.1:0", "http://127.0.0.1:99999", "http://[::1]:80",
    "http://127.0.0.1@example.com:80", "http://127.0.0.1:80:90",
  ])
  func `goes against no other`(url: String) {
    #expect { try LoopbackAddress(url: url) } throws: {
      ($0 as? LoopbackError)?.code == .notLoopback
    }
  }

  @Test func `is bounded in connections, threads and time`() {
    let plan = LoadPlan(connectionCount: 1_000_000, threadCount: 99, seconds: 1e9)
    #expect(plan.connectionCount == LoadPlan.connectionCountMax)
    #expect(plan.threadCount == LoadPlan.threadCountMax)
    #expect(plan.seconds == LoadPlan.secondsMax)
    #expect(LoadPlan(connectionCount: 0, threadCount: 4, seconds: 1).threadCount == 1)
  }

  @Test func `counts connections that nobody takes, and comes to its end`() throws {
    // Nobody listens on a port that was never opened for that.
    var plan = LoadPlan(connectionCount: 3, seconds: 5)
    plan.sendsLostAgain = false
    let outcome = LoadRun(plan, against: LoopbackAddress(port: 1)).perform { _ in
      { _ in RawRequest("GET", "/") }
    }
    #expect(outcome.refused == 3)
    #expect(outcome.answers == 0 && outcome.unanswered == 0 && outcome.lost == 0)
  }
}

@Suite("A histogram of latencies") struct LatencyHistogramTests {
  @Test func `has percentiles within three in a hundred`() {
    var histogram = LatencyHistogram()
    for value in 1...100_000 as ClosedRange<UInt64> { histogram.add(microseconds: value) }
    #expect(histogram.count == 100_000 && histogram.maxMicroseconds == 100_000)
    for part in [0.01, 0.5, 0.9, 0.99, 0.999] {
      let exact = part * 100_000
      let found = Double(histogram.microseconds(ofPart: part))
      #expect(found >= exact && found <= exact * 1.04, "\(part)")
    }
    #expect(histogram.microseconds(ofPart: 1) == 100_000)
  }

  @Test func `is exact where values are small, and empty without any`() {
    var histogram = LatencyHistogram()
    #expect(histogram.p50Microseconds == 0 && histogram.p99Microseconds == 0)
    for value in [3, 3, 40] as [UInt64] { histogram.add(microseconds: value) }
    #expect(histogram.p50Microseconds == 3 && histogram.p99Microseconds == 40)
  }

  @Test func `is the sum of two`() {
    var both = LatencyHistogram()
    var parts = [LatencyHistogram(), LatencyHistogram()]
    for value in stride(from: 1, to: 5_000_000, by: 7_919) as StrideTo<UInt64> {
      both.add(microseconds: value)
      parts[Int(value % 2)].add(microseconds: value)
    }
    parts[0].add(parts[1])
    #expect(parts[0] == both)
  }
}
