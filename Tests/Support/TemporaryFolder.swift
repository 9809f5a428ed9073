internal import Foundation

/// A folder that lives as long as this value is held, and is removed with everything in it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("spotlog-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> String { path + "/" + name }

  /// A copy of an index with what lies beside it, also while it is in use: nobody else can open it
  /// then.
  package static func copyingIndex<Value>(
    _ index: String, _ body: (_ path: String) throws -> Value
  ) throws -> Value {
    let folder = try TemporaryFolder()
    for end in ["", "-wal", "-settled"] where FileManager.default.fileExists(atPath: index + end) {
      try FileManager.default.copyItem(
        atPath: index + end, toPath: folder.file("index.sqlite" + end))
    }
    return try body(folder.file("index.sqlite"))
  }
}
