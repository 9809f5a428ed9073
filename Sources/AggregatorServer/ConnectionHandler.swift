internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Owns the end of a connection: ends it behind its last answer, or when a request comes too slowly
/// or an answer is not taken, and gives requests that are not HTTP an answer that says so.
///
/// It stands right behind the decoder, where the version of a request is still known, and where
/// nothing is kept yet of what nobody hears: one read can hold thousands of requests.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let requestTimeout: TimeAmount
  private let bodyByteCountMax: Int
  private let metrics: EdgeMetrics
  private var exchanges = ExchangeMachine()
  private var pace: BodyRateCheck
  private var paceAlarm: Scheduled<Void>?
  private var context: ChannelHandlerContext?
  /// What the alarm is for, and when that has lasted too long. The alarm may ring before and is set
  /// again then: waits are much shorter than their deadline, and need not set and cancel one each.
  private var wait = ExchangeMachine().wait
  private var due = NIODeadline.distantFuture
  private var alarm: Scheduled<Void>?
  /// Whether the request that comes is passed on, and whether it was in part.
  private var isPassedOn = true
  private var isWithinRequest = false
  /// Whether the server would read more than it may.
  private var isReadHeld = false
  /// An answer has begun, and its end was not written.
  private var isWriting = false
  private var isBodySent = true
  /// Nothing is written after the last answer.
  private var isEnded = false
  /// Nobody is waited for any longer than their requests last.
  private var isServerEnding = false
  /// Whether the first line of a request has come whole.
  private var hasFirstLine = false

  init(limits: ServerLimits, metrics: EdgeMetrics) {
    requestTimeout = .milliseconds(Int64(limits.requestTimeoutSeconds * 1_000))
    bodyByteCountMax = limits.bodyByteCountMax
    pace = BodyRateCheck(byteRateMin: limits.bodyByteRateMin)
    self.metrics = metrics
  }

  /// Puts one into a pipeline that has a decoder of HTTP.
  static func add(
    to pipeline: ChannelPipeline.SynchronousOperations, limits: ServerLimits, metrics: EdgeMetrics
  ) throws {
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let handler = ConnectionHandler(limits: limits, metrics: metrics)
    try pipeline.addHandler(handler, position: .after(decoder))
    try pipeline.addHandler(ByteHandler(connection: handler), position: .before(decoder))
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    alarm?.cancel()
    paceAlarm?.cancel()
    self.context = nil
  }

  // MARK: What the client says

  /// - Returns: whether to read the bytes.
  func receive(_ bytes: ByteBuffer) -> Bool {
    if exchanges.state == .idle { hasFirstLine = false }
    switch exchanges.onBytes(count: bytes.readableBytes) {
    case .heard: break
    case .unheard: return false
    case .close:
      context?.close(promise: nil)
      return false
    }
    if !hasFirstLine { hasFirstLine = bytes.readableBytesView.contains(UInt8(ascii: "\n")) }
    follow()
    return true
  }

  /// The connection is no more: nobody is told anything.
  func connectionEnded() { isEnded = true }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      isPassedOn = exchanges.onRequest(ExchangeMachine.Wish(head), isHead: head.method == .HEAD)
      if isPassedOn, !head.namesItsHost {
        isPassedOn = false
        metrics.countUnreadableRequest()
        end(with: .noHTTP)
      } else if isPassedOn, exchanges.isNext, head.waitsToSend(atMost: bodyByteCountMax) {
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
      }
      isWithinRequest = isPassedOn
      if isPassedOn { pace.onHead(at: context.eventLoop.now) }
    case .body(let bytes) where isPassedOn:
      pace.onBytes(bytes.readableBytes)
      let heard = exchanges.onBody(byteCount: bytes.readableBytes)
      isPassedOn = heard == .heard
      if heard == .tooSmall { end(with: .smallPieces) }
    case .end where isPassedOn:
      exchanges.onRequestEnd()
      pace.onEnd()
      isWithinRequest = false
    case .body, .end: break
    }
    follow()
    if isPassedOn { context.fireChannelRead(data) } else { breakOff() }
  }

  func read(context: ChannelHandlerContext) {
    isReadHeld = !exchanges.mayRead
    guard !isReadHeld else { return }
    pace.onRead(at: context.eventLoop.now)
    context.read()
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    pace.onReadEnd(at: context.eventLoop.now)
    watchPace(context)
    context.fireChannelReadComplete()
    // What comes behind the last answer is read, whether there is room for more requests or not:
    // to close with it unread could take the answer away from the client.
    if exchanges.state == .over { context.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      isServerEnding = true
      exchanges.onServerEnding()
      follow()
      // Nobody else knows that this one is over.
      if exchanges.state == .over { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else {
      return context.fireErrorCaught(BrokenOff(cause: error))
    }
    // What follows the last request is nobody's.
    guard exchanges.isHearing else { return }
    // Who went away in the middle of a request spoke HTTP.
    if case .invalidEOFState = error {} else { metrics.countUnreadableRequest() }
    end(with: ProblemDetails(error, hasFirstLine: hasFirstLine))
  }

  // MARK: What the server says

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isEnded else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      isWriting = true
      let answer = exchanges.onAnswer(isLast: !head.isKeepAlive)
      isBodySent = answer.hasBody
      if let field = answer.field {
        head.headers.replaceOrAdd(name: "Connection", value: field.rawValue)
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
      follow()
    case .body where !isBodySent: promise?.succeed()
    case .end:
      isWriting = false
      isEnded = exchanges.lastHasBegun
      // Written is taken by the system, not read by the peer; what it does not take waits here.
      let taken = promise ?? context.eventLoop.makePromise(of: Void.self)
      let this = NIOLoopBound(self, eventLoop: context.eventLoop)
      taken.futureResult.whenComplete { _ in
        this.value.exchanges.onAnswerTaken()
        this.value.follow()
      }
      context.write(data, promise: taken)
    default: context.write(data, promise: promise)
    }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    // Whose task was cancelled wants to read no more: the server waits for nobody any longer.
    if mode == .input { isServerEnding = true }
    if isServerEnding, exchanges.state == .reading { refuse(with: .serverEnds) }
    switch (mode, exchanges.state) {
    case (.output, _): return context.close(mode: .output, promise: promise)
    case (.all, .over) where !isServerEnding, (.all, .sending) where !isWriting:
      // Who wants to end the connection behind an answer does not want that cut off.
      exchanges.onClose()
      isEnded = true
      if let promise { context.channel.closeFuture.cascade(to: promise) }
    default:
      isEnded = true
      context.close(promise: promise)
    }
  }

  /// Ends the connection at a request that cannot be taken: what else comes cannot be told apart.
  private func end(with problem: ProblemDetails) {
    if exchanges.canRefuse { return refuse(with: problem) }
    exchanges.onUnreadable()
    follow()
    breakOff()
  }

  /// Answers in the server's stead, as the last answer.
  private func refuse(with problem: ProblemDetails) {
    guard let context else { return }
    if !isEnded {
      metrics.refused(status: problem.kind.status.code)
      for part in problem.parts { write(context: context, data: NIOAny(part), promise: nil) }
      context.flush()
    }
    breakOff()
  }

  /// Tells who reads a request that it does not come whole.
  private func breakOff() {
    guard isWithinRequest else { return }
    isWithinRequest = false
    context?.fireErrorCaught(BrokenOff())
  }

  // MARK: Time

  /// Does what follows from what has just happened.
  private func follow() {
    guard let context else { return }
    if isReadHeld { read(context: context) }
    guard wait != exchanges.wait else { return }
    wait = exchanges.wait
    if wait.hasDeadline {
      due = context.eventLoop.now + requestTimeout
      if alarm == nil { scheduleAlarm(context) }
    }
    guard wait.state == .over else { return }
    isEnded = true
    // What is read behind the last answer is thrown away, and may be read at any time.
    context.read()
    // Only what is sent is closed: the client ends the rest, or its time is over.
    context.close(mode: .output, promise: nil)
  }

  private func scheduleAlarm(_ context: ChannelHandlerContext) {
    let this = NIOLoopBound(self, eventLoop: context.eventLoop)
    alarm = context.eventLoop.scheduleTask(deadline: due) { this.value.onAlarm() }
  }

  private func onAlarm() {
    alarm = nil
    guard let context, wait.hasDeadline else { return }
    guard context.eventLoop.now >= due else { return scheduleAlarm(context) }
    stopWaiting(.tooSlow(requestTimeout))
  }

  /// Sets one alarm for as long as bodies come, and not one for each.
  private func watchPace(_ context: ChannelHandlerContext) {
    guard paceAlarm == nil, pace.isWatched else { return }
    let this = NIOLoopBound(self, eventLoop: context.eventLoop)
    paceAlarm = context.eventLoop.scheduleTask(in: BodyRateCheck.window) {
      this.value.onPaceAlarm()
    }
  }

  private func onPaceAlarm() {
    paceAlarm = nil
    guard let context else { return }
    guard pace.onWindowEnd(at: context.eventLoop.now), exchanges.state == .reading else {
      return watchPace(context)
    }
    stopWaiting(.tooSlow(byteRateMin: pace.byteRateMin))
  }

  /// Does what is due when a client was waited for too long.
  private func stopWaiting(_ problem: ProblemDetails) {
    guard let context else { return }
    switch exchanges.onDeadline {
    case .nothing: break
    case .refuse:
      metrics.endedSlowConnection()
      refuse(with: problem)
    case .giveUp:
      metrics.endedSlowConnection()
      isEnded = true
      breakOff()
      context.close(promise: nil)
    case .close: context.close(promise: nil)
    }
  }
}
