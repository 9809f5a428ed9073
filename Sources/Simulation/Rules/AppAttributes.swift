package import JournalFormat

/// What an app says of an item or an activity, by the names of its attributes.
package typealias AppAttributes = [String: JournalAttribute]

extension AppAttributes {
  package init(_ attributes: JournalAttributes) {
    self.init(attributes.values.map { ($0.name, $0) }) { $1 }
  }

  /// The attributes as a journal and an index have them.
  var journaled: JournalAttributes {
    var journaled = JournalAttributes()
    journaled.values = values.sorted { $0.name < $1.name }
    return journaled
  }

  /// A text, or an address; nil: it does not say.
  subscript(text name: String) -> ExactText? {
    get {
      switch self[name]?.value.kind {
      case .string(let text), .url(let text): ExactText(text)
      case .localized(let texts): ExactText(texts.fallback)
      default: nil
      }
    }
    set {
      guard let newValue else { return self[name] = nil }
      set(name) { $0.string = newValue.text }
    }
  }

  mutating func set(_ name: String, _ body: (inout JournalValue) -> Void) {
    var attribute = JournalAttribute()
    attribute.name = name
    body(&attribute.value)
    self[name] = attribute
  }

  /// Whether an update takes away an attribute.
  func takesAway(_ name: String) -> Bool {
    if case .null? = self[name]?.value.kind { true } else { false }
  }
}
