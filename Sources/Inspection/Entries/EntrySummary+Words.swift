internal import JournalFormat
internal import Search

/// Which fields of a summary hold words of items, and the summary without them.
extension EntrySummary {
  /// Fields of events that hold no words; attributes of items can have any name.
  private static let plainInEvents: Set = [
    "shown", "count", "opened", "request", "reason", "resumed", "search", "public", "all", "app",
    "by", "place", "waited",
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
  /// of its own are words as well: they are numbered.
  package var withoutWords: EntrySummary {
    var count = 0
    let fields = fields.map { name, value in
      var shown = name
      if hasAttributes, !Self.namesOfFields.contains(name), DocumentedAttribute.byName[name] == nil
      {
        count += 1
        shown = "attribute \(count)"
      }
      let isShown = value.isEmpty || !isWordy(name, value)
      return (name: shown, value: isShown ? value : value.hiddenWords)
    }
    return EntrySummary(title: title, isEvent: isEvent, fields: fields)
  }

  private var hasAttributes: Bool {
    isEvent && (title.hasPrefix("item ") || title == "activity recorded")
  }

  /// Names of the fields of an item or activity that are not attributes.
  private static let namesOfFields: Set = [
    "app", "id", "domain", "type", "title", "url", "search", "public", "related", "keywords",
  ]

  /// The same with other values.
  package func replacing(_ value: (_ name: String, _ value: String) -> String) -> EntrySummary {
    EntrySummary(
      title: title, isEvent: isEvent,
      fields: fields.map { ($0.name, $0.value.isEmpty ? "" : value($0.name, $0.value)) })
  }
}
