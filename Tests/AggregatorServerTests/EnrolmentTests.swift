#if Server
  import Foundation
  import HTTPTypes
  import Hummingbird
  import JournalFormat
  import Sync
  import TestSupport
  import Testing

  @testable import AggregatorServer
  @testable import CloudAggregator

  /// Admission by attestation: anyone who is at the other end, a program is started for few of
  /// them.
  @Suite("An enrolment with an attestation") struct EnrolmentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func world(
      isOpen: Bool = true, believes: Bool = true, settings: [Setting: String] = [:]
    ) async throws -> EdgeWorld {
      let hook = try folder.program(
        "echo asked >> '\(folder.file("asked"))'; exit \(believes ? 0 : 1)", "hook")
      let own: [Setting: String] = [.admission: "attestation", .attestationHook: hook]
      return try await EdgeWorld(isOpen: isOpen, settings: own.merging(settings) { $1 })
    }

    /// How often the hook was started.
    private var askedCount: Int {
      let text = FileManager.default.contents(atPath: folder.file("asked")) ?? Data()
      return String(decoding: text, as: UTF8.self).split(separator: "\n").count
    }

    private func status(
      _ world: EdgeWorld, _ body: [UInt8], peer: String = "192.0.2.1"
    ) async throws -> Int {
      var headers = HTTPFields()
      headers[.contentType] = Edge.syncMediaType
      let response = await world.edge.perform(
        .enrol, EdgeWorld.request(.post, "/v1/enrol", headers: headers, body: body),
        try EdgeWorld.context(peer: peer))
      return response.status.code
    }

    private static func enrolment(_ change: (inout EnrolRequest) -> Void = { _ in }) -> [UInt8] {
      var request = EnrolRequest(
        lineage: Sample.lineageKey, attestation: Array("attestation".utf8), key: Sample.deviceKey)
      change(&request)
      return SyncRequest.enrol(request).bytes
    }

    @Test func `has it looked at once, however often it comes`() async throws {
      let world = try await world()
      for _ in 0..<3 { #expect(try await status(world, Self.enrolment()) == 200) }
      #expect(askedCount == 1)
    }

    @Test func `is refused when it is not believed`() async throws {
      let world = try await world(believes: false)
      for count in 1...2 {
        #expect(try await status(world, Self.enrolment()) == 403)
        #expect(askedCount == count)
      }
    }

    struct Row: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var bytes: [UInt8]
      var status: Int

      init(_ name: String, _ bytes: [UInt8], _ status: Int) {
        (testDescription, self.bytes, self.status) = (name, bytes, status)
      }
    }

    @Test(arguments: [
      Row("no signature", enrolment { $0.signature = .blank }, 400),
      Row("more than was signed", enrolment { $0.attestation.append(0) }, 400),
      Row("another lineage", enrolment { $0.lineageKey = Sample.nextKey.publicKey }, 400),
      Row("another key", enrolment { $0.deviceKey = Sample.nextKey.publicKey }, 400),
      Row("a byte too many", enrolment() + [0], 400),
      Row("a byte too few", Array(enrolment().dropLast()), 400),
      Row("its first byte", [1], 400), Row("its first two bytes", [1, 1], 400),
    ])
    func `that its key did not sign has no program started`(row: Row) async throws {
      let world = try await world()
      #expect(try await status(world, row.bytes) == row.status)
      #expect(askedCount == 0)
    }

    @Test func `that there is no room for has no program started`() async throws {
      let world = try await world(settings: [.devicesMax: "1"])
      #expect(try await status(world, Self.enrolment()) == 200)
      let other = EnrolRequest(
        lineage: LineageKey(secret: Sample.nextNonce.bytes), key: Sample.nextKey)
      #expect(try await status(world, SyncRequest.enrol(other).bytes) == 503)
      #expect(askedCount == 1)
    }

    /// A program that hangs, and more devices than there are places for.
    @Test func `that waits for its program keeps no other request waiting`() async throws {
      let gate = folder.file("gate")
      let hook = try folder.program(
        "while test ! -e '\(gate)'; do sleep 0.02; done; exit 0", "hanging")
      let world = try await world(settings: [.attestationHook: hook])
      // Twelve of one address have half of the places; others have the other half.
      let (own, places) = (AttestationHook.addressRunningCountMax, AttestationHook.runningCountMax)
      let peers = Array(repeating: "192.0.2.1", count: 12) + (2...6).map { "192.0.2.\($0)" }
      let late = peers.count - places
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for (place, peer) in peers.enumerated() {
          let device = TestDevice(UInt64(place) + 1)
          let body = SyncRequest.enrol(
            EnrolRequest(lineage: device.lineage, attestation: [1], key: device.key)
          ).bytes
          group.addTask { try await status(world, body, peer: peer) }
        }
        var found: [Int] = []
        for try await status in group {
          found.append(status)
          guard found.count == late else { continue }
          // The places are taken still.
          for endpoint in [Endpoint.health, .deployment] {
            let answer = await world.edge.perform(
              endpoint, EdgeWorld.request(.get, endpoint.path), try EdgeWorld.context())
            #expect(answer.status.code == 200)
          }
          let unsigned = Self.enrolment { $0.signature = .blank }
          #expect(try await self.status(world, unsigned) == 400)
          try folder.write("", to: "gate")
        }
        return found
      }
      #expect(own < places)
      #expect(statuses.prefix(late).allSatisfy { $0 == 503 })
      #expect(statuses.dropFirst(late).allSatisfy { $0 == 200 })
      let lineages = try await world.host.ask { cloud, _ in cloud.projections.state.lineages.count }
      #expect(lineages == places)
      #expect(try await status(world, Self.enrolment()) == 200, "there is room again")
    }

    @Test func `has no program started before the log was read`() async throws {
      let world = try await world(isOpen: false)
      #expect(try await status(world, Self.enrolment()) == 503)
      #expect(askedCount == 0)
    }
  }
#endif
