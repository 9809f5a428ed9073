#if canImport(Glibc)
  import Foundation
  import Glibc

  /// A file that this process has open, whose operations are made to go somewhere else.
  ///
  /// What a full disk or a dying one answers cannot be had otherwise without a disk to ruin.
  final class RedirectedFile {
    private let descriptor: Int32
    private let original: Int32

    /// Finds the open file of this path; nil when there is none.
    init?(path: String) {
      let wanted = realpath(path, nil)
      defer { free(wanted) }
      guard let wanted else { return nil }
      // However many files other tests have open.
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      let found = numbers.lazy.compactMap { Int32($0) }.first { number in
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/fd/\(number)", &buffer, buffer.count - 1)
        return count > 0 && strcmp(buffer, wanted) == 0
      }
      guard let found else { return nil }
      descriptor = found
      // No program that another test starts inherits it.
      original = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    }

    /// What is written goes to `path` instead, from now on.
    func redirect(to path: String, flags: Int32 = O_RDWR) {
      let other = open(path, flags | O_CLOEXEC)
      precondition(other >= 0 && isReplaced(by: other))
      close(other)
    }

    func restore() { precondition(isReplaced(by: original)) }

    private func isReplaced(by other: Int32) -> Bool {
      dup2(other, descriptor) == descriptor && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    }

    deinit {
      restore()
      close(original)
    }
  }
#endif
