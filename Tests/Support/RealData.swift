internal import Foundation

/// The real data that some tests need and that the repository does not hold.
package enum RealData {
  /// Says to a reader of skipped tests what to do.
  package static let howToGet = "needs real data: set SPOTLOG_DATA to its folder"

  /// The path of a file of the real data: in `SPOTLOG_DATA`, else in ../shared/data beside the
  /// repository. Nil when it is not there.
  package static func path(_ name: String) -> String? {
    let folder =
      ProcessInfo.processInfo.environment["SPOTLOG_DATA"]
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../shared/data").standardizedFileURL.path
    let path = folder + "/" + name
    return FileManager.default.isReadableFile(atPath: path) ? path : nil
  }
}
