#if Server
  import NIOCore
  import NIOEmbedded
  import Testing

  @testable import AggregatorServer

  @Suite("A client that waits to send its body") struct ContinueTests {
    private let connection: TestConnection

    init() throws { connection = try TestConnection([.bodyLimit: "1024"]) }

    private func post(_ fields: String, version: String = "1.1") -> String {
      "POST /v1/append HTTP/\(version)\r\nHost: a\r\nExpect: 100-continue\r\n\(fields)\r\n\r\n"
    }

    @Test(arguments: [
      "Content-Length: 4", "Content-Length: 1024", "Transfer-Encoding: chunked",
      "Content-Length: 0004",
    ])
    func `is told to`(fields: String) throws {
      try connection.send(post(fields))
      #expect(try connection.answers().hasPrefix("HTTP/1.1 100 Continue\r\n"))
      #expect(try connection.parts().count == 1)
    }

    @Test func `is told to in any case of its word`() throws {
      try connection.send(
        "POST / HTTP/1.1\r\nHost: a\r\nexpect: 100-Continue\r\nContent-Length: 4\r\n\r\n")
      #expect(try connection.answers().hasPrefix("HTTP/1.1 100 "))
    }

    @Test(arguments: ["1025", "1099511627776", "9223372036854775807"])
    func `is not told to where the body is too large`(length: String) throws {
      try connection.send(post("Content-Length: \(length)"))
      #expect(try connection.answers() == "")
      #expect(try connection.parts().count == 1)
    }

    @Test func `is not told to where it cannot know the word`() throws {
      try connection.send(post("Content-Length: 4", version: "1.0"))
      #expect(try connection.answers() == "")
    }

    @Test func `is not told to where it does not name its host`() throws {
      try connection.send(
        "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
      #expect(try connection.answers().hasPrefix("HTTP/1.1 400 "))
    }

    /// It would be taken for the answer to the request before.
    @Test func `is not told to before the answers to others`() throws {
      try connection.send(RequestText.get + post("Content-Length: 4"))
      #expect(try connection.answers() == "")
      connection.answer(isTaken: false)
      connection.answer()
      #expect(try !connection.answers().contains(" 100 "))
    }

    @Test func `is not told to while an answer is on its way`() throws {
      try connection.send(RequestText.get)
      connection.answer(isTaken: false)
      try connection.send(post("Content-Length: 4"))
      connection.channel.flush()
      #expect(try !connection.answers().contains(" 100 "))
    }

    @Test func `is told to once all others are answered`() throws {
      try connection.send(RequestText.get)
      connection.answer()
      _ = try connection.answers()
      try connection.send(post("Content-Length: 4"))
      #expect(try connection.answers().hasPrefix("HTTP/1.1 100 "))
    }
  }
#endif
