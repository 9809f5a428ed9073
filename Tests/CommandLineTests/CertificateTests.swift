#if Server
  import Foundation
  import TestSupport
  import Testing

  /// A server with a certificate that no authority of the system's signed.
  @Suite("A certificate of nobody's") struct CertificateTests {
    private static let openSSL = ["/usr/bin/openssl", "/usr/local/bin/openssl"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: openSSL != nil, "needs the program openssl"))
    func `is refused, and the way to have it trusted is said`() throws {
      let folder = try TemporaryFolder()
      let (certificate, key) = (folder.file("cert.pem"), folder.file("key.pem"))
      try Self.make(certificate, key)
      let server = Process()
      server.executableURL = URL(fileURLWithPath: Program.built.path)
      server.arguments = [
        "serve", "--data", folder.file("cloud"), "--port", "0", "--admission", "open",
        "--threshold", "2", "--tls-certificate", certificate, "--tls-key", key,
      ]
      let announced = Pipe()
      (server.standardOutput, server.standardError) = (announced, FileHandle.nullDevice)
      try server.run()
      defer {
        server.terminate()
        server.waitUntilExit()
      }
      var text = ""
      while !text.contains("\n") {
        let part = announced.fileHandleForReading.availableData
        try #require(!part.isEmpty, "the server ended")
        text += String(decoding: part, as: UTF8.self)
      }
      let match = try #require(text.firstMatch(of: /https:\/\/127\.0\.0\.1:[0-9]+/), "\(text)")
      let outcome = try Program.built.run(["cloud", "status", "--url", String(match.0)])
      #expect(outcome.status == 69 && outcome.output == "")
      #expect(outcome.errors.contains("this system does not trust its certificate (SSL"))
      #expect(
        outcome.errors.contains("\"A private authority\" in docs/OPERATIONS.md says what to do"))
      let page = try Program.built.run([
        "web", "validate", String(match.0), "--allow-address", "127.0.0.1",
      ])
      #expect(page.status == 69 && page.output == "", "\(page)")
      #expect(page.errors.contains("no authority that this system trusts has signed its"))
    }

    /// A certificate of its own and its key.
    private static func make(_ certificate: String, _ key: String) throws {
      let maker = Process()
      maker.executableURL = URL(fileURLWithPath: try #require(openSSL))
      maker.arguments = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
      ]
      maker.standardError = FileHandle.nullDevice
      try maker.run()
      maker.waitUntilExit()
      try #require(maker.terminationStatus == 0)
    }
  }
#endif
