import CloudAggregator
import JournalFormat
import JournalStore
import TestSupport
import Testing

/// The suite that every log has to pass before an aggregator may stand on it.
@Suite("A cloud's log") struct CloudLogTests {
  enum Kind: CaseIterable { case journal, strict }

  private func make(_ kind: Kind) throws -> (log: any CloudLog, start: Journal.Position) {
    switch kind {
    case .journal:
      let journal = try Journal.create(
        at: ":memory:", identity: JournalIdentity(kind: .cloud, name: Sample.journalName),
        created: Sample.day.start)
      return (JournalCloudLog(journal), journal.floor)
    case .strict:
      let log = StrictCloudLog()
      return (log, log.start)
    }
  }

  private func draft(_ number: UInt32) -> EntryDraft {
    let entry = ControlEntry.threshold(number)
    return EntryDraft(kind: entry.kind, time: Sample.day.start, payload: entry.payload)
  }

  private func payloads(
    _ log: any CloudLog, after position: Journal.Position
  ) throws -> [[UInt8]?] {
    var found: [[UInt8]?] = []
    try log.read(after: position.number, expecting: position.digest) { row in
      found.append(row.payload.map { [UInt8]($0) })
      return .next
    }
    return found
  }

  @Test(arguments: Kind.allCases) func `gives back what was appended, in order`(kind: Kind) throws {
    let (log, start) = try make(kind)
    let middle = try log.append([draft(1), draft(2)], extending: start)
    let head = try log.append([draft(3)], extending: middle)
    #expect(head.number == 3)
    #expect(try payloads(log, after: start) == [1, 2, 3].map { draft($0).payload })
    #expect(try payloads(log, after: middle) == [draft(3).payload])
    #expect(try payloads(log, after: head).isEmpty)
  }

  @Test(arguments: Kind.allCases) func `stops when its reader says so`(kind: Kind) throws {
    let (log, start) = try make(kind)
    _ = try log.append([draft(1), draft(2)], extending: start)
    var count = 0
    try log.read(after: 0, expecting: nil) { _ in
      count += 1
      return .stop
    }
    #expect(count == 1)
  }

  @Test(arguments: Kind.allCases)
  func `takes nothing that does not extend its head, a reused number among it`(kind: Kind) throws {
    let (log, start) = try make(kind)
    let head = try log.append([draft(1)], extending: start)
    let others = [
      start, Journal.Position(number: head.number, digest: Sample.digest),
      Journal.Position(number: head.number + 1, digest: head.digest),
    ]
    for other in others {
      #expect {
        try log.append([draft(2)], extending: other)
      } throws: { error in
        if case .notExtending = error as? CloudLogFailure { true } else { false }
      }
    }
    #expect(try payloads(log, after: start).count == 1)
  }

  @Test(arguments: Kind.allCases)
  func `refuses to read on from a past that it does not have`(kind: Kind) throws {
    let (log, start) = try make(kind)
    let head = try log.append([draft(1)], extending: start)
    for position in [
      Journal.Position(number: 1, digest: Sample.digest),
      Journal.Position(number: 2, digest: head.digest),
    ] {
      #expect {
        try payloads(log, after: position)
      } throws: { error in
        if case .unknownPosition = error as? CloudLogFailure { true } else { false }
      }
    }
  }

  @Test(arguments: Kind.allCases) func `keeps number and digest of what it redacts`(kind: Kind)
    throws
  {
    let (log, start) = try make(kind)
    let head = try log.append([draft(1), draft(2)], extending: start)
    try log.redact(.first)
    #expect(try payloads(log, after: start) == [nil, draft(2).payload])
    #expect(try log.append([draft(3)], extending: head).number == 3)
  }
}
