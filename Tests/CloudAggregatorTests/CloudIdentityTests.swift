import CloudAggregator
import JournalFormat
import TestSupport
import Testing

@Suite("What a cloud says that it is") struct CloudIdentityTests {
  private func isSigned(_ cloud: Aggregator, by key: SigningKey) -> Bool {
    cloud.identity.isSigned(
      cloud.identitySignature(), by: SignatureVerifier(key.publicKey))
  }

  @Test func `is its life, its salt and its threshold, signed by its key`() throws {
    let cloud = try TestCloud(threshold: 7).cloud
    #expect(cloud.identity.cloudLife == cloud.projections.life)
    #expect(cloud.identity.tagSalt == Sample.tagSalt)
    #expect(cloud.identity.threshold == 7)
    for _ in 0..<2 {
      #expect(isSigned(cloud, by: Sample.cloudKey))
      #expect(!isSigned(cloud, by: Sample.nextKey))
    }
  }

  @Test func `is signed by the key that it continues with`() throws {
    let world = try TestCloud()
    var file = CloudKeyFile(keys: CloudKeys(signing: Sample.cloudKey))
    file.rotate(to: Sample.nextKey)
    let cloud = try world.reopened(keys: file.keys)
    #expect(cloud.identity == world.cloud.identity)
    #expect(cloud.keys.trusted.first == Sample.nextKey.publicKey)
    #expect(isSigned(cloud, by: Sample.nextKey))
    #expect(!isSigned(cloud, by: Sample.cloudKey))
  }

  /// The salt is the log's, whatever a configuration says.
  @Test func `has the threshold of the day and the salt of the first`() throws {
    let world = try TestCloud(threshold: 2)
    let before = world.cloud.identity
    let cloud = try world.reopened(threshold: 3)
    #expect(cloud.identity.threshold == 3)
    #expect(cloud.identity.tagSalt == before.tagSalt)
    #expect(cloud.identity.cloudLife == before.cloudLife)
    #expect(isSigned(cloud, by: Sample.cloudKey))
  }
}
