#if Server
  import Foundation
  import TestSupport
  import Testing

  @testable import AggregatorServer

  @Suite("A server's configuration file") struct ConfigurationFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("serve.json") }

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ text: String) throws -> [Setting: String] {
      try folder.write(text, to: "serve.json")
      return try SettingsFile(readingFrom: path).values
    }

    /// What is said of a file, without its path.
    private func message(_ text: String) -> String? {
      let error = #expect(throws: ServerError.self) { try settings(text) }
      #expect(error?.code == .configuration)
      #expect(error?.message.hasPrefix(path) == true)
      return error.map { String($0.message.dropFirst(path.count)) }
    }

    /// Each digit is as it was written: what is not a whole number is not made one.
    @Test func `has texts and numbers`() throws {
      let found = try settings(
        #"{"port": 9000, "threshold": "7", "request-timeout": 2.5, "idle-timeout": 30.0, "#
          + "\n" + #""h\u006fst":"::1","queue-limit":9007199254740993.0,"devices-max":1E3}"#
      )
      #expect(
        found == [
          .port: "9000", .threshold: "7", .requestTimeout: "2.5", .idleTimeout: "30.0",
          .host: "::1", .queueLimit: "9007199254740993.0", .devicesMax: "1E3",
        ])
      #expect(try settings("{}") == [:])
    }

    @Test(arguments: [
      ("", "it is empty (line 1, column 1)"), ("{", "it ends too early (line 1, column 2)"),
      ("\n port = 1", "a value is expected here (line 2, column 2)"),
      ("\u{0}", "a value is expected here (line 1, column 1)"),
      ("{\"port\": 1,}", "a key in quotes is expected here (line 1, column 12)"),
      ("{\"port\": 1} {}", "something follows the value (line 1, column 13)"),
      ("{\"port\": 01}", "a number begins with a zero that is not needed (line 1, column 10)"),
      ("{\"port\": NaN}", "a value is expected here (line 1, column 10)"),
      ("{\"data\": \"\n\"}", "a control character in a text is not escaped (line 1, column 11)"),
      ("\u{FEFF}{}", "it begins with a byte order mark (line 1, column 1)"),
    ])
    func `that is no JSON says where`(text: String, reason: String) {
      #expect(
        message(text)
          == " is not JSON: \(reason). Write one JSON object, such as {\"data\": \"/srv/cloud\"}.")
    }

    @Test(arguments: ["null", "[]", "1", "\"data\"", "[{\"port\": 1}]"])
    func `that is no object is refused`(text: String) {
      #expect(
        message(text) == " is not a JSON object. Write one, such as {\"data\": \"/srv/cloud\"}.")
    }

    @Test(arguments: [
      "prot", "", "Port", "enrolTokenFile", "SPOTLOG_SERVE_PORT", "config", "port ",
    ])
    func `with a key that is none is refused`(key: String) {
      #expect(
        message("{\"port\": 1,\n  \"\(key)\": 1}")
          == " has the key \"\(key)\" (line 2, column 3), which is not a setting. "
          + "`spotlog serve --help` lists all.")
    }

    /// Of two, nobody knows which one was meant.
    @Test(arguments: [
      "{\"port\": 1, \"port\": 2}", "{\"port\": 1, \"p\\u006frt\": 1}",
      "{\"host\": 1, \"port\": 1, \"port\": 1}",
    ])
    func `with a key twice is refused`(text: String) {
      #expect(message(text)?.hasPrefix(" has the key \"port\" twice (line 1, column ") == true)
    }

    @Test(arguments: [
      "true", "false", "null", "[]", "{}", "[1]", "{\"a\": 1}", "\"a\\u0000b\"",
    ])
    func `with a value of another type is refused`(value: String) {
      #expect(
        message("{\"port\":\n\(value)}")
          == ": port must be a number, or a text without a zero character (line 2, column 1). "
          + "Write it as one.")
    }

    @Test(
      arguments: [
        ("{\"port\": 65536}", "port is \"65536\" (line 1, column 10)"),
        ("{\"port\": 8080.0}", "port is \"8080.0\" (line 1, column 10)"),
        ("{\"port\": -0}", nil),
        ("{\"host\": \"é\", \"port\": 1e1}", "port is \"1e1\" (line 1, column 23)"),
        ("{\"threshold\": 0}", "threshold is \"0\" (line 1, column 15)"),
        ("{\"idle-timeout\": 1e5}", "idle-timeout is \"1e5\" (line 1, column 18)"),
        ("{\"accept-loss\": \"maybe\"}", "accept-loss is \"maybe\" (line 1, column 17)"),
        ("{\"tag-salt\": \"0\"}", "tag-salt is \"0\" (line 1, column 14)"),
      ] as [(String, String?)])
    func `with a value beyond its range says where`(text: String, says: String?) throws {
      try folder.write(text, to: "serve.json")
      let settings = try Settings(
        flags: [.data: "/a", .admission: "open"], environment: [:],
        file: SettingsFile(readingFrom: path))
      guard let says else {
        _ = try ServerConfiguration(settings)
        return
      }
      let error = #expect(throws: ServerError.self) { try ServerConfiguration(settings) }
      #expect(error?.message.hasPrefix("\(path): \(says); it must be ") == true, "\(error)")
    }

    @Test func `that is not there, or too large, is refused`() throws {
      let missing = #expect(throws: ServerError.self) {
        try SettingsFile(readingFrom: path)
      }
      #expect(missing?.code == .noSuchFile)
      #expect(
        missing?.message
          == "There is no file \(path) (configuration file). Check the path.")
      let error = #expect(throws: ServerError.self) {
        try settings(String(repeating: " ", count: (1 << 20) + 1))
      }
      #expect(
        error?.message
          == "The configuration file cannot be read (\(path): larger than 1048576 bytes). Check "
          + "the path and its permissions.")
    }
  }
#endif
