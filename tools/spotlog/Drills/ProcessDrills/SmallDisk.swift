#if Server
  import Foundation
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #endif

  /// A small disk in memory, for drills that need a full one.
  final class SmallDisk {
    private static let mounted = Mutex<Set<String>>([])

    let folder: String
    private var ballast: String { folder + "/ballast" }

    /// Nil where this process may not mount.
    init?(at folder: String, byteCount: Int = 2 << 20) {
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      self.folder = folder
      guard Self.mount(folder, byteCount) else { return nil }
      Self.mounted.withLock { _ = $0.insert(folder) }
    }

    deinit {
      Self.mounted.withLock { _ = $0.remove(folder) }
      Self.unmount(folder)
    }

    static func unmountAll() { mounted.withLock { for folder in $0 { unmount(folder) } } }

    #if canImport(Glibc)
      private static func mount(_ folder: String, _ byteCount: Int) -> Bool {
        Glibc.mount("tmpfs", folder, "tmpfs", 0, "size=\(byteCount)") == 0
      }

      private static func unmount(_ folder: String) { umount2(folder, Int32(MNT_DETACH)) }
    #else
      private static func mount(_ folder: String, _ byteCount: Int) -> Bool { false }
      private static func unmount(_ folder: String) {}
    #endif

    /// Fills the disk, except for about so many bytes.
    func fill(leaving rest: Int) throws {
      let free = try FileManager.default.attributesOfFileSystem(forPath: folder)[.systemFreeSize]
      let count = (free as? NSNumber)?.intValue ?? 0
      try Data(count: max(0, count - rest)).write(to: URL(fileURLWithPath: ballast))
    }

    func makeRoom() throws { try FileManager.default.removeItem(atPath: ballast) }
  }
#endif
