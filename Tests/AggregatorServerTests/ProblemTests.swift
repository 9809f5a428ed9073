#if Server
  import Foundation
  import HTTPTypes
  import JournalFormat
  import Sync
  import Hummingbird
  import Testing

  @testable import AggregatorServer
  @testable import CloudAggregator

  @Suite("A problem") struct ProblemTests {
    /// What clients were promised: neither names nor statuses change.
    private static let statuses = [
      "malformed": 400, "unauthorized": 401, "not-allowed": 403, "not-found": 404,
      "method-not-allowed": 405, "timeout": 408, "stale": 409, "erased": 409,
      "too-large": 413, "uri-too-long": 414, "unsupported-media-type": 415,
      "too-many-requests": 429,
      "headers-too-large": 431, "internal": 500, "retry-later": 503,
    ]

    @Test func `is of one of these kinds`() {
      let kinds = EdgeProblem.Kind.allCases.map { ($0.rawValue, $0.status.code) }
      #expect(Dictionary(uniqueKeysWithValues: kinds) == Self.statuses)
      #expect(Set(EdgeProblem.Kind.allCases.map(\.title)).count == kinds.count)
    }

    @Test(arguments: EdgeProblem.Kind.allCases) func `is a document as RFC 9457 has it`(
      kind: EdgeProblem.Kind
    ) async throws {
      let detail = "Words with \"quotes\", \n lines, \u{1F40C} and </script>."
      let response = EdgeProblem(kind, detail).response
      #expect(response.status == kind.status)
      #expect(response.headers[.contentType] == "application/problem+json")
      #expect(response.headers[.cacheControl] == "no-store")
      #expect((response.headers[.wwwAuthenticate] != nil) == (kind == .unauthorized))
      #expect((response.headers[.retryAfter] != nil) == (kind == .retryLater))
      #expect(response.headers[.allow] == nil)
      let document = try object(try await response.bytes())
      #expect(document["type"] as? String == "urn:spotlog:problem:\(kind.rawValue)")
      #expect(document["title"] as? String == kind.title)
      #expect(document["status"] as? Int == kind.status.code)
      #expect(document["detail"] as? String == detail)
      let more = kind == .retryLater ? ["retryAfterMilliseconds"] : []
      #expect(Set(document.keys) == Set(["type", "title", "status", "detail"] + more))
    }

    @Test(
      arguments: [
        (0, "0"), (1, "1"), (999, "1"), (1_000, "1"), (1_001, "2"), (30_000, "30"),
        (UInt32.max, "4294968"),
      ] as [(UInt32, String)])
    func `never asks to come again sooner than it means`(
      milliseconds: UInt32, seconds: String
    ) throws {
      let problem = EdgeProblem(.tooManyRequests, "", retryAfterMilliseconds: milliseconds)
      #expect(problem.headers[.retryAfter] == seconds)
      let told = try object(problem.body)["retryAfterMilliseconds"] as? Int
      #expect(told == Int(milliseconds))
    }

    @Test func `says which methods there are`() {
      var problem = EdgeProblem(.methodNotAllowed, "")
      problem.allowedMethods = "GET, POST"
      #expect(problem.headers[.allow] == "GET, POST")
    }

    @Test(
      arguments: [
        (.retryLater, .retryLater), (.tooLarge, .tooLarge), (.malformed, .malformed),
        (.notAllowed, .notAllowed), (.stale, .stale),
      ] as [(Refusal.Code, EdgeProblem.Kind)])
    func `says what a refusal says`(code: Refusal.Code, kind: EdgeProblem.Kind) throws {
      let refusal = Refusal(
        code, "Words.", retryAfterMilliseconds: 7, cloudTime: Timestamp(milliseconds: -1))
      let problem = EdgeProblem(refusal)
      #expect(problem.kind == kind)
      #expect(problem.detail == "Words.")
      #expect(problem.headers[.retryAfter] == "1")
      let document = try object(problem.body)
      #expect(document["cloudTime"] as? Int == -1)
      #expect(document["retryAfterMilliseconds"] as? Int == 7)
      #expect(
        EdgeProblem(Refusal(code, "")).retryAfterMilliseconds == (kind == .retryLater ? 1_000 : nil)
      )
    }

    @Test func `is there for every refusal`() {
      #expect(Set(Refusal.Code.allCases.map { EdgeProblem(Refusal($0, "")).kind }).count == 5)
    }

    @Test(
      arguments: [
        (.notReady, .retryLater, 1_000), (.notFound, .notFound, nil), (.erased, .erased, nil),
        (.log, .retryLater, 5_000), (.projections, .retryLater, 5_000),
        (.configuration, .internalError, nil), (.newerLog, .internalError, nil),
        (.query, .malformed, nil),
      ] as [(CloudError.Code, EdgeProblem.Kind, UInt32?)])
    func `says what an aggregator's error says`(
      code: CloudError.Code, kind: EdgeProblem.Kind, delay: UInt32?
    ) {
      let error = CloudError(code, "Words.")
      let problem = EdgeProblem(error)
      #expect(problem.kind == kind)
      #expect(problem.detail == "Words.")
      #expect(problem.retryAfterMilliseconds == delay)
      #expect(error.retryAfterMilliseconds == delay)
      #expect((problem.headers[.retryAfter] != nil) == (kind == .retryLater))
    }
  }

  @Suite("JSON of the server") struct JSONBodyTests {
    @Test func `is one line with sorted keys and plain slashes`() throws {
      let text = String(decoding: JSONBody.bytes(["b": "/\n", "a": "\u{2028}é"]), as: UTF8.self)
      #expect(text == #"{"a":"\u2028é","b":"/\n"}"#)
    }

    @Test func `is told as what it is`() {
      let response = JSONBody.response(["a"], status: .serviceUnavailable)
      #expect(response.status == .serviceUnavailable)
      #expect(response.headers[.contentType] == "application/json")
      #expect(response.headers[.cacheControl] == "no-store")
    }
  }
#endif
