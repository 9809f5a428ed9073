import CloudAggregator
import TestSupport
import Testing

/// Both logs pass the suite that every log has to pass.
@Suite("A cloud's log") struct CloudLogTests {
  enum Kind: CaseIterable { case journal, strict }

  private func suite(_ kind: Kind) throws -> CloudLogCompatibility {
    switch kind {
    case .journal: CloudLogCompatibility(try FaultyJournalLog())
    case .strict: CloudLogCompatibility(StrictCloudLog())
    }
  }

  @Test(arguments: Kind.allCases) func `gives back what was appended, in order`(kind: Kind) throws {
    try suite(kind).givesBackWhatWasAppended()
  }

  @Test(arguments: Kind.allCases) func `stops when its reader says so`(kind: Kind) throws {
    try suite(kind).stopsWhenItsReaderSaysSo()
  }

  @Test(arguments: Kind.allCases)
  func `takes nothing that does not extend its head, a reused number among it`(kind: Kind) throws {
    try suite(kind).takesNothingThatDoesNotExtendItsHead()
  }

  @Test(arguments: Kind.allCases)
  func `refuses to read on from a past that it does not have`(kind: Kind) throws {
    try suite(kind).refusesAPastThatItDoesNotHave()
  }

  @Test(arguments: Kind.allCases)
  func `keeps number and digest of what it redacts`(kind: Kind) throws {
    try suite(kind).keepsNumberAndDigestOfWhatItRedacts()
  }

  @Test(arguments: Kind.allCases)
  func `redacts what is there, and again without a change`(kind: Kind) throws {
    try suite(kind).redactsWhatIsThereAndOnlyOnce()
  }

  @Test(arguments: Kind.allCases) func `takes a redelivery once`(kind: Kind) throws {
    try suite(kind).takesARedeliveryOnce()
  }

  @Test(arguments: Kind.allCases)
  func `notices that it lost its tail after an acknowledgement`(kind: Kind) throws {
    try suite(kind).noticesThatItLostItsTail()
  }

  @Test(arguments: Kind.allCases, [StrictCloudLog.Fault.answerLost, .appendLost])
  func `settles an append whose outcome is unknown`(
    kind: Kind, fault: StrictCloudLog.Fault
  ) throws {
    try suite(kind).settlesAnUnknownOutcome(fault)
  }
}
