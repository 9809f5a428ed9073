#if Server
  import CloudAggregator
  import HTTPTypes
  import Hummingbird
  import NIOCore
  import Testing

  @testable import AggregatorServer

  @Suite("A body that is read") struct BodyReaderTests {
    private func read(
      _ bytes: [UInt8], encoding: String? = nil, length: Int? = nil, settings: [Setting: String]
    ) async throws -> (bytes: [UInt8], world: EdgeWorld) {
      let world = try await EdgeWorld(isOpen: false, settings: settings)
      var headers = HTTPFields()
      headers[.contentEncoding] = encoding
      headers[.contentLength] = length.map { "\($0)" }
      var found: [UInt8] = []
      defer {
        // Whatever happened, its room is there again.
        #expect(world.host.statistics.queuedRequests == 0)
        #expect(world.host.statistics.queuedBytes == 0)
      }
      _ = try await world.edge.reader.withBody(
        of: EdgeWorld.request(.post, "/", headers: headers, body: bytes)
      ) { bytes in
        #expect(world.host.statistics.queuedRequests == 1)
        #expect(world.host.statistics.queuedBytes >= bytes.count)
        found = bytes
        return JSONBody.response(bytes: [])
      }
      return (found, world)
    }

    private static let small: [Setting: String] = [.bodyLimit: "1024", .inflatedLimit: "2048"]

    @Test(arguments: [nil, "identity", "Identity", "gzip", "GZIP", "x-gzip", "deflate"])
    func `is undone as it says`(encoding: String?) async throws {
      let plain = Array("a body".utf8)
      let sent: [UInt8] =
        switch encoding?.lowercased() {
        case "gzip", "x-gzip": Squeezed.bytes(plain, .gzip)
        case "deflate": Squeezed.bytes(plain, .zlib)
        default: plain
        }
      #expect(try await read(sent, encoding: encoding, settings: [:]).bytes == plain)
    }

    @Test(arguments: ["br", "gzip, gzip", "zstd", "", "gzip;q=1", "compress"])
    func `in another encoding is refused`(encoding: String) async throws {
      let problem = await #expect(throws: EdgeProblem.self) {
        try await read([1], encoding: encoding, settings: [:])
      }
      #expect(problem?.kind == .unsupportedMediaType)
    }

    @Test func `that is not what it says is refused`() async throws {
      let problem = await #expect(throws: EdgeProblem.self) {
        try await read([1, 2, 3], encoding: "gzip", settings: [:])
      }
      #expect(problem?.kind == .malformed)
    }

    @Test(
      arguments: [
        (1_024, nil), (1_024, 1_024), (0, 0), (0, nil),
      ] as [(Int, Int?)])
    func `within its bound is taken`(count: Int, length: Int?) async throws {
      let bytes = [UInt8](repeating: 7, count: count)
      #expect(try await read(bytes, length: length, settings: Self.small).bytes == bytes)
    }

    @Test(
      arguments: [
        (1_025, nil, .tooLarge), (1_025, 1_025, .tooLarge), (10, Int.max, .tooLarge),
        (1_025, 3, .tooLarge), (10, 11, .malformed), (0, 1, .malformed),
      ] as [(Int, Int?, EdgeProblem.Kind)])
    func `beyond its bound, or broken off, is refused`(
      count: Int, length: Int?, kind: EdgeProblem.Kind
    ) async throws {
      let problem = await #expect(throws: EdgeProblem.self) {
        try await read(
          [UInt8](repeating: 7, count: count), length: length, settings: Self.small)
      }
      #expect(problem?.kind == kind)
    }

    @Test func `that inflates beyond its bound is refused`() async throws {
      let bomb = Squeezed.bytes([UInt8](repeating: 0, count: 1 << 20), .gzip)
      #expect(bomb.count < 1_200)
      let problem = await #expect(throws: EdgeProblem.self) {
        try await read(
          bomb, encoding: "gzip", settings: [.bodyLimit: "2048", .inflatedLimit: "2048"])
      }
      #expect(problem?.kind == .tooLarge)
      #expect(
        problem?.detail
          == "The body inflates to more than the 2048 bytes that are taken. Send fewer entries.")
    }

    /// Anyone who sends heads and no bodies could keep all others out.
    @Test func `takes a place in the queue once it is whole`() async throws {
      let world = try await EdgeWorld(isOpen: false)
      let (body, source) = RequestBody.makeStream()
      var headers = HTTPFields()
      headers[.contentLength] = "4"
      let head = HTTPRequest(
        method: .post, scheme: "http", authority: "a", path: "/", headerFields: headers)
      let reader = world.edge.reader
      async let response = reader.withBody(of: Request(head: head, body: body)) { bytes in
        #expect(world.host.statistics.queuedRequests == 1)
        #expect(bytes == Array("abcd".utf8))
        return JSONBody.response(bytes: [])
      }
      await source.yield(ByteBuffer(string: "ab"))
      while world.host.statistics.queuedBytes < 2 { await Task.yield() }
      #expect(world.host.statistics.queuedRequests == 0)
      await source.yield(ByteBuffer(string: "cd"))
      source.finish()
      _ = try await response
      #expect(world.host.statistics.queuedRequests == 0)
      #expect(world.host.statistics.queuedBytes == 0)
    }

    @Test func `of the operator's is taken where there is no room for others`() async throws {
      let world = try await EdgeWorld(isOpen: false, settings: [.queueLimit: "1048576"])
      while world.host.admitRequest() == .taken {}
      #expect(world.host.reserve(1 << 20) == .taken)
      func read(_ reader: BodyReader) async throws {
        _ = try await reader.withBody(of: EdgeWorld.request(.post, "/", body: [1])) { _ in
          JSONBody.response(bytes: [])
        }
      }
      let problem = await #expect(throws: EdgeProblem.self) { try await read(world.edge.reader) }
      #expect(problem?.kind == .retryLater)
      try await read(world.edge.reader.forOperator)
    }

    /// By what came, and by what is said to come in all.
    @Test(
      arguments: [
        (1, 1 << 20, 2), (100, 150, 150), (100, 100, 100), (100, 400, 200), (100, 0, 200),
        (100, 50, 100), (1 << 19, 1 << 20, 1 << 20),
      ] as [(Int, Int, Int)])
    func `has memory for no more than what came, and that again`(
      count: Int, length: Int, capacity: Int
    ) {
      #expect(BodyReader.capacity(for: count, of: length) == capacity)
    }

    @Test func `waits for room where there is none`() async throws {
      let problem = await #expect(throws: EdgeProblem.self) {
        try await read(
          [UInt8](repeating: 7, count: (1 << 20) + 1),
          settings: [.bodyLimit: "2097152", .queueLimit: "1048576"])
      }
      #expect(problem?.kind == .retryLater)
      #expect(problem?.headers[.retryAfter] == "1")
    }
  }
#endif
