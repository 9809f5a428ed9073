internal import CloudAggregator
internal import Foundation
internal import JournalFormat
internal import JournalStore

extension ServerConfiguration {
  /// Where and how often the log is copied; nil for `none`.
  static func backups(
    _ settings: Settings, beside data: String
  ) throws(ServerError) -> CloudBackups? {
    let folder = try settings.text(.backupDir, "a folder, or none") ?? data + ".backups"
    var backups = CloudBackups(folder: folder)
    backups.key = try backupKey(settings, data: data, folder: folder)
    let age = try settings.number(.backupVerifyInterval)
    backups.verifyIntervalMilliseconds = Int64(age) * 1_000
    let seconds = try settings.number(.backupInterval)
    backups.intervalMilliseconds = Int64(seconds) * 1_000
    backups.retention = SnapshotRetention(
      last: 1, hourly: try settings.number(.backupKeepHourly),
      daily: try settings.number(.backupKeepDaily),
      weekly: try settings.number(.backupKeepWeekly))
    guard folder != "none" else { return nil }
    guard !FilePlace(folder).isIn(FilePlace(data)) else {
      throw ServerError(
        .usage,
        "The backups would lie in the data folder (\(folder)), and be lost with it. Name a place "
          + "outside with --backup-dir, on another disk.")
    }
    return backups
  }

  /// The key that encrypts the snapshots; nil: none was set.
  private static func backupKey(
    _ settings: Settings, data: String, folder: String
  ) throws(ServerError) -> SnapshotKey? {
    guard let path = try settings.text(.backupKeyFile, "a file") else { return nil }
    for (name, lost) in [("data folder", data), ("snapshots", folder)]
    where FilePlace(path).isIn(FilePlace(lost)) {
      throw ServerError(
        .usage,
        "The snapshots' key would lie with the \(name) (\(path)), and be lost or stolen with them. "
          + "Name a place outside with --backup-key-file.")
    }
    let bytes = try bytes(path, of: .backupKeyFile)
    return try ServerError.translating(as: .configuration) {
      try SnapshotKey(bytes: bytes, path: path)
    }
  }

  /// What the operator should know of where the backups are; nil: nothing.
  var backupWarning: String? {
    guard let backups else {
      return "No backups are made (--backup-dir none), so devices keep everything that they sent. "
        + "Have somebody make snapshots: spotlog snapshot create."
    }
    guard let disk = Self.disk(of: dataFolder), disk == Self.disk(of: backups.folder) else {
      return nil
    }
    return "The backups in \(backups.folder) are on the same disk as the data, and would be lost "
      + "with it. Name a folder on another disk with --backup-dir."
  }

  /// A setting that is for one start is easily left behind.
  var lossWarning: String? {
    guard acceptsLoss else { return nil }
    return "accept-loss is still set: the next restore of an old backup is accepted too, without a "
      + "question. Take it out again once the server has started and said what it gave up."
  }

  /// Of a folder that is there, or of the one above it.
  private static func disk(of folder: String) -> Int? {
    var url = URL(fileURLWithPath: folder)
    while !FileManager.default.fileExists(atPath: url.path), url.pathComponents.count > 1 {
      url.deleteLastPathComponent()
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes?[.systemNumber] as? NSNumber)?.intValue
  }
}
