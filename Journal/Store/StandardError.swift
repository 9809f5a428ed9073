#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The standard error of this process: for people and logs.
package enum StandardError {
  /// Writes bytes, in one call where the system takes them all: lines of several threads do not mix
  /// then. Where they cannot be written, nobody can be told of it.
  package static func send(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }
}
