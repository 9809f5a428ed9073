#if Server
  import CloudAggregator
  import HTTPTypes
  import Hummingbird
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
