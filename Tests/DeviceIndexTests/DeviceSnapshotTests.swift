import DeviceIndex
import JournalFormat
import JournalStore
import SQLite
import TestSupport
import Testing

@Suite("A device's snapshot profile") struct DeviceSnapshotTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute(
      """
      CREATE TABLE local_gate (
        journal BLOB, number INTEGER, digest BLOB, carried_until INTEGER) STRICT;
      CREATE TABLE local_candidates (a INTEGER) STRICT;
      CREATE TABLE local_vouched (a INTEGER) STRICT;
      CREATE TABLE local_origins (number INTEGER PRIMARY KEY, private_number INTEGER) STRICT;
      INSERT INTO local_gate VALUES (x'00', 40, x'00', 0);
      INSERT INTO local_candidates VALUES (1);
      INSERT INTO local_vouched VALUES (1);
      -- Report 3 is a content of long ago, made after report 2.
      INSERT INTO local_origins VALUES (1, 4), (2, 9), (3, 2), (4, 12);
      """)
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

  @Test func `has the gate begin anew, with all that is left carried`() throws {
    try SnapshotProfile.device.rewind(.shared, 1, connection, cut(8))
    #expect(try connection.integers("SELECT number FROM local_origins") == [1])
    #expect(try connection.integer("SELECT count(*) FROM local_candidates") == 0)
    #expect(try connection.integer("SELECT count(*) FROM local_vouched") == 0)
    #expect(
      try connection.text("SELECT hex(journal) || number || '/' || carried_until FROM local_gate")
        == Sample.journalName.description.uppercased() + "0/8")
  }
}
