internal import JournalFormat

/// What a cloud holds, for people and for `--json`.
package struct CloudStatus: Hashable, Sendable, Codable {
  package var cloudLife: String
  package var logEntries: UInt64
  package var logDigest: String
  package var lineages: Int
  package var epochs: Int
  package var reports: UInt64
  package var items: Int
  package var publicItems: Int
  package var wanted: Int
  package var threshold: UInt32
  package var incidents: UInt64
  /// Numbers of reports that devices had let go of when the cloud went back: under these nobody has
  /// them any more. A device that has their causes still reports them again, under later ones.
  package var missingNumbers: UInt64
  /// Content reports in the log that no endorsement of their sender asked for, or that were there
  /// already; they have no effect, and are redacted.
  package var unaskedContents: UInt64
  package var stateDigest: String
  /// The entry of the log up to which every backup holds it that can be restored; devices may throw
  /// away what lies below.
  package var backedUpEntry: UInt64
  /// Why nothing is public after a restore; nil: it is not recovering.
  package var recovering: String?
  /// Whether `accept-loss` is set: then a later loss is accepted as well.
  package var acceptsLoss = false
  /// What `accept-loss` let go since the start.
  package var acceptedLosses: [String] = []
  /// Nil: no backups are made, or there is none, or the folder is looked at from outside.
  package var lastBackup: Backup?
  /// Backups that cannot be restored, or only with a loss, each with the reason.
  package var damagedBackups: [String] = []

  package struct Backup: Hashable, Sendable, Codable {
    package var file: String
    package var time: String
  }

  /// With what the host knows of its backups.
  package mutating func add(_ backups: BackupFigures?) {
    lastBackup = backups?.last.map { Backup(file: $0.file, time: $0.time.text) }
    damagedBackups = backups?.problems ?? []
  }
}
