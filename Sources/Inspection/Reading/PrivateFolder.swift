internal import Foundation
package import JournalStore
internal import SQLite

/// A folder that only this process reads, removed with all that is in it when it is let go.
package final class PrivateFolder {
  package let path: String

  package init() throws(FileFailure) {
    var template = Array(
      (NSTemporaryDirectory() + "/spotlog-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw FileFailure(NSTemporaryDirectory()) }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private static let copiedByteCount = 1 << 20

  /// Copies an ordinary file that may be read into this folder, in place of an earlier copy. The
  /// copy may be written to, whatever the mode of the original: SQLite opens it like any database.
  ///
  /// - Parameter file: the copy's name.
  func copy(_ original: String, to file: String) throws(JournalError) {
    guard FileStatus(original)?.kind != .other else {
      throw uncopied(original, "it is no ordinary file", .noPermission)
    }
    let copy = path + "/" + file
    FileSystem.remove(copy)
    do throws(FileRefusal) {
      try Self.write(try OpenFile(original, for: .read), to: copy)
    } catch {
      if error.isMissing, error.path == original { return }
      throw uncopied(
        original, error.reason,
        error.path == original ? .noPermission : error.isDiskFull ? .diskFull : .storage)
    }
  }

  private static func write(_ original: OpenFile, to path: String) throws(FileRefusal) {
    let copy = try OpenFile(path, for: .make)
    while true {
      let bytes = try original.next(atMost: copiedByteCount)
      guard !bytes.isEmpty else { return try copy.finish() }
      try copy.append(bytes)
    }
  }

  private func uncopied(
    _ original: String, _ reason: String, _ code: JournalError.Code
  ) -> JournalError {
    JournalError(
      code,
      "\(original) cannot be copied to \(path) to be read without a change: \(reason).",
      nextStep: "Check that you may read it; make room for the copy, or set TMPDIR.")
  }
}
