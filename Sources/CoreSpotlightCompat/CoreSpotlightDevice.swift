// Anyone who imports this module has the attributes and errors of that one as well: an app
// changes nothing but the import.
@_exported public import DeviceIndex
internal import Foundation
internal import Synchronization

/// The device that the classes of this module speak to, one for the process.
///
/// Nothing has to be said: the device is made in the app's Application Support folder when it is
/// first needed. Anyone who has a device already, or tests, says which before anything else is
/// called.
public enum CoreSpotlightDevice {
  /// The device, and the app for which the process speaks.
  public struct Home: Sendable {
    /// The device.
    public let host: DeviceHost
    /// The app.
    public let bundleIdentifier: String

    /// - Parameters:
    ///   - host: the device that indexes for the process.
    ///   - bundleIdentifier: whose items and activities the process handles.
    public init(host: DeviceHost, bundleIdentifier: String) {
      self.host = host
      self.bundleIdentifier = bundleIdentifier
    }
  }

  private struct State {
    var home: Home?
    /// Where the device is made that nobody names; nil: in the system's folder.
    var support: URL?
    var onError: (@Sendable (any Error) -> Void)?
  }

  private static let state = Mutex(State())
  /// What was called first is done first, as with one queue.
  static let order = CallOrder()

  /// Says which device is meant from now on.
  public static func use(_ host: DeviceHost, bundleIdentifier: String) {
    state.withLock { $0.home = Home(host: host, bundleIdentifier: bundleIdentifier) }
  }

  /// Forgets which device is meant, as a process that has just begun: the next call makes it in
  /// the folder.
  package static func forget(support: URL) {
    state.withLock { ($0.home, $0.support) = (nil, support) }
  }

  /// The device that is meant.
  ///
  /// - Throws: `DeviceError` when there is none yet and it cannot be made.
  public static func home() throws(DeviceError) -> Home {
    try state.withLock { state throws(DeviceError) in
      if let home = state.home { return home }
      let home = try make(in: state.support ?? support)
      state.home = home
      return home
    }
  }

  /// Hears of errors for which Apple's calls have no place, as `becomeCurrent()`; nil: nobody does.
  public static func setErrorHandler(_ handler: (@Sendable (any Error) -> Void)?) {
    state.withLock { $0.onError = handler }
  }

  static func report(_ error: any Error) {
    let handler = state.withLock { $0.onError }
    handler?(error)
  }

  /// Does something with the device, after everything that was called before.
  ///
  /// - Parameter end: called once, with what went wrong; without it that is reported.
  static func run(
    _ body: @escaping @Sendable (Home) async throws(DeviceError) -> Void,
    end: @escaping @Sendable (CSIndexError?) -> Void = { $0.map { report($0) } }
  ) {
    order.run {
      do throws(DeviceError) { try await body(try home()) } catch {
        return end(CSIndexError(error))
      }
      end(nil)
    }
  }

  private static var support: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
  }

  private static func make(in support: URL) throws(DeviceError) -> Home {
    let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    // No cloud: nothing is ever shared, so the salt makes no tag.
    let configuration = DeviceConfiguration(
      tagSalt: [UInt8](repeating: 0, count: 16), cloudKeys: [])
    let folder = support.appendingPathComponent(app).appendingPathComponent("Spotlog")
    return Home(
      host: try DeviceHost(folder: folder.path, configuration: configuration),
      bundleIdentifier: app)
  }
}

/// Calls that begin at once and are done one after the other, in the order in which they were made.
final class CallOrder: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  func run(_ body: @escaping @Sendable () async -> Void) {
    last.withLock { last in
      last = Task { [before = last] in
        await before?.value
        await body()
      }
    }
  }
}
