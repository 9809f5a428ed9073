internal import DeviceIndex
package import JournalFormat

extension JournalReindexRequested.Reason {
  /// One word for people and programs.
  package var text: String {
    ReindexReason(self).rawValue
  }
}
