import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@Suite("Retention") struct SnapshotRetentionTests {
  private var now: Timestamp { candidate(201).created }

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
    #expect(retention.removals(among: candidates, now: now) == removed.map { "\($0)" })
  }

  /// One was made while a clock was years ahead.
  @Test(arguments: [
    (SnapshotRetention(last: 2), [1, 0]), (SnapshotRetention(hourly: 2), [1, 0]),
    (SnapshotRetention(daily: 1), [2, 1, 0]), (SnapshotRetention(weekly: 1), [2, 1, 0]),
    (SnapshotRetention(monthly: 1), [2, 1, 0]),
  ])
  func `gives no place to a snapshot of a time to come, and leaves it`(
    retention: SnapshotRetention, removed: [Int]
  ) {
    let candidates = [0, 1, 2, 3, 90_000].map { candidate($0) }
    #expect(retention.removals(among: candidates, now: now) == removed.map { "\($0)" })
    // Once its time has come it is one like the others.
    let later = candidate(90_000).created
    #expect(retention.removals(among: candidates, now: later).contains("90000") == false)
    #expect(
      SnapshotRetention(last: 1).removals(among: candidates, now: later) == ["3", "2", "1", "0"])
  }

  @Test func `removes nothing while the clock is behind, nor what stands on a time to come`() {
    let candidates = [0, 1, 2].map { candidate($0) }
    let behind = candidate(-100_000).created
    #expect(SnapshotRetention(last: 1).removals(among: candidates, now: behind) == [])
    let chain = [candidate(0), candidate(1), candidate(90_000, base: 0), candidate(3)]
    #expect(SnapshotRetention(last: 1).removals(among: chain, now: now) == ["1"])
  }

  @Test func `keeps what a kept increment continues from, and removes increments first`() {
    let candidates = [
      candidate(0), candidate(1, base: 0), candidate(2), candidate(3, base: 2), candidate(4),
      candidate(5, base: 4),
    ]
    #expect(
      SnapshotRetention(last: 1).removals(among: candidates, now: now) == ["3", "1", "2", "0"])
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

@Suite("What a retention leaves alone") struct KeptSnapshotTests {
  let fixture: SnapshotFixture

  init() throws {
    fixture = try SnapshotFixture()
    try fixture.append(4)
  }

  private var left: [String] {
    get throws {
      try fixture.files(in: fixture.backups).filter { $0.hasSuffix("sqlar") }
        .map { fixture.backups + "/" + $0 }
    }
  }

  /// A clock that was ahead once would otherwise have each later one removed.
  @Test(arguments: [false, true]) func `is what was made just now`(isIncrement: Bool) throws {
    let ahead = try fixture.snapshot(at: 240)
    try fixture.append(2)
    let made = try fixture.snapshot(
      at: 1, isIncrement: isIncrement, retention: SnapshotRetention(last: 1))
    #expect(try left.contains(made.path))
    try fixture.append(2)
    let next = try fixture.snapshot(at: 2, isIncrement: true)
    #expect(next.manifest.base?.name == made.manifest.name, "what holds most is gone on from")
    _ = try SnapshotChain(path: next.path).verify()
    #expect(try left.contains(ahead.path))
  }

  @Test func `is what was made when a clock was ahead, which takes no place and is named`() throws {
    let ahead = try fixture.snapshot(at: 90_000)
    var made: [String] = []
    for hour in Int64(1)...3 {
      try fixture.append(2)
      made.append(try fixture.snapshot(at: hour, retention: SnapshotRetention(last: 2)).path)
    }
    #expect(try left == made.suffix(2) + [ahead.path])
    let pruned = try SnapshotFolder(fixture.backups).prune(
      SnapshotRetention(last: 2), of: try fixture.openAll(.read).leader, now: SnapshotFixture.now)
    #expect(pruned.removed == [])
    #expect(pruned.ahead.map { fixture.backups + "/" + $0 } == [ahead.path])
  }

  /// Two copies of one device, whose backups lie in one folder.
  @Test func `is what a copy made, and what that stands on`() throws {
    let first = try fixture.snapshot(at: 0)
    let copy = fixture.folder.file("copy")
    try FileManager.default.copyItem(atPath: fixture.device, toPath: copy)
    try fixture.append(2)
    let mine = try fixture.snapshot(at: 1, isIncrement: true)
    // The copy continues with something else.
    let journals = try fixture.openAll(.write, in: copy)
    try journals.leader.append([EntryDraft(kind: .event, time: Sample.day.start, payload: [9])])
    var dice = Dice.seeded(9)
    let added = try SnapshotFolder(fixture.backups).add(
      Snapshot(
        of: [("shared.journal", journals.shared), ("private.journal", journals.leader)],
        kind: .device, to: fixture.backups),
      isIncrement: true, retention: SnapshotRetention(last: 1),
      created: Sample.day.start.advanced(byMilliseconds: 2 * SnapshotFixture.hour), dice: &dice)
    #expect(added.pruned.removed == [] && added.made.manifest.base?.name == first.manifest.name)
    #expect(added.pruned.others == [URL(fileURLWithPath: mine.path).lastPathComponent])
    for path in try left { _ = try SnapshotChain(path: path).verify() }
    #expect(try left.count == 3)
  }

  /// Somebody else's key may have made an increment over it.
  @Test func `is what is older than one that cannot be read`() throws {
    let key = try SnapshotKey(bytes: [UInt8](repeating: 7, count: 32), path: "key")
    let base = try fixture.snapshot(at: 0)
    let sealed = try fixture.snapshot(at: 1, isIncrement: true, key: key)
    #expect(sealed.manifest.base == nil, "what no key sealed is not a base of what one seals")
    let later = try fixture.snapshot(at: 2)
    let last = try fixture.snapshot(at: 3, retention: SnapshotRetention(last: 1))
    #expect(try left == [base.path, sealed.path, last.path])
    #expect(try !left.contains(later.path))
    _ = try SnapshotChain(path: sealed.path, key: key).verify()
    // With the key the sealed one can be read, and no rule is for those without a seal.
    let new = try fixture.snapshot(at: 4, key: key, retention: SnapshotRetention(last: 1))
    #expect(try left == [base.path, last.path, new.path])
  }
}

@Suite("Snapshots that cannot be restored") struct UselessSnapshotTests {
  let fixture: SnapshotFixture

  init() throws {
    fixture = try SnapshotFixture()
    try fixture.append(4)
  }

  private func name(_ made: Snapshot.Made) -> String {
    URL(fileURLWithPath: made.path).lastPathComponent
  }

  private func prune(_ damaged: Set<String>, daily: Int) throws -> [String] {
    var folder = SnapshotFolder(fixture.backups)
    folder.damaged = damaged
    return try folder.prune(
      SnapshotRetention(daily: daily), of: try fixture.openAll(.read).leader,
      now: SnapshotFixture.now.advanced(byMilliseconds: 1_000 * SnapshotFixture.hour)
    ).removed
  }

  /// The newest of a day is damaged: an older one of that day stands for it.
  @Test func `take no place from those that can`() throws {
    let files = try [1, 2, 30].map { name(try fixture.snapshot(at: $0)) }
    #expect(try prune([files[1]], daily: 2) == [])
    #expect(try fixture.files(in: fixture.backups).filter { $0.hasSuffix("sqlar") } == files)
    // Of whole ones the newest stands for the day.
    #expect(try prune([], daily: 2) == [files[0]])
  }

  @Test func `go when they would go as well`() throws {
    let files = try [1, 30].map { name(try fixture.snapshot(at: $0)) }
    #expect(try prune([files[0]], daily: 1) == [files[0]])
    // The newest one, which is damaged, does not have the last that can be restored go.
    #expect(try prune([files[1]], daily: 1) == [])
  }

  @Test func `are those that the system does not give back, and hide no other`() throws {
    let paths = try [1, 30].map { try fixture.snapshot(at: $0).path }
    try FileManager.default.removeItem(atPath: paths[0])
    try FileManager.default.createDirectory(
      atPath: paths[0], withIntermediateDirectories: false)
    let leader = try fixture.openAll(.read).leader.identity
    let damages = try SnapshotFolder(fixture.backups).verify(of: leader)
    #expect(damages.map { fixture.backups + "/" + $0.file } == [paths[0]])
    #expect(try SnapshotFolder(fixture.backups).complete(of: leader).count == 1)
  }
}
