import Foundation
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

/// A journal of many entries, some of them redacted and some too long for a page, that is damaged.
private struct DamagedFile {
  let fixture: Fixture
  let entries: [Entry]
  private let bytes: [UInt8]
  static let count = 1_000
  static let pageByteCount = 4_096

  init() throws {
    fixture = try Fixture()
    do {
      let journal = try fixture.create()
      try journal.write { appender throws(JournalError) in
        for number in 1...Self.count {
          var draft = Fixture.draft(number)
          if number % 97 == 0 {
            draft.payload = (0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* number) }
          }
          try appender.append(draft)
        }
      }
      try journal.redact([300, 301, 700].map { SequenceNumber($0)! })
      try journal.flushWriteAheadLog()
      var entries: [Entry] = []
      try journal.forEach(from: 1) { row throws(JournalError) in
        entries.append(row.entry)
        return .next
      }
      self.entries = entries
    }
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: fixture.path)))
  }

  var byteCount: Int { bytes.count }

  /// Writes the file as it was, changed.
  func damage(_ body: (inout [UInt8]) -> Void) throws {
    var changed = bytes
    body(&changed)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: fixture.path + suffix)
    }
    try Data(changed).write(to: URL(fileURLWithPath: fixture.path))
  }

  /// Surveys the file, checks that nothing is invented and nothing left out, and salvages it.
  ///
  /// - Returns: the survey; nil where nothing of a journal is left.
  @discardableResult
  func salvage(_ comment: String) throws -> EntrySurvey? {
    let survey = try EntrySurvey(fixture.path)
    var found: Set<UInt64> = []
    survey.forEach { entry in
      let number = entry.header.number.rawValue
      found.insert(number)
      #expect(entry == entries[Int(number) - 1], "entry \(number), \(comment)")
    }
    var lost: Set<UInt64> = []
    for loss in survey.losses {
      for number in loss.first...loss.last {
        #expect(lost.insert(number).inserted && !found.contains(number), "\(comment)")
      }
    }
    #expect(UInt64(found.count) == survey.recoveredCount)
    #expect(UInt64(lost.count) == survey.lostCount)
    let known = survey.isEndKnown ? UInt64(Self.count) : survey.lastNumber
    #expect(found.union(lost) == Set(known == 0 ? [] : Array(1...known)), "\(comment)")
    try write(survey, found.sorted(), comment)
    return found.isEmpty ? nil : survey
  }

  private func write(_ survey: EntrySurvey, _ found: [UInt64], _ comment: String) throws {
    let path = fixture.folder.file("saved.journal")
    Self.remove(path)
    guard survey.identity != nil || !found.isEmpty else {
      let error = #expect(throws: JournalError.self) { try JournalSalvage(survey, path: path) }
      #expect(error?.code == .notAJournal)
      return
    }
    let salvage = try JournalSalvage(survey, path: fixture.path)
    let report = try salvage.write(to: path, name: JournalName(bits: 77))
    let saved = try Journal.open(at: path, for: .read)
    #expect(saved.verify().isWhole, "\(comment)")
    #expect(report.isSame == (saved.identity.name == Sample.journalName))
    #expect(!report.isSame || found.count == Self.count)
    var place = 0
    try saved.forEach(from: 1) { row throws(JournalError) in
      let entry = entries[Int(found[place]) - 1]
      place += 1
      #expect(row.entry.payload == entry.payload && row.time == entry.header.time)
      #expect(row.header.payloadDigest == entry.header.payloadDigest)
      return .next
    }
    #expect(place == found.count, "\(comment)")
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-lock", ".lock"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  func findings() throws -> [Finding] {
    try Journal.open(at: fixture.path, for: .read).verify().findings
  }

  /// The page of a b-tree's root.
  func rootPage(_ table: String) throws -> Int {
    try damage { _ in }
    return Int(
      try Connection(path: fixture.path, mode: .readOnly).integer(
        "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"))
  }

  /// Pages, counted from 1, that begin with the byte.
  func pages(_ type: UInt8) -> [Int] {
    (1..<(bytes.count / Self.pageByteCount)).filter { bytes[$0 * Self.pageByteCount] == type }
      .map { $0 + 1 }
  }
}

@Suite("A damaged journal is salvaged") struct SalvageTests {
  private let file: DamagedFile

  init() throws { file = try DamagedFile() }

  @Test func `whole, where nothing is damaged, as the same journal`() throws {
    try file.damage { _ in }
    let survey = try #require(try file.salvage("nothing"))
    #expect(survey.recoveredCount == UInt64(DamagedFile.count))
    #expect(survey.isEndKnown && survey.losses.isEmpty && survey.damagedPages.isEmpty)
  }

  @Test func `but for what 200 zero bytes cover, in each page`() throws {
    let pages = file.byteCount / DamagedFile.pageByteCount
    for page in stride(from: 0, to: pages, by: max(1, pages / 16)) {
      let place = page * DamagedFile.pageByteCount + (page * 611) % 3_800
      try file.damage { bytes in
        for byte in place..<min(place + 200, bytes.count) { bytes[byte] = 0 }
      }
      let survey = try #require(try file.salvage("200 bytes at \(place)"))
      // A page holds some 30 entries, and no more are lost than it had.
      #expect(survey.lostCount < 40, "200 bytes at \(place)")
    }
  }

  @Test func `without the page that leads to the others`() throws {
    let root = try file.rootPage("entries")
    try file.damage { bytes in
      let start = (root - 1) * DamagedFile.pageByteCount
      for byte in start..<start + DamagedFile.pageByteCount { bytes[byte] = 0 }
    }
    let survey = try #require(try file.salvage("the root page"))
    #expect(survey.recoveredCount == UInt64(DamagedFile.count))
    #expect(survey.losses.isEmpty)
  }

  @Test func `without its header`() throws {
    try file.damage { bytes in for byte in 0..<100 { bytes[byte] = 0 } }
    let survey = try #require(try file.salvage("the header"))
    #expect(survey.recoveredCount == UInt64(DamagedFile.count))
    #expect(throws: JournalError.self) { try file.findings() }
  }

  @Test func `cut short at any length`() throws {
    for part in 0...10 {
      let length = file.byteCount * part / 11 + part * 13
      try file.damage { $0.removeLast($0.count - length) }
      let survey = try file.salvage("cut to \(length) bytes")
      #expect(survey.map { !$0.isEndKnown } ?? true, "\(length)")
      guard length > 100 else { continue }
      #expect(survey == nil || survey?.isCut == true, "\(length)")
      #expect(survey.map { DamagedJournal($0).cutShort != nil } ?? true)
    }
  }

  @Test func `not at all where only its header is left, which says that it was cut`() throws {
    try file.damage { $0.removeLast($0.count - 600) }
    let survey = try EntrySurvey(file.fixture.path)
    survey.forEach { _ in Issue.record("there is none") }
    #expect(survey.isJournal && survey.isCut)
    #expect(DamagedJournal(survey).verify().findings.map(\.kind).first == .cutShort)
  }

  @Test func `with bits flipped anywhere`() throws {
    for step in 0..<24 {
      let place = (file.byteCount / 24) * step + (step * 977) % 4_096
      guard place < file.byteCount else { continue }
      try file.damage { $0[place] ^= 1 << UInt8(step % 8) }
      let survey = try #require(try file.salvage("bit \(step % 8) of byte \(place)"))
      #expect(survey.lostCount < 40, "bit \(step % 8) of byte \(place)")
    }
  }

  @Test(arguments: [
    "name = zeroblob(16)", "kind = 2", "floor_number = 500", "floor_number = 1 << 60",
    "floor_digest = zeroblob(32)", "created = 7",
  ])
  func `also where it says something wrong of itself`(change: String) throws {
    try file.damage { _ in }
    try file.fixture.change("UPDATE journal SET \(change)")
    let survey = try #require(try file.salvage(change))
    // The entries tell where the chain begins.
    #expect(survey.lostCount == 0 && survey.isBeginningKnown, "\(change)")
    #expect(survey.isIdentityProven == !["name", "kind"].contains { change.hasPrefix($0) })
  }

  @Test func `without what was redacted, whatever lies about of it`() throws {
    try file.damage { _ in }
    let survey = try EntrySurvey(file.fixture.path)
    var redacted: [UInt64] = []
    survey.forEach { if $0.payload == nil { redacted.append($0.header.number.rawValue) } }
    #expect(redacted == [300, 301, 700])
  }

  /// What a device leaves that is ended while it writes, beside the file of another one.
  @Test(arguments: [false, true])
  func `without what the log of another journal has`(isDamaged: Bool) throws {
    let middle = file.byteCount / 2
    try file.damage { bytes in
      if isDamaged { for byte in middle..<middle + 200 { bytes[byte] = 0 } }
    }
    let other = try Fixture(
      JournalIdentity(
        kind: .private, name: JournalName(bits: 5), lineage: .zero, parent: nil))
    let journal = try other.create()
    for number in 1...20 { try journal.append([Fixture.draft(number)]) }
    let log = file.fixture.path + "-wal"
    try withExtendedLifetime(journal) {
      try FileManager.default.copyItem(atPath: other.path + "-wal", toPath: log)
    }
    let survey = try #require(try file.salvage("another's log"))
    #expect(survey.identity?.name == Sample.journalName && survey.isEndKnown)
    #expect(survey.recoveredCount + survey.lostCount == UInt64(DamagedFile.count))
    #expect(isDamaged ? (1..<40).contains(survey.lostCount) : survey.lostCount == 0)
    #expect(
      survey.foreignLog?.message.hasSuffix("another time of this one: it was not read.") == true)
    #expect(FileManager.default.fileExists(atPath: log))
  }

  @Test func `into no file that is there`() throws {
    try file.damage { _ in }
    let survey = try EntrySurvey(file.fixture.path)
    let salvage = try JournalSalvage(survey, path: file.fixture.path)
    let error = #expect(throws: JournalError.self) {
      try salvage.write(to: file.fixture.path, name: JournalName(bits: 1))
    }
    #expect(error?.code == .alreadyExists)
    // SQLite would remove it.
    let log = URL(fileURLWithPath: file.fixture.folder.file("gone.journal-wal"))
    try Data("entries".utf8).write(to: log)
    let beside = #expect(throws: JournalError.self) {
      try salvage.write(
        to: file.fixture.folder.file("gone.journal"), name: JournalName(bits: 1))
    }
    #expect(beside?.code == .alreadyExists && beside?.message.hasPrefix(log.path) == true)
    #expect(try Data(contentsOf: log) == Data("entries".utf8))
  }

  @Test func `only where there is something of a journal`() throws {
    try file.damage { $0 = Array(repeating: 0x5A, count: 20_000) }
    #expect(try file.salvage("no journal") == nil)
    try file.damage { $0 = [] }
    #expect(try file.salvage("nothing") == nil)
  }
}

@Suite("Verifying a damaged journal") struct DamagedVerifyTests {
  @Test func `names exactly the entries that a damaged page had`() throws {
    let file = try DamagedFile()
    let leaf = try #require(file.pages(0x0D).dropFirst(10).first)
    try file.damage { bytes in
      let start = (leaf - 1) * DamagedFile.pageByteCount
      // The page's own header, so that SQLite can go no further.
      for byte in start..<start + 200 { bytes[byte] = 0 }
      for byte in start + 2_000..<start + 2_200 { bytes[byte] = 0 }
    }
    let survey = try #require(try file.salvage("a leaf"))
    let findings = try file.findings()
    #expect(findings.first?.kind == .damagedPages)
    let lost = findings.dropFirst()
    // Zeros among the cells leave an entry that can be read and is another than was written.
    let kinds: Set<Finding.Kind> = [.unreadableEntry, .unprovenEntry, .brokenChain]
    #expect(lost.allSatisfy { kinds.contains($0.kind) })
    let count = lost.reduce(0) { $0 + ($1.last ?? 0) - ($1.number ?? 0) + 1 }
    #expect(count == survey.lostCount && count > 0 && count < 40)
    #expect(lost.contains { $0.meaning.contains("cannot be read") })
  }

  @Test func `finds what a write-ahead log has and the file has not`() throws {
    let file = try DamagedFile()
    try file.damage { _ in }
    let journal = try file.fixture.open()
    try journal.append(Fixture.drafts(1...5))
    let survey = try EntrySurvey(file.fixture.path)
    var last: UInt64 = 0
    survey.forEach { last = $0.header.number.rawValue }
    #expect(last == UInt64(DamagedFile.count) + 5)
    #expect(survey.losses.isEmpty && survey.isEndKnown)
    #expect(survey.foreignLog == nil)
  }
}
