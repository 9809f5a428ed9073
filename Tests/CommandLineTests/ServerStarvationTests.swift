#if Server
  import Foundation
  import Loopback
  import TestSupport
  import Testing

  /// One address against all others.
  @Suite("A server whose places somebody holds") struct ServerStarvationTests {
    private static let honest = LoopbackAddress.Client.other(2)

    /// A body of a million bytes, of which some come and the rest never does.
    private static func stalled(_ count: Int) -> [UInt8] {
      let head =
        "POST /v1/append HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\n"
        + "Content-Length: 1000000\r\n\r\n"
      return Array(head.utf8) + [UInt8](repeating: 7, count: count)
    }

    /// How long an honest request of another address takes, and that it is taken.
    private func seconds(_ server: RunningServer, _ seed: UInt64) throws -> Double {
      let start = Date()
      #expect(try server.ask(RawRequest("GET", "/v1/health"), from: Self.honest).status == 200)
      let enrolled = try server.ask(
        .sync("enrol", TestDevice(seed).enrolment), from: Self.honest)
      #expect(enrolled.status == 200, "\(enrolled.text)")
      return Date().timeIntervalSince(start)
    }

    @Test(.crowd) func `answers other addresses, whatever one of them sends`() throws {
      let server = try RunningServer(["--connections-per-address": nil])
      var held: [RawConnection] = []
      for place in 0..<336 {
        let connection = try server.connect(timeoutMilliseconds: 2_000)
        // Half of them are idle, and half hold as much of the queue as they can.
        if place.isMultiple(of: 2) { try? connection.send(Self.stalled(300_000)) }
        held.append(connection)
      }
      for seed in 1...5 as ClosedRange<UInt64> {
        #expect(try seconds(server, seed) < 2)
        Thread.sleep(forTimeInterval: 0.3)
      }
      let metrics = try server.ask(
        RawRequest(
          "GET", "/v1/metrics", [("Authorization", "Bearer \(RunningServer.operatorToken)")]),
        from: Self.honest)
      let refused = metrics.text.firstMatch(
        of: /spotlog_http_refused_connections_total ([0-9]+)/)
      #expect((refused.flatMap { Int($0.output.1) } ?? 0) >= 336 - 64)
      for connection in held { connection.close() }
      Thread.sleep(forTimeInterval: 1)
      #expect(try server.get("/v1/health").status == 200, "the address has its places again")
    }

    @Test func `keeps room for small requests where large ones fill the queue`() throws {
      let server = try RunningServer(["--queue-limit": "1048576"])
      let held = try (0..<8).map { _ in
        let connection = try server.connect(timeoutMilliseconds: 2_000)
        try? connection.send(Self.stalled(200_000))
        return connection
      }
      Thread.sleep(forTimeInterval: 0.5)
      #expect(try seconds(server, 1) < 2)
      for connection in held { connection.close() }
    }

    /// A byte at a time keeps no place for ever, whatever part of a request it is of.
    @Test(.crowd) func `answers others beside hundreds that drip, and ends these`() throws {
      let server = try RunningServer([
        "--connections-per-address": "400", "--request-timeout": "2", "--idle-timeout": "2",
      ])
      let request = Self.stalled(0)
      let beginnings = [[], Array(request.prefix(3)), Array(request.prefix(60)), request]
      let held = try (0..<320).map { place in
        let connection = try server.connect(timeoutMilliseconds: 2_000)
        try connection.send(beginnings[place % beginnings.count])
        return connection
      }
      var lost = Set<Int>()
      for round in 1...10 as ClosedRange<UInt64> {
        // After a space no byte is the end of anything.
        for place in held.indices where !lost.contains(place) {
          do { try held[place].send([0x61]) } catch { lost.insert(place) }
        }
        if round.isMultiple(of: 3) { #expect(try seconds(server, round) < 2) }
        Thread.sleep(forTimeInterval: 0.3)
      }
      for connection in held {
        let deadline = Date().addingTimeInterval(10)
        var isEnded = false
        while !isEnded, Date() < deadline {
          isEnded = connection.isClosed(withinMilliseconds: 1_000)
        }
        #expect(isEnded)
      }
      #expect(try seconds(server, 20) < 2)
    }

    @Test func `tells how long the oldest request waits, and ends a body that stops`() throws {
      let server = try RunningServer()
      let connection = try server.connect()
      let start = Date()
      try connection.send(Self.stalled(100_000))
      Thread.sleep(forTimeInterval: 1.5)
      let health = try server.get("/v1/health").text
      let age = health.firstMatch(of: /"oldestRequestMilliseconds":([0-9]+)/)
      #expect((age.flatMap { Int($0.output.1) } ?? 0) >= 1_000, "\(health)")
      #expect(try connection.receive().status == 408)
      // A body of that rate could have taken half a minute.
      #expect(Date().timeIntervalSince(start) < 20)
      #expect(try server.get("/v1/health").text.contains("\"oldestRequestMilliseconds\":0,"))
    }

    @Test func `has one spelling of each path`() throws {
      let server = try RunningServer.shared()
      let others = [
        "/v1/health/", "//v1/health", "/v1//health", "/V1/health", "/v1/Health", "/v1/%68ealth",
        "/v1/./health", "/v1/items/../health", "/v1/health%2F", "/v1/health;a", "/v1/metrics/",
      ]
      for path in others { #expect(try server.get(path).status == 404, "\(path)") }
      #expect(try server.get("/v1/health?").status == 200)
      #expect(try server.get("/v1/health?a=/").status == 200)
      for tag in ["0185EB378E9EC576EDEB3FC672557F0E75", "%3085eb378e9ec576edeb3fc672557f0e75"] {
        let answer = try server.get("/v1/items/\(tag)")
        #expect(answer.text.contains("There is nothing under this path"), "\(tag)")
      }
    }
  }
#endif
