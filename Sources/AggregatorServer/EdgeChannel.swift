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
  let load: ClientLoad
  let addresses: ClientAddress

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let isRefused = !admit(channel)
    return channel.eventLoop.makeCompletedFuture {
      guard let tls, !isRefused else { return }
      try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls.current))
    }.flatMap { http.setup(channel: channel, logger: logger) }
      .flatMapThrowing { value in
        try ConnectionHandler.add(
          to: channel.pipeline.syncOperations, limits: limits, metrics: metrics)
        if isRefused { channel.close(promise: nil) }
        return value
      }
  }

  /// Whether the address of the connection may have one more.
  private func admit(_ channel: any Channel) -> Bool {
    guard let address = addresses.name(ofConnectionFrom: channel.remoteAddress) else { return true }
    guard load.openConnection(from: address) else {
      metrics.refusedConnection()
      return false
    }
    channel.closeFuture.whenComplete { [load] _ in load.closeConnection(from: address) }
    return true
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
