import Foundation
import JournalStore
import Synchronization

/// The system's files, for drills: the process is killed before a chosen change of them, as if it
/// had lost its power there. Nothing of it is told, and nothing is tidied up.
final class KillingFiles: SnapshotFiles {
  private let files = SystemFiles()
  /// Changes that are still made.
  private let rest: Mutex<Int>

  /// - Parameter step: the change that is not made any more, from 1 on.
  init(atStep step: Int) { rest = Mutex(step) }

  var vfs: String? { files.vfs }

  private func step() {
    let isLast = rest.withLock { rest in
      rest -= 1
      return rest == 0
    }
    if isLast { kill(getpid(), SIGKILL) }
  }

  func names(in folder: String) throws(FileFailure) -> [String] { try files.names(in: folder) }

  func read(_ path: String, atMost bound: Int) throws(FileFailure) -> [UInt8]? {
    try files.read(path, atMost: bound)
  }

  func makeFolder(_ path: String) throws(FileFailure) {
    step()
    try files.makeFolder(path)
  }

  func makePrivate(_ path: String) throws(FileFailure) {
    step()
    try files.makePrivate(path)
  }

  func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    step()
    try files.replace(path, with: bytes)
  }

  func rename(_ path: String, to other: String) throws(FileFailure) {
    step()
    try files.rename(path, to: other)
  }

  func remove(_ path: String) throws(FileFailure) {
    step()
    try files.remove(path)
  }

  func sync(_ path: String) throws(FileFailure) {
    step()
    try files.sync(path)
  }

  func syncFolder(_ path: String) throws(FileFailure) {
    step()
    try files.syncFolder(path)
  }
}
