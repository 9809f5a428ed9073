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
  public var answers: QuerySequence<Answer> {
    QuerySequence { step throws(DeviceError) in
      guard let question = cloudQuestion else {
        return step == 0 ? [try await ownAnswer(.notAsked)] : nil
      }
      guard step > 0 else { return [try await ownAnswer(.awaited)] }
      guard step == 1 else { return nil }
      let outcome = await question.outcome()
      try DeviceError.checkCancellation()
      return [try await answer(with: outcome)]
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
