internal import CloudAggregator
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Ends connections on which a request comes too slowly or an answer is not read, and gives
/// requests that are no HTTP an answer that says so.
final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let requestTimeout: TimeAmount
  private let metrics: EdgeMetrics
  private var deadlines = RequestDeadlines()
  private var alarm: Scheduled<Void>?
  /// When the current phase has lasted too long. The alarm may ring before and is set again then:
  /// phases are much shorter than their deadline, and need not set and cancel one each.
  private var due = NIODeadline.distantFuture
  private var duePhase = 0
  private var context: ChannelHandlerContext?
  /// Nothing is written after the answer that ends the connection.
  private var isEnded = false
  /// What comes after the requests that are being answered cannot be read.
  private var endsAfterAnswers = false
  /// Whether the first line of a request has come whole.
  private var hasFirstLine = false

  init(requestTimeout: TimeAmount, metrics: EdgeMetrics) {
    self.requestTimeout = requestTimeout
    self.metrics = metrics
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    alarm?.cancel()
    self.context = nil
  }

  /// Bytes came: of a head perhaps that never ends.
  func bytesCame(_ bytes: ByteBuffer) {
    if deadlines.onBytes() {
      hasFirstLine = false
      setAlarm()
    }
    if !hasFirstLine { hasFirstLine = bytes.readableBytesView.contains(UInt8(ascii: "\n")) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isEnded else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if deadlines.onPart() { setAlarm() }
      if head.headerFields[.expect]?.lowercased() == "100-continue" {
        context.writeAndFlush(
          wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
    case .body: if deadlines.onPart() { setAlarm() }
    case .end: if deadlines.onRequestEnd() { setAlarm() }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isEnded else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if head.status.kind != .informational { deadlines.onAnswerBegun() }
      return context.write(data, promise: promise)
    case .body: return context.write(data, promise: promise)
    case .end: break
    }
    // Written is taken by the system, not read by the peer; what it does not take waits here.
    let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
    let this = NIOLoopBound(self, eventLoop: context.eventLoop)
    sent.futureResult.whenComplete { _ in
      this.value.answerWasSent()
    }
    context.write(data, promise: sent)
  }

  private func answerWasSent() {
    if deadlines.onAnswerSent() { setAlarm() }
    guard endsAfterAnswers, deadlines.state != .answering else { return }
    isEnded = true
    context?.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    // Who went away in the middle of a request spoke HTTP.
    if case .invalidEOFState = error {} else { metrics.sawUnreadableRequest() }
    // The requests before it have their answers first.
    if deadlines.state == .answering {
      endsAfterAnswers = true
    } else {
      end(context, with: problem(of: error))
    }
  }

  private func setAlarm() {
    guard let context else { return }
    due = context.eventLoop.now + requestTimeout
    duePhase = deadlines.phase
    if alarm == nil { scheduleAlarm(context) }
  }

  private func scheduleAlarm(_ context: ChannelHandlerContext) {
    let this = NIOLoopBound(self, eventLoop: context.eventLoop)
    alarm = context.eventLoop.scheduleTask(deadline: due) { this.value.rang() }
  }

  private func rang() {
    alarm = nil
    guard let context, !isEnded else { return }
    guard context.eventLoop.now >= due else { return scheduleAlarm(context) }
    switch deadlines.onDeadline(of: duePhase) {
    case .nothing: break
    case .refuse:
      metrics.endedSlowConnection()
      end(
        context,
        with: Problem(
          .timeout,
          "The request did not come whole within \(requestTimeout.nanoseconds / 1_000_000_000) s. "
            + "Send it again, faster or in smaller parts."))
    case .close:
      metrics.endedSlowConnection()
      isEnded = true
      context.close(promise: nil)
    }
  }

  /// Answers and ends the connection: what else comes on it cannot be told apart.
  private func end(_ context: ChannelHandlerContext, with problem: Problem) {
    guard !isEnded else { return }
    isEnded = true
    alarm?.cancel()
    // An answer that is being written already cannot be followed by another.
    guard deadlines.canRefuse else { return context.close(promise: nil) }
    let body = problem.body
    var head = HTTPResponse(status: problem.kind.status, headerFields: problem.headers)
    head.headerFields[.connection] = "close"
    head.headerFields[.contentLength] = "\(body.count)"
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
    let this = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      this.value.close(promise: nil)
    }
    // Who does not take this answer either is not waited for.
    alarm = context.eventLoop.scheduleTask(in: requestTimeout) { this.value.close(promise: nil) }
  }

  private func problem(of error: HTTPParserError) -> Problem {
    switch error {
    case .headerOverflow where !hasFirstLine:
      Problem(.uriTooLong, "The path and its query are too long. Ask for less at once.")
    case .headerOverflow:
      Problem(
        .headersTooLarge, "The head of the request is too large. Send fewer or shorter fields.")
    default:
      Problem(
        .malformed,
        "The request is not HTTP/1.1 as RFC 9112 has it. Check its head and its lengths.")
    }
  }
}

/// Sees bytes before they are HTTP.
final class ByteWatchHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let watcher: RequestDeadlineHandler

  init(watcher: RequestDeadlineHandler) { self.watcher = watcher }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    watcher.bytesCame(unwrapInboundIn(data))
    context.fireChannelRead(data)
  }
}
