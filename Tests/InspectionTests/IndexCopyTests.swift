import DeviceIndex
import Foundation
import JournalFormat
import SQLite
import Search
import TestSupport
import Testing

@testable import Inspection

@Suite("An index beside its journal") struct IndexCopyTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("index.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// A device of a few items, some of which are in the log of its index.
  private func device() throws -> Device {
    let device = try Device.inFolder(
      folder.path, DeviceConfiguration(tagSalt: Sample.tagSalt, cloudKeys: []),
      now: Sample.day.start, random: .seeded(1))
    for number in 0..<20 {
      var event = JournalEvent()
      var set = AttributeSet()
      set.title = "word \(number)"
      event.itemIndexed = try SearchableItem(uniqueIdentifier: "\(number)", attributeSet: set)
        .journaled(app: "app", indexName: "")
      try device.record([event], at: Sample.day.start)
    }
    #expect(try device.queries.itemCount() == 20)
    return device
  }

  private func check() throws -> DeepCheck { try DeepCheck(of: JournalSource(folder.path)) }

  @Test(arguments: [false, true])
  func `is compared with what the journal says, also while it is in use`(isInUse: Bool) throws {
    let device = isInUse ? try device() : nil
    if !isInUse { _ = try self.device() }
    let check = try check()
    #expect(check.compared == "the index")
    #expect(check.differences.isEmpty)
    withExtendedLifetime(device) {}
  }

  @Test func `is found to say something else, though all its pages are whole`() throws {
    _ = try device()
    try Connection(path: path, mode: .readWrite, hasCheckedPages: true)
      .execute("UPDATE documents SET title = 'another' WHERE id = '7'")
    let check = try check()
    #expect(check.compared == "the index")
    #expect(
      check.differences.map(\.what) == [
        "The index is not what the journal says: of items and activities it lacks 0, has 0 too "
          + "many, and 1 otherwise."
      ])
  }

  @Test(arguments: ["", "-settled"])
  func `is found to be damaged, or of another time`(end: String) throws {
    _ = try device()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path + end))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path + end))
    let found = try check().differences.map(\.what)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("The index beside the journal is damaged: ") == true, "\(found)")
  }

  @Test(arguments: [false, true])
  func `spares the past an index, also while it is in use`(isInUse: Bool) throws {
    let device = isInUse ? try device() : nil
    if !isInUse { _ = try self.device() }
    let source = try JournalSource(folder.path)
    let copied = try PrivateFolder()
    let copy = try #require(try IndexCopy.open(of: source, in: copied))
    #expect(copy.checkpoint.number == 21)
    #expect(try copy.documents.count(.item) == 20)
    // What is applied into the copy does not come to the original.
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let past = try PastIndex(of: source, until: 21)
    #expect(past.gaps.isEmpty)
    #expect(try past.contents().count == 20)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    withExtendedLifetime(device) {}
  }
}
