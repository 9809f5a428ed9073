#if Server
  import HTTPTypes
  import NIOCore
  import Testing

  @testable import AggregatorServer

  @Suite("The last answer of a connection") struct LastAnswerTests {
    private typealias Wish = ExchangeMachine.Wish

    /// What is said of the connection in answers to requests that came before all of them; each
    /// answer says by itself whether it is the last.
    private func fields(
      _ machine: inout ExchangeMachine, _ wishes: [ExchangeMachine.Wish], areLast: [Bool]
    ) -> [ExchangeMachine.Field?] {
      for wish in wishes {
        _ = machine.onRequest(wish)
        machine.onRequestEnd()
      }
      return areLast.map { machine.onAnswer(isLast: $0).field }
    }

    @Test(
      arguments: [
        (.keep, false, nil), (.keepAndSaySo, false, .keepAlive), (.end, false, .close),
        (.keep, true, .close), (.keepAndSaySo, true, .close), (.end, true, .close),
      ] as [(ExchangeMachine.Wish, Bool, ExchangeMachine.Field?)])
    func `is one that the client or the server wants to be it`(
      wish: ExchangeMachine.Wish, isLast: Bool, field: ExchangeMachine.Field?
    ) {
      var machine = ExchangeMachine()
      #expect(fields(&machine, [wish], areLast: [isLast]) == [field])
      #expect(machine.lastHasBegun == (field == .close))
    }

    @Test func `is to the request that asked for it, behind those that were sent ahead`() {
      var machine = ExchangeMachine()
      let before = fields(&machine, [.keep, .keepAndSaySo, .end], areLast: [false, false])
      #expect(before == [nil, .keepAlive])
      #expect(!machine.lastHasBegun)
      #expect(fields(&machine, [], areLast: [false]) == [.close])
      #expect(machine.lastHasBegun)
    }

    @Test func `has no request behind it`() {
      var byClient = ExchangeMachine()
      let heard = ([.keep, .end, .keep] as [Wish]).map { wish in
        let isHeard = byClient.onRequest(wish)
        byClient.onRequestEnd()
        return isHeard
      }
      #expect(heard == [true, true, false])
      var byServer = ExchangeMachine()
      _ = fields(&byServer, [.keep], areLast: [true])
      let isHeard = byServer.onRequest(.keep)
      #expect(!isHeard)
    }

    @Test func `may be to what was no request`() {
      var machine = ExchangeMachine()
      #expect(fields(&machine, [], areLast: [true]) == [.close])
      #expect(machine.lastHasBegun)
    }

    @Test func `is the one before what cannot be read`() {
      var machine = ExchangeMachine()
      for wish in [.keep, .keepAndSaySo] as [Wish] {
        _ = machine.onRequest(wish)
        machine.onRequestEnd()
      }
      machine.onUnreadable()
      #expect([false, false].map { machine.onAnswer(isLast: $0).field } == [nil, .close])
    }
  }

  @Suite("A connection whose client says how long it stays") struct LastAnswerHandlerTests {
    private let connection: TestConnection

    init() throws { connection = try TestConnection() }

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
      #expect(connection.closes.isEmpty)
      connection.answer()
      let answer = try connection.answers()
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      #expect(answer.contains("\r\nConnection: close\r\n"))
      #expect(answer.hasSuffix("\r\n\r\nok"))
      // What the client still sends is not cut off: it could lose the answer by that.
      #expect(connection.closes == [.output])
    }

    @Test(arguments: ["keep-alive", "Keep-Alive", "TE, keep-alive"])
    func `stays with HTTP/1.0 when it asks for that, and is told`(value: String) throws {
      for _ in 0..<3 {
        try connection.send(Self.get("1.0", "Connection: \(value)\r\n"))
        connection.answer()
        #expect(try connection.answers().contains("\r\nConnection: keep-alive\r\n"))
      }
      #expect(try connection.parts().count == 6)
      #expect(connection.closes.isEmpty)
      try connection.send(Self.get("1.0"))
      connection.answer()
      #expect(connection.closes == [.output])
    }

    @Test func `stays with HTTP/1.1, and nothing is said of it`() throws {
      for fields in ["", "Connection: keep-alive\r\n", "Connection: TE\r\n"] {
        try connection.send(Self.get("1.1", fields))
        connection.answer()
        #expect(try !connection.answers().lowercased().contains("connection:"))
      }
      #expect(connection.closes.isEmpty)
    }

    @Test func `ends where the server says that it does`() throws {
      try connection.send(RequestText.get + RequestText.get)
      connection.answer(.forbidden, [.connection: "close"])
      #expect(connection.closes == [.output])
      // To the second request, which came before anybody knew.
      connection.answer()
      let answers = try connection.answers()
      #expect(answers.hasPrefix("HTTP/1.1 403 ") && !answers.contains(" 200 "))
    }

    @Test func `ends behind the answers to requests that were sent ahead`() throws {
      try connection.send(RequestText.get + Self.get("1.1", "Connection: close\r\n"))
      connection.answer()
      #expect(connection.closes.isEmpty)
      connection.answer()
      #expect(connection.closes == [.output])
      #expect(try connection.answers().ranges(of: "HTTP/1.1 200").count == 2)
    }

    @Test func `hears nothing behind the request that ends it`() throws {
      try connection.send(Self.get("1.1", "Connection: close\r\n") + RequestText.get)
      #expect(try connection.parts().count == 2)
      connection.answer()
      #expect(try connection.answers().ranges(of: "HTTP/1.1 ").count == 1)
      #expect(connection.closes == [.output])
      #expect(connection.unreadable == 0)
    }

    /// The decoder would keep what follows, whatever it is and however much.
    @Test(arguments: [
      get("1.1", "Connection: upgrade\r\nUpgrade: websocket\r\n"), get("1.1", "Upgrade: h2c\r\n"),
      "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n",
    ])
    func `ends behind a wish for another protocol`(request: String) throws {
      try connection.send(request + "bytes of that protocol")
      #expect(try connection.parts().count == 2)
      try connection.send("and more of them")
      connection.answer()
      #expect(try connection.answers().contains("\r\nConnection: close\r\n"))
      #expect(connection.closes == [.output])
      #expect(connection.unreadable == 0)
    }

    @Test func `is not ended by an answer that another one follows`() throws {
      try connection.send(
        "POST /v1/append HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n"
          + "Connection: close\r\n\r\n")
      #expect(try connection.answers().hasPrefix("HTTP/1.1 100 Continue\r\n"))
      #expect(connection.closes.isEmpty)
      try connection.send("abcd")
      connection.answer()
      #expect(try connection.answers().contains("\r\nConnection: close\r\n"))
      #expect(connection.closes == [.output])
    }
  }

#endif
