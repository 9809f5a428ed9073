import CoreSpotlightCompat
import Foundation
import TestSupport
import Testing

/// What an app puts into dictionaries and keys of its own is what it gets back.
extension AppleNames {
  @Suite("Values by Apple's names") struct Values {
    private let home: CompatHome

    init() throws { home = try CompatHome() }

    /// The `userInfo` that an app is handed which put these values into it.
    private func continued(_ userInfo: [AnyHashable: Any]) async throws -> [AnyHashable: Any] {
      let activity = NSUserActivity(activityType: "com.example.view")
      activity.title = "soup"
      activity.isEligibleForSearch = true
      activity.userInfo = userInfo
      activity.becomeCurrent()
      _ = try await home.found()
      let result = try #require(try await home.host.search("soup").first)
      let handed = try #require(try await home.host.activity(toContinue: result))
      #expect(home.errors.elements.isEmpty)
      return try #require(NSUserActivity(handed).userInfo)
    }

    @Test func `numbers come back as what they were`() async throws {
      let info = try await continued([
        "recipeID": 17, "one": 1, "large": Int64(9_007_199_254_740_993), "byte": UInt8(3),
        "half": 0.5, "isNew": true, "isOld": false, "object": NSNumber(value: 1),
        "flag": NSNumber(value: true),
      ])
      #expect(info["recipeID"] as? Int == 17)
      #expect(info["one"] as? Int == 1)
      #expect(info["large"] as? Int64 == 9_007_199_254_740_993)
      #expect(info["large"] as? Int == 9_007_199_254_740_993)
      #expect(info["byte"] as? UInt8 == 3)
      #expect(info["half"] as? Double == 0.5)
      #expect(info["half"] as? Int == nil)
      #expect(info["isNew"] as? Bool == true)
      #expect(info["isOld"] as? Bool == false)
      #expect(info["object"] as? NSNumber == 1)
      #expect(info["flag"] as? Bool == true)
    }

    /// Whether the journal has a boolean or a number is said by the type alone.
    @Test(
      arguments: [
        (1, .integer(1)), (0, .integer(0)), (true, .boolean(true)),
        (NSNumber(value: 1), .integer(1)),
        (NSNumber(value: true), .boolean(true)), (1.0, .number(1)), (Float(2), .number(2)),
        (Int64.max, .integer(.max)), (Int64.min, .integer(.min)),
        (NSNumber(value: Int64.max), .integer(.max)), (UInt64(Int64.max), .integer(.max)),
        // It would not keep its digits: the index refuses the item.
        (UInt64.max, nil), (UInt64(Int64.max) + 1, nil),
      ] as [(any Sendable, AttributeValue?)])
    func `a number is told by its type`(given: any Sendable, held: AttributeValue?) throws {
      let attributeSet = CSSearchableItemAttributeSet(contentType: .text)
      let key = try #require(CSCustomAttributeKey(keyName: "com_example_number"))
      attributeSet.setValue(given, forCustomKey: key)
      #expect(attributeSet.value[key] == held)
    }

    @Test func `a documented number is a Double, however it is given`() {
      var attributeSet = AttributeSet()
      attributeSet["pageCount"] = .integer(12)
      #expect(attributeSet["pageCount"] == .number(12))
      #expect(AttributeValue.integer(12).asNumber == 12)
      #expect(AttributeValue.number(12).asInteger == nil)
    }

    @Test func `everything that Apple's userInfo holds comes back`() async throws {
      let info = try await continued([
        "text": NSString("a"), "data": NSData(data: Data([1, 2])), "null": NSNull(),
        "date": NSDate(timeIntervalSince1970: 5), "url": NSURL(string: "https://example.com/a")!,
        "array": NSArray(array: ["a", 1, NSNull()]), "set": NSSet(array: ["a", "b"]),
        "numbers": Set([1, 2]), "nested": ["set": Set(["x"]), "list": [true, 2]] as [String: Any],
      ])
      #expect(info.count == 9)
      #expect(info["text"] as? String == "a")
      #expect(info["data"] as? Data == Data([1, 2]))
      #expect(info["null"] is NSNull)
      #expect(info["date"] as? Date == Date(timeIntervalSince1970: 5))
      #expect(info["url"] as? URL == URL(string: "https://example.com/a"))
      let array = try #require(info["array"] as? [Any])
      #expect(array[0] as? String == "a")
      #expect(array[1] as? Int == 1)
      #expect(array[2] is NSNull)
      #expect(info["set"] as? Set<String> == ["a", "b"])
      #expect(info["set"] as? NSSet == NSSet(array: ["a", "b"]))
      #expect(info["numbers"] as? Set<Int> == [1, 2])
      let nested = try #require(info["nested"] as? [String: Any])
      #expect(nested["set"] as? Set<String> == ["x"])
    }

    @Test func `what nothing can hold is said, and nothing else is lost`() async throws {
      for value in [NSObject(), ["NSSet": [1]], [1: "a"], [Date.self]] as [Any] {
        let activity = NSUserActivity(activityType: "com.example.view")
        activity.userInfo = ["strange": value]
        activity.becomeCurrent()
        let item = CompatHome.item("1")
        let key = try #require(CSCustomAttributeKey(keyName: "com_example_strange"))
        item.attributeSet.setValue(value, forCustomKey: key)
        let error = await #expect(throws: CSIndexError.self) {
          try await CSSearchableIndex.default().indexSearchableItems([item])
        }
        #expect(error?.localizedDescription.contains("\"com_example_strange\"") == true)
        item.attributeSet.setValue(nil, forCustomKey: key)
        try await CSSearchableIndex.default().indexSearchableItems([item])
      }
      #expect(home.errors.elements.count == 4)
      #expect(home.errors.elements.first?.contains("\"strange\"") == true)
    }

    @Test func `keys of an app's own are kept, found and given back`() async throws {
      let key = try #require(
        CSCustomAttributeKey(
          keyName: "com_example_pages", searchable: true, searchableByDefault: true, unique: false,
          multiValued: true))
      #expect(key.isSearchable && key.isSearchableByDefault && !key.isUnique && key.isMultiValued)
      #expect(CSCustomAttributeKey(keyName: "kMDMine") == nil)
      let item = CompatHome.item("1")
      item.attributeSet.setValue([9_007_199_254_740_993, 2], forCustomKey: key)
      try await CSSearchableIndex.default().indexSearchableItems([item])
      #expect(try await home.found("com_example_pages == 2") == ["1"])
      let query = CSSearchQuery(queryString: "com_example_pages == *", attributes: nil)
      for try await found in query.results {
        let value = found.item.attributeSet.value(forCustomKey: key)
        #expect(value as? [Int] == [9_007_199_254_740_993, 2])
      }
      #expect(query.foundItemCount == 1)
    }

    @Test func `a text in several languages is found in each`() async throws {
      let item = CompatHome.item("1", "unset")
      let name = CSLocalizedString(localizedStrings: ["de": "Suppe", "fr": "potage"])
      item.attributeSet.setLocalizedString(name, forKey: "title")
      #expect(["Suppe", "potage"].contains(item.attributeSet.title ?? ""))
      #expect(item.attributeSet.title == name.localizedString())
      try await CSSearchableIndex.default().indexSearchableItems([item])
      for query in [#"title == "suppe"c"#, #"title == "potage""#] {
        #expect(try await home.found(query) == ["1"])
      }
      #expect(try await home.found(#"title == "unset""#).isEmpty)
    }

    @Test(arguments: [
      (["zh-Hant-TW"], "傳統"), (["de-AT", "fr"], "Suppe"), (["it", "fr-CA"], "potage"),
      (["it"], "Suppe"), ([], "Suppe"),
    ])
    func `a text in several languages is shown in the first that there is`(
      languages: [String], text: String
    ) {
      let name = CSLocalizedString(
        localizedStrings: ["de": "Suppe", "fr": "potage", "zh-Hant": "傳統"])
      #expect(name.localizedString(preferring: languages) == text)
    }

    /// Attributes of all types, or the same set to nil.
    private func fill(_ attributes: CSSearchableItemAttributeSet, with isFull: Bool) {
      attributes.comment = isFull ? "remark" : nil
      attributes.keywords = isFull ? ["a"] : nil
      attributes.rating = isFull ? 4 : nil
      attributes.supportsPhoneCall = isFull ? true : nil
      attributes.dueDate = isFull ? Date(timeIntervalSince1970: 0) : nil
      attributes.importantDates = isFull ? [Date(timeIntervalSince1970: 0)] : nil
      let anne = CSPerson(displayName: "Anne", handles: [], handleIdentifier: "")
      attributes.authors = isFull ? [anne] : nil
      attributes.url = isFull ? URL(string: "https://example.com") : nil
      attributes.thumbnailData = isFull ? Data([1]) : nil
      attributes.emailHeaders = isFull ? ["Subject": ["soup"]] : nil
      attributes.sharedItemContentType = isFull ? .pdf : nil
      if let key = CSCustomAttributeKey(keyName: "com_example_shelf") {
        attributes.setValue(isFull ? "top" : nil, forCustomKey: key)
      }
    }

    @Test func `an update takes out what was set to nil`() async throws {
      let index = CSSearchableIndex.default()
      let item = CompatHome.item("1")
      fill(item.attributeSet, with: true)
      try await index.indexSearchableItems([item])
      let filled = try #require(try await home.host.search("soup").first?.attributeSet.all)
      #expect(filled.count == 14)

      let change = CSSearchableItemAttributeSet(contentType: .text)
      change.comment = "set before"
      fill(change, with: false)
      change.headline = nil
      change.headline = "news"
      let update = CSSearchableItem(
        uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: change)
      update.isUpdate = true
      let copy = try #require(update.copy() as? CSSearchableItem)
      try await index.indexSearchableItems([copy])
      let left = try #require(try await home.host.search("soup").first?.attributeSet.all)
      #expect(left.map(\.name) == ["contentType", "headline", "title"])

      // Without an update nothing is sent that says nothing.
      update.isUpdate = false
      try await index.indexSearchableItems([update])
      let whole = try #require(try await home.host.search("news").first?.attributeSet.all)
      #expect(whole.map(\.name) == ["contentType", "headline"])
    }

    @Test func `both errors say their sentence wherever an app asks for it`() async throws {
      let index = CSSearchableIndex.default()
      let item = CSSearchableItem(
        uniqueIdentifier: "", domainIdentifier: nil,
        attributeSet: CSSearchableItemAttributeSet(contentType: .text))
      do {
        try await index.indexSearchableItems([item])
        Issue.record("An item without an identifier was taken.")
      } catch CSIndexError.quotaExceeded {
        Issue.record("It was taken for another error.")
      } catch CSIndexError.invalidItemError {
        // As an app written for Apple's names catches it.
      }
      let error = await #expect(throws: CSIndexError.self) {
        try await index.indexSearchableItems([item])
      }
      let refused = try #require(error)
      #expect(refused.localizedDescription == refused.description)
      #expect((refused as NSError).localizedDescription == refused.description)
      #expect((refused as NSError).domain == CSIndexErrorDomain)
      #expect((refused as NSError).code == CSIndexError.invalidItemError.rawValue)

      let unread = await #expect(throws: CSSearchQueryError.self) {
        for try await _ in CSSearchQuery(queryString: "title ==", attributes: nil).results {}
      }
      let query = try #require(unread)
      #expect(query.localizedDescription == query.description)
      #expect((query as NSError).localizedDescription == query.description)
      #expect((query as NSError).domain == CSSearchQueryErrorDomain)
      #expect((query as NSError).code == CSSearchQueryError.invalidQuery.rawValue)
      do { throw query } catch CSSearchQueryError.invalidQuery {} catch { Issue.record(error) }
    }
  }
}
