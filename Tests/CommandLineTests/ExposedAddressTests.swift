import Foundation
import TestSupport
import Testing

/// Each command that speaks with a server, where nobody listens.
@Suite("A command that speaks with a server") struct ExposedAddressTests {
  private let program = Program.built
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data("secret\n".utf8).write(to: URL(fileURLWithPath: folder.file("token")))
    #expect(try program.run(["device", "init", folder.file("phone")]).status == 0)
  }

  private static let lineage = String(repeating: "0a", count: 16)
  private static let tag = "01" + String(repeating: "0a", count: 16)

  static let withoutToken: [[String]] = [
    ["device", "sync", "PHONE", "--wait", "0"], ["device", "rotate-key", "PHONE", "--wait", "0"],
    ["device", "search", "PHONE", "word"], ["cloud", "status"], ["cloud", "popularity"],
    ["cloud", "items"], ["cloud", "search", "word"],
    ["simulate", "--devices", "2", "--days", "1", "--wait", "0"],
  ]

  static let withToken: [[String]] = [
    ["status"], ["devices"], ["incidents"], ["candidates"], ["revoke", lineage],
    ["revoke", "0a0a0a0a"], ["reinstate", lineage], ["erase", lineage, "--yes"],
    ["retract", lineage, "--epoch", lineage, "--first", "1", "--last", "2"],
    ["take-down", tag], ["restore", tag],
  ].map { ["cloud"] + $0 + ["--token-file", "TOKEN"] }

  private func run(_ arguments: [String], url: String) throws -> Program.Outcome {
    let files = ["PHONE": folder.file("phone"), "TOKEN": folder.file("token")]
    return try program.run(arguments.map { files[$0] ?? $0 } + ["--url", url])
  }

  /// `cloud` sent the operator's token without a word.
  @Test(arguments: zip([withoutToken, withToken], ["what is sent", "the operator's token"]))
  func `warns once where others on the way can read along`(
    commands: [[String]], what: String
  ) throws {
    let warning =
      "spotlog: warning: the connection to http://0.0.0.0:1 has no TLS, so others on the way can "
      + "read \(what). Give an address that begins with https://\n"
    for command in commands {
      let outcome = try run(command, url: "http://0.0.0.0:1")
      #expect(outcome.status == 69, "\(command): \(outcome.errors)")
      #expect(outcome.errors.hasPrefix(warning), "\(command): \(outcome.errors)")
      #expect(outcome.errors.components(separatedBy: "has no TLS").count == 2, "\(command)")
    }
  }

  @Test(arguments: ["https://0.0.0.0:1", "http://127.0.0.1:1", "http://localhost:1"])
  func `is silent where nobody can`(url: String) throws {
    for command in Self.withoutToken + Self.withToken {
      let outcome = try run(command, url: url)
      #expect(outcome.status == 69, "\(command): \(outcome.errors)")
      #expect(!outcome.errors.contains("warning"), "\(command): \(outcome.errors)")
    }
  }
}
