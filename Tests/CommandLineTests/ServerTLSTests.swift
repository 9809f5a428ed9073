#if Server
  import Foundation
  import LoadGenerator
  import Loopback
  import TestSupport
  import Testing

  /// A server with a certificate, and what is asked of it with `curl`.
  private final class TLSServer {
    private static let openssl = "/usr/bin/openssl"
    private static let curl = "/usr/bin/curl"
    static let isPossible = [openssl, curl].allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    private let folder: TemporaryFolder
    let process: ServerProcess

    init(_ options: [String]) throws {
      folder = try TemporaryFolder()
      Descriptors.allowAll()
      let made = try Program(path: Self.openssl).run([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", folder.file("key.pem"), "-out", folder.file("certificate.pem"), "-days", "365",
        "-subj", "/CN=localhost",
      ])
      try #require(made.status == 0, "\(made.errors)")
      process = try ServerProcess(
        Program.built.path,
        [
          "serve", "--data", folder.file("cloud"), "--port", "0", "--admission", "open",
          "--tls-certificate", folder.file("certificate.pem"), "--tls-key", folder.file("key.pem"),
        ] + options, environment: [:], errorsPath: folder.file("log"))
      // It listens before it has read its log.
      let deadline = Date().addingTimeInterval(30)
      while try health() != "200", Date() < deadline { usleep(20_000) }
    }

    /// The status that an honest client of another address gets, "000" where it gets none.
    func health() throws -> String {
      try Program(path: Self.curl).run([
        "--silent", "--insecure", "--max-time", "10", "--interface", "127.0.0.2", "--output",
        "/dev/null", "--write-out", "%{http_code}",
        "https://127.0.0.1:\(process.address.port)/v1/health",
      ]).output
    }

    func connect() throws -> RawConnection {
      try RawConnection(to: process.address, timeoutMilliseconds: 2_000)
    }
  }

  @Suite(
    "A server with a certificate", .enabled(if: TLSServer.isPossible, "needs openssl and curl"))
  struct ServerTLSTests {
    /// The first message of a client that speaks TLS 1.2 and knows one curve.
    private static let hello: [UInt8] = {
      let extensions: [UInt8] =
        [0x00, 0x0A, 0, 4, 0, 2, 0x00, 0x17]
        + [0x00, 0x0D, 0, 4, 0, 2, 0x04, 0x03] + [0x00, 0x0B, 0, 2, 1, 0]
      let body: [UInt8] =
        [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0xC0, 0x2B, 1, 0]
        + [0, UInt8(extensions.count)] + extensions
      let message: [UInt8] = [1, 0, 0, UInt8(body.count)] + body
      return [0x16, 3, 1, 0, UInt8(message.count)] + message
    }()

    /// What is sent instead of a handshake, or of its rest.
    private static let openings: [[UInt8]] = [
      [], hello, Array(hello.prefix(20)), [0x16, 3, 1, 0x40, 0], RawRequest("GET", "/").bytes,
      [UInt8](repeating: 0, count: 5_000), [UInt8](repeating: 0xFF, count: 5_000),
      // Records that are too long, an alert, and a hello within another.
      [0x16, 3, 1, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 20_000),
      [0x15, 3, 3, 0, 2, 2, 40], hello + hello, hello + [0x17, 3, 3, 0, 1, 0],
    ]

    @Test(.crowd) func `answers others beside hundreds of handshakes that never end`() throws {
      let server = try TLSServer([
        "--idle-timeout", "2", "--request-timeout", "2", "--connections-per-address", "400",
      ])
      #expect(try server.health() == "200")
      var held: [RawConnection] = []
      for place in 0..<330 {
        let connection = try server.connect()
        // Who is ended before all is sent has done what they could.
        try? connection.send(Self.openings[place % Self.openings.count])
        held.append(connection)
      }
      let start = Date()
      #expect(try server.health() == "200")
      #expect(Date().timeIntervalSince(start) < 2)
      // A byte now and then does not keep a place.
      for _ in 0..<10 {
        for connection in held { try? connection.send([0x16]) }
        usleep(300_000)
      }
      #expect(try server.health() == "200")
      let ended = held.count { isEnded($0) }
      #expect(ended == held.count)
      if let memory = ProcessFigures(of: server.process.processID).peakMemoryMiB {
        #expect(memory < 300)
      }
      #expect(server.process.stop() == .exited(0))
    }

    @Test(.crowd) func `answers others beside a thousand handshakes that are begun and left`()
      throws
    {
      let server = try TLSServer(["--connections-per-address", "400"])
      let start = Date()
      for _ in 0..<1_000 {
        let connection = try server.connect()
        try? connection.send(Self.hello)
        connection.reset()
      }
      #expect(try server.health() == "200")
      #expect(Date().timeIntervalSince(start) < 20)
      #expect(server.process.stop() == .exited(0))
    }

    /// Whether the server has ended the connection, or does within some seconds.
    private func isEnded(_ connection: RawConnection) -> Bool {
      let deadline = Date().addingTimeInterval(10)
      while Date() < deadline {
        // What it says before is its part of the handshake.
        if connection.isClosed(withinMilliseconds: 1_000) { return true }
      }
      return false
    }
  }
#endif
