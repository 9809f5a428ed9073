#if Server
  import Foundation
  import Loopback
  import TestSupport
  import Testing

  /// What is allowed by HTTP/1.1 and seldom seen.
  @Suite("A server asked in an unusual way") struct ServerProtocolTests {
    private let server: RunningServer

    init() throws { server = try RunningServer.shared() }

    /// Such a client knows by the end of the connection that the answer is whole.
    @Test(arguments: [
      "GET /v1/health HTTP/1.0\r\n\r\n", "GET /v1/nothing HTTP/1.0\r\nHost: a\r\n\r\n",
      "GET /v1/health HTTP/1.0\r\nConnection: close\r\n\r\n",
      "GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: TE, Close\r\n\r\n",
    ])
    func `ends the connection behind its answer where the client wants no more`(
      request: String
    ) throws {
      let connection = try server.connect()
      try connection.send(Array(request.utf8))
      let answer = try connection.receive()
      #expect([200, 404].contains(answer.status))
      #expect(answer.closesConnection)
      #expect(answer.header("transfer-encoding") == nil, "HTTP/1.0 has no chunks")
      #expect(connection.isClosed(withinMilliseconds: 30_000))
    }

    @Test func `keeps a connection of HTTP/1.0 that asks for it, and says so`() throws {
      let connection = try server.connect()
      for _ in 0..<3 {
        try connection.send(
          Array("GET /v1/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n".utf8))
        let answer = try connection.receive()
        #expect(answer.status == 200)
        #expect(answer.header("connection")?.lowercased() == "keep-alive")
      }
    }

    @Test func `ends a connection of which it says that it ends`() throws {
      let connection = try server.connect()
      try connection.send(RawRequest.sync("append", [1, 2, 3, 4]))
      let answer = try connection.receive()
      expect(answer, [.malformed])
      #expect(answer.closesConnection)
      #expect(connection.isClosed(withinMilliseconds: 30_000))
    }

    /// The answer comes before the body has, and is not lost by what still comes of it.
    @Test func `lets who is refused early read the answer`() throws {
      let connection = try server.connect()
      try connection.send(
        RawRequest.sync("append", [], [("Content-Length", "\(2 << 20)")]).head)
      for _ in 0..<32 {
        // Anyone who looks at answers at the end only.
        do throws(LoopbackError) {
          try connection.send([UInt8](repeating: 7, count: 64 << 10))
        } catch {
          Issue.record("the server took no more: \(error)")
        }
      }
      expect(try connection.receive(), [.tooLarge])
      #expect(connection.isClosed(withinMilliseconds: 30_000))
    }

    /// A body behind such an answer would be taken for the beginning of the next one.
    @Test(arguments: [
      "/", "/?q=a", "/v1/health", "/v1/openapi.json", "/v1/search", "/v1/nothing", "/v1/append",
    ])
    func `answers HEAD as GET, without the body`(path: String) throws {
      let connection = try server.connect()
      for _ in 0..<2 {
        try connection.send(RawRequest("HEAD", path).bytes + RawRequest("GET", path).bytes)
        let head = try connection.receive(hasBody: false)
        let answer = try connection.receive()
        #expect(head.status == answer.status)
        #expect(head.header("content-length") == "\(answer.body.count)")
        #expect(head.header("content-type") == answer.header("content-type"))
        #expect(!answer.body.isEmpty)
      }
    }

    @Test func `takes a URI with its own name in it`() throws {
      let path = "http://127.0.0.1:\(server.address.port)/v1/health"
      #expect(try server.get(path).status == 200)
    }

    @Test(arguments: ["http://192.0.2.1/v1/health", "http://example.com/v1/health", "*"])
    func `goes nowhere else`(uri: String) throws {
      let answer = try server.get(uri)
      // Its own health at the most: nothing is fetched for anybody.
      if answer.status == 200 { #expect(answer.text.contains("\"status\"")) }
      expect(answer, [.served(200), .notFound, .malformed, .problem(421, "malformed")])
    }

    @Test(arguments: ["CONNECT example.com:443", "TRACE /v1/health", "OPTIONS *"])
    func `is no proxy and no mirror`(start: String) throws {
      let connection = try server.connect()
      let text = "\(start) HTTP/1.1\r\nHost: example.com:443\r\nX-Secret: mirror\r\n\r\n"
      try connection.send(Array(text.utf8))
      let answer = try connection.receiveIfAny()
      #expect(answer.map { !(200..<300).contains($0.status) } ?? true)
      #expect(answer?.text.contains("mirror") != true)
    }

    @Test func `says that it waits for the body to who asks before sending it`() throws {
      let connection = try server.connect(timeoutMilliseconds: 10_000)
      let request = RawRequest.sync(
        "append", [1, 2, 3, 4], [("Expect", "100-continue"), ("Content-Length", "4")])
      try connection.send(request.head)
      let first = try connection.receiveAny()
      if first.status == 100 {
        try connection.send(request.body)
        expect(try connection.receive(), [.malformed])
      } else {
        expect(first, [.malformed, .problem(417, "malformed")])
      }
    }

    @Test func `says before the body comes that it is too large`() throws {
      let connection = try server.connect(timeoutMilliseconds: 10_000)
      let request = RawRequest.sync(
        "append", [], [("Expect", "100-continue"), ("Content-Length", "1099511627776")])
      try connection.send(request.head)
      expect(try connection.receive(), [.tooLarge])
    }

    @Test func `continues after a client that went away within its request`() throws {
      let before = try server.status()
      for count in [1, 20, 60, 120] {
        let connection = try server.connect()
        let request = RawRequest.sync("append", [UInt8](repeating: 7, count: 100))
        try connection.send(Array(request.bytes.prefix(count)))
        connection.reset()
      }
      try server.expectUnharmed(since: before)
    }

    @Test func `is not to blame for a client that went away within its request`() throws {
      let server = try RunningServer()
      for isReset in [true, false] {
        let connection = try server.connect()
        let request = RawRequest.sync(
          "append", [UInt8](repeating: 7, count: 100),
          [("Expect", "100-continue"), ("Content-Length", "100")])
        try connection.send(request.head)
        #expect(try connection.receiveAny().status == 100)
        try connection.send(Array(request.body.prefix(50)))
        if isReset { connection.reset() } else { connection.close() }
      }
      let deadline = Date().addingTimeInterval(60)
      var metrics = ""
      repeat {
        metrics = try server.askAsOperator("GET", "/v1/metrics").text
      } while !metrics.contains("broken_off_requests_total 2\n") && Date() < deadline
      #expect(metrics.contains("broken_off_requests_total 2\n"))
      #expect(!metrics.contains(/status="500"} [1-9]/))
      #expect(server.process.stop() == .exited(0))
      #expect(!server.log.contains("\"level\":\"error\""))
    }

    @Test(arguments: ["/", "/v1/health", "/v1/deployment", "/v1/search?q=a", "/v1/nothing"])
    func `says what an answer is and when it was made`(path: String) throws {
      let answer = try server.get(path)
      #expect(answer.header("content-type") != nil)
      #expect(answer.header("date") != nil)
    }
  }
#endif
