#if Server
  import HTTPTypes
  import NIOCore
  import NIOEmbedded
  import NIOHTTPTypes
  import Testing

  @testable import AggregatorServer

  /// One read of a socket can hold thousands of requests.
  @Suite("Requests that are sent ahead") struct RequestsAheadTests {
    private let connection: TestConnection

    private let get = RequestText.get

    init() throws { connection = try TestConnection() }

    @Test func `are dropped beyond a few, and the connection ends behind these`() throws {
      try connection.send(String(repeating: get, count: 5_000))
      #expect(try connection.parts().count == 2 * ExchangeMachine.requestCountMax)
      for _ in 0..<ExchangeMachine.requestCountMax {
        #expect(connection.closes.isEmpty)
        connection.answer()
      }
      #expect(connection.closes == [.output])
      let answers = try connection.answers()
      #expect(answers.ranges(of: "HTTP/1.1 200 ").count == ExchangeMachine.requestCountMax)
      #expect(answers.ranges(of: "Connection: close").count == 1)
      #expect(connection.unreadable == 0)
    }

    @Test func `are not even read beyond these`() throws {
      try connection.send(String(repeating: get, count: ExchangeMachine.requestCountMax + 1))
      try connection.send(String(repeating: "no HTTP", count: 10_000))
      #expect(try connection.parts().count == 2 * ExchangeMachine.requestCountMax)
      #expect(connection.isOpen)
      #expect(connection.unreadable == 0)
    }

    @Test func `are all answered where they are few at a time`() throws {
      for _ in 0..<100 {
        try connection.send(String(repeating: get, count: ExchangeMachine.requestCountMax))
        #expect(try connection.parts().count == 2 * ExchangeMachine.requestCountMax)
        for _ in 0..<ExchangeMachine.requestCountMax { connection.answer() }
      }
      #expect(connection.isOpen)
    }

    @Test func `are read again once it is their turn`() throws {
      connection.channel.read()
      try connection.send(get)
      connection.channel.read()
      #expect(connection.reads == 2)
      try connection.send(get)
      connection.channel.read()
      #expect(connection.reads == 2, "two wait")
      connection.answer(isTaken: false)
      #expect(connection.reads == 2, "an answer is not taken")
      connection.channel.flush()
      #expect(connection.reads == 3)
    }

    @Test func `have no more of their bodies kept than a little`() throws {
      try connection.send(
        get + "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
      let piece = String(repeating: "x", count: 1_000)
      for _ in 0..<1_000 { try connection.send(piece) }
      let kept = try connection.parts().reduce(0) { sum, part in
        guard case .body(let bytes) = part else { return sum }
        return sum + bytes.readableBytes
      }
      #expect(kept <= ExchangeMachine.aheadByteCountMax)
      connection.answer()
      #expect(try connection.answers().contains("\r\nConnection: close\r\n"))
      #expect(connection.closes == [.output])
    }
  }
#endif
