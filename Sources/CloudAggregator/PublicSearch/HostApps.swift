package import JournalFormat
internal import WebAddress

/// Which apps may have public items under which hosts, as an operator says.
///
/// Any app can claim any page: this keeps those of a host that is listed to the apps that it is
/// listed with. It decides what is shown, and is not part of the projections: another list holds
/// for all that is there from the next start on, and a rebuild gives the same state under any.
package struct HostApps: Hashable, Sendable {
  private var apps: [String: Set<String>] = [:]

  /// Nothing is restricted.
  package init() {}

  /// - Parameter text: a host and an app on each line, with blanks between. A host may stand on
  ///   several. What follows a "#" is for people.
  package init(_ text: String) throws(HostAppsError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty else { continue }
      guard words.count == 2, let host = Self.host(words[0].lowercased()) else {
        throw HostAppsError(line: place + 1)
      }
      apps[host, default: []].insert(String(words[1]))
    }
  }

  package var isEmpty: Bool { apps.isEmpty }

  /// Whether an item may be shown. One without a page is its app's own.
  ///
  /// A host's apps are those of hosts below it as well, unless these are listed themselves. Where
  /// anything is listed, a page has to be spelled so that its host can be told for certain.
  package func allows(_ item: PublicItem) -> Bool {
    guard !apps.isEmpty, case .url(let url) = item.identity else { return true }
    guard var host = Self.host(ofPage: url).map({ $0[...] }) else { return false }
    while true {
      if let allowed = apps[String(host)] { return allowed.contains(item.app) }
      guard let dot = host.firstIndex(of: ".") else { return true }
      host = host[dot...].dropFirst()
    }
  }

  /// Nil where browsers could take another host out of the address than this does.
  private static func host(ofPage url: String) -> String? {
    guard CanonicalURL(url)?.text == url, let scheme = url.firstRange(of: "://") else { return nil }
    var authority = url[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
    if let colon = authority.lastIndex(of: ":"),
      authority[colon...].dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      authority = authority[..<colon]
    }
    return host(String(authority))
  }

  /// The host in the one spelling that is compared; nil for a text that is not a host in ASCII. An
  /// international name must be in Punycode.
  private static func host(_ text: String) -> String? {
    var text = text[...]
    if text.hasSuffix(".") { text = text.dropLast() }
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-._".utf8.contains(byte)
    }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return isPlain && labels.allSatisfy { !$0.isEmpty } ? String(text) : nil
  }
}

/// A line that names no host and no app.
package struct HostAppsError: Error, Hashable {
  /// From 1 on.
  package let line: Int
}
