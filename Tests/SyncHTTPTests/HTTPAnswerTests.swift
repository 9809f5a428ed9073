import JournalFormat
import Sync
import SyncHTTP
import TestSupport
import Testing

/// Sun, 06 Nov 1994 08:49:37 GMT.
private let now = Timestamp(milliseconds: 784_111_777_000)
private let date = "Sun, 06 Nov 1994 08:49:37 GMT"
private let problem = HTTPAnswer.problemMediaType

/// A status and what a device makes of it.
private struct Case: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var status: Int
  var type = "text/html"
  var headers: [String: String] = [:]
  var body = "<html>"
  var expected: Refusal

  init(
    _ description: String, _ status: Int, type: String = "text/html",
    headers: [String: String] = [:], body: String = "<html>", _ expected: Refusal
  ) {
    testDescription = description
    self.status = status
    self.type = type
    self.headers = headers
    self.body = body
    self.expected = expected
  }

  var answer: HTTPAnswer {
    var headers = headers
    headers["content-type"] = type
    return HTTPAnswer(status: status, headers: headers, body: Array(body.utf8))
  }
}

private func ours(_ name: String, _ rest: String = "") -> String {
  "{\"type\":\"urn:spotlog:problem:\(name)\",\"title\":\"T\",\"detail\":\"D.\"\(rest)}"
}

private func plain(_ code: Refusal.Code, _ status: Int) -> Refusal {
  Refusal(code, "The server answered \(status).")
}

@Suite("An answer over HTTP") struct HTTPAnswerTests {
  private static let ofOurs: [Case] = [
    Case("refused", 403, type: problem, body: ours("not-allowed"), Refusal(.notAllowed, "D.")),
    Case("unknown", 401, type: problem, body: ours("unauthorized"), Refusal(.notAllowed, "D.")),
    Case(
      "with a parameter", 403, type: "Application/Problem+JSON; charset=utf-8",
      body: ours("not-allowed"), Refusal(.notAllowed, "D.")),
    Case("large", 413, type: problem, body: ours("too-large"), Refusal(.tooLarge, "D.")),
    Case("malformed", 400, type: problem, body: ours("malformed"), Refusal(.malformed, "D.")),
    Case(
      "stale", 409, type: problem, body: ours("stale", ",\"cloudTime\":1700000000000"),
      Refusal(.stale, "D.", cloudTime: Timestamp(milliseconds: 1_700_000_000_000))),
    Case(
      "stale at no time that there is", 409, type: problem, headers: ["date": date],
      body: ours("stale", ",\"cloudTime\":-9223372036854775808"),
      Refusal(.stale, "D.", cloudTime: now)),
    Case(
      "busy", 503, type: problem, headers: ["retry-after": "7"],
      body: ours("retry-later", ",\"retryAfterMilliseconds\":2500"),
      Refusal(.retryLater, "D.", retryAfterMilliseconds: 2_500)),
    Case(
      "busy for a negative time", 503, type: problem,
      body: ours("retry-later", ",\"retryAfterMilliseconds\":-1"), Refusal(.retryLater, "D.")),
    Case(
      "busy for ever", 503, type: problem,
      body: ours("retry-later", ",\"retryAfterMilliseconds\":1e300"),
      Refusal(.retryLater, "D.", retryAfterMilliseconds: 86_400_000)),
    Case("with nothing said", 429, type: problem, body: "{}", plain(.retryLater, 429)),
    Case(
      "with other things said than should be", 400, type: problem,
      body: "{\"type\":1,\"detail\":[],\"cloudTime\":\"x\"}", plain(.malformed, 400)),
    Case("cut off", 500, type: problem, body: "{\"detail\":\"x", plain(.retryLater, 500)),
  ]

  private static let ofOthers: [Case] = [
    Case("a captive portal", 403, plain(.retryLater, 403)),
    Case("a proxy that wants a name", 401, plain(.retryLater, 401)),
    Case("a proxy that wants its own", 407, plain(.retryLater, 407)),
    Case(
      "somebody else's problem", 403, type: problem,
      body: "{\"type\":\"about:blank\",\"detail\":\"Go away.\"}", Refusal(.retryLater, "Go away.")),
    Case(
      "our words in another type", 403, type: "application/json", body: ours("not-allowed"),
      plain(.retryLater, 403)),
    Case("a redirect", 302, headers: ["location": "http://a.example/"], plain(.retryLater, 302)),
    Case("a page instead of an answer", 200, plain(.retryLater, 200)),
    Case("too large for a proxy", 413, plain(.tooLarge, 413)),
    Case("not there", 404, plain(.malformed, 404)),
    Case("another method", 405, plain(.malformed, 405)),
    Case("another type", 415, plain(.malformed, 415)),
    Case("a time-out", 408, plain(.retryLater, 408)),
    Case("a bad gateway", 502, plain(.retryLater, 502)),
    Case("nothing at all", 204, plain(.retryLater, 204)),
    Case("a status that nobody knows", 799, plain(.retryLater, 799)),
    Case(
      "a stale request without a time", 409, headers: ["date": date],
      Refusal(.stale, "The server answered 409.", cloudTime: now)),
    Case("a stale request without any time", 409, plain(.stale, 409)),
  ]

  @Test(arguments: ofOurs + ofOthers)
  private func `is a refusal`(one: Case) {
    #expect(one.answer.response(now: now) == .refused(one.expected))
  }

  @Test func `of every other status is to be asked again`() {
    let known = [200, 400, 401, 403, 404, 405, 409, 413, 415]
    for status in 100...599 where !known.contains(status) {
      guard case .refused(let refusal) = HTTPAnswer(status: status).response(now: now) else {
        Issue.record("\(status) is no refusal")
        continue
      }
      #expect(refusal.code == .retryLater)
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("7", 7_000), ("007", 7_000), ("86400", 86_400_000), ("86401", 86_400_000),
      ("99999999999999999999999999", 86_400_000), ("", nil), ("-5", nil), ("+5", nil), ("1.5", nil),
      ("soon", nil), ("0x10", nil), ("Sun, 06 Nov 1994 08:50:37 GMT", 60_000),
      ("Sun, 06 Nov 1994 08:49:36 GMT", 0), ("Sun, 06 Nov 9994 08:49:37 GMT", 86_400_000),
      ("Sun, 06 Nov 1994 08:50:37 CET", nil), ("Sun, 06 Nov 1994 24:50:37 GMT", nil),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
      ("Thu, 29 Feb 2024 00:00:00 GMT", 86_400_000),
    ] as [(String, UInt32?)])
  func `asks for a wait`(header: String, milliseconds: UInt32?) {
    // The answer's own clock counts, not the device's.
    let other = now.advanced(byMilliseconds: -3_600_000)
    let answer = HTTPAnswer(status: 503, headers: ["retry-after": header, "date": date])
    guard case .refused(let refusal) = answer.response(now: other) else { return }
    #expect(refusal.retryAfterMilliseconds == milliseconds)
    guard !header.contains("GMT") || milliseconds == nil else { return }
    let undated = HTTPAnswer(status: 503, headers: ["retry-after": header])
    guard case .refused(let same) = undated.response(now: other) else { return }
    #expect(same.retryAfterMilliseconds == milliseconds)
  }

  @Test func `with the conversation's type is the cloud's word`() {
    let response = SyncResponse.enrolled(Sample.grant, SyncLimits())
    let answer = HTTPAnswer(
      status: 200, headers: ["content-type": HTTPAnswer.syncMediaType], body: response.bytes)
    #expect(answer.response(now: now) == response)
    var other = answer
    other.headers["content-type"] = "application/octet-stream"
    #expect(other.response(now: now) == .refused(plain(.retryLater, 200)))
    other = answer
    other.status = 201
    #expect(other.response(now: now) == .refused(plain(.retryLater, 201)))
    other = answer
    other.body.removeLast()
    guard case .refused(let refusal) = other.response(now: now) else {
      Issue.record("half an answer was taken")
      return
    }
    #expect(refusal.code == .retryLater)
    #expect(refusal.message.hasPrefix("The server's answer cannot be read: "))
  }

  @Test func `with a good status cannot stop a device`() {
    let refused = SyncResponse.refused(
      Refusal(.notAllowed, "Stop.", cloudTime: Timestamp(milliseconds: .min)))
    let answer = HTTPAnswer(
      status: 200, headers: ["content-type": HTTPAnswer.syncMediaType], body: refused.bytes)
    #expect(answer.response(now: now) == .refused(Refusal(.retryLater, "Stop.")))
  }

  @Test func `has a message that fits into the conversation`() {
    let detail = String(repeating: "\u{E9}", count: 5_000)
    let answer = HTTPAnswer(
      status: 400, headers: ["content-type": problem],
      body: Array("{\"detail\":\"\(detail)\"}".utf8))
    guard case .refused(let refusal) = answer.response(now: now) else { return }
    #expect(refusal.message.utf8.count <= 2_002)
  }
}
