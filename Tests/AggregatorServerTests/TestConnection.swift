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

    init() throws {
      let deadlines = RequestDeadlineHandler(requestTimeout: .seconds(30), metrics: metrics)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ByteWatchHandler(watcher: deadlines))
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false)
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(deadlines)
      try LastAnswerHandler.add(to: pipeline)
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

    var isOpen: Bool { channel.isActive }
    var slow: UInt64 { metrics.snapshot.slowConnections }
    var unreadable: UInt64 { metrics.snapshot.unreadableRequests }
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
