#if Server
  import Foundation
  import JournalFormat
  import Loopback
  import Sync
  import TestSupport
  import Testing

  /// Requests that are whole and that nobody may make.
  @Suite("A server asked by who may not") struct ServerRefusalTests {
    private static let dayMilliseconds: Int64 = 86_400_000

    private func append(_ device: TestDevice, signedBy key: SigningKey? = nil) throws -> RawRequest
    {
      .sync(.append(AppendRequest(batch: try device.batch(signedBy: key))))
    }

    // MARK: Devices

    @Test func `takes nothing that another key has signed`() throws {
      let server = try RunningServer()
      var device = try server.device(1)
      let other = try server.device(2)
      device.add(Sample.engaged)
      let before = try server.status()
      let requests = [
        try append(device, signedBy: other.key),
        .sync(.open(device.open(at: .now, signedBy: other.key))),
      ]
      for request in requests { expectProblem(try server.ask(request), 403, "not-allowed") }
      // One that brings its own key was damaged on the way, for all that can be known.
      let unsigned = EnrolRequest(
        lineageKey: TestDevice(3).lineage.publicKey, deviceKey: TestDevice(3).key.publicKey,
        attestation: [], signature: .blank, proof: .blank)
      expectProblem(try server.ask(.sync(.enrol(unsigned))), 400, "malformed")
      try server.expectUnharmed(since: before)
      #expect(try server.ask(try append(device)).status == 200)
    }

    @Test func `takes no batch that speaks for another device`() throws {
      let server = try RunningServer()
      var device = try server.device(1)
      let other = try server.device(2)
      device.add(Sample.engaged)
      let before = try server.status()
      let batch = try BatchWriter().batch(
        of: device.chain.entries, lineage: try #require(other.grant).lineage,
        epoch: try #require(device.grant).epoch, previousDigest: device.chain.start,
        signedBy: device.key)
      let request = RawRequest.sync(.append(AppendRequest(batch: batch)))
      expectProblem(try server.ask(request), 403, "not-allowed")
      try server.expectUnharmed(since: before)
    }

    @Test(arguments: [-1, 1] as [Int64])
    func `answers a request of another day with the time`(days: Int64) throws {
      let server = try RunningServer()
      let device = try server.device(1)
      let before = try server.status()
      let time = Timestamp.now.advanced(byMilliseconds: days * Self.dayMilliseconds)
      let requests = [SyncRequest.open(device.open(at: time)), .wanted(device.wanted(at: time))]
      for request in requests {
        let problem = expectProblem(try server.ask(.sync(request)), 409, "stale")
        let difference = try #require(problem?.cloudTime) - Timestamp.now.milliseconds
        #expect(abs(difference) < 60_000)
      }
      try server.expectUnharmed(since: before)
    }

    @Test func `takes what was taken before as that, anyone who sends it again`() throws {
      let server = try RunningServer()
      var device = try server.device(1)
      device.add(Sample.engaged)
      let request = try append(device)
      #expect(try server.ask(request).status == 200)
      let before = try server.status()
      for _ in 0..<3 { #expect(try server.ask(request).status == 200) }
      #expect(before.reports == 1)
      try server.expectUnharmed(since: before)
    }

    @Test func `takes nothing of a device that was revoked, until it is taken back`() throws {
      let server = try RunningServer()
      var device = try server.device(1)
      device.add(Sample.engaged)
      let lineage = try #require(device.grant).lineage
      let revoked = try server.askAsOperator(
        "POST", "/v1/devices/\(lineage)/revoke", json: "{\"counts\":\"kept\"}")
      #expect(revoked.status == 200, "\(revoked.summary)")
      #expect(revoked.text.contains("\(lineage)"))
      let before = try server.status()
      for request in [
        try append(device), .sync(.open(device.open(at: .now))),
        .sync(.wanted(device.wanted(at: .now))),
      ] {
        expectProblem(try server.ask(request), 403, "not-allowed")
      }
      try server.expectUnharmed(since: before)
      let back = try server.askAsOperator("POST", "/v1/devices/\(lineage)/reinstate")
      #expect(back.status == 200, "\(back.summary)")
      #expect(try server.ask(try append(device)).status == 200)
      #expect(try server.status().reports == 1)
    }

    /// Not as devices are told to stop: the operator has nothing to stop.
    @Test func `says that what was erased neither comes back nor is kept`() throws {
      let server = try RunningServer()
      let device = "/v1/devices/\(try #require(server.device(1).grant).lineage)"
      #expect(try server.askAsOperator("POST", device + "/erase").status == 200)
      let before = try server.status()
      let reinstating = try server.askAsOperator("POST", device + "/reinstate")
      let problem = expectProblem(reinstating, 409, "erased")
      #expect(problem?.detail.contains("begin with a new device") == true)
      let keeping = try server.askAsOperator(
        "POST", device + "/revoke", json: "{\"counts\":\"kept\"}")
      expectProblem(keeping, 409, "erased")
      try server.expectUnharmed(since: before)
    }

    @Test func `lets as many devices enrol in a minute as it is told`() throws {
      let server = try RunningServer(["--enrolments-per-minute": "2"])
      var statuses: [Int] = []
      for seed in 1...3 as ClosedRange<UInt64> {
        let answer = try server.ask(.sync("enrol", TestDevice(seed).enrolment))
        statuses.append(answer.status)
        guard answer.status != 200 else { continue }
        expectProblem(answer, 429, "too-many-requests")
        #expect((answer.retryAfterMilliseconds ?? 0) > 0)
      }
      #expect(statuses == [200, 200, 429])
      #expect(try server.status().lineages == 2)
    }

    @Test func `lets only those in that bring a token, where one is asked for`() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("tokens")
      try Data("first-token\nsecond-token 2\n".utf8).write(to: URL(fileURLWithPath: path))
      let server = try RunningServer(
        in: folder, ["--admission": "token", "--enrol-token-file": path])
      let tokens = [
        "", "third-token", "first-token ", "second-token 2", "first-token", "second-token",
        "second-token", "first-token", "second-token",
      ]
      for (place, token) in tokens.enumerated() {
        let device = TestDevice(UInt64(place))
        let request = EnrolRequest(
          lineage: device.lineage, attestation: Array(token.utf8), key: device.key)
        let answer = try server.ask(.sync(.enrol(request)))
        if !(4...6 ~= place) {
          expectProblem(answer, 403, "not-allowed")
        } else {
          #expect(answer.status == 200, "\(answer.summary)")
        }
      }
      #expect(try server.status().lineages == 3)
    }

    // MARK: Operators

    private static let routes: [(String, String)] = [
      ("GET", "/v1/status"), ("GET", "/v1/metrics"), ("GET", "/v1/devices"),
      ("GET", "/v1/incidents"), ("GET", "/v1/candidates"),
      ("POST", "/v1/devices/00112233445566778899aabbccddeeff/revoke"),
      ("POST", "/v1/devices/00112233445566778899aabbccddeeff/reinstate"),
      ("POST", "/v1/devices/00112233445566778899aabbccddeeff/retract"),
      ("POST", "/v1/devices/00112233445566778899aabbccddeeff/erase"),
      ("POST", "/v1/items/0100112233445566778899aabbccddeeff/take-down"),
      ("POST", "/v1/items/0100112233445566778899aabbccddeeff/restore"),
    ]

    @Test(arguments: routes)
    func `shows nothing to who is not its operator`(method: String, path: String) throws {
      let server = try RunningServer.shared()
      let before = try server.status()
      let token = RunningServer.operatorToken
      let credentials: [String?] = [
        nil, "", "Bearer", "Bearer ", "Bearer wrong", "Basic \(token)", token,
        "Bearer \(token)x", "Bearer \(token.dropLast())", "Bearer \(token.uppercased())",
        "Bearer wrong, Bearer \(token)",
      ]
      for credential in credentials {
        let headers = credential.map { [("Authorization", $0)] } ?? []
        let answer = try server.ask(RawRequest(method, path, headers))
        expectProblem(answer, 401, "unauthorized")
        #expect(answer.header("www-authenticate")?.hasPrefix("Bearer") == true)
        #expect(!answer.text.contains(token))
      }
      // A token in an address ends in logs and histories.
      let inQuery = try server.ask(RawRequest(method, path + "?access_token=\(token)"))
      expectProblem(inQuery, 401, "unauthorized")
      try server.expectUnharmed(since: before)
      #expect(!server.log.contains(token))
    }

    @Test func `takes the password of a browser for the status page alone`() throws {
      let server = try RunningServer.shared()
      let words = Data("operator:\(RunningServer.operatorToken)".utf8)
      let password = [("Authorization", "Basic " + words.base64EncodedString())]
      let page = try server.ask(RawRequest("GET", "/status", password))
      #expect(page.status == 200 && page.mediaType == "text/html", "\(page.summary)")
      #expect(page.text.contains("<h1>Status</h1>"))
      for (method, path) in Self.routes {
        expectProblem(try server.ask(RawRequest(method, path, password)), 401, "unauthorized")
      }
      let none = try server.get("/status")
      expectProblem(none, 401, "unauthorized")
      #expect(none.header("www-authenticate") == "Basic realm=\"spotlog\"")
      #expect(!none.text.contains("<h1>"))
    }

    @Test(arguments: [
      ("{\"counts\":\"doubled\"}", 400, "malformed"), ("{\"counts\":1}", 400, "malformed"),
      ("{}", 400, "malformed"), ("[", 400, "malformed"), ("", 400, "malformed"),
      ("{\"counts\":\"kept\"}{}", 400, "malformed"),
      ("{\"counts\":\"retracted\",\"counts\":\"kept\"}", 400, "malformed"),
      ("{\"counts\":\"kept\"}" + String(repeating: " ", count: 17 << 10), 413, "too-large"),
      (String(repeating: "[", count: 10_000), 400, "malformed"),
    ])
    func `refuses an operator's words that mean nothing`(
      json: String, status: Int, name: String
    ) throws {
      let server = try RunningServer()
      let lineage = try #require(try server.device(1).grant).lineage
      let before = try server.status()
      let answer = try server.askAsOperator("POST", "/v1/devices/\(lineage)/revoke", json: json)
      expectProblem(answer, status, name)
      try server.expectUnharmed(since: before)
    }

    @Test(arguments: [
      ("00112233445566778899aabbccddeeff", "1", "9", 404, "not-found"),
      ("x", "1", "9", 400, "malformed"), ("", "0", "9", 400, "malformed"),
      ("", "9", "1", 400, "malformed"), ("", "-1", "1", 400, "malformed"),
      ("", "1", "1e30", 400, "malformed"), ("", "1.5", "2", 400, "malformed"),
      ("", "1", "null", 400, "malformed"), ("", "1", "\"9\"", 400, "malformed"),
      ("", "1", "18446744073709551615", 200, ""),
      ("", "18446744073709551615", "18446744073709551615", 200, ""),
    ])
    func `takes reports out of the counts by numbers that there can be`(
      epoch: String, first: String, last: String, status: Int, name: String
    ) throws {
      let server = try RunningServer()
      let grant = try #require(try server.device(1).grant)
      let epoch = epoch.isEmpty ? "\(grant.epoch)" : epoch
      let before = try server.status()
      let answer = try server.askAsOperator(
        "POST", "/v1/devices/\(grant.lineage)/retract",
        json:
          "{\"counts\":\"retracted\",\"epoch\":\"\(epoch)\",\"first\":\(first),\"last\":\(last)}")
      guard status != 200 else {
        #expect(answer.status == 200, "\(answer.summary)")
        return
      }
      expectProblem(answer, status, name)
      try server.expectUnharmed(since: before)
    }

    @Test(arguments: [
      "/v1/devices/00112233445566778899aabbccddeeff/revoke", "/v1/devices/xyz/revoke",
      "/v1/devices/..%2f/revoke", "/v1/items/0100112233445566778899aabbccddeeff00/take-down",
      "/v1/items/zz/restore",
    ])
    func `says that it does not know a device or an item`(path: String) throws {
      let server = try RunningServer.shared()
      let before = try server.status()
      let json = path.hasSuffix("revoke") ? "{\"counts\":\"kept\"}" : nil
      let answer = try server.askAsOperator("POST", path, json: json)
      expect(answer, [.notFound, .malformed])
      try server.expectUnharmed(since: before)
    }
  }
#endif
