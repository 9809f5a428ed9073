import DeviceIndex
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("What a cloud adds to an answer") struct CloudAnswerTests {
  /// A cloud that answers as a test says.
  private final class Cloud: PublicSearching {
    struct IsDown: Error {}

    let asked = Mutex<[String]>([])
    private let answer: @Sendable () async throws -> [PublicResult]

    init(_ answer: @escaping @Sendable () async throws -> [PublicResult]) { self.answer = answer }

    func publicResults(for query: String, limit: Int) async throws -> [PublicResult] {
      asked.withLock { $0.append("\(query) \(limit)") }
      return try await answer()
    }
  }

  private let home: TestHost
  private static let soup = PublicResult(
    bundleIdentifier: "public", uniqueIdentifier: "https://example.com/soup", title: "soup",
    url: "https://example.com/soup")

  init() throws { home = try TestHost() }

  private func answers(
    to text: String = "soup", wait: Duration = .seconds(20), _ cloud: Cloud?
  ) async throws -> [UserQuery.Answer] {
    try await home.index.indexSearchableItems([TestHost.item("own", "soup")])
    var context = UserQuery.Context()
    (context.cloud, context.cloudWait) = (cloud, wait)
    var answers: [UserQuery.Answer] = []
    for try await answer in home.host.userQuery(text, context: context).answers {
      answers.append(answer)
    }
    #expect(try await home.host.userQuery(text, context: context).answer() == answers.last)
    return answers
  }

  private func names(_ answer: UserQuery.Answer) -> [String] {
    answer.results.map(\.uniqueIdentifier).sorted()
  }

  @Test func `comes second, ranked among the device's own`() async throws {
    let cloud = Cloud { [Self.soup] }
    let answers = try await answers(cloud)
    #expect(answers.map(\.cloud) == [.awaited, .joined(foundCount: 1)])
    #expect(names(answers[0]) == ["own"])
    #expect(names(answers[1]) == ["https://example.com/soup", "own"])
    #expect(cloud.asked.withLock { $0.first } == "soup 100")
  }

  @Test func `is nothing where nobody is asked, or nothing is typed`() async throws {
    #expect(try await answers(nil).map(\.cloud) == [.notAsked])
    let cloud = Cloud { [Self.soup] }
    #expect(try await answers(to: "  ", cloud).map(\.cloud) == [.notAsked])
    #expect(cloud.asked.withLock { $0.isEmpty })
  }

  @Test func `hides nothing of the device's own when it fails`() async throws {
    let answers = try await answers(Cloud { throw Cloud.IsDown() })
    #expect(answers.map(\.cloud) == [.awaited, .failed("IsDown()")])
    #expect(answers.map(names) == [["own"], ["own"]])
  }

  @Test(.timeLimit(.minutes(1)))
  func `is waited for no longer than was said, also if it cannot be cancelled`() async throws {
    let answers = try await answers(
      wait: .milliseconds(20),
      Cloud {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + 5) { continuation.resume() }
        }
        return [Self.soup]
      })
    #expect(answers.map(\.cloud) == [.awaited, .late])
    #expect(answers.map(names) == [["own"], ["own"]])
  }
}
