import Testing

@testable import WebMarkup

@Suite("Robots directives of a page") struct RobotsDirectivesTests {
  @Test(arguments: [
    ("noindex", RobotsDirectives.noindex), ("NOINDEX , Follow", .noindex),
    ("none", [.noindex, .nofollow]), ("all", []), ("index, follow", []), ("", []),
    ("nofollow,nosnippet", [.nofollow, .nosnippet]), ("max-snippet:0", .nosnippet),
    ("max-snippet: 0", .nosnippet), ("max-snippet:-1, max-image-preview:large", []),
    ("noindexed", []), ("no index", .noindex),
  ])
  func `add up in a meta element`(content: String, directives: RobotsDirectives) {
    #expect(RobotsDirectives(content: content) == directives)
  }

  @Test(arguments: [
    ("noindex", RobotsDirectives.noindex), ("otherbot: noindex", []),
    ("spotlogbot: noindex", .noindex), ("SpotlogBot : NoIndex, nofollow", [.noindex, .nofollow]),
    ("otherbot: noindex, nofollow, spotlogbot: nosnippet", .nosnippet),
    ("unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow", .nofollow),
    ("unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noindex", .noindex),
    ("max-snippet:0", .nosnippet),
  ])
  func `of a header count for their agent`(header: String, directives: RobotsDirectives) {
    #expect(RobotsDirectives(header: header, agents: ["spotlogbot"]) == directives)
  }

  @Test(arguments: [
    (RobotsDirectives([]), "index, follow"), (.noindex, "noindex, follow"),
    ([.noindex, .nofollow, .nosnippet], "noindex, nofollow, nosnippet"),
  ])
  func `are said in the words of their authors`(directives: RobotsDirectives, text: String) {
    #expect(directives.text == text)
  }
}
