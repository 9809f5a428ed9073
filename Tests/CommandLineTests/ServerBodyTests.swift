#if Server
  import JournalFormat
  import JournalVectors
  import LoadGenerator
  import Loopback
  import Sync
  import TestSupport
  import Testing

  /// Bodies that are not what they say they are.
  private struct BadBody: Sendable, CustomStringConvertible {
    let description: String
    let encoding: String
    let body: [UInt8]
    let expected: Expected

    init(_ description: String, _ encoding: String, _ body: [UInt8], _ expected: Expected) {
      self.description = description
      self.encoding = encoding
      self.body = body
      self.expected = expected
    }

    static let plain = [UInt8]("a text that is no request".utf8)
    static let gzip = Compressed.gzip(plain)

    static let all: [BadBody] = [
      BadBody("gzip that is none", "gzip", plain, .malformed),
      BadBody("deflate that is none", "deflate", plain, .malformed),
      BadBody("gzip that ends early", "gzip", gzip.dropLast(9), .malformed),
      BadBody(
        "gzip with a wrong checksum", "gzip", gzip.dropLast(8) + gzip.suffix(4) + gzip.suffix(4),
        .malformed),
      BadBody("gzip with something after it", "gzip", gzip + plain, .malformed),
      BadBody("gzip of nothing", "gzip", Compressed.gzip([]), .malformed),
      BadBody("an empty body that is called gzip", "gzip", [], .malformed),
      BadBody("gzip called deflate", "deflate", gzip, .malformed),
      BadBody("gzip of no request", "gzip", gzip, .malformed),
      BadBody("gzip in capitals, of no request", "GZIP", gzip, .malformed),
      BadBody("the encoding that is none", "identity", plain, .malformed),
      BadBody("gzip in gzip", "gzip, gzip", Compressed.gzip(gzip), .mediaType),
      BadBody("gzip in deflate", "gzip, deflate", Compressed.deflate(gzip), .mediaType),
      BadBody("gzip in gzip, said once", "gzip", Compressed.gzip(gzip), .malformed),
      BadBody("brotli", "br", plain, .mediaType),
      BadBody("zstd", "zstd", plain, .mediaType),
      BadBody("compress", "compress", plain, .mediaType),
      BadBody("an encoding that nobody knows", "\"; drop", plain, .mediaType),
    ]
  }

  @Suite("A server that is sent a bad body") struct ServerBodyTests {
    @Test(arguments: BadBody.all)
    fileprivate func `refuses an encoding that hides nothing good`(row: BadBody) throws {
      let server = try RunningServer.shared()
      let before = try server.status()
      let request = RawRequest.sync("append", row.body, [("Content-Encoding", row.encoding)])
      expect(try server.ask(request), [row.expected])
      try server.expectUnharmed(since: before)
    }

    @Test(arguments: [
      "text/plain", "application/json", "multipart/form-data; boundary=a",
      "application/x-www-form-urlencoded", "image/png", "nonsense", "",
      "application/vnd.spotlog.sync.other",
    ])
    func `refuses another media type`(type: String) throws {
      let server = try RunningServer.shared()
      let before = try server.status()
      let request = RawRequest(
        "POST", "/v1/append", [("Content-Type", type)], body: BadBody.plain)
      expect(try server.ask(request), [.mediaType])
      try server.expectUnharmed(since: before)
    }

    @Test(arguments: [
      "application/vnd.spotlog.sync", "application/octet-stream", "APPLICATION/OCTET-STREAM",
      "application/vnd.spotlog.sync; version=1", "application/octet-stream \t; x=y",
    ])
    func `reads the media types of the conversation`(type: String) throws {
      let server = try RunningServer.shared()
      let request = RawRequest(
        "POST", "/v1/append", [("Content-Type", type)], body: BadBody.plain)
      expect(try server.ask(request), [.malformed])
    }

    @Test(arguments: ["enrol", "open", "append", "wanted", "rotate"])
    func `takes no request of another kind than its route's`(route: String) throws {
      let server = try RunningServer.shared()
      let before = try server.status()
      let enrolment = TestDevice(1).enrolment
      let open = SyncRequest.open(TestDevice(1).open(at: .now)).bytes
      expect(
        try server.ask(.sync(route, route == "enrol" ? open : enrolment)), [.malformed])
      try server.expectUnharmed(since: before)
    }

    // MARK: Too large

    @Test func `refuses a body over the limit, whether its length is said or not`() throws {
      let server = try RunningServer(["--body-limit": "65536"])
      let before = try server.status()
      let body = [UInt8](repeating: 3, count: 65_537)
      expect(try server.attack(RawRequest.sync("append", body).bytes), [.tooLarge])
      let head = RawRequest.sync("append", [], [("Transfer-Encoding", "chunked")]).head
      let chunk = Array("1000\r\n".utf8) + [UInt8](repeating: 3, count: 4_096) + [13, 10]
      let chunks = (0..<64).flatMap { _ in chunk }
      expect(try server.attack(head + chunks), [.tooLarge])
      let fits = try server.ask(.sync("append", [UInt8](repeating: 3, count: 65_536)))
      expect(fits, [.malformed])
      try server.expectUnharmed(since: before)
    }

    @Test func `inflates no bomb`() throws {
      let server = try RunningServer(["--inflated-limit": "\(1 << 20)"])
      let before = try server.status()
      let bombs = [
        ("gzip", Compressed.gzipBomb(mebibytes: 256)),
        ("deflate", Compressed.deflateBomb(mebibytes: 256)),
      ]
      for (encoding, bomb) in bombs {
        for _ in 0..<4 {
          let request = RawRequest.sync("append", bomb, [("Content-Encoding", encoding)])
          expect(try server.ask(request), [.tooLarge])
        }
      }
      if let peak = ProcessFigures(of: server.process.processID).peakMemoryMiB {
        #expect(peak < 256, "a bomb of 256 MiB was inflated")
      }
      try server.expectUnharmed(since: before)
    }

    // MARK: Vectors

    /// The bytes of a batch's header that name its device.
    private static let namesInBatch = 6..<38

    /// What has to be refused, as bodies: as they are and, for batches, as if they were of a device
    /// that the server knows, so that they are read to where they are wrong.
    @Test func `refuses every refused vector at every route, and takes nothing of it`() throws {
      let server = try RunningServer()
      let device = try server.device(1)
      let before = try server.status()
      let grant = try #require(device.grant)
      for vector in try Vector.all(in: .refused) {
        let bytes = try vector.bytes()
        for route in ["enrol", "open", "append", "wanted", "rotate"] {
          let answer = try server.ask(.sync(route, bytes))
          #expect(isRefused(answer), "\(vector) at \(route): \(answer.summary)")
        }
        guard vector.name.hasPrefix("batch-") else { continue }
        let append: [UInt8] = [SyncRequest.Kind.append.rawValue, 1]
        let alone = try server.ask(.sync("append", append + bytes))
        #expect(isRefused(alone), "\(vector): \(alone.summary)")
        guard bytes.count >= Self.namesInBatch.upperBound else { continue }
        var known = bytes
        known.replaceSubrange(Self.namesInBatch, with: grant.lineage.bytes + grant.epoch.bytes)
        for body in [append + known, Compressed.gzip(append + known)] {
          let encoding = body.starts(with: append) ? [] : [("Content-Encoding", "gzip")]
          let answer = try server.ask(.sync("append", body, encoding))
          #expect(
            (400..<500).contains(answer.status) && ReceivedProblem(answer) != nil,
            "\(vector): \(answer.summary)")
        }
      }
      try server.expectUnharmed(since: before)
    }

    /// A problem; or the conversation's answer to a batch of a device that nobody knows.
    private func isRefused(_ answer: RawAnswer) -> Bool {
      if answer.status == 200 {
        guard case .notReceived(.unknownEpoch, _) = try? SyncResponse(bytes: answer.body)
        else { return false }
        return true
      }
      return (400..<500).contains(answer.status) && ReceivedProblem(answer) != nil
    }
  }
#endif
