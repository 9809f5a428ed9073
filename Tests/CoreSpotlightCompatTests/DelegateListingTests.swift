import CoreSpotlightCompat
import Foundation
import TestSupport
import Testing

extension AppleNames {
  @Suite("Delegates by Apple's names") struct Delegates {
    /// An app that gives its items again when it is asked.
    private final class AppDelegate: CSSearchableIndexDelegate {
      let requests = Gathered<String>()

      func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
          @escaping @Sendable () -> Void
      ) {
        searchableIndex.indexSearchableItems([CompatHome.item("1"), CompatHome.item("2")])
        requests.add("all")
        acknowledgementHandler()
      }

      func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping @Sendable () -> Void
      ) {
        searchableIndex.indexSearchableItems(identifiers.map { CompatHome.item($0, "again") })
        requests.add(identifiers.joined(separator: ","))
        acknowledgementHandler()
      }
    }

    /// The principal class of an index extension.
    private final class IndexRequestHandler: CSIndexExtensionRequestHandler, @unchecked Sendable {
      let requests = Gathered<String>()

      override func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
          @escaping @Sendable () -> Void
      ) {
        searchableIndex.indexSearchableItems([CompatHome.item("from the extension")])
        requests.add("all")
        acknowledgementHandler()
      }
    }

    /// A device that has items, and a request for some or all of them to be given again.
    private func home(asking identifiers: [String]?) async throws -> CompatHome {
      let home = try CompatHome()
      try await CSSearchableIndex.default().indexSearchableItems([
        CompatHome.item("1", "stale"), CompatHome.item("gone", "stale"),
      ])
      try await home.host.requestReindex(
        forApp: "com.example.app", identifiers: identifiers)
      return home
    }

    private func eventually(_ isTrue: () async throws -> Bool) async throws -> Bool {
      for _ in 0..<400 {
        if try await isTrue() { return true }
        try await Task.sleep(for: .milliseconds(25))
      }
      return false
    }

    @Test func `gives everything again, and what it does not give is gone`() async throws {
      let home = try await home(asking: nil)
      let delegate = AppDelegate()
      CSSearchableIndex.default().indexDelegate = delegate
      #expect(CSSearchableIndex.default().indexDelegate === delegate)
      #expect(try await eventually { try await home.found() == ["1", "2"] })
      #expect(try await home.found(#"title == "stale""#).isEmpty)
      #expect(delegate.requests.elements == ["all"])
      CSSearchableIndex.default().indexDelegate = nil
      #expect(home.errors.elements.isEmpty)
    }

    @Test func `gives items again by their identifiers`() async throws {
      let home = try await home(asking: ["1"])
      let delegate = AppDelegate()
      CSSearchableIndex.default().indexDelegate = delegate
      #expect(try await eventually { try await home.found(#"title == "again""#) == ["1"] })
      #expect(delegate.requests.elements == ["1"])
      #expect(try await home.found() == ["1", "gone"])
      CSSearchableIndex.default().indexDelegate = nil
    }

    @Test func `is not held by its index`() async throws {
      let home = try CompatHome()
      weak var delegate: AppDelegate?
      do {
        let made = AppDelegate()
        CSSearchableIndex.default().indexDelegate = made
        delegate = made
        #expect(CSSearchableIndex.default().indexDelegate === made)
      }
      #expect(try await eventually { delegate == nil })
      #expect(CSSearchableIndex.default().indexDelegate == nil)
      #expect(try await home.found().isEmpty)
    }

    @Test func `an extension answers while the app does not`() async throws {
      let home = try await home(asking: nil)
      let handler = IndexRequestHandler()
      CSIndexExtensionRequestHandler.register(handler)
      #expect(try await eventually { try await home.found() == ["from the extension"] })
      #expect(handler.requests.elements == ["all"])
    }
  }
}
