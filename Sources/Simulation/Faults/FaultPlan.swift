internal import JournalFormat
internal import JournalStore
internal import StrictJSON

/// What happens in a world of faults: everything that was decided when the world was made. A plan
/// and not a seed is what a failure is kept as: generators change.
///
/// What the network does to a message is decided by the seed, the device and how many messages that
/// device had before, so that leaving a step out changes nothing for other devices.
package struct FaultPlan: Hashable, Sendable, Codable, BreakablePlan {
  /// The version of this layout.
  package static let format = 1

  package var format = Self.format
  package var seed: UInt64
  package var knobs: FaultKnobs
  #if Sabotage
    package var sabotage: Sabotage?
  #endif
  /// In the order of their times.
  package var steps: [FaultStep]

  package init(seed: UInt64, knobs: FaultKnobs, steps: [FaultStep]) {
    self.seed = seed
    self.knobs = knobs
    self.steps = steps
  }

  /// Steps that are faults.
  package var faultCount: Int { steps.count { !$0.kind.isOfPeople } }

  /// Whether files have something else than was written to them, so that programs look for that.
  var hasDamage: Bool { steps.contains { $0.kind.isOfDamage } }

  /// Has journals look for damage, and take locks, where there are faults that this is about.
  func addFaults(to options: inout JournalOptions, _ locks: SimulatedLocks) {
    if hasDamage { options.looksForDamage = true }
    if steps.contains(where: { [.secondProcess, .cloudSecondProcess].contains($0.kind) }) {
      options.lock = { locks.lock($0) }
    }
  }
}

/// What is drawn once for a world.
package struct FaultKnobs: Hashable, Sendable, Codable {
  package var devices = 4
  package var threshold: UInt32 = 2
  /// How long a device collects before it speaks, at most.
  package var syncIntervalMilliseconds: Int64 = 6 * 3_600_000
  /// Entries of a batch, at most; 0: as the cloud has it.
  package var batchEntryCount: UInt32 = 0
  /// Entries that may be on their way at a time.
  package var window = 1
  /// How long reports may wait for a fuller batch on the devices that have them wait longest; nil:
  /// on no device.
  package var batchDelayMilliseconds: Int64?
  // Chances of each message, in thousandths.
  package var requestLost: UInt64 = 0
  package var answerLost: UInt64 = 0
  package var duplicated: UInt64 = 0
  package var late: UInt64 = 0
  package var flipped: UInt64 = 0
  package var cutShort: UInt64 = 0

  package init() {}

  /// How long they may wait on a device: nothing, a quarter of the longest delay or all of it.
  func batchDelay(of device: Int, seed: UInt64) -> Int64 {
    guard let most = batchDelayMilliseconds else { return 0 }
    var dice = SplitMix64(seed ^ (0xBA_7C4 &+ UInt64(device) &* 0x9E37_79B9_97F4_A7C1))
    return [0, most / 4, most][Int(dice.below(3))]
  }
}

/// One thing that happens to a device or to the cloud, or that a person does.
package struct FaultStep: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A person finds a public page and opens it.
    case engage
    /// An app indexes a private item.
    case keep
    /// An app deletes a page or an item.
    case delete
    /// The process ends in good order, and begins again.
    case restart
    case kill
    case powerCut
    /// An operation of the disk fails: `strike`, after `count` of its kind, and `isOnce`.
    case strike
    /// For `milliseconds`, in one direction or both.
    case partition
    case pause
    case clockStep
    case snapshot
    /// To the snapshot of that `name`.
    case restore
    case clone
    case death
    case witnessLost
    case indexLost
    case cloudKill
    case cloudPowerCut
    case cloudStrike
    case cloudSnapshot
    case cloudRestore
    case storm
    /// For `milliseconds` the cloud asks everybody to come again later.
    case busy
    /// From then on the clock gains `count` millionths, or loses them.
    case drift
    /// A kill, and when the process begins again its disk fails after `count` operations.
    case killTwice
    case cloudKillTwice
    /// Takes words that nothing needs any more out of the device's files.
    case compact
    /// An app is asked for everything that it gave, and answers as `answer` says.
    case reindex
    /// The cloud makes a backup, and tells devices what all that it keeps hold.
    case cloudBackup
    /// The newest of them is gone.
    case cloudBackupLost
    /// An app gives an item, in the place of one of that name.
    case give
    /// An app changes an item, or makes it where there is none.
    case merge
    /// An app gives items to its named index, with a client state.
    case batch
    /// An activity becomes current.
    case record
    /// A person opens an item or an activity.
    case open
    /// A person sees results of those names, and opens none.
    case abandon
    /// An app sets synonyms: `ids` for the word of all items; none: it takes them back.
    case setSynonyms
    /// A person sees public results, the pages of those names that are public, and opens none.
    case seePublic
    /// The same, and opens the first one.
    case openPublic
    /// An app deletes everything of those names.
    case deleteMany
    case deleteDomains
    /// An app deletes everything.
    case deleteAll
    /// An app deletes activities, by their persistent identifiers or all.
    case deleteActivities
    /// The device asks apps about what expires, and they answer as `answer` says.
    case review
    /// An app is asked for its items, and answers as `answer` says.
    case ask
    /// For `milliseconds` somebody on the way acknowledges batches in the cloud's place.
    case stranger
    /// An intruder, whose number is `device`, does `act`, of which `count` chooses one of many.
    case intruder
    /// Bit `count` of a `file` is another one when its process begins again.
    case bitRot
    /// The same of the cloud; of a log where there is a way back, perhaps to a copy of that `name`.
    case cloudBitRot
    /// For `milliseconds` its disk takes no more.
    case diskFills
    case cloudDiskFills
    /// Its witness is the one of `count` beginnings of a process ago; 0: another device's.
    case witnessSwapped
    case cloudWitnessLost
    /// As for devices; 0: another cloud's.
    case cloudWitnessSwapped
    /// While its process runs a second one opens its files.
    case secondProcess
    case cloudSecondProcess
    /// After `count` more pages of a `file` one is written nowhere, and its process hears that it
    /// was written.
    case writeLost
    /// The same, and it is written to the place of another one.
    case writeMisdirected
    /// For `milliseconds` its requests are those of an older build.
    case olderBuild
    /// The keyring of its protected items is gone, or bit `count` of it is another one; somebody
    /// has a copy of it where that `isUndone`.
    case keyringLost
    /// A person locks the device, so that what is protected cannot be found, read or given.
    case lock
    case unlock
    /// The operator hides a page, or shows it again: `isUndone`.
    case takeDown
    /// The operator retracts what the cloud has of a device's person, or counts it again.
    case retract
    /// The operator refuses the devices of a person, or no longer does.
    case revoke
    /// The operator takes out all that the devices of a person reported, for ever.
    case erase
    /// A device continues with another key.
    case rotateKey
    /// A person makes the snapshot of that `name`, with the device in use, or restores it.
    case createSnapshot
    case restoreSnapshot
  }

  /// What lies on a disk, or beside it.
  package enum File: String, Hashable, Sendable, Codable, CaseIterable {
    // Of a device.
    case privateJournal, sharedJournal, index, witness
    /// The write-ahead logs of its journals.
    case privateLog, sharedLog
    // Of the cloud.
    case log, projections, cloudWitness
  }

  package enum Answer: String, Hashable, Sendable, Codable, CaseIterable {
    /// At once, and everything.
    case right
    /// After `milliseconds`, and everything that the app has then.
    case late
    case never
    /// The app forgets one of its items.
    case wrong
  }

  /// What an app lets others find.
  enum Eligibility: String, Hashable, Sendable, Codable, CaseIterable {
    case none, search, everybody
  }

  package enum Direction: String, Hashable, Sendable, Codable, CaseIterable { case both, up, down }

  /// Milliseconds since the world began.
  package var at: Int64
  package var kind: Kind
  package var device: Int?
  package var page: String?
  package var milliseconds: Int64?
  package var count: Int?
  package var strike: SimulatedDisk.Strike?
  package var isOnce: Bool?
  package var direction: Direction?
  package var name: String?
  package var file: File?
  /// Whether a restore or a clone has its device's witness.
  package var keepsWitness: Bool?
  /// How an app answers.
  package var answer: Answer?
  /// Whether a page or an item has another title by now.
  package var isRenamed: Bool?
  /// Whose item or activity it is; `page` is its name then.
  package var app: String?
  package var ids: [String]?
  package var domain: String?
  package var domains: [String]?
  /// The last part of the address of an activity's page.
  package var address: String?
  /// The item that an activity is bound to, or belongs to where that `isWeak`.
  package var item: String?
  package var isWeak: Bool?
  var eligibility: Eligibility?
  /// Whether an activity has a longer description than a public item may have.
  package var isLong: Bool?
  /// Whether an activity shares attributes and what its app needs.
  package var isShared: Bool?
  /// What an intruder does; `page` is whose tag it uses then.
  package var act: IntruderAct?
  /// The class of an item; none: it keeps the one that it has.
  var protection: AppItem.Protection?
  /// What a batch deletes after what it gives, besides `domains`.
  var deletedIDs: [String]?
  var deletesAll: Bool?
  /// Whether an operator undoes what the step says.
  package var isUndone: Bool?

  package init(at: Int64, _ kind: Kind, device: Int? = nil) {
    self.at = at
    self.kind = kind
    self.device = device
  }
}

// MARK: Files

/// Why a file is not a plan.
package struct FaultPlanError: Error, Hashable, CustomStringConvertible {
  package let description: String
}

extension FaultPlan {
  package static let byteCountMax = 64 << 20

  /// One object, each step on a line of its own, so that people can read and change it.
  package func text() throws -> String {
    let lines = try steps.map { try "  " + EscapedJSON.text($0) }
    #if Sabotage
      let broken = sabotage.map { " \"sabotage\": \"\($0.rawValue)\"," } ?? ""
    #else
      let broken = ""
    #endif
    return """
      {"format": \(format), "seed": \(seed),\(broken)
       "knobs": \(try EscapedJSON.text(knobs)),
       "steps": [
      \(lines.joined(separator: ",\n"))
       ]}

      """
  }

  package init(json: [UInt8]) throws(FaultPlanError) {
    guard json.count <= Self.byteCountMax else {
      throw FaultPlanError(description: "It is longer than \(Self.byteCountMax >> 20) MiB.")
    }
    do {
      // Said first: a plan of a later format may have keys that are unknown here.
      let format = try StrictDecoder(unknownKeys: .skipped).decode(Header.self, from: json).format
      guard format == Self.format else {
        throw FaultPlanError(
          description: "It has format \(format), and this program reads \(Self.format).")
      }
      // One that names a sabotage is not run as a sound one by a program without that trait.
      self = try StrictDecoder(unknownKeys: .refused).decode(from: json)
    } catch let error as FaultPlanError {
      throw error
    } catch {
      throw FaultPlanError(description: "It is not a plan: \(StrictDecoder.reason(error)).")
    }
    try check()
  }

  private struct Header: Decodable {
    let format: Int
  }

  private func check() throws(FaultPlanError) {
    guard (1...10_000).contains(knobs.devices), knobs.threshold > 0, knobs.window > 0 else {
      throw FaultPlanError(
        description: "It needs 1 to 10000 devices, a threshold and a window of at least 1.")
    }
    guard knobs.syncIntervalMilliseconds > 0 else {
      throw FaultPlanError(description: "It needs a syncIntervalMilliseconds of at least 1.")
    }
    guard WorldPlan.batchDelayRange.contains(knobs.batchDelayMilliseconds ?? 0) else {
      throw FaultPlanError(
        description: "It has a batchDelayMilliseconds that is not in 0 to 604800000, seven days.")
    }
    var latest: Int64 = 0
    for (place, step) in steps.enumerated() {
      guard (latest...Self.atMax).contains(step.at) else {
        throw FaultPlanError(
          description: "Step \(place + 1) is earlier than the one before it, or after 100 years.")
      }
      latest = step.at
    }
  }

  /// A hundred years.
  private static let atMax: Int64 = 100 * 366 * 86_400_000
}
