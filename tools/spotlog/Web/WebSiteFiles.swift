import JournalFormat
import WebAddress
import WebMarkup

/// The two files of a page's site that decide about it, as options name them.
struct WebSiteFiles {
  private let rules: RobotsRules?
  private let file: AssociationFile?
  private let agents: [String]

  init(robots: String?, association: String?, agent: String?) throws {
    agents = agent.map { [$0] } ?? RobotsRules.agents
    rules = try robots.map {
      RobotsRules(try WebInput.read($0, byteCountMax: RobotsRules.byteCountMax))
    }
    file = try association.map { path in
      let bytes = try WebInput.read(path, byteCountMax: AssociationFile.byteCountMax)
      do throws(AssociationProblem) { return try AssociationFile(bytes) } catch {
        throw Failure(
          .badInput, "\(path.printable) \(error.reason). No app can be told from it.")
      }
    }
  }

  /// Nil without the file.
  ///
  /// - Parameter address: of the page.
  func permission(_ address: WebURL?) throws -> CrawlPermission? {
    guard let rules else { return nil }
    let decision = rules.decision(for: try Self.needed(address, "--robots"), agents: agents)
    let verb = decision.isAllowed ? "allowed" : "disallowed"
    guard let line = decision.line else {
      return CrawlPermission(isAllowed: decision.isAllowed, reason: "\(verb): no rule matches")
    }
    return CrawlPermission(isAllowed: decision.isAllowed, reason: "\(verb) by line \(line)")
  }

  /// Nil without the file.
  ///
  /// - Parameter address: of the page.
  func link(_ address: WebURL?) throws -> UniversalLink? {
    guard let file else { return nil }
    let address = try Self.needed(address, "--association")
    let decision = file.decision(for: address)
    let place = decision.line.map { ", line \($0)" } ?? ""
    if let rule = decision.rule {
      return UniversalLink(
        apps: decision.apps, reason: "\(rule)\(place)",
        advice: decision.isExcluded
          ? "The association keeps this address in the browser. Move the exclusion behind the "
            + "component that should match." : "")
    }
    guard let app = file.apps.first else {
      return UniversalLink(
        apps: [], reason: "the association names no app",
        advice: "Add the app's identifier and its components to applinks, details.")
    }
    let path = address.path.prefix { $0 != "?" }
    return UniversalLink(
      apps: [], reason: "\(path) matches no component of \(app)",
      advice: "Add {\"/\": \"\(path)\"} to the app's components in apple-app-site-association.")
  }

  private static func needed(_ address: WebURL?, _ option: String) throws -> WebURL {
    guard let address else {
      throw Failure(.usage, "\(option) needs the page's address. Give it with --url.")
    }
    return address
  }
}
