import DeviceIndex
import Foundation
import JournalFormat
import Sync
import SyncHTTP
import TestSupport
import Testing

private let request = SyncRequest.enrol(
  EnrolRequest(lineage: Sample.lineageKey, key: Sample.deviceKey))
private let response = SyncResponse.enrolled(Sample.grant, SyncLimits())
private let whole = ScriptedServer.Step.answer(200, HTTPAnswer.syncMediaType, response.bytes)

/// Other tests may have the processors for a while.
private let patience = Duration.seconds(300)

@Suite("A server's address") struct ServerAddressTests {
  @Test(
    arguments: [
      ("http://127.0.0.1:8080", false), ("http://127.9.8.7", false), ("http://localhost", false),
      ("http://LOCALHOST.:80/x", false), ("http://a.localhost", false), ("http://[::1]:80", false),
      ("http://[::ffff:127.0.0.1]", false), ("https://example.com", false),
      ("https://192.0.2.1", false), ("http://example.com", true), ("HTTP://EXAMPLE.COM", true),
      ("http://192.0.2.1:8080", true), ("http://0.0.0.0", true), ("http://[2001:db8::1]", true),
      ("http://[::ffff:192.0.2.1]", true), ("http://localhost.example.com", true),
      ("http://127.0.0.1.example.com", true), ("http://notlocalhost", true),
    ] as [(String, Bool)])
  func `without TLS is exposed unless it is this machine's`(text: String, isExposed: Bool) throws {
    let url = try #require(URL(string: text))
    #expect(try CloudClient(url: url).isExposed == isExposed)
  }
}

@Suite("The transport over HTTP") struct HTTPTransportTests {
  private func outcome(
    _ steps: [ScriptedServer.Step], timeout: Duration = .seconds(20)
  ) async throws -> SyncOutcome {
    let server = try ScriptedServer { _ in steps }
    defer { server.stop() }
    let url = try #require(URL(string: server.address))
    return await (try HTTPTransport(url: url, timeout: timeout)).send(request.bytes)
  }

  @Test func `says what it cannot do about an IPv6 number`() async throws {
    let url = try #require(URL(string: "http://[::1]:1"))
    guard case .failed(let reason) = await (try HTTPTransport(url: url)).send(request.bytes) else {
      Issue.record("nobody listens there")
      return
    }
    #if os(Linux)
      #expect(reason.contains("opens no address with an IPv6 number"), "\(reason)")
    #else
      #expect(reason == "nobody takes connections there")
    #endif
  }

  @Test func `carries a request, and keeps the path of its server`() async throws {
    let server = try ScriptedServer { _ in [whole] }
    defer { server.stop() }
    let url = try #require(URL(string: server.address + "/behind/a%20proxy/"))
    let transport = try HTTPTransport(url: url, timeout: patience)
    for _ in 0..<3 { #expect(await transport.send(request.bytes) == .answer(response)) }
    #expect(server.requests.count == 3)
    let heard = try #require(server.requests.first)
    #expect(heard.method == "POST" && heard.path == "/behind/a%20proxy/v1/enrol")
    #expect(heard.body == request.bytes)
    #expect(heard.headers["content-type"] == HTTPAnswer.syncMediaType)
    #expect(heard.headers["cookie"] == nil && heard.headers["accept-encoding"] == "identity")
  }

  @Test func `knows the path of every kind of request`() async throws {
    let server = try ScriptedServer { _ in [.json("{}", status: 503)] }
    defer { server.stop() }
    let transport = try HTTPTransport(url: try #require(URL(string: server.address)))
    for kind in SyncRequest.Kind.allCases { _ = await transport.send([kind.rawValue, 1]) }
    #expect(
      server.requests.map(\.path)
        == [
          "/v1/enrol", "/v1/open", "/v1/append", "/v1/wanted", "/v1/rotate", "/v1/grant",
          "/v1/recover", "/v1/resend",
        ])
    #expect(await transport.send([]) == .failed("the bytes are not a device's request"))
    #expect(await transport.send([99]) == .failed("the bytes are not a device's request"))
  }

  @Test func `keeps no cookie`() async throws {
    let server = try ScriptedServer { _ in
      [.answer(200, "text/plain", [], headers: ["Set-Cookie: a=b; Path=/"])]
    }
    defer { server.stop() }
    let transport = try HTTPTransport(url: try #require(URL(string: server.address)))
    for _ in 0..<2 { _ = await transport.send(request.bytes) }
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.headers["cookie"] == nil })
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `follows no redirect`(status: Int) async throws {
    let other = try ScriptedServer { _ in [whole] }
    defer { other.stop() }
    let redirect = ScriptedServer.Step.answer(
      status, "text/html", [], headers: ["Location: \(other.address)/v1/enrol"])
    let refusal = Refusal(.retryLater, "The server answered \(status).")
    #expect(try await outcome([redirect]) == .answer(.refused(refusal)))
    #expect(other.requests.isEmpty)
  }

  @Test func `gives up an answer that is too large, said or not`() async throws {
    let tooLarge = SyncOutcome.failed("the answer is larger than 1048576 bytes")
    let said = Array("HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n".utf8)
    #expect(try await outcome([.send(said), .keepSilent]) == tooLarge)
    let unsaid = Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)
    let part = ScriptedServer.Step.send([UInt8](repeating: 0, count: 1 << 18))
    #expect(try await outcome([.send(unsaid), part, part, part, part, part, .close]) == tooLarge)
  }

  @Test func `fails with a sentence when there is no whole answer`() async throws {
    let half = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello".utf8)
    for steps in [[.close], [.send(half), .close]] as [[ScriptedServer.Step]] {
      guard case .failed(let reason) = try await outcome(steps) else {
        Issue.record("half an answer was taken")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test func `waits no longer than its time for an answer, also for one that drips`() async throws {
    let head = ScriptedServer.Step.send(
      Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8))
    let drip = [ScriptedServer.Step](
      repeating: .send([65]), count: 50
    ).flatMap { [$0, .wait(milliseconds: 100)] }
    let late = SyncOutcome.failed("no whole answer came within 1.0 seconds")
    #expect(try await outcome([.keepSilent], timeout: .seconds(1)) == late)
    #expect(try await outcome([head] + drip, timeout: .seconds(1)) == late)
  }

  @Test func `says when nobody is there`() async throws {
    let server = try ScriptedServer { _ in [] }
    let url = try #require(URL(string: server.address))
    server.stop()
    let transport = try HTTPTransport(url: url)
    #expect(await transport.send(request.bytes) == .failed("nobody takes connections there"))
  }

  @Test func `is given up when its task is cancelled`() async throws {
    let server = try ScriptedServer { _ in [.keepSilent] }
    defer { server.stop() }
    let url = try #require(URL(string: server.address))
    let transport = try HTTPTransport(url: url, timeout: patience)
    let task = Task { await transport.send(request.bytes) }
    let deadline = ContinuousClock.now + patience
    while server.requests.isEmpty, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    #expect(await task.value == .failed("the request was given up"))
  }

  @Test(arguments: [
    ("ftp://a.example", "begins with http"), ("/v1", "begins with http"),
    ("http://", "names a host"), ("http://name:secret@a.example", "names a user"),
    ("https://a.example/?q=1", "has a query"), ("https://a.example/#x", "or a fragment"),
    ("http://a.example:0", "an invalid port"),
  ])
  func `refuses an address that is none of a server`(text: String, reason: String) throws {
    let url = try #require(URL(string: text))
    let error = #expect(throws: TransportError.self) { try HTTPTransport(url: url) }
    #expect(error?.code == .invalidURL)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("secret") == false)
  }

  @Test(arguments: [
    ("http://a.example", "http://a.example"), ("HTTPS://a.example/", "https://a.example"),
    ("http://127.0.0.1:8080/a/b//", "http://127.0.0.1:8080/a/b"),
    ("http://[::1]:80", "http://[::1]:80"),
  ])
  func `keeps what matters of an address`(text: String, kept: String) throws {
    #expect(try HTTPTransport(url: try #require(URL(string: text))).text == kept)
  }
}

@Suite("The client of a cloud's routes") struct CloudClientTests {
  private func client(_ server: ScriptedServer, token: String? = nil) throws -> CloudClient {
    try CloudClient(url: try #require(URL(string: server.address)), token: token)
  }

  @Test func `asks with its token, and escapes what it asks`() async throws {
    let server = try ScriptedServer { _ in [.json("{\"items\":[]}")] }
    defer { server.stop() }
    let client = try client(server, token: "abc.DEF-123")
    _ = try await client.ask(.search, [("q", "les mis+\u{E9}&x=1"), ("limit", "5")])
    #expect(
      server.requests.first?.path == "/v1/search?q=les%20mis%2B%C3%A9%26x%3D1&limit=5")
    #expect(server.requests.first?.headers["authorization"] == "Bearer abc.DEF-123")
    _ = try await client.ask(.revokeDevice, of: "00", json: Array("{}".utf8))
    #expect(server.requests.last?.method == "POST")
    #expect(server.requests.last?.headers["content-type"] == "application/json")
  }

  @Test func `finds public items`() async throws {
    let tag = String(repeating: "0a", count: 17)
    let server = try ScriptedServer { request in
      guard request.path == "/v1/search?q=dune&limit=7" else { return [.json("{\"items\":[{}]}")] }
      return [
        .json(
          """
          {"items":[{"key":"https://example.com/dune","tag":"\(tag)","app":"films","title":"Dune",\
          "contentDescription":"Sand","keywords":["spice"],"events":12,"distinctDevices":3},\
          {"key":"films/7","tag":"\(tag)","app":"films","title":"Seven","contentDescription":"",\
          "keywords":[],"events":1,"distinctDevices":1}]}
          """)
      ]
    }
    defer { server.stop() }
    let client = try client(server)
    let found = try await client.search("dune", limit: 7)
    #expect(found.map(\.uniqueIdentifier) == ["https://example.com/dune", "films/7"])
    #expect(found.map(\.url) == ["https://example.com/dune", ""])
    #expect(found[0].title == "Dune" && found[0].keywords == ["spice"])
    #expect(found[0].engagedCount == 12 && found[0].bundleIdentifier == "films")
    let error = await #expect(throws: TransportError.self) { try await client.search("other") }
    #expect(error?.code == .unreadable)
    #expect(error?.message.contains("/v1/search answers with other members") == true)
  }

  @Test func `names apps if it is told to, and hears what opens in them`() async throws {
    let server = try ScriptedServer { _ in
      [
        .json(
          """
          {"items":[{"key":"films/7","tag":"00","app":"films","activityType":"play",\
          "title":"Seven","contentDescription":"","keywords":[],"thumbnailURL":"",\
          "details":{"rating":4.5,"mood":"later","userInfo":{"reel":7,"isLoud":true}},\
          "events":1,"distinctDevices":1}]}
          """)
      ]
    }
    defer { server.stop() }
    let found = try await client(server).search(
      "seven", limit: 7, installed: try InstalledApps(["maps & more", "films"]))
    #expect(
      server.requests.first?.path
        == "/v1/search?q=seven&limit=7&installed=films&installed=maps%20%26%20more")
    let first = try #require(found.first)
    #expect(first.activityType == "play")
    #expect(first.userInfo == ["reel": .integer(7), "isLoud": .boolean(true)])
    _ = try await client(server).search("seven")
    #expect(server.requests.last?.path == "/v1/search?q=seven&limit=20")
  }

  @Test(arguments: ["", "two words", "line\r\nX-Other: 1", "\u{E9}"])
  func `takes no token that is none`(token: String) throws {
    let url = try #require(URL(string: "http://a.example"))
    let error = #expect(throws: TransportError.self) { try CloudClient(url: url, token: token) }
    #expect(error?.code == .invalidToken)
  }

  @Test func `repeats what the server says of a refusal`() async throws {
    let server = try ScriptedServer { request in
      switch request.path {
      case "/v1/status":
        [.json("{\"type\":\"urn:spotlog:problem:unauthorized\",\"detail\":\"D.\"}", status: 401)]
      case "/v1/popularity": [.answer(200, "text/html", Array("<html>".utf8))]
      case "/v1/devices":
        [.answer(200, "application/json", [UInt8](repeating: 32, count: 17 << 20))]
      default: [.answer(404, "text/html", [])]
      }
    }
    defer { server.stop() }
    let client = try client(server)
    for (endpoint, code, message) in [
      (.status, .refused(status: 401), "D."),
      (.popularity, .unreadable, "something else than JSON"),
      (.devices, .unreachable, "the answer is larger than"),
      (.incidents, .refused(status: 404), "Check that it is the address of an aggregator."),
    ] as [(Endpoint, TransportError.Code, String)] {
      let error = await #expect(throws: TransportError.self) { try await client.ask(endpoint) }
      #expect(error?.code == code)
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
  }

  @Test func `says when nobody is there`() async throws {
    let server = try ScriptedServer { _ in [] }
    let client = try client(server)
    server.stop()
    let error = await #expect(throws: TransportError.self) { try await client.deployment() }
    #expect(error?.code == .unreachable)
    #expect(await client.isReady() == false)
  }
}
