#if Server
  import Foundation
  import JournalFormat
  import Synchronization

  /// The folder of a drill that runs. It goes with this value, or when this process is asked to
  /// end.
  final class DrillFolder {
    let path: String
    private static let passing = Mutex<Set<String>>([])

    /// - Parameter keeps: whether it stays.
    init(_ path: String, keeps: Bool) throws(Failure) {
      self.path = path
      try Self.check(path)
      let isMade = Self.passing.withLock { passing in
        guard Self.make(path) else { return false }
        if !keeps { passing.insert(path) }
        return true
      }
      guard isMade else { throw Self.cannotMake(path) }
    }

    /// Has it stay.
    func keep() { Self.passing.withLock { _ = $0.remove(path) } }

    deinit { Self.passing.withLock { if $0.remove(path) != nil { Self.remove(path) } } }

    /// Throws where it is there already.
    static func check(_ path: String) throws(Failure) {
      guard !FileManager.default.fileExists(atPath: path) else {
        throw Failure(
          .cannotCreate,
          "\(path.printable) is there already. Remove it, or choose another --work.")
      }
    }

    /// - Parameter rest: done before another one can be made.
    static func removeAll(then rest: () -> Void) {
      passing.withLock {
        for path in $0 { remove(path) }
        rest()
      }
    }

    static func make(_ path: String) -> Bool {
      (try? FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)) != nil
    }

    static func cannotMake(_ path: String) -> Failure {
      Failure(
        .cannotCreate,
        "\(path.printable) cannot be made or written. Choose another --work.")
    }

    private static func remove(_ path: String) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// The folder in which each drill makes its own: one of the user's, or a temporary one.
  struct DrillWorkshop {
    let path: String
    private let isTemporary: Bool

    /// Throws where one of the drills could not make its folder.
    init(_ work: String?, for drills: [String]) throws(Failure) {
      isTemporary = work == nil
      let temporary = FileManager.default.temporaryDirectory
      path =
        work ?? temporary.appendingPathComponent("spotlog-drill-\(UUID().uuidString)").path
      for drill in drills { try DrillFolder.check(path + "/" + drill) }
      if let work, !DrillFolder.make(work) { throw DrillFolder.cannotMake(work) }
      guard FileManager.default.isWritableFile(atPath: work ?? temporary.path) else {
        throw DrillFolder.cannotMake(path)
      }
    }

    /// Makes a temporary one, which goes with what is returned, unless it is kept.
    func open(keeps: Bool) throws(Failure) -> DrillFolder? {
      isTemporary ? try DrillFolder(path, keeps: keeps) : nil
    }
  }
#endif
