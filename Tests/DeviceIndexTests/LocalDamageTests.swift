import Foundation
import JournalFormat
import JournalStore
import SQLite
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// A device that has reported pages, delivered words and taken one back, and is closed; its files
/// are damaged, and then it continues.
private struct DamagedHome {
  let home: TestHome
  private let files: [String: Data]

  init() throws {
    home = try TestHome()
    try Self.live(home)
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: home.folder.path) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: home.folder.file(name)))
    }
    self.files = files
  }

  private static func live(_ home: TestHome) throws {
    let device = try home.device()
    let sync = try home.enrol(device)
    try device.record(
      [
        try TestHome.activity("1", related: "item", domain: "a.b"), TestHome.engage("1"),
        try TestHome.activity("2", domain: "c"), TestHome.engage("2"),
        try TestHome.activity("3"), TestHome.engage("3"), TestHome.delete(ids: ["3"]),
        try TestHome.activity("4", domain: "a"),
      ], at: home.now)
    try sync.runFilter(now: home.now)
    guard case .activityRecorded(let activity) = try TestHome.activity("1", domain: "a.b").fact
    else { return }
    let item = try #require(PublicItem(activity))
    let wanted = WantedContent(tag: item.tag(salt: Sample.tagSalt), content: item.digest)
    let shared = try #require(sync.shared)
    let answer = try SharedJournal.report(wanted, device, shared, now: home.now) { _ in false }
    #expect(answer == .reported)
    let receipt = Receipt(
      lineage: Sample.lineage, epoch: Sample.epoch, first: .first, last: SequenceNumber(2)!,
      digest: try #require(try shared.digest(at: 2)), cloudLife: Sample.cloudLife,
      receivedMark: 1, backedUpMark: 0, receivedTime: home.now, signedBy: Sample.cloudKey)
    try sync.persistReceipt(receipt)
  }

  /// Has the files be as they were.
  func restore() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: home.folder.path) {
      try FileManager.default.removeItem(atPath: home.folder.file(name))
    }
    for (name, bytes) in files {
      try bytes.write(to: URL(fileURLWithPath: home.folder.file(name)))
    }
  }

  func bytes(_ name: String) throws -> Data { try #require(files[name]) }

  func put(_ bytes: Data, _ name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: home.folder.file(name)))
  }

  func change<Value>(_ name: String, _ body: (Connection) throws -> Value) throws -> Value {
    try body(Connection(path: home.folder.file(name), mode: .readWrite))
  }

  enum Outcome: Equatable {
    /// The reports, and what was mended.
    case reports([[UInt8]], repair: String?)
    /// The epoch is over, and the next one brings everything again.
    case newEpoch
    case refused(String)
  }

  /// Opens the device, deletes what it endorsed by other ways each, and engages once more.
  func goOn() throws -> Outcome {
    do {
      let device = try home.device(seed: 7)
      let sync = try device.sync(now: home.now)
      guard !sync.machine.phase.isOverEpoch else { return .newEpoch }
      try device.record(
        [
          TestHome.engage("4"), TestHome.delete(ids: ["item"]), TestHome.delete(domains: ["c"]),
          TestHome.delete(all: true),
        ], at: home.now)
      return .reports(try home.reports(sync).map(\.payload), repair: sync.repair)
    } catch {
      return .refused("\(error)")
    }
  }

  var shared: String { "shared.journal" }
}

/// What comes of each table and column is stated in `FileDamageTests`.
@Suite("Damage to a device's local tables") struct LocalDamageTests {
  private func expected(_ damaged: DamagedHome) throws -> [[UInt8]] {
    guard case .reports(let reports, nil) = try damaged.goOn() else {
      Issue.record("without damage there is nothing to mend")
      return []
    }
    #expect(reports.count == 9)
    try damaged.restore()
    return reports
  }

  @Test func `is refused where the words that rows were made from are gone`() throws {
    let damaged = try DamagedHome()
    func damage(_ sql: String) throws -> DamagedHome.Outcome {
      try damaged.restore()
      do {
        let journal = try Journal.open(
          at: damaged.home.folder.file("private.journal"), for: .write)
        try journal.redact([SequenceNumber(3)!])
      }
      try damaged.change(damaged.shared) { try $0.execute(sql) }
      return try damaged.goOn()
    }
    // The page's identifier is in the words that are gone.
    guard
      case .refused(let reason) = try damage("DELETE FROM local_candidates WHERE id = '1'")
    else {
      Issue.record("a page that nobody can name any more would never be taken back")
      return
    }
    #expect(reason.contains("local_candidates has 2 rows instead of 3"))
    #expect(reason.contains("Restore the device from a snapshot"))
    // The files are as they were, and say so again.
    #expect(try damaged.goOn() == .refused(reason))
    // What can be told from the rest is mended.
    for sql in [
      "DELETE FROM local_candidates WHERE id = '2'", "DELETE FROM local_vouched WHERE id = '2'",
      "DELETE FROM local_gate", "DELETE FROM local_origins WHERE number = 1",
      "UPDATE local_sums SET total = total + 1", "DELETE FROM local_sums",
    ] {
      guard case .reports(let reports, .some) = try damage(sql) else {
        Issue.record("not mended: \(sql)")
        continue
      }
      #expect(reports.count == 9, "\(sql)")
    }
  }

  @Test(arguments: ["shared.journal", "private.journal"])
  func `never changes what is reported, wherever one bit of a file is flipped`(file: String) throws
  {
    let damaged = try DamagedHome()
    let expected = try expected(damaged)
    let bytes = try damaged.bytes(file)
    var (noticed, harmless) = (0, 0)
    for place in stride(from: 101, to: bytes.count, by: 1_021) {
      try damaged.restore()
      var changed = bytes
      changed[place] ^= 1 << UInt8(place % 8)
      try damaged.put(changed, file)
      switch try damaged.goOn() {
      case .reports(let reports, let repair):
        #expect(reports == expected, "byte \(place) of \(file)")
        if repair == nil { harmless += 1 } else { noticed += 1 }
      case .newEpoch: noticed += 1
      case .refused(let reason):
        #expect(reason.count > 20)
        noticed += 1
      }
    }
    #expect(noticed > 0 && harmless > 0)
  }
}
