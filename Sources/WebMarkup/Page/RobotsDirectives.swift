/// What a page, or a header with it, asks of search engines.
///
/// Statements add up, so the most restrictive one wins.
package struct RobotsDirectives: Hashable, Sendable, OptionSet {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The page must not be in any result.
  package static let noindex = RobotsDirectives(rawValue: 1)
  /// Links of the page must not be followed.
  package static let nofollow = RobotsDirectives(rawValue: 2)
  /// Only the title may be shown.
  package static let nosnippet = RobotsDirectives(rawValue: 4)

  private static let names: [(name: String, directives: RobotsDirectives)] = [
    ("noindex", .noindex), ("nofollow", .nofollow), ("nosnippet", .nosnippet),
    ("none", [.noindex, .nofollow]), ("max-snippet:0", .nosnippet),
  ]

  /// "noindex, nofollow"; "index, follow" where nothing is refused.
  package var text: String {
    var words = [contains(.noindex) ? "noindex" : "index"]
    words.append(contains(.nofollow) ? "nofollow" : "follow")
    if contains(.nosnippet) { words.append("nosnippet") }
    return words.joined(separator: ", ")
  }

  /// The directives of the content of a meta element.
  init(content: String) {
    self.init(Self.words(of: content).map(Self.init(word:)))
  }

  /// The directives of a header field for one of the agents, or for all agents.
  ///
  /// - Parameter agents: in lower case.
  init(header: String, agents: Set<String>) {
    var isForUs = true
    var result: RobotsDirectives = []
    for word in Self.words(of: header) {
      var word = word
      if let place = word.firstIndex(of: ":"), let agent = Self.agent(word[..<place]) {
        isForUs = agents.contains(agent)
        word = HeaderParts.trimmed(word[place...].dropFirst().unicodeScalars)
      }
      if isForUs { result.formUnion(RobotsDirectives(word: word)) }
    }
    self = result
  }

  private init(word: String) {
    let plain = String(String.UnicodeScalarView(word.unicodeScalars.filter { !$0.isPageSpace }))
    self = Self.names.first { $0.name == plain }?.directives ?? []
  }

  private static func words(of text: String) -> [String] {
    HeaderParts.split(text.lowercased(), at: ",")
  }

  private static let withValues: Set<String> = [
    "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after",
  ]

  /// The agent that stands before a colon; nil for a directive with a value, and for a time.
  private static func agent(_ text: Substring) -> String? {
    let name = HeaderParts.trimmed(text.unicodeScalars)
    let isName = !name.isEmpty && !name.unicodeScalars.contains(where: \.isPageSpace)
    return isName && !withValues.contains(name) ? name : nil
  }
}
