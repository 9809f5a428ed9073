/// What a search finds otherwise than apps gave it, for people.
struct SetDifference: CustomStringConvertible {
  let description: String
  /// Names of each kind that are said.
  private static let namesMax = 8

  /// Nil: nothing.
  init?(_ found: Set<String>, from expected: Set<String>) {
    let (more, less) = (found.subtracting(expected), expected.subtracting(found))
    var parts: [String] = []
    if !more.isEmpty { parts.append("finds \(Self.list(more)), which no app gave it") }
    if !less.isEmpty { parts.append("does not find \(Self.list(less)), which its app gave it") }
    guard !parts.isEmpty else { return nil }
    description = parts.joined(separator: ", and ")
  }

  private static func list(_ names: Set<String>) -> String {
    let sorted = names.sorted()
    let rest = sorted.count - namesMax
    return sorted.prefix(namesMax).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
