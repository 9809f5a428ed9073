/// Who searches the public index of a cloud for a device, as `CloudClient` does over HTTP.
public protocol PublicSearching: Sendable {
  /// What the public index finds, best first.
  ///
  /// - Parameters:
  ///   - query: what a person typed.
  ///   - limit: the largest number of results, 1 to 100.
  func publicResults(for query: String, limit: Int) async throws -> [PublicResult]
}

/// What a cloud had to do with an answer.
public enum CloudShare: Hashable, Sendable {
  /// Nobody asked one.
  case notAsked
  /// It was asked, and its results are not among these yet.
  case awaited
  /// Its results are among these: how many it found.
  case joined(foundCount: Int)
  /// It did not answer within the time of the query.
  case late
  /// Why it could not answer, for people.
  case failed(String)
}

/// Asks a cloud, for as long as a query waits.
struct CloudQuestion: Sendable {
  let cloud: any PublicSearching
  let text: String
  let wait: Duration

  /// As many as a server gives, however many are shown: so a shorter list is the beginning of a
  /// longer one.
  static let resultsMax = 100

  enum Outcome: Sendable {
    case found([PublicResult])
    case late
    case failed(String)
  }

  /// Returns within the time, also when the cloud's code does not end when it is cancelled.
  func outcome() async -> Outcome {
    let (outcomes, first) = AsyncStream<Outcome>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let asking = Task {
      do {
        first.yield(.found(try await cloud.publicResults(for: text, limit: Self.resultsMax)))
      } catch {
        first.yield(.failed("\(error)"))
      }
    }
    let waiting = Task {
      try? await Task.sleep(for: wait)
      first.yield(.late)
    }
    defer {
      asking.cancel()
      waiting.cancel()
    }
    for await outcome in outcomes { return outcome }
    return .late
  }
}

extension UserQuery {
  /// The answer as it grows: the device's own at once, and, if the context names a cloud, a second
  /// one with what that found within `Context.cloudWait`, or with the reason why it found nothing.
  public var answers: Answers { Answers(query: self) }

  /// Answers to a query, of which a later one takes the place of an earlier one.
  public struct Answers: AsyncSequence, Sendable {
    public typealias Element = UserQuery.Answer
    public typealias Failure = DeviceError

    fileprivate let query: UserQuery

    public func makeAsyncIterator() -> Iterator { Iterator(query: query) }

    /// Asks the device at the first call of `next`, and the cloud at the second.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let query: UserQuery
      private var isOwnGiven = false
      private var isEnded = false

      fileprivate init(query: UserQuery) { self.query = query }

      public mutating func next() async throws(DeviceError) -> UserQuery.Answer? {
        try await next(isolation: nil)
      }

      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(DeviceError) -> UserQuery.Answer? {
        guard !isEnded else { return nil }
        try DeviceError.checkCancellation()
        guard let question = query.cloudQuestion else {
          isEnded = true
          return try await query.ownAnswer(.notAsked)
        }
        guard isOwnGiven else {
          isOwnGiven = true
          return try await query.ownAnswer(.awaited)
        }
        isEnded = true
        let outcome = await question.outcome()
        try DeviceError.checkCancellation()
        return try await query.answer(with: outcome)
      }
    }
  }

  /// Nil: nobody is asked, or nothing is typed.
  private var cloudQuestion: CloudQuestion? {
    guard let cloud = context.cloud, text.contains(where: { !$0.isWhitespace }) else { return nil }
    return CloudQuestion(cloud: cloud, text: text, wait: context.cloudWait)
  }

  private func answer(
    with outcome: CloudQuestion.Outcome
  ) async throws(DeviceError) -> Answer {
    switch outcome {
    case .found(let results):
      try await ownAnswer(.joined(foundCount: results.count), blending: results)
    case .late: try await ownAnswer(.late)
    case .failed(let reason): try await ownAnswer(.failed(reason))
    }
  }
}
