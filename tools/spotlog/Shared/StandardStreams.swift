import Foundation

/// The descriptors 0 to 2, which the caller of a program may have closed.
enum StandardStreams {
  /// Opens each one that is closed, before anything else is opened: the first file of a device
  /// would get its number, and be written over by a message.
  ///
  /// Input is opened for writing and output for reading, so that to use them stays the error that
  /// it is. What goes to standard error is thrown away: the exit status says how a command ended.
  static func openClosed() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free: those below are open by now.
      _ = open("/dev/null", mode)
    }
  }

  /// All bytes of standard input.
  static func readInput() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &part, part.count)
      let number = errno
      if count < 0, number == EINTR { continue }
      guard count >= 0 else {
        throw Failure(
          .badInput,
          "Standard input cannot be read (\(reason(of: number))). Give it a file or a pipe: "
            + "< FILE.")
      }
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }

  /// What a failed call on one of the three says for people.
  static func reason(of number: Int32) -> String {
    number == EBADF ? "it is closed" : String(cString: strerror(number))
  }
}
