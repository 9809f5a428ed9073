import CoreSpotlightCompat
import Foundation
import TestSupport
import Testing

extension AppleNames {
  @Suite("Delegates by Apple's names") struct Delegates {
    /// An app that gives its items again when it is asked: a class like any other, which can have
    /// subclasses and keeps what it likes.
    private class AppDelegate: NSObject, CSSearchableIndexDelegate {
      let requests = Gathered<String>()
      var requestCount = 0

      func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
          @escaping () -> Void
      ) {
        requestCount += 1
        searchableIndex.indexSearchableItems([CompatHome.item("1"), CompatHome.item("2")])
        requests.add("all")
        acknowledgementHandler()
      }

      func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping () -> Void
      ) {
        requestCount += 1
        searchableIndex.indexSearchableItems(identifiers.map { CompatHome.item($0, "again") })
        requests.add(identifiers.joined(separator: ","))
        acknowledgementHandler()
      }
    }

    /// The principal class of an index extension, as Apple's template has it.
    private class IndexRequestHandler: CSIndexExtensionRequestHandler {
      let requests = Gathered<String>()

      override func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
          @escaping () -> Void
      ) {
        searchableIndex.indexSearchableItems([CompatHome.item("from the extension")])
        requests.add("all")
        acknowledgementHandler()
      }

      override func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping () -> Void
      ) {
        searchableIndex.indexSearchableItems(identifiers.map { CompatHome.item($0, "again") })
        requests.add(identifiers.joined(separator: ","))
        acknowledgementHandler()
      }

      override func data(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
      ) throws -> Data {
        Data()
      }

      override func fileURL(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String,
        inPlace: Bool
      ) throws -> URL {
        URL(string: "file://")!
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
      #expect(delegate.requestCount == 1)
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

    @Test func `of an index with a name is asked for that index alone`() async throws {
      let home = try await home(asking: nil)
      let index = CSSearchableIndex(name: "mail")
      try await index.indexSearchableItems([CompatHome.item("mail", "stale")])
      try await home.host.requestReindex(forApp: "com.example.app", indexName: "mail")
      let delegate = AppDelegate()
      index.indexDelegate = delegate
      #expect(index.indexDelegate === delegate)
      #expect(CSSearchableIndex(name: "mail").indexDelegate == nil)
      #expect(try await eventually { try await home.found() == ["1", "2", "gone"] })
      #expect(delegate.requests.elements == ["all"])
      try await home.host.requestReindex(
        forApp: "com.example.app", indexName: "mail", identifiers: ["2"])
      // Setting it has the device ask at once.
      index.indexDelegate = delegate
      #expect(try await eventually { try await home.found(#"title == "again""#) == ["2"] })
      #expect(delegate.requests.elements == ["all", "2"])
      index.indexDelegate = nil
      #expect(home.errors.elements.isEmpty)
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

    @Test func `an extension answers once the delegate is gone`() async throws {
      let home = try await home(asking: nil)
      weak var gone: AppDelegate?
      do {
        let made = AppDelegate()
        CSSearchableIndex.default().indexDelegate = made
        #expect(try await eventually { !made.requests.elements.isEmpty })
        gone = made
      }
      #expect(try await eventually { gone == nil })
      try await home.host.requestReindex(forApp: "com.example.app", identifiers: ["1"])
      let handler = IndexRequestHandler()
      CSIndexExtensionRequestHandler.register(handler)
      #expect(try await eventually { handler.requests.elements.contains("1") })
    }

    @Test func `an extension gives items again by their identifiers`() async throws {
      let home = try await home(asking: ["1"])
      let handler = IndexRequestHandler()
      CSIndexExtensionRequestHandler.register(handler)
      #expect(try await eventually { try await home.found(#"title == "again""#) == ["1"] })
      #expect(handler.requests.elements == ["1"])
      #expect(try await home.found() == ["1", "gone"])
    }

    @Test func `an extension that says nothing else has no data to give`() throws {
      let handler = CSIndexExtensionRequestHandler()
      #expect(throws: CSIndexError.self) {
        try handler.data(for: .default(), itemIdentifier: "1", typeIdentifier: "public.text")
      }
      #expect(throws: CSIndexError.self) {
        try handler.fileURL(
          for: .default(), itemIdentifier: "1", typeIdentifier: "public.text", inPlace: true)
      }
    }
  }
}
