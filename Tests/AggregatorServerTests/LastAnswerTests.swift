#if Server
  import HTTPTypes
  import NIOCore
  import NIOEmbedded
  import NIOHTTPTypes
  import Testing

  @testable import AggregatorServer

  @Suite("The last answer of a connection") struct LastAnswerTests {
    private typealias Wish = LastAnswer.Wish

    /// What is said of the connection in answers to requests that came before all of them; each
    /// answer says by itself whether it is the last.
    private func fields(
      _ machine: inout LastAnswer, _ wishes: [LastAnswer.Wish], areLast: [Bool]
    ) -> [LastAnswer.Field?] {
      for wish in wishes { _ = machine.onRequest(wish) }
      return areLast.map { machine.onAnswer(isLast: $0) }
    }

    @Test(
      arguments: [
        (.keep, false, nil), (.keepAndSaySo, false, .keepAlive), (.end, false, .close),
        (.keep, true, .close), (.keepAndSaySo, true, .close), (.end, true, .close),
      ] as [(LastAnswer.Wish, Bool, LastAnswer.Field?)])
    func `is one that the client or the server wants to be it`(
      wish: LastAnswer.Wish, isLast: Bool, field: LastAnswer.Field?
    ) {
      var machine = LastAnswer()
      #expect(fields(&machine, [wish], areLast: [isLast]) == [field])
      #expect(machine.hasBegun == (field == .close))
    }

    @Test func `is to the request that asked for it, behind those that were sent ahead`() {
      var machine = LastAnswer()
      let before = fields(&machine, [.keep, .keepAndSaySo, .end], areLast: [false, false])
      #expect(before == [nil, .keepAlive])
      #expect(!machine.hasBegun)
      #expect(fields(&machine, [], areLast: [false]) == [.close])
      #expect(machine.hasBegun)
    }

    @Test func `has no request behind it`() {
      var byClient = LastAnswer()
      let heard = ([.keep, .end, .keep] as [Wish]).map { byClient.onRequest($0) }
      #expect(heard == [true, true, false])
      var byServer = LastAnswer()
      _ = fields(&byServer, [.keep], areLast: [true])
      let isHeard = byServer.onRequest(.keep)
      #expect(!isHeard)
    }

    @Test func `may be to what was no request`() {
      var machine = LastAnswer()
      #expect(fields(&machine, [], areLast: [true]) == [.close])
      #expect(machine.hasBegun)
    }
  }

  @Suite("A connection whose client says how long it stays") struct LastAnswerHandlerTests {
    private let connection: TestConnection
    private let closes = CloseWatch()

    init() throws {
      connection = try TestConnection()
      try connection.channel.pipeline.syncOperations.addHandler(closes, position: .first)
    }

    private static func get(_ version: String, _ fields: String = "") -> String {
      "GET /v1/health HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n"
    }

    @Test(arguments: [
      get("1.0"), get("1.0", "Connection: close\r\n"), get("1.0", "Connection: TE\r\n"),
      get("1.1", "Connection: close\r\n"), get("1.1", "connection: Close\r\n"),
      get("1.1", "Connection: TE, close\r\n"),
      get("1.1", "Connection: TE\r\nConnection: close\r\n"),
    ])
    func `ends behind the answer, which says so`(request: String) throws {
      try connection.send(request)
      #expect(try connection.parts().count == 2)
      #expect(closes.modes.isEmpty)
      connection.answer()
      let answer = try connection.answers()
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      #expect(answer.contains("\r\nConnection: close\r\n"))
      #expect(answer.hasSuffix("\r\n\r\nok"))
      // What the client still sends is not cut off: it could lose the answer by that.
      #expect(closes.modes == [.output])
    }

    @Test(arguments: ["keep-alive", "Keep-Alive", "TE, keep-alive"])
    func `stays with HTTP/1.0 when it asks for that, and is told`(value: String) throws {
      for _ in 0..<3 {
        try connection.send(Self.get("1.0", "Connection: \(value)\r\n"))
        connection.answer()
        #expect(try connection.answers().contains("\r\nConnection: keep-alive\r\n"))
      }
      #expect(try connection.parts().count == 6)
      #expect(closes.modes.isEmpty)
      try connection.send(Self.get("1.0"))
      connection.answer()
      #expect(closes.modes == [.output])
    }

    @Test func `stays with HTTP/1.1, and nothing is said of it`() throws {
      for fields in ["", "Connection: keep-alive\r\n", "Connection: TE\r\n"] {
        try connection.send(Self.get("1.1", fields))
        connection.answer()
        #expect(try !connection.answers().lowercased().contains("connection:"))
      }
      #expect(closes.modes.isEmpty)
    }

    @Test func `ends where the server says that it does`() throws {
      try connection.send(RequestText.get + RequestText.get)
      connection.answer(.forbidden, [.connection: "close"])
      #expect(closes.modes == [.output])
      // To the second request, which came before anybody knew.
      connection.answer()
      let answers = try connection.answers()
      #expect(answers.hasPrefix("HTTP/1.1 403 ") && !answers.contains(" 200 "))
    }

    @Test func `ends behind the answers to requests that were sent ahead`() throws {
      try connection.send(RequestText.get + Self.get("1.1", "Connection: close\r\n"))
      connection.answer()
      #expect(closes.modes.isEmpty)
      connection.answer()
      #expect(closes.modes == [.output])
      #expect(try connection.answers().ranges(of: "HTTP/1.1 200").count == 2)
    }

    @Test func `hears nothing behind the request that ends it`() throws {
      try connection.send(Self.get("1.1", "Connection: close\r\n") + RequestText.get)
      #expect(try connection.parts().count == 2)
      connection.answer()
      #expect(try connection.answers().ranges(of: "HTTP/1.1 ").count == 1)
      #expect(closes.modes == [.output])
      #expect(connection.unreadable == 0)
    }

    @Test func `is not ended by an answer that another one follows`() throws {
      try connection.send(
        "POST /v1/append HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n"
          + "Connection: close\r\n\r\n")
      #expect(try connection.answers().hasPrefix("HTTP/1.1 100 Continue\r\n"))
      #expect(closes.modes.isEmpty)
      try connection.send("abcd")
      connection.answer()
      #expect(try connection.answers().contains("\r\nConnection: close\r\n"))
      #expect(closes.modes == [.output])
    }
  }

  /// How the connection was closed.
  private final class CloseWatch: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    private(set) var modes: [CloseMode] = []

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      modes.append(mode)
      context.close(mode: mode, promise: promise)
    }
  }
#endif
