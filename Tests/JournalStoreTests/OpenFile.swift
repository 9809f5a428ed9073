#if canImport(Glibc)
  import Glibc

  /// A file that this process has open, whose operations are made to go somewhere else.
  ///
  /// What a full disk or a dying one answers cannot be had otherwise without a disk to ruin.
  final class OpenFile {
    private let descriptor: Int32
    private let original: Int32

    /// Finds the open file of this path; nil when there is none.
    init?(path: String) {
      let wanted = realpath(path, nil)
      defer { free(wanted) }
      guard let wanted else { return nil }
      let found = (0..<1_024).first { number in
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/fd/\(number)", &buffer, buffer.count - 1)
        return count > 0 && strcmp(buffer, wanted) == 0
      }
      guard let found else { return nil }
      descriptor = Int32(found)
      original = dup(descriptor)
    }

    /// What is written goes to `path` instead, from now on.
    func redirect(to path: String, flags: Int32 = O_RDWR) {
      let other = open(path, flags)
      precondition(other >= 0 && dup2(other, descriptor) == descriptor)
      close(other)
    }

    func restore() { precondition(dup2(original, descriptor) == descriptor) }

    deinit {
      restore()
      close(original)
    }
  }
#endif
