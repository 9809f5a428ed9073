internal import Foundation
internal import TraceLines

/// Where a run's events come from.
package enum TraceSource: Hashable, Sendable {
  /// A file; "-" is standard input.
  case file(String)
  case workload(Workload)

  /// For messages.
  var name: String {
    switch self {
    case .file(let path): path
    case .workload: "the generated fleet"
    }
  }
}

/// Has a trace ahead of the simulation, on a second thread: lines become events independently of
/// each other, so the order of events, and with it the run, stays the same.
final class TraceParser: @unchecked Sendable {
  /// Lines that are parsed together.
  private static let groupCount = 2_048
  /// Groups that wait to be taken: what bounds the memory.
  private static let groupsMax = 4

  private let reader: TraceReader?
  private var workload: WorkloadEvents?
  private let condition = NSCondition()
  // Guarded by `condition`; reader and workload belong to the second thread alone.
  private var groups: [Result<[TraceEvent], TraceError>] = []
  private var isOver = false
  private var isGivenUp = false

  init(_ source: TraceSource) throws(TraceError) {
    switch source {
    case .file(let path): reader = try TraceReader(path: path)
    case .workload(let plan):
      reader = nil
      workload = WorkloadEvents(plan)
    }
    let thread = Thread { [self] in parse() }
    // Values nest as deep as the reader lets them, and become attributes by recursion: a thread's
    // usual half megabyte is little for it.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// The next events in their order; nil at the end. Throws for a line that is none.
  func next() throws(TraceError) -> [TraceEvent]? {
    condition.lock()
    defer { condition.unlock() }
    while groups.isEmpty, !isOver { condition.wait() }
    guard !groups.isEmpty else { return nil }
    defer { condition.signal() }
    return try groups.removeFirst().get()
  }

  /// Lets the second thread end early.
  func giveUp() {
    condition.lock()
    isGivenUp = true
    condition.signal()
    condition.unlock()
  }

  private func parse() {
    while true {
      let group = nextGroup()
      condition.lock()
      while groups.count >= Self.groupsMax, !isGivenUp { condition.wait() }
      var goesOn = !isGivenUp
      switch group {
      case .success(let events) where events.isEmpty: goesOn = false
      case .success: groups.append(group)
      case .failure:
        groups.append(group)
        goesOn = false
      }
      isOver = !goesOn
      condition.signal()
      condition.unlock()
      guard goesOn else { return }
    }
  }

  private func nextGroup() -> Result<[TraceEvent], TraceError> {
    guard let reader else { return .success(workload?.next(atLeast: Self.groupCount) ?? []) }
    var events: [TraceEvent] = []
    do throws(TraceError) {
      while events.count < Self.groupCount, let line = try reader.next() {
        events.append(try event(line, reader))
      }
      return .success(events)
    } catch {
      return .failure(error)
    }
  }

  private func event(_ line: [UInt8], _ reader: TraceReader) throws(TraceError) -> TraceEvent {
    do throws(TraceLineError) {
      var event = try TraceEvent(json: line)
      event.line = reader.lineNumber
      return event
    } catch {
      throw reader.error(aboutLine: error.reason, column: error.column)
    }
  }
}
