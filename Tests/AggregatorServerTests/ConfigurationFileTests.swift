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
      return try ServerConfiguration.settings(ofFile: path).values
    }

    private func message(_ text: String) -> String? {
      let error = #expect(throws: ServerError.self) { try settings(text) }
      #expect(error?.code == .configuration)
      return error?.message
    }

    @Test func `has texts and numbers`() throws {
      let found = try settings(
        #"{"port": 9000, "threshold": "7", "request-timeout": 2.5, "idle-timeout": 30.0, "#
          + #""host": "::1"}"#
      )
      #expect(
        found == [
          .port: "9000", .threshold: "7", .requestTimeout: "2.5", .idleTimeout: "30", .host: "::1",
        ])
      #expect(try settings("{}") == [:])
    }

    @Test(arguments: [
      "", "null", "[]", "1", "\"data\"", "{", "port = 1", "\u{0}",
    ])
    func `that is none is refused`(text: String) {
      #expect(
        message(text)
          == "\(path) is no JSON object. Write one, such as {\"data\": \"/srv/cloud\"}.")
    }

    @Test(arguments: ["prot", "", "Port", "enrolTokenFile", "SPOTLOG_SERVE_PORT", "config"])
    func `with a key that is none is refused`(key: String) {
      #expect(
        message("{\"port\": 1, \"\(key)\": 1}")
          == "\(path) has the key \"\(key)\", which is no setting. `spotlog serve --help` lists "
          + "all.")
    }

    @Test(arguments: ["true", "false", "null", "[]", "{}", "[1]", "{\"a\": 1}"])
    func `with a value of another type is refused`(value: String) {
      #expect(
        message("{\"port\": \(value)}")
          == "\(path): port has to be a text or a number. Write it as one.")
    }

    @Test func `that is not there, or too large, is refused`() throws {
      let missing = #expect(throws: ServerError.self) {
        try ServerConfiguration.settings(ofFile: path)
      }
      #expect(missing?.code == .noSuchFile)
      #expect(
        missing?.message
          == "There is no file \(path), which is to be the configuration file. Check the path.")
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
