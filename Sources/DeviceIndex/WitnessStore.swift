package import JournalStore

/// Where a device's witness lies: beside the journals, outside every snapshot.
package protocol WitnessStore: AnyObject {
  /// The bytes that were stored last; nil when there are none.
  func read() throws(FileFailure) -> [UInt8]?
  /// Returns once the bytes are durable, whole.
  func write(_ bytes: [UInt8]) throws(FileFailure)
}

/// A witness in a file.
package final class FileWitnessStore: WitnessStore {
  private let path: String

  package init(path: String) { self.path = path }

  /// More than any witness of this format.
  private static let byteCountMax = 4_096

  package func read() throws(FileFailure) -> [UInt8]? {
    try FileSystem.read(path, atMost: Self.byteCountMax)
  }

  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.replace(path, with: bytes)
  }
}
