package import JournalFormat
package import WordSearch

/// What an index holds of one item or activity.
package struct SearchDocument: Hashable, Sendable {
  package enum Kind: Int64, Hashable, Sendable {
    case item = 0
    case activity = 1
    /// An item of the public index.
    case publicItem = 2
  }

  package var kind: Kind
  package var app: String
  package var id: String
  package var domain = ""
  /// What a result shows.
  package var title = ""
  /// Words that the app gave for it to be found by.
  package var keywords = ""
  /// Names that no attribute gives: the keywords of a public item.
  private var ownNames: [String] = []
  /// What words are looked for in, besides the title and the keywords.
  package var body = ""
  package var attributes = JournalAttributes()
  /// What it says, as it was given, where it is protected.
  package var protected: ProtectedAttributes?
  /// It is protected, and what it says cannot be read now.
  package var isLocked = false
  package var url = ""
  /// The item that an activity is bound to; both go together.
  package var related = ""
  /// Of an activity, what the app needs to come back to it.
  package var activityType = ""
  package var userInfo: [String: JournalValue] = [:]
  /// 0: the document itself never expires.
  package var expires = Timestamp(milliseconds: 0)

  package func isExpired(at now: Timestamp) -> Bool {
    expires.milliseconds != 0 && expires <= now
  }

  /// When what it shows was made; 0: it does not say.
  package var date = Timestamp(milliseconds: 0)

  package var protection: JournalItemIndexed.Protection { protected?.protection ?? .none }

  /// The document with all that names it, and nothing of what it says.
  package var withoutContent: SearchDocument {
    var bare = SearchDocument(kind: kind, app: app, id: id)
    bare.domain = domain
    bare.related = related
    bare.expires = expires
    bare.protected = protected
    return bare
  }

  /// What it is called besides its title, each as a whole: its keywords, other titles and names.
  package var names: [String] {
    ownNames
      + attributes.values.filter { Self.namingAttributes.contains($0.name) }
      .flatMap(\.value.texts)
  }

  private static let namingAttributes: Set = ["alternateNames", "displayName", "keywords", "title"]

  /// All texts in which words are looked for.
  package var searchedTexts: [String] { [title, keywords, body] }

  package var searchedByteCount: Int { searchedTexts.reduce(0) { $0 + $1.utf8.count } }

  /// The body where the attributes do not give it; else empty.
  var bodyOfItsOwn: String {
    var made = self
    made.fillTexts()
    return made.body == body ? "" : body
  }

  package init(kind: Kind, app: String, id: String) {
    self.kind = kind
    self.app = app
    self.id = id
  }
}

extension SearchDocument {
  /// Items before activities, then by app and identifier as bytes.
  package func isListed(before other: SearchDocument) -> Bool {
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    if app != other.app { return app.utf8.lexicographicallyPrecedes(other.app.utf8) }
    return id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }
}

/// A document that a query found.
package struct SearchHit: Hashable, Sendable {
  package var document: SearchDocument
  /// When a result of it was last engaged with; nil: never.
  package var lastEngaged: Timestamp?
  /// What was taken for other words than were typed; empty where it has the words themselves.
  package var corrections: [QueryCorrection] = []
  /// What was taken for words of the query, by a table of its app.
  package var synonyms: [QuerySynonym] = []
  /// Words of the query that it has not; empty where it has all.
  package var omitted: [String] = []
  /// How well it fits what was asked, in thousandths; 0 where nothing was.
  package var score = 0
  /// Of what that is made, where it was asked for.
  package var explanation: ScoreExplanation?
}

extension SearchDocument {
  /// The document of an item as an app gave it.
  package init(_ item: JournalItemIndexed) {
    self.init(kind: .item, app: item.app, id: item.id)
    domain = item.domain
    attributes = item.attributes
    protected = ProtectedAttributes(item)
    expires = item.expiry
    fillTexts()
  }

  /// The document of an activity that is eligible for search.
  package init(_ activity: JournalActivityRecorded) {
    self.init(kind: .activity, app: activity.app, id: activity.id)
    attributes = activity.attributes
    attributes.add(keywords: activity.keywords)
    domain = attributes.text("domainIdentifier")
    url = activity.webpageURL
    related = activity.relatedUniqueIdentifier
    expires = Timestamp(milliseconds: activity.expiresMilliseconds)
    fillTexts()
    // What its attributes call it is looked for as well.
    if title != activity.title {
      body = [title, body].filter { !$0.isEmpty }.joined(separator: " ")
    }
    title = activity.title
    activityType = activity.type
    let required = Set(activity.requiredUserInfoKeys)
    userInfo =
      required.isEmpty
      ? activity.userInfo : activity.userInfo.filter { required.contains($0.key) }
  }

  /// The document of a public item.
  package init(_ item: PublicItem) {
    self.init(kind: .publicItem, app: item.app, id: item.key)
    title = item.title
    body = item.contentDescription
    replaceOwnNames(keywords: item.keywords)
    if case .url(let address) = item.identity { url = address }
  }

  /// The title that is shown is the display name, else the title; both are searched.
  mutating func fillTexts() {
    let displayName = attributes.text("displayName")
    let plainTitle = attributes.text("title")
    let shownName = displayName.isEmpty ? "title" : "displayName"
    title = displayName.isEmpty ? plainTitle : displayName
    let searched = attributes.values.filter(\.isSearched)
    keywords = searched.filter { $0.name == "keywords" }.flatMap(\.value.texts)
      .joined(separator: " ")
    let texts = searched.filter { $0.name != "keywords" }.flatMap { attribute in
      // Of a title in several languages one is shown; the others are looked for as well.
      var texts = attribute.value.texts
      if attribute.name == shownName, let shown = texts.firstIndex(of: title) {
        texts.remove(at: shown)
      }
      return texts
    }
    body = texts.joined(separator: " ")
    date =
      attributes.time("contentModificationDate") ?? attributes.time("contentCreationDate")
      ?? Timestamp(milliseconds: 0)
    if url.isEmpty { url = attributes.text("url") }
  }
}

extension SearchDocument {
  /// The document by which a public item is found.
  package mutating func replaceOwnNames(keywords: [String]) {
    ownNames = keywords
    self.keywords = keywords.joined(separator: " ")
  }
}

extension SearchDocument {
  /// What its app says of it among its own: `rankingHint` of 0 to 100, where 50 is nothing special,
  /// and 10 for each of `userCreated`, `userCurated` and `userOwned`.
  var hint: Int8 {
    var hint = 0
    for attribute in attributes.values {
      switch (attribute.name, attribute.value.kind) {
      case ("rankingHint", .number(let number)) where number.isFinite:
        hint += Int(min(100, max(0, number))) - 50
      case ("userCreated", .boolean(true)), ("userCurated", .boolean(true)),
        ("userOwned", .boolean(true)):
        hint += 10
      default: break
      }
    }
    return Int8(clamping: hint)
  }
}

extension SearchDocument {
  /// The page that an activity names beside its attributes.
  var ownURL: [String] {
    kind == .activity && !url.isEmpty && url != attributes.text("url") ? [url] : []
  }
}

extension JournalAttributes {
  /// Adds the words by which an activity is found to the keywords of its attributes.
  fileprivate mutating func add(keywords: [String]) {
    guard !keywords.isEmpty else { return }
    let given = values.first { $0.name == "keywords" }?.value.texts ?? []
    var attribute = JournalAttribute()
    attribute.name = "keywords"
    attribute.value.list.values = (given + keywords).map { text in
      var value = JournalValue()
      value.string = text
      return value
    }
    var update = JournalAttributes()
    update.values = [attribute]
    merge(update)
  }

  /// The text of a string attribute; empty when there is none.
  package func text(_ name: String) -> String {
    guard let value = values.first(where: { $0.name == name })?.value else { return "" }
    if case .string(let text) = value.kind { return text }
    if case .url(let text) = value.kind { return text }
    if case .localized(let localized) = value.kind, !localized.fallback.isEmpty {
      return localized.fallback
    }
    return value.texts.first ?? ""
  }

  /// The time of a date attribute; nil when there is none.
  package func time(_ name: String) -> Timestamp? {
    guard
      case .dateMilliseconds(let milliseconds) = values.first(where: { $0.name == name })?.value
        .kind
    else {
      return nil
    }
    return Timestamp(milliseconds: milliseconds)
  }

  /// As an item has them that is made by these alone: what removes an attribute is none.
  package var made: JournalAttributes {
    var made = JournalAttributes()
    made.values = values.filter { if case .null = $0.value.kind { false } else { true } }
    return made
  }

  /// Takes over what `update` gives; a null removes.
  package mutating func merge(_ update: JournalAttributes) {
    for attribute in update.values {
      values.removeAll { $0.name == attribute.name }
      if case .null = attribute.value.kind { continue }
      values.append(attribute)
    }
    values.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

extension JournalAttribute {
  /// A custom key says itself whether words are looked for in it.
  var isSearched: Bool {
    hasCustom
      ? custom.searchable && custom.searchableByDefault
      : DocumentedAttribute.byName[name]?.isSearched ?? false
  }
}

extension JournalValue {
  /// All text in the value.
  package var texts: [String] {
    switch kind {
    case .string(let text), .url(let text): [text]
    case .list(let list): list.values.flatMap(\.texts)
    case .person(let person): [person.displayName] + person.handles
    case .localized(let localized):
      localized.texts.sorted { $0.key < $1.key }.map(\.value) + [localized.fallback]
    case .number, .boolean, .dateMilliseconds, .data, .null, .map, .integer, nil: []
    }
  }
}
