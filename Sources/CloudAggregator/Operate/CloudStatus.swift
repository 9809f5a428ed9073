internal import JournalFormat

/// What a cloud holds, for people and for `--json`.
public struct CloudStatus: Hashable, Sendable, Codable {
  /// The name of the cloud's life, in hexadecimal digits: another one after a loss.
  public package(set) var cloudLife: String
  /// The number of the log's last entry.
  public package(set) var logEntries: UInt64
  /// The digest of the log up to that entry, in hexadecimal digits.
  public package(set) var logDigest: String
  /// Devices that ever enrolled.
  public package(set) var lineages: Int
  /// Epochs of all devices.
  public package(set) var epochs: Int
  /// Reports that were received.
  public package(set) var reports: UInt64
  /// Items that were engaged with, also those below the threshold.
  public package(set) var items: Int
  /// Items that are public.
  public package(set) var publicItems: Int
  /// Items whose words the cloud asks for.
  public package(set) var wanted: Int
  /// The number of devices that have to endorse an item before it is public.
  public package(set) var threshold: UInt32
  /// Forks of epochs that were refused.
  public package(set) var incidents: UInt64
  /// Numbers of reports that devices had let go of when the cloud went back: under these nobody has
  /// them any more. A device that has their causes still reports them again, under later ones.
  public package(set) var missingNumbers: UInt64
  /// Content reports in the log that no endorsement of their sender asked for, or that were there
  /// already; they have no effect, and are redacted.
  public package(set) var unaskedContents: UInt64
  /// The digest of everything that is counted, in hexadecimal digits.
  public package(set) var stateDigest: String
  /// The entry of the log up to which every backup holds it that can be restored; devices may throw
  /// away what lies below.
  public package(set) var backedUpEntry: UInt64
  /// Why nothing is public after a restore; nil: it is not recovering.
  public package(set) var recovering: String?
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
