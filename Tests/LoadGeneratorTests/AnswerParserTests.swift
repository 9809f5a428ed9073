import Loopback
import Testing

@Suite("An answer of HTTP/1.1") struct AnswerParserTests {
  private func parse(_ text: String, cutEvery step: Int, isClosed: Bool = false) throws
    -> [RawAnswer]
  {
    var parser = AnswerParser()
    var answers: [RawAnswer] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: step) {
      bytes[start..<min(start + step, bytes.count)].withUnsafeBytes { parser.append($0) }
      while let answer = try parser.next() { answers.append(answer) }
    }
    if isClosed, let answer = try parser.next(isClosed: true) { answers.append(answer) }
    #expect(!parser.hasRest)
    return answers
  }

  @Test(arguments: [1, 2, 7, 1_000])
  func `is the same however the bytes were cut`(step: Int) throws {
    let text =
      "HTTP/1.1 100 Continue\r\n\r\n"
      + "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX-Name:a b\r\n\r\nabc"
      + "HTTP/1.1 204 No Content\r\n\r\n"
      + "HTTP/1.1 503 Later\r\nTransfer-Encoding: chunked\r\nRetry-After: 7\r\n\r\n"
      + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n"
      + "HTTP/1.1 404 Not Found\r\nContent-Type: text/html; charset=utf-8\r\n\r\ngone"
    let answers = try parse(text, cutEvery: step, isClosed: true)
    #expect(answers.map(\.status) == [100, 200, 204, 503, 404])
    #expect(answers.map(\.text) == ["", "abc", "", "abc0123456789", "gone"])
    #expect(answers[1].header("x-name") == "a b")
    #expect(answers[3].retryAfterMilliseconds == 7_000)
    #expect(answers[1].retryAfterMilliseconds == nil)
    #expect(answers[4].mediaType == "text/html")
  }

  @Test func `has no body where HEAD was asked`() throws {
    var parser = AnswerParser()
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".utf8)
    (head + head + Array("abc".utf8)).withUnsafeBytes { parser.append($0) }
    #expect(try parser.next(hasBody: false)?.text == "")
    #expect(try parser.next()?.text == "abc")
    #expect(!parser.hasRest)
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
  ])
  func `has to be one`(text: String) {
    #expect { try parse(text, cutEvery: 5) } throws: { ($0 as? LoopbackError)?.code == .notHTTP }
  }
}

@Suite("A request as it is sent") struct RawRequestTests {
  @Test func `says its length unless told otherwise`() {
    func text(_ request: RawRequest) -> String { String(decoding: request.bytes, as: UTF8.self) }
    #expect(text(RawRequest("GET", "/")) == "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    #expect(text(RawRequest("POST", "/")).contains("Content-Length: 0\r\n"))
    let wrong = RawRequest("POST", "/", [("content-length", "9")], body: [65])
    #expect(text(wrong).hasSuffix("\r\ncontent-length: 9\r\n\r\nA"))
    #expect(text(.sync("open", [65])).contains("POST /v1/open HTTP/1.1"))
  }
}
