package import WebAddress

/// What a site's robots.txt lets a crawler fetch. Source: RFC 9309, and Google's open parser where
/// that leaves a choice.
///
/// Reading takes any bytes: what is no rule is skipped. Longer rules win over shorter ones, "allow"
/// over "disallow" of the same length.
package struct RobotsRules: Sendable {
  struct Rule: Sendable {
    let allows: Bool
    let line: Int
    /// In `patterns`; never empty.
    let pattern: Range<Int>
  }

  struct Group: Sendable {
    /// In lower case; "*" is for everybody.
    var agents: Set<String> = []
    var rules: [Rule] = []
    var crawlDelayMilliseconds: Int?
  }

  /// Why an address may be fetched or not.
  package struct Decision: Hashable, Sendable {
    package let isAllowed: Bool
    /// The line of the rule that decides, from 1 on; nil: none of the file does.
    package let line: Int?
    /// The agent whose group was read, "*" for everybody's; nil: no group is for the crawler.
    package let agent: String?
  }

  let patterns: [UInt8]
  let groups: [Group]
  /// What holds without a file.
  private let isOpen: Bool

  /// Bytes of a file that are read. A line that is cut there is left out.
  package static let byteCountMax = 500 * 1_024
  /// Bytes of a path and query that are matched; a longer one is not allowed where any rule is.
  package static let targetByteCountMax = 4_096
  /// Longer delays between requests are shortened to this.
  package static let crawlDelayMillisecondsMax = 30_000

  /// Agents whose groups are looked for in turn, as Apple's crawler does. The first that a file
  /// names decides, else the group of everybody.
  package static let agents = ["SpotlogBot", "Applebot", "Googlebot"]

  /// - Parameter bytes: a file as it came.
  package init(_ bytes: [UInt8]) {
    var reader = RobotsReader()
    reader.read(bytes)
    (patterns, groups, isOpen) = (reader.patterns, reader.groups, true)
  }

  private init(isOpen: Bool) { (patterns, groups, self.isOpen) = ([], [], isOpen) }

  /// Of a site without a file.
  package static let allowingAll = RobotsRules(isOpen: true)
  /// Of a site that cannot be asked.
  package static let allowingNothing = RobotsRules(isOpen: false)

  /// What an answer to the request for the file means: success is read, a missing or forbidden file
  /// and too many redirects allow everything, "too many requests" and failures of the server allow
  /// nothing.
  ///
  /// - Parameters:
  ///   - status: of HTTP; nil: no answer came.
  ///   - body: of the answer.
  package init(status: Int?, body: [UInt8]) {
    switch status {
    case .some(200..<300): self.init(body)
    case .some(429): self = .allowingNothing
    case .some(300..<500): self = .allowingAll
    default: self = .allowingNothing
    }
  }

  // MARK: Deciding

  /// - Parameter agents: names of crawlers, in the order in which their groups are looked for.
  package func decision(for url: WebURL, agents: [String] = RobotsRules.agents) -> Decision {
    decision(forTarget: Array(url.requestTarget.utf8), agents: agents)
  }

  /// - Parameter target: path and query, with escapes.
  package func decision(
    forTarget target: [UInt8], agents: [String] = RobotsRules.agents
  ) -> Decision {
    guard let (agent, own) = groups(of: agents) else {
      return Decision(isAllowed: isOpen, line: nil, agent: nil)
    }
    guard target.count <= Self.targetByteCountMax else {
      return Decision(isAllowed: own.allSatisfy(\.rules.isEmpty), line: nil, agent: agent)
    }
    var best: (rule: Rule, length: Int)?
    for group in own {
      for rule in group.rules {
        let length = rule.pattern.count
        // A longer rule decides; of equal ones the first, unless a later one allows.
        if let best, length < best.length { continue }
        if let best, length == best.length, best.rule.allows || !rule.allows { continue }
        if let matched = matchedLength(of: rule, target[...]),
          matched > best?.length ?? 0
            || matched == best?.length && rule.allows && best?.rule.allows == false
        {
          best = (rule, matched)
        }
      }
    }
    return Decision(isAllowed: best?.rule.allows ?? true, line: best?.rule.line, agent: agent)
  }

  /// Milliseconds between two requests that the crawler's group asks for; nil: it does not.
  package func crawlDelayMilliseconds(agents: [String] = RobotsRules.agents) -> Int? {
    groups(of: agents)?.groups.lazy.compactMap(\.crawlDelayMilliseconds).first
  }

  private func groups(of agents: [String]) -> (agent: String, groups: [Group])? {
    for agent in agents + ["*"] {
      let name = agent.lowercased()
      let own = groups.filter { $0.agents.contains(name) }
      if !own.isEmpty { return (agent, own) }
    }
    return nil
  }

  /// Bytes of the rule that count; nil: it does not match.
  private func matchedLength(of rule: Rule, _ target: ArraySlice<UInt8>) -> Int? {
    let pattern = patterns[rule.pattern]
    if ByteWildcard(pattern).matches(target) { return pattern.count }
    guard rule.allows else { return nil }
    // "/a/index.html" allows "/a/" as well.
    guard let slash = pattern.lastIndex(of: UInt8(ascii: "/")),
      pattern[slash...].starts(with: "/index.htm".utf8)
    else { return nil }
    let directory = pattern[...slash] + [UInt8(ascii: "$")]
    return ByteWildcard(directory).matches(target) ? directory.count : nil
  }
}
