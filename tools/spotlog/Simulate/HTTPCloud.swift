import Foundation
import JournalFormat
import Simulation
import Sync
import SyncHTTP

/// A server as the cloud of simulated devices: requests leave side by side, and replies are taken
/// as they come.
final class HTTPCloud: RemoteCloud, @unchecked Sendable {
  let deployment: CloudDeployment
  private let transport: HTTPTransport
  private let routes: CloudRoutes
  /// How long a server that is not ready is waited for.
  private let waitSeconds: Int
  private let condition = NSCondition()
  // Guarded by `condition`.
  private var came: [CloudReply] = []
  private var openCount = 0
  private var needsProbe = false
  /// Of the world's thread alone.
  private var takenCount = 0

  private static let probePauseSeconds = 0.1
  /// Counts are shown a second or two after they came to be.
  private static let looksMax = 6
  private static let lookPauseSeconds = 1.0
  /// A server that asks for more is asked again all the same: its time is real, the devices' not.
  private static let pauseMaxSeconds = 5.0

  /// Looks at the server; its keys are believed as they are found.
  init(url: String, connections: Int, waitSeconds: Int, attestation: [UInt8]) throws {
    self.waitSeconds = waitSeconds
    transport = try HTTPTransport(url: try Address.url(url), connections: connections)
    let routes = try CloudRoutes(url: url, connections: connections)
    self.routes = routes
    let document = try waiting { try await routes.client.deployment() }
    _ = try CloudTrust(document.keys).following(document)
    var deployment = CloudDeployment(
      tagSalt: document.tagSalt, keys: document.keys, threshold: document.threshold)
    deployment.attestation = attestation
    self.deployment = deployment
  }

  func take(_ request: [UInt8], of device: Int, now: Timestamp) -> CloudTicket {
    takenCount += 1
    let ticket = CloudTicket(rawValue: takenCount)
    condition.lock()
    openCount += 1
    condition.unlock()
    transport.send(request) { [self] outcome in
      let pause = Self.pause(after: outcome)
      guard pause > 0 else { return recordOutcome(outcome, ticket) }
      DispatchQueue.global().asyncAfter(deadline: .now() + pause) {
        self.recordOutcome(outcome, ticket)
      }
    }
    return ticket
  }

  func replies(waiting: Bool) throws -> [CloudReply] {
    condition.lock()
    while waiting, came.isEmpty, openCount > 0 { condition.wait() }
    let replies = came
    let probes = needsProbe
    came = []
    needsProbe = false
    condition.unlock()
    if probes { try awaitServer() }
    return replies
  }

  func publicState(until isRight: (PublicState) throws -> Bool) throws -> PublicState {
    for _ in 1..<Self.looksMax {
      let state = try publicState()
      if try isRight(state) { return state }
      Thread.sleep(forTimeInterval: Self.lookPauseSeconds)
    }
    return try publicState()
  }

  private func publicState() throws -> PublicState {
    let counts = try routes.popularity()
    return PublicState(counts: counts, items: try routes.items(counts))
  }

  // MARK: Helpers

  /// What a busy server asks for, in seconds; devices cannot wait in real time themselves.
  private static func pause(after outcome: SyncOutcome) -> Double {
    guard case .answer(.refused(let refusal)) = outcome, refusal.code == .retryLater else {
      return 0
    }
    return min(pauseMaxSeconds, Double(refusal.retryAfterMilliseconds ?? 100) / 1_000)
  }

  private func recordOutcome(_ outcome: SyncOutcome, _ ticket: CloudTicket) {
    condition.lock()
    openCount -= 1
    switch outcome {
    case .answer(let response):
      if case .refused(let refusal) = response, refusal.code == .retryLater { needsProbe = true }
      came.append(CloudReply(ticket: ticket, outcome: .answer(response.bytes)))
    case .failed(let reason):
      needsProbe = true
      came.append(CloudReply(ticket: ticket, outcome: .failed(reason)))
    }
    condition.signal()
    condition.unlock()
  }

  /// Stops the world until the server takes requests again.
  private func awaitServer() throws {
    let end = Date.now.addingTimeInterval(Double(waitSeconds))
    let client = routes.client
    while try !waiting(for: { await client.isReady() }) {
      guard Date.now < end else {
        throw Failure(
          .unavailable,
          "The server at \(client.text) was not ready within \(waitSeconds) s. Start it again, or "
            + "wait longer with --wait; the run has to start over.")
      }
      Terminal.progress("waiting for \(client.text)")
      Thread.sleep(forTimeInterval: Self.probePauseSeconds)
    }
  }
}
