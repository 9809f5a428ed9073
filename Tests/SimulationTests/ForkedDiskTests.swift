import JournalFormat
import JournalStore
import Simulation
import TestSupport
import Testing

@Suite("A forked disk") struct ForkedDiskTests {
  private let base = SimulatedDisk(name: Self.newName(), seed: 1)

  private static func newName() -> String { "fork-\(UInt64.random(in: 0...UInt64.max))" }

  /// Longer than a block of the disk, and no whole number of blocks.
  private static func bytes(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 5_000) }

  @Test func `has the files of the other one until it changes them`() {
    _ = base.put(Self.bytes(1), at: "/a")
    _ = base.put(Self.bytes(2), at: "/b")
    let fork = SimulatedDisk(name: Self.newName(), forking: base)
    let second = SimulatedDisk(name: Self.newName(), forking: base)
    #expect(fork.bytes(of: "/a") == Self.bytes(1) && fork.byteCount == 10_000)
    #expect(fork.put([3], at: "/a") && fork.put([4], at: "/c"))
    #expect(fork.bytes(of: "/a") == [3] && fork.byteCount == 5_002)
    #expect(!fork.isAsForked("/a") && fork.isAsForked("/b") && !fork.isAsForked("/c"))
    for disk in [base, second] {
      #expect(disk.bytes(of: "/a") == Self.bytes(1) && disk.bytes(of: "/c") == nil)
    }
  }

  @Test func `is all that changes from then on`() {
    _ = base.put(Self.bytes(1), at: "/a")
    let fork = SimulatedDisk(name: Self.newName(), forking: base)
    #expect(!base.put([2], at: "/a") && !base.put([2], at: "/b"))
    #expect(fork.rename("/a", to: "/b") && fork.bytes(of: "/b") == Self.bytes(1))
    #expect(base.bytes(of: "/a") == Self.bytes(1) && base.bytes(of: "/b") == nil)
  }

  @Test func `outlives the name of the other one`() {
    var other: SimulatedDisk? = SimulatedDisk(name: Self.newName(), seed: 1)
    _ = other?.put(Self.bytes(7), at: "/a")
    let fork = SimulatedDisk(name: Self.newName(), forking: other!)
    other = nil
    #expect(fork.bytes(of: "/a") == Self.bytes(7))
  }

  @Test func `has journals that go on, each in its own way`() throws {
    func append(_ count: Int, on disk: SimulatedDisk) throws -> UInt64 {
      let journal = try Journal.open(at: "/j", for: .write, options: disk.journalOptions)
      for _ in 0..<count {
        try journal.append([
          EntryDraft(kind: .event, time: Sample.day.start, payload: Self.bytes(9))
        ])
      }
      return try journal.head().number
    }
    _ = try Journal.create(
      at: "/j", identity: JournalIdentity(kind: .private, name: Sample.journalName),
      created: Sample.day.start, options: base.journalOptions)
    #expect(try append(3, on: base) == 3)
    let forks = (0..<2).map { _ in SimulatedDisk(name: Self.newName(), forking: base) }
    #expect(try append(2, on: forks[0]) == 5)
    #expect(try append(9, on: forks[1]) == 12)
    #expect(try append(0, on: forks[0]) == 5)
    let again = SimulatedDisk(name: Self.newName(), forking: base)
    #expect(try append(0, on: again) == 3)
  }
}
