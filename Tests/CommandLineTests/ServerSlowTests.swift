#if Server
  import Foundation
  import LoadGenerator
  import Loopback
  import TestSupport
  import Testing

  /// Clients that take their time: each holds something of the server's.
  @Suite("A server whose clients are slow") struct ServerSlowTests {
    private let server: RunningServer

    init() throws {
      server = try RunningServer(["--request-timeout": "2", "--idle-timeout": "3"])
    }

    private static let post =
      RawRequest.sync("append", [UInt8](repeating: 7, count: 600)).bytes

    /// Where one byte a second begins: in the first line, in the headers, in the body.
    @Test(arguments: [0, 40, 130])
    func `waits for a request only so long`(alreadySent: Int) throws {
      let before = try server.status()
      let connection = try server.connect()
      let start = Date()
      try connection.send(Array(Self.post.prefix(alreadySent)))
      let isAllSent = try connection.drip(
        Self.post.dropFirst(alreadySent).prefix(30).map { [$0] }, pauseMilliseconds: 1_000)
      #expect(!isAllSent, "thirty bytes in thirty seconds were waited for")
      expect(try connection.receiveIfAny(), [.problem(408, "timeout")])
      #expect(connection.isClosed(withinMilliseconds: 5_000))
      #expect(Date().timeIntervalSince(start) < 15)
      try server.expectUnharmed(since: before)
    }

    @Test func `answers headers that never end before they end`() throws {
      let before = try server.status()
      let connection = try server.connect()
      try connection.send(Array("GET /v1/health HTTP/1.1\r\nHost: a\r\n".utf8))
      let lines = (0..<1_000_000).lazy.map { Array("X-\($0): \($0)\r\n".utf8) }
      #expect(try !connection.drip(lines, pauseMilliseconds: 0))
      expect(try connection.receiveIfAny(), [.headersTooLarge, .problem(408, "timeout")])
      #expect(connection.isClosed(withinMilliseconds: 5_000))
      try server.expectUnharmed(since: before)
    }

    @Test func `stops to write for who does not read, and serves others`() throws {
      let connection = try server.connect(timeoutMilliseconds: 3_000)
      // Answers to all of these fill both sides' buffers many times.
      let requests = (0..<200).flatMap { _ in RawRequest("GET", "/v1/openapi.json").bytes }
      for _ in 0..<20 {
        do throws(LoopbackError) { try connection.send(requests) } catch { break }
      }
      #expect(try server.get("/v1/health").status == 200)
      if let memory = ProcessFigures(of: server.process.processID).peakMemoryMiB {
        #expect(memory < 300)
      }
    }

    /// What is read of a socket at once can be thousands of requests, and each was a thousand bytes
    /// of memory.
    @Test(.crowd) func `keeps little of who sends thousands of requests ahead`() throws {
      let requests =
        (0..<200).flatMap { _ in RawRequest("GET", "/v1/openapi.json").bytes }
        + (0..<2_500).flatMap { _ in RawRequest("GET", "/").bytes }
      let connections = try (0..<200).map { _ in
        try server.connect(timeoutMilliseconds: 1_000, receiveByteCountMax: 2_048)
      }
      // Anyone who is not heard to the end has done what they could.
      for connection in connections { try? connection.send(requests) }
      #expect(try server.get("/v1/health").status == 200)
      if let memory = ProcessFigures(of: server.process.processID).peakMemoryMiB {
        #expect(memory < 200)
      }
      for connection in connections { connection.close() }
    }

    @Test func `keeps nothing of another protocol that was wished for`() throws {
      let connection = try server.connect(timeoutMilliseconds: 5_000)
      try connection.send(
        RawRequest("GET", "/v1/health", [("Connection", "upgrade"), ("Upgrade", "websocket")]))
      let answer = try connection.receive()
      #expect(answer.status == 200)
      #expect(answer.closesConnection)
      for _ in 0..<256 {
        do throws(LoopbackError) {
          try connection.send([UInt8](repeating: 7, count: 1 << 20))
        } catch { break }
      }
      if let memory = ProcessFigures(of: server.process.processID).peakMemoryMiB {
        #expect(memory < 128)
      }
    }

    @Test(.crowd) func `serves others beside a thousand idle connections, and then closes them`()
      throws
    {
      let figures = ProcessFigures(of: server.process.processID)
      let memory = figures.memoryMiB ?? 0
      let idle = try (0..<1_000).map { _ in try server.connect() }
      let start = Date()
      #expect(try server.get("/v1/health").status == 200)
      #expect(Date().timeIntervalSince(start) < 2)
      if let now = figures.memoryMiB {
        #expect(now - memory < 128, "a thousand idle connections hold \(now - memory) MiB")
      }
      for connection in idle {
        // Those that never said a word are owed none.
        while !connection.isClosed(withinMilliseconds: 10_000) {
          let answer = try connection.receiveIfAny()
          expect(answer, [.problem(408, "timeout"), .closed])
          if answer == nil { break }
        }
      }
      #expect(Date().timeIntervalSince(start) < 30)
      #expect(try server.get("/v1/health").status == 200)
    }

    @Test func `closes a connection that was used and then left`() throws {
      let connection = try server.connect()
      try connection.send(RawRequest("GET", "/v1/health"))
      #expect(try connection.receive().status == 200)
      #expect(connection.isClosed(withinMilliseconds: 15_000))
    }

    @Test func `has a bound on connections, and room again when they end`() throws {
      let server = try RunningServer(["--connections-max": "8", "--idle-timeout": "30"])
      let held = try (0..<8).map { _ in try server.connect() }
      // They count once they are served.
      for connection in held {
        try connection.send(RawRequest("GET", "/v1/health"))
        #expect(try connection.receive().status == 200)
      }
      var answer: RawAnswer?
      var isWaiting = false
      do {
        let another = try server.connect(timeoutMilliseconds: 1_000)
        try another.send(RawRequest("GET", "/v1/health"))
        answer = try another.receiveIfAny()
      } catch let error as LoopbackError where error.code == .timedOut {
        // Not taken before another ends is an answer too.
        isWaiting = true
      }
      if !isWaiting { expect(answer, [.problem(503, "retry-later"), .closed]) }
      for connection in held { connection.close() }
      let deadline = Date().addingTimeInterval(10)
      var isServed = false
      while !isServed, Date() < deadline {
        isServed = (try? server.get("/v1/health").status) == 200
      }
      #expect(isServed)
    }
  }
#endif
