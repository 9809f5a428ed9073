#if Server
  import Foundation
  import Loopback
  import TestSupport
  import Testing

  /// A server that does not start, by its options and files.
  private struct BadStart: Sendable, CustomStringConvertible {
    let description: String
    /// Options that differ from a test's usual ones. FOLDER stands for the test's folder.
    let options: [String: String?]
    var environment: [String: String] = [:]
    /// Files below the folder.
    var files: [String: String] = [:]
    let statuses: Set<Int32>
    /// What the message has to name.
    let mentions: [String]

    init(
      _ description: String, _ options: [String: String?], environment: [String: String] = [:],
      files: [String: String] = [:], _ statuses: Set<Int32>, _ mentions: String...
    ) {
      self.description = description
      self.options = options
      self.environment = environment
      self.files = files
      self.statuses = statuses
      self.mentions = mentions
    }

    static let usage: [BadStart] = [
      BadStart("no data folder", ["--data": nil], [64], "--data"),
      BadStart("a port that is none", ["--port": "65536"], [64], "--port"),
      BadStart("a port in words", ["--port": "http"], [64], "--port"),
      BadStart("a threshold of nothing", ["--threshold": "0"], [64], "--threshold"),
      BadStart("an admission that nobody knows", ["--admission": "all"], [64], "admission"),
      BadStart(
        "admission by token without tokens", ["--admission": "token"], [64],
        "--enrol-token-file"),
      BadStart(
        "nothing said of admission", ["--admission": nil], [64], "--enrol-token-file",
        "--admission open"),
      BadStart(
        "admission by attestation without a hook", ["--admission": "attestation"], [64],
        "--attestation-hook"),
      BadStart(
        "a certificate without its key", ["--tls-certificate": "FOLDER/a.pem"], [64], "--tls-key"),
      BadStart(
        "a key without its certificate", ["--tls-key": "FOLDER/a.pem"], [64],
        "--tls-certificate"),
      BadStart(
        "no time to read a request", ["--request-timeout": "0"], [64], "--request-timeout"),
      BadStart("no room for a body", ["--body-limit": "-1"], [64], "--body-limit"),
      BadStart("a host that is none", ["--host": "no such host"], [73], "no such host", "--host"),
      BadStart("no connections", ["--connections-max": "0"], [64], "--connections-max"),
      BadStart(
        "a port in the environment that is none", ["--port": nil],
        environment: ["SPOTLOG_SERVE_PORT": "abc"], [64], "SPOTLOG_SERVE_PORT", "abc"),
      BadStart(
        "keys inside the data folder", ["--keys": "FOLDER/cloud/a.keys"], [64, 65],
        "FOLDER/cloud/a.keys", "outside"),
      BadStart(
        "a witness inside the data folder", ["--witness": "FOLDER/cloud/a.witness"], [64, 65],
        "FOLDER/cloud/a.witness", "outside"),
      BadStart(
        "keys inside the data folder, by another way",
        ["--keys": "FOLDER/cloud/../cloud/a.keys"], [64, 65], "outside"),
    ]

    static let files: [BadStart] = [
      BadStart(
        "a data folder that is a file", ["--data": "FOLDER/file"], files: ["file": "x"],
        [65, 73, 74], "FOLDER/file"),
      BadStart(
        "keys that are none", ["--keys": "FOLDER/a.keys"], files: ["a.keys": "no keys"], [65],
        "FOLDER/a.keys"),
      BadStart(
        "keys that are too short", ["--keys": "FOLDER/a.keys"],
        files: [
          "a.keys": "{\"format\":1,\"signing\":\"0011\",\"retired\":[],\"endorsements\":[]}"
        ], [65], "FOLDER/a.keys", "signing"),
      BadStart("keys that are a folder", ["--keys": "FOLDER"], [65, 66], "FOLDER"),
      BadStart(
        "no configuration where one was named", ["--config": "FOLDER/none.json"], [66],
        "FOLDER/none.json"),
      BadStart(
        "a configuration that is not JSON", ["--config": "FOLDER/a.json"],
        files: ["a.json": "port = 1"], [65], "FOLDER/a.json"),
      BadStart(
        "a configuration that is a list", ["--config": "FOLDER/a.json"],
        files: ["a.json": "[1]"], [65], "FOLDER/a.json"),
      BadStart(
        "a key of the configuration that nobody knows", ["--config": "FOLDER/a.json"],
        files: ["a.json": "{\"prot\": 80}"], [65], "FOLDER/a.json", "prot"),
      BadStart(
        "a value of the configuration that is not a number",
        ["--port": nil, "--config": "FOLDER/a.json"],
        files: ["a.json": "{\"port\": \"many\"}"], [65], "FOLDER/a.json", "port", "many"),
      BadStart(
        "no certificate where one was named",
        ["--tls-certificate": "FOLDER/a.pem", "--tls-key": "FOLDER/b.pem"], [66],
        "FOLDER/a.pem"),
      BadStart(
        "a certificate that is none",
        ["--tls-certificate": "FOLDER/a.pem", "--tls-key": "FOLDER/a.pem"],
        files: ["a.pem": "no certificate"], [65], "FOLDER/a.pem"),
      BadStart(
        "no operator's token where one was named", ["--operator-token-file": "FOLDER/none"],
        [66], "FOLDER/none"),
      BadStart(
        "an operator's token of nothing", ["--operator-token-file": "FOLDER/empty"],
        files: ["empty": "\n"], [65], "FOLDER/empty"),
    ]
  }

  @Suite("A server that cannot start") struct ServerStartTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func filled(_ text: String) -> String {
      text.replacingOccurrences(of: "FOLDER", with: folder.path)
    }

    /// Starts a server that should end by itself: its status, and what it said.
    private func end(
      _ options: [String: String?], environment: [String: String] = [:]
    ) throws -> (status: Int32, errors: String) {
      do {
        let server = try RunningServer(
          in: folder, options.mapValues { $0.map(filled) }, environment: environment)
        Issue.record("it listens at \(server.address)")
        return (0, "")
      } catch let error as LoopbackError {
        guard case .ended(let status) = error.code else { throw error }
        let log = FileManager.default.contents(atPath: folder.file("log")) ?? Data()
        return (status, String(decoding: log, as: UTF8.self))
      }
    }

    @Test(arguments: BadStart.usage + BadStart.files)
    fileprivate func `says why and ends with its status`(row: BadStart) throws {
      for (name, text) in row.files {
        let url = URL(fileURLWithPath: folder.file(name))
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
      let (status, errors) = try end(row.options, environment: row.environment)
      #expect(row.statuses.contains(status), "status \(status): \(errors)")
      for mention in row.mentions { #expect(errors.contains(filled(mention)), "\(errors)") }
      #expect(errors.utf8.count < 2_000, "\(errors)")
      for name in ["cloud/a.keys", "cloud/a.witness"] {
        #expect(!FileManager.default.fileExists(atPath: folder.file(name)))
      }
      for (name, text) in row.files {
        let left = FileManager.default.contents(atPath: folder.file(name))
        #expect(left == Data(text.utf8), "\(name) was changed")
      }
    }

    @Test func `says that its port is somebody else's`() throws {
      let other = try RunningServer()
      let (status, errors) = try end(["--port": "\(other.address.port)"])
      #expect(status == 73, "\(errors)")
      #expect(
        errors.contains(
          "127.0.0.1:\(other.address.port) cannot be listened on (Address already in use). Choose"),
        "\(errors)")
      // It is known before anything is made.
      #expect(!FileManager.default.fileExists(atPath: folder.file("cloud")))
      #expect(try other.get("/v1/health").status == 200)
    }

    @Test func `says that another one has its folder`() throws {
      let first = try RunningServer(in: folder)
      let before = try first.status()
      let (status, errors) = try end([:])
      #expect(status == 73, "\(errors)")
      #expect(errors.contains(folder.file("cloud")))
      try first.expectUnharmed(since: before)
    }

    @Test func `says that its log is none any more, and leaves it as it is`() throws {
      let first = try RunningServer(in: folder)
      #expect(first.process.stop() == .exited(0))
      let path = folder.file("cloud/cloud.journal")
      let url = URL(fileURLWithPath: path)
      try Data("no journal".utf8).write(to: url)
      let (status, errors) = try end([:])
      #expect(status == 65, "\(errors)")
      #expect(errors.contains(path))
      #expect(try Data(contentsOf: url) == Data("no journal".utf8))
    }

    @Test func `says that its keys are gone, and makes no others for a log that has some`() throws {
      let first = try RunningServer(in: folder)
      let keys = try Data(contentsOf: URL(fileURLWithPath: folder.file("cloud.keys")))
      #expect(first.process.stop() == .exited(0))
      try FileManager.default.removeItem(atPath: folder.file("cloud.keys"))
      let (status, errors) = try end([:])
      #expect([65, 66].contains(status), "\(errors)")
      #expect(errors.contains(folder.file("cloud.keys")))
      #expect(!FileManager.default.fileExists(atPath: folder.file("cloud.keys")))
      try keys.write(to: URL(fileURLWithPath: folder.file("cloud.keys")))
      _ = try first.again()
    }

    @Test func `keeps its keys and its folder from others`() throws {
      let server = try RunningServer(in: folder)
      for (name, permissions) in [("cloud.keys", 0o600), ("cloud", 0o700)] {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: server.folder.file(name))
        #expect(attributes[.posixPermissions] as? Int == permissions, "\(name)")
      }
    }

    @Test func `warns of a salt that is not its log's, and keeps the log's`() throws {
      let (own, other) = (String(repeating: "0a", count: 16), String(repeating: "0b", count: 16))
      let first = try RunningServer(in: folder, ["--tag-salt": own])
      first.process.stop()
      let same = try first.again(["--tag-salt": own])
      same.process.stop()
      #expect(!same.log.contains("tag-salt"))
      let changed = try same.again(["--tag-salt": other])
      #expect(try changed.tagSalt() == [UInt8](repeating: 10, count: 16))
      changed.process.stop()
      #expect(changed.log.contains("another one than tag-salt"), "\(changed.log)")
    }

    /// Somebody who makes backups may be let in.
    @Test func `leaves a folder that was there as it was`() throws {
      try FileManager.default.createDirectory(
        atPath: folder.file("cloud"), withIntermediateDirectories: false)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o750], ofItemAtPath: folder.file("cloud"))
      let server = try RunningServer(in: folder)
      let attributes = try FileManager.default.attributesOfItem(
        atPath: server.folder.file("cloud"))
      #expect(attributes[.posixPermissions] as? Int == 0o750)
    }
  }
#endif
