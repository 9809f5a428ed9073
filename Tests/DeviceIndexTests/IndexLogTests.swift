import Foundation
import JournalFormat
import SQLite
import Search
import TestSupport
import Testing

@testable import DeviceIndex

/// What may lie beside an index, or in its place, after its process was killed or by another's
/// hand.
@Suite("An index, its log and its place") struct IndexLogTests {
  private let home: TestHome
  private var path: String { home.folder.file("index.sqlite") }
  private let files = FileManager.default

  init() throws { home = try TestHome() }

  private func fill(_ device: Device, _ numbers: Range<Int>) throws {
    try device.record(
      try numbers.map { try TestHome.item("\($0)", "common word\($0)") }, at: home.now)
    _ = try device.itemCount()
  }

  private func found(_ device: Device) throws -> Set<String> {
    Set(try device.search("common", now: home.now, limit: 1_000).map(\.uniqueIdentifier))
  }

  private func ids(_ numbers: Range<Int>) -> Set<String> { Set(numbers.map { "\($0)" }) }

  /// Copies what a killed process leaves, and puts it back once the process is gone.
  private func leaving(_ device: inout Device?, _ change: () throws -> Void = {}) throws {
    let kept = home.folder.file("kept")
    try files.createDirectory(atPath: kept, withIntermediateDirectories: true)
    let names = ["index.sqlite", "index.sqlite-wal", "index.sqlite-settled"]
    for name in names where files.fileExists(atPath: home.folder.file(name)) {
      try files.copyItem(atPath: home.folder.file(name), toPath: kept + "/" + name)
    }
    device = nil
    for name in names {
      try? files.removeItem(atPath: home.folder.file(name))
      if files.fileExists(atPath: kept + "/" + name) {
        try files.moveItem(atPath: kept + "/" + name, toPath: home.folder.file(name))
      }
    }
    try change()
  }

  @Test func `goes on from its log where a process was killed`() throws {
    var device: Device? = try home.device()
    try fill(try #require(device), 0..<50)
    try leaving(&device)
    let again = try home.device(seed: 2)
    #expect(try found(again) == ids(0..<50))
    #expect(again.indexRebuildReason == nil)
  }

  @Test(arguments: [0, 1, 40, 5_000, 20_000])
  func `is as it was before where its log was cut, and reads on`(byteCount: Int) throws {
    var device: Device? = try home.device()
    try fill(try #require(device), 0..<30)
    try fill(try #require(device), 30..<60)
    try leaving(&device) {
      let log = try FileHandle(forUpdating: URL(fileURLWithPath: path + "-wal"))
      try log.truncate(atOffset: UInt64(byteCount))
      try log.close()
    }
    #expect(try found(try home.device(seed: 2)) == ids(0..<60))
  }

  @Test func `is made anew where a process was killed while the log was taken over`() throws {
    var device: Device? = try home.device()
    try fill(try #require(device), 0..<50)
    try leaving(&device) {
      try Data("settling".utf8).write(to: URL(fileURLWithPath: path + "-settled"))
    }
    let again = try home.device(seed: 2)
    #expect(try found(again) == ids(0..<50))
    #expect(again.isIndexDamaged)
    #expect(files.fileExists(atPath: path + ".damaged"))
  }

  @Test func `is made anew with a log of another time, or without its mark`() throws {
    var device: Device? = try home.device()
    try fill(try #require(device), 0..<30)
    let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    #expect(log.count > 10_000)
    device = nil
    #expect(!files.fileExists(atPath: path + "-wal"))
    try fill(try home.device(seed: 2), 30..<60)
    try log.write(to: URL(fileURLWithPath: path + "-wal"))
    device = try home.device(seed: 3)
    #expect(try found(try #require(device)) == ids(0..<60))
    #expect(device?.isIndexDamaged == true)
    try leaving(&device) { try files.removeItem(atPath: path + "-settled") }
    let again = try home.device(seed: 4)
    #expect(try found(again) == ids(0..<60))
    #expect(again.isIndexDamaged)
  }

  @Test func `answers from what it reads anew where a search meets the damage, and says so`() throws
  {
    try fill(try home.device(), 0..<400)
    let device = try home.device(seed: 2)
    var said: [Bool] = []
    device.whenIndexIsDamaged = { said.append($0) }
    #expect(try device.itemCount() == 400)
    try device.asking { fold throws(SQLiteError) in
      try fold.connection.execute("PRAGMA shrink_memory")
    }
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: size - 4_096))
    try handle.close()
    let results = try device.searchMeanwhile("common", now: home.now, limit: 1_000)
    #expect(results.count == 400 && said == [true])
  }

  @Test func `leaves no words of what was deleted where a compaction finds damage`() throws {
    var device: Device? = try home.device()
    try fill(try #require(device), 0..<300)
    try device?.record([try TestHome.item("zebra", "common zebrafish")], at: home.now)
    _ = try device?.itemCount()
    try device?.record([TestHome.delete(ids: ["zebra"])], at: home.now)
    device = nil
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for page in 1..<whole.count / 4_096 {
      var bytes = whole
      bytes[page * 4_096 + 2_000] ^= 1
      try? files.removeItem(atPath: path + "-wal")
      try bytes.write(to: URL(fileURLWithPath: path))
      device = try home.device(seed: UInt64(page) + 3)
      _ = try device?.compact(CompactionLimits(), now: home.now)
      device = nil
      for name in try files.contentsOfDirectory(atPath: home.folder.path) {
        let left = try? Data(contentsOf: URL(fileURLWithPath: home.folder.file(name)))
        #expect(left?.range(of: Data("zebrafish".utf8)) == nil, "\(page) \(name)")
        #expect(!name.contains("damaged"), "\(page) \(name)")
      }
    }
  }

  @Test func `is not taken away from another program that has it`() throws {
    try fill(try home.device(), 0..<10)
    let other = try Connection(path: path, mode: .readWrite)
    try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    let device = try home.device(seed: 2)
    let error = #expect(throws: DeviceError.self) { try device.itemCount() }
    #expect(error?.code == .index)
    #expect(files.fileExists(atPath: path) && !files.fileExists(atPath: path + ".damaged"))
    try other.execute("COMMIT")
  }

  /// What SQLite takes for no file is in nobody's way.
  @Test(arguments: [
    ("folder", true), ("pipe", true), ("another's", true), ("log folder", true),
    ("log pipe", false), ("nothing in it", false),
  ])
  func `is put aside whatever lies in its place`(what: String, isAside: Bool) throws {
    try fill(try home.device(), 0..<20)
    let place = what.hasPrefix("log") ? path + "-wal" : path
    try? files.removeItem(atPath: place)
    switch what {
    case "folder", "log folder":
      try files.createDirectory(atPath: place, withIntermediateDirectories: false)
    case "pipe", "log pipe": #expect(mkfifo(place, 0o600) == 0)
    case "nothing in it": try Data().write(to: URL(fileURLWithPath: place))
    default: try Data("SQLite format 3\0 and so on".utf8).write(to: URL(fileURLWithPath: place))
    }
    let device = try home.device(seed: 2)
    var said: [Bool] = []
    device.whenIndexIsDamaged = { said.append($0) }
    #expect(try found(device) == ids(0..<20))
    #expect(said == (isAside ? [true] : []))
    #expect(files.fileExists(atPath: path + ".damaged") == isAside)
  }

  @Test func `ranks what was opened at times that lie a century apart`() throws {
    let device = try home.device()
    try fill(device, 0..<3)
    for year in [9_000, 2_121, 2_025, 1_999] as [Int64] {
      let time = Timestamp(milliseconds: (year - 1_970) * 31_556_952_000)
      try device.record([TestHome.engage("1")], at: time)
      #expect(try found(device) == ids(0..<3))
    }
  }
}
