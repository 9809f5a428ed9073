import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import SQLite
import Simulation
import TestSupport

/// The log of a local journal, on a disk that fails when it is told to.
final class FaultyJournalLog: CloudLogUnderTest {
  let disk = SimulatedDisk(name: "faulty-\(UUID())", seed: 1)
  let path = "/cloud.journal"
  private(set) var start = Journal.Position(number: 0, digest: .zero)
  private var opened: JournalCloudLog?

  var log: any CloudLog { opened! }

  init() throws {
    let journal = try Journal.create(
      at: path, identity: JournalIdentity(kind: .cloud, name: Sample.journalName),
      created: Sample.day.start, options: disk.journalOptions)
    start = journal.floor
    opened = JournalCloudLog(journal, options: disk.journalOptions)
  }

  /// A sync that fails leaves on the disk what was written; a write that fails leaves nothing.
  func fail(_ fault: StrictCloudLog.Fault) {
    if fault == .appendLost { disk.fail(afterChanges: 0) } else { disk.failSyncs(true) }
  }

  func recover() {
    disk.fail(afterChanges: nil)
    disk.failSyncs(false)
  }

  func loseTail(_ count: Int) throws {
    opened = nil
    let connection = try Connection(path: path, mode: .readWrite, vfs: disk.name)
    try connection.execute(
      "DELETE FROM entries WHERE number > (SELECT max(number) FROM entries) - \(count)")
    try reopen()
  }

  private func reopen() throws {
    let journal = try Journal.open(
      at: path, kind: .cloud, for: .write, options: disk.journalOptions)
    opened = JournalCloudLog(journal, options: disk.journalOptions)
  }
}
