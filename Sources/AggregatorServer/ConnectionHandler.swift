internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Owns the end of a connection: ends it behind its last answer, or when a request comes too slowly
/// or an answer is not taken, and gives requests that are no HTTP an answer that says so.
///
/// It stands right behind the decoder, where the version of a request is still known, and where
/// nothing is kept yet of what nobody hears: one read can hold thousands of requests.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let requestTimeout: TimeAmount
  private let metrics: EdgeMetrics
  private var exchanges = Exchanges()
  private var context: ChannelHandlerContext?
  /// What the alarm is for, and when that has lasted too long. The alarm may ring before and is set
  /// again then: waits are much shorter than their deadline, and need not set and cancel one each.
  private var wait = Exchanges().wait
  private var due = NIODeadline.distantFuture
  private var alarm: Scheduled<Void>?
  /// Whether the request that comes is passed on.
  private var isPassedOn = true
  /// Whether the server would read more than it may.
  private var isReadHeld = false
  /// An answer has begun, and its end was not written.
  private var isWriting = false
  /// Nothing is written after the last answer.
  private var isEnded = false
  /// Whether the first line of a request has come whole.
  private var hasFirstLine = false

  init(limits: ServerLimits, metrics: EdgeMetrics) {
    requestTimeout = .milliseconds(Int64(limits.requestTimeoutSeconds * 1_000))
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
    self.context = nil
  }

  // MARK: What the client says

  /// - Returns: whether the bytes are to be read.
  func bytesCame(_ bytes: ByteBuffer) -> Bool {
    guard exchanges.isHearing else { return false }
    if exchanges.state == .idle { hasFirstLine = false }
    exchanges.onBytes()
    if !hasFirstLine { hasFirstLine = bytes.readableBytesView.contains(UInt8(ascii: "\n")) }
    follow()
    return true
  }

  /// The connection is no more: nobody is told anything.
  func connectionEnded() { isEnded = true }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      isPassedOn = exchanges.onRequest(Exchanges.Wish(head))
      if isPassedOn, head.headers.first(name: "expect")?.lowercased() == "100-continue" {
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
      }
    case .body(let bytes):
      isPassedOn = isPassedOn && exchanges.onBody(byteCount: bytes.readableBytes)
    case .end: if isPassedOn { exchanges.onRequestEnd() }
    }
    follow()
    if isPassedOn { context.fireChannelRead(data) }
  }

  func read(context: ChannelHandlerContext) {
    isReadHeld = !exchanges.mayRead
    if !isReadHeld { context.read() }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    // What comes behind the last answer is read, whether there is room for more requests or not:
    // to close with it unread could take the answer away from the client.
    if exchanges.state == .over { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    // What follows the last request is nobody's.
    guard exchanges.isHearing else { return }
    // Who went away in the middle of a request spoke HTTP.
    if case .invalidEOFState = error {} else { metrics.sawUnreadableRequest() }
    if exchanges.canRefuse {
      refuse(with: problem(of: error))
    } else {
      exchanges.onUnreadable()
      follow()
    }
  }

  // MARK: What the server says

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isEnded else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      isWriting = true
      if let field = exchanges.onAnswer(isLast: !head.isKeepAlive) {
        head.headers.replaceOrAdd(name: "Connection", value: field.rawValue)
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
      follow()
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
    // Who wants to end the connection behind an answer does not want it cut off.
    guard mode == .all, !isWriting, exchanges.state == .sending else {
      return context.close(mode: mode, promise: promise)
    }
    exchanges.onClose()
    isEnded = true
    if let promise { context.channel.closeFuture.cascade(to: promise) }
  }

  /// Answers in the server's stead and ends the connection: what else comes on it cannot be told
  /// apart.
  private func refuse(with problem: Problem) {
    guard let context, !isEnded else { return }
    let body = problem.body
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: problem.kind.status.code),
      headers: HTTPHeaders(problem.headers.map { ($0.name.rawName, $0.value) }))
    head.headers.add(name: "Connection", value: "close")
    head.headers.add(name: "Content-Length", value: "\(body.count)")
    let parts: [HTTPServerResponsePart] = [
      .head(head), .body(.byteBuffer(ByteBuffer(bytes: body))), .end(nil),
    ]
    for part in parts { write(context: context, data: NIOAny(part), promise: nil) }
    context.flush()
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
    alarm = context.eventLoop.scheduleTask(deadline: due) { this.value.rang() }
  }

  private func rang() {
    alarm = nil
    guard let context, wait.hasDeadline else { return }
    guard context.eventLoop.now >= due else { return scheduleAlarm(context) }
    switch exchanges.onDeadline {
    case .nothing: break
    case .refuse:
      metrics.endedSlowConnection()
      refuse(with: timeout)
    case .giveUp:
      metrics.endedSlowConnection()
      isEnded = true
      context.close(promise: nil)
    case .close: context.close(promise: nil)
    }
  }

  // MARK: Problems

  private var timeout: Problem {
    Problem(
      .timeout,
      "The request did not come whole within \(requestTimeout.nanoseconds / 1_000_000_000) s. "
        + "Send it again, faster or in smaller parts.")
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

/// Sees bytes before they are HTTP, and keeps from the decoder what nobody hears.
final class ByteHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ConnectionHandler

  init(connection: ConnectionHandler) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard connection.bytesCame(unwrapInboundIn(data)) else { return }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    connection.connectionEnded()
    context.fireChannelInactive()
  }
}

extension Exchanges.Wish {
  init(_ head: HTTPRequestHead) {
    // What follows a wish for another protocol is not HTTP to the decoder, whatever the answer: it
    // would keep all of it.
    guard head.isKeepAlive, head.method != .CONNECT, !head.headers.contains(name: "upgrade") else {
      self = .end
      return
    }
    self = head.version == .http1_0 ? .keepAndSaySo : .keep
  }
}
