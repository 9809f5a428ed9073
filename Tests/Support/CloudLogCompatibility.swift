package import CloudAggregator
internal import JournalFormat
package import JournalStore
internal import Testing

/// A log with what a test needs to do to it.
package protocol CloudLogUnderTest: AnyObject {
  /// Another one after a loss.
  var log: any CloudLog { get }
  /// What a new log extends.
  var start: Journal.Position { get }
  /// Has appends fail until `recover`.
  func fail(_ fault: StrictCloudLog.Fault)
  func recover()
  /// Loses acknowledged entries at the end, as a restore of a backup does.
  func loseTail(_ count: Int) throws
}

/// The suite that every log has to pass before an aggregator may stand on it.
package struct CloudLogCompatibility {
  private let tested: any CloudLogUnderTest
  private var log: any CloudLog { tested.log }
  private var start: Journal.Position { tested.start }

  package init(_ tested: any CloudLogUnderTest) { self.tested = tested }

  private func draft(_ number: UInt32) -> EntryDraft {
    let entry = ControlEntry.threshold(number)
    return EntryDraft(entry, at: Sample.day.start)
  }

  private func payloads(after position: Journal.Position) throws -> [[UInt8]?] {
    var found: [[UInt8]?] = []
    try log.read(after: position.number, expecting: position.digest) { row in
      found.append(row.payload.map { [UInt8]($0) })
      return .next
    }
    return found
  }

  private func head() throws -> Journal.Position {
    var head = start
    try log.read(after: 0, expecting: nil) { row in
      head = Journal.Position(number: row.number.rawValue, digest: row.digest)
      return .next
    }
    return head
  }

  private func expect<Value>(
    _ isExpected: (CloudLogFailure) -> Bool, _ what: Comment, _ body: () throws -> Value
  ) {
    #expect(what) { try body() } throws: { error in
      (error as? CloudLogFailure).map(isExpected) ?? false
    }
  }

  private func expectNotExtending(_ body: () throws -> Journal.Position) {
    expect({ if case .notExtending = $0 { true } else { false } }, "it does not extend", body)
  }

  private func expectUnknownPosition(_ position: Journal.Position) {
    expect({ if case .unknownPosition = $0 { true } else { false } }, "there is no such past") {
      try payloads(after: position)
    }
  }

  package func givesBackWhatWasAppended() throws {
    let middle = try log.append([draft(1), draft(2)], extending: start)
    let head = try log.append([draft(3)], extending: middle)
    #expect(head.number == 3)
    #expect(try payloads(after: start) == [1, 2, 3].map { draft($0).payload })
    #expect(try payloads(after: middle) == [draft(3).payload])
    #expect(try payloads(after: head).isEmpty)
  }

  package func stopsWhenItsReaderSaysSo() throws {
    _ = try log.append([draft(1), draft(2)], extending: start)
    var count = 0
    try log.read(after: 0, expecting: nil) { _ in
      count += 1
      return .stop
    }
    #expect(count == 1)
  }

  package func takesNothingThatDoesNotExtendItsHead() throws {
    let head = try log.append([draft(1)], extending: start)
    let others = [
      start, Journal.Position(number: head.number, digest: Sample.digest),
      Journal.Position(number: head.number + 1, digest: head.digest),
    ]
    for other in others { expectNotExtending { try log.append([draft(2)], extending: other) } }
    #expect(try payloads(after: start).count == 1)
  }

  package func refusesAPastThatItDoesNotHave() throws {
    let head = try log.append([draft(1)], extending: start)
    expectUnknownPosition(Journal.Position(number: 1, digest: Sample.digest))
    expectUnknownPosition(Journal.Position(number: 2, digest: head.digest))
  }

  package func keepsNumberAndDigestOfWhatItRedacts() throws {
    let head = try log.append([draft(1), draft(2)], extending: start)
    try log.redact(.first)
    #expect(try payloads(after: start) == [nil, draft(2).payload])
    #expect(try log.append([draft(3)], extending: head).number == 3)
  }

  package func redactsWhatIsThereAndOnlyOnce() throws {
    let head = try log.append([draft(1), draft(2)], extending: start)
    for _ in 0..<2 { try log.redact(.first) }
    expect({ if case .refused = $0 { true } else { false } }, "there is no such entry") {
      try log.redact(SequenceNumber(3)!)
    }
    #expect(try payloads(after: start) == [nil, draft(2).payload])
    #expect(try self.head() == head)
  }

  /// What is delivered again, because its answer was lost, is in the log once.
  package func takesARedeliveryOnce() throws {
    let before = try log.append([draft(1)], extending: start)
    let head = try log.append([draft(2), draft(3)], extending: before)
    expectNotExtending { try log.append([draft(2), draft(3)], extending: before) }
    try log.resolveOpenAppend()
    #expect(try self.head() == head)
    #expect(try payloads(after: before).count == 2)
  }

  package func noticesThatItLostItsTail() throws {
    let kept = try log.append([draft(1)], extending: start)
    let lost = try log.append([draft(2), draft(3)], extending: kept)
    try tested.loseTail(2)
    expectUnknownPosition(lost)
    expectNotExtending { try log.append([draft(4)], extending: lost) }
    #expect(try payloads(after: kept).isEmpty)
    // A number that was acknowledged for something else does not pass for it.
    let other = try log.append([draft(5), draft(6)], extending: kept)
    #expect(other.number == lost.number)
    expectUnknownPosition(lost)
    #expect(try payloads(after: kept) == [draft(5).payload, draft(6).payload])
  }

  /// Afterwards the entries are all there or none is, and what is found stays.
  package func settlesAnUnknownOutcome(_ fault: StrictCloudLog.Fault) throws {
    let before = try log.append([draft(1)], extending: start)
    tested.fail(fault)
    expect({ if case .outcomeUnknown = $0 { true } else { false } }, "nobody can tell") {
      try log.append([draft(2), draft(3)], extending: before)
    }
    // Until it is settled, nothing is taken: anyone who continues may not build on either outcome.
    expect({ if case .refused = $0 { true } else { false } }, "not settled") {
      try log.append([draft(9)], extending: before)
    }
    if fault == .answerLost {
      #expect(throws: CloudLogFailure.self) { try log.resolveOpenAppend() }
    }
    tested.recover()
    try log.resolveOpenAppend()
    let found = try payloads(after: before)
    #expect(found == (fault == .answerLost ? [draft(2).payload, draft(3).payload] : []))
    let head = try head()
    // Delivered again, with what it extended then.
    if found.isEmpty {
      #expect(try log.append([draft(2), draft(3)], extending: before).number == 3)
    } else {
      expectNotExtending { try log.append([draft(2), draft(3)], extending: before) }
      #expect(try log.append([draft(4)], extending: head).number == 4)
    }
    #expect(try payloads(after: before).prefix(2) == [draft(2).payload, draft(3).payload])
  }
}

extension StrictCloudLog: CloudLogUnderTest {
  package var log: any CloudLog { self }

  package func fail(_ fault: Fault) {
    nextFault = fault
    refusesSettling = true
  }

  package func recover() { refusesSettling = false }
}
