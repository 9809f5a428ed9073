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
  private static let key = [UInt8](repeating: 7, count: 32)
  private let home: TestHome

  init() throws { home = try TestHome() }

  private static func item(
    _ id: String, _ title: String, _ protection: ProtectionClass, domain: String? = nil,
    isUpdate: Bool = false, comment: String? = nil
  ) throws -> JournalEvent {
    var set = AttributeSet(contentType: "public.item")
    set.title = isUpdate ? nil : title
    set.comment = comment
    var item = SearchableItem(uniqueIdentifier: id, domainIdentifier: domain, attributeSet: set)
    item.isUpdate = isUpdate
    item.protectionClass = protection
    var event = JournalEvent()
    event.itemIndexed = try item.journaled(app: "app", indexName: "")
    return event
  }

  private func unlocked(seed: UInt64 = 1) throws -> Device {
    let device = try home.device(seed: seed)
    try device.unlock(with: Self.key)
    return device
  }

  private func given(_ device: Device) throws {
    try device.record(
      [
        try Self.item("1", "secret lily", .complete, domain: "d"),
        try Self.item("2", "quiet lily", .untilFirstUnlock),
        try Self.item("3", "open lily", .none),
      ], at: home.now)
  }

  private func found(_ device: Device, _ words: String = "lily") throws -> Set<String> {
    Set(try home.titles(words, device))
  }

  private func queried(_ device: Device) throws -> Set<String> {
    let clock = QueryClock(now: home.now.milliseconds)
    return Set(try device.find(try Query(#"title == "*lily""#), clock: clock).map(\.title))
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
    try restarted.forEachItem { _, id, _, _ in seen.append(id) }
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
      let found = try device.search("lily", now: home.now, isExplained: true)
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
        [try Self.item("1", "", .complete, isUpdate: true, comment: "whispered")], at: home.now)
      let opened = try #require(
        try device.search("secret whispered", now: home.now).first)
      try device.engaged(with: opened, query: "secret whispered", visible: [], at: home.now)
      try device.settleIndex()
      try expectAbsent(words)
      try device.lock()
    }
    try expectAbsent(words)
    // The negative control: what is not protected is there.
    #expect(try contents().contains { $0.range(of: Data("open".utf8)) != nil })
  }

  private func contents() throws -> [Data] {
    try FileManager.default.contentsOfDirectory(atPath: home.folder.path).map {
      try Data(contentsOf: URL(fileURLWithPath: home.folder.file($0)))
    }
  }

  private func expectAbsent(_ words: [String]) throws {
    for content in try contents() {
      for word in words { #expect(content.range(of: Data(word.utf8)) == nil, "\(word)") }
    }
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
    #expect(try device.itemCount() == 3)
    try device.record([TestHome.delete(domains: ["d"])], at: home.now)
    try device.record([TestHome.delete(ids: ["2"])], at: home.now)
    #expect(try device.itemCount() == 1)
    try device.unlock(with: Self.key)
    #expect(try found(device) == ["open lily"])
  }

  @Test func `is as protected as the strictest part of it`() throws {
    do {
      let device = try unlocked()
      try device.record([try Self.item("1", "lily", .none)], at: home.now)
      try device.record(
        [try Self.item("1", "", .complete, isUpdate: true, comment: "hidden")], at: home.now)
      #expect(try found(device, "lily hidden") == ["lily"])
      #expect(try device.search("lily", now: home.now).first?.protectionClass == .complete)
      try device.lock()
      #expect(try found(device).isEmpty)
      // An update that says nothing protected leaves it as it is, also while it is locked.
      try device.record(
        [try Self.item("1", "", .none, isUpdate: true, comment: "shown")], at: home.now)
      #expect(try found(device).isEmpty)
      try device.unlock(with: Self.key)
      #expect(try found(device, "hidden").isEmpty)
      #expect(try found(device, "shown") == ["lily"])
      // Given anew, it is what it is given as.
      try device.record([try Self.item("1", "lily", .none)], at: home.now)
      try device.lock()
      #expect(try found(device) == ["lily"])
    }
  }

  @Test func `takes any number of updates, and says what they say together`() throws {
    do {
      let device = try unlocked()
      try device.record([try Self.item("1", "lily", .complete)], at: home.now)
      for number in 0..<50 {
        try device.record(
          [try Self.item("1", "", .complete, isUpdate: true, comment: "w\(number)")],
          at: home.now)
        #expect(try found(device, "w\(number)") == ["lily"])
        #expect(try found(device, "w\(number - 1)").isEmpty)
      }
    }
    try FileManager.default.removeItem(atPath: home.folder.file("index.sqlite"))
    let again = try unlocked(seed: 3)
    #expect(try found(again, "lily w49") == ["lily"])
  }

  @Test func `is asked for again where its keys are not`() throws {
    do {
      let device = try unlocked()
      try given(device)
    }
    // As a restore to another folder leaves it.
    try FileManager.default.removeItem(atPath: home.folder.file("keyring"))
    let device = try home.device(seed: 2)
    try device.reviewReindex(at: home.now)
    #expect(try device.openReindexRequests().isEmpty, "Nobody could answer while it is locked.")
    try device.unlock(with: Self.key)
    #expect(try found(device) == ["open lily"])
    for _ in 0..<2 { try device.reviewReindex(at: home.now) }
    let requests = try device.openReindexRequests()
    #expect(requests.map(\.reason) == [.unreadable])
    #expect(requests.first?.scope == .identifiers(["1", "2"]))
    try given(device)
    try device.reviewReindex(at: home.now)
    #expect(try found(device) == ["secret lily", "quiet lily", "open lily"])
  }

  @Test func `is opened by no other key`() throws {
    _ = try unlocked()
    let device = try home.device(seed: 2)
    let cases: [(key: [UInt8], message: String)] = [
      ([], "A key of 0 bytes cannot unlock a device; it has 32."),
      ([UInt8](repeating: 7, count: 33), "A key of 33 bytes cannot unlock a device; it has 32."),
      (
        [UInt8](repeating: 8, count: 32),
        "This key does not unlock the device. Give the one that it was unlocked with first."
      ),
    ]
    for (key, message) in cases {
      let error = #expect(throws: DeviceError.self) { try device.unlock(with: key) }
      #expect(error?.code == .wrongKey)
      #expect(error?.message == message)
      #expect(device.protectionState == .lockedSinceStart)
    }
  }

  @Test func `says so where the keyring is damaged, at any byte`() throws {
    _ = try unlocked()
    let path = home.folder.file("keyring")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0x10
      try bytes.write(to: URL(fileURLWithPath: path))
      let device = try home.device(seed: 2)
      let error = #expect(throws: DeviceError.self) { try device.unlock(with: Self.key) }
      #expect(error?.code == .keyring)
      #expect(error?.message.contains("Put the file back, or remove it") == true)
    }
    try whole.write(to: URL(fileURLWithPath: path))
    try home.device(seed: 2).unlock(with: Self.key)
  }

  @Test func `was sealed for its own name`() throws {
    let key = try #require(ClassKey(bytes: Self.key))
    var dice = Dice.seeded(1)
    let name = ItemName(app: "app", id: "1")
    let sealed = key.seal([1, 2, 3], of: name, using: &dice)
    #expect(key.open(sealed, of: name) == [1, 2, 3])
    #expect(key.open(sealed, of: ItemName(app: "app1", id: "")) == nil)
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 1
      #expect(key.open(changed, of: name) == nil)
    }
    for count in sealed.indices { #expect(key.open(Array(sealed.prefix(count)), of: name) == nil) }
  }
}
