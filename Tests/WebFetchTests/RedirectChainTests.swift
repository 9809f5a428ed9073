import Testing
import WebAddress
import WebFetch

@Suite("Redirects") struct RedirectChainTests {
  private static func answer(_ status: Int, _ location: String? = nil) -> AnswerHead {
    AnswerHead(status: status, fields: location.map { [.init("Location", $0)] } ?? [])
  }

  /// Where one redirect leads, or why nowhere.
  private static func target(
    _ start: String, _ location: String
  ) throws -> Result<String, FetchProblem> {
    var chain = RedirectChain(try #require(WebURL(start)))
    do throws(FetchProblem) {
      _ = try chain.follow(answer(301, location), atMost: 5)
      return .success(chain.current.href)
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    ("https://a.example/b/c", "d", "https://a.example/b/d"),
    ("https://a.example/b/c", "/d?e", "https://a.example/d?e"),
    ("https://a.example/b", "https://b.example", "https://b.example/"),
    ("http://a.example/b", "https://a.example/b", "https://a.example/b"),
    ("http://a.example/b", "//b.example/", "http://b.example/"),
    ("https://a.example/b#part", "/c", "https://a.example/c#part"),
    ("https://a.example/b#part", "/c#other", "https://a.example/c#other"),
    ("https://a.example/b#part", "/c#", "https://a.example/c#"),
  ])
  func `lead to`(start: String, location: String, target: String) throws {
    #expect(try Self.target(start, location) == .success(target))
  }

  @Test(arguments: [
    ("https://a.example/", "http://a.example/", FetchProblem.insecureRedirect("http://a.example/")),
    ("https://a.example/", "file:///etc/passwd", .badRedirect("file:///etc/passwd", .notWeb)),
    ("https://a.example/", "javascript:alert(1)", .badRedirect("javascript:alert(1)", .notWeb)),
    ("https://a.example/", "https://", .badRedirect("https://", .noHost)),
    ("https://a.example/", "https://a:b:c/", .badRedirect("https://a:b:c/", .invalidPort)),
    ("https://a.example/b", "/b", .redirectLoop("https://a.example/b")),
    ("https://a.example/b", "#c", .redirectLoop("https://a.example/b#c")),
    ("https://a.example/b", "", .redirectLoop("https://a.example/b")),
  ])
  func `lead nowhere`(start: String, location: String, problem: FetchProblem) throws {
    #expect(try Self.target(start, location) == .failure(problem))
  }

  @Test func `are counted`() throws {
    var chain = RedirectChain(try #require(WebURL("https://a.example/0")))
    for place in 1...5 {
      let goesOn = try chain.follow(Self.answer(302, "/\(place)"), atMost: 5)
      #expect(goesOn && chain.current.path == "/\(place)" && chain.followed.count == place)
    }
    #expect(throws: FetchProblem.tooManyRedirects(5)) {
      try chain.follow(Self.answer(302, "/6"), atMost: 5)
    }
    #expect(chain.current.path == "/5")
  }

  @Test func `in a longer circle are found`() throws {
    var chain = RedirectChain(try #require(WebURL("https://a.example/0")))
    _ = try chain.follow(Self.answer(302, "/1"), atMost: 5)
    #expect(throws: FetchProblem.redirectLoop("https://a.example/0")) {
      try chain.follow(Self.answer(302, "/0"), atMost: 5)
    }
  }

  @Test(arguments: [
    (301, "/b", true), (302, "/b", true), (303, "/b", true), (307, "/b", true), (308, "/b", true),
    (300, "/b", false), (304, "/b", false), (200, "/b", false), (201, "/b", false),
    (302, nil as String?, false),
  ])
  func `are answers of these statuses that name a place`(
    status: Int, location: String?, isRedirect: Bool
  ) throws {
    var chain = RedirectChain(try #require(WebURL("https://a.example/")))
    #expect(try chain.follow(Self.answer(status, location), atMost: 5) == isRedirect)
    #expect(chain.followed.isEmpty != isRedirect)
  }
}
