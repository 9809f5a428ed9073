#if Server
  import Foundation
  import HTMLPages
  import HTTPTypes
  import Hummingbird
  import JournalFormat
  import Sync
  import TestSupport
  import Testing

  @testable import AggregatorServer
  @testable import CloudAggregator

  /// What the tests of the page share.
  private enum Shown {
    /// Beside those of every page: what a form and cards are made of.
    static let elements: Set<String> = [
      "article", "bdi", "button", "dd", "dl", "dt", "form", "input", "label", "script",
    ]

    static func entries(_ count: Int, title: String = "Water Lilies") -> [PublicEntry] {
      (0..<count).map { place in
        var item = Sample.item
        item.title = title
        item.identity = .url("https://museum.example/artworks/\(place)")
        return PublicEntry(tag: Sample.tag, item: item, events: 7, distinctDevices: 5)
      }
    }

    static func text(_ outcome: SearchPage.Outcome, of query: String) -> String {
      SearchPage(outcome, of: query, day: Sample.day).page.text
    }

    static func count(of part: String, in text: String) -> Int {
      text.components(separatedBy: part).count - 1
    }
  }

  @Suite("The search page") struct SearchPageTests {
    @Test func `has a labelled field and a button, and says what it found`() {
      let text = Shown.text(.found(Shown.entries(2), limit: 20), of: "water lil")
      for part in [
        "<html lang=\"en\">", "<main>", "<form role=search><label for=q>", "<input id=q name=q ",
        "value=\"water lil\"", "maxlength=256", "<button>Search</button>",
        "<p id=status role=status>2 results for “<bdi>water lil</bdi>”</p>",
        "<section id=results aria-label=Results><ol class=cards><li><article class=card>",
        "<a href=\"https://museum.example/artworks/1\" rel=\"noreferrer nofollow\">Water Lilies",
        "opened 7 times on 5 devices", "<title>water lil - Search</title>",
      ] {
        #expect(text.contains(part), "\(part)")
      }
      #expect(Shown.count(of: "<article", in: text) == 2)
      #expect(!text.contains("autofocus"), "a page with results takes the focus")
    }

    @Test func `without words is a form that has the keyboard`() {
      let text = Shown.text(.notAsked, of: "")
      #expect(text.contains("<p id=status role=status></p>") && text.contains(" autofocus>"))
      #expect(text.contains("<section id=results aria-label=Results></section>"))
      #expect(text.contains("<title>Search</title>"))
    }

    @Test func `says that there is nothing, and why it has no answer`() {
      let none = Shown.text(.found([], limit: 20), of: "zebra")
      #expect(none.contains("role=status>No results for “<bdi>zebra</bdi>”</p>"))
      let refused = Shown.text(.refused("Ask for <fewer>."), of: "a")
      #expect(refused.contains("role=status class=bad>Ask for &lt;fewer&gt;.</p>"))
      #expect(!none.contains("<article") && !refused.contains("<article"))
    }

    @Test(arguments: [(20, 20, true), (19, 20, false), (100, 100, false), (1, 1, true)])
    func `offers more where there may be more`(count: Int, limit: Int, isOffered: Bool) {
      let query = "a&b=\"c\" é"
      let text = Shown.text(.found(Shown.entries(count), limit: limit), of: query)
      let link = "<a href=\"?q=a%26b%3D%22c%22%20%C3%A9&amp;limit=100\">Show up to 100</a>"
      #expect(text.contains(link) == isOffered)
      let results = Figure.count(count, "result")
      #expect(
        text.contains(count == limit ? "role=status>The first \(results) for" : ">\(results) for"))
    }

    @Test func `shows hostile words as words, and runs one script alone`() throws {
      for word in PageScan.hostile {
        let text = Shown.text(.found(Shown.entries(1, title: word), limit: 20), of: word)
        let scan = PageScan(text, expecting: Shown.elements)
        #expect(scan.findings.isEmpty, "\(word.printable)")
        #expect(Shown.count(of: "<script", in: text) == 1)
        #expect(Shown.count(of: "<form", in: text) == 1)
      }
    }

    /// The script has no words of others in it, and no address but the page's own.
    @Test func `has a script that asks its server alone, and makes no markup`() throws {
      let text = Shown.text(.notAsked, of: "")
      let script = try #require(
        text.components(separatedBy: "<script>").last?.components(separatedBy: "</script>").first)
      for part in [
        "innerHTML", "document.write", "eval", "insertAdjacent", "http", "//", "Function",
      ] {
        #expect(!script.contains(part), "\(part)")
      }
      // What the script looks for is there.
      for name in ["q", "status", "results"] {
        #expect(script.contains("getElementById(\"\(name)\")") && text.contains(" id=\(name) "))
      }
    }
  }

  @Suite("The route of the search page") struct SearchPageRouteTests {
    private func answer(
      _ path: String, isOpen: Bool = true, _ method: HTTPRequest.Method = .get
    ) async throws -> (response: Response, text: String) {
      let world = try await EdgeWorld(isOpen: isOpen)
      let response = await world.edge.perform(
        .page, EdgeWorld.request(method, path), try EdgeWorld.context())
      let text = String(decoding: try await response.bytes(), as: UTF8.self)
      if isOpen { try await world.host.close() }
      return (response, text)
    }

    @Test(arguments: ["/", "/?q=", "/?q=water", "/?q=water+lil&limit=100", "/?q=%E7%9D%A1"])
    func `answers with a page that permits its script and no frame`(path: String) async throws {
      let (response, text) = try await answer(path)
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "text/html; charset=utf-8")
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(response.headers[.xContentTypeOptions] == "nosniff")
      let policy = try #require(response.headers[.contentSecurityPolicy])
      #expect(policy.hasPrefix("default-src 'none'; ") && policy.contains("script-src 'sha256-"))
      let own = policy.replacing("; frame-ancestors 'none'", with: "")
      #expect(own != policy && text.contains("content=\"\(own)\""))
      #expect(!policy.contains("http") && !policy.contains("*") && !policy.contains("unsafe-eval"))
      #expect(text.contains("<form role=search>"))
    }

    @Test func `answers HEAD as GET`() async throws {
      let (get, _) = try await answer("/?q=water")
      let (head, _) = try await answer("/?q=water", .head)
      #expect(get.status == head.status && get.headers == head.headers)
    }

    @Test(
      arguments: [
        ("/?q=%FF", "not a text in UTF-8", ""),
        ("/?q=a&limit=0", "from 1 to 100", "a"), ("/?q=a&limit=101", "from 1 to 100", "a"),
        ("/?limit=x", "from 1 to 100", ""),
        (
          "/?q=" + String(repeating: "a", count: 257), "at most 256 are accepted",
          String(repeating: "a", count: 257)
        ),
        (
          "/?q=" + Array(repeating: "a", count: 17).joined(separator: "+"), "17 words",
          Array(repeating: "a", count: 17).joined(separator: " ")
        ),
      ])
    func `says on the page what is wrong`(path: String, reason: String, query: String)
      async throws
    {
      let (response, text) = try await answer(path)
      #expect(response.status == .badRequest)
      #expect(response.headers[.contentType] == "text/html; charset=utf-8")
      let told = try #require(text.components(separatedBy: "class=bad>").last)
      #expect(told.prefix { $0 != "<" }.contains(reason), "\(told.prefix(200))")
      #expect(text.contains("value=\"\(query)\""))
    }

    @Test func `asks for patience while the log is read`() async throws {
      for path in ["/", "/?q=a"] {
        let (response, text) = try await answer(path, isOpen: false)
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "1")
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        #expect(text.contains("class=bad>The aggregator still reads its log. Ask again soon.</p>"))
      }
    }

    @Test func `repeats words as words`() async throws {
      let (_, text) = try await answer("/?q=%3Cscript%3Ealert(1)%3C/script%3E%E2%80%AE%22")
      #expect(text.contains("value=\"&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}&quot;\""))
      #expect(Shown.count(of: "<script", in: text) == 1)
    }

    @Test func `counts for the address that asks`() async throws {
      let world = try await EdgeWorld(settings: [.connectionsPerAddress: "1"])
      let ticket = try #require(world.edge.load.admit(from: "192.0.2.1", at: .now))
      for (peer, status) in [("192.0.2.1", 429), ("192.0.2.2", 200)] {
        let response = await world.edge.perform(
          .page, EdgeWorld.request(.get, "/?q=a"), try EdgeWorld.context(peer: peer))
        #expect(response.status.code == status)
      }
      world.edge.load.end(ticket)
      try await world.host.close()
    }
  }
#endif
