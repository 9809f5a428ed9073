#if Server
  import Foundation
  import Logging
  import Synchronization
  import TestSupport
  import Testing

  @testable import AggregatorServer

  /// Certificates as operators make them.
  private enum OpenSSL {
    static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    static let why: Comment = "needs the program openssl"

    /// A certificate of its own and its key, for a year.
    static func make(_ certificate: String, _ key: String) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(path))
      process.arguments = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", key, "-out", certificate, "-days", "365", "-subj", "/CN=localhost",
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }
  }

  /// Keeps what was logged.
  private struct Heard: LogHandler {
    final class Lines: Sendable {
      private let lines = Mutex<[String]>([])
      var all: [String] { lines.withLock { $0 } }
      func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    let lines: Lines
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.add("\(event.level) \(event.message) \(event.metadata ?? [:])")
    }
  }

  @Suite("A server's certificate", .enabled(if: OpenSSL.path != nil, OpenSSL.why))
  struct TLSContextsTests {
    private let folder: TemporaryFolder
    private let lines = Heard.Lines()
    private var logger: Logger {
      let lines = lines
      return Logger(label: "test") { _ in Heard(lines: lines) }
    }
    private var certificate: String { folder.file("certificate.pem") }
    private var key: String { folder.file("key.pem") }

    init() throws {
      folder = try TemporaryFolder()
      try OpenSSL.make(folder.file("certificate.pem"), folder.file("key.pem"))
    }

    private func contexts() throws -> TLSContexts {
      try TLSContexts(certificatePath: certificate, keyPath: key)
    }

    /// Whatever the file system's times are worth, this one is another.
    private func touch(_ path: String, later seconds: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now.addingTimeInterval(seconds)], ofItemAtPath: path)
    }

    private func replace(_ path: String, with other: String) throws {
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: other, toPath: path)
    }

    @Test func `stays while its files do`() throws {
      let contexts = try contexts()
      let first = contexts.current
      for _ in 0..<3 { contexts.reload(logger) }
      #expect(contexts.current === first)
      #expect(lines.all == [])
    }

    @Test func `is read again when both files changed`() throws {
      let contexts = try contexts()
      let first = contexts.current
      try OpenSSL.make(certificate, key)
      try touch(certificate, later: 10)
      contexts.reload(logger)
      #expect(contexts.current !== first)
      #expect(lines.all == ["notice The certificate was read again. [:]"])
      let second = contexts.current
      contexts.reload(logger)
      #expect(contexts.current === second)
    }

    /// As a mounted secret is renewed: a folder comes beside the old one, and a link moves. No path
    /// that the server was given changes, and the new files may be as old as the old ones.
    @Test func `is read again when a folder's link on the way to it moves`() throws {
      let files = FileManager.default
      for name in ["1", "2"] {
        try files.createDirectory(
          atPath: folder.file(name), withIntermediateDirectories: true)
        let pair = ["tls.crt", "tls.key"].map { folder.file("\(name)/\($0)") }
        try OpenSSL.make(pair[0], pair[1])
        for path in pair {
          try files.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
        }
      }
      func link(_ name: String, to target: String) throws {
        try files.createSymbolicLink(
          atPath: folder.file(name), withDestinationPath: target)
      }
      try link("data", to: "1")
      try link("tls.crt", to: "data/tls.crt")
      try link("tls.key", to: "data/tls.key")
      let contexts = try TLSContexts(
        certificatePath: folder.file("tls.crt"), keyPath: folder.file("tls.key"))
      let first = contexts.current
      contexts.reload(logger)
      #expect(contexts.current === first)
      try link("next", to: "2")
      #expect(rename(folder.file("next"), folder.file("data")) == 0)
      contexts.reload(logger)
      #expect(contexts.current !== first)
      #expect(lines.all == ["notice The certificate was read again. [:]"])
    }

    /// One of two files was replaced, and the other one comes a moment later.
    @Test func `stays while its files do not belong together, and is said once to`() throws {
      let contexts = try contexts()
      let first = contexts.current
      let next = (folder.file("next.pem"), folder.file("next-key.pem"))
      try OpenSSL.make(next.0, next.1)
      try replace(certificate, with: next.0)
      try touch(certificate, later: 10)
      for _ in 0..<3 { contexts.reload(logger) }
      #expect(contexts.current === first)
      #expect(lines.all.count == 1)
      #expect(lines.all.first?.hasPrefix("error The changed certificate cannot be used.") == true)
      #expect(lines.all.first?.contains(certificate) == true)
      try replace(key, with: next.1)
      try touch(key, later: 10)
      contexts.reload(logger)
      #expect(contexts.current !== first)
      #expect(lines.all.count == 2)
    }

    @Test(arguments: ["", "no certificate", "-----BEGIN CERTIFICATE-----\n"])
    func `stays when a file is no certificate any more`(text: String) throws {
      let contexts = try contexts()
      let first = contexts.current
      try folder.write(text, to: "certificate.pem")
      try touch(certificate, later: 10)
      contexts.reload(logger)
      #expect(contexts.current === first)
      #expect(lines.all.count == 1)
    }

    @Test func `stays when its files are gone, and is read when they are back`() throws {
      let contexts = try contexts()
      let first = contexts.current
      try FileManager.default.removeItem(atPath: certificate)
      for _ in 0..<2 { contexts.reload(logger) }
      #expect(contexts.current === first)
      #expect(lines.all.count == 1)
      try OpenSSL.make(certificate, key)
      try touch(certificate, later: 10)
      contexts.reload(logger)
      #expect(contexts.current !== first)
    }

    @Test func `that cannot be used at the start says which files`() throws {
      let other = (folder.file("other.pem"), folder.file("other-key.pem"))
      try OpenSSL.make(other.0, other.1)
      try folder.write("no certificate", to: "text")
      for (certificate, key) in [
        (certificate, other.1), (other.0, key), (folder.file("text"), key),
        (certificate, folder.file("text")), (key, certificate),
      ] {
        let error = #expect(throws: ServerError.self) {
          try TLSContexts(certificatePath: certificate, keyPath: key)
        }
        #expect(error?.code == .configuration)
        #expect(
          error?.message.hasPrefix(
            "\(certificate) and \(key) are not a certificate and its key in PEM")
            == true)
        #expect(error?.message.hasSuffix("Check that they belong together.") == true)
      }
      let missing = folder.file("none")
      for (certificate, key) in [(missing, key), (certificate, missing)] {
        let error = #expect(throws: ServerError.self) {
          try TLSContexts(certificatePath: certificate, keyPath: key)
        }
        #expect(error?.code == .noSuchFile)
        #expect(
          error?.message == "\(missing) cannot be read. Check the path and its permissions.")
      }
    }
  }
#endif
