import Foundation
import TestSupport

/// The run of docs/INSPECTION.md, made once for all tests that only read it.
final class InspectionWorld: Sendable {
  static let made = Result { try InspectionWorld() }

  let folder: TemporaryFolder

  private init() throws {
    folder = try TemporaryFolder()
    let trace = Repository.path("docs/samples/inspection.jsonl")
    let outcome = try Program.built.run([
      "simulate", "--trace", trace, "--threshold", "2", "--keep-devices", "--out",
      folder.file("run"),
    ])
    guard outcome.status == 0 else { throw Unmade(errors: outcome.errors) }
  }

  struct Unmade: Error { let errors: String }

  var phone: String { folder.file("run/devices/phone") }
  var cloud: String { folder.file("run/cloud") }

  /// Runs a command on PHONE, CLOUD or OTHER, which is another device.
  func run(_ arguments: [String]) throws -> Program.Outcome {
    try Program.built.run(
      arguments.map {
        $0.replacingOccurrences(of: "PHONE", with: phone)
          .replacingOccurrences(of: "CLOUD", with: cloud)
          .replacingOccurrences(of: "OTHER", with: folder.file("run/devices/tablet"))
      })
  }

  /// A copy that a test may change.
  func copy(_ path: String) throws -> (folder: TemporaryFolder, path: String) {
    let own = try TemporaryFolder()
    let target = own.file((path as NSString).lastPathComponent)
    try FileManager.default.copyItem(atPath: path, toPath: target)
    return (own, target)
  }
}
