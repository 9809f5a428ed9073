package import JournalStore

/// Where a cloud's witness lies: outside its data folder, so that no backup of that brings it back.
package protocol CloudWitnessStore: AnyObject, Sendable {
  /// What it is called, for people.
  var place: String { get }
  /// The bytes that were stored; nil when there are none.
  func read() throws(FileFailure) -> [UInt8]?
  /// Returns once the bytes are durable, whole.
  func replace(with bytes: [UInt8]) throws(FileFailure)
  /// Returns once the bytes are durable behind those that are there. After a failure some may be.
  func append(_ bytes: [UInt8]) throws(FileFailure)
}

/// A witness in a file.
package final class FileCloudWitnessStore: CloudWitnessStore {
  package let place: String

  package init(path: String) { place = path }

  private static let byteCountMax = 256 << 20

  package func read() throws(FileFailure) -> [UInt8]? {
    try FileSystem.read(place, atMost: Self.byteCountMax)
  }

  package func replace(with bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.replace(place, with: bytes)
  }

  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    try FileSystem.append(bytes, to: place)
  }
}
