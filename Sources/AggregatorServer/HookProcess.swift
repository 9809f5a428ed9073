internal import Foundation
internal import Synchronization

/// A program that was started once: with bytes on its standard input, and an exit status to come.
///
/// `Foundation.Process` does not do here: it counts a program as running as long as anything that
/// the program started, and nothing that is killed with it ends its children.
struct HookProcess {
  private let identifier: pid_t

  /// One at a time, so that no program gets an end of another one's input.
  private static let starting = Mutex(())

  /// Starts a program in a process group of its own. What it writes to standard output is lost.
  ///
  /// - Parameter input: at most what fits into a pipe: 8 KiB do everywhere.
  /// - Returns: nil when it cannot be started.
  init?(_ program: String, environment: [String: String], input: [UInt8]) {
    let started = Self.starting.withLock { _ -> pid_t? in
      guard let reading = Self.filledPipe(input) else { return nil }
      defer { close(reading) }
      return Self.start(program, environment: environment, input: reading)
    }
    guard let started else { return nil }
    identifier = started
  }

  /// The reading end of a pipe that holds the bytes and has no writing end any more: nobody waits
  /// for a program that does not read, and none that ended sends a signal to who writes.
  private static func filledPipe(_ bytes: [UInt8]) -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[1]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    guard bytes.withUnsafeBytes({ write(ends[1], $0.baseAddress, $0.count) }) == bytes.count else {
      close(ends[0])
      return nil
    }
    return ends[0]
  }

  private static func start(
    _ program: String, environment: [String: String], input: Int32
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
    // Threads of ours block signals, and a server ignores one: a program starts without either.
    var blocked = sigset_t()
    var standard = sigset_t()
    sigemptyset(&blocked)
    sigemptyset(&standard)
    sigaddset(&standard, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = [strdup(program), nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier: pid_t = 0
    let status = posix_spawn(&identifier, program, &actions, &attributes, &words, &variables)
    return status == 0 ? identifier : nil
  }

  /// Waits until the program ends. Afterwards it is gone, with what it started if it had to be
  /// ended by force.
  ///
  /// - Returns: nil when a signal ended it, or it did not end in time.
  func exitStatus(withinSeconds limit: Double) async -> Int32? {
    let deadline = ContinuousClock.now + .seconds(limit)
    var pause = Duration.milliseconds(1)
    while !Task.isCancelled, ContinuousClock.now < deadline {
      if let status = reap(WNOHANG) { return Self.exitStatus(status) }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(20))
    }
    kill(-identifier, SIGKILL)
    _ = reap(0)
    return nil
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
