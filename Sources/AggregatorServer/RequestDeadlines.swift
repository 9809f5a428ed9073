/// How long the parts of an exchange may take. Decides; `RequestDeadlineHandler` does.
///
/// A client may send requests ahead, and an answer may come before its request is whole.
struct RequestDeadlines {
  enum State: Equatable {
    /// Nothing of a request has come.
    case idle
    /// A request is being read.
    case reading
    /// One was read whole; its answer is being made or sent.
    case answering
  }

  enum OnDeadline: Equatable {
    case nothing
    /// The request did not come whole in time: say so, and end the connection.
    case refuse
    /// The answer was not taken in time, or there was one before the request was whole.
    case close
  }

  /// Counts phases, so that the alarm of an earlier one says nothing.
  private(set) var phase = 0
  /// A request came in part.
  private var isReading = false
  /// The answer to that request was sent already.
  private var isAnsweredEarly = false
  /// Requests that were read whole, and whose answers were not taken.
  private var unansweredCount = 0
  /// Answers that were begun, and not taken.
  private var begunCount = 0

  var state: State { unansweredCount > 0 ? .answering : isReading ? .reading : .idle }

  /// Whether an answer that nobody made can be put into the stream.
  var canRefuse: Bool { unansweredCount == 0 && begunCount == 0 && !isAnsweredEarly }

  /// Bytes came, of a head perhaps that never ends.
  ///
  /// - Returns: whether a new phase began, which has a deadline of its own.
  mutating func onBytes() -> Bool { state == .idle && onPart() }

  /// A part of a request came that is not its end. Behind a request whose answer is not taken yet
  /// its time begins with that.
  mutating func onPart() -> Bool {
    guard !isReading else { return false }
    isReading = true
    return unansweredCount == 0 && beginPhase()
  }

  mutating func onRequestEnd() -> Bool {
    guard isReading else { return false }
    isReading = false
    guard !isAnsweredEarly else {
      isAnsweredEarly = false
      phase += 1
      return false
    }
    unansweredCount += 1
    return unansweredCount == 1 && beginPhase()
  }

  mutating func onAnswerBegun() { begunCount += 1 }

  mutating func onAnswerSent() -> Bool {
    begunCount = max(0, begunCount - 1)
    if unansweredCount == 0, isReading {
      // The rest of the request is waited for as long as before.
      isAnsweredEarly = true
      return false
    }
    unansweredCount = max(0, unansweredCount - 1)
    phase += 1
    return state != .idle
  }

  func onDeadline(of alarmed: Int) -> OnDeadline {
    guard alarmed == phase else { return .nothing }
    return switch state {
    case .idle: .nothing
    case .reading: canRefuse ? .refuse : .close
    case .answering: .close
    }
  }

  private mutating func beginPhase() -> Bool {
    phase += 1
    return true
  }
}
