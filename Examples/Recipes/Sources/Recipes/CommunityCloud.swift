import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import SyncHTTP

/// A cloud in the app's own process: for a few devices of one machine, and for tests. Many devices
/// share one over HTTP: `spotlog serve`.
struct CommunityCloud {
  /// From which devices and cloud make the tags of pages. Public, and the same for all of them.
  private static let tagSalt = Array("recipes.example, 2026".utf8)

  let folder: String
  private let keys: CloudKeys
  private let cloud: CloudHost

  /// Opens the cloud in a folder, or makes it. Its keys and its witness lie beside the folder, so
  /// that a backup of the data has neither.
  init(folder: String) async throws {
    self.folder = folder
    var random = SystemRandomNumberGenerator()
    let file =
      try CloudKeyFile.read(folder + ".keys")
      ?? CloudKeyFile(keys: CloudKeys(signing: SigningKey(using: &random)))
    try file.write(folder + ".keys")
    keys = file.keys
    var configuration = CloudConfiguration(tagSalt: Self.tagSalt)
    // One device is enough to make a recipe public. A cloud of strangers takes far more.
    configuration.threshold = 1
    cloud = try CloudHost(
      folder: folder, keys: keys, configuration: configuration, witness: folder + ".witness")
    try await cloud.open()
  }

  /// What a device has to know of the cloud to open its folder.
  var deviceConfiguration: DeviceConfiguration {
    DeviceConfiguration(tagSalt: Self.tagSalt, cloudKeys: keys.trusted)
  }

  /// Carries the device's requests to the cloud by a call. Over HTTP it would be a URL instead.
  func sync(_ device: DeviceHost) async throws {
    let cloud = cloud
    let driver = SyncDriver(device) { request in await cloud.answer(request) }
    let summary = try await driver.sync()
    print("\(summary.acknowledged) of \(summary.reports) reports acknowledged")
  }

  /// What is public by now, highest ranked first.
  func search(_ words: String) throws -> [PublicEntry] { try CloudReader(folder).search(words) }

  func close() async throws { try await cloud.close() }
}
