internal import JournalFormat

/// Which fields of a summary hold words of items, and the summary without them.
extension EntrySummary {
  /// Fields of events that hold no words; attributes of items can have any name.
  private static let plainInEvents: Set = [
    "shown", "count", "request", "reason", "resumed", "search", "public", "all", "app", "by",
  ]
  /// Fields of reports and of what a cloud says that hold words: all others are names and numbers
  /// of Spotlog's own.
  private static let wordyOutside: Set = ["title", "key", "reason", "error"]

  /// Whether a field may hold words of an item's, a person's or an operator's.
  package func isWordy(_ name: String, _ value: String) -> Bool {
    guard isEvent else {
      return Self.wordyOutside.contains(name) && [UInt8](hex: value) == nil
    }
    // An item's attributes can have the names of other fields.
    let isItem = title.hasPrefix("item ")
    let isPlain = isItem ? name == "app" : Self.plainInEvents.contains(name)
    let isGrant = title == "epoch adopted"
    return !isPlain && !isGrant
  }

  /// The same with each field's length instead of its words. Names that an app gave to attributes
  /// of its own are words as well.
  package var withoutWords: EntrySummary {
    replacing { name, value in isWordy(name, value) ? "[\(value.utf8.count) bytes]" : value }
  }

  /// The same with other values.
  package func replacing(_ value: (_ name: String, _ value: String) -> String) -> EntrySummary {
    EntrySummary(
      title: title, isEvent: isEvent,
      fields: fields.map { ($0.name, $0.value.isEmpty ? "" : value($0.name, $0.value)) })
  }
}
