import DeviceIndex
import Foundation
import JournalFormat
import JournalStore
import StrictJSON
import SyncHTTP

/// The deployment that a device belongs to: `cloud.json` in its folder. What tags are made of and
/// whom the device believes is asked of a server once, and kept.
struct PinnedCloud: Hashable {
  /// The newer format of the file is refused by this number.
  private static let format = 1
  private static let byteCountMax = 64 << 10

  var url: URL
  var tagSalt: [UInt8]
  var trust: CloudTrust

  static func path(in folder: String) -> String { folder + "/cloud.json" }

  private struct File: Codable {
    var format: Int
    var url: String
    var tagSalt: String
    var keys: [String]
    /// CRC-32C of the rest: a salt of which one bit was flipped would make tags that nobody else
    /// has. Nil: of a file that somebody wrote by hand.
    var checksum: String?

    var expectedChecksum: String {
      let lines = ["\(format)", url, tagSalt] + keys
      let value = Checksum(of: Array(lines.joined(separator: "\n").utf8)).value
      return withUnsafeBytes(of: value.bigEndian) { [UInt8]($0).hex }
    }
  }

  /// What the folder holds; nil while the device has never met a cloud.
  static func read(from folder: String) throws -> PinnedCloud? {
    let path = path(in: folder)
    let bytes: [UInt8]
    do throws(FileFailure) {
      guard let found = try FileSystem.read(path, atMost: byteCountMax) else { return nil }
      bytes = found
    } catch {
      // A folder that is a file is somebody else's to complain about.
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      throw Failure(.badInput, "\(error). Check its permissions.")
    }
    guard let file = try? StrictDecoder(unknownKeys: .refused).decode(File.self, from: bytes),
      file.format == format, file.checksum ?? file.expectedChecksum == file.expectedChecksum,
      let url = URL(string: file.url),
      let salt = [UInt8](hex: file.tagSalt)
    else {
      throw Failure(
        .badInput,
        "\(path) is damaged, or was not written by spotlog. Move it away, and name the server "
          + "again: "
          + "spotlog device sync \(folder.asShellWord) --url URL")
    }
    let keys = file.keys.compactMap { [UInt8](hex: $0).flatMap { PublicKey(bytes: $0) } }
    return PinnedCloud(url: url, tagSalt: salt, trust: CloudTrust(keys))
  }

  /// Replaces the file, readable by its owner only.
  func write(to folder: String) throws {
    var file = File(
      format: Self.format, url: url.absoluteString, tagSalt: tagSalt.hex,
      keys: trust.keys.map(\.description))
    file.checksum = file.expectedChecksum
    try FileSystem.replace(
      Self.path(in: folder), with: try EscapedJSON.bytes(file, isPretty: true))
  }

  var configuration: DeviceConfiguration {
    DeviceConfiguration(tagSalt: tagSalt, cloudKeys: trust.keys)
  }

  /// What to pin after a look at the server: this, with the keys that came to it and a new address.
  func following(_ document: DeploymentDocument, at url: URL) throws -> PinnedCloud {
    // The salt is worth a look once it is known whose it is.
    let trust = try trust.following(document)
    guard document.tagSalt == tagSalt else {
      throw Failure(
        .badInput,
        "The server at \(url.absoluteString) belongs to a different deployment than this device: "
          + "its salt differs. Check the URL, or create a new device."
      )
    }
    var pinned = self
    pinned.url = url
    pinned.trust = trust
    return pinned
  }
}
