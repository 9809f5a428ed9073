#if Server
  import Foundation
  import Loopback
  import Synchronization
  import TestSupport
  import Testing

  @Suite("A relay that breaks off an answer") struct CuttingRelayTests {
    /// What each request of a client got: its status, or nil.
    private final class Answers: Sendable {
      private let all = Mutex<[Int?]>([])

      var list: [Int?] { all.withLock { $0 } }
      func add(_ status: Int?) { all.withLock { $0.append(status) } }
    }

    @Test func `breaks off the first of its kind, and carries all others`() throws {
      let server = try ScriptedServer { _ in [.json("{}")] }
      defer { server.stop() }
      let relay = try CuttingRelay(to: LoopbackAddress(port: server.port), cutting: "GET /cut")
      let (address, answers) = (relay.address, Answers())
      let paths = ["/first", "/cut", "/cut", "/last"]
      Thread.detachNewThread {
        for path in paths {
          let connection = try? RawConnection(to: address)
          try? connection?.send(RawRequest("GET", path))
          answers.add(try? connection?.receive().status)
        }
      }
      var heardAtCut = 0
      relay.carry(
        until: { answers.list.count == paths.count }, seconds: 60,
        onCut: { heardAtCut = server.requests.count })
      #expect(answers.list == [200, nil, 200, 200])
      #expect(relay.hasCut)
      // The server had heard the request whose answer nobody got.
      #expect(heardAtCut == 2 && server.requests.map(\.path) == paths)
    }

    @Test func `lets a client go when its server is gone`() throws {
      let server = try ScriptedServer { _ in [.json("{}")] }
      let relay = try CuttingRelay(to: LoopbackAddress(port: server.port), cutting: "GET /cut")
      server.stop()
      let (address, answers) = (relay.address, Answers())
      Thread.detachNewThread {
        let connection = try? RawConnection(to: address)
        try? connection?.send(RawRequest("GET", "/cut"))
        answers.add(try? connection?.receive().status)
      }
      relay.carry(until: { !answers.list.isEmpty }, seconds: 60, onCut: {})
      #expect(answers.list == [nil] && !relay.hasCut)
    }

    @Test(.timeLimit(.minutes(1))) func `does not carry for ever`() throws {
      let server = try ScriptedServer { _ in [.json("{}")] }
      defer { server.stop() }
      let relay = try CuttingRelay(to: LoopbackAddress(port: server.port), cutting: "GET /cut")
      relay.carry(until: { false }, seconds: 0.1, onCut: {})
      #expect(!relay.hasCut)
    }
  }
#endif
