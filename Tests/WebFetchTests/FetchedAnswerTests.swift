import TestSupport
import Testing
import WebAddress
import WebFetch

@Suite("An answer that was fetched") struct FetchedAnswerTests {
  private static let html = Array("<p>a page".utf8)

  private func answer(
    _ status: Int = 200, _ fields: [(String, String)] = [], _ body: [UInt8] = html,
    atMost byteCountMax: Int = 1_000
  ) throws -> FetchedAnswer {
    try FetchedAnswer(
      RedirectChain(try #require(WebURL("https://a.example/"))),
      AnswerHead(status: status, fields: fields.map { .init($0.0, $0.1) }), body: body,
      atMost: byteCountMax)
  }

  @Test(arguments: ["gzip", "x-gzip", "GZIP", " gzip ", "identity, gzip"])
  func `has the bytes that were compressed`(encoding: String) throws {
    let bytes = Compressed.gzip(Self.html)
    #expect(try answer(200, [("Content-Encoding", encoding)], bytes).body == Self.html)
  }

  @Test(arguments: ["", "identity", "IDENTITY"])
  func `has the bytes that were not compressed`(encoding: String) throws {
    #expect(try answer(200, [("content-encoding", encoding)]).body == Self.html)
  }

  @Test func `inflates up to the bound`() throws {
    let zeros = [UInt8](repeating: 0, count: 1_000)
    let fields = [("content-encoding", "gzip")]
    #expect(try answer(200, fields, Compressed.gzip(zeros)).body == zeros)
    #expect(throws: FetchProblem.bodyTooLarge(1_000)) {
      try answer(200, fields, Compressed.gzip(zeros + [0]))
    }
    #expect(throws: FetchProblem.bodyTooLarge(1_000)) {
      try answer(200, fields, Compressed.gzipBomb(mebibytes: 64))
    }
  }

  @Test(arguments: [
    ("br", FetchProblem.unknownEncoding("br")), ("gzip, gzip", .unknownEncoding("gzip, gzip")),
    ("gzip", .badEncoding("gzip")), ("deflate", .badEncoding("deflate")),
  ])
  func `is refused where its encoding is wrong`(encoding: String, problem: FetchProblem) {
    #expect(throws: problem) { try answer(200, [("content-encoding", encoding)]) }
  }

  @Test func `is refused where its encoding ends early`() {
    let bytes = Array(Compressed.gzip(Self.html).dropLast())
    #expect(throws: FetchProblem.badEncoding("gzip")) {
      try answer(200, [("content-encoding", "gzip")], bytes)
    }
  }

  @Test func `without a body is not decoded`() throws {
    #expect(try answer(302, [("content-encoding", "br")], []).body == [])
  }

  @Test(arguments: [
    "text/html", "TEXT/HTML; charset=utf-8", "text/html ;a", "application/xhtml+xml",
  ])
  func `is a page`(type: String) throws {
    #expect(try answer(200, [("content-type", type)]).page() == Self.html)
  }

  @Test(arguments: [
    "<!DOCTYPE html>", "<html>", "\u{FEFF} \n<HTML>", "<!-- a -->", "\t<p>",
  ])
  func `without a type is a page if it begins like one`(text: String) throws {
    #expect(try answer(200, [], Array(text.utf8)).page() == Array(text.utf8))
  }

  @Test(arguments: ["", "<", "<?xml version=\"1.0\"?>", "%PDF", "{}", "a <p>"])
  func `without a type is no page if it begins otherwise`(text: String) throws {
    let answer = try answer(200, [], Array(text.utf8))
    #expect(throws: FetchProblem.mediaType("")) { try answer.page() }
  }

  @Test(arguments: [
    (200, "application/json", FetchProblem.mediaType("application/json")),
    (200, "text/plain; charset=utf-8", .mediaType("text/plain")), (200, "", .mediaType("")),
    (404, "text/html", .status(404)), (206, "text/html", .status(206)),
    (304, "text/html", .status(304)), (503, "text/html", .status(503)),
  ])
  func `is no page`(status: Int, type: String, problem: FetchProblem) throws {
    let answer = try answer(status, [("content-type", type)])
    #expect(throws: problem) { try answer.page() }
  }

  // MARK: Sentences

  private static let problems: [FetchProblem] = [
    .credentials, .localName("a"), .port(1), .notPublic(host: "a", address: "::1"),
    .notPublic(host: "[::1]", address: "::1"), .tooManyRedirects(5), .redirectLoop("a"),
    .insecureRedirect("a"), .badRedirect("a", .noHost), .noSuchHost("a"), .unreachable("a"),
    .insecure("a"), .timeout(20_000), .silence(50), .brokenOff, .noMemory, .headTooLarge(1),
    .bodyTooLarge(1), .notHTTP("a"), .unknownEncoding("a"), .badEncoding("a"), .mediaType(""),
    .mediaType("a"), .status(204), .status(304), .status(401), .status(404), .status(418),
    .status(429), .status(500), .status(999),
  ]

  @Test(arguments: problems) func `that is refused says why and what to do`(problem: FetchProblem) {
    let reason = problem.reason
    #expect(reason.hasSuffix(".") && reason.contains(". "), "\(reason)")
    #expect(!reason.contains("..") && !reason.contains("  "), "\(reason)")
  }

  @Test func `that is refused names the time in a unit that fits`() {
    #expect(FetchProblem.timeout(20_000).reason.hasPrefix("it took more than 20 s."))
    #expect(FetchProblem.silence(50).reason.hasPrefix("nothing came for 50 ms."))
  }

  @Test(arguments: [
    (FetchProblem.status(503), true), (.status(429), true), (.status(404), false),
    (.brokenOff, true), (.noSuchHost("a"), true), (.credentials, false),
    (.notPublic(host: "a", address: "b"), false), (.mediaType("a"), false),
  ])
  func `that is refused may be asked for again, or not`(problem: FetchProblem, isPassing: Bool) {
    #expect(problem.isPassing == isPassing)
  }
}
