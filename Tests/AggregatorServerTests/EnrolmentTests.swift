#if Server
  import Foundation
  import HTTPTypes
  import Hummingbird
  import JournalFormat
  import Sync
  import TestSupport
  import Testing

  @testable import AggregatorServer

  /// Admission by attestation: whoever is at the other end, a program is started for few of them.
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

    private func status(_ world: EdgeWorld, _ body: [UInt8]) async throws -> Int {
      var headers = HTTPFields()
      headers[.contentType] = Edge.syncMediaType
      let response = await world.edge.perform(
        .enrol, EdgeWorld.request(.post, "/v1/enrol", headers: headers, body: body),
        try EdgeWorld.context())
      return response.status.code
    }

    private static func enrolment(_ change: (inout EnrolRequest) -> Void = { _ in }) -> [UInt8] {
      var request = EnrolRequest(
        nonce: Sample.nonce, attestation: Array("attestation".utf8), key: Sample.deviceKey)
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
      Row("another nonce", enrolment { $0.nonce = Sample.nextNonce }, 400),
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
      let other = EnrolRequest(nonce: Sample.nextNonce, key: Sample.nextKey)
      #expect(try await status(world, SyncRequest.enrol(other).bytes) == 503)
      #expect(askedCount == 1)
    }

    @Test func `has no program started before the log was read`() async throws {
      let world = try await world(isOpen: false)
      #expect(try await status(world, Self.enrolment()) == 503)
      #expect(askedCount == 0)
    }
  }
#endif
