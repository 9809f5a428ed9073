#if Server
  import Foundation
  import Synchronization

  /// The folder of a drill that runs. It goes with this value, or when this process is asked to
  /// end.
  final class DrillFolder {
    let path: String
    private static let passing = Mutex<Set<String>>([])

    /// - Parameter keeps: whether it stays.
    init(_ path: String, keeps: Bool) throws {
      guard !FileManager.default.fileExists(atPath: path) else {
        throw Failure(
          .cannotCreate, "\(path) is there already. Remove it, or choose another --work.")
      }
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      } catch {
        throw Failure(.cannotCreate, "\(path) cannot be made. Choose another --work.")
      }
      self.path = path
      if !keeps { Self.passing.withLock { _ = $0.insert(path) } }
    }

    deinit { Self.passing.withLock { if $0.remove(path) != nil { Self.remove(path) } } }

    static func removeAll() { passing.withLock { for path in $0 { remove(path) } } }

    private static func remove(_ path: String) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
#endif
