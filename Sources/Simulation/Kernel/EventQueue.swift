package import JournalFormat

/// What is to happen, in the one total order of a simulation: by time, then by the order of
/// scheduling. A binary heap.
package struct EventQueue<Event> {
  private struct Scheduled {
    let time: Timestamp
    let order: UInt64
    let event: Event

    func isBefore(_ other: Scheduled) -> Bool {
      (time.milliseconds, order) < (other.time.milliseconds, other.order)
    }
  }

  private var heap: [Scheduled] = []
  private var scheduledCount: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { heap.isEmpty }
  package var count: Int { heap.count }
  package var nextTime: Timestamp? { heap.first?.time }

  package mutating func schedule(_ event: Event, at time: Timestamp) {
    heap.append(Scheduled(time: time, order: scheduledCount, event: event))
    scheduledCount += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  package mutating func popFirst() -> (time: Timestamp, event: Event)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.time, first.event)
  }

  package mutating func removeAll() { heap = [] }

  private mutating func sink() {
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[smallest]) {
        smallest = child
      }
      guard smallest != parent else { return }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
