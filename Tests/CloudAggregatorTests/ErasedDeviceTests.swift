import Foundation
import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("An erased device") struct ErasedDeviceTests {
  private let folder: TemporaryFolder
  private var storage: CloudStorage { .folder(folder.path) }

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> Aggregator {
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = 2
    return try Aggregator.open(
      storage, keys: CloudKeys(signing: Sample.cloudKey), configuration: configuration,
      dice: .seeded(1), now: Fleet.now)
  }

  /// Whether any file of the cloud holds these bytes.
  private func isOnDisk(_ bytes: [UInt8]) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
      try Data(contentsOf: URL(fileURLWithPath: folder.file(name))).range(of: Data(bytes)) != nil
    }
  }

  /// An origin as it lies in a batch, and as it lies in a lineage's row.
  private func marks(_ seed: UInt64, _ number: UInt64) -> [[UInt8]] {
    let value = Fleet.origin(seed, number).rawValue
    return [value.bigEndian, value.littleEndian].map { withUnsafeBytes(of: $0) { [UInt8]($0) } }
  }

  @Test func `leaves no byte of what it said in any file, and nobody else loses one`() throws {
    let cloud = try open()
    let fleet = try Fleet(on: cloud)
    try cloud.flushFiles()
    let gone =
      marks(9, 1) + marks(9, 30) + [1, 4, 5].map { Array("Page word\($0)".utf8) }
    let kept = marks(1, 1) + marks(3, 2) + [2, 3].map { Array("Page word\($0)".utf8) }
    for bytes in gone + kept { #expect(try isOnDisk(bytes)) }
    let change = try cloud.erase(fleet.lineage, now: Fleet.now)
    #expect(change.controlEntries == 3 && change.redactedBatches == 2)
    for bytes in gone { #expect(try !isOnDisk(bytes)) }
    try cloud.flushFiles()
    for bytes in kept { #expect(try isOnDisk(bytes)) }
    for bytes in gone { #expect(try !isOnDisk(bytes)) }
    let verification = try #require(cloud.verifyLog())
    #expect(verification.isWhole && verification.redactedCount == 2)
  }

  @Test func `leaves counts that add up, also when the projections are made of the log alone`()
    throws
  {
    var cloud: Aggregator? = try open()
    let fleet = try Fleet(on: try #require(cloud))
    _ = try cloud?.erase(fleet.lineage, now: Fleet.now)
    let projections = try #require(cloud?.projections)
    let facts = try Facts(projections)
    #expect(try facts == Facts(try FleetCloud(withLost: false).projections))
    let digest = try projections.stateDigest()
    try cloud?.rebuild()
    #expect(try projections.stateDigest() == digest)
    try cloud?.close()
    cloud = nil
    for isFromLog in [false, true] {
      if isFromLog { try FileManager.default.removeItem(atPath: storage.projectionsPath) }
      let opened = try CloudProjections.read(at: storage)
      #expect((opened.projections.rebuildReason != nil) == isFromLog)
      #expect(try opened.projections.stateDigest() == digest)
      #expect(try Facts(opened.projections) == facts)
    }
  }

  @Test func `is shown again in the words of somebody else who endorses, and in no others`() throws
  {
    let world = try FleetCloud()
    _ = try world.cloud.erase(world.fleet.lineage, now: Fleet.now)
    #expect(try world.projections.search("word1", limit: 5).isEmpty)
    var other = world.fleet.others[0]
    other.add(.content(Fleet.item(1), salt: 5))
    _ = world.cloud.handle(try other.request(5), now: Fleet.now)
    #expect(try world.projections.search("word1", limit: 5).map(\.distinctDevices) == [3])
  }

  @Test(arguments: [nil, .kept, .retracted] as [RevokedCounts?])
  func `is the same whatever was decided before`(counts: RevokedCounts?) throws {
    let world = try FleetCloud()
    if let counts { try world.revoke(counts) }
    let change = try world.cloud.erase(world.fleet.lineage, now: Fleet.now)
    #expect(change.controlEntries == (counts == nil ? 3 : counts == .kept ? 2 : 1))
    #expect(try Facts(world.projections) == Facts(try FleetCloud(withLost: false).projections))
    let length = world.log.entries.count
    let again = try world.cloud.erase(world.fleet.lineage, now: Fleet.now)
    #expect(again.controlEntries == 0 && again.redactedBatches == 0)
    #expect(world.log.entries.count == length)
  }

  @Test(arguments: [0, 1]) func `is erased to the end by asking again`(redactions: Int) throws {
    let world = try FleetCloud()
    let batches = world.log.entries.filter { $0.header.kind == .batch }.count
    world.log.redactionsLeft = redactions
    let error = #expect(throws: CloudError.self) {
      try world.cloud.erase(world.fleet.lineage, now: Fleet.now)
    }
    #expect(error?.code == .log)
    #expect(
      error?.message == "Nothing that the device reported counts any more, but its words may still "
        + "be on the disk. Erase it again, which continues from there. The log says: the line "
        + "broke")
    func left() -> Int {
      world.log.entries.filter { $0.header.kind == .batch && $0.payload != nil }.count
    }
    #expect(left() == batches - redactions)
    let digest = try world.projections.stateDigest()
    #expect(try world.opened("half.sqlite").stateDigest() == digest)
    world.log.redactionsLeft = nil
    let change = try world.cloud.erase(world.fleet.lineage, now: Fleet.now)
    #expect(change.controlEntries == 0 && change.redactedBatches == 2 - redactions)
    #expect(left() == batches - 2)
    #expect(try world.projections.stateDigest() == digest)
    #expect(try world.opened("whole.sqlite").stateDigest() == digest)
    try world.cloud.rebuild()
    #expect(try world.projections.stateDigest() == digest)
  }

  @Test func `does not come back`() throws {
    let world = try FleetCloud()
    let lineage = world.fleet.lineage
    _ = try world.cloud.erase(lineage, now: Fleet.now)
    let digest = try world.projections.stateDigest()
    let requests: [(message: String, make: (Aggregator) throws -> OperatorChange)] = [
      (
        "Have its owner begin with a new device: `spotlog device init` in another folder.",
        { try $0.reinstate(lineage, now: Fleet.now) }
      ),
      (
        "its counts cannot be kept. It is removed already: there is nothing left to do.",
        { try $0.revoke(lineage, counts: .kept, now: Fleet.now) }
      ),
    ]
    for request in requests {
      let error = #expect(throws: CloudError.self) { try request.make(world.cloud) }
      #expect(error?.code == .erased)
      #expect(error?.message.hasSuffix(request.message) == true)
    }
    #expect(
      try world.cloud.revoke(lineage, counts: .retracted, now: Fleet.now).controlEntries == 0)
    let answer = try SyncResponse(
      bytes: world.cloud.handle(try world.fleet.lost.opening(), now: Fleet.now))
    guard case .refused(let refusal) = answer else {
      Issue.record("its key is refused")
      return
    }
    #expect(refusal.code == .notAllowed)
    #expect(try world.projections.stateDigest() == digest)
  }
}
