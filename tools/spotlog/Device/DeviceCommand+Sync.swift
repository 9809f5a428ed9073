import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import SyncHTTP

/// How a device finds its cloud, and how long it tries.
struct CloudOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The aggregator's address; kept in the folder, so that it is needed once.",
      valueName: "url"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "A public key that the cloud has to have or endorse; may be repeated. Without it, the first "
        + "keys that are found are kept.",
      valueName: "hex"))
  var cloudKey: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with the token that the cloud wants; without it, SPOTLOG_ENROL_TOKEN is used.",
      valueName: "file"), completion: .file())
  var tokenFile: String?

  @Option(help: "How long failures are tried again, in seconds: 0 to 86400.")
  var wait = 30

  func validate() throws {
    guard (0...86_400).contains(wait) else {
      throw ValidationError("--wait takes 0 to 86400 seconds.")
    }
    _ = try keys()
  }

  func keys() throws -> [PublicKey] {
    try cloudKey.map { text in
      guard let bytes = [UInt8](hex: text), let key = PublicKey(bytes: bytes) else {
        throw ValidationError("--cloud-key takes 64 hexadecimal digits, which \(text) is not.")
      }
      return key
    }
  }

  func attestation() throws -> [UInt8] {
    Array((try SecretFile.token(tokenFile, or: "SPOTLOG_ENROL_TOKEN") ?? "").utf8)
  }

  /// Looks at the server, and keeps what was not known of it. Its answer is checked here against
  /// what the folder holds.
  func meet(_ folder: String) throws -> PinnedCloud {
    let known = try PinnedCloud.read(from: folder)
    let url = try address(known)
    let client = try CloudClient(url: url, timeout: .seconds(max(1, min(wait, 30))))
    if client.isExposed {
      Terminal.complain(
        "warning: \(client.text) is spoken with without TLS, so others on the way can read the "
          + "reports. Give an address that begins with https://")
    }
    let document = try deployment(client)
    var pinned: PinnedCloud
    let given = try keys()
    if var known {
      known.trust = CloudTrust(known.trust.keys + given)
      pinned = try known.following(document, at: url)
    } else {
      let trust = CloudTrust(given.isEmpty ? document.keys : given)
      pinned = PinnedCloud(url: url, tagSalt: document.tagSalt, trust: trust)
      pinned = try pinned.following(document, at: url)
      if given.isEmpty { Self.sayPinned(pinned, client.text) }
    }
    if pinned != known { try pinned.write(to: folder) }
    return pinned
  }

  private func address(_ known: PinnedCloud?) throws -> URL {
    guard let url else {
      if let known { return known.url }
      throw Failure(
        .usage, "This device has never met a cloud. Name one with --url http://HOST:PORT.")
    }
    return try Address.url(url)
  }

  private func deployment(_ client: CloudClient) throws -> DeploymentDocument {
    let end = Date.now.addingTimeInterval(Double(wait))
    return try waiting {
      while true {
        do {
          return try await client.deployment()
        } catch let error as TransportError where error.isPassing && Date.now < end {
          try await Task.sleep(for: .milliseconds(500))
        }
      }
    }
  }

  private static func sayPinned(_ pinned: PinnedCloud, _ address: String) {
    let keys = pinned.trust.keys.map { "  \($0)" }.joined(separator: "\n")
    Terminal.write(
      "spotlog: \(address) was not known. Its keys are believed from now on; compare them with "
        + "what its operator says:\n\(keys)\n")
  }
}

extension DeviceCommand {
  struct Sync: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Speak with the device's cloud until all reports are acknowledged.",
      discussion: """
        The first time, the device is enrolled, and the deployment is kept in cloud.json: its \
        address, its salt and its keys.

        Examples:
          spotlog device sync phone --url http://127.0.0.1:8080
          spotlog device sync phone --wait 300

        Exit status: 0 everything is acknowledged; 1 the device is stopped, and the reason is \
        printed; 65 the server is of another deployment; 69 it cannot be reached, or takes \
        nothing until --wait is over, or the outbox is full until it has made a backup.
        """)

    @OptionGroup var folder: Folder
    @OptionGroup var cloud: CloudOptions
    @Flag(help: "Prints what was done as JSON.") var json = false

    func run() throws {
      try reporting { try DeviceCommand.sync(folder, cloud, json: json) { _ in } }
    }
  }

  struct RotateKey: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rotate-key",
      abstract: "Have the device go on with a new key, and tell the cloud.",
      discussion: """
        The old key is kept until the cloud agrees; a sync that was interrupted goes on with it.

        Example:
          spotlog device rotate-key phone

        Exit status: as of `spotlog device sync`.
        """)

    @OptionGroup var folder: Folder
    @OptionGroup var cloud: CloudOptions
    @Flag(help: "Prints what was done as JSON.") var json = false

    func run() throws {
      try reporting {
        try DeviceCommand.sync(folder, cloud, json: json) { try await $0.rotateKey() }
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

  /// - Parameter prepare: what is done with the device before it speaks.
  private static func sync(
    _ folder: Folder, _ options: CloudOptions, json: Bool,
    prepare: @escaping @Sendable (DeviceHost) async throws -> Void
  ) throws {
    guard DeviceStorage.folder(folder.path).holdsDevice else { throw folder.missing }
    let attestation = try options.attestation()
    let pinned = try noting(folder.path, options) { try options.meet(folder.path) }
    var configuration = pinned.configuration
    configuration.attestation = attestation
    let host = try DeviceHost(folder: folder.path, configuration: configuration)
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
    ).write(to: folder.path)
    if json {
      try Output.json(Report(summary, url: pinned.url.absoluteString))
    } else {
      print("cloud       \(pinned.url.absoluteString.printable), \(summary.phase.printable)")
      let acknowledged = Figure.grouped(summary.acknowledged)
      print("reports     \(acknowledged) of \(Figure.grouped(summary.reports)) acknowledged")
      let requests = Figure.count(summary.requests, "request")
      print("sent        \(requests), \(Figure.bytes(summary.bytes))")
    }
    try judge(summary, options)
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
    case .acknowledged: return
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
