#if Server
  import CloudAggregator
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import Sync
  import Testing

  @testable import AggregatorServer

  @Suite("What a client address may hold") struct ClientLoadTests {
    @Test func `is its share, whatever others hold`() {
      var shares = AddressShares(of: 3)
      #expect(shares.reserve(2, for: "a") && shares.reserve(1, for: "a"))
      #expect(!shares.reserve(1, for: "a") && !shares.reserve(Int.max, for: "b"))
      #expect(shares.reserve(3, for: "b") && shares.reserve(0, for: "a"))
      shares.release(2, for: "a")
      #expect(!shares.reserve(3, for: "a") && shares.reserve(2, for: "a"))
      shares.release(3, for: "a")
      shares.release(3, for: "b")
      #expect(shares == AddressShares(of: 3), "who holds nothing takes no room")
    }

    private func limits(_ settings: [Setting: String]) throws -> ServerLimits {
      try ServerLimits(Settings(flags: settings, environment: [:], file: [:]))
    }

    @Test func `is told as the age of the oldest request`() throws {
      let load = ClientLoad(try limits([.connectionsPerAddress: "2"]))
      let now = ContinuousClock.now
      #expect(load.oldestAge(at: now) == nil)
      let first = try #require(load.admit(from: "a", at: now))
      let second = try #require(load.admit(from: "a", at: now + .seconds(2)))
      #expect(load.admit(from: "a", at: now) == nil, "two of an address may wait")
      let operators = try #require(load.admit(from: nil, at: now + .seconds(3)))
      #expect(load.oldestAge(at: now + .seconds(5)) == .seconds(5))
      load.end(first)
      #expect(load.oldestAge(at: now + .seconds(5)) == .seconds(3))
      #expect(load.admit(from: "a", at: now + .seconds(5)) != nil)
      load.end(second)
      load.end(operators)
      #expect(load.oldestAge(at: now + .seconds(6)) == .seconds(1))
    }

    private func status(
      _ world: EdgeWorld, _ endpoint: Endpoint, peer: String, bytes: Int = 1
    ) async throws -> Int {
      var headers = HTTPFields()
      headers[.contentType] = "application/vnd.spotlog.sync"
      headers[.authorization] = "Bearer \(EdgeWorld.operatorToken)"
      let request = EdgeWorld.request(
        .post, endpoint.path, headers: headers, body: [UInt8](repeating: 7, count: bytes))
      return await world.edge.perform(endpoint, request, try EdgeWorld.context(peer: peer))
        .status.code
    }

    @Test func `keeps its further requests out, and nobody else's`() async throws {
      let world = try await EdgeWorld(settings: [.connectionsPerAddress: "2"])
      let held = (0..<2).compactMap { _ in world.edge.load.admit(from: "192.0.2.1", at: .now) }
      #expect(held.count == 2)
      #expect(try await status(world, .append, peer: "192.0.2.1") == 429)
      #expect(try await status(world, .append, peer: "192.0.2.2") == 400)
      #expect(try await status(world, .health, peer: "192.0.2.1") == 200)
      #expect(try await status(world, .status, peer: "192.0.2.1") == 200)
      for ticket in held { world.edge.load.end(ticket) }
      #expect(try await status(world, .append, peer: "192.0.2.1") == 400)
      #expect(world.edge.load.oldestAge(at: .now) == nil)
      try await world.host.close()
    }

    @Test func `keeps its further bytes out, and nobody else's`() async throws {
      let world = try await EdgeWorld(settings: [
        .bodyLimit: "1024", .inflatedLimit: "1024", .queueLimit: "1048576",
      ])
      #expect(world.edge.load.reserveBytes(1 << 18, for: "192.0.2.1"))
      #expect(try await status(world, .append, peer: "192.0.2.1") == 429)
      #expect(try await status(world, .append, peer: "192.0.2.2") == 400)
      world.edge.load.releaseBytes(1 << 18, for: "192.0.2.1")
      #expect(try await status(world, .append, peer: "192.0.2.1") == 400)
      try await world.host.close()
    }

    @Test func `leaves room for small bodies where large ones fill the queue`() async throws {
      let world = try await EdgeWorld(settings: [.queueLimit: "1048576"])
      while world.host.reserve(1 << 10, for: .largeBody) == .taken {}
      #expect(try await status(world, .append, peer: "192.0.2.1", bytes: 65_537) == 503)
      #expect(try await status(world, .append, peer: "192.0.2.1", bytes: 65_536) == 400)
      try await world.host.close()
    }

    @Test(
      arguments: [
        ("192.0.2.1", "192.0.2.1"), ("10.0.0.1", nil),
        ("2001:db8:1:2:3::4", "20:1:d:b8:0:1:0:2/64"),
        (nil, nil),
      ] as [(String?, String?)])
    func `counts connections for their peers, but for proxies`(
      peer: String?, name: String?
    ) throws {
      let addresses = ClientAddress(trustedProxies: [try #require(NetworkBlock("10.0.0.0/8"))])
      let address = try peer.map { try SocketAddress(ipAddress: $0, port: 1) }
      #expect(addresses.name(ofConnectionFrom: address) == name)
    }
  }

  @Suite("A body's pace") struct BodyPaceTests {
    private static let post =
      "POST /v1/append HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"

    private func connection(_ rate: Int = 10) throws -> TestConnection {
      try TestConnection([.bodyRateMin: "\(rate)", .requestTimeout: "60"])
    }

    @Test func `ends a body that stops, long before its request would have to be whole`() throws {
      let connection = try connection()
      try connection.send(Self.post + String(repeating: "a", count: 50_000))
      connection.channel.read()
      connection.wait(4)
      #expect(connection.isOpen)
      connection.wait(7)
      let (head, document) = try problem(try connection.answers())
      #expect(head.hasPrefix("HTTP/1.1 408") && connection.slow == 1)
      #expect((document["detail"] as? String)?.contains("fewer than 10 bytes a second") == true)
    }

    @Test(arguments: [(49, false), (50, true)])
    func `is counted in windows of five seconds`(bytes: Int, isEnough: Bool) throws {
      let connection = try connection()
      try connection.send(Self.post)
      connection.channel.read()
      for _ in 0..<6 {
        // The first window began with the head.
        try connection.send(String(repeating: "a", count: bytes))
        connection.channel.read()
        connection.wait(5)
      }
      #expect(connection.isOpen == isEnough)
    }

    /// Where the server does not ask for more, nothing can come.
    @Test func `is not the client's fault while the server does not read`() throws {
      let connection = try connection()
      try connection.send(Self.post + "a")
      connection.wait(50)
      #expect(connection.isOpen)
    }

    @Test func `does not matter where none is set, and between requests`() throws {
      for rate in [0, 1_000_000] {
        let connection = try connection(rate)
        try connection.send(rate == 0 ? Self.post + "a" : RequestText.post + "abcd")
        connection.channel.read()
        connection.wait(50)
        #expect(connection.isOpen)
      }
    }
  }
#endif
