#if Server
  import HTTPTypes
  import Hummingbird
  import JournalFormat
  import Logging
  import NIOCore
  import NIOEmbedded
  import TestSupport

  @testable import AggregatorServer
  @testable import CloudAggregator

  /// An edge over a cloud in a folder of its own, without a network.
  struct EdgeWorld {
    let folder: TemporaryFolder
    let host: CloudHost
    let edge: Edge

    static let operatorToken = "a token of the operator's"

    init(
      isOpen: Bool = true, settings: [Setting: String] = [:],
      _ prepare: (inout CloudKeyFile) -> Void = { _ in }
    ) async throws {
      folder = try TemporaryFolder()
      var keys = CloudKeyFile(keys: CloudKeys(signing: Sample.cloudKey))
      prepare(&keys)
      let token = try folder.write(Self.operatorToken, to: "token")
      let own: [Setting: String] = [
        .data: folder.file("cloud"), .admission: "open", .operatorTokenFile: token,
      ]
      let configuration = try ServerConfiguration(
        Settings(flags: own.merging(settings) { $1 }, environment: [:], file: [:]))
      var cloud = CloudFolder.cloudConfiguration(configuration)
      cloud.tagSalt = Sample.tagSalt
      host = try CloudHost(
        storage: .folder(folder.path), keys: keys.keys, configuration: cloud,
        bounds: CloudFolder.bounds(configuration), clock: { Sample.day.start },
        onHealthChange: { _, _ in })
      edge = Edge(
        host: host, configuration: configuration, metrics: EdgeMetrics(),
        load: ClientLoad(configuration.limits),
        clock: { Sample.day.start })
      if isOpen { try await host.open() }
    }

    /// A request as it would come from an address.
    static func context(peer: String? = "192.0.2.1") throws -> EdgeContext {
      let channel = EmbeddedChannel()
      channel.remoteAddress = try peer.map { try SocketAddress(ipAddress: $0, port: 4_000) }
      var logger = Logger(label: "test")
      logger.logLevel = .critical
      return EdgeContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
    }

    static func request(
      _ method: HTTPRequest.Method = .get, _ path: String = "/", headers: HTTPFields = [:],
      body: [UInt8] = []
    ) -> Request {
      Request(
        head: HTTPRequest(
          method: method, scheme: "http", authority: "a", path: path, headerFields: headers),
        body: RequestBody(buffer: ByteBuffer(bytes: body)))
    }
  }
#endif
