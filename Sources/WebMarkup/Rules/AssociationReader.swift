internal import StrictJSON

/// Reads the entries of an association file.
struct AssociationReader {
  private(set) var entries: [AssociationFile.Entry] = []
  private(set) var notes: [AssociationFile.Note] = []
  private let links: JSONValue
  private let lineStarts: [Int]
  private let variables: [String: [String]]
  private var choiceStateCount = 0

  /// What a component says, or what holds where it does not.
  private struct Options {
    var isCaseSensitive = true
    var isPercentEncoded = true

    mutating func read(_ value: JSONValue?) {
      isCaseSensitive = value?["caseSensitive"]?.flag ?? isCaseSensitive
      isPercentEncoded = value?["percentEncoded"]?.flag ?? isPercentEncoded
    }
  }

  /// - Parameters:
  ///   - text: of the file.
  ///   - links: its "applinks", an object.
  init(text: [UInt8], links: JSONValue) {
    self.links = links
    lineStarts = [0] + text.indices.filter { text[$0] == 0x0A }.map { $0 + 1 }
    var variables: [String: [String]] = [:]
    for member in links["substitutionVariables"]?.members ?? [] {
      variables[member.key] = member.value.elements?.compactMap(\.text)
    }
    self.variables = variables
  }

  mutating func readDetails() {
    guard let details = links["details"] else { return }
    if let elements = details.elements {
      for element in elements { readEntry(element, apps: Self.apps(of: element)) }
    } else if let members = details.members {
      // Of iOS 9: the app is the key.
      for member in members { readEntry(member.value, apps: [member.key]) }
    } else {
      note(details, "\"details\" is neither an array nor an object")
    }
  }

  private static func apps(of entry: JSONValue) -> [String] {
    if let apps = entry["appIDs"]?.elements { return apps.compactMap(\.text) }
    return entry["appID"]?.text.map { [$0] } ?? []
  }

  private mutating func readEntry(_ entry: JSONValue, apps: [String]) {
    guard entry.members != nil else { return note(entry, "an entry is not an object") }
    guard !apps.isEmpty else { return note(entry, "an entry names no app") }
    var options = Options()
    options.read(links["defaults"])
    options.read(entry["defaults"])
    let rules: [AssociationFile.Rule]
    if let components = entry["components"] {
      guard let elements = components.elements else {
        return note(components, "\"components\" is not an array")
      }
      rules = elements.compactMap { component($0, options) }
    } else if let paths = entry["paths"] {
      guard let elements = paths.elements else { return note(paths, "\"paths\" is not an array") }
      rules = elements.compactMap { path($0) }
    } else {
      return note(entry, "an entry has neither \"components\" nor \"paths\"")
    }
    entries.append(AssociationFile.Entry(apps: apps, rules: rules))
  }

  // MARK: Rules

  private mutating func path(_ value: JSONValue) -> AssociationFile.Rule? {
    guard let text = value.text else {
      note(value, "a path is not a text")
      return nil
    }
    let excludes = text.hasPrefix("NOT ")
    let path = excludes ? String(text.dropFirst(4)) : text
    guard let pattern = pattern(path, value, variables: [:], Options()) else { return nil }
    return AssociationFile.Rule(
      text: text, line: line(of: value), excludes: excludes, matcher: LinkMatcher(path: pattern))
  }

  private mutating func component(
    _ value: JSONValue, _ inherited: Options
  ) -> AssociationFile.Rule? {
    guard let members = value.members else {
      note(value, "a component is not an object")
      return nil
    }
    var options = inherited
    options.read(value)
    var matcher = LinkMatcher(isPercentEncoded: options.isPercentEncoded)
    if let part = value["/"] {
      guard let pattern = self.pattern(part, options) else { return nil }
      matcher.path = pattern
    }
    if let part = value["#"] {
      guard let pattern = self.pattern(part, options) else { return nil }
      matcher.fragment = pattern
    }
    if let part = value["?"] {
      guard let query = query(part, options) else { return nil }
      matcher.query = query
    }
    let shown = members.filter { ["/", "?", "#", "exclude"].contains($0.key) }
    let text = shown.map { "\"\($0.key)\": \(Self.shown($0.value))" }.joined(separator: ", ")
    return AssociationFile.Rule(
      text: "{\(text)}", line: line(of: value), excludes: value["exclude"]?.flag ?? false,
      matcher: matcher)
  }

  private mutating func query(_ value: JSONValue, _ options: Options) -> LinkMatcher.Query? {
    guard let members = value.members else {
      return pattern(value, options).map { .whole($0) }
    }
    var items: [(name: String, pattern: LinkPattern)] = []
    for member in members {
      guard let pattern = pattern(member.value, options) else { return nil }
      items.append((member.key, pattern))
    }
    return .items(items)
  }

  private mutating func pattern(_ value: JSONValue, _ options: Options) -> LinkPattern? {
    guard let text = value.text else {
      note(value, "a pattern is not a text")
      return nil
    }
    return pattern(text, value, variables: variables, options)
  }

  private mutating func pattern(
    _ text: String, _ value: JSONValue, variables: [String: [String]], _ options: Options
  ) -> LinkPattern? {
    do throws(LinkPatternProblem) {
      let pattern = try LinkPattern(
        text, variables: variables, isCaseSensitive: options.isCaseSensitive)
      choiceStateCount += pattern.choiceStateCount
      guard choiceStateCount <= AssociationFile.choiceStateCountMax else { throw .tooLarge }
      return pattern
    } catch {
      note(value, "the pattern \"\(text.prefix(80))\" \(error.reason)")
      return nil
    }
  }

  /// A value of a component for people.
  private static func shown(_ value: JSONValue) -> String {
    if let text = value.text { return "\"\(text)\"" }
    if let flag = value.flag { return "\(flag)" }
    let items = value.members?.map { "\"\($0.key)\": \(shown($0.value))" } ?? []
    return "{\(items.joined(separator: ", "))}"
  }

  // MARK: Places

  private func line(of value: JSONValue) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= value.offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  private mutating func note(_ value: JSONValue, _ message: String) {
    notes.append(AssociationFile.Note(line: line(of: value), message: message))
  }
}
