internal import StrictJSON
package import WebAddress

/// What a host's apple-app-site-association says of links: which addresses open in which apps.
///
/// The first entry that matches decides. An entry or rule that cannot be read is left out with a
/// note, and harms no other.
package struct AssociationFile: Sendable {
  /// A pattern for addresses, and whether it opens the app or keeps the link in the browser.
  struct Rule: Sendable {
    /// As the file has it, for people.
    let text: String
    let line: Int
    let excludes: Bool
    let matcher: LinkMatcher
  }

  struct Entry: Sendable {
    /// "TEAM.bundle" each, in the order of the file.
    let apps: [String]
    let rules: [Rule]
  }

  /// Something in the file that has no effect.
  package struct Note: Hashable, Sendable {
    /// From 1 on.
    package let line: Int
    package let message: String
  }

  /// Which apps an address opens, and the rule that says so.
  package struct Decision: Hashable, Sendable {
    /// In the order of the file; empty where none opens it.
    package let apps: [String]
    /// The rule as the file has it; nil: none matches.
    package let rule: String?
    package let line: Int?
    /// Whether the rule keeps the link in the browser.
    package let isExcluded: Bool
  }

  let entries: [Entry]
  package let notes: [Note]

  /// Bytes of a file.
  package static let byteCountMax = 128 * 1_024
  static let depthMax = 64
  /// States of all patterns of a file that have variables.
  static let choiceStateCountMax = 1 << 15

  /// - Parameter bytes: a file as it came. A byte order mark is left out.
  package init(_ bytes: [UInt8]) throws(AssociationProblem) {
    guard bytes.count <= Self.byteCountMax else { throw .tooLarge }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONReader.read(text, depthMax: Self.depthMax, takesNaturals: true)
    } catch {
      throw .notJSON(error.description, line: error.place.line, column: error.place.column)
    }
    guard let links = root["applinks"], links.members != nil else { throw .noLinks }
    var reader = AssociationReader(text: text, links: links)
    reader.readDetails()
    (entries, notes) = (reader.entries, reader.notes)
  }

  /// All apps that the file names, each once.
  package var apps: [String] {
    var seen: Set<String> = []
    return entries.flatMap(\.apps).filter { seen.insert($0).inserted }
  }

  /// - Parameters:
  ///   - url: an address of the file's host.
  ///   - installed: apps that are there, by full or bundle identifier; nil: all are.
  package func decision(for url: WebURL, installed: Set<String>? = nil) -> Decision {
    let link = LinkParts(url)
    var excluded: Rule?
    var excludedApps: Set<String> = []
    for entry in entries {
      let apps = entry.apps.filter { app in
        let isThere =
          installed.map { $0.contains(app) || $0.contains(Self.bundle(of: app)) } ?? true
        return isThere && !excludedApps.contains(app)
      }
      guard !apps.isEmpty, let rule = entry.rules.first(where: { $0.matcher.matches(link) }) else {
        continue
      }
      guard rule.excludes else {
        return Decision(apps: apps, rule: rule.text, line: rule.line, isExcluded: false)
      }
      // An app that keeps the link out does not get it by a later entry.
      excluded = excluded ?? rule
      excludedApps.formUnion(apps)
    }
    return Decision(
      apps: [], rule: excluded?.text, line: excluded?.line, isExcluded: excluded != nil)
  }

  /// The identifier without the team before its first dot.
  package static func bundle(of app: String) -> String {
    app.firstIndex(of: ".").map { String(app[$0...].dropFirst()) } ?? app
  }
}

/// Why no app can be told from a file.
package enum AssociationProblem: Error, Hashable, Sendable {
  case tooLarge
  case notJSON(String, line: Int, column: Int)
  /// It has no object "applinks".
  case noLinks

  /// After the file.
  package var reason: String {
    switch self {
    case .tooLarge: "has more than \(AssociationFile.byteCountMax) bytes"
    case .notJSON(let reason, let line, let column): "line \(line), column \(column): \(reason)"
    case .noLinks: "has no object \"applinks\""
    }
  }
}

extension JSONValue {
  subscript(_ key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

  var members: [JSONMember]? { if case .object(let members) = kind { members } else { nil } }
  var elements: [JSONValue]? { if case .array(let values) = kind { values } else { nil } }
  var text: String? { if case .string(let text) = kind { text } else { nil } }
  var flag: Bool? { if case .boolean(let flag) = kind { flag } else { nil } }
}
