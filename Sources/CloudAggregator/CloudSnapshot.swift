internal import JournalFormat
package import JournalStore

extension SnapshotProfile {
  /// A cloud's data folder, as `CloudStorage.folder` lays it out.
  package static let cloud = SnapshotProfile(
    kind: .cloud, journals: [Member("cloud.journal", .cloud)], derivedFiles: ["folds.sqlite"])
}
