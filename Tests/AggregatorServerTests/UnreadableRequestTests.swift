#if Server
  import NIOEmbedded
  import Testing

  @testable import AggregatorServer

  @Suite("A request that is not HTTP") struct UnreadableRequestTests {
    private let connection: TestConnection

    private let get = RequestText.get
    private let post = RequestText.post

    init() throws { connection = try TestConnection() }

    @Test(arguments: [
      "\0\0\0\0", "GET\r\n\r\n", "GET / HTTP/1.1\r\n: a\r\n\r\n", "GET / SMTP/1.1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "\u{16}\u{3}\u{1}\u{2}\u{0}", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabcd",
    ])
    func `is answered with a problem, once`(text: String) throws {
      try? connection.send(text)
      let (head, document) = try problem(connection.answers())
      #expect(head.hasPrefix("HTTP/1.1 400 "))
      #expect(head.lowercased().contains("connection: close"))
      #expect(head.lowercased().contains("content-type: application/problem+json"))
      #expect(document["type"] as? String == "urn:spotlog:problem:malformed")
      #expect(
        document["detail"] as? String
          == "The request is not HTTP/1.1 as RFC 9112 has it. Check its head and its lengths.")
      #expect(!connection.isOpen)
      #expect(connection.unreadable == 1)
      #expect(connection.refused == [400: 1])
      connection.wait(3_600)
      #expect(try connection.answers() == "")
      #expect(try connection.parts().isEmpty || text.contains("chunked"))
    }

    @Test(arguments: ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n"])
    func `is not one that names its host as it has to`(text: String) throws {
      try connection.send(text)
      #expect(try connection.parts().count == 2)
      #expect(connection.unreadable == 0)
    }

    @Test func `and asked for HEAD is answered without a body`() throws {
      try connection.send("HEAD / HTTP/1.1\r\n\r\n")
      let answer = try connection.answers()
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }

    /// Six bytes that are sent for each, and a thousand times the work.
    @Test func `costs no more than a little where its body comes byte by byte`() throws {
      try connection.send(
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
          + String(repeating: "1\r\nx\r\n", count: 100_000))
      #expect(try connection.parts().count < 2_000)
      let (head, document) = try problem(connection.answers())
      #expect(head.hasPrefix("HTTP/1.1 400 "))
      #expect(
        document["detail"] as? String
          == "The body arrives in many small pieces. Send it as one, or in pieces of 64 bytes or "
          + "more.")
      #expect(connection.brokenOff.count == 1)
      #expect(connection.refused == [400: 1])
    }

    @Test func `with a field that is too large is told so`() throws {
      try? connection.send(
        "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 100_000))\r\n\r\n")
      let (head, document) = try problem(connection.answers())
      #expect(head.hasPrefix("HTTP/1.1 431 "))
      #expect(document["type"] as? String == "urn:spotlog:problem:headers-too-large")
      #expect(connection.refused == [431: 1])
      #expect(!connection.isOpen)
    }

    @Test func `behind a request lets that have its answer, and ends the connection`() throws {
      try? connection.send(get + "\0\0\0")
      #expect(connection.isOpen)
      #expect(try connection.answers() == "")
      connection.answer()
      #expect(try connection.answers().hasPrefix("HTTP/1.1 200 "))
      #expect(!connection.isOpen)
      #expect(connection.unreadable == 1)
    }

    @Test func `is none that somebody broke off`() throws {
      try connection.send(post + "ab")
      _ = try? connection.channel.finish(acceptAlreadyClosed: true)
      #expect(connection.unreadable == 0)
      #expect(connection.slow == 0)
    }
  }
#endif
