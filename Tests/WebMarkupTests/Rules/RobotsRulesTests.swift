import Testing
import WebAddress

@testable import WebMarkup

@Suite("robots.txt") struct RobotsRulesTests {
  /// google/robotstxt's own tests: those named ID_ follow from the standard.
  static let cases = WebCase.all("robots-google.jsonl")

  @Test func `has all of Google's cases`() {
    #expect(Self.cases.count == 142)
    #expect(Self.cases.count { $0.text("test")?.hasPrefix("ID_") == true } == 72)
  }

  @Test(arguments: cases) func `allows what Google's parser allows`(row: WebCase) throws {
    let file = try #require(row.text("robots"))
    // Files that are not UTF-8 stand there byte by byte.
    let bytes = file.unicodeScalars.map { UInt8(exactly: $0.value) }
    let rules = RobotsRules(bytes.contains(nil) ? Array(file.utf8) : bytes.compactMap(\.self))
    let target = Self.target(of: try #require(row.text("url")))
    let decision = rules.decision(forTarget: target, agents: [try #require(row.text("agent"))])
    #expect(decision.isAllowed == row.flag("allowed"))
  }

  /// Path and query as they stand: Google's tests do not escape them.
  private static func target(of url: String) -> [UInt8] {
    let rest = url.firstRange(of: "//").map { url[$0.upperBound...] } ?? url[...]
    let path = rest.drop { !"/?;".contains($0) }.prefix { $0 != "#" }
    return Array((path.hasPrefix("/") ? "" : "/").utf8) + Array(path.utf8)
  }

  private static let fallback = """
    User-agent: *
    Disallow: /
    User-agent: Googlebot
    Disallow: /google
    User-agent: Applebot
    Disallow: /apple

    """

  private static let decisions: [(String, Bool, Int?, String?)] = [
    (fallback, true, nil as Int?, "Applebot" as String?),
    (fallback + "User-agent: spotlogbot\nDisallow: /x\nAllow: /x/y", true, 9, "SpotlogBot"),
    (fallback.replacing("Applebot", with: "Otherbot"), true, nil, "Googlebot"),
    ("User-agent: *\nDisallow: /", false, 2, "*"), ("Disallow: /", true, nil, nil),
    ("", true, nil, nil),
    ("User-agent: *\n\n\nDisallow: /x\r\nAllow: /x", true, 5, "*"),
    ("User-agent: *\rDisallow: /x/y\rDisallow: /x/*\r", false, 2, "*"),
    ("User-agent: *\nDisallow: /*a*b*$", false, 2, "*"),
    ("User-agent: *\nDisallow: /x/y/$", true, nil, "*"),
  ]

  @Test(arguments: decisions)
  func `says which line decides about a page`(
    file: String, isAllowed: Bool, line: Int?, agent: String?
  ) throws {
    let url = try #require(WebURL("https://example.com/x/y/ab"))
    let decision = RobotsRules(Array(file.utf8)).decision(for: url)
    #expect(decision == .init(isAllowed: isAllowed, line: line, agent: agent))
  }

  @Test(arguments: [
    (200 as Int?, true, false), (204, true, false), (301, true, true), (401, true, true),
    (404, true, true), (429, false, false), (500, false, false), (503, false, false),
    (nil, false, false), (99, false, false),
  ])
  func `means by its status what the standard says`(
    status: Int?, allowsPage: Bool, allowsPrivate: Bool
  ) throws {
    let rules = RobotsRules(status: status, body: Array("user-agent: *\ndisallow: /private".utf8))
    for (path, isAllowed) in [("/page", allowsPage), ("/private", allowsPrivate)] {
      let url = try #require(WebURL("https://example.com" + path))
      #expect(rules.decision(for: url).isAllowed == isAllowed)
    }
  }

  @Test func `is read up to 500 KiB, without the line that is cut there`() {
    let start = "user-agent: *\ndisallow: /first\n"
    let space = RobotsRules.byteCountMax - start.utf8.count - "allow: /first".utf8.count
    let filler = String(repeating: "#", count: space - 1) + "\n"
    let file = start + filler
    for (last, isAllowed) in [("allow: /first", true), ("allow: /first\nx", false)] {
      let rules = RobotsRules(Array((file + last).utf8))
      #expect(rules.decision(forTarget: Array("/first".utf8)).isAllowed == isAllowed)
    }
  }

  @Test(arguments: [
    ("crawl-delay: 2.5", 2_500 as Int?), ("crawl-delay: 1000", 30_000), ("crawl-delay: -1", nil),
    ("crawl-delay: nan", nil), ("crawl-delay: x", nil), ("disallow: /", nil),
  ])
  func `asks for a pause between requests`(line: String, milliseconds: Int?) {
    let rules = RobotsRules(Array("user-agent: *\n\(line)".utf8))
    #expect(rules.crawlDelayMilliseconds() == milliseconds)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["*a", "a*", "*", "aaaaaaaab", "a"])
  func `takes no more than a second, whatever it holds`(unit: String) {
    let count = RobotsRules.byteCountMax / 2
    let lines = String(repeating: "disallow: /*\(unit)b\n", count: count / (13 + unit.utf8.count))
    let long = "disallow: /" + String(repeating: unit, count: 16_000) + "b\n"
    let file = "user-agent: *\n" + lines + String(repeating: long, count: 4)
    let rules = RobotsRules(Array(file.utf8))
    let text = "/" + String(repeating: "a", count: RobotsRules.targetByteCountMax - 1)
    let clock = ContinuousClock()
    let duration = clock.measure {
      #expect(rules.decision(forTarget: Array(text.utf8)).isAllowed)
    }
    #expect(duration < .seconds(10))
  }

  @Test func `lets nothing be fetched whose path is too long to match`() {
    let text = Array(("/" + String(repeating: "a", count: RobotsRules.targetByteCountMax)).utf8)
    #expect(
      !RobotsRules(Array("user-agent: *\ndisallow: /x".utf8)).decision(forTarget: text).isAllowed)
    #expect(RobotsRules(Array("user-agent: *\ndisallow:".utf8)).decision(forTarget: text).isAllowed)
  }
}

@Suite("Directives for robots") struct RobotsDirectivesTests {
  private static let metas: [(String, String, RobotsDirectives)] = [
    ("robots", "noindex", [.noIndex] as RobotsDirectives),
    ("ROBOTS", " NoIndex , nofollow", [.noIndex, .noFollow]),
    ("spotlogbot", "none", [.noIndex, .noFollow]), ("googlebot", "none", []), ("robots", "all", []),
    ("robots", "index,follow", []), ("robots", "nosnippet", [.noSnippet]),
    ("robots", "max-snippet:0, max-image-preview:none", [.noSnippet, .noImageIndex]),
    ("robots", "noindexx", []), ("robots", "", []), ("robots", "noindex, index", [.noIndex]),
  ]

  @Test(arguments: metas)
  func `of a page are read`(name: String, content: String, directives: RobotsDirectives) {
    #expect(RobotsDirectives(metaName: name, content: content) == directives)
  }

  private static let headers: [(String, RobotsDirectives)] = [
    ("noindex", [.noIndex] as RobotsDirectives), ("googlebot: noindex, nofollow", []),
    ("SpotlogBot: noindex, nofollow", [.noIndex, .noFollow]),
    ("nosnippet, googlebot: noindex", [.noSnippet]),
    ("googlebot: noindex, spotlogbot: nofollow", [.noFollow]),
    ("unavailable_after: 25 Jun 2010 15:00:00 PST, noindex", [.noIndex]),
    ("max-snippet: 0", [.noSnippet]), (":", []), ("", []),
  ]

  @Test(arguments: headers)
  func `of an answer are read`(value: String, directives: RobotsDirectives) {
    #expect(RobotsDirectives(header: value) == directives)
  }
}
