#if Server
  import JournalFormat
  import Sync
  import TestSupport
  import Testing

  @testable import AggregatorServer
  @testable import CloudAggregator

  @Suite("The deployment that a server shows") struct DeploymentTests {
    private func shown(_ world: EdgeWorld) async throws -> JSONObject {
      let shown = try object(try await world.edge.deployment().bytes())
      try await world.host.close()
      return shown
    }

    /// As a client puts together what was signed.
    private func isSigned(_ deployment: JSONObject) throws -> Bool {
      let life = try #require(deployment["cloudLife"] as? String)
      let salt = try #require(deployment["tagSalt"] as? String)
      let signature = try #require(deployment["signature"] as? String)
      let key = try #require((deployment["keys"] as? [String])?.first)
      let identity = DeploymentIdentity(
        cloudLife: try #require(CloudLife(hex: life)), tagSalt: try #require([UInt8](hex: salt)),
        threshold: UInt32(try #require(deployment["threshold"] as? Int)))
      return identity.isSigned(
        try #require([UInt8](hex: signature).flatMap { Signature(bytes: $0) }),
        by: SignatureVerifier(try #require([UInt8](hex: key).flatMap { PublicKey(bytes: $0) })))
    }

    @Test(arguments: [false, true])
    func `is signed by the first key that it names`(isRotated: Bool) async throws {
      let world = try await EdgeWorld(settings: [.threshold: "3"]) { keys in
        if isRotated { keys.rotate(to: Sample.nextKey) }
      }
      var deployment = try await shown(world)
      #expect(try isSigned(deployment))
      #expect(deployment["threshold"] as? Int == 3)
      #expect(deployment["tagSalt"] as? String == Sample.tagSalt.hex)
      deployment["threshold"] = 4
      #expect(try !isSigned(deployment))
    }

    private func limit(_ name: String, _ settings: [Setting: String]) async throws -> Int {
      let deployment = try await shown(EdgeWorld(settings: settings))
      return try #require((deployment["limits"] as? JSONObject)?[name] as? Int)
    }

    /// The least body, one that has no room for the usual batch and its request, and two that have.
    @Test(arguments: [1_024, 262_144, 262_149, 262_150, 1_048_576])
    func `asks for batches that fit into a body with their request`(bodyLimit: Int) async throws {
      let batch = try await limit("batchByteCount", [.bodyLimit: "\(bodyLimit)"])
      let full = AppendRequest(batch: [UInt8](repeating: 0, count: batch))
      let byteCount = SyncRequest.append(full).bytes.count
      #expect(byteCount <= bodyLimit)
      // Not less than fits either, up to what a batch has at most.
      #expect(byteCount == min(bodyLimit, 262_150))
    }

    @Test(arguments: [("30", 30_000), ("0.1", 100), ("2.5", 2_500), ("86400", 86_400_000)])
    func `has devices wait as long as it does`(seconds: String, milliseconds: Int) async throws {
      let told = try await limit("requestTimeoutMilliseconds", [.requestTimeout: seconds])
      #expect(told == milliseconds)
    }
  }
#endif
