/// What a page, or the answer that brought it, asks of search engines: the union of all `meta`
/// elements and `X-Robots-Tag` fields that are for the crawler. The most restrictive wins.
package struct RobotsDirectives: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The page is not to be shown.
  package static let noIndex = RobotsDirectives(rawValue: 1)
  /// Its links are not to be followed.
  package static let noFollow = RobotsDirectives(rawValue: 2)
  /// Its title alone is to be shown.
  package static let noSnippet = RobotsDirectives(rawValue: 4)
  /// Its images are not to be shown.
  package static let noImageIndex = RobotsDirectives(rawValue: 8)

  /// Names of crawlers whose directives are followed, in lower case.
  package static let agents: Set<String> = ["robots", "spotlogbot"]

  /// Of `<meta name=NAME content=CONTENT>`; nothing where the name is another crawler's.
  ///
  /// - Parameter agents: names of crawlers, in lower case.
  package init(
    metaName name: String, content: String, agents: Set<String> = RobotsDirectives.agents
  ) {
    self = []
    guard agents.contains(name.lowercased()) else { return }
    for word in content.split(separator: ",") { insert(Self.directive(word)) }
  }

  /// Of a field `X-Robots-Tag`. It may begin with a crawler's name and a colon, and then counts for
  /// that one alone.
  ///
  /// - Parameter agents: names of crawlers, in lower case.
  package init(header value: String, agents: Set<String> = RobotsDirectives.agents) {
    self = []
    var isOurs = true
    for word in value.split(separator: ",") {
      var word = word
      if let colon = word.firstIndex(of: ":") {
        let name = Self.trimmed(word[..<colon]).lowercased()
        // Behind a comma there may also be the time of a date.
        if !Self.valued.contains(name), !name.contains(where: \.isWhitespace) {
          isOurs = agents.contains(name)
          word = word[colon...].dropFirst()
        }
      }
      if isOurs { insert(Self.directive(word)) }
    }
  }

  /// "noindex, follow"; "index, follow" where nothing is refused.
  package var text: String {
    var words = [contains(.noIndex) ? "noindex" : "index"]
    words.append(contains(.noFollow) ? "nofollow" : "follow")
    if contains(.noSnippet) { words.append("nosnippet") }
    if contains(.noImageIndex) { words.append("noimageindex") }
    return words.joined(separator: ", ")
  }

  /// Directives that have a value behind a colon.
  private static let valued: Set<String> = [
    "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after",
  ]

  private static func directive(_ word: Substring) -> RobotsDirectives {
    switch trimmed(word).lowercased() {
    case "noindex": .noIndex
    case "nofollow": .noFollow
    case "none": [.noIndex, .noFollow]
    case "nosnippet", "max-snippet:0", "max-snippet: 0": .noSnippet
    case "noimageindex", "max-image-preview:none", "max-image-preview: none": .noImageIndex
    // "all", "index" and "follow" are what holds anyway; others are not ours.
    default: []
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
