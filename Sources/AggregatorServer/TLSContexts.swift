internal import Foundation
internal import Logging
internal import NIOSSL
internal import Synchronization

/// The certificate and key that connections are answered with: files, read again when they change.
final class TLSContexts: Sendable {
  private struct State {
    var context: NIOSSLContext
    /// Of certificate and key as they were read.
    var stamps: [FileStamp?]
    /// Of files that could not be used, of which the log says so already.
    var refused: [FileStamp?] = []
  }

  private let certificatePath: String
  private let keyPath: String
  private let state: Mutex<State>

  init(certificatePath: String, keyPath: String) throws(ServerError) {
    self.certificatePath = certificatePath
    self.keyPath = keyPath
    // Looked at first: what changes meanwhile is read again.
    let stamps = [FileStamp(certificatePath), FileStamp(keyPath)]
    state = Mutex(State(context: try Self.load(certificatePath, keyPath), stamps: stamps))
  }

  var current: NIOSSLContext { state.withLock { $0.context } }

  /// Reads the files again if they changed. When they do not fit together, which they do not while
  /// one of them is being replaced, the old ones stay in use.
  func reload(_ logger: Logger) {
    let stamps = [FileStamp(certificatePath), FileStamp(keyPath)]
    guard stamps != state.withLock({ $0.stamps }) else { return }
    do throws(ServerError) {
      let context = try Self.load(certificatePath, keyPath)
      state.withLock { $0 = State(context: context, stamps: stamps) }
      logger.notice("The certificate was read again.")
    } catch {
      let isNew = state.withLock { state in
        defer { state.refused = stamps }
        return state.refused != stamps
      }
      // It is tried again every few seconds, and once is enough to say why it cannot be used.
      guard isNew else { return }
      logger.error("The changed certificate cannot be used.", metadata: ["reason": "\(error)"])
    }
  }

  private static func load(
    _ certificatePath: String, _ keyPath: String
  ) throws(ServerError) -> NIOSSLContext {
    for path in [certificatePath, keyPath]
    where !FileManager.default.isReadableFile(atPath: path) {
      throw ServerError(
        .noSuchFile, "\(path) cannot be read. Check the path and its permissions.")
    }
    do {
      let chain = try NIOSSLCertificate.fromPEMFile(certificatePath)
      let key = try NIOSSLPrivateKey(file: keyPath, format: .pem)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw ServerError(
        .configuration,
        "\(certificatePath) and \(keyPath) are not a certificate and its key in PEM (\(error)). "
          + "Check that they belong together.")
    }
  }
}
