import Foundation
import TestSupport

/// The run of docs/INSPECTION.md, made once for all tests that only read it.
///
/// Programs read one copy of it. Others are made of the run itself, which nobody opens: who copies
/// what a reader has open copies the memory, too, that SQLite shares between processes.
final class InspectionWorld: Sendable {
  static let made = Result { try InspectionWorld() }

  private let folder: TemporaryFolder

  private init() throws {
    folder = try TemporaryFolder()
    let trace = Repository.path("docs/samples/inspection.jsonl")
    let outcome = try Program.built.run([
      "simulate", "--trace", trace, "--threshold", "2", "--keep-devices", "--out",
      folder.file("run"),
    ])
    guard outcome.status == 0 else { throw Unmade(errors: outcome.errors) }
    try FileManager.default.copyItem(atPath: folder.file("run"), toPath: folder.file("read"))
  }

  struct Unmade: Error { let errors: String }

  var phone: String { folder.file("read/devices/phone") }
  var cloud: String { folder.file("read/cloud") }

  /// Runs a command on PHONE, CLOUD or OTHER, which is another device.
  func run(_ arguments: [String]) throws -> Program.Outcome {
    try Program.built.run(
      arguments.map {
        $0.replacingOccurrences(of: "PHONE", with: phone)
          .replacingOccurrences(of: "CLOUD", with: cloud)
          .replacingOccurrences(of: "OTHER", with: folder.file("read/devices/tablet"))
      })
  }

  /// A copy of its devices and its cloud that a test may change.
  func copy() throws -> TemporaryFolder {
    let own = try TemporaryFolder()
    for name in ["devices", "cloud"] {
      try FileManager.default.copyItem(atPath: folder.file("run/" + name), toPath: own.file(name))
    }
    return own
  }
}
