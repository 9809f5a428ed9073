import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A device's snapshot profile") struct DeviceSnapshotTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute(FilterTables.statements + FilterTables.laterStatements)
    let tables = FilterTables(connection: connection)
    let tag = Tag(suite: 0, bits: 1)
    let content = ContentDigest(bits: 2)
    let candidate = FilterTables.Candidate(
      app: "app", id: "1", related: "", domain: "", tag: tag, content: content, privateNumber: 4)
    try tables.move(
      to: FilterTables.Checkpoint(
        journal: Sample.journalName, position: Journal.Position(number: 40, digest: .zero),
        carriedUntil: 0))
    try tables.put(candidate)
    try tables.endorsement(candidate)
    // Report 3 is a content of long ago, made after report 2.
    for (number, cause) in [(1, 4), (2, 9), (3, 2), (4, 12)] as [(UInt64, UInt64)] {
      try tables.reported(number: number, privateNumber: cause)
    }
  }

  private func cut(_ last: UInt64) -> SnapshotCut {
    SnapshotCut(
      leader: JournalIdentity(kind: .private, name: Sample.journalName),
      floor: Journal.Position(number: 0, digest: Sample.digest), last: last, isHead: false)
  }

  @Test(
    arguments: [(1, 0), (4, 1), (8, 1), (9, 3), (11, 3), (12, 4), (99, 4)] as [(UInt64, UInt64)])
  func `cuts before the first report whose cause is cut off`(last: UInt64, reports: UInt64) throws {
    #expect(try SnapshotProfile.device.follow(connection, cut(last)) == reports)
  }

  @Test func `cuts before everything where a report 0 says that its cause is cut off`() throws {
    try FilterTables(connection: connection).reported(number: 0, privateNumber: 999)
    #expect(try SnapshotProfile.device.follow(connection, cut(99)) == 0)
  }

  @Test func `has the filter start over, with all that is left carried`() throws {
    try SnapshotProfile.device.rewind(.shared, 1, connection, cut(8))
    #expect(try connection.integers("SELECT number FROM local_origins") == [1])
    #expect(try connection.integer("SELECT count(*) FROM local_candidates") == 0)
    #expect(try connection.integer("SELECT count(*) FROM local_vouched") == 0)
    #expect(
      try connection.text("SELECT hex(journal) || number || '/' || carried_until FROM local_gate")
        == Sample.journalName.description.uppercased() + "0/8")
    #expect(try FilterTables(connection: connection).problems() == [])
  }
}
