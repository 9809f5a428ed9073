internal import NIOCore
internal import NIOHTTP1

/// Ends a connection after the answer that is its last. It stands where the version of a request is
/// still known, which is nearer to the socket than what knows routes.
final class LastAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var lastAnswer = LastAnswer()
  /// Whether the request that comes is passed on.
  private var isHeard = true
  /// Nothing is written after the last answer.
  private var isEnded = false

  /// Puts one into a pipeline that has a decoder of HTTP.
  static func add(to pipeline: ChannelPipeline.SynchronousOperations) throws {
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try pipeline.addHandler(LastAnswerHandler(), position: .after(decoder))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) {
      isHeard = lastAnswer.onRequest(LastAnswer.Wish(head))
    }
    if isHeard { context.fireChannelRead(data) }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isEnded else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      if let field = lastAnswer.onAnswer(isLast: !head.isKeepAlive) {
        head.headers.replaceOrAdd(name: "Connection", value: field.rawValue)
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end where lastAnswer.hasBegun:
      isEnded = true
      let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
      let this = NIOLoopBound(context, eventLoop: context.eventLoop)
      // Only what is sent: what the client still sends is read until it ends as well, or until its
      // time is over. To close that now could take the answer away from it.
      sent.futureResult.whenComplete { _ in this.value.close(mode: .output, promise: nil) }
      context.write(data, promise: sent)
    default: context.write(data, promise: promise)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The parser sees more behind a request that ends the connection. Nobody hears it.
    if case .closedConnection? = error as? HTTPParserError { return }
    context.fireErrorCaught(error)
  }
}

extension LastAnswer.Wish {
  init(_ head: HTTPRequestHead) {
    guard head.isKeepAlive else {
      self = .end
      return
    }
    self = head.version == .http1_0 ? .keepAndSaySo : .keep
  }
}
