/// What can go wrong in a world of faults. Each has a counter: one that a long run never met is a
/// gap in it.
package enum Fault: String, Hashable, Codable, CaseIterable, Sendable {
  // Messages.
  case requestLost
  case answerLost
  case duplicated
  /// Seconds to days late, and so behind later ones.
  case late
  /// One bit is another one.
  case flipped
  /// The end is missing.
  case cutShort
  /// A device hears nothing, or is not heard, or both, for a time.
  case partition
  // Disks.
  /// An operation fails with an error of the disk.
  case writeError
  case readError
  case syncError
  case diskFull
  /// What was not synced is there, is not, is half there, or holds anything.
  case powerCut
  // Processes.
  /// The process ends at once; what it wrote is there.
  case kill
  /// The process stands still, and continues as if nothing had been.
  case pause
  /// The clock steps, up to days and both ways.
  case clockStep
  /// The clock is too fast or too slow.
  case drift
  /// A process ends as it takes up what another one left.
  case recoveryCrash
  // Lives.
  case restore
  case clone
  case death
  case witnessLost
  case indexLost
  // Apps.
  case lateApp
  case silentApp
  /// It does not give all that it has.
  case wrongApp
  // The cloud.
  case cloudKill
  case cloudPowerCut
  case cloudWriteError
  case cloudRestore
  /// It answers nobody for a time, and everybody comes again at once.
  case storm
  /// It asks to be left alone for a time.
  case busy
  case cloudBackupLost
  // Files, in worlds of the profile `damage` alone.
  /// A bit of a file turned over while no process had it open.
  case bitRot
  case cloudBitRot
  /// The same of the write-ahead log of a journal, which then seems to end there.
  case logRot
  /// For a time nothing could be written.
  case fullDisk
  case cloudFullDisk
  /// Its witness is replaced with an older version of it, or with another device's.
  case witnessSwapped
  case cloudWitnessLost
  case cloudWitnessSwapped
  /// A second process opened the files of one that ran.
  case secondProcess
  case cloudSecondProcess
  /// A page of a journal that the disk said it had written was nowhere, or in another one's place.
  case writeLost
  case writeMisdirected
  /// A request was of a version that the cloud does not know any more.
  case olderBuild
  /// The keys of its protected items are gone, or damaged.
  case keyringLost

  /// Whether worlds of other profiles never have it.
  package var isOfDamage: Bool {
    switch self {
    case .bitRot, .cloudBitRot, .logRot, .fullDisk, .cloudFullDisk, .witnessSwapped,
      .cloudWitnessLost, .cloudWitnessSwapped, .secondProcess, .cloudSecondProcess, .writeLost,
      .writeMisdirected, .olderBuild, .keyringLost:
      true
    case .requestLost, .answerLost, .duplicated, .late, .flipped, .cutShort, .partition,
      .writeError, .readError, .syncError, .diskFull, .powerCut, .kill, .pause, .clockStep, .drift,
      .recoveryCrash, .restore, .clone, .death, .witnessLost, .indexLost, .lateApp, .silentApp,
      .wrongApp, .cloudKill, .cloudPowerCut, .cloudWriteError, .cloudRestore, .storm, .busy,
      .cloudBackupLost:
      false
    }
  }
}

/// How often each fault really happened.
package typealias FaultCounts = Tallies<Fault>
