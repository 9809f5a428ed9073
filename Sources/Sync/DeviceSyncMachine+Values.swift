package import JournalFormat

extension DeviceSyncMachine {
  /// How the device behaves towards the cloud.
  package struct Policy: Hashable, Sendable {
    /// Batches on their way at a time, 1 to 16.
    package var window = 1
    /// How long the device collects reports before it sends, at most; half of it is random.
    package var lingerMilliseconds: Int64 = 0
    /// How long a report may wait for a fuller batch; 0: nothing waits.
    package var batchDelayMilliseconds: Int64 = 0 {
      didSet {
        precondition(
          Self.batchDelayRange.contains(batchDelayMilliseconds),
          "A report waits for a fuller batch for seven days at most.")
      }
    }
    /// How long an answer is waited for; nil: as long as the cloud's limits say. For simulations,
    /// whose time may run ahead of a real cloud's.
    package var requestTimeoutMilliseconds: UInt32?
    #if Sabotage
      /// Breaks a promise on purpose, for drills: whatever the cloud says, the epoch continues.
      package var reusesEpoch = false
      /// The same: what has a number up to the cloud's mark is there, whatever its digest.
      package var trustsMark = false
      /// The same: what a cloud that went back has forgotten is not said again.
      package var restsUnheard = false
    #endif
    package init() {}

    /// Milliseconds, to seven days.
    package static let batchDelayRange: ClosedRange<Int64> = 0...604_800_000

    /// Whether an epoch continues that its files contradict: it never does.
    package var keepsEveryEpoch: Bool {
      #if Sabotage
        return reusesEpoch
      #else
        return false
      #endif
    }
  }

  package enum Phase: Hashable, Sendable {
    case needsEnrolment
    /// The epoch is over: the device asks for one that continues from it.
    case needsGrant(NewEpochReason)
    /// The cloud does not know the device's epochs: it is brought their grants, and after that
    /// asked for a new one if there was a reason to.
    case needsRecovery(NewEpochReason?)
    case needsOpen
    case ready
    case stopped(StopReason)

    /// Whether nothing more is said in the epoch that the device's journal is of.
    package var isOverEpoch: Bool {
      switch self {
      case .needsGrant, .needsRecovery(.some): true
      case .needsEnrolment, .needsRecovery(nil), .needsOpen, .ready, .stopped: false
      }
    }
  }

  /// Why the device continues in a new epoch.
  package enum NewEpochReason: Hashable, Sendable {
    /// The device was restored to its own past.
    case behind(lastMatch: Head)
    /// The cloud has other content under the same numbers.
    case forked(lastMatch: Head?)
    /// The epoch has a child: this is a copy or an older life.
    case fenced(child: EpochName)
    /// The cloud lacks entries below the device's floor: it is told them again, from their causes.
    case gap(cloudHead: Head)
    /// The witness knows more than the shared journal, or something else: the journal went back.
    case witnessContradicts(Head)
    /// The witness is gone or torn: nobody can sign for the epoch any more.
    case witnessLost
    /// The shared journal is gone, or was made from another past than the private one has.
    case journalsContradict
    /// The lineage enrolled with another key: this is a copy from before, or the witness is lost.
    case copied
    /// It was asked for before, and the answer is not here.
    case unfinished
  }

  /// Why nothing is sent until somebody acts.
  package enum StopReason: Hashable, Sendable {
    /// The cloud refuses this device, in its own words.
    case notAllowed(String)
  }

  /// What to do now.
  package enum Next: Hashable, Sendable {
    case enrol
    case grant
    case recover
    case open
    /// Send entries from this number on, within the limits.
    case append(first: UInt64, entryCountMax: Int, byteCountMax: Int)
    /// Say which contents the device does not have any more.
    case wanted(gone: [WantedContent])
    /// Ask for the epoch to continue with the next key.
    case rotate
    case wait(until: Timestamp)
    case nothing
    case stopped(StopReason)
  }

  /// What a receipt means for anyone who performs it.
  package enum OnReceipt: Hashable, Sendable {
    /// Late or repeated: it says nothing new.
    case known
    /// It acknowledges more than any before it: to be stored.
    case new
    /// A signature, an epoch or a digest that does not fit, in words.
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
