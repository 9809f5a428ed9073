package import CloudAggregator
package import DeviceIndex
internal import JournalStore
internal import Sync

/// A plan of which one promise may be broken on purpose, by a program with the trait `Sabotage`.
package protocol BreakablePlan {
  #if Sabotage
    var sabotage: Sabotage? { get set }
  #endif
}

extension BreakablePlan {
  /// What it breaks, as an option of the command that runs it again; empty: nothing.
  var brokenOption: String {
    #if Sabotage
      return sabotage.map { " --sabotage \($0.rawValue)" } ?? ""
    #else
      return ""
    #endif
  }

  /// Breaks what another plan breaks.
  mutating func breakSame(as other: some BreakablePlan) {
    #if Sabotage
      sabotage = other.sabotage
    #endif
  }

  package func breakPromises(of configuration: inout CloudConfiguration) {
    #if Sabotage
      sabotage?.apply(to: &configuration)
    #endif
  }

  package func breakPromises(of configuration: inout DeviceConfiguration) {
    #if Sabotage
      sabotage?.apply(to: &configuration)
    #endif
  }

  func breakPromises(of storage: inout CloudStorage) {
    #if Sabotage
      sabotage?.apply(to: &storage)
    #endif
  }

  func breakPromises(of options: inout JournalOptions) {
    #if Sabotage
      sabotage?.apply(to: &options)
    #endif
  }
}

extension SimulatedDisk {
  /// How the journals of a plan lie on it.
  func journalOptions(_ plan: some BreakablePlan) -> JournalOptions {
    var options = journalOptions
    plan.breakPromises(of: &options)
    return options
  }
}

#if Sabotage
  /// Breaks one promise on purpose: a drill that does not notice is worth nothing. It is there with
  /// the trait `Sabotage` alone, which no release has.
  package enum Sabotage: String, Hashable, Sendable, Codable, CaseIterable {
    /// A second process may write a journal beside the first one.
    case admitsWriters = "admits-writers"
    /// Apps are asked for nothing.
    case asksNobody = "asks-nobody"
    /// The cloud asks a device for what its own batch makes wanted, and never again.
    case asksOnce = "asks-once"
    /// A recovery that was interrupted is not run again.
    case abandonsRecoveries = "abandons-recoveries"
    /// The cloud's mark counts backups that nobody has read again, rotten ones too.
    case believesBackups = "believes-backups"
    /// A check of the cloud's log finds nothing, whatever is wrong with it.
    case believesLogs = "believes-logs"
    /// An unproven grant that is brought back moves the order of the next one.
    case believesOrders = "believes-orders"
    /// A receipt counts for a device whoever signed it.
    case believesStrangers = "believes-strangers"
    /// Devices are counted, not lineages: each epoch is one.
    case countsDevices = "counts-devices"
    /// Feedback counts however much of it a device reports on a day.
    case countsFloods = "counts-floods"
    /// An index is of the journal's past when the journal has its number.
    case checksNumbersAlone = "checks-numbers-alone"
    /// A new epoch is called by the next number, so those of two copies have one name.
    case countsUpEpochs = "counts-up-epochs"
    /// The log of a cloud that begins again is no log any more.
    case damagesLog = "damages-log"
    /// A page that is public only without the end of its description is not reported.
    case dropsLargePages = "drops-large-pages"
    /// Every new epoch makes other origins of the same engagements.
    case dropsOrigins = "drops-origins"
    /// What expires within a day is gone by now.
    case expiresEarly = "expires-early"
    /// A device that is locked finds what is protected.
    case findsLocked = "finds-locked"
    /// A deletion of a domain takes back no page that is bound to an item in it.
    case forgetsBoundPages = "forgets-bound-pages"
    /// Of two reports under one number the cloud keeps no incident.
    case forgetsIncidents = "forgets-incidents"
    /// An index counts no list of results of which nothing was opened.
    case forgetsLists = "forgets-lists"
    /// The cloud refuses a device that was reinstated.
    case forgetsReinstatements = "forgets-reinstatements"
    /// A device that is to continue with another key keeps the one that it has.
    case forgetsRotations = "forgets-rotations"
    /// An index has no synonyms.
    case forgetsSynonyms = "forgets-synonyms"
    /// What the operator takes down stays public.
    case forgetsTakeDowns = "forgets-take-downs"
    /// A device reports something that nobody did.
    case inventsReports = "invents-reports"
    /// The words of a protected item are on the device's disk.
    case keepsClearWords = "keeps-clear-words"
    /// A deletion of activities takes no page back.
    case keepsDeletedActivities = "keeps-deleted-activities"
    /// An erasure leaves what a device reported in the cloud's log.
    case keepsErased = "keeps-erased"
    /// Of two marks of the cloud's backups the device keeps the larger one.
    case keepsLargerMark = "keeps-larger-mark"
    /// An index keeps the first title that it reads of an item or activity.
    case keepsOldTitles = "keeps-old-titles"
    /// A query that led to a protected item is on the device's disk.
    case keepsQueries = "keeps-queries"
    /// What the operator retracts counts.
    case keepsRetracted = "keeps-retracted"
    /// A power cut takes an entry out of the middle of a journal.
    case leavesHoles = "leaves-holes"
    /// An index has no client state of a batch.
    case losesStates = "loses-states"
    /// A compaction prunes what the cloud has received, whatever of it is in a backup.
    case prunesWhatIsReceived = "prunes-what-is-received"
    /// The cloud shows an item as soon as one lineage endorses it.
    case publishesEarly = "publishes-early"
    /// A cloud whose projections are rebuilt counts devices, and not before.
    case rebuildsOtherwise = "rebuilds-otherwise"
    /// A device whose keyring is lost makes another one unasked.
    case replacesKeyrings = "replaces-keyrings"
    /// A device reports what is not public.
    case reportsPrivateItems = "reports-private-items"
    /// Feedback that is reported again counts again.
    case repeatsFeedback = "repeats-feedback"
    /// A device does not say again what a cloud that went back has forgotten.
    case restsUnheard = "rests-unheard"
    /// A device that was restored continues in its old epoch, and takes the cloud's numbers for its
    /// own.
    case reusesEpoch = "reuses-epoch"
    /// The cloud serves a device that was revoked.
    case servesRevoked = "serves-revoked"
    /// A device shares all that an activity needs to be continued, whatever its app named.
    case sharesUserInfo = "shares-user-info"
    /// The cloud shows what opens in an app to people who do not have it.
    case showsToEverybody = "shows-to-everybody"
    /// Nobody is told of withdrawals, and the cloud's witness does not bring them back.
    case skipsWithdrawals = "skips-withdrawals"
    /// A second server may write the log of one that runs.
    case sharesLogs = "shares-logs"
    /// What an app does not give again when it is asked stays.
    case sweepsNothing = "sweeps-nothing"
    /// Journals are written with `synchronous = NORMAL`: commits return before they are durable.
    case syncsLate = "syncs-late"
    /// No cloud's process ever comes up.
    case startsNoCloud = "starts-no-cloud"
    /// A restore that refuses its snapshot empties a journal before it does.
    case touchesRefused = "touches-refused"
    /// What has a number up to the mark that the cloud names is there, for the device.
    case trustsMark = "trusts-mark"
    /// What has a number that the cloud has is a duplicate, for the cloud.
    case trustsNumbers = "trusts-numbers"
    /// Who takes back what it never engaged with takes it back for somebody else.
    case withdrawsForOthers = "withdraws-for-others"

    func apply(to configuration: inout CloudConfiguration) {
      switch self {
      case .asksOnce: configuration.sabotage = .asksOnce
      case .believesOrders: configuration.sabotage = .believesOrders
      case .countsDevices: configuration.sabotage = .countsDevices
      case .countsFloods: configuration.sabotage = .countsFloods
      case .countsUpEpochs: configuration.sabotage = .countsUpEpochs
      case .forgetsIncidents: configuration.sabotage = .forgetsIncidents
      case .forgetsReinstatements: configuration.sabotage = .forgetsReinstatements
      case .forgetsTakeDowns: configuration.sabotage = .forgetsTakeDowns
      case .keepsErased: configuration.sabotage = .keepsErased
      case .keepsRetracted: configuration.sabotage = .keepsRetracted
      case .publishesEarly: configuration.sabotage = .publishesEarly
      case .rebuildsOtherwise: configuration.sabotage = .rebuildsOtherwise
      case .repeatsFeedback: configuration.sabotage = .repeatsFeedback
      case .servesRevoked: configuration.sabotage = .servesRevoked
      case .showsToEverybody: configuration.sabotage = .showsToEverybody
      case .skipsWithdrawals: configuration.sabotage = .skipsWithdrawals
      case .trustsNumbers: configuration.sabotage = .trustsNumbers
      case .withdrawsForOthers: configuration.sabotage = .withdrawsForOthers
      case .abandonsRecoveries, .admitsWriters, .asksNobody, .believesBackups, .believesLogs,
        .believesStrangers, .checksNumbersAlone, .damagesLog, .dropsLargePages, .dropsOrigins,
        .expiresEarly, .findsLocked, .forgetsBoundPages, .forgetsLists, .forgetsRotations,
        .forgetsSynonyms, .inventsReports, .keepsClearWords, .keepsDeletedActivities,
        .keepsLargerMark, .keepsOldTitles, .keepsQueries, .leavesHoles, .losesStates,
        .prunesWhatIsReceived, .replacesKeyrings, .reportsPrivateItems, .restsUnheard, .reusesEpoch,
        .sharesLogs, .sharesUserInfo, .startsNoCloud, .sweepsNothing, .syncsLate, .touchesRefused,
        .trustsMark:
        break
      }
    }

    func apply(to configuration: inout DeviceConfiguration) {
      switch self {
      case .asksNobody: configuration.sabotage = .asksNobody
      case .believesStrangers: configuration.sabotage = .believesStrangers
      case .checksNumbersAlone: configuration.sabotage = .checksNumbersAlone
      case .dropsLargePages: configuration.sabotage = .dropsLargePages
      case .dropsOrigins: configuration.sabotage = .dropsOrigins
      case .expiresEarly: configuration.sabotage = .expiresEarly
      case .findsLocked: configuration.sabotage = .findsLocked
      case .forgetsBoundPages: configuration.sabotage = .forgetsBoundPages
      case .forgetsLists: configuration.sabotage = .forgetsLists
      case .forgetsRotations: configuration.sabotage = .forgetsRotations
      case .forgetsSynonyms: configuration.sabotage = .forgetsSynonyms
      case .keepsClearWords: configuration.sabotage = .keepsClearWords
      case .keepsDeletedActivities: configuration.sabotage = .keepsDeletedActivities
      case .keepsQueries: configuration.sabotage = .keepsQueries
      case .keepsLargerMark: configuration.sabotage = .keepsLargerMark
      case .keepsOldTitles: configuration.sabotage = .keepsOldTitles
      case .losesStates: configuration.sabotage = .losesStates
      case .prunesWhatIsReceived: configuration.sabotage = .prunesWhatIsReceived
      case .replacesKeyrings: configuration.sabotage = .replacesKeyrings
      case .reportsPrivateItems: configuration.sabotage = .reportsPrivateItems
      case .restsUnheard: configuration.policy.restsUnheard = true
      case .sharesUserInfo: configuration.sabotage = .sharesUserInfo
      case .sweepsNothing: configuration.sabotage = .sweepsNothing
      case .reusesEpoch: configuration.policy.reusesEpoch = true
      case .trustsMark: configuration.policy.trustsMark = true
      case .abandonsRecoveries, .admitsWriters, .asksOnce, .believesBackups, .believesLogs,
        .believesOrders, .countsDevices, .countsFloods, .countsUpEpochs, .damagesLog,
        .forgetsIncidents, .forgetsReinstatements, .forgetsTakeDowns, .inventsReports, .keepsErased,
        .keepsRetracted, .leavesHoles, .publishesEarly,
        .rebuildsOtherwise, .repeatsFeedback, .servesRevoked, .sharesLogs, .showsToEverybody,
        .skipsWithdrawals, .startsNoCloud, .syncsLate, .touchesRefused, .trustsNumbers,
        .withdrawsForOthers:
        break
      }
    }

    func apply(to storage: inout CloudStorage) {
      if self == .believesLogs { storage.believesLog = true }
      if self == .sharesLogs { storage.options.admitsWriters = true }
    }

    func apply(to options: inout JournalOptions) {
      if self == .admitsWriters { options.admitsWriters = true }
      if self == .syncsLate { options.syncsCommits = false }
    }
  }
#endif
