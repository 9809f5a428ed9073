#if Server
  import Foundation
  import JournalFormat
  import Loopback
  import Sync
  import TestSupport
  import Testing

  /// A deployment from its first device to its end.
  @Suite("A server on a good day") struct ServerTests {
    private func json(_ answer: RawAnswer) throws -> [String: Any] {
      #expect(answer.status == 200, "\(answer.summary)")
      #expect(answer.mediaType == "application/json")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    private func items(_ server: RunningServer, _ path: String) throws -> [[String: Any]] {
      try #require(try json(try server.get(path))["items"] as? [[String: Any]])
    }

    /// A device that engaged with the sample's item once, and has told.
    private func engage(_ seed: UInt64, with item: PublicItem, _ server: RunningServer) throws
      -> (device: TestDevice, wanted: [WantedContent])
    {
      var device = try server.device(seed)
      device.add(
        .engaged(
          Report.Engaged(
            tag: item.tag(salt: try server.tagSalt()), content: item.digest,
            origin: Origin(rawValue: seed), isCarried: false)))
      guard
        case .received(let receipt, let news) = try server.exchange(
          .append(AppendRequest(batch: try device.batch())))
      else { throw FormatError(.malformed, "The batch was not received.") }
      #expect(receipt.last.rawValue == 1 && receipt.digest == device.chain.digest)
      return (device, news.wanted)
    }

    @Test func `makes public what enough devices engaged with, and nothing before`() throws {
      let server = try RunningServer(["--threshold": "3"])
      let item = Sample.item
      let tag = item.tag(salt: try server.tagSalt())
      for seed in 1...2 as ClosedRange<UInt64> {
        #expect(try engage(seed, with: item, server).wanted.isEmpty)
        #expect(try items(server, "/v1/search?q=lilies").isEmpty)
        #expect(try items(server, "/v1/popularity").isEmpty)
        expectProblem(try server.get("/v1/items/\(tag)"), 404, "not-found")
      }
      var (device, wanted) = try engage(3, with: item, server)
      #expect(wanted == [WantedContent(tag: tag, content: item.digest)])
      let asked = try server.exchange(.wanted(device.wanted(at: .now)))
      guard case .news(let news) = asked else {
        Issue.record("\(asked)")
        return
      }
      #expect(news.wanted == wanted && news.receivedMark == 1)
      device.add(.content(item, salt: 7))
      try server.exchange(.append(AppendRequest(batch: try device.batch(2))))
      for query in ["lilies", "wat%20lil", "WATER", "monet", "canvas"] {
        let found = try items(server, "/v1/search?q=\(query)&limit=5")
        #expect(found.count == 1, "\(query)")
        #expect(found.first?["tag"] as? String == "\(tag)")
      }
      #expect(try items(server, "/v1/search?q=balloon").isEmpty)
      try checkItem(server, tag)
    }

    @Test func `asks the oldest device first, unless it is told otherwise`() throws {
      let server = try RunningServer(["--newcomer-period": nil])
      let (first, _) = try engage(1, with: Sample.item, server)
      #expect(try engage(2, with: Sample.item, server).wanted.isEmpty)
      #expect(try engage(3, with: Sample.item, server).wanted.isEmpty)
      guard case .news(let news) = try server.exchange(.wanted(first.wanted(at: .now))) else {
        Issue.record("the oldest device is answered")
        return
      }
      #expect(news.wanted.map(\.content) == [Sample.item.digest])
    }

    private func checkItem(_ server: RunningServer, _ tag: JournalFormat.Tag) throws {
      let item = try json(try server.get("/v1/items/\(tag)"))
      #expect(item["title"] as? String == "Water Lilies")
      #expect(item["key"] as? String == "https://museum.example/artworks/1")
      #expect(item["keywords"] as? [String] == Sample.item.keywords)
      #expect(item["thumbnailURL"] as? String == Sample.item.thumbnailURL)
      #expect(item["events"] as? Int == 3 && item["distinctDevices"] as? Int == 3)
      let page = try server.get("/?q=lilies")
      #expect(page.status == 200 && page.mediaType == "text/html", "\(page.summary)")
      for part in [
        "<a href=\"https://museum.example/artworks/1\"", ">Water Lilies</a>",
        "opened 3 times on 3 devices", "1 result for “<bdi>lilies</bdi>”",
      ] {
        #expect(page.text.contains(part), "\(part)")
      }
      let row = try #require(try items(server, "/v1/popularity").first)
      #expect(row["events"] as? Int == 3 && row["distinctDevices"] as? Int == 3)
      #expect(row["key"] as? String == "https://museum.example/artworks/1")
      let down = try server.askAsOperator("POST", "/v1/items/\(tag)/take-down")
      #expect(down.status == 200, "\(down.summary)")
      #expect(try items(server, "/v1/search?q=lilies").isEmpty)
      #expect(try items(server, "/v1/popularity").isEmpty)
      #expect(try server.get("/?q=lilies").text.contains("No results for"))
      expectProblem(try server.get("/v1/items/\(tag)"), 404, "not-found")
      let back = try server.askAsOperator("POST", "/v1/items/\(tag)/restore")
      #expect(back.status == 200, "\(back.summary)")
      #expect(try items(server, "/v1/search?q=lilies").count == 1)
    }

    @Test func `gives popularity page by page, each item once and sorted`() throws {
      let server = try RunningServer()
      let salt = try server.tagSalt()
      let all = (0..<7).map { place in
        var item = Sample.item
        item.identity = .url("https://museum.example/artworks/\(place)")
        return item
      }
      for seed in 1...2 as ClosedRange<UInt64> {
        var device = try server.device(seed)
        for (place, item) in all.enumerated() {
          device.add(
            .engaged(
              Report.Engaged(
                tag: item.tag(salt: salt), content: item.digest,
                origin: Origin(rawValue: seed << 32 + UInt64(place)), isCarried: false)))
        }
        if seed == 2 { for item in all { device.add(.content(item, salt: 1)) } }
        try server.exchange(.append(AppendRequest(batch: try device.batch())))
      }
      var keys: [String] = []
      var cursor: String?
      repeat {
        let after = cursor.map { "&after=" + $0.percentEncoded } ?? ""
        let page = try json(try server.get("/v1/popularity?limit=3" + after))
        let rows = try #require(page["items"] as? [[String: Any]])
        #expect(rows.count <= 3)
        keys += rows.compactMap { $0["key"] as? String }
        cursor = page["next"] as? String
      } while cursor != nil && keys.count < 100
      #expect(keys == all.map(\.key))
    }

    @Test func `says what it is`() throws {
      let server = try RunningServer()
      let deployment = try json(try server.get("/v1/deployment"))
      #expect(deployment["threshold"] as? Int == 2)
      #expect(deployment["admission"] as? String == "open")
      #expect((deployment["cloudLife"] as? String)?.count == 32)
      #expect((deployment["keys"] as? [String])?.first?.count == 64)
      #expect(deployment["endorsements"] is [Any] && deployment["limits"] is [String: Any])
      #expect(([UInt8](hex: deployment["tagSalt"] as? String ?? "") ?? []).count >= 16)
      let health = try json(try server.get("/v1/health"))
      #expect(health["status"] as? String == "ready")
      #expect((health["reasons"] as? [String])?.isEmpty == true)
      let description = try json(try server.get("/v1/openapi.json"))
      let paths = try #require(description["paths"] as? [String: Any])
      for path in ["/v1/enrol", "/v1/search", "/v1/status", "/v1/items/{tag}"] {
        #expect(paths[path] != nil, "\(path)")
      }
    }

    @Test func `shows its operator what it has`() throws {
      let server = try RunningServer()
      let device = try server.device(1)
      let lineage = "\(try #require(device.grant).lineage)"
      let devices = try json(try server.askAsOperator("GET", "/v1/devices?limit=10"))
      let rows = try #require(devices["devices"] as? [[String: Any]])
      #expect(rows.count == 1 && rows.first?["lineage"] as? String == lineage)
      for list in ["incidents", "candidates"] {
        let answer = try json(try server.askAsOperator("GET", "/v1/\(list)"))
        #expect((answer[list] as? [Any])?.isEmpty == true, "\(list)")
      }
      let metrics = try server.askAsOperator("GET", "/v1/metrics")
      #expect(metrics.status == 200 && metrics.mediaType == "text/plain")
      #expect(metrics.text.contains("# TYPE "))
      let status = try json(try server.askAsOperator("GET", "/v1/status"))
      #expect(status["lineages"] as? Int == 1 && status["reports"] as? Int == 0)
    }

    @Test func `reads a body that was made smaller on the way, once`() throws {
      let server = try RunningServer()
      for (seed, encoding) in [(1, "gzip"), (2, "deflate")] as [(UInt64, String)] {
        let bytes = TestDevice(seed).enrolment
        let body = encoding == "gzip" ? Compressed.gzip(bytes) : Compressed.deflate(bytes)
        let answer = try server.ask(.sync("enrol", body, [("Content-Encoding", encoding)]))
        #expect(answer.status == 200, "\(answer.summary)")
      }
      let head = RawRequest.sync("enrol", [], [("Transfer-Encoding", "chunked")]).head
      let chunks = TestDevice(3).enrolment.flatMap { [49, 13, 10, $0, 13, 10] as [UInt8] }
      let connection = try server.connect()
      try connection.send(head + chunks + Array("0\r\n\r\n".utf8))
      #expect(try connection.receive().status == 200)
      #expect(try server.status().lineages == 3)
    }

    @Test func `writes its log as lines of JSON, without what is nobody's business`() throws {
      let server = try RunningServer()
      let device = try server.device(1)
      _ = try server.get("/v1/search?q=a-word-that-somebody-searched-for")
      #expect(server.process.stop() == .exited(0))
      let log = server.log
      for line in log.split(separator: "\n") {
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
        #expect(object is [String: Any], "\(line)")
      }
      #expect(!log.contains("a-word-that-somebody-searched-for"))
      #expect(!log.contains(device.key.seed.hex))
    }
  }
#endif
