import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import SyncHTTP

struct DeviceSyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Sync with the cloud until all reports are acknowledged.",
    discussion: """
      The first time, the device is enrolled, and the deployment is kept in cloud.json: its \
      address, its salt and its keys.

      Examples:
        spotlog device sync phone --url http://127.0.0.1:8080
        spotlog device sync phone --wait 300

      Exit status: 0 everything is acknowledged; 1 the device is stopped, and the reason is \
      printed; 65 the server belongs to a different deployment; 69 it cannot be reached, or \
      accepts nothing within --wait, or the outbox is full until it has made a backup.
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var cloud: CloudOptions
  @OptionGroup var form: JSONOption

  func run() throws {
    try reporting { try folder.sync(cloud, json: form.json) { _ in } }
  }
}

struct DeviceRotateKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate-key",
    abstract: "Rotate the device's key.",
    discussion: """
      The old key is kept until the cloud agrees; a sync that was interrupted continues with it.

      Example:
        spotlog device rotate-key phone

      Exit status: as of `spotlog device sync`.
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var cloud: CloudOptions
  @OptionGroup var form: JSONOption

  func run() throws {
    try reporting {
      try folder.sync(cloud, json: form.json) { try await $0.rotateKey() }
    }
  }
}

private struct Report: Encodable {
  let url: String
  let ending: String
  let requests: Int
  let bytes: Int
  let acknowledged: UInt64
  let reports: UInt64
  let phase: String
  let lastError: String?
  let explanation: String?

  init(_ summary: SyncSummary, url: String) {
    self.url = url
    ending = summary.ending.rawValue
    requests = summary.requests
    bytes = summary.bytes
    acknowledged = summary.acknowledged
    reports = summary.reports
    phase = summary.phase
    lastError = summary.lastError
    explanation = summary.explanation
  }
}

extension DeviceFolder {
  /// Has the device speak with its cloud, and prints what came of it.
  ///
  /// - Parameter prepare: what is done with the device before it speaks.
  fileprivate func sync(
    _ options: CloudOptions, json: Bool,
    prepare: @escaping @Sendable (DeviceHost) async throws -> Void
  ) throws {
    guard DeviceStorage.folder(path).holdsDevice else { throw missing }
    let attestation = try options.attestation()
    let pinned = try Self.noting(path, options) { try options.meet(path) }
    var configuration = pinned.configuration
    configuration.attestation = attestation
    let host = try DeviceHost(
      folder: path, configuration: configuration, notice: { Terminal.complain($0) })
    let driver = try SyncDriver(host, to: pinned.url)
    let wait = Duration.seconds(options.wait)
    let summary = try waiting {
      try await prepare(host)
      return try await driver.sync(waitingAtMost: wait)
    }
    try? LastSync(
      time: .current, url: pinned.url.absoluteString, ending: summary.ending.rawValue,
      phase: summary.phase, lastError: summary.lastError, explanation: summary.explanation,
      nextAttempt: summary.nextAttempt, parked: summary.parked
    ).write(to: path)
    if json {
      try Output.json(Report(summary, url: pinned.url.absoluteString))
    } else {
      print("cloud       \(pinned.url.absoluteString.printable), \(summary.phase.printable)")
      let acknowledged = Figure.grouped(summary.acknowledged)
      print("reports     \(acknowledged) of \(Figure.grouped(summary.reports)) acknowledged")
      let requests = Figure.count(summary.requests, "request")
      print("sent        \(requests), \(Figure.bytes(summary.bytes))")
    }
    try Self.judge(summary, options)
  }

  /// Keeps for later what went wrong before the device could speak.
  private static func noting<Value>(
    _ folder: String, _ options: CloudOptions, _ work: () throws -> Value
  ) throws -> Value {
    do {
      return try work()
    } catch {
      let url = try options.url ?? PinnedCloud.read(from: folder)?.url.absoluteString
      let failure = error as? Failure
      guard let url, (failure?.status ?? status(of: error)) != .usage else { throw error }
      let reason = failure?.message ?? "\(error)"
      try? LastSync(
        time: .current, url: url, ending: SyncSummary.Ending.unfinished.rawValue,
        phase: "not connected", lastError: reason, explanation: nil, nextAttempt: nil, parked: []
      ).write(to: folder)
      throw error
    }
  }

  private static func judge(_ summary: SyncSummary, _ options: CloudOptions) throws {
    // A sentence of the cloud's ends as this one does.
    var reason = (summary.lastError ?? "no answer came").printable[...]
    while reason.last == "." { reason.removeLast() }
    switch summary.ending {
    // A folder's device has no delay: that is an app's configuration.
    case .acknowledged, .collecting: return
    case .outboxFull:
      throw Failure(.unavailable, DeviceSync.outboxIsFull + " Nothing is lost.")
    case .stopped: throw Failure(.finding, (summary.explanation ?? summary.phase).printable)
    case .unfinished:
      throw Failure(
        .unavailable,
        "Not everything was acknowledged within \(options.wait) s: \(reason). Nothing is lost; "
          + "sync again later, or wait longer with --wait.")
    }
  }
}
