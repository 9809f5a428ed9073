#if Server
  import TestSupport
  import Testing
  import WebAddress
  import WebFetch
  import WebFetcher

  @Suite("Fetching from a server of this machine") struct WebFetcherTests {
    private typealias Script = @Sendable (ScriptedServer.Request) -> [ScriptedServer.Step]

    private static let page = ScriptedServer.Step.answer(200, "text/html", Array("<p>a".utf8))

    private static func text(_ text: String) -> ScriptedServer.Step { .send(Array(text.utf8)) }

    private static func redirect(_ location: String) -> ScriptedServer.Step {
      .answer(302, "text/plain", [], headers: ["Location: \(location)"])
    }

    /// Bounds that a test can reach. The time for all is long: a machine may be busy.
    private static func limits(silence: Int64 = 60_000, total: Int64 = 60_000) -> FetchLimits {
      var limits = FetchLimits()
      (limits.bodyByteCountMax, limits.silenceMilliseconds) = (64 << 10, silence)
      limits.totalMilliseconds = total
      return limits
    }

    /// What an address of a server gives, or why it gives nothing.
    private func fetch(
      _ path: String = "/", host: String = "127.0.0.1", limits: FetchLimits = limits(),
      _ table: [String: [String]] = [:], allowing block: String = "127.0.0.1/32",
      _ script: @escaping Script
    ) async throws -> (outcome: Result<FetchedAnswer, FetchProblem>, server: ScriptedServer) {
      let server = try ScriptedServer(script)
      defer { server.stop() }
      let fetcher = WebFetcher(
        rule: FetchRule(allowing: [try #require(AddressBlock(block))]), limits: limits,
        agent: "Spotlog/1", resolver: TableResolver(table: table))
      let url = try #require(WebURL("http://\(host):\(server.port)\(path)"))
      do throws(FetchProblem) {
        return (.success(try await fetcher.fetch(url)), server)
      } catch {
        return (.failure(error), server)
      }
    }

    @Test func `gives the page, and says who asks`() async throws {
      let (outcome, server) = try await fetch("/a?b=c#d") { _ in [Self.page] }
      let answer = try outcome.get()
      #expect(answer.body == Array("<p>a".utf8) && answer.head.status == 200)
      #expect(answer.address.href == "\(server.address)/a?b=c#d" && answer.redirects.isEmpty)
      #expect(answer.head.values(of: "content-type") == ["text/html"])
      let request = try #require(server.requests.first)
      #expect(request.method == "GET" && request.path == "/a?b=c")
      #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
      #expect(request.headers["user-agent"] == "Spotlog/1")
      #expect(request.headers["accept-encoding"] == "gzip")
      #expect(request.headers["connection"] == "close")
      for name in ["cookie", "authorization", "referer"] {
        #expect(request.headers[name] == nil, "\(name)")
      }
    }

    /// Answers that end with their length, by chunks and with the connection.
    private static let whole: [[ScriptedServer.Step]] = [
      [page], [text("HTTP/1.1 200 OK\r\n\r\n<p>a"), .close],
      [text("HTTP/1.1 103 Hints\r\nLink: <a>\r\n\r\n"), page],
      [text("HTTP/1.0 200 OK\r\n\r\n"), text("<p>"), text("a"), .close],
      [
        text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), text("3\r\n<p>\r\n"),
        text("1\r\na\r\n0\r\nTrailer: b\r\n\r\n"),
      ],
      // Bytes beyond the stated length are dropped.
      [text("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<p>a and more")],
      [
        .answer(
          200, "text/html", Compressed.gzip(Array("<p>a".utf8)),
          headers: ["Content-Encoding: gzip"])
      ],
    ]

    @Test(arguments: whole.indices) func `gives a body however it ends`(place: Int) async throws {
      let steps = Self.whole[place]
      let answer = try await fetch { _ in steps }.outcome.get()
      #expect(answer.body == Array("<p>a".utf8))
    }

    private static let many = 20_000
    private static let chunked = text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")

    /// What hostile and broken servers send, and what is said of it.
    private static let broken: [(steps: [ScriptedServer.Step], problem: FetchProblem)] = [
      // Heads without an end: many fields, a long one, informational answers.
      (
        [text("HTTP/1.1 200 OK\r\n")] + Array(repeating: text("A: b\r\n"), count: many),
        .headTooLarge(32 << 10)
      ),
      (
        [text("HTTP/1.1 200 OK\r\nA: ")] + Array(repeating: text("bbbbbbbbbb"), count: many),
        .headTooLarge(32 << 10)
      ),
      (
        Array(repeating: text("HTTP/1.1 103 Hints\r\nA: b\r\n\r\n"), count: many),
        .headTooLarge(32 << 10)
      ),
      // Bodies without an end: of bytes, of chunks, of what is around a chunk.
      (
        [text("HTTP/1.1 200 OK\r\n\r\n")] + Array(repeating: text("0123456789"), count: many),
        .bodyTooLarge(64 << 10)
      ),
      ([chunked] + Array(repeating: text("5\r\naaaaa\r\n"), count: many), .bodyTooLarge(64 << 10)),
      (
        [chunked, text("1;")] + Array(repeating: text("eeeeeeeeee"), count: many),
        .bodyTooLarge(64 << 10)
      ),
      // Bodies that say that they are too long, or are once they are inflated.
      (
        [text("HTTP/1.1 200 OK\r\nContent-Length: 65537\r\n\r\n"), .keepSilent],
        .bodyTooLarge(64 << 10)
      ),
      (
        [
          .answer(
            200, "text/html", Compressed.gzipBomb(mebibytes: 16),
            headers: ["Content-Encoding: gzip"])
        ], .bodyTooLarge(64 << 10)
      ),
      // Answers that end early.
      ([.close], .brokenOff), ([text("HTTP/1.1 200"), .close], .brokenOff),
      ([text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n<p>"), .close], .brokenOff),
      ([chunked, text("5\r\n<p>"), .close], .brokenOff),
      // What its head says is not what follows.
      (
        [.answer(200, "text/html", [1, 2, 3], headers: ["Content-Encoding: gzip"])],
        .badEncoding("gzip")
      ),
      (
        [.answer(200, "text/html", [1, 2, 3], headers: ["Content-Encoding: br"])],
        .unknownEncoding("br")
      ),
    ]

    @Test(arguments: broken.indices) func `ends whatever a server sends`(place: Int) async throws {
      let (steps, problem) = Self.broken[place]
      let outcome = try await fetch { _ in steps }.outcome
      #expect(outcome == .failure(problem))
    }

    @Test(arguments: [
      "SSH-2.0-OpenSSH_9\r\n\r\n", "<p>a page without a head",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n",
    ])
    func `ends where an answer is not HTTP`(text: String) async throws {
      let outcome = try await fetch { _ in [Self.text(text), .keepSilent] }.outcome
      guard case .failure(.notHTTP) = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }

    @Test func `ends where nothing comes`() async throws {
      let limits = Self.limits(silence: 100)
      let silent = try await fetch(limits: limits) { _ in [.keepSilent] }.outcome
      #expect(silent == .failure(.silence(100)))
      let begun = try await fetch(limits: limits) { _ in
        [Self.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n<p>"), .keepSilent]
      }.outcome
      #expect(begun == .failure(.silence(100)))
    }

    @Test func `ends in time where bytes come one by one`() async throws {
      let drops = Array(
        repeating: [ScriptedServer.Step.wait(milliseconds: 10), Self.text("b")], count: 1_000
      ).flatMap(\.self)
      let outcome = try await fetch(limits: Self.limits(total: 500)) { _ in
        [Self.text("HTTP/1.1 200 OK\r\nA: ")] + drops
      }.outcome
      #expect(outcome == .failure(.timeout(500)))
    }

    // MARK: Redirects and names

    @Test func `follows redirects, and says which`() async throws {
      let (outcome, server) = try await fetch("/a") { request in
        request.path == "/c" ? [Self.page] : [Self.redirect(request.path == "/a" ? "b" : "/c")]
      }
      let answer = try outcome.get()
      #expect(answer.address.path == "/c" && answer.redirects.map(\.path) == ["/a", "/b"])
      #expect(server.requests.map(\.path) == ["/a", "/b", "/c"])
    }

    @Test func `ends in a circle of redirects, and after too many`() async throws {
      let circle = try await fetch("/a") { _ in [Self.redirect("/a")] }
      #expect(circle.outcome == .failure(.redirectLoop("\(circle.server.address)/a")))
      let long = try await fetch("/") { [Self.redirect($0.path + "a")] }
      #expect(long.outcome == .failure(.tooManyRedirects(5)) && long.server.requests.count == 6)
    }

    @Test(arguments: [
      (
        "http://169.254.169.254/latest",
        FetchProblem.notPublic(
          host: "169.254.169.254", address: "169.254.169.254")
      ),
      ("http://127.0.0.2/", .notPublic(host: "127.0.0.2", address: "127.0.0.2")),
      ("http://intranet.example/", .notPublic(host: "intranet.example", address: "10.0.0.1")),
      ("http://mixed.example/", .notPublic(host: "mixed.example", address: "::1")),
      ("http://me@127.0.0.1/", .credentials), ("http://none.example/", .noSuchHost("none.example")),
      ("http://public.example:22/", .port(22)),
    ])
    func `follows no redirect to what it may not ask`(
      location: String, problem: FetchProblem
    ) async throws {
      let table = [
        "intranet.example": ["10.0.0.1"], "mixed.example": ["127.0.0.1", "[::1]"],
        "public.example": ["8.8.8.8"],
      ]
      let (outcome, server) = try await fetch("/", table) { _ in [Self.redirect(location)] }
      #expect(outcome == .failure(problem) && server.requests.count == 1)
    }

    @Test func `goes to the address that its host's name has`() async throws {
      let (outcome, server) = try await fetch(host: "a.example", ["a.example": ["127.0.0.1"]]) {
        _ in [Self.page]
      }
      #expect(try outcome.get().address.href == "http://a.example:\(server.port)/")
      #expect(server.requests.first?.headers["host"] == "a.example:\(server.port)")
    }

    /// On Linux all of 127/8 is this machine, and nothing listens at the first of these.
    @Test func `tries the next address where one cannot be reached`() async throws {
      let table = ["a.example": ["127.0.0.3", "127.0.0.1"]]
      let outcome = try await fetch(host: "a.example", table, allowing: "127.0.0.0/8") { _ in
        [Self.page]
      }.outcome
      #expect(try outcome.get().head.status == 200)
    }

    @Test func `asks nobody who is not allowed`() async throws {
      let (outcome, server) = try await fetch(allowing: "127.0.0.2/32") { _ in [Self.page] }
      #expect(outcome == .failure(.notPublic(host: "127.0.0.1", address: "127.0.0.1")))
      #expect(server.requests.isEmpty)
    }

    @Test func `says that nobody listens`() async throws {
      let server = try ScriptedServer { _ in [] }
      server.stop()
      let fetcher = WebFetcher(
        rule: FetchRule(allowing: [try #require(AddressBlock("127.0.0.1/32"))]), agent: "a")
      let url = try #require(WebURL(server.address))
      await #expect(throws: FetchProblem.unreachable("Connection refused, 127.0.0.1")) {
        try await fetcher.fetch(url)
      }
    }

    @Test func `gives any status`() async throws {
      let answer = try await fetch { _ in [.answer(404, "text/html", Array("no".utf8))] }
        .outcome.get()
      #expect(answer.head.status == 404 && answer.body == Array("no".utf8))
      #expect(throws: FetchProblem.status(404)) { try answer.page() }
    }

    @Test func `speaks TLS with nobody who does not`() async throws {
      let server = try ScriptedServer { _ in [Self.page] }
      defer { server.stop() }
      let fetcher = WebFetcher(
        rule: FetchRule(allowing: [try #require(AddressBlock("127.0.0.1/32"))]),
        limits: Self.limits(silence: 1_000), agent: "a")
      let url = try #require(WebURL("https://127.0.0.1:\(server.port)/"))
      await #expect(throws: FetchProblem.self) { try await fetcher.fetch(url) }
      #expect(server.requests.isEmpty)
    }
  }

  @Suite("The system's resolver") struct SystemResolverTests {
    @Test func `knows this machine`() throws {
      let addresses = try SystemResolver().addresses(of: "localhost")
      #expect(!addresses.isEmpty)
      #expect(Set(addresses.map(\.text)).isSubset(of: ["127.0.0.1", "::1"]), "\(addresses)")
    }
  }
#endif
