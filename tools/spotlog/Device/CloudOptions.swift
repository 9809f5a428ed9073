import ArgumentParser
import Foundation
import JournalFormat
import SyncHTTP

/// How a device finds its cloud, and how long it tries.
struct CloudOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The aggregator's URL; saved in the folder for later syncs.",
      valueName: "url"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "A public key that the cloud must have or endorse; can be repeated. Without it, the first "
        + "keys received are trusted.",
      valueName: "hex"))
  var cloudKey: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with the cloud's enrolment token; default $SPOTLOG_ENROL_TOKEN.",
      valueName: "file"), completion: .file(), transform: GivenPath.named)
  var tokenFile: String?

  @Option(help: "Seconds to retry failed requests: 0 to 86400.")
  var wait = 30

  func validate() throws {
    guard (0...86_400).contains(wait) else {
      throw ValidationError("--wait takes 0 to 86400 seconds.")
    }
    _ = try keys()
  }

  func keys() throws -> [PublicKey] {
    try cloudKey.map { text in
      guard let bytes = [UInt8](hex: text), let key = PublicKey(bytes: bytes) else {
        throw ValidationError("--cloud-key takes 64 hexadecimal digits, which \(text) is not.")
      }
      return key
    }
  }

  func attestation() throws -> [UInt8] {
    Array((try SecretFile.token(tokenFile, or: "SPOTLOG_ENROL_TOKEN") ?? "").utf8)
  }

  /// Looks at the server, and keeps what was not known of it. Its answer is checked here against
  /// what the folder holds.
  func meet(_ folder: String) throws -> PinnedCloud {
    let known = try PinnedCloud.read(from: folder)
    let url = try address(known)
    let client = try Address.client(url, timeout: .seconds(max(1, min(wait, 30))))
    let document = try deployment(client)
    var pinned: PinnedCloud
    let given = try keys()
    if var known {
      known.trust = CloudTrust(known.trust.keys + given)
      pinned = try known.following(document, at: url)
    } else {
      let trust = CloudTrust(given.isEmpty ? document.keys : given)
      pinned = PinnedCloud(url: url, tagSalt: document.tagSalt, trust: trust)
      pinned = try pinned.following(document, at: url)
      if given.isEmpty { Self.sayPinned(pinned, client.text) }
    }
    if pinned != known { try pinned.write(to: folder) }
    return pinned
  }

  private func address(_ known: PinnedCloud?) throws -> URL {
    guard let url else {
      if let known { return known.url }
      throw Failure(
        .usage, "This device has never met a cloud. Name one with --url http://HOST:PORT.")
    }
    return try Address.url(url)
  }

  private func deployment(_ client: CloudClient) throws -> DeploymentDocument {
    let end = Date.now.addingTimeInterval(Double(wait))
    return try waiting {
      while true {
        do {
          return try await client.deployment()
        } catch let error as TransportError where error.isPassing && Date.now < end {
          try await Task.sleep(for: .milliseconds(500))
        }
      }
    }
  }

  private static func sayPinned(_ pinned: PinnedCloud, _ address: String) {
    let keys = pinned.trust.keys.map { "  \($0)" }.joined(separator: "\n")
    Terminal.write(
      "spotlog: First contact with \(address): its keys are now trusted. Compare them with the "
        + "operator's:\n\(keys)\n")
  }
}
