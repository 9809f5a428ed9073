/// Decides about one answer, while it comes, whether more of it is taken.
///
/// It touches nothing: the caller says what came and when, performs what is returned, and asks it
/// again. Whatever a server sends, it holds no more than the limits allow, and it ends.
///
/// ```text
/// waiting --onHead--> reading --onBody--> reading --onEnd--> ended
///    |                   |
///    +-- a bound, a deadline, the connection's end --> ended
/// ```
package struct AnswerMachine: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    case readOn
    /// All came that is of interest.
    case finish(AnswerHead, body: [UInt8])
    case refuse(FetchProblem)
    /// It was decided before: what comes now changes nothing.
    case ignore
  }

  private enum State: Hashable, Sendable {
    case waiting
    case reading(AnswerHead)
    case ended
  }

  private let limits: FetchLimits
  /// When the whole fetch must be over; in the caller's milliseconds, as all times here.
  private let end: Int64
  private var state = State.waiting
  private var lastByte: Int64
  private var byteCount = 0
  private var body: [UInt8] = []

  /// - Parameters:
  ///   - now: milliseconds of any clock that does not go back.
  ///   - end: when the whole fetch must be over, by the same clock.
  package init(_ limits: FetchLimits, now: Int64, end: Int64) {
    (self.limits, self.end, lastByte) = (limits, end, now)
  }

  /// When to ask again if nothing comes.
  package var deadline: Int64 { min(end, lastByte + limits.silenceMilliseconds) }

  /// Bytes came, of whichever part.
  package mutating func onBytes(_ count: Int, at now: Int64) -> Decision {
    guard state != .ended else { return .ignore }
    byteCount += count
    lastByte = now
    guard byteCount <= limits.answerByteCountMax else {
      return refuse(.bodyTooLarge(limits.bodyByteCountMax))
    }
    return now >= end ? refuse(.timeout(limits.totalMilliseconds)) : .readOn
  }

  /// All bytes that came were read: a head that is not whole yet may be too long already.
  package mutating func onBytesRead() -> Decision {
    switch state {
    case .ended: return .ignore
    case .reading: return .readOn
    case .waiting:
      guard byteCount > limits.headByteCountMax else { return .readOn }
      return refuse(.headTooLarge(limits.headByteCountMax))
    }
  }

  package mutating func onHead(_ head: AnswerHead) -> Decision {
    guard state == .waiting else { return .ignore }
    if RedirectChain.isRedirect(head) {
      state = .ended
      return .finish(head, body: [])
    }
    if let length = head.values(of: "content-length").first.flatMap({ Int($0) }),
      length > limits.bodyByteCountMax
    {
      return refuse(.bodyTooLarge(limits.bodyByteCountMax))
    }
    state = .reading(head)
    return .readOn
  }

  package mutating func onBody(_ bytes: some Collection<UInt8>) -> Decision {
    guard case .reading = state else { return .ignore }
    guard body.count + bytes.count <= limits.bodyByteCountMax else {
      return refuse(.bodyTooLarge(limits.bodyByteCountMax))
    }
    body.append(contentsOf: bytes)
    return .readOn
  }

  /// The answer is whole, by its own account.
  package mutating func onEnd() -> Decision {
    guard case .reading(let head) = state else { return .ignore }
    state = .ended
    defer { body = [] }
    return .finish(head, body: body)
  }

  /// The connection ended, or what came cannot be read.
  package mutating func onFailure(_ problem: FetchProblem) -> Decision {
    state == .ended ? .ignore : refuse(problem)
  }

  /// It is `now`, and nothing came.
  package mutating func onTime(_ now: Int64) -> Decision {
    guard state != .ended else { return .ignore }
    if now >= end { return refuse(.timeout(limits.totalMilliseconds)) }
    return now >= deadline ? refuse(.silence(limits.silenceMilliseconds)) : .readOn
  }

  private mutating func refuse(_ problem: FetchProblem) -> Decision {
    state = .ended
    body = []
    return .refuse(problem)
  }
}
