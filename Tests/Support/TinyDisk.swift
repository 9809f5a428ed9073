#if canImport(Glibc)
  internal import Foundation
  internal import Glibc
  package import Testing

  /// A disk of three quarters of a megabyte, in memory: a device and one more index fit.
  package final class TinyDisk {
    package static let byteCount = 768 << 10
    package static let canBeMade = TinyDisk() != nil
    package static let why: Comment = "only root may mount a small disk"

    package let folder: TemporaryFolder
    private var ballast: String { folder.file("ballast") }

    /// Nil where this process may not mount.
    package init?() {
      guard let folder = try? TemporaryFolder(),
        mount("tmpfs", folder.path, "tmpfs", 0, "size=\(Self.byteCount)") == 0
      else { return nil }
      self.folder = folder
    }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }

    /// Takes up the room of an empty disk but for so many bytes.
    package func fill(leaving rest: Int) throws {
      try Data(count: Self.byteCount - rest).write(to: URL(fileURLWithPath: ballast))
    }

    /// Takes every byte that is left.
    package func fillUp() throws {
      _ = FileManager.default.createFile(atPath: ballast, contents: nil)
      guard let file = FileHandle(forWritingAtPath: ballast) else {
        throw CocoaError(.fileNoSuchFile)
      }
      defer { try? file.close() }
      while (try? file.write(contentsOf: Data(count: 1_024))) != nil {}
    }

    package func makeRoom() throws { try FileManager.default.removeItem(atPath: ballast) }
  }
#endif
