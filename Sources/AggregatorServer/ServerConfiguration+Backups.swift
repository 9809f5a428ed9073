internal import CloudAggregator
internal import Foundation
internal import JournalStore

extension ServerConfiguration {
  /// Where and how often the log is copied; nil for `none`.
  static func backups(
    _ settings: Settings, beside data: String
  ) throws(ServerError) -> CloudBackups? {
    let folder = try settings.text(.backupDir, "a folder, or none") ?? data + ".backups"
    var backups = CloudBackups(folder: folder)
    let seconds = try settings.number(.backupInterval, 1...31_622_400)
    backups.intervalMilliseconds = Int64(seconds) * 1_000
    backups.retention = SnapshotRetention(
      last: 1, hourly: try settings.number(.backupKeepHourly, 0...100_000),
      daily: try settings.number(.backupKeepDaily, 0...100_000),
      weekly: try settings.number(.backupKeepWeekly, 0...100_000))
    guard folder != "none" else { return nil }
    guard !FilePlace(folder).isIn(FilePlace(data)) else {
      throw ServerError(
        .usage,
        "The backups would lie in the data folder (\(folder)), and be lost with it. Name a place "
          + "outside with --backup-dir, on another disk.")
    }
    return backups
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
