import JournalFormat
import Simulation
import Sync
import TestSupport

@testable import CloudAggregator

/// A hostile client at a cloud in memory, beside somebody else with a report that counts.
struct HostileSession {
  let cloud: TestCloud
  private(set) var victim = KeyedDevice(1)
  private(set) var client: HostileClient

  var victimGrant: Grant { victim.grant ?? Sample.grant }

  init(_ configure: (inout CloudConfiguration) -> Void = { _ in }) throws {
    cloud = try TestCloud(threshold: 1, configure)
    var own = KeyedDevice(2)
    try Self.begin(&victim, at: cloud)
    try Self.begin(&own, at: cloud)
    client = HostileClient(
      own: own, other: KeyedDevice(3),
      victim: HostileClient.Victim(
        lineageKey: victim.lineage.publicKey, deviceKey: victim.key.publicKey,
        epoch: victim.grant?.epoch ?? .zero), now: cloud.now)
  }

  private static func begin(_ device: inout KeyedDevice, at cloud: TestCloud) throws {
    guard case .enrolled(let grant, _) = try cloud.answer(device.enrolment.bytes) else {
      throw FormatError(.malformed, "The enrolment was refused.")
    }
    device.begin(with: grant)
    device.add(engaged(1), on: Sample.day)
    _ = try cloud.answer(device.append().bytes)
  }

  /// Another report of the client's, which was not sent.
  mutating func say(_ report: Report) { client.own.add(report, on: Sample.day) }

  func outcome(_ request: SyncRequest) throws -> HostileClient.Outcome {
    HostileClient.Outcome(try cloud.answer(request.bytes))
  }
}

extension KeyedDevice {
  /// Its entries from a place on, counted from 0, as a request.
  func append(from place: Int = 0) throws -> SyncRequest {
    .append(AppendRequest(batch: try batch(from: place)))
  }
}
