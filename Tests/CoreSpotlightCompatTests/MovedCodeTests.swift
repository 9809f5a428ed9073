import CoreSpotlightCompat
import Foundation
import TestSupport
import Testing

/// What apps write besides the guide's listings: that it compiles is the test, and that it does
/// what the app expects.
extension AppleNames {
  @Suite("Code that moves over") struct MovedCode {
    private let home: CompatHome

    init() throws { home = try CompatHome() }

    @Test func `sets attributes with literals and with NSNumber`() async throws {
      let attributeSet = CSSearchableItemAttributeSet(itemContentType: kUTTypeImage as String)
      attributeSet.displayName = "Lighthouse"
      attributeSet.contentType = UTType.text.identifier
      attributeSet.latitude = 37.3
      attributeSet.longitude = NSNumber(value: -122.0)
      attributeSet.supportsNavigation = 1
      attributeSet.supportsPhoneCall = true
      attributeSet.pageCount = 12
      attributeSet.rankingHint = NSNumber(value: 80)
      attributeSet.sharedItemContentType = .pdf
      attributeSet.mailboxIdentifiers = [CSMailboxInbox, CSMailboxArchive]
      attributeSet.emailHeaders = ["Subject": ["soup"], "X-Count": [3]]
      attributeSet.lastUsedDate = Date.now
      attributeSet.keywords?.append("never set before")
      let item = CSSearchableItem(
        uniqueIdentifier: "1", domainIdentifier: "a.b", attributeSet: attributeSet)
      try await CSSearchableIndex.default().indexSearchableItems([item])
      let query = #"InRange(latitude, 37, 38) && supportsNavigation == 1 && pageCount == 12"#
      #expect(try await home.found(query) == ["1"])
      #expect(try await home.found("mailboxIdentifiers == \"\(CSMailboxInbox)\"") == ["1"])
      #expect(try await home.found("supportsPhoneCall == 1 && longitude < 0") == ["1"])
      #expect(attributeSet.pageCount?.intValue == 12)
      #expect(attributeSet.supportsPhoneCall?.boolValue == true)
      #expect(attributeSet.sharedItemContentType == .pdf)
      #expect(attributeSet.emailHeaders?["X-Count"]?.first as? Int == 3)
      #expect(attributeSet.keywords == nil)
      let mailboxes = [
        CSMailboxInbox, CSMailboxDrafts, CSMailboxSent, CSMailboxJunk, CSMailboxTrash,
        CSMailboxArchive,
      ]
      #expect(Set(mailboxes).count == 6)
    }

    @Test func `names people as Apple's do`() async throws {
      let nobody: String? = nil
      let person = CSPerson(
        displayName: nobody, handles: ["a@example.com"], handleIdentifier: "email")
      person.contactIdentifier = "contact-1"
      let item = CompatHome.item("1")
      item.attributeSet.authors = [person]
      item.attributeSet.primaryRecipients = []
      try await CSSearchableIndex.default().indexSearchableItems([item])
      for try await found in CSSearchQuery(
        queryString: #"authors == "a@example.com""#, attributes: ["authors"]
      ).results {
        let author = try #require(found.item.attributeSet.authors?.first)
        #expect(author == person)
        #expect(author.hash == person.hash)
        #expect(author.displayName == nil)
        #expect(author.contactIdentifier == "contact-1")
        author.contactIdentifier = nil
        #expect(author != person)
      }
      #expect(try await home.found(#"authors == "a@example.com""#) == ["1"])
    }

    @Test func `knows types by their names and endings`() throws {
      #expect(UTType("com.example.recipe")?.identifier == "com.example.recipe")
      #expect(UTType("") == nil)
      #expect(UTType("no type") == nil)
      #expect(UTType(exportedAs: "com.example.a") == UTType(importedAs: "com.example.a"))
      #expect(UTType(filenameExtension: "JPG") == .jpeg)
      #expect(UTType(filenameExtension: "unheard") == nil)
      #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
      #expect(UTType.item.preferredFilenameExtension == nil)
      #expect(UTType("public.text") == .text)
      let attributeSet = CSSearchableItemAttributeSet(contentType: UTType("com.example.recipe")!)
      #expect(attributeSet.contentType == "com.example.recipe")
      #expect(CSSearchableItemAttributeSet(contentType: .jpeg).contentType == "public.jpeg")
    }

    @Test func `keeps items in sets, copies them and compares their dates`() async throws {
      let (first, second) = (CompatHome.item("1"), CompatHome.item("1"))
      let items: Set<CSSearchableItem> = [first, second, first]
      #expect(items.count == 2)
      #expect(first.expirationDate > Date.now)
      first.expirationDate = Date.now.addingTimeInterval(3_600)
      let copy = try #require(first.copy() as? CSSearchableItem)
      #expect(copy !== first)
      #expect(copy.expirationDate == first.expirationDate)
      copy.attributeSet.title = "copy"
      #expect(first.attributeSet.title == "soup")
      try await CSSearchableIndex.default().indexSearchableItems([first, CompatHome.item("2")])
      for try await found in CSSearchQuery(queryString: "title == *", attributes: nil).results {
        let left = found.item.expirationDate.timeIntervalSinceNow
        #expect(found.id == "1" ? (1...3_600).contains(left) : left > 1_000_000_000)
      }
      first.expirationDate = nil
      #expect(first.expirationDate == .distantFuture)
    }

    @Test func `ends a batch in completion handlers, as the talk prints it`() async throws {
      let newState = Data("1".utf8)
      let told = Gathered<String>()
      await withCheckedContinuation { done in
        let index = CSSearchableIndex(name: "SpotlightSearchSample")
        index.fetchLastClientState { state, error in
          if state == nil {
            index.beginBatch()
            index.indexSearchableItems([CompatHome.item("1")]) { told.add("item \($0 == nil)") }
            index.deleteSearchableItems(withIdentifiers: ["0"])
            index.endIndexBatch(expectedClientState: state, newClientState: newState) { error in
              told.add("batch \(error == nil)")
              done.resume()
            }
          }
        }
      }
      #expect(told.elements == ["item true", "batch true"])
      #expect(try await home.found() == ["1"])

      let state = await withCheckedContinuation { done in
        let index = CSSearchableIndex(name: "SpotlightSearchSample")
        index.beginBatch()
        index.indexSearchableItems([CompatHome.item("2")])
        index.endBatch(withClientState: Data("2".utf8)) { error in
          #expect(error == nil)
          index.fetchLastClientState { state, _ in done.resume(returning: state) }
        }
      }
      #expect(state == Data("2".utf8))
      #expect(try await home.found() == ["1", "2"])
    }

    @Test func `refuses a batch that nobody began or whose state is too long`() async throws {
      let index = CSSearchableIndex(name: "myIndex")
      let none = await #expect(throws: CSIndexError.self) {
        try await index.endBatch(withClientState: Data())
      }
      #expect(none?.description == "No batch is open. Begin one before it is ended.")
      index.beginBatch()
      let long = await #expect(throws: CSIndexError.self) {
        try await index.endBatch(withClientState: Data(count: 251))
      }
      #expect(long?.code == .invalidClientStateError)
    }

    /// An activity's owner that fills it in when it is to be recorded.
    private final class Editor: NSObject, NSUserActivityDelegate {
      var scroll = 0

      func userActivityWillSave(_ userActivity: NSUserActivity) {
        scroll += 1
        userActivity.userInfo = ["scroll": scroll]
      }
    }

    @Test func `brings an activity up to date, and ends it`() async throws {
      let editor = Editor()
      let activity = NSUserActivity(activityType: "com.example.edit")
      activity.title = "soup"
      activity.delegate = editor
      activity.isEligibleForSearch = true
      activity.isEligibleForPrediction = true
      let name: NSUserActivityPersistentIdentifier = "edit-1"
      activity.persistentIdentifier = name
      activity.needsSave = true
      activity.becomeCurrent()
      activity.resignCurrent()
      #expect(!activity.needsSave)
      activity.becomeCurrent()
      activity.title = "salad"
      activity.invalidate()
      activity.becomeCurrent()
      #expect(editor.scroll == 1)
      _ = try await home.found()
      let result = try #require(try await home.host.search("soup").first)
      let handed = try #require(try await home.host.activity(toContinue: result))
      #expect(NSUserActivity(handed).userInfo?["scroll"] as? Int == 1)
      #expect(try await home.host.search("salad").isEmpty)
      #expect(NSUserActivity(handed).userInfo?[CSActionIdentifier] == nil)
    }

    @Test func `is handed a quick action that a host offered`() async throws {
      let item = CompatHome.item("1")
      item.attributeSet.actionIdentifiers = ["com.example.share"]
      try await CSSearchableIndex.default().indexSearchableItems([item])
      let result = try #require(try await home.host.search("soup").first)
      var chosen = try #require(try await home.host.activity(toContinue: result))
      let offered = try #require(result.attributeSet.actionIdentifiers?.first)
      chosen.userInfo[CSActionIdentifier] = .string(offered)
      func application(continue userActivity: NSUserActivity) -> [String?] {
        [CSActionIdentifier, CSSearchableItemActivityIdentifier].map {
          userActivity.userInfo?[$0] as? String
        }
      }
      #expect(application(continue: NSUserActivity(chosen)) == ["com.example.share", "1"])
    }

    @Test func `is told that a device can be used, and finds one where nobody made it`()
      async throws
    {
      #expect(CSSearchableIndex.isIndexingAvailable())
      let folder = try TemporaryFolder()
      defer { CoreSpotlightDevice.use(home.host, bundleIdentifier: "com.example.app") }
      CoreSpotlightDevice.forget(support: URL(fileURLWithPath: folder.path))
      #expect(CSSearchableIndex.isIndexingAvailable())
      try await CSSearchableIndex.default().indexSearchableItems([CompatHome.item("1")])
      #expect(try await home.found() == ["1"])
      let made = try CoreSpotlightDevice.home()
      #expect(!made.bundleIdentifier.isEmpty)
      let path = folder.path + "/" + made.bundleIdentifier + "/Spotlog"
      #expect(FileManager.default.fileExists(atPath: path))

      // Where a file is, no folder can be made.
      let file = folder.path + "/file"
      try Data().write(to: URL(fileURLWithPath: file))
      CoreSpotlightDevice.forget(support: URL(fileURLWithPath: file))
      #expect(!CSSearchableIndex.isIndexingAvailable())
      let error = await #expect(throws: CSIndexError.self) {
        try await CSSearchableIndex.default().indexSearchableItems([CompatHome.item("1")])
      }
      #expect(error?.code == .indexUnavailableError)
    }
  }
}
