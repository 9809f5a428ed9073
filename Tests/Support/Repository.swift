internal import Foundation

/// The files that tests are compared with, where the sources lie.
package enum Repository {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a file of the repository.
  package static func path(_ path: String) -> String { root.appendingPathComponent(path).path }

  /// The bytes of a file of the repository.
  package static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appendingPathComponent(path)))
  }
}
