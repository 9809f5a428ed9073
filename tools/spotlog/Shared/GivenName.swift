import ArgumentParser
import JournalFormat

/// The name of something that a command is given: an app, an identifier, a domain.
enum GivenName {
  /// Nothing has an empty name: it comes from a variable without a value, and would be journaled
  /// for ever, or taken for no condition at all.
  static func named(_ text: String) throws -> String {
    guard !text.isEmpty else {
      throw ValidationError("A name is empty. Check the variable that it came from.")
    }
    return text
  }

  /// - Parameter words: what is searched for.
  static func refuseNoWords(_ words: [String]) throws {
    guard words.contains(where: { !$0.isEmpty }) else {
      throw ValidationError("The words are empty. Check the variable that they came from.")
    }
  }
}

extension [String] {
  private static var namedMax: Int { 3 }

  /// The names that nothing has, each once, as people list them; nil where all are known.
  func unknown(_ isKnown: (String) async throws -> Bool) async throws -> String? {
    var unknown: [String] = []
    for name in uniqued where try await !isKnown(name) { unknown.append(name) }
    return unknown.listed
  }

  /// Each once, in the order of the first.
  var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }

  /// The names as people list them; nil for none.
  var listed: String? {
    guard !isEmpty else { return nil }
    let named = prefix(Self.namedMax).map(\.printable).joined(separator: ", ")
    let more = count - Self.namedMax
    return named + (more > 0 ? " and \(Figure.grouped(more)) more" : "")
  }
}
