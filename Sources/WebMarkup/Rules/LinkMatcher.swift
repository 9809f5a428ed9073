internal import WebAddress

/// The parts of an address that patterns are compared with.
struct LinkParts {
  let path: Substring
  let query: Substring
  let fragment: Substring
  let decodedPath: String
  let decodedQuery: String
  let decodedFragment: String
  let items: [Item]

  struct Item {
    let name: String
    let value: Substring
    let decodedValue: String
  }

  /// Items of a query that are looked at.
  static let itemCountMax = 256

  init(_ url: WebURL) {
    path = url.path
    query = url.query ?? ""
    fragment = url.fragment ?? ""
    decodedPath = Self.decoded(path)
    decodedQuery = Self.decoded(query)
    decodedFragment = Self.decoded(fragment)
    items = query.split(separator: "&", maxSplits: Self.itemCountMax).prefix(Self.itemCountMax)
      .map { item in
        let equals = item.firstIndex(of: "=") ?? item.endIndex
        let value = item[equals...].dropFirst()
        return Item(
          name: Self.decoded(item[..<equals]), value: value, decodedValue: Self.decoded(value))
      }
  }

  /// Without escapes; what is not UTF-8 then stays escaped.
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }
}

/// What has to hold of an address: its path, and for components its query and fragment too.
struct LinkMatcher: Sendable {
  enum Query: Sendable {
    case any
    case whole(LinkPattern)
    /// Each named item is there, and its value matches wherever it is.
    case items([(name: String, pattern: LinkPattern)])
  }

  /// Nil: every path.
  var path: LinkPattern?
  var query = Query.any
  /// Nil: every fragment, and none.
  var fragment: LinkPattern?
  /// Whether patterns are compared with the address as it is written, escapes and all.
  var isPercentEncoded = true

  func matches(_ link: LinkParts) -> Bool {
    if let path, !matches(path, link.path, link.decodedPath) { return false }
    if let fragment, !matches(fragment, link.fragment, link.decodedFragment) { return false }
    switch query {
    case .any: return true
    case .whole(let pattern): return matches(pattern, link.query, link.decodedQuery)
    case .items(let items):
      return items.allSatisfy { name, pattern in
        let own = link.items.filter { $0.name == name }
        return !own.isEmpty && own.allSatisfy { matches(pattern, $0.value, $0.decodedValue) }
      }
    }
  }

  private func matches(_ pattern: LinkPattern, _ text: Substring, _ decoded: String) -> Bool {
    isPercentEncoded ? pattern.matches(text) : pattern.matches(decoded)
  }
}
