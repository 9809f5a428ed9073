#if Sabotage
  /// By what a drill shows that a promise is broken.
  package struct SabotageSign: Hashable, Sendable {
    package let sabotage: Sabotage
    /// The number of the design's promise.
    package let promise: Int
    /// The name of the drill that fails.
    package let drill: String
    /// Words of the finding that it then has.
    package let finding: String

    fileprivate init(_ sabotage: Sabotage, _ promise: Int, _ drill: String, _ finding: String) {
      self.sabotage = sabotage
      self.promise = promise
      self.drill = drill
      self.finding = finding
    }
  }

  extension Sabotage {
    /// At least one for each switch except `ofWorlds`. Promise 15 has none: one run says nothing
    /// about another.
    package static let signs: [SabotageSign] = ofDevices + ofClouds + ofFiles

    /// The switches that no drill notices: worlds in which apps do everything, or files are
    /// damaged, show them.
    package static let ofWorlds: [Sabotage] = [
      .admitsWriters, .asksNobody, .asksOnce, .believesLogs, .believesOrders, .believesStrangers,
      .countsFloods, .dropsLargePages, .expiresEarly, .findsLocked, .forgetsBoundPages,
      .forgetsLists, .forgetsReinstatements, .forgetsRotations, .forgetsSynonyms,
      .forgetsTakeDowns, .keepsClearWords, .keepsDeletedActivities, .keepsErased, .keepsQueries,
      .keepsRetracted, .losesStates, .replacesKeyrings,
      .servesRevoked, .sharesLogs, .sharesUserInfo, .showsToEverybody, .sweepsNothing,
      .withdrawsForOthers,
    ]

    /// The switches that are known to have a drill fail.
    package static func failing(_ drill: String) -> [Sabotage] {
      allCases.filter { sabotage in
        signs.contains { $0.sabotage == sabotage && $0.drill == drill }
      }
    }

    private static let ofDevices: [SabotageSign] = [
      SabotageSign(.checksNumbersAlone, 3, "index-survives", "app gave it"),
      SabotageSign(.checksNumbersAlone, 11, "index-survives", "app gave it"),
      SabotageSign(.dropsOrigins, 5, "filter-lagging", "in the end, expected"),
      SabotageSign(.inventsReports, 5, "index-deleted", "which nobody reported"),
      SabotageSign(.keepsLargerMark, 4, "mark-lowered-then-compact", "in the end, expected"),
      SabotageSign(.keepsOldTitles, 11, "reindex-made-public", "and its app calls it"),
      SabotageSign(.prunesWhatIsReceived, 4, "compact-then-cloud-restored", "in the end, expected"),
      SabotageSign(.reportsPrivateItems, 10, "reindex-made-public", "page quiet, which nobody"),
      SabotageSign(.restsUnheard, 12, "cloud-from-yesterday", " rests with "),
      SabotageSign(.restsUnheard, 4, "cloud-from-yesterday", "in the end, expected"),
      SabotageSign(.reusesEpoch, 8, "restored-witness-kept", "for the cloud with"),
      SabotageSign(.trustsMark, 6, "twins", "keeps no incident"),
    ]

    private static let ofClouds: [SabotageSign] = [
      SabotageSign(
        .believesBackups, 4, "backup-base-lost", "no backup of the cloud can be restored"),
      SabotageSign(.countsDevices, 5, "clone-both-alive", "in the end, expected"),
      SabotageSign(.countsDevices, 5, "many-copies", "in the end, expected"),
      SabotageSign(.countsUpEpochs, 8, "many-copies", "an epoch that another life"),
      SabotageSign(.countsUpEpochs, 8, "restored-twice", "an epoch that another life was granted"),
      SabotageSign(.countsUpEpochs, 8, "ping-pong", "an epoch that another life was granted"),
      SabotageSign(.damagesLog, 3, "cloud-from-yesterday", "came to no end"),
      SabotageSign(.forgetsIncidents, 14, "twins", "keeps no incident"),
      SabotageSign(.publishesEarly, 10, "restored-1-day", "is public, with "),
      SabotageSign(.publishesEarly, 10, "many-copies", "is public, with "),
      SabotageSign(.repeatsFeedback, 5, "feedback-restored", "in the end, expected"),
      SabotageSign(.rebuildsOtherwise, 9, "restored-1-day", "rebuilt from its log"),
      SabotageSign(.skipsWithdrawals, 7, "delete-then-restore-both", "in the end, expected"),
      SabotageSign(.startsNoCloud, 12, "restored-1-day", "cannot be made"),
      SabotageSign(.trustsNumbers, 6, "twins", "keeps no incident"),
    ]

    private static let ofFiles: [SabotageSign] = [
      SabotageSign(
        .abandonsRecoveries, 1, "restore-crash-at-each-step", "changes of the restore: "),
      SabotageSign(
        .abandonsRecoveries, 1, "epoch-crash-at-each-step", "changes of the new epoch: "),
      SabotageSign(
        .abandonsRecoveries, 1, "epoch-crash-at-each-torn-step", "changes of the new epoch: "),
      SabotageSign(.leavesHoles, 2, "power-cut", "is not whole"),
      SabotageSign(.syncsLate, 1, "power-cut", "in the end, expected"),
      SabotageSign(.touchesRefused, 13, "snapshot-truncated", "a refused restore touched"),
    ]
  }
#endif
