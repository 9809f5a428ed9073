import Foundation
import Inspection
import JournalFormat
import JournalStore
import TestSupport
import Testing

@Suite("A journal inspector") struct JournalInspectorTests {
  private let folder: TemporaryFolder
  private let inspector: JournalInspector

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.source([
      SampleEvents.indexed("1", title: "word"), SampleEvents.indexed("2", title: "wording"),
      SampleEvents.deleted(ids: ["2"]),
    ])
    inspector = try JournalInspector(folder.path, now: { Self.time(60) })
  }

  private static func time(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: Double(Sample.day.start.milliseconds) / 1_000 + seconds)
  }

  @Test func `verifies the journals of a folder`() throws {
    let found = try inspector.verify()
    #expect(found.map(\.journal) == ["private"])
    #expect(found[0].isWhole && found[0].findings == [] && found[0].findingCount == 0)
    #expect(found[0].entryCount == 3 && found[0].lastEntry == 3)
    #expect(found[0].redactedEntryCount == 0)
    #expect(try found[0].digest == inspector.entries().entries.last?.digest)
    #expect(try inspector.verify(until: .entry(2))[0].lastEntry == 2)
  }

  @Test func `finds an entry that was changed`() throws {
    let path = folder.file("private.journal")
    try RawDatabase.run("UPDATE entries SET time = time + 1 WHERE number = 2", on: path)
    let found = try inspector.verify()[0]
    #expect(!found.isWhole && found.findingCount == found.findings.count)
    #expect(found.findings.contains { $0.kind == "brokenChain" && $0.entries == 2...2 })
  }

  @Test func `lists entries page by page, in words`() throws {
    let page = try inspector.entries(limit: 2)
    #expect(page.entries.map(\.number) == [1, 2] && page.unreadable == [])
    #expect(page.entries.map(\.title) == ["item indexed", "item indexed"])
    #expect(page.entries.map(\.time) == [Self.time(0), Self.time(1)])
    #expect(page.entries[0].fields.map(\.name) == ["app", "id", "title"])
    #expect(page.entries[0].fields.map(\.value) == ["app", "1", "word"])
    #expect(!page.entries[0].isRedacted && page.entries[0].payloadByteCount > 0)
    let next = try inspector.entries(from: .entry(3), limit: 2)
    #expect(next.entries.map(\.title) == ["items deleted"])
    #expect(try inspector.entries(from: .entry(4)).entries == [])
    #expect(try inspector.entries(until: .date(Self.time(1.5))).entries.map(\.number) == [1, 2])
    #expect(try inspector.lastEntry(at: .date(Self.time(1.5))) == 2)
  }

  @Test func `counts entries and bytes`() throws {
    let figures = try inspector.figures()
    #expect(figures.journal == "private" && figures.name == Sample.journalName.description)
    #expect(figures.all.entries == 3 && figures.all.bytes > 0 && figures.prunedEntryCount == 0)
    #expect(figures.byKind.sorted.map(\.count.entries).sorted() == [1, 2])
    #expect(figures.byKind.largest(1).map(\.count.entries) == [2])
    let rest = figures.byKind.rest(beyond: 1)
    #expect(rest.names == 1 && rest.count.entries == 1)
    #expect(figures.byKind.rest(beyond: 2).count.entries == 0)
    #expect(figures.firstTime == Self.time(0) && figures.lastTime == Self.time(2))
    #expect(figures.largest.count == 3 && figures.fileBytes > 0)
    #expect(try inspector.figures(until: .entry(2)).all.entries == 2)
  }

  @Test func `says an entry in a line, with its words or without`() throws {
    let entry = try #require(try inspector.entries(limit: 1).entries.first)
    #expect(entry.line == "item indexed  app=app  id=1  title=word")
    #expect(entry.withoutWords.line == "item indexed  app=app  id=[1 byte]  title=[4 bytes]")
    #expect(entry.withoutWords.withoutWords.number == 1 && entry != entry.withoutWords)
  }

  @Test func `tells all that is known of an entry`() throws {
    let second = try inspector.entry(2)
    #expect(second.entry == (try inspector.entries(from: .entry(2), limit: 1).entries.first))
    #expect(second.isChained && second.header.kind == .event && second.unknown == [])
    #expect(second.supersedes == [] && second.supersededBy.map(\.number) == [3])
    #expect(second.supersededBy.map(\.time) == [Self.time(2)] && second.reports == [])
    let map = try #require(second.fieldMap)
    #expect(map.fields.last?.range.upperBound == second.payload?.count && !map.holdsSecret)
    #expect(try inspector.entry(3).supersedes.map(\.title) == ["indexed  id=2"])
    let bare = second.withoutWords
    #expect(bare.payload == nil && bare.fieldMap == nil && !bare.entry.isRedacted)
    #expect(bare.supersededBy.map(\.title) == ["deleted  id"])
    let error = #expect(throws: InspectionError.self) { try inspector.entry(4) }
    #expect(error?.code == .notFound)
    #expect(error?.message.hasSuffix(" has no entry 4; it has 1 to 3.") == true)
  }

  @Test func `encodes an entry with and without its secret`() throws {
    let other = try TemporaryFolder()
    var begun = JournalEvent()
    begun.journalBegun.createdBy = "spotlog"
    begun.journalBegun.lineageSecret = Data(repeating: 3, count: 32)
    _ = try other.source([begun])
    let found = try JournalInspector(other.path).entry(1)
    func object(_ value: some Encodable) throws -> [String: Any] {
      let data = try JSONEncoder().encode(value)
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    let whole = try object(found)
    #expect(whole["kind"] as? String == "journal begun" && whole["number"] as? Int == 1)
    #expect(whole["payload"] as? String == found.payload?.hex && found.payload != nil)
    let bare = try object(found.withoutSecrets)
    #expect(bare["payload"] == nil && bare.count == whole.count - 1)
    let line = try object(found.entry)
    #expect(Set(line.keys) == ["number", "time", "kind", "digest", "redacted", "fields"])
    #expect(line["fields"] as? [String: String] == ["by": "spotlog"])
  }

  @Test(arguments: [1e30, -1e30])
  func `takes a time that no journal can hold as its nearest`(seconds: Double) throws {
    let page = try inspector.entries(from: .date(Date(timeIntervalSince1970: seconds)))
    #expect(page.entries.count == (seconds > 0 ? 0 : 3))
  }

  @Test func `compares two copies of a journal`() throws {
    let copy = try TemporaryFolder()
    _ = try copy.source([
      SampleEvents.indexed("1", title: "word"), SampleEvents.indexed("2", title: "wording"),
      SampleEvents.indexed("3"), SampleEvents.indexed("4"),
    ])
    let other = try JournalInspector(copy.path)
    let found = try inspector.comparison(with: other, entryLimit: 1)
    #expect(found.verdict == .forked && found.lastCommonEntry == 2)
    #expect(found.sentence == "after entry 2 each continues in its own way.")
    #expect(found.first.path == folder.file("private.journal") && found.first.kind == .private)
    #expect(found.first.name == Sample.journalName.description && found.first.snapshotTime == nil)
    #expect(found.first.firstEntry == 1 && found.first.lastEntry == 3)
    #expect(found.first.onlyHere == 3...3 && found.second.onlyHere == 3...4)
    #expect(found.first.onlyHereEntries.map(\.title) == ["items deleted"])
    #expect(found.second.onlyHereEntries.map(\.number) == [3])
    #expect(try inspector.comparison(with: other).second.onlyHereEntries == [])
    let before = try inspector.comparison(with: other, until: .entry(2))
    #expect(before.verdict == .same && before.first.onlyHere == nil && before.readCount == 1)
  }

  @Test(arguments: [nil, JournalKind.shared])
  func `compares a device by its outbox with its cloud`(kind: JournalKind?) throws {
    let world = try LivedWorld()
    let device = try JournalInspector(world.device, journal: kind)
    // The cloud has no journal of this name, and only one.
    let cloud = try JournalInspector(world.cloud, journal: kind)
    let found = try device.comparison(with: cloud, entryLimit: 5)
    #expect(found.first.path == world.device + "/shared.journal" && found.first.kind == .shared)
    #expect(found.second.path == world.cloud + "/cloud.journal" && found.second.kind == .cloud)
    #expect(found.readCount == nil && found.second.onlyHereEntries == [])
    let reports = found.first.onlyHere.map { Array($0.prefix(5)) } ?? []
    #expect(found.first.onlyHereEntries.map(\.number) == (kind == nil ? [] : reports))
    let error = #expect(throws: InspectionError.self) {
      try JournalInspector(world.cloud).comparison(with: device)
    }
    #expect(error?.code == .wrongKind && error?.cause == nil)
  }

  @Test func `lists the entries that a filter wants`() throws {
    var filter = EntryFilter()
    filter.item = "2"
    #expect(try inspector.entries(matching: filter).entries.map(\.number) == [2, 3])
    filter.kinds = ["items deleted"]
    #expect(try inspector.entries(matching: filter).entries.map(\.number) == [3])
  }

  @Test func `says why an item is found, and by which query`() throws {
    let found = try #require(try inspector.item("1", query: "wor"))
    #expect(found.isFound && found.sentence == "It can be found.")
    #expect(found.identifier == "1" && found.bundleIdentifiers == ["app"])
    #expect(found.steps.map(\.effect) == ["indexed"] && found.steps.map(\.entry) == [1])
    #expect(found.query?.place == 1 && found.query?.resultCount == 1)
    let missing = try #require(try inspector.item("1", query: "none")?.query)
    #expect(missing.place == nil && missing.missingWords == ["none"])
  }

  @Test func `says why an item is gone, and what it was before`() throws {
    let gone = try #require(try inspector.item("2", inApp: "app"))
    #expect(!gone.isFound && gone.sentence == "It cannot be found: deleted by entry 3.")
    #expect(gone.steps.map(\.effect) == ["indexed", "deleted"])
    #expect(gone.steps.map(\.time) == [Self.time(1), Self.time(2)])
    #expect(gone.steps.map(\.isThere) == [true, false])
    let before = try #require(try inspector.item("2", until: .entry(2)))
    #expect(before.isFound && before.steps.count == 1)
    #expect(try inspector.item("3") == nil)
  }

  @Test func `exports lines of a trace and of a table`() throws {
    var lines: [String] = []
    let trace = try inspector.export(.trace(device: "phone")) { lines.append($0) }
    #expect(lines.count == 3 && lines.allSatisfy { $0.contains(#""device":"phone""#) })
    #expect(trace.entryCount == 3 && trace.leftOut == [:])
    var table: [String] = []
    try inspector.export(.csv, from: .entry(2), until: .entry(2)) { table.append($0) }
    #expect(table.count == 2 && table[0].hasPrefix("number,time,kind,app,id,"))
    #expect(table[1].hasPrefix("2,2026-") && table[1].contains(",item indexed,app,2,"))
    let key = [UInt8](repeating: 7, count: 32)
    var hidden: [String] = []
    try inspector.export(.csv, pseudonymKey: key) { hidden.append($0) }
    #expect(hidden.count == 4 && !hidden.joined().contains("word"))
  }

  @Test func `exports a database where there is no file`() throws {
    let path = folder.file("export.sqlite")
    #expect(try inspector.export(toDatabase: path).entryCount == 3)
    #expect(try RawDatabase.text("SELECT count(*) FROM entry", on: path) == "3")
    let error = #expect(throws: InspectionError.self) { try inspector.export(toDatabase: path) }
    #expect(error?.code == .alreadyExists)
    #expect(error?.message == "\(path) is there already. Choose another file.")
  }

  private struct Full: Error {}

  @Test func `names what does not go by a code`() throws {
    func code(_ work: () throws -> Void) -> InspectionError.Code? {
      #expect(throws: InspectionError.self) { try work() }?.code
    }
    let nothing = try JournalInspector(folder.file("nothing"))
    #expect(code { _ = try nothing.verify() } == .notFound)
    #expect(code { _ = try nothing.entries() } == .notFound)
    #expect(code { _ = try inspector.entries(from: .entry(0)) } == .outOfRange)
    #expect(code { _ = try inspector.verify(until: .entry(9)) } == .outOfRange)
    #expect(code { _ = try inspector.comparison(with: nothing) } == .notFound)
    #expect(code { _ = try inspector.comparison(with: inspector, until: .entry(9)) } == .outOfRange)
    #expect(code { _ = try JournalInspector(folder.path, key: [1]) } == .key)
    #expect(code { try inspector.export(.csv, pseudonymKey: [1]) { _ in } } == .key)
    #expect(code { try inspector.export(.csv) { _ in throw Full() } } == .cannotWrite)
    let other = try TemporaryFolder()
    try Data("no journal".utf8).write(to: URL(fileURLWithPath: other.file("private.journal")))
    #expect(code { _ = try JournalInspector(other.path).verify() } == .damaged)
    _ = try Journal.create(
      at: other.file("cloud.journal"),
      identity: JournalIdentity(kind: .cloud, name: Sample.journalName), created: Sample.day.start)
    let log = try JournalInspector(other.path, journal: .cloud)
    #expect(code { _ = try log.item("1") } == .wrongKind)
    #expect(code { _ = try JournalInspector(other.path).verify(until: .entry(1)) } == .wrongKind)
  }
}
