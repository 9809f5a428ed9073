internal import TextAnalysis

/// Which attributes there are, for who warns of queries that cannot find anything.
public struct QuerySchema: Sendable {
  /// The kind of values that an attribute has.
  public enum Kind: Hashable, Sendable { case text, number, date, other }

  private let kinds: [String: Kind]
  /// Sorted, so that the same name is suggested every time.
  private let names: [String]

  /// - Parameter kinds: by property name; custom keys are not among them.
  public init(_ kinds: [String: Kind]) {
    self.kinds = kinds
    names = kinds.keys.sorted()
  }

  func kind(_ name: String) -> Kind? { kinds[name] }

  /// The longest name for which another one is suggested, in bytes.
  private static let suggestedByteCountMax = 64

  /// The nearest of the names that differ by at most a quarter of their bytes, the first of
  /// several; nil for a name of the schema.
  package func suggestion(for name: String) -> String? {
    guard kinds[name] == nil else { return nil }
    let name = name.lowercased()
    // Names are short; what is longer is like none of them.
    guard name.utf8.count <= Self.suggestedByteCountMax else { return nil }
    var distance = EditDistance(to: name, isPrefix: false, max: max(1, name.utf8.count / 4))
    let near = names.compactMap { other in
      distance.edits(of: Array(other.lowercased().utf8)).map { (name: other, edits: $0) }
    }
    return near.min { $0.edits < $1.edits }?.name
  }
}
