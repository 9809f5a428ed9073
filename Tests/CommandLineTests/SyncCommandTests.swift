import Foundation
import JournalFormat
import TestSupport
import Testing

@Suite("The commands that speak with a server") struct SyncCommandTests {
  private let program = Program.built

  private func device(in folder: TemporaryFolder) throws -> String {
    let phone = folder.file("phone")
    #expect(try program.run(["device", "init", phone]).status == 0)
    return phone
  }

  /// An address at which nobody listens any more.
  private static func nobody() throws -> String {
    let server = try ScriptedServer { _ in [] }
    defer { server.stop() }
    return server.address
  }

  @Test(arguments: [
    ([], 64 as Int32, "has never met a cloud"),
    (["--url", "ftp://a.example"], 64, "begins with http://"),
    (["--url", ""], 64, "Write http://HOST:PORT"),
    (["--url", "http://name:secret@a.example"], 64, "names a user"),
    (["--url", "http://a.example/?x=1"], 64, "has a query"),
    (["--url", "http://a.example", "--cloud-key", "ab"], 64, "takes 64 hexadecimal digits"),
    (["--url", "http://a.example", "--wait", "-1"], 64, "--wait"),
    // Everybody on a machine can read the arguments of its programs.
    (["--url", "http://a.example", "--token", "secret"], 64, "Unknown option '--token'"),
    (["--url", "http://a.example", "--token-file", "/none"], 66, "/none is empty or not there"),
  ])
  func `say what is wrong`(options: [String], status: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    let phone = try device(in: folder)
    for command in ["sync", "rotate-key"] {
      let outcome = try program.run(["device", command, phone] + options)
      #expect(outcome.status == status)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(!outcome.errors.contains("secret"))
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func `need a device`() throws {
    let outcome = try program.run(["device", "sync", "/none/device", "--url", "http://a.example"])
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("There is no device in /none/device"))
  }

  @Test func `end with 69 where nobody is, and leave nothing behind`() throws {
    let folder = try TemporaryFolder()
    let phone = try device(in: folder)
    let outcome = try program.run(["device", "sync", phone, "--url", try Self.nobody()])
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("cannot be reached: nobody takes connections there"))
    #expect(!FileManager.default.fileExists(atPath: phone + "/cloud.json"))
  }

  @Test(arguments: [("127.0.0.1", false), ("0.0.0.0", true)])
  func `warn where others can read along`(host: String, isWarned: Bool) throws {
    let folder = try TemporaryFolder()
    let outcome = try program.run([
      "device", "sync", try device(in: folder), "--url", "http://\(host):1", "--wait", "0",
    ])
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("has no TLS") == isWarned, "\(outcome.errors)")
  }

  @Test func `keep the deployment that they find, for their owner only`() throws {
    let folder = try TemporaryFolder()
    let phone = try device(in: folder)
    let server = try SmallCloud.server()
    defer { server.stop() }
    let first = try program.run([
      "device", "sync", phone, "--url", server.address, "--wait", "2",
    ])
    #expect(first.status == 69, "\(first.errors)")
    #expect(first.errors.contains(": its keys are now trusted. Compare them with the"))
    #expect(first.errors.contains("It is full."))
    let attributes = try FileManager.default.attributesOfItem(atPath: phone + "/cloud.json")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // Once is enough.
    let second = try program.run(["device", "sync", phone, "--wait", "2", "--json"])
    #expect(second.status == 69 && !second.errors.contains("First contact"))
    #expect(second.output.contains("\"ending\" : \"unfinished\""))
    let status = try program.run(["device", "status", phone])
    #expect(status.output.contains("server      \(server.address)\n"), "\(status.output)")
    let rotated = try program.run(["device", "rotate-key", phone, "--wait", "2"])
    #expect(rotated.status == 65 && rotated.errors.contains("not enrolled"), "\(rotated.errors)")
  }

  @Test func `refuse another deployment, and other keys`() throws {
    let folder = try TemporaryFolder()
    let phone = try device(in: folder)
    let servers = try [
      SmallCloud.server(), SmallCloud.server(salt: "cd"), SmallCloud.server(key: 0x1F),
    ]
    defer { for server in servers { server.stop() } }
    let sync = ["device", "sync", phone, "--wait", "1", "--url"]
    #expect(try program.run(sync + [servers[0].address]).status == 69)
    let salt = try program.run(sync + [servers[1].address])
    #expect(salt.status == 65 && salt.errors.contains("its salt differs"), "\(salt.errors)")
    let key = try program.run(sync + [servers[2].address])
    #expect(key.status == 65 && key.errors.contains("--cloud-key"), "\(key.errors)")
    let named = SmallCloud.key(0x1F).publicKey.description
    let confirmed = try program.run(sync + [servers[2].address, "--cloud-key", named])
    #expect(confirmed.status == 69)
  }

  @Test func `take a key that was given before any that is found`() throws {
    let folder = try TemporaryFolder()
    let phone = try device(in: folder)
    let server = try SmallCloud.server()
    defer { server.stop() }
    let sync = ["device", "sync", phone, "--wait", "1", "--url", server.address, "--cloud-key"]
    let other = try program.run(sync + [SmallCloud.key(0x1F).publicKey.description])
    #expect(other.status == 65 && other.errors.contains("names no key that is trusted"))
    let right = try program.run(sync + [SmallCloud.key(0x0F).publicKey.description])
    #expect(right.status == 69 && !right.errors.contains("First contact"))
  }

  /// It would report under tags that nobody else makes, and refuse the true salt ever after.
  @Test func `take no salt that was changed on its way, and keep nothing of it`() throws {
    let folder = try TemporaryFolder()
    let phone = try device(in: folder)
    let proxy = try SmallCloud.server(salt: "66", signedSalt: "ab")
    let server = try SmallCloud.server()
    defer { for server in [proxy, server] { server.stop() } }
    let key = ["--cloud-key", SmallCloud.key(0x0F).publicKey.description]
    for options in [key, []] {
      let sync = ["device", "sync", phone, "--wait", "1", "--url", proxy.address] + options
      let outcome = try program.run(sync)
      #expect(outcome.status == 65, "\(outcome.errors)")
      #expect(outcome.errors.contains("is not as a trusted key signed it"), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: phone + "/cloud.json"))
    }
    let sync = ["device", "sync", phone, "--wait", "1", "--url"]
    #expect(try program.run(sync + [server.address] + key).status == 69)
    // What a device belongs to does not hang on who comes in between later.
    let later = try program.run(sync + [proxy.address])
    #expect(later.status == 65 && later.errors.contains("trusted key signed it"))
    #expect(try program.run(sync + [server.address]).status == 69)
  }

  @Test(arguments: [
    "", "{}", "{\"format\":2}", "nonsense",
    // Each but for the last member is what a person could write by hand.
    "{START,\"keys\":[],\"keys\":[]}", "{START,\"keys\":[],\"key\":\"\"}",
  ])
  func `name a file that was spoilt`(text: String) throws {
    let folder = try TemporaryFolder()
    let phone = try device(in: folder)
    let start =
      "\"format\":1,\"url\":\"http://127.0.0.1:1\","
      + "\"tagSalt\":\"\(String(repeating: "ab", count: 16))\""
    try Data(text.replacing("START", with: start).utf8)
      .write(to: URL(fileURLWithPath: phone + "/cloud.json"))
    let outcome = try program.run(["device", "sync", phone])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("cloud.json is damaged, or was not written"))
  }

  @Test(arguments: ["tagSalt", "url", "keys"])
  func `name a file of which one character was changed`(field: String) throws {
    let folder = try TemporaryFolder()
    let phone = try device(in: folder)
    let server = try SmallCloud.server()
    defer { server.stop() }
    let sync = ["device", "sync", phone, "--wait", "1"]
    #expect(try program.run(sync + ["--url", server.address]).status == 69)
    #expect(try program.run(sync).status == 69)
    let url = URL(fileURLWithPath: phone + "/cloud.json")
    var text = Array(try String(contentsOf: url, encoding: .utf8))
    let name = try #require(String(text).range(of: "\"\(field)\"")).upperBound
    let start = String(text).distance(from: String(text).startIndex, to: name)
    let digit = try #require(text.indices.first { $0 > start && text[$0].isNumber })
    text[digit] = text[digit] == "1" ? "2" : "1"
    try Data(String(text).utf8).write(to: url)
    let outcome = try program.run(sync)
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors.contains("cloud.json is damaged, or was not written"), "\(outcome)")
    // What it advises helps.
    try FileManager.default.removeItem(at: url)
    #expect(try program.run(sync + ["--url", server.address]).status == 69)
  }

  @Test(arguments: [
    (["--url", "ftp://a.example"], 64 as Int32, "begins with http://"),
    (["--url", "SERVER", "--connections", "0"], 64, "--connections takes 1 to 1024"),
    (["--url", "SERVER", "--wait", "100000"], 64, "--wait takes 0 to 86400"),
    (["--url", "SERVER", "--threshold", "7"], 64, "The server's threshold is 50"),
    (["--url", "SERVER", "--token-file", "/none"], 66, "/none is empty or not there"),
    (["--url", "NOBODY"], 69, "nobody takes connections there"),
    (["--url", "SERVER", "--wait", "1"], 69, "was not ready within 1 s"),
  ])
  func `simulate no devices where they cannot`(
    options: [String], status: Int32, message: String
  ) throws {
    let folder = try TemporaryFolder()
    let trace = try TraceLines.file(TraceLines.people(3).utf8, in: folder)
    let server = try SmallCloud.server()
    defer { server.stop() }
    let places = ["SERVER": server.address, "NOBODY": try Self.nobody()]
    let outcome = try program.run(
      ["simulate", "--trace", trace] + options.map { places[$0] ?? $0 })
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}
