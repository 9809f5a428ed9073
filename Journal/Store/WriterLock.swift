#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Says to every other process that this journal has a writer.
///
/// The lock is on a file beside the journal, since SQLite's own locks on the journal itself have to
/// let writers of the same process group in and out. It ends with the process, however that ends.
final class WriterLock {
  private let descriptor: Int32

  init(journalPath: String) throws(JournalError) {
    let path = journalPath + "-writer"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw JournalError(
        .noPermission,
        "\(path) cannot be opened: \(reason). Check that the folder exists and that you may "
          + "write in it.")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.readHolder(descriptor)
      // `deinit` closes it, also of a lock that was not got: a second close would be of a file that
      // another thread has opened by then.
      throw JournalError(
        .secondWriter,
        "\(journalPath) is being written by \(holder). A journal has one writer: wait until that "
          + "one ends, or read it instead.")
    }
    let text = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    // The number is for people; the lock holds without it.
    _ = pwrite(descriptor, text, text.count, 0)
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A process that is being started holds a copy of the descriptor until its program runs; a
    // close alone would leave the lock with it for that long.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func readHolder(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let digits = buffer.prefix(max(0, count)).prefix { $0 >= 48 && $0 <= 57 }
    return digits.isEmpty
      ? "another process" : "process \(String(decoding: digits, as: UTF8.self))"
  }
}
