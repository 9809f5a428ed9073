import Foundation
import JournalFormat
import JournalStore
import SQLite
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// Giving again and updating what is protected.
@Suite("What is given of a protected item") struct ProtectionMergeTests {
  private let home: ProtectionHome

  init() throws { home = try ProtectionHome() }

  private typealias Home = ProtectionHome

  private func fact(_ number: UInt64, _ device: Device) throws -> JournalItemIndexed {
    let entry = try device.privateJournal.entry(SequenceNumber(number)!)
    return try JournalEvent(payload: entry?.payload ?? []).itemIndexed
  }

  private static let classes: [ProtectionClass] = [.none, .untilFirstUnlock, .complete]

  @Test(arguments: classes, [nil] + classes.map(Optional.init))
  func `is as protected as it was, unless another class is named`(
    before: ProtectionClass, named: ProtectionClass?
  ) throws {
    let device = try home.unlocked()
    try home.give(device, try Home.item("1", "lily", before))
    let number = try home.give(device, try Home.item("1", "rose", named))
    let result = try #require(try device.queries.search("rose", now: home.now).first)
    #expect(result.protectionClass == named ?? before)
    #expect(try fact(number, device).hasProtection == ((named ?? before) != .none))
    #expect(try home.files(with: "rose").isEmpty == ((named ?? before) != .none))
  }

  private var journalPath: String { home.home.folder.file("private.journal") }

  /// The device is closed in between.
  private func expectSealed(after change: () throws -> Void) throws {
    do { try home.give(try home.unlocked(), try Home.item("1", "lily", .complete)) }
    try change()
    let device = try home.unlocked(seed: 2)
    try home.give(device, try Home.item("1", "rose", nil))
    #expect(try home.found(device, "rose") == ["rose"])
    #expect(try home.files(with: "rose") == [])
    #expect(try LocalTables.problems(of: device.privateJournal) == [])
  }

  @Test(arguments: [
    "DROP TABLE local_protected", "DELETE FROM local_protected",
    "UPDATE local_protected SET number = number + 1",
    "DELETE FROM local_sums WHERE name = 'local_protected'",
  ])
  func `stays protected where the mark of protected items is damaged`(damage: String) throws {
    try expectSealed {
      try Connection(path: journalPath, mode: .readWrite).execute(damage)
      let journal = try Journal.open(at: journalPath, for: .read)
      let problems = try LocalTables.problems(of: journal)
      #expect(problems.count == 1 && problems[0].meaning.contains("local_protected"))
    }
  }

  @Test func `stays protected in a salvaged journal`() throws {
    try expectSealed {
      let saved = home.home.folder.file("saved.journal")
      let salvage = try JournalSalvage(try EntrySurvey(journalPath), path: journalPath)
      var random = Dice.seeded(5)
      let companion = try SalvagedEntries.companion(
        isBeginningLost: salvage.isBeginningLost, isSame: salvage.isComplete, now: home.now,
        using: &random)
      _ = try salvage.write(to: saved, name: JournalName(using: &random), companion: companion)
      try FileManager.default.removeItem(atPath: journalPath)
      try FileManager.default.moveItem(atPath: saved, toPath: journalPath)
    }
  }

  @Test func `cannot be given without a class while it could not be read`() throws {
    do { try home.give(try home.unlocked(), try Home.item("1", "lily", .complete)) }
    let device = try home.locked()
    let events = [
      try Home.item("1", "rose", nil), try Home.update("1", nil, comment: "rose"),
      try Home.update("1", ProtectionClass.none, comment: "rose"),
    ]
    for event in events {
      let error = #expect(throws: DeviceError.self) { try home.give(device, event) }
      #expect(error?.code == .locked)
      #expect(
        error?.message
          == "Item \"1\" is protected, and the device is locked. Unlock it, and give the item "
          + "again."
      )
    }
    #expect(try home.files(with: "rose").isEmpty)
    // Named to be none, it is none: anyone who gives it says so.
    try home.give(device, try Home.item("1", "rose", ProtectionClass.none))
    #expect(try home.found(device, "rose") == ["rose"])
  }

  @Test(arguments: classes, classes)
  func `is journaled whole where either side is protected, as strictly as the stricter`(
    before: ProtectionClass, update: ProtectionClass
  ) throws {
    let device = try home.unlocked()
    try home.give(device, try Home.item("1", "lily", before, domain: "d"))
    let number = try home.give(device, try Home.update("1", update, comment: "whispered"))
    let strictest = max(before, update)
    #expect(try fact(number, device).merge == (strictest == .none))
    #expect(try fact(number, device).domain == (strictest == .none ? "" : "d"))
    let result = try #require(try device.queries.search("lily whispered", now: home.now).first)
    #expect(result.protectionClass == strictest)
    #expect(try home.files(with: "whispered").isEmpty == (strictest != .none))
  }

  @Test func `keeps its expiry and its domain in an update`() throws {
    let device = try home.unlocked()
    var item = try Home.item("1", "lily", .complete, domain: "d")
    item.itemIndexed.expiresMilliseconds = home.now.milliseconds + 5
    let number = try home.give(device, item, try Home.update("1", nil, comment: "once more"))
    #expect(try fact(number, device).expiresMilliseconds == home.now.milliseconds + 5)
    #expect(try fact(number, device).domain == "d")
    var moved = try Home.update("1", nil, comment: "moved")
    moved.itemIndexed.domain = "e"
    moved.itemIndexed.expiresMilliseconds = home.now.milliseconds + 9
    let last = try home.give(device, moved)
    #expect(try fact(last, device).domain == "e")
    #expect(try fact(last, device).expiresMilliseconds == home.now.milliseconds + 9)
  }

  /// What one transaction gives is in no index yet.
  @Test(arguments: [true, false])
  func `is put together from what comes before it in its transaction`(isDeleted: Bool) throws {
    let device = try home.unlocked()
    let between = isDeleted ? [TestHome.delete(domains: ["d"])] : []
    try device.record(
      [try Home.item("1", "lily", ProtectionClass.none, domain: "d.e")] + between
        + [
          try Home.update("1", .complete, comment: "whispered"),
          try Home.update("1", nil, comment: "shouted"), Home.engage("1", "shouted lily"),
        ], at: home.now)
    #expect(try home.found(device, "lily") == (isDeleted ? [] : ["lily"]))
    #expect(try home.found(device, "whispered").isEmpty)
    #expect(
      try device.queries.search("shouted", now: home.now).map(\.protectionClass) == [.complete])
    #expect(try home.files(with: "shouted").isEmpty)
    try device.lock()
    #expect(try home.found(device, "shouted").isEmpty)
  }

  @Test func `takes any number of updates, and says what they say together`() throws {
    do {
      let device = try home.unlocked()
      try home.give(device, try Home.item("1", "lily", .complete))
      for number in 0..<50 {
        try home.give(device, try Home.update("1", nil, comment: "w\(number)"))
        #expect(try home.found(device, "w\(number)") == ["lily"])
        #expect(try home.found(device, "w\(number - 1)").isEmpty)
      }
    }
    try home.removeIndex()
    #expect(try home.found(try home.unlocked(seed: 3), "lily w49") == ["lily"])
  }

  @Test func `cannot be merged into what was sealed with other keys`() throws {
    do { try home.give(try home.unlocked(), try Home.item("1", "lily", .complete)) }
    try FileManager.default.removeItem(atPath: home.home.folder.file("keyring"))
    let device = try home.unlocked(seed: 2, makingNewKeys: true)
    let error = #expect(throws: DeviceError.self) {
      try home.give(device, try Home.update("1", nil, comment: "rose"))
    }
    #expect(error?.code == .locked)
    #expect(
      error?.message
        == "Item \"1\" is sealed with keys that this device does not have, so nothing can be "
        + "merged into it. Give the whole item.")
    try home.give(device, try Home.item("1", "lily", nil))
    #expect(try device.queries.search("lily", now: home.now).first?.protectionClass == .complete)
  }

  @Test(arguments: [true, false])
  func `makes the same index when that is rebuilt`(isUnlocked: Bool) throws {
    do {
      let device = try home.unlocked()
      try home.give(
        device, try Home.item("1", "lily", nil, domain: "d"), Home.engage("1", "white lily"),
        try Home.item("2", "rose", .untilFirstUnlock), Home.engage("2", "red rose"),
        try Home.item("3", "iris", nil), Home.engage("3", "blue iris"))
      try device.index.catchUp()
      for number in 0..<20 {
        let classes: [ProtectionClass?] = [.complete, nil, ProtectionClass.none]
        try home.give(
          device, try Home.update("1", classes[number % 3], comment: "w\(number)"),
          Home.engage("1", "w\(number)"))
        if number % 3 == 0 { try device.index.catchUp() }
      }
      try home.give(device, try Home.item("2", "rose", ProtectionClass.none))
      try device.index.catchUp()
    }
    let maintained = try home.index()
    #expect(maintained.contains { $0.hasPrefix("blue iris|3|") })
    #expect(!maintained.contains { $0.contains("lily") })
    try home.removeIndex()
    let device = isUnlocked ? try home.unlocked(seed: 3) : try home.locked(seed: 3)
    try device.index.catchUp()
    #expect(try home.index() == maintained)
    #expect(try home.found(device, "lily w19") == (isUnlocked ? ["lily"] : []))
  }

  @Test func `can be locked while an index is rebuilt step by step`() throws {
    do {
      let device = try home.unlocked()
      for number in 0..<10 {
        try home.give(device, try Home.item("\(number)", "lily \(number)", .complete))
      }
    }
    try home.removeIndex()
    let device = try home.unlocked(seed: 2)
    try device.index.read(atMost: 4)
    #expect(
      try device.index.withoutReading { () throws(DeviceError) in
        try device.queries.search("lily", now: home.now).count
      } == 3)
    try device.lock()
    while try !device.index.read(atMost: 2).isComplete {
      #expect(
        try device.index.withoutReading { () throws(DeviceError) in
          try device.queries.search("lily", now: home.now).count
        } == 0)
    }
    try device.unlock(with: Home.key)
    #expect(try device.queries.search("lily", now: home.now).count == 10)
  }
}
