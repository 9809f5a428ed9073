import JournalFormat
import JournalStore
import Simulation
import Sync
import TestSupport
import Testing
import TraceLines

@testable import DeviceIndex

/// What opening a device reads, counted where its files lie.
@Suite("Opening a device") struct OpeningTests {
  private let disk: SimulatedDisk
  private let storage: DeviceStorage
  private let configuration = DeviceConfiguration(
    tagSalt: Sample.tagSalt, cloudKeys: [Sample.cloudKey.publicKey])
  private let now = Sample.day.start

  init() throws {
    disk = SimulatedDisk(name: "opening-\(UInt64.random(in: 0...UInt64.max))", seed: 7)
    storage = DeviceStorage(
      privatePath: "/private.journal", sharedPath: "/shared.journal", indexPath: "/index.sqlite",
      witness: MemoryWitnessStore(), journalOptions: disk.journalOptions)
  }

  private func open(_ seed: UInt64) throws -> Device {
    try Device.open(storage, configuration, random: .seeded(seed))
  }

  /// Makes the device, enrolled, with a public page.
  private func begin() throws {
    let device = try Device.create(storage, configuration, now: now, random: .seeded(1))
    let page =
      #"{"time":1,"device":"d","app":"a","kind":"activity","type":"view","id":"page","#
      + #""search":true,"public":true,"title":"Page","url":"https://example.com/page"}"#
    try device.record([try TraceEvent(json: Array(page.utf8)).journaled()], at: now)
    let sync = try device.sync(now: now)
    try sync.enrolAsSample(now: now)
  }

  /// Has the journals, both, grow by so many entries, and the index read them.
  private func grow(by count: Int, seed: UInt64) throws {
    let device = try open(seed)
    let engage = Array(#"{"time":2,"device":"d","app":"a","kind":"engage","id":"page"}"#.utf8)
    let event = try TraceEvent(json: engage).journaled()
    for _ in 0..<(count / 500) {
      try device.record(Array(repeating: event, count: 500), at: now)
    }
    try device.sync(now: now).runFilter(now: now)
    #expect(try device.sync(now: now).head() == device.journaledNumber - 3)
    try device.index.catchUp()
  }

  private struct Reads { var opening = 0, asking = 0, searching = 0 }

  /// What a process reads until it is open, until it has its first request, and for a search.
  private func reads(seed: UInt64) throws -> Reads {
    var reads = Reads()
    let before = disk.readCount
    let device = try open(seed)
    reads.opening = disk.readCount - before
    guard case .send = try device.sync(now: now).next(now: now) else {
      Issue.record("it has to open the conversation")
      return reads
    }
    reads.asking = disk.readCount - before - reads.opening
    let asked = disk.readCount
    _ = try device.queries.searchMeanwhile("page", now: now)
    reads.searching = disk.readCount - asked
    return reads
  }

  @Test func `reads no more of a journal that is fifty times as long`() throws {
    try begin()
    try grow(by: 1_000, seed: 2)
    let short = try reads(seed: 3)
    try grow(by: 50_000, seed: 4)
    let long = try reads(seed: 5)
    // A few pages: of the schema, and one way down the tree for each entry that is looked up.
    // The tree has one level more; the locator names six entries more.
    #expect(short.opening > 0 && short.opening <= 30, "\(short)")
    #expect(long.opening <= short.opening + 6, "\(short) \(long)")
    #expect(long.asking <= short.asking + 40, "\(short) \(long)")
    #expect(long.searching <= short.searching + 20, "\(short) \(long)")
    // A scan would be seen.
    let device = try open(6)
    let before = disk.readCount
    #expect(device.privateJournal.verify().isWhole)
    #expect(disk.readCount - before > 1_000)
  }

  @Test func `that has lost its index reads a step of it at most`() throws {
    try begin()
    try grow(by: 1_000, seed: 2)
    for end in ["", "-wal"] { _ = disk.put([], at: "/index.sqlite" + end) }
    let short = try reads(seed: 3)
    try grow(by: 50_000, seed: 4)
    for end in ["", "-wal"] { _ = disk.put([], at: "/index.sqlite" + end) }
    let long = try reads(seed: 5)
    #expect(long.opening <= short.opening + 6, "\(short) \(long)")
    // Two thousand entries instead of one thousand, not fifty thousand.
    #expect(long.searching < 4 * short.searching, "\(short) \(long)")
  }
}
