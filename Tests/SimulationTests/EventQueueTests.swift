import JournalFormat
import Simulation
import TestSupport
import Testing

@Suite("An event queue") struct EventQueueTests {
  @Test func `gives events by time, and equal times in the order of scheduling`() {
    var queue = EventQueue<Int>()
    var random = SplitMix64(7)
    var expected: [(Int64, Int)] = []
    for number in 0..<2_000 {
      let time = Int64(random.below(50))
      queue.schedule(number, at: Timestamp(milliseconds: time))
      expected.append((time, number))
    }
    expected.sort { ($0.0, $0.1) < ($1.0, $1.1) }
    var found: [(Int64, Int)] = []
    while let next = queue.popFirst() { found.append((next.time.milliseconds, next.event)) }
    #expect(found.map(\.0) == expected.map(\.0))
    #expect(found.map(\.1) == expected.map(\.1))
  }
}
