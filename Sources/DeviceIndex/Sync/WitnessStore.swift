internal import JournalFormat
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

/// The witness between the machine and its store.
enum WitnessFile {
  /// Nil when there is none, or when it is torn: then it counts as lost.
  static func read(_ store: any WitnessStore) throws(DeviceError) -> Witness? {
    do throws(FileFailure) {
      guard let bytes = try store.read() else { return nil }
      return try? Witness(bytes: bytes)
    } catch {
      throw DeviceError(
        .witness, "The witness cannot be read (\(error)). Check its permissions.", cause: error)
    }
  }

  static func write(_ witness: Witness, to store: any WitnessStore) throws(DeviceError) {
    do throws(FileFailure) { try store.write(witness.bytes) } catch {
      throw DeviceError(
        .witness,
        "The witness cannot be written (\(error)), so nothing is sent. Make room or check the "
          + "folder's permissions.", cause: error)
    }
  }
}
