import CoreSpotlightCompat
import DeviceIndex
import Foundation
import TestSupport
import Testing

extension AppleNames {
  @Suite("Protection by Apple's names") struct Protection {
    private static let key = [UInt8](repeating: 7, count: 32)

    /// An app, or its index extension, that gives its items again without a word of their class.
    private final class AppDelegate: CSIndexExtensionRequestHandler, @unchecked Sendable {
      let asked = Gathered<String>()

      override func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
          @escaping @Sendable () -> Void
      ) {
        searchableIndex.indexSearchableItems([CompatHome.item("1"), CompatHome.item("new")])
        asked.add("all")
        acknowledgementHandler()
      }

      override func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping @Sendable () -> Void
      ) {
        searchableIndex.indexSearchableItems(identifiers.map { CompatHome.item($0) })
        asked.add(identifiers.joined(separator: ","))
        acknowledgementHandler()
      }
    }

    private func home() async throws -> CompatHome {
      let home = try CompatHome()
      try await home.host.unlock(with: Self.key)
      return home
    }

    private func classes(_ home: CompatHome) async throws -> [String: ProtectionClass] {
      let found = try await home.host.search("soup")
      return Dictionary(
        uniqueKeysWithValues: found.map { ($0.uniqueIdentifier, $0.protectionClass) })
    }

    private func eventually(_ isTrue: () async throws -> Bool) async throws -> Bool {
      for _ in 0..<400 {
        if try await isTrue() { return true }
        try await Task.sleep(for: .milliseconds(25))
      }
      return false
    }

    @Test(
      arguments: [
        (FileProtectionType.complete, ProtectionClass.complete),
        (.completeUnlessOpen, .complete),
        (.completeUntilFirstUserAuthentication, .untilFirstUnlock),
        (FileProtectionType.none, .none),
        (nil, .none),
      ] as [(FileProtectionType?, ProtectionClass)])
    func `an index has its items be of its class`(
      type: FileProtectionType?, expected: ProtectionClass
    ) async throws {
      let home = try await home()
      let index = CSSearchableIndex(name: "secrets", protectionClass: type)
      try await index.indexSearchableItems([CompatHome.item("1")])
      #expect(try await classes(home) == ["1": expected])
      try await home.host.lock()
      #expect(try await home.found() == (expected == .complete ? [] : ["1"]))
    }

    @Test func `a query is limited to classes`() async throws {
      let home = try await home()
      try await CSSearchableIndex(name: "secrets", protectionClass: .complete)
        .indexSearchableItems([CompatHome.item("1")])
      try await CSSearchableIndex.default().indexSearchableItems([CompatHome.item("2")])
      func found(_ types: [FileProtectionType]) async throws -> [String] {
        let query = CSSearchQuery(queryString: "title == *", attributes: nil)
        query.protectionClasses = types
        var found: [String] = []
        for try await item in query.results { found.append(item.id) }
        return found.sorted()
      }
      #expect(try await found([.complete]) == ["1"])
      #expect(try await found([.none]) == ["2"])
      #expect(try await found([]) == ["1", "2"])
      #expect(home.errors.elements.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a reindex gives items as they are, by the app or its extension`(
      isExtension: Bool
    ) async throws {
      let home = try await home()
      let index = CSSearchableIndex(name: "secrets", protectionClass: .complete)
      try await index.indexSearchableItems([CompatHome.item("1"), CompatHome.item("gone")])
      try await home.host.requestReindex(forApp: "com.example.app", indexName: "secrets")
      let delegate = AppDelegate()
      if isExtension {
        CSIndexExtensionRequestHandler.register(delegate)
      } else {
        index.indexDelegate = delegate
      }
      #expect(
        try await eventually { try await classes(home) == ["1": .complete, "new": .complete] })
      #expect(delegate.asked.elements == ["all"])
      index.indexDelegate = nil
      #expect(home.errors.elements.isEmpty)
    }

    @Test func `an app is asked for what was locked when it is unlocked`() async throws {
      let home = try await home()
      let index = CSSearchableIndex(name: "secrets", protectionClass: .complete)
      try await index.indexSearchableItems([CompatHome.item("1")])
      try await home.host.lock()
      try await home.host.requestReindex(forApp: "com.example.app", indexName: "secrets")
      let delegate = AppDelegate()
      index.indexDelegate = delegate
      try await Task.sleep(for: .milliseconds(200))
      #expect(delegate.asked.elements.isEmpty)
      try await home.host.unlock(with: Self.key)
      #expect(try await eventually { delegate.asked.elements == ["all"] })
      #expect(try await eventually { try await classes(home)["new"] == .complete })
      index.indexDelegate = nil
    }

    @Test func `what cannot be given now is an error of the index`() async throws {
      let home = try CompatHome()
      let index = CSSearchableIndex(name: "secrets", protectionClass: .complete)
      let error = await #expect(throws: CSIndexError.self) {
        try await index.indexSearchableItems([CompatHome.item("1")])
      }
      #expect(error?.code == .indexUnavailableError)
      #expect(error?.description.contains("the device is locked") == true)
      #expect(try await home.found().isEmpty)
    }
  }
}
