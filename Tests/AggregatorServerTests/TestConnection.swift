#if Server
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOEmbedded
  import NIOHTTP1
  import NIOHTTPTypes
  import NIOHTTPTypesHTTP1
  import Testing

  @testable import AggregatorServer

  /// A connection as the server sets it up, without a socket and with a clock of its own.
  struct TestConnection {
    let channel = EmbeddedChannel()
    let metrics = EdgeMetrics()
    private let socket = SocketWatch()
    private let server = ServerWatch()

    init(_ settings: [Setting: String] = [:]) throws {
      let limits = try ServerLimits(Settings(flags: settings, environment: [:], file: [:]))
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(socket)
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false)
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(server)
      try ConnectionHandler.add(to: pipeline, limits: limits, metrics: metrics)
      channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
    }

    func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    /// The parts that reached the server's routes.
    func parts() throws -> [HTTPRequestPart] {
      var parts: [HTTPRequestPart] = []
      while let part = try channel.readInbound(as: HTTPRequestPart.self) { parts.append(part) }
      return parts
    }

    /// What a client reads.
    func answers() throws -> String {
      var text = ""
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
        text += String(buffer: bytes)
      }
      return text
    }

    func begin(_ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]) {
      var head = HTTPResponse(status: status, headerFields: headers)
      head.headerFields[.contentLength] = "2"
      channel.write(HTTPResponsePart.head(head), promise: nil)
    }

    func finish(isTaken: Bool = true) {
      channel.write(HTTPResponsePart.body(ByteBuffer(string: "ok")), promise: nil)
      channel.write(HTTPResponsePart.end(nil), promise: nil)
      if isTaken { channel.flush() }
    }

    func answer(
      _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:], isTaken: Bool = true
    ) {
      begin(status, headers)
      finish(isTaken: isTaken)
    }

    /// How the connection was closed.
    var closes: [CloseMode] { socket.closes }
    /// What the reader of a request was told that did not come whole.
    var brokenOff: [BrokenOff] { server.brokenOff }
    /// How often more was asked of the client.
    var reads: Int { socket.readCount }
    /// Whether the client sees no end of it.
    var isOpen: Bool { channel.isActive && closes.isEmpty }
    /// How often it answered itself, by status.
    var refused: [Int: UInt64] {
      (metrics.snapshot.requests["other"] ?? [:]).filter { $0.value > 0 }
    }
    var slow: UInt64 { metrics.snapshot.slowConnections }
    var unreadable: UInt64 { metrics.snapshot.unreadableRequests }
  }

  /// What a connection does with its socket.
  private final class SocketWatch: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    private(set) var closes: [CloseMode] = []
    private(set) var readCount = 0

    func read(context: ChannelHandlerContext) {
      readCount += 1
      context.read()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      closes.append(mode)
      // A socket can be closed by half, this channel cannot.
      guard mode == .all else { return promise?.succeed() ?? () }
      context.close(mode: mode, promise: promise)
    }
  }

  /// What a connection tells who answers its requests, beside them.
  private final class ServerWatch: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    private(set) var brokenOff: [BrokenOff] = []

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard let end = error as? BrokenOff else { return context.fireErrorCaught(error) }
      brokenOff.append(end)
    }
  }

  /// The head and the document of an answer.
  func problem(_ answer: String) throws -> (head: String, document: JSONObject) {
    let end = try #require(answer.firstRange(of: "\r\n\r\n"))
    let body = Array(answer[end.upperBound...].utf8)
    #expect(answer.lowercased().contains("content-length: \(body.count)\r\n"))
    return (String(answer[..<end.lowerBound]), try object(body))
  }

  enum RequestText {
    static let get = "GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n"
    static let post = "POST /v1/append HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n"
  }
#endif
