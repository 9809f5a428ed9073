#if Server
  import Foundation
  import JournalFormat
  import LoadGenerator
  import Loopback
  import Sync
  import Synchronization
  import TestSupport
  import Testing

  /// Devices that append one report after another, and what they were told.
  private final class ServerFleet: Sendable {
    private struct Member {
      var device: TestDevice
      /// The entry up to which there is a receipt.
      var received: UInt64 = 0
    }

    private let members: Mutex<[Member]>
    private let receipts = Mutex(0)
    private let perDevice: Int

    init(_ count: Int, reports: Int, _ server: RunningServer) throws {
      perDevice = reports
      let devices = try (0..<count).map { try server.device(UInt64($0) + 1) }
      members = Mutex(
        devices.map { device in
          var device = device
          for report in 0..<reports { device.add(Self.report(report, of: device)) }
          return Member(device: device)
        })
    }

    private static func report(_ number: Int, of device: TestDevice) -> Report {
      Report.engaged(
        Report.Engaged(
          tag: Tag(suite: 1, bits: UInt128(number % 50 + 1)),
          content: ContentDigest(bits: UInt128(number % 50 + 1)),
          origin: Origin(rawValue: device.nonce.bits.truncated &+ UInt64(number)),
          isCarried: false))
    }

    /// What a connection of the load generator sends for one device.
    ///
    /// - Parameter onReceipt: called with how many there are of all devices.
    func client(_ place: Int, onReceipt: @escaping @Sendable (Int) -> Void) -> LoadClient {
      { answer in
        if let answer {
          guard answer.status == 200, self.take(answer, at: place) else { return nil }
          onReceipt(
            self.receipts.withLock {
              $0 += 1
              return $0
            })
        }
        return self.members.withLock { members in
          let member = members[place]
          let next = Int(member.received) + 1
          guard next <= self.perDevice, let bytes = try? member.device.request(next, next)
          else { return nil }
          return .sync("append", bytes)
        }
      }
    }

    private func take(_ answer: RawAnswer, at place: Int) -> Bool {
      guard case .received(let receipt, _) = try? SyncResponse(bytes: answer.body)
      else { return false }
      members.withLock { $0[place].received = receipt.last.rawValue }
      return true
    }

    /// Every receipt's head is in the server's state: asked by each device, one after another.
    func expectAllReceived(_ server: RunningServer) throws {
      for (device, received) in members.withLock({ $0.map { ($0.device, $0.received) } }) {
        let answer = try server.exchange(.open(device.open(at: .now)))
        // The device has more than the cloud, which says how far it is.
        guard case .opened(let verdict, let news) = answer else {
          Issue.record("\(answer)")
          return
        }
        switch verdict {
        case .ok(let head): #expect(head >= received)
        case .ahead(let head):
          #expect(head.number >= received && head.digest == device.digest(at: head.number))
        default: Issue.record("\(verdict)")
        }
        #expect(news.receivedMark >= received)
      }
    }

    var receivedCount: UInt64 { members.withLock { $0.reduce(0) { $0 + $1.received } } }
  }

  extension TestDevice {
    fileprivate func digest(at number: UInt64) -> Digest {
      number == 0 ? chain.start : chain.entries[Int(number) - 1].digest
    }
  }

  extension UInt128 {
    fileprivate var truncated: UInt64 { UInt64(truncatingIfNeeded: self) }
  }

  @Suite("A server that ends") struct ServerLossTests {
    /// One report a batch and connection, until all are sent or the server is gone.
    private func run(
      _ fleet: ServerFleet, of count: Int, _ server: RunningServer,
      onReceipt: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> LoadOutcome {
      var plan = LoadPlan(connectionCount: count, seconds: 60)
      plan.sendsLostAgain = false
      plan.honoursRetryAfter = true
      return LoadRun(plan, against: server.address).perform {
        fleet.client($0, onReceipt: onReceipt)
      }
    }

    @Test(arguments: [1, 40, 150])
    func `by force loses nothing that it acknowledged and counts nothing twice`(
      receipts: Int
    ) throws {
      let (count, reports) = (8, 40)
      var server = try RunningServer()
      let fleet = try ServerFleet(count, reports: reports, server)
      let processID = server.process.processID
      _ = run(fleet, of: count, server) { if $0 == receipts { kill(processID, SIGKILL) } }
      #expect(server.process.kill() == .killed(signal: SIGKILL))
      let acknowledged = fleet.receivedCount
      #expect(acknowledged >= UInt64(receipts) && acknowledged < UInt64(count * reports))
      server = try server.again()
      #expect(try server.status().reports >= acknowledged)
      try fleet.expectAllReceived(server)
      // Batches without a receipt are sent again, whether or not the log has them.
      let outcome = run(fleet, of: count, server)
      #expect(outcome.errors == 0)
      let status = try server.status()
      #expect(status.reports == UInt64(count * reports))
      #expect(status.incidents == 0)
      #expect(server.process.stop() == .exited(0))
      // What was applied while it ran is what the log alone makes of it.
      let rebuilt = try Program.built.run(
        ["cloud", "rebuild", "--data", server.folder.file("cloud")])
      #expect(rebuilt.status == 0, "\(rebuilt.output)\(rebuilt.errors)")
      #expect(rebuilt.output.contains(status.stateDigest))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `when asked to answers what is on its way first`(signal: Int32) throws {
      // Other tests may hold this machine up for long.
      let server = try RunningServer(["--request-timeout": "600"])
      let before = try server.status()
      let connections = try (1...8 as ClosedRange<UInt64>).map { seed in
        let connection = try server.connect()
        let request = RawRequest.sync(
          "enrol", TestDevice(seed).enrolment, [("Expect", "100-continue")])
        try connection.send(request.head)
        // It has read the head and waits for the body.
        #expect(try connection.receiveAny().status == 100)
        try connection.send(Array(request.body.dropLast(20)))
        return (connection, Array(request.body.suffix(20)))
      }
      server.process.signal(signal)
      usleep(300_000)
      for (connection, rest) in connections { try connection.send(rest) }
      for (connection, _) in connections { #expect(try connection.receive().status == 200) }
      #expect(server.process.waitForEnd(seconds: 20) == .exited(0))
      #expect(throws: LoopbackError.self) { try server.connect() }
      let again = try server.again()
      #expect(try again.status().lineages == before.lineages + 8)
    }

    @Test func `when asked to does not wait for who says nothing`() throws {
      let server = try RunningServer()
      let idle = try (0..<20).map { _ in try server.connect() }
      let used = try server.connect()
      try used.send(RawRequest("GET", "/v1/health"))
      #expect(try used.receive().status == 200)
      let start = Date()
      #expect(server.process.stop(seconds: 20) == .exited(0))
      #expect(Date().timeIntervalSince(start) < 15)
      #expect(idle.count == 20)
    }

    @Test func `begins again with the same keys, salt and counts`() throws {
      var server = try RunningServer()
      _ = try server.device(1)
      let deployment = try server.get("/v1/deployment").text
      let status = try server.status()
      #expect(server.process.stop() == .exited(0))
      server = try server.again()
      #expect(try server.get("/v1/deployment").text == deployment)
      #expect(try server.status() == status)
    }
  }
#endif
