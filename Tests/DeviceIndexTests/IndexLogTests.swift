import CHashes
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
    _ = try device.queries.itemCount()
  }

  private func found(_ device: Device) throws -> Set<String> {
    Set(try device.queries.search("common", now: home.now, limit: 1_000).map(\.uniqueIdentifier))
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

  @Test func `continues from its log where a process was killed`() throws {
    var device: Device? = try home.device()
    try fill(try #require(device), 0..<50)
    try leaving(&device)
    let again = try home.device(seed: 2)
    #expect(try found(again) == ids(0..<50))
    #expect(again.index.rebuildReason == nil)
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

  private var mark: String { path + "-settled" }

  private func markText() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: mark)), as: UTF8.self)
  }

  /// Leaves the files as they are where a process is killed once it has begun to take the log over:
  /// the mark says so, and the file has some of what the log has.
  private func leaveTakingOver() throws {
    var device: Device? = try home.device()
    try fill(try #require(device), 0..<50)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    var settling = Data()
    try leaving(&device) {
      let name = try #require(try markText().split(separator: " ").dropFirst().first)
      let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
      settling = Data(
        "settling \(name) 7 \(log.count) \(IndexLogTests.checksum(log))".utf8)
    }
    // The file as it would have been, up to a place in it.
    let kept = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
    do { _ = try home.device(seed: 9).queries.itemCount() }
    let after = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(after.count > before.count)
    let half = after.count / 2 / 4_096 * 4_096
    try (after.prefix(half) + kept[0].dropFirst(half)).write(to: URL(fileURLWithPath: path))
    try kept[1].write(to: URL(fileURLWithPath: path + "-wal"))
    try settling.write(to: URL(fileURLWithPath: mark))
  }

  private static func checksum(_ bytes: Data) -> Int64 {
    let crc = bytes.withUnsafeBytes { spotlog_crc32c(0, $0.baseAddress, $0.count) }
    return Int64(bytes.count) << 32 ^ Int64(crc)
  }

  @Test func `continues from its log where a process was killed while that was taken over`() throws
  {
    try leaveTakingOver()
    let again = try home.device(seed: 2)
    #expect(try found(again) == ids(0..<50))
    #expect(again.index.rebuildReason == nil)
  }

  @Test(arguments: ["cut", "gone", "a bit"])
  func `is rebuilt where the log it was written to from is not whole`(what: String) throws {
    try leaveTakingOver()
    let log = URL(fileURLWithPath: path + "-wal")
    var bytes = try Data(contentsOf: log)
    switch what {
    case "cut": bytes.removeLast()
    case "gone": bytes = Data()
    default: bytes[bytes.count / 2] ^= 1
    }
    try bytes.write(to: log)
    let left = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
    let again = try home.device(seed: 2)
    #expect(try found(again) == ids(0..<50))
    #expect(again.index.isDamaged)
    // Put aside as it was: nothing was written to it first.
    let aside = try ["", "-wal"].map {
      try Data(contentsOf: URL(fileURLWithPath: path + ".damaged" + $0))
    }
    #expect(aside == left)
  }

  @Test func `is rebuilt where its file is of another time than its log`() throws {
    try fill(try home.device(), 0..<30)
    let earlier = try Data(contentsOf: URL(fileURLWithPath: path))
    var device: Device? = try home.device(seed: 2)
    try device?.record([try TestHome.item("1", "common changed")], at: home.now)
    _ = try device?.queries.itemCount()
    device = nil
    device = try home.device(seed: 3)
    try fill(try #require(device), 30..<60)
    try leaving(&device) { try earlier.write(to: URL(fileURLWithPath: path)) }
    let again = try home.device(seed: 4)
    #expect(try home.titles("changed", again) == ["common changed"])
    #expect(try found(again) == ids(0..<60))
    #expect(again.index.isDamaged)
  }

  @Test func `is whole again once there is room, where there was none to take the log over`() throws
  {
    var device: Device? = try home.device()
    try fill(try #require(device), 0..<50)
    // The mark cannot be written: a folder is in the way of what is put in its place.
    let inTheWay = mark + ".new"
    try files.createDirectory(atPath: inTheWay, withIntermediateDirectories: false)
    device = nil
    #expect(try !Data(contentsOf: URL(fileURLWithPath: path + "-wal")).isEmpty)
    try files.removeItem(atPath: inTheWay)
    let again = try home.device(seed: 2)
    #expect(try found(again) == ids(0..<50))
    #expect(again.index.rebuildReason == nil)
  }

  @Test(arguments: ["", "settled", "settling 1 2 3", "settled 1 x", "nonsense 1 2", "folder"])
  func `is rebuilt with a mark that says nothing`(text: String) throws {
    try fill(try home.device(), 0..<20)
    try files.removeItem(atPath: mark)
    if text == "folder" {
      try files.createDirectory(atPath: mark, withIntermediateDirectories: false)
    } else {
      try Data(text.utf8).write(to: URL(fileURLWithPath: mark))
    }
    do {
      let again = try home.device(seed: 2)
      #expect(try found(again) == ids(0..<20))
      #expect(again.index.isDamaged)
    }
    let last = try home.device(seed: 3)
    #expect(try found(last) == ids(0..<20))
    #expect(last.index.rebuildReason == nil)
  }

  @Test func `is rebuilt with a log of another time, or without its mark`() throws {
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
    #expect(device?.index.isDamaged == true)
    try leaving(&device) { try files.removeItem(atPath: path + "-settled") }
    let again = try home.device(seed: 4)
    #expect(try found(again) == ids(0..<60))
    #expect(again.index.isDamaged)
  }

  @Test func `answers from what it reads again where a search meets the damage, and says so`()
    throws
  {
    try fill(try home.device(), 0..<400)
    let device = try home.device(seed: 2)
    var said: [Bool] = []
    device.index.whenDamaged = { said.append($0) }
    #expect(try device.queries.itemCount() == 400)
    try device.index.asking { projection throws(SQLiteError) in
      try projection.connection.execute("PRAGMA shrink_memory")
    }
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: size - 4_096))
    try handle.close()
    let results = try device.queries.searchMeanwhile("common", now: home.now, limit: 1_000)
    #expect(results.count == 400 && said == [true])
  }

  @Test func `leaves no words of what was deleted where a compaction finds damage`() throws {
    var device: Device? = try home.device()
    try fill(try #require(device), 0..<300)
    try device?.record([try TestHome.item("zebra", "common zebrafish")], at: home.now)
    _ = try device?.queries.itemCount()
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
    let error = #expect(throws: DeviceError.self) { try device.queries.itemCount() }
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
    device.index.whenDamaged = { said.append($0) }
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
