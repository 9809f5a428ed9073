#if Server
  import Foundation
  import TestSupport
  import Testing

  /// Which of several places says how a server is set up.
  @Suite("A server's configuration") struct ServerConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Setting: Equatable {
      let value: String
      let source: String
    }

    /// What the program says of each setting.
    private func settings(
      _ options: [String], environment: [String: String] = [:], file: String? = nil
    ) throws -> [String: Setting] {
      let tokens = folder.file("tokens")
      try Data("a-token 2\n".utf8).write(to: URL(fileURLWithPath: tokens))
      var arguments =
        [
          "serve", "--data", folder.file("cloud"), "--enrol-token-file", tokens,
          "--print-configuration",
        ] + options
      if let file {
        let path = folder.file("configuration.json")
        try Data(file.utf8).write(to: URL(fileURLWithPath: path))
        arguments += ["--config", path]
      }
      // The program inherits this process's environment, in which a value must not stay.
      let launcher =
        ["/usr/bin/env"] + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let outcome = try Program.built.run(arguments, launcher: launcher)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      return object.compactMapValues { setting in
        guard let setting = setting as? [String: Any], let source = setting["source"] as? String
        else { return nil }
        return Setting(value: setting["value"].map { "\($0)" } ?? "", source: source)
      }
    }

    @Test func `is its own where nobody says anything`() throws {
      let settings = try settings([])
      #expect(settings["port"] == Setting(value: "8080", source: "default"))
      #expect(settings["host"] == Setting(value: "127.0.0.1", source: "default"))
      #expect(settings["threshold"] == Setting(value: "50", source: "default"))
      #expect(settings["admission"] == Setting(value: "token", source: "default"))
      #expect(settings["data"] == Setting(value: folder.file("cloud"), source: "flag"))
    }

    @Test func `is a flag's before the environment's before the file's`() throws {
      let file = "{\"port\": 1001, \"threshold\": 11, \"host\": \"127.0.0.2\"}"
      let environment = ["SPOTLOG_SERVE_PORT": "1002", "SPOTLOG_SERVE_THRESHOLD": "12"]
      let all = try settings(["--port", "1003"], environment: environment, file: file)
      #expect(all["port"] == Setting(value: "1003", source: "flag"))
      #expect(all["threshold"] == Setting(value: "12", source: "environment"))
      #expect(all["host"] == Setting(value: "127.0.0.2", source: "file"))
      let two = try settings([], environment: environment, file: file)
      #expect(two["port"] == Setting(value: "1002", source: "environment"))
      let one = try settings([], file: file)
      #expect(one["port"] == Setting(value: "1001", source: "file"))
    }

    @Test func `is shown without its secrets, and starts nothing`() throws {
      let path = folder.file("token")
      try Data("a-very-secret-token\n".utf8).write(to: URL(fileURLWithPath: path))
      let with = try settings(["--operator-token-file", path])
      #expect(with["operator-token-file"]?.value == path)
      #expect(try settings([])["operator-token-file"]?.value == nil)
      #expect(!"\(with)".contains("a-very-secret-token"))
      #expect(!FileManager.default.fileExists(atPath: folder.file("cloud")))
      #expect(!FileManager.default.fileExists(atPath: folder.file("cloud.keys")))
    }
  }
#endif
