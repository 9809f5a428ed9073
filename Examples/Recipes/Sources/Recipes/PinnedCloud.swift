import DeviceIndex
import Foundation
import JournalFormat
import SyncHTTP

/// A cloud whose keys the app ships with. A server with other keys is refused.
struct PinnedCloud {
  let url: URL
  let keys: [PublicKey]

  /// Asks the server for its salt and its keys, and checks them against the pinned keys. An app
  /// stores the result beside its data, so that it can open the device without a network.
  func configuration() async throws -> DeviceConfiguration {
    let document = try await CloudClient(url: url).deployment()
    let trusted = try CloudTrust(keys).following(document)
    return DeviceConfiguration(tagSalt: document.tagSalt, cloudKeys: trusted.keys)
  }

  /// Sends what the privacy filter lets out, until the cloud has acknowledged all of it.
  func sync(_ host: DeviceHost) async throws {
    let summary = try await SyncDriver(host, to: url).sync()
    print("\(summary.acknowledged) of \(summary.reports) reports acknowledged")
    if let explanation = summary.explanation { print(explanation) }
  }
}
