import Foundation
import JournalFormat
import JournalStore
import QueryLanguage
import Search
import TestSupport
import Testing
import WordSearch

@testable import DeviceIndex

/// Items that can be read while the device is unlocked alone.
@Suite("A protected item") struct ProtectionTests {
  private static let key = ProtectionHome.key
  private let protection: ProtectionHome
  private var home: TestHome { protection.home }

  init() throws { protection = try ProtectionHome() }

  private static func item(
    _ id: String, _ title: String, _ protection: ProtectionClass?, domain: String? = nil
  ) throws -> JournalEvent {
    try ProtectionHome.item(id, title, protection, domain: domain)
  }

  private func unlocked(seed: UInt64 = 1) throws -> Device { try protection.unlocked(seed: seed) }

  private func given(_ device: Device) throws {
    try device.record(
      [
        try Self.item("1", "secret lily", .complete, domain: "d"),
        try Self.item("2", "quiet lily", .untilFirstUnlock),
        try Self.item("3", "open lily", ProtectionClass.none),
      ], at: home.now)
  }

  private func found(_ device: Device, _ words: String = "lily") throws -> Set<String> {
    Set(try home.titles(words, device))
  }

  private func queried(_ device: Device) throws -> Set<String> {
    let clock = QueryClock(now: home.now.milliseconds)
    return Set(try device.queries.find(try Query(#"title == "*lily""#), clock: clock).map(\.title))
  }

  @Test func `is ranked without its hint, which its app's others would not balance`() throws {
    let device = try unlocked()
    func hinted(_ protection: ProtectionClass) throws -> JournalEvent {
      var event = JournalEvent()
      var set = AttributeSet(contentType: "public.item")
      (set.title, set.rankingHint) = ("lily", 100)
      var item = SearchableItem(
        uniqueIdentifier: "\(protection)", domainIdentifier: nil, attributeSet: set)
      item.protectionClass = protection
      event.itemIndexed = try item.journaled(app: "app", indexName: "")
      return event
    }
    try device.record([hinted(.complete), hinted(.untilFirstUnlock)], at: home.now)
    let parts = try device.queries.search("lily", now: home.now, isExplained: true)
      .map { $0.explanation?.parts.filter { $0.name.contains("hint") } }
    #expect(parts == [[], []])
  }

  @Test func `is found as far as the device is unlocked`() throws {
    let all: Set = ["secret lily", "quiet lily", "open lily"]
    do {
      let device = try unlocked()
      #expect(device.protectionState == .unlocked)
      try given(device)
      #expect(try found(device) == all)
      #expect(try queried(device) == all)
      try device.lock()
      #expect(device.protectionState == .locked)
      #expect(try found(device) == ["quiet lily", "open lily"])
      #expect(try queried(device) == ["quiet lily", "open lily"])
      try device.unlock(with: Self.key)
      #expect(try found(device) == all)
    }
    let restarted = try home.device(seed: 2)
    #expect(restarted.protectionState == .lockedSinceStart)
    #expect(try found(restarted) == ["open lily"])
    #expect(try queried(restarted) == ["open lily"])
    var seen: [String] = []
    try restarted.queries.forEachItem { _, id, _, _ in seen.append(id) }
    #expect(seen == ["3"])
    try restarted.unlock(with: Self.key)
    #expect(try found(restarted) == all)
    #expect(try queried(restarted) == all)
  }

  @Test func `is ranked as if it were in the same file`() throws {
    func scores(_ protection: ProtectionClass) throws -> [String: Int] {
      let home = try TestHome()
      let device = try home.device()
      try device.unlock(with: Self.key)
      let titles = ["water lily", "lily", "water", "a lily of the valley", "valley"]
      for (number, title) in titles.enumerated() {
        let isProtected = number % 2 == 0
        try device.record(
          [try Self.item("\(number)", title, isProtected ? protection : .none)], at: home.now)
      }
      let found = try device.queries.search("lily", now: home.now, isExplained: true)
      return Dictionary(
        uniqueKeysWithValues: found.map { ($0.uniqueIdentifier, $0.explanation?.score ?? 0) })
    }
    let plain = try scores(.none)
    #expect(plain.count == 3)
    #expect(try scores(.complete) == plain)
  }

  @Test func `has its words in no file`() throws {
    let words = ["secret", "quiet", "whispered"]
    do {
      let device = try unlocked()
      try given(device)
      try device.record(
        [try ProtectionHome.update("1", .complete, comment: "whispered")], at: home.now)
      let opened = try #require(try device.queries.search("secret whispered", now: home.now).first)
      try device.engaged(with: opened, query: "secret whispered", visible: [], at: home.now)
      let other = try #require(try device.queries.search("open", now: home.now).first)
      try device.engaged(with: other, query: "openly", visible: [], at: home.now)
      try device.index.catchUp()
      for word in words { #expect(try protection.files(with: word).isEmpty, "\(word)") }
      try device.lock()
    }
    for word in words { #expect(try protection.files(with: word).isEmpty, "\(word)") }
    // The negative control: what is not protected is found by the same means, in each kind of file
    // and in each table that says words.
    #expect(try protection.files(with: "open") == ["private.journal", "index.sqlite"])
    #expect(try protection.tables(with: "open") == ["documents", "word_chunks", "past_queries"])
    for word in words { #expect(try protection.tables(with: word).isEmpty) }
  }

  @Test func `cannot be given while it could not be read`() throws {
    let device = try home.device()
    let message =
      "Item \"1\" is protected, and the device is locked. Unlock it, and give the item again."
    for protection in [ProtectionClass.untilFirstUnlock, .complete] {
      let error = #expect(throws: DeviceError.self) {
        try device.record([try Self.item("1", "one", protection)], at: home.now)
      }
      #expect(error?.code == .locked)
      #expect(error?.message == message)
    }
    try device.unlock(with: Self.key)
    try device.lock()
    try device.record([try Self.item("1", "one", .untilFirstUnlock)], at: home.now)
    #expect(throws: DeviceError.self) {
      try device.record([try Self.item("2", "two", .complete)], at: home.now)
    }
    #expect(try device.journaledNumber == 2)
  }

  @Test func `is deleted, expires and is counted while it is locked`() throws {
    do {
      let device = try unlocked()
      try given(device)
    }
    let device = try home.device(seed: 2)
    #expect(try device.queries.itemCount() == 3)
    try device.record([TestHome.delete(domains: ["d"])], at: home.now)
    try device.record([TestHome.delete(ids: ["2"])], at: home.now)
    #expect(try device.queries.itemCount() == 1)
    try device.unlock(with: Self.key)
    #expect(try found(device) == ["open lily"])
  }

  @Test func `was sealed for its own name, class and moment`() throws {
    let key = try #require(ClassKey(bytes: Self.key))
    var dice = Dice.seeded(1)
    let name = ItemName(app: "app", id: "1")
    let time = Timestamp(milliseconds: -5)
    let sealed = key.seal([1, 2, 3], of: name, as: .complete, at: time, using: &dice)
    #expect(key.open(sealed, of: name, as: .complete) == [1, 2, 3])
    #expect(ClassKey.version(of: sealed) == time)
    #expect(key.open(sealed, of: name, as: .untilFirstUnlock) == nil)
    #expect(key.open(sealed, of: ItemName(app: "app1", id: ""), as: .complete) == nil)
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 1
      #expect(key.open(changed, of: name, as: .complete) == nil)
    }
    for count in sealed.indices {
      #expect(key.open(Array(sealed.prefix(count)), of: name, as: .complete) == nil)
    }
  }

  /// Anyone who can write the device's files has no key, but an older text of the same item.
  @Test func `is not read where an older text of it was put in its place`() throws {
    let device = try unlocked()
    let old = try device.draft(try Self.item("7", "old lily", .complete), at: home.now)
    let later = home.now.advanced(byMilliseconds: 1_000)
    try device.record([try Self.item("7", "new lily", .complete)], at: later)
    #expect(try found(device) == ["new lily"])
    let forged = EntryDraft(kind: .event, time: later, payload: old.payload)
    _ = try device.privateJournal.append([forged])
    #expect(try found(device) == [])
  }
}
