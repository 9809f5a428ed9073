internal import Foundation
internal import Synchronization

/// The beginning of what a program wrote to its standard error. The rest is read and dropped, so
/// that no program waits for room, and none fills the log.
struct HookComplaint {
  static let byteCountMax = 2_048
  static let lineCountMax = 10

  private var bytes: [UInt8] = []
  private(set) var byteCount = 0

  /// Whether the text lacks some of it.
  var isCut: Bool { byteCount > bytes.count || lines.count > Self.lineCountMax }
  /// The first lines, without empty ones.
  var text: String { lines.prefix(Self.lineCountMax).joined(separator: "\n") }

  private var lines: [Substring] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// Reads what is there, and waits for nothing.
  fileprivate mutating func drain(_ descriptor: Int32) {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    // A program that writes faster is read on the next time.
    for _ in 0..<16 {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { return }
      byteCount += count
      bytes += part[..<min(count, Self.byteCountMax - bytes.count)]
    }
  }
}

/// A program that was started once: with bytes on its standard input, and an exit status to come.
///
/// `Foundation.Process` does not do here: it counts a program as running as long as anything that
/// the program started, and nothing that is killed with it ends its children.
struct HookProcess {
  /// How a program ended.
  struct Ending {
    /// Nil when a signal ended it, or it did not end in time.
    let exitStatus: Int32?
    let complaint: HookComplaint
  }

  private let identifier: pid_t
  /// The reading end of the program's standard error.
  private let errors: Int32

  /// One at a time, so that no program gets an end of another one's input.
  private static let starting = Mutex(())

  /// Starts a program in a process group of its own. What it writes to standard output is lost.
  ///
  /// - Parameter input: at most what fits into a pipe: 8 KiB do everywhere.
  /// - Returns: nil when it cannot be started.
  init?(_ program: String, environment: [String: String], input: [UInt8]) {
    let started = Self.starting.withLock { _ -> (pid_t, Int32)? in
      guard let reading = Self.filledPipe(input) else { return nil }
      defer { close(reading) }
      guard let errors = Self.openPipe() else { return nil }
      defer { close(errors.writing) }
      let started = Self.start(
        program, environment: environment, input: reading, errors: errors.writing)
      guard let started else {
        close(errors.reading)
        return nil
      }
      _ = fcntl(errors.reading, F_SETFL, O_NONBLOCK)
      return (started, errors.reading)
    }
    guard let started else { return nil }
    (identifier, errors) = started
  }

  /// Both ends of a pipe, which no program inherits.
  private static func openPipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The reading end of a pipe that holds the bytes and has no writing end any more: nobody waits
  /// for a program that does not read, and none that ended sends a signal to who writes.
  private static func filledPipe(_ bytes: [UInt8]) -> Int32? {
    guard let ends = openPipe() else { return nil }
    defer { close(ends.writing) }
    _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
    let count = bytes.withUnsafeBytes { write(ends.writing, $0.baseAddress, $0.count) }
    guard count == bytes.count else {
      close(ends.reading)
      return nil
    }
    return ends.reading
  }

  private static func start(
    _ program: String, environment: [String: String], input: Int32, errors: Int32
  ) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    #if canImport(Darwin)
      let inheritance = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      closeAll(&actions, from: STDERR_FILENO + 1)
      let inheritance: Int32 = 0
    #endif
    resetSignals(&attributes)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | inheritance))
    let words = [strdup(program), nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier: pid_t = 0
    let status = posix_spawn(&identifier, program, &actions, &attributes, words, variables)
    return status == 0 ? identifier : nil
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t

    /// Has the program inherit nothing: not the connections of devices, and no file that is just
    /// being written. Swift does not see the function, which glibc has since 2.34; elsewhere our
    /// own files and sockets close themselves.
    private static func closeAll(
      _ actions: inout posix_spawn_file_actions_t, from first: Int32
    ) {
      typealias Function =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
      _ = unsafeBitCast(symbol, to: Function.self)(&actions, first)
    }
  #endif

  /// Threads of ours block signals, and a server ignores one: a program starts without either.
  private static func resetSignals(_ attributes: inout Attributes) {
    var blocked = sigset_t()
    var standard = sigset_t()
    sigemptyset(&blocked)
    sigemptyset(&standard)
    sigaddset(&standard, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setsigdefault(&attributes, &standard)
  }

  /// Waits until the program ends. Afterwards it is gone, with what it started if it had to be
  /// ended by force. Called once: nobody reads the program's standard error any more.
  func ending(withinSeconds limit: Double) async -> Ending {
    defer { close(errors) }
    let deadline = ContinuousClock.now + .seconds(limit)
    var complaint = HookComplaint()
    var pause = Duration.milliseconds(1)
    var status = reap(WNOHANG)
    while status == nil, !Task.isCancelled, ContinuousClock.now < deadline {
      complaint.drain(errors)
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(20))
      // Who waits may be late, and the program not.
      status = reap(WNOHANG)
    }
    if status == nil {
      kill(-identifier, SIGKILL)
      _ = reap(0)
    }
    complaint.drain(errors)
    return Ending(exitStatus: status.flatMap(Self.exitStatus), complaint: complaint)
  }

  /// How the program ended; nil when it has not.
  private func reap(_ options: Int32) -> Int32? {
    var status: Int32 = 0
    var found: pid_t
    repeat { found = waitpid(identifier, &status, options) } while found < 0 && errno == EINTR
    guard found != 0 else { return nil }
    return found == identifier ? status : -1
  }

  /// As `WIFEXITED` and `WEXITSTATUS`, which are macros, say.
  private static func exitStatus(_ status: Int32) -> Int32? {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}
