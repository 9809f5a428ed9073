internal import Synchronization

/// The locks of writers on a simulated disk. They go with the process that holds them, however that
/// ends.
final class SimulatedLocks: Sendable {
  private let holders = Mutex<[String: ObjectIdentifier]>([:])

  /// Holds a lock for as long as it lives.
  private final class Holder: Sendable {
    private let path: String
    private let locks: SimulatedLocks

    init(_ path: String, _ locks: SimulatedLocks) {
      self.path = path
      self.locks = locks
    }

    deinit { locks.release(path, ObjectIdentifier(self)) }
  }

  /// Nil where somebody holds it.
  func lock(_ path: String) -> AnyObject? {
    let holder = Holder(path, self)
    let isFree = holders.withLock { holders in
      guard holders[path] == nil else { return false }
      holders[path] = ObjectIdentifier(holder)
      return true
    }
    return isFree ? holder : nil
  }

  private func release(_ path: String, _ holder: ObjectIdentifier) {
    holders.withLock { if $0[path] == holder { $0[path] = nil } }
  }

  /// The process ends that holds them.
  func releaseAll() { holders.withLock { $0 = [:] } }
}
