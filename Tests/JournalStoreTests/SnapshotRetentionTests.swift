import JournalFormat
import JournalStore
import TestSupport
import Testing

@Suite("Retention") struct SnapshotRetentionTests {
  /// Made so many hours after a Thursday's midnight.
  private func candidate(_ hour: Int64, base: Int64? = nil) -> SnapshotRetention.Candidate {
    SnapshotRetention.Candidate(
      file: "\(hour)", name: "\(hour)",
      created: Sample.day.start.advanced(byMilliseconds: hour * SnapshotFixture.hour),
      depth: base == nil ? 0 : 1, base: base.map { "\($0)" })
  }

  @Test(arguments: [
    (SnapshotRetention(), [Int]()),
    (SnapshotRetention(last: 2), [47, 25, 24, 3, 2, 1, 0]),
    (SnapshotRetention(last: 99), []),
    (SnapshotRetention(hourly: 3), [25, 24, 3, 2, 1, 0]),
    (SnapshotRetention(daily: 2), [200, 25, 24, 3, 2, 1, 0]),
    // The week of Thursday, and that of the Friday after the next.
    (SnapshotRetention(weekly: 2), [200, 25, 24, 3, 2, 1, 0]),
    (SnapshotRetention(monthly: 5), [200, 47, 25, 24, 3, 2, 1, 0]),
    (SnapshotRetention(last: 1, hourly: 2, daily: 3), [25, 24, 2, 1, 0]),
  ])
  func `removes what no rule keeps`(retention: SnapshotRetention, removed: [Int]) {
    let candidates = [0, 1, 2, 3, 24, 25, 47, 200, 201].map { candidate($0) }
    #expect(retention.removals(among: candidates) == removed.map { "\($0)" })
  }

  @Test func `keeps what a kept increment goes on from, and removes increments first`() {
    let candidates = [
      candidate(0), candidate(1, base: 0), candidate(2), candidate(3, base: 2), candidate(4),
      candidate(5, base: 4),
    ]
    #expect(SnapshotRetention(last: 1).removals(among: candidates) == ["3", "1", "2", "0"])
  }

  @Test func `removes files, of the same device alone`() throws {
    let fixture = try SnapshotFixture()
    try fixture.append(2)
    for hour in Int64(0)..<4 { try fixture.snapshot(at: hour * 24, isIncrement: hour % 2 == 1) }
    let other = try SnapshotFixture()
    let journal = try Journal.create(
      at: other.path(.private),
      identity: JournalIdentity(kind: .private, name: JournalName(bits: 5)),
      created: Sample.day.start)
    var dice = Dice.seeded(77)
    _ = try Snapshot(of: [("private.journal", journal)], kind: .device, to: fixture.backups)
      .make(created: Sample.day.start, dice: &dice)
    try fixture.snapshot(at: 96, retention: SnapshotRetention(last: 2))
    let left = try SnapshotFolder(fixture.backups).items().map { try $0.manifest.get() }
    #expect(
      left.filter { $0.leader.name == Sample.journalName.description }.map(\.created).count == 3)
    #expect(left.count == 4)
    for item in try SnapshotFolder(fixture.backups).items() {
      _ = try SnapshotChain(path: fixture.backups + "/" + item.file).verify()
    }
  }
}
