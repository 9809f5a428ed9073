// No Foundation here: moved code has `import CoreSpotlight` alone.
import CoreSpotlightCompat
import Testing

/// What an app's own tests put in the place of the index.
private class RecordingIndex: CSSearchableIndex, @unchecked Sendable {
  var items: [CSSearchableItem] = []
  var batches = 0

  override func indexSearchableItems(
    _ items: [CSSearchableItem], completionHandler: (((any Error)?) -> Void)? = nil
  ) {
    self.items += items
    completionHandler?(nil)
  }

  override func beginBatch() { batches += 1 }

  override func deleteAllSearchableItems() async throws { items = [] }
}

/// What an app has its index do, so that its tests can do without one.
private protocol ItemStore {
  func indexSearchableItems(
    _ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)?)
  func beginBatch()
}
extension CSSearchableIndex: ItemStore {}

extension CSSearchableItemAttributeSet {
  /// Names attributes without `self`, as an app's extensions do.
  fileprivate convenience init(note: String, pages: Int) {
    self.init(contentType: UTType.data)
    title = note
    pageCount = NSNumber(value: pages)
    keywords = (keywords ?? []) + [note]
    authors = [CSPerson(displayName: "Ann", handles: [], handleIdentifier: "")]
  }
}

extension CSSearchableItem {
  fileprivate convenience init(note: String) {
    self.init(
      uniqueIdentifier: note, domainIdentifier: "notes",
      attributeSet: CSSearchableItemAttributeSet(note: note, pages: 3))
  }
}

extension NSUserActivity {
  fileprivate convenience init(phrase: String) {
    self.init(activityType: "com.example.open")
    title = phrase
    isEligibleForSearch = true
    suggestedInvocationPhrase = phrase
    targetContentIdentifier = phrase
    persistentIdentifier = NSUserActivityPersistentIdentifier(phrase)
  }
}

private struct Game: Codable, Equatable {
  var id: String
  var players: Int
  var isOwned: Bool
  var bought: Date?
  var page: URL
}

extension AppleNames {
  @Suite("Code of public apps") struct MovedApps {
    private let home: CompatHome

    init() throws { home = try CompatHome() }

    @Test func `puts a subclass in the place of an index`() async throws {
      let index = RecordingIndex(name: "stand-in")
      let store: any ItemStore = index
      store.beginBatch()
      store.indexSearchableItems([CSSearchableItem(note: "soup")], completionHandler: nil)
      try await index.indexSearchableItems([CSSearchableItem(note: "salad")])
      #expect(index.items.map(\.uniqueIdentifier) == ["soup", "salad"])
      #expect(index.batches == 1)
      try await (index as CSSearchableIndex).deleteAllSearchableItems()
      #expect(index.items == [])
      #expect(try await home.found() == [])
      // What a subclass does not override is done.
      try await RecordingIndex().deleteSearchableItems(withIdentifiers: ["soup"])
    }

    @Test func `extends items and attribute sets, and names attributes without self`()
      async throws
    {
      try await CSSearchableIndex.default().indexSearchableItems([CSSearchableItem(note: "soup")])
      #expect(
        try await home.found(#"title == "soup" && pageCount == 3 && authors == "Ann""#) == ["soup"])
      let paths: [KeyPath<CSSearchableItemAttributeSet, String?>] = [\.title, \.displayName]
      let set = CSSearchableItemAttributeSet(note: "soup", pages: 1)
      #expect(paths.map { set[keyPath: $0] } == ["soup", nil])
    }

    @Test func `reads and sets attributes by their names`() async throws {
      let item = CSSearchableItem(note: "soup")
      item.attributeSet.setValue("thick" as NSString, forKey: "contentDescription")
      item.attributeSet.setValue(nil, forKey: "keywords")
      #expect(item.attributeSet.contentDescription == "thick")
      #expect(item.attributeSet.value(forKey: "title") as? String == "soup")
      #expect(item.attributeSet.value(forKey: "pageCount") as? Int == 3)
      #expect(item.attributeSet.value(forKey: "keywords") == nil)
      #expect(item.attributeSet.value(forKey: "_kMDItemSnippet") == nil)
      try await CSSearchableIndex.default().indexSearchableItems([item])
      item.attributeSet.setValue("x", forKey: "_kMDItemSnippet")
      let error = await #expect(throws: CSIndexError.self) {
        try await CSSearchableIndex.default().indexSearchableItems([item])
      }
      #expect(error?.description.contains("_kMDItemSnippet") == true)
      #expect((error as (any Error)? as NSError?)?.domain == CSIndexErrorDomain)
    }

    @Test func `keeps Foundation's objects and texts in several languages under its own keys`()
      async throws
    {
      let item = CSSearchableItem(note: "soup")
      let values: [(String, Any)] = [
        ("com_example_text", "thick" as NSString), ("com_example_number", NSNumber(value: 1_999)),
        ("com_example_list", ["a", "b"] as NSArray), ("com_example_date", NSDate()),
        (
          "com_example_languages",
          CSLocalizedString(localizedStrings: ["en": "merciful", "de": "gnädig"])
        ),
      ]
      for (name, value) in values {
        let key = try #require(
          CSCustomAttributeKey(
            keyName: name, searchable: true, searchableByDefault: true, unique: false,
            multiValued: true))
        item.attributeSet.setValue(value, forCustomKey: key)
      }
      try await CSSearchableIndex.default().indexSearchableItems([item])
      let query = #"com_example_text == "thick" && com_example_number > 1998"#
      #expect(try await home.found(query) == ["soup"])
      #expect(try await home.found(#"com_example_list == "b""#) == ["soup"])
      #expect(try await home.found(#"com_example_languages == "gnädig""#) == ["soup"])
      #expect(try await home.found(#"com_example_languages == "merciful""#) == ["soup"])
    }

    @Test func `gives an activity a value of its own`() async throws {
      let game = Game(
        id: "7", players: 2, isOwned: true, bought: nil,
        page: try #require(URL(string: "https://example.com/7")))
      let activity = NSUserActivity(phrase: "Open chess")
      activity.userInfo?["opened"] = 1
      #expect(throws: NSUserActivity.TypedPayloadError.encodingError) {
        try activity.setTypedPayload("a text alone")
      }
      try activity.setTypedPayload(game)
      activity.requiredUserInfoKeys = ["id", "players", "isOwned", "page", "opened"]
      activity.becomeCurrent()
      _ = try await home.found()
      let result = try #require(try await home.host.search("chess").first)
      let handed = NSUserActivity(try #require(try await home.host.activity(toContinue: result)))
      #expect(try handed.typedPayload(Game.self) == game)
      #expect(handed.userInfo?["opened"] as? Int == 1)
      #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) {
        try handed.typedPayload([Int].self)
      }
      #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) {
        try NSUserActivity(activityType: "a").typedPayload(Game.self)
      }
      await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["Open chess"])
      #expect(try await home.host.search("chess").isEmpty)
      #expect(home.errors.elements == [])
    }

    @Test func `sets what makes no difference here`() async throws {
      let item = CSSearchableItem(note: "soup")
      item.updateListenerOptions = [.priority, .summarization]
      #expect((item.copy() as? CSSearchableItem)?.updateListenerOptions.contains(.priority) == true)
      item.attributeSet.contentType = kUTTypeJPEG as String
      try await CSSearchableIndex.default().indexSearchableItems([item])
      let context = CSSearchQueryContext()
      context.sourceOptions = .allowMail
      let query = CSSearchQuery(
        queryString: "contentType == '\(UTType.jpeg.identifier)'", queryContext: context)
      var found: [String] = []
      for try await item in query.results { found.append(item.id) }
      #expect(found == ["soup"])
    }
  }
}
