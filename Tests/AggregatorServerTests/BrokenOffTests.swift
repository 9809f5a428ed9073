#if Server
  import Hummingbird
  import HTTPTypes
  import Logging
  import NIOCore
  import NIOEmbedded
  import NIOHTTP1
  import Sync
  import Synchronization
  import Testing

  @testable import AggregatorServer
  @testable import CloudAggregator

  @Suite("A request that is broken off") struct BrokenOffTests {
    private let connection: TestConnection

    private let post = RequestText.post

    init() throws { connection = try TestConnection() }

    /// Who reads its body would take for the whole what came of it.
    @Test func `in its body is told to who reads it, when it was too slow`() throws {
      try connection.send(post + "ab")
      connection.wait(30)
      #expect(connection.brokenOff.count == 1)
    }

    @Test func `in its body is told to who reads it, when the client went away`() throws {
      try connection.send(post + "ab")
      connection.channel.pipeline.fireErrorCaught(
        IOError(errnoCode: 104, reason: "connection reset"))
      #expect(connection.brokenOff.count == 1)
      #expect(connection.brokenOff.first?.cause is IOError)
      #expect(connection.unreadable == 0)
    }

    @Test func `in its body is told to who reads it, when it cannot be read further`() throws {
      try? connection.send(
        "POST /v1/append HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n"
      )
      #expect(connection.brokenOff.count == 1)
      #expect(connection.unreadable == 1)
      #expect(try connection.answers().hasPrefix("HTTP/1.1 400 "))
    }

    @Test func `in its body is told to both, when the client ended what it sends`() throws {
      try connection.send(post + "ab")
      connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      #expect(connection.brokenOff.count == 1)
      let (head, document) = try problem(connection.answers())
      #expect(head.hasPrefix("HTTP/1.1 400 "))
      #expect(
        document["detail"] as? String == "The request ends before it is whole. Send it whole.")
      #expect(connection.unreadable == 0)
    }

    @Test func `in its head is nobody's`() throws {
      try connection.send("POST /v1/")
      connection.wait(30)
      #expect(connection.brokenOff.isEmpty)
    }

    @Test(arguments: [BrokenOff(), CancellationError()] as [any Error])
    func `is no error of the server's`(error: any Error) async throws {
      let recorder = LogRecorder()
      let (response, metrics) = try await answer(to: error, recorder)
      // For the few that may still read it.
      #expect(response.status == .serviceUnavailable)
      #expect(metrics.requests.values.allSatisfy { $0.values.allSatisfy { $0 == 0 } })
      #expect(metrics.durations.isEmpty)
      #expect(metrics.brokenOffRequests == 1)
      #expect(recorder.levels == [.debug])
    }

    @Test func `is not what nobody foresaw`() async throws {
      let recorder = LogRecorder()
      let (response, metrics) = try await answer(to: Unforeseen(), recorder)
      #expect(response.status == .internalServerError)
      #expect(metrics.requests["append"]?[500] == 1)
      #expect(metrics.brokenOffRequests == 0)
      #expect(recorder.levels == [.error, .info])
    }

    private struct Unforeseen: Error {}

    /// To a request whose body ends with an error.
    private func answer(
      to error: any Error, _ recorder: LogRecorder
    ) async throws -> (Response, EdgeMetrics.Values) {
      let world = try await EdgeWorld(isOpen: false)
      let body = AsyncThrowingStream<ByteBuffer, any Error> { stream in
        stream.yield(ByteBuffer(string: "ab"))
        stream.finish(throwing: error)
      }
      var headers = HTTPFields()
      headers[.contentType] = "application/vnd.spotlog.sync"
      let head = HTTPRequest(
        method: .post, scheme: "http", authority: "a", path: "/v1/append", headerFields: headers)
      var logger = Logger(label: "test") { _ in recorder }
      logger.logLevel = .trace
      let context = EdgeContext(
        source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger))
      let response = await world.edge.perform(
        .append, Request(head: head, body: RequestBody(asyncSequence: body)), context)
      #expect(world.host.statistics.queuedRequests == 0)
      #expect(world.host.statistics.queuedBytes == 0)
      return (response, world.edge.metrics.snapshot)
    }
  }

  /// The levels of what was logged.
  private struct LogRecorder: LogHandler {
    private final class Found: Sendable { let levels = Mutex<[Logger.Level]>([]) }

    private let found = Found()
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    var levels: [Logger.Level] { found.levels.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { found.levels.withLock { $0.append(event.level) } }
  }

  @Suite("A connection when the server ends") struct ServerEndTests {
    private let connection: TestConnection

    init() throws { connection = try TestConnection() }

    private func end() {
      connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    private func expectRefusal() throws {
      let (head, document) = try problem(connection.answers())
      #expect(head.hasPrefix("HTTP/1.1 503 "))
      #expect(head.contains("Retry-After: 1"))
      #expect(head.contains("Connection: close"))
      #expect(document["type"] as? String == "urn:spotlog:problem:retry-later")
      #expect(connection.closes.last == .all)
      #expect(connection.unreadable == 0)
      #expect(connection.slow == 0)
    }

    @Test(arguments: ["GET /v1/", RequestText.post, RequestText.post + "ab"])
    func `says so to a request that is not whole`(request: String) throws {
      try connection.send(request)
      end()
      connection.wait(20)
      #expect(connection.isOpen)
      connection.channel.close(promise: nil)
      try expectRefusal()
      #expect(connection.brokenOff.count == (request.hasPrefix("POST") ? 1 : 0))
    }

    /// As a task does that is cancelled, one after the other.
    @Test(arguments: [[.input], [.output, .all, .input]] as [[CloseMode]])
    func `says so when it waits no longer`(modes: [CloseMode]) throws {
      try connection.send(RequestText.post + "ab")
      if modes != [.input] { end() }
      for mode in modes { connection.channel.close(mode: mode, promise: nil) }
      try expectRefusal()
      #expect(connection.brokenOff.count == 1)
    }

    @Test func `ends it behind the answers to what has come`() throws {
      try connection.send(RequestText.get + RequestText.get)
      end()
      try connection.send(RequestText.get)
      #expect(try connection.parts().count == 4)
      connection.answer()
      #expect(try !connection.answers().contains("Connection: close"))
      connection.answer()
      #expect(try connection.answers().contains("\r\nConnection: close\r\n"))
      #expect(connection.closes == [.output])
    }

    @Test func `hears a request to its end`() throws {
      try connection.send(RequestText.post)
      end()
      try connection.send("abcd" + RequestText.get)
      #expect(try connection.parts().count == 3)
      connection.answer()
      #expect(try connection.answers().contains("\r\nConnection: close\r\n"))
      #expect(connection.closes == [.output])
    }

    @Test(arguments: [false, true]) func `owes no word where nothing is half`(
      isMaking: Bool
    ) throws {
      if isMaking { try connection.send(RequestText.get) }
      connection.channel.close(mode: .input, promise: nil)
      #expect(try connection.answers() == "")
      #expect(connection.closes == [.all])
    }

    @Test func `waits for no client that was refused`() throws {
      try connection.send(RequestText.post)
      connection.wait(30)
      #expect(connection.closes == [.output])
      end()
      #expect(connection.closes == [.output, .all])
    }

    @Test func `waits for no client whose last answer was taken`() throws {
      try connection.send(RequestText.get)
      end()
      connection.answer()
      #expect(connection.closes == [.output])
      connection.channel.close(promise: nil)
      #expect(connection.closes == [.output, .all])
    }
  }
#endif
