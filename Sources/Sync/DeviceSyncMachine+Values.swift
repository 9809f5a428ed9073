package import JournalFormat

extension DeviceSyncMachine {
  /// How the device behaves towards the cloud.
  package struct Policy: Hashable, Sendable {
    /// Batches on their way at a time, 1 to 16.
    package var window = 1
    /// How long the device collects reports before it sends, at most; half of it is random.
    package var lingerMilliseconds: Int64 = 0
    /// How long an answer is waited for; nil: as long as the cloud's limits say. For simulations,
    /// whose time may run ahead of a real cloud's.
    package var requestTimeoutMilliseconds: UInt32?
    package init() {}
  }

  package enum Phase: Hashable, Sendable {
    case needsEnrolment
    case needsOpen
    case ready
    case stopped(StopReason)
  }

  /// Why nothing is sent until somebody acts.
  package enum StopReason: Hashable, Sendable {
    /// The device was restored to its own past.
    case behind(lastMatch: Head)
    /// The cloud has other content under the same numbers.
    case forked(lastMatch: Head)
    /// The epoch has a child: this is a copy or an older life.
    case fenced(child: EpochName)
    /// The cloud knows less than its own receipts prove.
    case cloudWentBack(cloudHead: Head)
    /// The cloud lacks entries below the device's floor.
    case gap(cloudHead: Head)
    case unknownEpoch
    /// The cloud refuses this device, in its own words.
    case notAllowed(String)
    /// The witness knows more than the journal, or something else: the journal went back.
    case witnessContradicts(Head)
    /// The witness is gone or torn: nobody can sign for the epoch any more.
    case witnessLost
  }

  /// What to do now.
  package enum Next: Hashable, Sendable {
    case enrol
    case open
    /// Send entries from this number on, within the limits.
    case append(first: UInt64, entryCountMax: Int, byteCountMax: Int)
    /// Say which contents the device does not have any more.
    case wanted(gone: [WantedContent])
    /// Ask for the epoch to go on with the next key.
    case rotate
    case wait(until: Timestamp)
    case nothing
    case stopped(StopReason)
  }

  /// What an answer means for whoever performs it.
  package enum OnAnswer: Hashable, Sendable {
    /// Nothing to keep: late, repeated or of no consequence.
    case nothing
    case keepGrant(Grant)
    case keepReceipt(Receipt)
    /// The answer cannot be believed: a signature or an epoch that does not fit.
    case disbelieved(String)
  }
}

extension Timestamp {
  /// How much later it is than another time; 0 where that cannot be said.
  func milliseconds(since other: Timestamp) -> Int64 {
    let (distance, isTooFar) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return isTooFar ? 0 : distance
  }
}
