// No Foundation here: moved code has `import CoreSpotlight` alone.
import CoreSpotlightCompat
import DeviceIndex
import QueryLanguage
import Testing

private final class Throttled: NSObject, CSSearchableIndexDelegate {
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {}
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {}
  func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}
}

extension AppleNames {
  @Suite("Moved code") struct MovedImports {
    @Test func `has Foundation's names, and implements what it likes of the delegate`() throws {
      let delegate: any CSSearchableIndexDelegate = Throttled()
      delegate.searchableIndexDidFinishThrottle(.default())
      let attributes = CSSearchableItemAttributeSet(contentType: .item)
      attributes.contentCreationDate = Date(timeIntervalSince1970: 0)
      attributes.contentURL = URL(string: "https://example.com")
      #expect(attributes.contentCreationDate == Date(timeIntervalSince1970: 0))
    }

    @Test func `is told what is wrong in a sentence, also by errors of the library beneath`() {
      let query = #expect(throws: (any Error).self) {
        _ = try Query("title ==")
      }
      let folder = #expect(throws: (any Error).self) {
        try DeviceHost(
          folder: "/dev/null/phone", configuration: .local)
      }
      for error in [query, folder] {
        let text = error?.localizedDescription ?? "error"
        #expect(text.hasSuffix(".") && !text.contains("error"), "\(text)")
      }
    }
  }
}
