internal import CloudAggregator
internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import JournalFormat
internal import JournalStore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import UnixSignals

/// The aggregator over HTTP: one folder, one log, one process.
package struct AggregatorServer: Sendable {
  private let configuration: ServerConfiguration
  private let host: CloudHost
  private let tls: TLSContexts?
  private let logger: Logger

  /// Looks whether the address can be listened on, and reads the keys, or makes them for a data
  /// folder that is new. Opens nothing else.
  ///
  /// - Throws: `ServerError` that names the file and the next step.
  package init(_ configuration: ServerConfiguration) throws(ServerError) {
    self.configuration = configuration
    var logger = Logger(label: "spotlog.serve") { EdgeLog(label: $0) }
    logger.logLevel = configuration.logLevel
    self.logger = logger
    try configuration.address.check()
    host = try ServerError.translating(as: .cloud) {
      let keys = try CloudFolder.prepare(configuration, now: Self.now)
      return try CloudHost(
        storage: .folder(
          configuration.dataFolder, witnessPath: configuration.witnessPath,
          notice: { [logger] in logger.warning("\($0)") }),
        keys: keys, configuration: CloudFolder.cloudConfiguration(configuration),
        bounds: CloudFolder.bounds(configuration), clock: { Self.now },
        onHealthChange: { [logger] in logger.healthChanged(from: $0, to: $1) })
    }
    tls = try configuration.tls.map { files throws(ServerError) in
      try TLSContexts(certificatePath: files.certificate, keyPath: files.key)
    }
  }

  static var now: Timestamp { Timestamp(nearestTo: Date.now.timeIntervalSince1970) }

  /// Serves until the process is asked to end (SIGTERM, SIGINT), then answers what waits.
  ///
  /// - Parameter onListening: called with the address once connections are accepted.
  /// - Throws: `ServerError` when the address or the aggregator's files cannot be used.
  package func run(onListening: @escaping @Sendable (String) -> Void) async throws {
    do { try await serve(onListening) } catch let error as CloudError {
      throw ServerError(.cloud, error.message, cause: error)
    }
    logger.notice("The server ended.")
  }

  private func serve(_ onListening: @escaping @Sendable (String) -> Void) async throws {
    try await host.lockLog()
    let warnings = [
      FileSystem.warning(ofFolder: configuration.dataFolder), configuration.backupWarning,
      configuration.lossWarning,
    ]
    for warning in warnings.compactMap({ $0 }) {
      logger.warning("\(warning)")
    }
    let application = application(onListening: onListening)
    let opening = CloudService(
      host: host, tagSalt: configuration.tagSalt, tls: tls, logger: logger)
    var group = ServiceGroupConfiguration(
      services: [
        ServiceGroupConfiguration.ServiceConfiguration(
          service: opening, failureTerminationBehavior: .cancelGroup),
        ServiceGroupConfiguration.ServiceConfiguration(
          service: ListeningService(server: application, address: configuration.address)),
      ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(20)
    try await ServiceGroup(configuration: group).run()
    try await host.close()
  }

  private func application(
    onListening: @escaping @Sendable (String) -> Void
  ) -> some ApplicationProtocol {
    let metrics = EdgeMetrics()
    let load = ClientLoad(configuration.limits)
    let edge = Edge(
      host: host, configuration: configuration, metrics: metrics, load: load, clock: { Self.now })
    let router = Router(context: EdgeContext.self)
    edge.add(to: router)
    let (limits, tls, scheme) = (configuration.limits, tls, tls == nil ? "http" : "https")
    let address = configuration.address
    return Application(
      router: router,
      server: HTTPServerBuilder { responder in
        EdgeChannel(
          responder: responder, limits: limits, tls: tls, metrics: metrics, load: load,
          addresses: edge.addresses)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port),
        serverName: "spotlog", backlog: 4_096,
        availableConnectionsDelegate: .maximum(limits.connectionCountMax, logger: logger)),
      onServerRunning: { channel in
        let bound = ListenAddress(
          host: address.host, port: channel.localAddress?.port ?? address.port)
        onListening("\(scheme)://\(bound.text)")
      },
      logger: logger)
  }
}

/// Opens the aggregator beside the server, which says meanwhile that it is recovering, and looks
/// after it.
private struct CloudService: Service {
  let host: CloudHost
  /// As it was set.
  let tagSalt: [UInt8]?
  let tls: TLSContexts?
  let logger: Logger

  private static let upkeepSeconds = 2

  private func repeating(_ body: () async -> Void) async throws {
    while !Task.isCancelled {
      try await Task.sleep(for: .seconds(Self.upkeepSeconds))
      await body()
    }
  }

  private func backUp() async {
    let known = host.backupFigures?.problems ?? []
    do throws(CloudError) { try await host.backUpIfDue() } catch {
      logger.warning("\(error.message)")
    }
    for problem in host.backupFigures?.problems ?? [] where !known.contains(problem) {
      logger.warning(
        """
        A backup cannot be restored, and the mark counts neither it nor what continues from it: \
        \(problem)
        """)
    }
  }

  /// Says what `accept-loss` gave up, once each.
  private func logAcceptedLosses() async {
    let losses = try? await host.ask { aggregator, _ in aggregator.drainUnreportedLosses() }
    for loss in losses ?? [] { logger.warning("\(loss.text)") }
  }

  /// Anyone who set a salt believes that it is the deployment's.
  private func compareSalts() async throws {
    guard let tagSalt else { return }
    let held = try await host.ask { aggregator, _ in aggregator.identity.tagSalt }
    guard held != tagSalt else { return }
    logger.warning(
      """
      The log keeps its own salt, which is another one than tag-salt: that is not taken. \
      Remove the setting.
      """)
  }

  func run() async throws {
    try await host.open()
    try? await compareSalts()
    await logAcceptedLosses()
    // Nobody waits for it, the end of the server neither: a long log is read for minutes.
    Task { await host.checkLog() }
    try? await cancelWhenGracefulShutdown {
      // What is looked after does not wait for a backup.
      async let backups: Void = repeating { await backUp() }
      try await repeating {
        await host.performUpkeep()
        await logAcceptedLosses()
        tls?.reload(logger)
      }
      try await backups
    }
  }
}
