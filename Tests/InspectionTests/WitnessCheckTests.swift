import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import Sync
import TestSupport
import Testing

@Suite("A witness beside journals") struct WitnessCheckTests {
  /// What is a contradiction, and what a device puts right by itself without a new epoch.
  private static let found: [FileLoss: String] = [
    .witnessGone: "The witness beside the journal is missing",
    .witnessTorn: "The witness beside the journal is torn",
    .witnessForeign: "The witness beside the journals is another device's",
    .witnessOfOtherEpoch: "one of the two is of another time",
    .sharedGone: "The shared journal is missing",
  ]

  @Test(arguments: FileLoss.allCases)
  func `is found by a verification when it is not theirs`(loss: FileLoss) throws {
    let world = try LivedWorld("device/", isInFirstEpoch: true)
    try loss.happen(in: world.device)
    let findings = try world.findings(of: "device/")
    guard let expected = Self.found[loss] else {
      #expect(findings == [])
      return
    }
    #expect(findings.count == 1)
    #expect(findings.first?.contains(expected) == true, "\(findings)")
    // What a device's status says of its files is said by both.
    switch try DeviceState(world.device, named: "phone").obstacle {
    case .foreignWitness, .newEpoch: break
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  @Test(arguments: [
    (FileLoss.nothing, "the witness"), (.witnessYoung, "from before the enrolment"),
    (.witnessOfEarlierDay, "it knows of acknowledgements up to report 0, they up to"),
  ])
  func `is named with what it knows, also one of an earlier day`(
    loss: FileLoss, name: String
  ) throws {
    let world = try LivedWorld("device/", isInFirstEpoch: true)
    try loss.happen(in: world.device)
    let check = try JournalCheck(of: JournalSource(world.device, member: "shared"))
    #expect(check.isWhole)
    let witness = try #require(check.known.first)
    #expect(loss == .nothing ? witness == name : witness.contains(name), "\(check.known)")
  }

  @Test func `of a cloud is found when it is another log's, or none`() throws {
    let world = try LivedWorld("cloud")
    let url = URL(fileURLWithPath: world.file("cloud.witness"))
    func check() throws -> JournalCheck { try JournalCheck(of: JournalSource(world.cloud)) }
    #expect(try check().isWhole && check().known == ["the witness"])
    var witness = try CloudWitness(bytes: [UInt8](Data(contentsOf: url)))
    witness.place?.logNumber += 1
    try Data(witness.bytes).write(to: url)
    #expect(try check().isWhole)
    #expect(try check().known.first?.contains("as after a restore") == true)
    witness.place?.journal = JournalName(bits: 9)
    try Data(witness.bytes).write(to: url)
    #expect(try check().remarks.map(\.meaning).first?.contains("is another log's") == true)
    try Data("no witness".utf8).write(to: url)
    #expect(
      try check().remarks.map(\.meaning).first?.contains("cloud.witness is not a witness") == true)
  }
}
