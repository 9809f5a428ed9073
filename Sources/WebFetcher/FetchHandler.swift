internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import WebFetch

/// One request on one connection: sends it, gives what comes to an `AnswerMachine`, performs what
/// that decides, and closes the connection. It lives on the connection's event loop.
final class FetchHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  struct Answer: Sendable {
    let head: AnswerHead
    /// As it travelled.
    let body: [UInt8]
  }

  private let request: HTTPRequestHead
  private let promise: EventLoopPromise<Answer>
  private let limits: FetchLimits
  private let end: NIODeadline
  private var machine: AnswerMachine
  private var timer: Scheduled<Void>?

  init(
    _ request: HTTPRequestHead, limits: FetchLimits, now: NIODeadline, end: NIODeadline,
    promise: EventLoopPromise<Answer>
  ) {
    (self.request, self.limits, self.promise) = (request, limits, promise)
    self.end = end
    machine = AnswerMachine(limits, now: now.milliseconds, end: end.milliseconds)
  }

  /// Adds all that a connection needs to a pipeline, behind what it has for TLS.
  static func add(
    _ handler: FetchHandler, to pipeline: ChannelPipeline.SynchronousOperations
  ) throws {
    var bounds = NIOHTTPDecoderLimitConfiguration()
    bounds.maxHeaderFieldSize = handler.limits.headByteCountMax
    bounds.maxHeaderListSize = handler.limits.headByteCountMax
    try pipeline.addHandlers(
      WireMeter(handler), HTTPRequestEncoder(),
      ByteToMessageHandler(
        HTTPResponseDecoder(
          leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop,
          limitConfiguration: bounds)),
      handler)
  }

  func channelActive(context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(request)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    schedule(context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      let fields = head.headers.map { AnswerHead.Field($0.name, $0.value) }
      perform(
        machine.onHead(AnswerHead(status: Int(head.status.code), fields: fields)), context)
    case .body(let bytes): perform(machine.onBody(bytes.readableBytesView), context)
    case .end: perform(machine.onEnd(), context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    perform(machine.onFailure(problem(error)), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    perform(machine.onFailure(.brokenOff), context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    // Nothing if there is an answer already.
    promise.fail(FetchProblem.brokenOff)
  }

  // MARK: Bytes and time

  fileprivate func received(_ count: Int, _ context: ChannelHandlerContext) {
    perform(machine.onBytes(count, at: context.eventLoop.now.milliseconds), context)
  }

  fileprivate func receivedAll(_ context: ChannelHandlerContext) {
    perform(machine.onBytesRead(), context)
  }

  private func schedule(_ context: ChannelHandlerContext) {
    let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let deadline = NIODeadline.uptimeNanoseconds(UInt64(machine.deadline) * 1_000_000)
    timer = context.eventLoop.scheduleTask(deadline: deadline) {
      let (handler, context) = loopBound.value
      handler.timePassed(context)
    }
  }

  private func timePassed(_ context: ChannelHandlerContext) {
    let decision = machine.onTime(context.eventLoop.now.milliseconds)
    if decision == .readOn { schedule(context) }
    perform(decision, context)
  }

  private func perform(_ decision: AnswerMachine.Decision, _ context: ChannelHandlerContext) {
    switch decision {
    case .readOn, .ignore: return
    case .finish(let head, let body): promise.succeed(Answer(head: head, body: body))
    case .refuse(let problem): promise.fail(problem)
    }
    timer?.cancel()
    context.close(promise: nil)
  }

  // MARK: Errors

  private func problem(_ error: any Error) -> FetchProblem {
    switch error {
    case let error as HTTPParserError:
      if error == .invalidEOFState { return .brokenOff }
      return error == .headerOverflow
        ? .headTooLarge(limits.headByteCountMax) : .notHTTP("\(error)")
    case NIOSSLError.uncleanShutdown: return .brokenOff
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      return .insecure(Self.reason(ofTLS: error))
    default: return .brokenOff
    }
  }

  private static func reason(ofTLS error: any Error) -> String {
    if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
      return "its certificate is one of another host"
    }
    let text = "\(error)"
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      return "no authority that this system trusts has signed its certificate for now"
    }
    return "it does not speak TLS 1.2 or later as it should"
  }
}

/// Stands before the reader of HTTP, and tells how many bytes come.
private final class WireMeter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let handler: FetchHandler

  init(_ handler: FetchHandler) { self.handler = handler }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    handler.received(unwrapInboundIn(data).readableBytes, context)
    context.fireChannelRead(data)
    handler.receivedAll(context)
  }
}

extension NIODeadline {
  var milliseconds: Int64 { Int64(uptimeNanoseconds / 1_000_000) }
}
