internal import NIOCore

/// How long the parts of an exchange may take. Decides; `RequestDeadlineHandler` does.
struct RequestDeadlines {
  enum State: Equatable {
    /// Nothing of a request has come.
    case idle
    /// A request is being read.
    case reading
    /// It was read whole; its answer is being made or sent.
    case answering
  }

  enum OnDeadline: Equatable {
    case nothing
    /// The request did not come whole in time: say so, and end the connection.
    case refuse
    /// The answer was not taken in time.
    case close
  }

  private(set) var state = State.idle
  /// Counts phases, so that the alarm of an earlier one says nothing.
  private(set) var phase = 0

  /// - Returns: whether a new phase began, which has a deadline of its own.
  mutating func onBytes() -> Bool { enter(.reading, from: .idle) }

  mutating func onRequestEnd() -> Bool { enter(.answering, from: .reading) }

  mutating func onAnswerSent() {
    phase += 1
    state = .idle
  }

  func onDeadline(of alarmed: Int) -> OnDeadline {
    guard alarmed == phase else { return .nothing }
    return switch state {
    case .idle: .nothing
    case .reading: .refuse
    case .answering: .close
    }
  }

  private mutating func enter(_ next: State, from before: State) -> Bool {
    guard state == before else { return false }
    phase += 1
    state = next
    return true
  }
}
