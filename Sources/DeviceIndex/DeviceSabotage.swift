internal import JournalFormat
internal import SQLite
internal import Search

#if Sabotage
  /// Breaks a promise of the device on purpose, so that a drill can show that it would notice. It
  /// is there with the trait `Sabotage` alone, which no release has.
  package enum DeviceSabotage: Hashable, Sendable {
    /// Each epoch makes other origins of the same entries.
    case dropsOrigins
    /// What the cloud says of its backups counts only where it says more than before.
    case keepsLargerMark
    /// A compaction takes what the cloud has received for what is in its backups.
    case prunesWhatIsReceived
    /// An index is of the journal's past when the journal has its number.
    case checksNumbersAlone
    /// An index keeps the first title that it reads of an item or activity.
    case keepsOldTitles
    /// The filter takes every activity for one that may be public.
    case reportsPrivateItems
    /// A receipt counts with any signature.
    case believesStrangers
    /// The filter leaves out a page that is public only without the end of its description.
    case dropsLargePages
    /// Nothing is journaled of what apps are asked for.
    case asksNobody
    /// What expires within a day has expired.
    case expiresEarly
    /// A deletion of a domain takes back nothing that is bound to items in it.
    case forgetsBoundPages
    /// A device that is locked finds and gives what it did before.
    case findsLocked
    /// The index counts no list of results of which nothing was opened.
    case forgetsLists
    /// The index has no synonyms.
    case forgetsSynonyms
    /// A device that is to continue with another key continues with the one that it has.
    case forgetsRotations
    /// The words of a protected item are journaled beside the sealed ones.
    case keepsClearWords
    /// A deletion of activities takes nothing back.
    case keepsDeletedActivities
    /// The query that led to a protected item is journaled.
    case keepsQueries
    /// The index has no client state of a batch.
    case losesStates
    /// New keys are made where a keyring is not there, whatever it sealed.
    case replacesKeyrings
    /// An activity shares all of its `userInfo`, whatever its app named.
    case sharesUserInfo
    /// What an app did not give again when it was asked stays.
    case sweepsNothing
  }
#endif

// What can be broken, as it is without the trait: the device decides nothing of it elsewhere.

extension DeviceConfiguration {
  /// What the origins of an epoch depend on besides the lineage's secret: nothing.
  func addition(toOriginsOf epoch: EpochName) -> [UInt8] {
    #if Sabotage
      if sabotage == .dropsOrigins { return epoch.bytes }
    #endif
    return []
  }

  /// Whether a mark is not taken over that says less than the one before: it always is.
  func ignores(_ mark: Witness.BackupMark, after known: Witness.BackupMark?) -> Bool {
    #if Sabotage
      if sabotage == .keepsLargerMark, let known { return mark.number < known.number }
    #endif
    return false
  }

  /// What a compaction may take.
  func limits(_ limits: CompactionLimits) -> CompactionLimits {
    #if Sabotage
      if sabotage == .prunesWhatIsReceived {
        return CompactionLimits(backedUp: limits.acknowledged, acknowledged: limits.acknowledged)
      }
    #endif
    return limits
  }

  /// Whether a checkpoint counts without its digest in a journal with that head: it never does.
  func believes(_ checkpoint: IndexProjection.Checkpoint, head: UInt64) -> Bool {
    #if Sabotage
      if sabotage == .checksNumbersAlone { return checkpoint.number <= head }
    #endif
    return false
  }

  /// An event as the index takes it.
  ///
  /// - Parameters:
  ///   - titles: by app and identifier, the titles of events before it in the same step.
  ///   - projection: has those of steps before.
  func indexed(
    _ event: JournalEvent, _ titles: inout [String: String], _ projection: IndexProjection
  ) throws(SQLiteError) -> JournalEvent {
    #if Sabotage
      if sabotage == .keepsOldTitles { return try withOldTitle(event, &titles, projection) }
      if sabotage == .losesStates, case .batchEnded(let batch) = event.fact {
        var event = event
        event.batchEnded = JournalBatchEnded()
        (event.batchEnded.app, event.batchEnded.indexName) = (batch.app, batch.indexName)
        return event
      }
      if sabotage == .forgetsSynonyms, case .synonymsSet = event.fact {
        var event = event
        event.synonymsSet = JournalSynonymsSet()
        return event
      }
      if sabotage == .forgetsLists, case .resultsShown = event.fact {
        var event = event
        event.resultsShown = JournalResultsShown()
        return event
      }
    #endif
    return event
  }
}

extension DeviceConfiguration {
  /// Whether a receipt counts that no key of the cloud's signed: none does.
  var believesStrangers: Bool {
    #if Sabotage
      return sabotage == .believesStrangers
    #else
      return false
    #endif
  }
}

extension DeviceConfiguration {
  /// Whether a device that is locked forgets the keys of what is protected completely.
  var locks: Bool {
    #if Sabotage
      return sabotage != .findsLocked
    #else
      return true
    #endif
  }

  /// Whether the words of a protected item are journaled sealed and not as they are.
  var sealsWords: Bool {
    #if Sabotage
      return sabotage != .keepsClearWords
    #else
      return true
    #endif
  }

  /// Whether a query that led to a protected item is left out.
  var hidesQueries: Bool {
    #if Sabotage
      return sabotage != .keepsQueries
    #else
      return true
    #endif
  }

  /// Whether what apps are asked for is journaled.
  var asksApps: Bool {
    #if Sabotage
      return sabotage != .asksNobody
    #else
      return true
    #endif
  }

  /// Whether what an app did not give again is removed.
  var sweeps: Bool {
    #if Sabotage
      return sabotage != .sweepsNothing
    #else
      return true
    #endif
  }

  /// Until when something has to expire to have expired now.
  func lastExpiry(at now: Timestamp) -> Timestamp {
    #if Sabotage
      if sabotage == .expiresEarly { return now.advanced(byMilliseconds: 86_400_000) }
    #endif
    return now
  }

  /// Whether no new keys are made while something is sealed with those that are lost.
  var missesKeyring: Bool {
    #if Sabotage
      return sabotage != .replacesKeyrings
    #else
      return true
    #endif
  }

  /// Whether a device continues with another key when somebody asks for that.
  var rotatesKeys: Bool {
    #if Sabotage
      return sabotage != .forgetsRotations
    #else
      return true
    #endif
  }
}

extension PrivacyFilter {
  /// Whether a deletion of a domain reaches what is bound to an item in it.
  var followsItems: Bool {
    #if Sabotage
      return sabotage != .forgetsBoundPages
    #else
      return true
    #endif
  }

  /// Whether a deletion of activities takes their pages back.
  var takesBackActivities: Bool {
    #if Sabotage
      return sabotage != .keepsDeletedActivities
    #else
      return true
    #endif
  }

  /// Takes over how a device behaves.
  mutating func adopt(_ configuration: DeviceConfiguration) {
    #if Sabotage
      sabotage = configuration.sabotage
    #endif
  }

  /// An activity as the filter takes it.
  func seen(_ activity: JournalActivityRecorded) -> JournalActivityRecorded {
    #if Sabotage
      if sabotage == .reportsPrivateItems {
        var activity = activity
        activity.eligibleForPublicIndexing = true
        return activity
      }
      if sabotage == .dropsLargePages,
        case .eligible(_, isCut: true) = PublicItem.Standing(activity)
      {
        var activity = activity
        activity.eligibleForPublicIndexing = false
        return activity
      }
      if sabotage == .sharesUserInfo { return activity.sharingUserInfo }
    #endif
    return activity
  }
}

extension DeviceConfiguration {
  /// An activity as its words are reported.
  func reported(_ activity: JournalActivityRecorded) -> JournalActivityRecorded {
    #if Sabotage
      if sabotage == .sharesUserInfo { return activity.sharingUserInfo }
    #endif
    return activity
  }
}

#if Sabotage
  extension JournalActivityRecorded {
    fileprivate var sharingUserInfo: JournalActivityRecorded {
      var activity = self
      activity.publicAttributeNames.append("userInfo")
      activity.requiredUserInfoKeys = userInfo.keys.sorted()
      return activity
    }
  }

  extension DeviceConfiguration {
    private func withOldTitle(
      _ event: JournalEvent, _ titles: inout [String: String], _ projection: IndexProjection
    ) throws(SQLiteError) -> JournalEvent {
      func oldTitle(
        _ kind: SearchDocument.Kind, _ app: String, _ id: String, _ title: String
      ) throws(SQLiteError) -> String {
        let key = "\(kind) \(app)/\(id)"
        let known = try projection.documents.document(kind, app: app, id: id)
        let old = titles[key] ?? known?.title ?? title
        titles[key] = old
        return old
      }
      var event = event
      switch event.fact {
      case .activityRecorded(var activity):
        activity.title = try oldTitle(.activity, activity.app, activity.id, activity.title)
        event.activityRecorded = activity
      case .itemIndexed(var item):
        for place in item.attributes.values.indices
        where item.attributes.values[place].name == "title" {
          let title = item.attributes.values[place].value.string
          item.attributes.values[place].value.string = try oldTitle(.item, item.app, item.id, title)
        }
        event.itemIndexed = item
      case .itemsDeleted, .itemsExpired, .activitiesDeleted, .resultsShown, .resultEngaged,
        .reindexRequested, .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun,
        .synonymsSet, nil:
        break
      }
      return event
    }
  }
#endif
