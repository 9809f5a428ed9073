internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL

/// A connection: with TLS if there is a certificate, then HTTP/1.1 with bounds on size and time.
struct EdgeChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let responder: HTTPChannelHandler.Responder
  let limits: ServerLimits
  let tls: TLSContexts?
  let metrics: EdgeMetrics

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      guard let tls else { return }
      try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls.current))
    }.flatMap { http.setup(channel: channel, logger: logger) }
      .flatMapThrowing { value in
        try ConnectionHandler.add(
          to: channel.pipeline.syncOperations, limits: limits, metrics: metrics)
        return value
      }
  }

  private var http: HTTP1Channel {
    HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        idleTimeout: .milliseconds(Int64(limits.idleTimeoutSeconds * 1_000)),
        httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
          maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
      await HTTP1Channel(responder: responder).handle(value: value, logger: logger)
    }
  }
}
