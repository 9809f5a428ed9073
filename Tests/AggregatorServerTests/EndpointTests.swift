#if Server
  import Foundation
  import HTTPTypes
  import JournalFormat
  import Sync
  import TestSupport
  import Hummingbird
  import Testing

  @testable import AggregatorServer
  @testable import CloudAggregator

  @Suite("An endpoint") struct EndpointTests {
    @Test(arguments: Endpoint.allCases) func `matches its own path alone`(endpoint: Endpoint) {
      let path = endpoint.path.replacing("{tag}", with: "ab").replacing("{lineage}", with: "cd")
      let found = Endpoint.allCases.filter { $0.matches(path) }
      #expect(found == [endpoint])
      let others = [
        path + "/more", "/v2" + path.dropFirst(3), path.uppercased(), path + "/", "/" + path,
        path.replacing("/v1/", with: "/v1//"), path.replacing("/v1/", with: "/v1/./"),
        path.replacing("v1", with: "v%31"), path + "\u{301}", path + "%00", path + ";a",
      ]
      // The shortest path has fewer other spellings.
      for other in others where other != path {
        #expect(!endpoint.matches(other), "\(other)")
      }
    }

    /// The page for authors of clients has the same rows in the same order.
    @Test func `has a row in docs/HTTP.md`() throws {
      let who: [Endpoint.Access: String] = [
        .device: "a device", .everyone: "everybody", .viewer: "viewer", .operator: "operator",
      ]
      let page = String(decoding: try Repository.bytes("docs/HTTP.md"), as: UTF8.self)
      let rows = page.split(separator: "\n")
        .filter { row in ["GET", "POST"].contains { row.hasPrefix("| `\($0) /") } }
        .map { row in
          let cells = row.split(separator: "|").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
          }
          return "\(cells[0].prefix { $0 != "?" }), \(cells[1])"
        }
      #expect(
        rows
          == Endpoint.allCases.map {
            "\($0.method.rawValue) \($0.path), \(who[$0.access] ?? "")"
          })
    }

    @Test func `is asked under the name of what it is about`() {
      #expect(Endpoint.item.path(of: "ab") == "/v1/items/ab")
      #expect(Endpoint.eraseDevice.path(of: "cd") == "/v1/devices/cd/erase")
      #expect(Endpoint.health.path(of: nil) == "/v1/health")
      for kind in SyncRequest.Kind.allCases {
        #expect(Endpoint(kind)?.requestKind == kind)
      }
    }

    @Test(arguments: [
      "", "//", "/.", "/?", "/index.html", "/v1", "/v1/items", "/v1/items/a/b", "/v1/devices/a",
      "/v1/%68ealth",
      "/v1/items/", "/v1/items/AB", "/v1/items/%61b", "/v1/items/ab%2F", "/v1/items/{tag}",
      "/v1/devices//erase", "/v1/devices/../erase",
    ])
    func `is none for another path`(path: String) {
      #expect(Endpoint.allCases.filter { $0.matches(path) } == [])
    }

    @Test func `of the operator's is the only kind that changes or lists devices`() {
      for endpoint in Endpoint.allCases where endpoint.access == .everyone {
        #expect(!endpoint.isPost)
        #expect(!endpoint.path.contains("device"))
      }
      let devices = Endpoint.allCases.filter { $0.access == .device }
      #expect(devices.allSatisfy { $0.isPost && $0.requestKind != nil })
      #expect(Set(devices.compactMap(\.requestKind)).count == devices.count)
    }

    private func answer(
      _ endpoint: Endpoint?, _ request: (EdgeWorld) throws -> Request
    ) async throws -> (response: Response, document: JSONObject) {
      let world = try await EdgeWorld(isOpen: false)
      let response = await world.edge.perform(
        endpoint, try request(world), try EdgeWorld.context())
      return (response, try object(try await response.bytes()))
    }

    @Test(
      arguments: [
        (.get, "/v1/append", 405, "POST"), (.post, "/v1/health", 405, "GET, HEAD"),
        (.delete, "/v1/items/ab", 405, "GET, HEAD"), (.head, "/v1/append", 405, "POST"),
        (.get, "/v1/nothing", 404, nil), (.post, "/other", 404, nil), (.get, "//", 404, nil),
        (.post, "/", 405, "GET, HEAD"), (.delete, "/", 405, "GET, HEAD"),
      ] as [(HTTPRequest.Method, String, Int, String?)])
    func `that is none is answered with what there is`(
      method: HTTPRequest.Method, path: String, status: Int, allowed: String?
    ) async throws {
      let (response, document) = try await answer(nil) { _ in EdgeWorld.request(method, path) }
      #expect(response.status.code == status)
      #expect(response.headers[.allow] == allowed)
      #expect(document["status"] as? Int == status)
    }

    @Test func `that shows something shows it to HEAD as well`() async throws {
      for endpoint in Endpoint.allCases {
        #expect(endpoint.methods == (endpoint.isPost ? [.post] : [.get, .head]))
      }
      let (get, _) = try await answer(.health) { _ in EdgeWorld.request(.get, "/v1/health") }
      let (head, _) = try await answer(.health) { _ in EdgeWorld.request(.head, "/v1/health") }
      #expect(get.status == head.status)
      #expect(get.headers == head.headers)
    }

    @Test(arguments: [
      "application/vnd.spotlog.sync", "application/octet-stream ; x=y",
      "Application/Octet-Stream\t;x", "application/vnd.spotlog.sync ",
    ])
    func `for devices takes bytes of its types`(type: String) async throws {
      let (response, _) = try await answer(.append) { _ in
        var headers = HTTPFields()
        headers[.contentType] = type
        return EdgeWorld.request(.post, "/v1/append", headers: headers, body: [1])
      }
      #expect(response.status == .badRequest)
    }

    @Test(arguments: [
      nil, "text/plain", "application/json", "application/vnd.spotlog.sync2", "", " ", ";",
      "application/octet-stream x", "application/octet-stream x;",
    ])
    func `for devices takes bytes of no other type`(type: String?) async throws {
      let (response, _) = try await answer(.append) { _ in
        var headers = HTTPFields()
        headers[.contentType] = type
        return EdgeWorld.request(.post, "/v1/append", headers: headers, body: [1])
      }
      #expect(response.status == .unsupportedMediaType)
      #expect(response.headers[.connection] == "close")
    }

    /// A batch sent to /v1/open is one of a confused client, or of a clever one.
    @Test(arguments: Endpoint.allCases.filter { $0.access == .device })
    func `for devices takes a request of its own kind alone`(endpoint: Endpoint) async throws {
      for kind in SyncRequest.Kind.allCases {
        let (response, document) = try await answer(endpoint) { _ in
          var headers = HTTPFields()
          headers[.contentType] = "Application/VND.spotlog.sync; charset=x"
          return EdgeWorld.request(.post, endpoint.path, headers: headers, body: [kind.rawValue])
        }
        // Of its own kind it continues to the aggregator, which is not open here.
        let expected = kind == endpoint.requestKind ? 503 : 400
        #expect(response.status.code == expected, "\(kind)")
        #expect(document["status"] as? Int == expected)
        if expected == 503 { #expect(response.headers[.retryAfter] == "1") }
      }
    }

    @Test func `says that it recovers, and answers nothing else meanwhile`() async throws {
      let (health, document) = try await answer(.health) { _ in EdgeWorld.request() }
      #expect(health.status == .serviceUnavailable)
      #expect(document["status"] as? String == "recovering")
      let (deployment, problem) = try await answer(.deployment) { _ in EdgeWorld.request() }
      #expect(deployment.status == .serviceUnavailable)
      #expect(problem["type"] as? String == "urn:spotlog:problem:retry-later")
      #expect(deployment.headers[.retryAfter] == "1")
    }

    /// What is shown now may be taken down a moment later.
    @Test(arguments: Endpoint.allCases.filter { !$0.isPost })
    func `has answers that nobody may keep`(endpoint: Endpoint) async throws {
      let world = try await EdgeWorld()
      var headers = HTTPFields()
      headers[.authorization] = "Bearer \(EdgeWorld.operatorToken)"
      let response = await world.edge.perform(
        endpoint, EdgeWorld.request(.get, "\(endpoint.path)?q=a", headers: headers),
        try EdgeWorld.context())
      // An empty cloud has no item.
      #expect(response.status == (endpoint == .item ? .notFound : .ok))
      #expect(response.headers[.cacheControl] == "no-store")
      try await world.host.close()
    }

    @Test func `for searches answers none until the log was read`() async throws {
      for (endpoint, path) in [
        (.search, "/v1/search?q=a"), (.popularity, "/v1/popularity"), (.item, "/v1/items/a"),
      ] as [(Endpoint, String)] {
        let (response, document) = try await answer(endpoint) { _ in EdgeWorld.request(.get, path) }
        #expect(response.status == .serviceUnavailable, "\(endpoint)")
        #expect(response.headers[.retryAfter] == "1")
        #expect(
          document["detail"] as? String
            == "The aggregator still reads its log. Ask again soon.")
      }
    }

    @Test func `for enrolments is there so often for one address, and for others still`()
      async throws
    {
      let world = try await EdgeWorld(isOpen: false, settings: [.enrolmentsPerMinute: "2"])
      var headers = HTTPFields()
      headers[.contentType] = "application/vnd.spotlog.sync"
      func status(_ peer: String) async throws -> Int {
        let response = await world.edge.perform(
          .enrol, EdgeWorld.request(.post, "/v1/enrol", headers: headers, body: [1]),
          try EdgeWorld.context(peer: peer))
        if response.status == .tooManyRequests {
          #expect(response.headers[.retryAfter] == "30")
        }
        return response.status.code
      }
      let first = try await status("192.0.2.1")
      #expect(first != 429)
      #expect(try await status("192.0.2.1") == first)
      #expect(try await status("192.0.2.1") == 429)
      #expect(try await status("192.0.2.2") == first)
      #expect(try await status("2001:db8::1") == first)
      #expect(try await status("2001:db8::2") == first)
      #expect(try await status("2001:db8::3") == 429)
    }
  }
#endif
