#if Server
  import Loopback
  import TestSupport
  import Testing

  /// Bytes that break the rules of HTTP/1.1, or bend them.
  private enum Framing {
    private static let post =
      "POST /v1/append HTTP/1.1\r\nHost: a\r\nContent-Type: application/vnd.spotlog.sync\r\n"

    private static func post(_ headers: String, _ body: String = "xxxx") -> String {
      post + headers + "\r\n\r\n" + body
    }

    private static func chunked(_ body: String) -> String {
      post("Transfer-Encoding: chunked", body)
    }

    static let lengths: [BadRequest] = [
      BadRequest("a negative length", post("Content-Length: -4"), .malformed),
      BadRequest("two lengths", post("Content-Length: 4\r\nContent-Length: 5"), .malformed),
      BadRequest("a length twice", post("Content-Length: 4\r\nContent-Length: 4"), .malformed),
      BadRequest("a list of lengths", post("Content-Length: 4, 4"), .malformed),
      BadRequest("a length in words", post("Content-Length: four"), .malformed),
      BadRequest("an empty length", post("Content-Length: "), .malformed),
      BadRequest("a length with a sign", post("Content-Length: +4"), .malformed),
      BadRequest("a length in hex", post("Content-Length: 0x4"), .malformed),
      BadRequest(
        "a length beyond all numbers", post("Content-Length: 99999999999999999999999"),
        .malformed, .tooLarge),
      BadRequest("a length of a terabyte", post("Content-Length: 1099511627776"), .tooLarge),
      BadRequest("an empty body", post("Content-Length: 0", ""), .malformed),
      BadRequest(
        "a body that ends early", post("Content-Length: 100"), .malformed, .closed
      ).finished,
      BadRequest("a body without a length", post("X-A: b", ""), .malformed),
    ]

    static let chunks: [BadRequest] = [
      BadRequest("a chunk without a size", chunked("\r\nxxxx\r\n0\r\n\r\n"), .malformed),
      BadRequest("a chunk's size in words", chunked("four\r\nxxxx\r\n0\r\n\r\n"), .malformed),
      BadRequest("a chunk's size below zero", chunked("-4\r\nxxxx\r\n0\r\n\r\n"), .malformed),
      BadRequest("a chunk's size with 0x", chunked("0x4\r\nxxxx\r\n0\r\n\r\n"), .malformed),
      BadRequest(
        "a chunk's size beyond all numbers", chunked("FFFFFFFFFFFFFFFFF\r\nxxxx\r\n0\r\n\r\n"),
        .malformed, .tooLarge),
      BadRequest(
        "a chunk longer than its size", chunked("2\r\nxxxx\r\n0\r\n\r\n"), .malformed),
      BadRequest(
        "chunks without an end", chunked("4\r\nxxxx\r\n"), .malformed, .closed
      ).finished,
      BadRequest("chunks of nothing", chunked("0\r\n\r\n"), .malformed),
      BadRequest(
        "an unknown transfer encoding", post("Transfer-Encoding: gzip"), .malformed,
        .problem(501, "malformed")),
      BadRequest(
        "chunked, and not last", post("Transfer-Encoding: chunked, gzip"), .malformed,
        .problem(501, "malformed")),
    ]

    static let lines: [BadRequest] = [
      BadRequest(
        "a greeting of TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\r\n\r\n", .malformed, .closed),
      BadRequest("another protocol", "SSH-2.0-OpenSSH_9.0\r\n\r\n", .malformed, .closed),
      BadRequest("HTTP/0.9", "GET /v1/health\r\n\r\n", .malformed, .closed),
      BadRequest(
        "HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .malformed, .closed,
        .problem(505, "malformed")),
      BadRequest(
        "a version to come", "GET /v1/health HTTP/9.9\r\nHost: a\r\n\r\n", .malformed,
        .problem(505, "malformed")),
      BadRequest(
        "a method in lower case", "get /v1/health HTTP/1.1\r\nHost: a\r\n\r\n", .malformed,
        .problem(405, "method-not-allowed")),
      BadRequest(
        "a method that nobody knows", "FROB /v1/health HTTP/1.1\r\nHost: a\r\n\r\n", .malformed,
        .problem(405, "method-not-allowed")),
      BadRequest(
        "a header without a colon", "GET /v1/health HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n",
        .malformed),
      BadRequest(
        "a space before the colon", "GET /v1/health HTTP/1.1\r\nHost : a\r\n\r\n", .malformed),
      BadRequest(
        "a NUL in a header", "GET /v1/health HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", .malformed),
      BadRequest("a NUL in the path", "GET /v1/health\0 HTTP/1.1\r\nHost: a\r\n\r\n", .malformed),
      BadRequest("a URI with a space", "GET /v1/ health HTTP/1.1\r\nHost: a\r\n\r\n", .malformed),
      BadRequest(
        "random bytes", String(repeating: "\u{7F}\u{1}~", count: 200), .malformed, .closed),
    ]

    static let floods: [BadRequest] = [
      BadRequest(
        "a URI of 64 KiB",
        RawRequest("GET", "/v1/search?q=" + String(repeating: "a", count: 64 << 10)),
        .problem(414, "uri-too-long")),
      BadRequest(
        "a header of 256 KiB",
        RawRequest("GET", "/v1/health", [("X", String(repeating: "a", count: 256 << 10))]),
        .headersTooLarge),
      BadRequest(
        "a header whose name is 256 KiB long",
        RawRequest("GET", "/v1/health", [(String(repeating: "a", count: 256 << 10), "b")]),
        .headersTooLarge, .malformed),
      BadRequest(
        "twenty thousand headers",
        RawRequest("GET", "/v1/health", (0..<20_000).map { ("X-\($0)", "a") }), .headersTooLarge),
    ]
  }

  /// Requests that are HTTP and ask for what is not there.
  private enum Asking {
    private static func get(_ path: String, _ expected: Expected) -> BadRequest {
      BadRequest("GET \(path)", RawRequest("GET", path), expected)
    }

    private static func method(_ method: String, _ path: String) -> BadRequest {
      BadRequest(
        "\(method) \(path)", RawRequest(method, path), .problem(405, "method-not-allowed"))
    }

    static let paths: [BadRequest] =
      [
        "//", "/index.html", "/v1", "/v1/nothing", "/v2/health", "/../../etc/passwd",
        "/v1/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd", "/v1/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd",
        "/v1/items/..%2f..%2fetc%2fpasswd", "/v1/..\\..\\etc\\passwd", "/v1/%5c..%5cetc",
        "/v1/health%00", "/v1/health%2f", "/v1/items/%00", "/v1/items/", "/v1/items/zz",
        "/v1/items/01", "/v1/items/01" + String(repeating: "0", count: 32), "/v1/items/%ff%fe",
      ].map { path in
        var request = BadRequest("GET \(path)", RawRequest("GET", path), .notFound, .malformed)
        request.thenFinishes = false
        return request
      }

    static let methods: [BadRequest] = [
      method("DELETE", "/v1/health"), method("POST", "/v1/search"), method("GET", "/v1/append"),
      method("PUT", "/v1/enrol"), method("PATCH", "/v1/open"), method("DELETE", "/v1/deployment"),
      method("POST", "/v1/popularity"), method("POST", "/"), method("PUT", "/"),
      method("POST", "/status"),
    ]

    static let queries: [BadRequest] =
      [
        "/v1/search", "/v1/search?q=", "/v1/search?Q=a", "/v1/search?q=\(long)",
        "/v1/search?q=a&limit=0", "/v1/search?q=a&limit=-1", "/v1/search?q=a&limit=abc",
        "/v1/search?q=a&limit=101", "/v1/search?q=a&limit=", "/v1/search?q=a&limit=1.5",
        "/v1/search?q=a&limit=99999999999999999999", "/v1/search?q=%ff%fe",
        "/v1/popularity?limit=0", "/v1/popularity?limit=1001", "/v1/popularity?limit=x",
        "/v1/popularity?after=%ff",
      ].map { get($0, .malformed) }

    private static let long = String(repeating: "a", count: 257)

    /// What would be found in SQL, in a query of FTS5, in a shell or in a page.
    static let injections = [
      "\"", "'", "' OR 1=1 --", "'; DROP TABLE documents; --", "a\" OR \"b", "*", "a*b", "^a",
      "title:a", "{title}:a", "NEAR(a b)", "AND", "OR NOT", "a AND", "(((", ")", "a + b", "-a",
      "--", "/*", "\\", "%", "_", "\u{0}", "\u{1}", "\u{202E}a", "\u{FEFF}", "\u{1F980}",
      "$(reboot)", "`reboot`", "<script>alert(1)</script>", "../../etc/passwd", "null", "\t\r\n",
      "e\u{301}", String(repeating: "a ", count: 128), String(repeating: "\"", count: 256),
      "\u{10FFFF}", "a\u{0}b", "${jndi:ldap://a}", "{{7*7}}", "%s%n",
    ]
  }

  @Suite("A server that is sent nonsense") struct ServerBadInputTests {
    private let server: RunningServer

    init() throws { server = try RunningServer.shared() }

    private func check(_ request: BadRequest) throws {
      let before = try server.status()
      let answer = try server.attack(request.bytes, thenFinishes: request.thenFinishes)
      expect(answer, request.expected)
      try server.expectUnharmed(since: before)
    }

    @Test(arguments: Framing.lengths + Framing.chunks)
    func `refuses a body whose length nobody knows`(request: BadRequest) throws {
      try check(request)
    }

    @Test(arguments: Framing.lines)
    func `refuses what is not HTTP as it knows it`(request: BadRequest) throws {
      try check(request)
    }

    @Test(arguments: Framing.floods)
    func `refuses a head without end`(request: BadRequest) throws { try check(request) }

    @Test(arguments: Asking.paths)
    func `has nothing at a path that it did not name`(request: BadRequest) throws {
      try check(request)
    }

    @Test(arguments: ["//v1/health", "/v1//health", "/v1/health/", "/./v1/health", "/v1/%68ealth"])
    func `takes another spelling of a path as nothing else`(path: String) throws {
      let answer = try server.get(path)
      if answer.status == 200 { #expect(answer.text.contains("\"status\"")) }
      expect(answer, [.served(200), .notFound, .malformed])
    }

    @Test(arguments: Asking.methods)
    func `names the methods that a route has`(request: BadRequest) throws {
      try check(request)
      let answer = try #require(try server.attack(request.bytes))
      let path = String(request.description.split(separator: " ")[1])
      let isAsked = ["/v1/append", "/v1/enrol", "/v1/open"].contains(path)
      #expect(answer.header("allow")?.contains(isAsked ? "POST" : "GET") == true)
    }

    @Test(arguments: Asking.queries)
    func `refuses a query that it cannot answer`(request: BadRequest) throws { try check(request) }

    @Test(arguments: Asking.injections)
    func `takes every text to search for as a text`(text: String) throws {
      let answer = try server.get("/v1/search?q=" + text.percentEncoded)
      expect(answer, [.served(200), .malformed])
      if answer.status == 200 { #expect(answer.text.contains(/"items"\s*:\s*\[\s*\]/)) }
    }

    @Test(arguments: Asking.injections) func `shows what it searched for as words`(text: String)
      throws
    {
      let answer = try server.get("/?q=" + text.percentEncoded)
      #expect([200, 400].contains(answer.status), "\(answer.summary)")
      #expect(answer.mediaType == "text/html")
      let scan = PageScan(
        answer.text, expecting: ["bdi", "button", "form", "input", "label", "script"])
      #expect(scan.findings.isEmpty)
      #expect(answer.text.split(separator: "<script").count == 2)
    }
  }

  @Suite("A server between two requests") struct ServerSmugglingTests {
    private let server: RunningServer

    init() throws { server = try RunningServer.shared() }

    /// A second request that a proxy before the server would not have seen.
    private static let hidden = "GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let post =
      "POST /v1/append HTTP/1.1\r\nHost: a\r\nContent-Type: application/vnd.spotlog.sync\r\n"

    @Test(arguments: [
      "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
      "Content-Length: 0\r\nContent-Length: 44\r\n\r\n",
      "Content-Length: 0, 44\r\n\r\n",
    ])
    func `takes no second request out of a first that can be read in two ways`(rest: String) throws
    {
      let before = try server.status()
      let connection = try server.connect()
      try connection.send(Array((Self.post + rest + Self.hidden).utf8))
      expect(
        try connection.receiveIfAny(), [.malformed, .problem(501, "malformed"), .closed])
      #expect(try connection.receiveIfAny() == nil, "the hidden request was answered")
      try server.expectUnharmed(since: before)
    }

    @Test func `ends a connection on which a body continues after its length`() throws {
      let before = try server.status()
      let connection = try server.connect()
      try connection.send(
        Array((Self.post + "Content-Length: 4\r\n\r\nxxxxgarbage that follows\r\n\r\n").utf8))
      expect(try connection.receive(), [.malformed])
      expect(try connection.receiveIfAny(), [.malformed, .closed])
      #expect(connection.isClosed(withinMilliseconds: 5_000))
      try server.expectUnharmed(since: before)
    }

    @Test func `answers requests in their order that came all at once`() throws {
      let connection = try server.connect()
      let paths = ["/v1/health", "/v1/nothing", "/v1/deployment", "/v1/search?q=", "/v1/health"]
      try connection.send(paths.flatMap { RawRequest("GET", $0).bytes })
      var statuses: [Int] = []
      for _ in paths { statuses.append(try connection.receive().status) }
      #expect(statuses == [200, 404, 200, 400, 200])
    }
  }
#endif
