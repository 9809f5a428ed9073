#if Server
  import Foundation
  import JournalFormat
  import LoadGenerator
  import Loopback
  import Sync

  /// A server in a process of its own: what the benchmark measures.
  final class BenchServer {
    let folder: BenchFolder
    let process: ServerProcess
    /// Seconds from its start to its first answer that it is well.
    let startSeconds: Double

    private static let token = "a-token-of-the-benchmark"

    var address: LoopbackAddress { process.address }
    var figures: ProcessFigures { ProcessFigures(of: process.processID) }

    /// Starts a server and waits until it says that it is well. It ends with this value.
    ///
    /// - Parameter launcher: what becomes the program: for a server on one core.
    init(
      in folder: BenchFolder, _ options: [String] = [], launcher: [String] = []
    ) throws {
      self.folder = folder
      let tokenPath = folder.path + "/token"
      try Data(Self.token.utf8).write(to: URL(fileURLWithPath: tokenPath))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: tokenPath)
      // Thousands of connections need descriptors, here and in the server.
      Descriptors.allowAll()
      let words = [
        "serve", "--data", Self.data(folder), "--port", "0", "--operator-token-file", tokenPath,
        // Its devices are all new, and what they are not asked for does not become public.
        "--newcomer-period", "0",
        "--admission", "open", "--enrolments-per-minute", "0", "--connections-max", "20000",
        "--connections-per-address", "20000", "--reports-per-day", "0",
      ]
      let environment = ProcessInfo.processInfo.environment.filter {
        !$0.key.hasPrefix("SPOTLOG_")
      }
      let start = BenchClock.wall
      do {
        process = try ServerProcess(
          try MeasuredProgram.path(), words + options,
          environment: environment, errorsPath: folder.path + "/log", launcher: launcher)
        try process.waitForGood(Endpoint.health.path)
      } catch {
        throw BenchError("\(error) \(Self.lastWords(folder))")
      }
      startSeconds = BenchClock.wall - start
    }

    static func data(_ folder: BenchFolder) -> String { folder.path + "/cloud" }

    private static func lastWords(_ folder: BenchFolder) -> String {
      let log = FileManager.default.contents(atPath: folder.path + "/log") ?? Data()
      return String(decoding: log.suffix(500), as: UTF8.self)
    }

    // MARK: Asking

    func get<Value: Decodable>(_ path: String, as type: Value.Type) throws -> Value {
      let connection = try RawConnection(to: address)
      try connection.send(
        RawRequest("GET", path, [("Authorization", "Bearer \(Self.token)")]))
      let answer = try connection.receive()
      guard answer.status == 200 else {
        throw BenchError("The server answers \(path) with \(answer.status): \(answer.text)")
      }
      return try JSONDecoder().decode(type, from: Data(answer.body))
    }

    /// Reports that it counted, of all devices.
    func reportCount() throws -> Int {
      struct Status: Decodable { let reports: Int }
      return try get(Endpoint.status.path, as: Status.self).reports
    }

    func tagSalt() throws -> [UInt8] {
      struct Deployment: Decodable { let tagSalt: String }
      let text = try get(Endpoint.deployment.path, as: Deployment.self).tagSalt
      guard let salt = [UInt8](hex: text) else {
        throw BenchError("The server's salt \(text) is not hexadecimal.")
      }
      return salt
    }

    /// Enrols a device over the wire.
    func enrol(_ key: SigningKey, nonce: Nonce) throws -> Grant {
      let connection = try RawConnection(to: address)
      try connection.send(
        RawRequest.sync(
          "enrol",
          SyncRequest.enrol(EnrolRequest(lineage: LineageKey(secret: nonce.bytes), key: key)).bytes)
      )
      let answer = try connection.receive()
      guard answer.status == 200,
        case .enrolled(let grant, _) = try SyncResponse(bytes: answer.body)
      else { throw BenchError("The server enrols no device: \(answer.text)") }
      return grant
    }

    func stop() throws {
      guard process.stop() == .exited(0) else {
        throw BenchError("The server did not end well. \(Self.lastWords(folder))")
      }
    }
  }
#endif
