#if Server
  import HTTPTypes
  import NIOCore
  import NIOEmbedded
  import Testing

  @testable import AggregatorServer

  @Suite("A connection of the server") struct ConnectionHandlerTests {
    private let connection: TestConnection

    private let get = RequestText.get
    private let post = RequestText.post

    init() throws { connection = try TestConnection() }

    private func expectTimeout(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let (head, document) = try problem(connection.answers())
      #expect(head.hasPrefix("HTTP/1.1 408 "), sourceLocation: sourceLocation)
      #expect(head.lowercased().contains("connection: close"), sourceLocation: sourceLocation)
      #expect(
        document["type"] as? String == "urn:spotlog:problem:timeout",
        sourceLocation: sourceLocation)
      #expect(
        document["detail"] as? String
          == "The request was not complete within 30 s. Send it again, faster or in smaller "
          + "parts.", sourceLocation: sourceLocation)
      #expect(!connection.isOpen, sourceLocation: sourceLocation)
      #expect(connection.slow == 1, sourceLocation: sourceLocation)
      #expect(connection.refused == [408: 1], sourceLocation: sourceLocation)
    }

    @Test func `is left alone while nothing comes, and between requests`() throws {
      connection.wait(3_600)
      for _ in 0..<3 {
        try connection.send(get)
        connection.answer()
        connection.wait(3_600)
      }
      #expect(try connection.parts().count == 6)
      #expect(connection.isOpen)
      #expect(connection.slow == 0)
    }

    /// A byte every second: in the first line, in a field, in the body.
    @Test(arguments: [
      "GET /v1/", "GET /v1/health HTTP/1.1\r\nHost: a\r\nX: ", RequestText.post,
    ])
    func `is ended with an answer when a request drips in`(start: String) throws {
      try connection.send(start)
      for _ in 0..<29 {
        if start != post { try connection.send("y") }
        connection.wait(1)
      }
      #expect(connection.isOpen)
      connection.wait(1)
      try expectTimeout()
    }

    @Test(arguments: [("0.9", "0.9 s"), ("2.5", "2.5 s"), ("1.0", "1 s"), ("86400", "86400 s")])
    func `says how long a request may take`(timeout: String, text: String) throws {
      let connection = try TestConnection([.requestTimeout: timeout])
      try connection.send("G")
      connection.wait(86_400)
      let (_, document) = try problem(connection.answers())
      #expect((document["detail"] as? String)?.contains(" within \(text). ") == true)
    }

    @Test func `hears nothing after its end`() throws {
      try connection.send(post)
      connection.wait(30)
      _ = try connection.parts()
      _ = try connection.answers()
      connection.answer()
      #expect(try connection.answers() == "")
      #expect(try connection.parts() == [])
    }

    @Test func `has all its time for each request`() throws {
      for _ in 0..<3 {
        try connection.send(String(get.prefix(10)))
        connection.wait(29)
        try connection.send(String(get.dropFirst(10)))
        connection.wait(29)
        connection.answer()
      }
      #expect(connection.isOpen)
      #expect(connection.slow == 0)
    }

    @Test func `is closed when an answer is not taken`() throws {
      try connection.send(get)
      connection.answer(isTaken: false)
      connection.wait(29)
      #expect(connection.isOpen)
      connection.wait(1)
      #expect(!connection.isOpen)
      #expect(connection.slow == 1)
    }

    /// How long that takes is no fault of the client's.
    @Test func `is left alone while its answer is made`() throws {
      try connection.send(post + "abcd")
      connection.wait(3_600)
      #expect(connection.isOpen)
      connection.answer()
      #expect(try connection.answers().hasPrefix("HTTP/1.1 200 "))
      #expect(connection.slow == 0)
    }

    @Test func `is closed without a word into an answer that began`() throws {
      try connection.send(post)
      connection.begin(.contentTooLarge)
      connection.channel.flush()
      connection.wait(30)
      #expect(!connection.isOpen)
      let answer = try connection.answers()
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
      #expect(!answer.contains(" 408 "))
    }

    @Test func `is closed when the rest of a refused request does not come`() throws {
      try connection.send(post)
      connection.answer(.contentTooLarge)
      connection.wait(29)
      #expect(connection.isOpen)
      connection.wait(1)
      #expect(!connection.isOpen)
      #expect(try !connection.answers().contains(" 408 "))
    }

    @Test func `continues when the rest of a refused request came`() throws {
      try connection.send(post)
      connection.answer(.contentTooLarge)
      try connection.send("abcd")
      connection.wait(3_600)
      #expect(connection.isOpen)
      try connection.send(get)
      connection.answer()
      connection.wait(3_600)
      #expect(connection.isOpen)
    }

    @Test func `answers requests that were sent ahead, each in its time`() throws {
      try connection.send(get + get + get)
      #expect(try connection.parts().count == 6)
      for _ in 0..<3 {
        connection.wait(29)
        #expect(connection.isOpen)
        connection.answer()
      }
      connection.wait(3_600)
      #expect(connection.isOpen)
      #expect(try connection.answers().ranges(of: "HTTP/1.1 200").count == 3)
    }

    @Test func `is closed when the second of two answers is not taken`() throws {
      try connection.send(get + get)
      connection.answer()
      connection.wait(3_600)
      connection.answer(isTaken: false)
      connection.wait(29)
      #expect(connection.isOpen)
      connection.wait(1)
      #expect(!connection.isOpen)
      #expect(connection.slow == 1)
    }

    /// The body of a request that was sent ahead has its time from the answer before it.
    @Test func `is ended when a request that was sent ahead does not come whole`() throws {
      try connection.send(get + post + "ab")
      connection.wait(20)
      connection.answer()
      #expect(try connection.answers().hasPrefix("HTTP/1.1 200"))
      for _ in 0..<29 { connection.wait(1) }
      #expect(connection.isOpen)
      connection.wait(1)
      try expectTimeout()
    }

    @Test func `is closed when even its last answer is not taken`() throws {
      try connection.channel.pipeline.syncOperations.addHandler(
        DeafHandler(), position: .first)
      try connection.send("G")
      connection.wait(30)
      #expect(connection.isOpen)
      connection.wait(30)
      #expect(connection.closes == [.all])
    }

    @Test func `sends no body for HEAD, and all else as for GET`() throws {
      let head = "HEAD" + get.dropFirst(3)
      try connection.send(head + get + head)
      for _ in 0..<3 { connection.answer() }
      let answers = try connection.answers().split(separator: "HTTP/1.1 200 OK\r\n")
      try #require(answers.count == 3)
      #expect(answers[0].hasSuffix("\r\n\r\n"))
      #expect(answers[1] == answers[0] + "ok")
      #expect(answers[2] == answers[0])
      #expect(answers[0].lowercased().contains("content-length: 2\r\n"))
    }

    @Test func `sends no body for HEAD when it refuses it itself`() throws {
      try connection.send("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab")
      connection.wait(30)
      let answer = try connection.answers()
      #expect(answer.hasPrefix("HTTP/1.1 408 "))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }

    /// To close at once, with bytes of the client's unread, could take the answer away from it.
    @Test func `is read behind its last answer, for as long as a request may take`() throws {
      try connection.send(post)
      connection.answer(.contentTooLarge, [.connection: "close"])
      #expect(connection.closes == [.output])
      _ = try connection.parts()
      let reads = connection.reads
      for _ in 0..<29 {
        connection.wait(1)
        try connection.send("abcd" + get + "\0")
      }
      #expect(connection.reads == reads + 29)
      // Anyone who has nothing more to say on it ends nothing by that.
      connection.channel.close(promise: nil)
      #expect(try connection.parts() == [])
      #expect(connection.closes == [.output])
      connection.wait(1)
      #expect(connection.closes == [.output, .all])
      #expect(connection.slow == 0)
      #expect(connection.unreadable == 0)
    }

    @Test func `is closed when too much comes behind its last answer`() throws {
      try connection.send("\0")
      #expect(connection.closes == [.output])
      let piece = String(repeating: "x", count: 1 << 20)
      for _ in 0..<16 {
        try connection.send(piece)
        #expect(connection.closes == [.output])
      }
      try? connection.send("x")
      #expect(connection.closes == [.output, .all])
    }

    @Test func `is closed behind the answer that is taken when the server wants to close it`()
      throws
    {
      try connection.send(get)
      connection.answer(isTaken: false)
      connection.channel.close(promise: nil)
      #expect(connection.closes.isEmpty)
      connection.channel.flush()
      #expect(try connection.answers().hasPrefix("HTTP/1.1 200 "))
      #expect(connection.closes == [.output])
    }

    @Test func `is closed at once when the server wants to and no answer is on its way`() throws {
      try connection.send(get)
      connection.channel.close(promise: nil)
      #expect(connection.closes == [.all])
    }
  }

  /// A peer that takes nothing.
  private final class DeafHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {}
  }
#endif
