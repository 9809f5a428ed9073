internal import Foundation
package import JournalFormat
package import Loopback
package import Sync
internal import Synchronization

/// `spotlog serve` as a process of its own, on a folder that goes when it does.
///
/// Several tests may ask one server at once; only one may end it.
package final class RunningServer: @unchecked Sendable {
  package let folder: TemporaryFolder
  package let address: LoopbackAddress
  package let process: ServerProcess

  package static let operatorToken = "an-operators-token-0123456789abcdef"

  /// What tests need of every server: any free port, two devices for an item, no limit to
  /// enrolments.
  private static func options(_ folder: TemporaryFolder) -> [String: String] {
    [
      "--data": folder.file("cloud"), "--port": "0", "--threshold": "2", "--admission": "open",
      "--operator-token-file": folder.file("token"), "--enrolments-per-minute": "0",
      // All tests come from one address, some with a thousand connections.
      "--connections-per-address": "20000",
      // Nor has any test a day for its devices to grow old.
      "--newcomer-period": "0",
    ]
  }

  /// Starts a server and waits until it listens.
  ///
  /// - Parameters:
  ///   - folder: where another server was before; nil: a new one.
  ///   - changes: options instead of, or beside, those of every test; nil takes one away.
  package init(
    in folder: TemporaryFolder? = nil, _ changes: [String: String?] = [:],
    environment: [String: String] = [:], program: Program = .built
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    // A thousand connections need descriptors, here and in the server.
    Descriptors.allowAll()
    try Data((Self.operatorToken + "\n").utf8).write(
      to: URL(fileURLWithPath: folder.file("token")))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file("token"))
    var options = Self.options(folder)
    for (name, value) in changes { options[name] = value }
    let words = options.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    process = try ServerProcess(
      program.path, ["serve"] + words, environment: Self.environment(environment),
      errorsPath: folder.file("log"))
    // It listens before it has read its log, and may end then.
    try process.waitForGood("/v1/health")
    address = process.address
    self.folder = folder
  }

  /// Everything but what would set up a server.
  private static func environment(_ more: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SPOTLOG_") }
      .merging(more) { $1 }
  }

  /// What it wrote to standard error.
  package var log: String {
    String(
      decoding: FileManager.default.contents(atPath: folder.file("log")) ?? Data(), as: UTF8.self)
  }

  /// A server like this one on its folder: after this one has ended.
  package func again(_ changes: [String: String?] = [:]) throws -> RunningServer {
    try RunningServer(in: folder, changes)
  }

  // MARK: One for many

  private struct Weak { weak var server: RunningServer? }
  private static let common = Mutex(Weak())

  /// One server for all tests that change nothing in it, as long as any of them holds it.
  package static func shared() throws -> RunningServer {
    try common.withLock { common in
      if let server = common.server { return server }
      let server = try RunningServer()
      common.server = server
      return server
    }
  }

  // MARK: Asking

  package func connect(
    from client: LoopbackAddress.Client = .first, timeoutMilliseconds: Int = 30_000,
    receiveByteCountMax: Int? = nil
  ) throws -> RawConnection {
    try RawConnection(
      to: address, from: client, timeoutMilliseconds: timeoutMilliseconds,
      receiveByteCountMax: receiveByteCountMax)
  }

  /// The answer to one request over a connection of its own.
  package func ask(
    _ request: RawRequest, from client: LoopbackAddress.Client = .first
  ) throws -> RawAnswer {
    let connection = try connect(from: client)
    try connection.send(request)
    return try connection.receive()
  }

  package func get(_ path: String) throws -> RawAnswer { try ask(RawRequest("GET", path)) }

  /// The same as somebody who has the operator's token.
  package func askAsOperator(
    _ method: String, _ path: String, json: String? = nil
  ) throws -> RawAnswer {
    var headers = [("Authorization", "Bearer \(Self.operatorToken)")]
    if json != nil { headers.append(("Content-Type", "application/json")) }
    return try ask(RawRequest(method, path, headers, body: Array((json ?? "").utf8)))
  }

  /// The parts of the status that tests compare.
  package struct Status: Decodable, Hashable, Sendable {
    package let stateDigest: String
    package let logEntries: UInt64
    package let reports: UInt64
    package let lineages: Int
    package let publicItems: Int
    package let incidents: UInt64
  }

  package func status() throws -> Status {
    let answer = try askAsOperator("GET", "/v1/status")
    guard answer.status == 200 else { throw ServerAnswer(answer) }
    return try JSONDecoder().decode(Status.self, from: Data(answer.body))
  }

  /// The public salt of the deployment, with which devices make tags.
  package func tagSalt() throws -> [UInt8] {
    struct Deployment: Decodable { let tagSalt: String }
    let answer = try get("/v1/deployment")
    let text = try JSONDecoder().decode(Deployment.self, from: Data(answer.body)).tagSalt
    guard let salt = [UInt8](hex: text) else { throw ServerAnswer(answer) }
    return salt
  }

  // MARK: Devices

  /// The answer of the conversation; what is none is thrown.
  @discardableResult
  package func exchange(_ request: SyncRequest) throws -> SyncResponse {
    let answer = try ask(RawRequest.sync(request))
    guard answer.status == 200, answer.mediaType == RawRequest.syncMediaType else {
      throw ServerAnswer(answer)
    }
    return try SyncResponse(bytes: answer.body)
  }

  /// A device that has enrolled and opened.
  package func device(_ seed: UInt64) throws -> TestDevice {
    var device = TestDevice(seed)
    guard
      case .enrolled(let grant, _) = try exchange(
        .enrol(EnrolRequest(lineage: device.lineage, key: device.key)))
    else { throw FormatError(.malformed, "The enrolment was answered with something else.") }
    device.begin(with: grant)
    try exchange(.open(device.open(at: .now)))
    return device
  }
}

/// An answer that a test could not continue with.
package struct ServerAnswer: Error, CustomStringConvertible {
  package let answer: RawAnswer

  package init(_ answer: RawAnswer) { self.answer = answer }

  package var description: String { "\(answer.status): \(answer.text)" }
}

extension RawRequest {
  /// A request of the conversation at its own route.
  package static func sync(_ request: SyncRequest) -> RawRequest {
    sync("\(request.kind)", request.bytes)
  }
}

extension Timestamp {
  /// For tests of processes, which have the machine's clock.
  package static var now: Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
  }
}
