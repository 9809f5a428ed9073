internal import SQLite

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
  private let file: OpenFile

  init(journalPath: String) throws(JournalError) {
    let path = journalPath + "-writer"
    do throws(FileFailure) { file = try FileSystem.openOrdinary(path, for: .lock) } catch {
      throw JournalError(
        .noPermission,
        "\(path) cannot be opened: \(error.reason). Check that the folder exists and that you may "
          + "write in it.")
    }
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Self.isHeld(journalPath, by: holder)
    }
    // The number is for people; the lock holds without it.
    guard isLockAlone else { return }
    ftruncate(file.descriptor, 0)
    try? file.append(Array("\(getpid())\n".utf8))
  }

  static func isHeld(_ journalPath: String, by holder: String) -> JournalError {
    JournalError(
      .secondWriter,
      "\(journalPath) is being written by \(holder). A journal has one writer: wait until that "
        + "one ends, or read it instead.")
  }

  /// A process that is being started holds a copy of the descriptor until its program runs; a close
  /// alone would leave the lock with it for that long.
  deinit { flock(file.descriptor, LOCK_UN) }

  private static let byteCountMax = 32

  private var text: [UInt8] {
    (try? file.bytes(at: 0, count: Self.byteCountMax)) ?? []
  }

  /// Whether the file is nothing but a lock: empty or a number, and not another file's second name.
  private var isLockAlone: Bool {
    guard let status = try? file.status(), status.nameCount == 1,
      status.byteCount < Self.byteCountMax
    else { return false }
    return text.allSatisfy { $0 == 10 || ($0 >= 48 && $0 <= 57) }
  }

  private var holder: String {
    let digits = text.prefix { $0 >= 48 && $0 <= 57 }
    return digits.isEmpty
      ? "another process" : "process \(String(decoding: digits, as: UTF8.self))"
  }
}
