internal import CSimulatedDisk
package import JournalStore
internal import SQLite

/// The files of a simulated disk, for snapshots and restores of the journals on it.
package struct SimulatedFiles: SnapshotFiles {
  private let disk: SimulatedDisk

  package init(_ disk: SimulatedDisk) { self.disk = disk }

  package var vfs: String? { disk.name }

  package func names(in folder: String) throws(FileFailure) -> [String] {
    disk.paths.filter { $0.folder == folder }.map(\.fileName).sorted()
  }

  /// There are no folders: a path is all one name.
  package func makeFolder(_ path: String) throws(FileFailure) {}

  /// A simulated disk has one owner.
  package func makePrivate(_ path: String) throws(FileFailure) {}

  package func read(_ path: String, atMost bound: Int) throws(FileFailure) -> [UInt8]? {
    guard let bytes = disk.bytes(of: path) else { return nil }
    guard bytes.count <= bound else {
      throw FileFailure(path, reason: "larger than \(bound) bytes")
    }
    return bytes
  }

  package func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    guard disk.put(bytes, at: path) else { throw Self.failure(path) }
  }

  package func rename(_ path: String, to other: String) throws(FileFailure) {
    guard disk.rename(path, to: other) else { throw Self.failure(other) }
  }

  package func remove(_ path: String) throws(FileFailure) {
    guard DatabaseFile.exists(path, vfs: vfs) else { return }
    guard DatabaseFile.removeAlone(path, vfs: vfs) else { throw Self.failure(path) }
  }

  /// What is written on this disk is durable.
  package func sync(_ path: String) throws(FileFailure) {}
  package func syncFolder(_ path: String) throws(FileFailure) {}

  private static func failure(_ path: String) -> FileFailure {
    FileFailure(path, reason: "the simulated disk failed")
  }
}
