extension FaultStep.Kind {
  /// Who does it, or to what it is done.
  package enum Side: String, Hashable, Sendable, CaseIterable {
    /// People with pages, and apps that know nothing else.
    case pages
    /// Apps that do everything, and people with them.
    case apps
    /// The operator of the cloud.
    case operators
    case intruders
    /// A device, its files, its clock or its messages.
    case devices
    /// The cloud, its files or everybody's messages.
    case cloud
  }

  package var side: Side {
    switch self {
    case .engage, .keep, .delete: .pages
    case .give, .merge, .batch, .record, .open, .abandon, .setSynonyms, .seePublic, .openPublic,
      .deleteMany, .deleteDomains, .deleteAll, .deleteActivities, .review, .ask, .lock, .unlock,
      .rotateKey, .createSnapshot, .restoreSnapshot:
      .apps
    case .takeDown, .retract, .revoke, .erase: .operators
    case .intruder: .intruders
    case .restart, .kill, .powerCut, .strike, .partition, .pause, .clockStep, .snapshot, .restore,
      .clone, .death, .witnessLost, .indexLost, .drift, .killTwice, .compact, .reindex, .stranger,
      .bitRot, .diskFills, .witnessSwapped, .secondProcess, .writeLost, .writeMisdirected,
      .olderBuild, .keyringLost:
      .devices
    case .cloudKill, .cloudPowerCut, .cloudStrike, .cloudSnapshot, .cloudRestore, .storm, .busy,
      .cloudKillTwice, .cloudBackup, .cloudBackupLost, .cloudBitRot, .cloudDiskFills,
      .cloudWitnessLost, .cloudWitnessSwapped, .cloudSecondProcess:
      .cloud
    }
  }

  /// Whether it is none of the faults.
  package var isOfPeople: Bool { [.pages, .apps, .operators].contains(side) }

  /// What apps do that know more than pages, and people with them.
  package var isOfApps: Bool { side == .apps }

  /// What the operator of the cloud decides.
  package var isOfOperator: Bool { side == .operators }

  package var isOfCloud: Bool { side == .cloud }

  /// Whether what a process reads is perhaps not what was written there.
  var isOfDamage: Bool {
    [.bitRot, .cloudBitRot, .writeLost, .writeMisdirected].contains(self)
  }
}
