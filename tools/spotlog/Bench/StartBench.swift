import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// How long the program takes to say what it can do.
enum StartBench {
  private static let runs = 20

  /// The best of several starts: a start is disturbed by others, never helped.
  static func run() throws -> [Measurement] {
    var best = Double.infinity
    for _ in 0..<runs { best = min(best, try BenchClock.wallSeconds(start)) }
    return [
      Measurement(
        name: "start of spotlog --help", ours: best * 1_000, unit: "ms", target: 50,
        targetIsRatio: false, smallerIsBetter: true)
    ]
  }

  /// Not Foundation's `Process`: its way of waiting for an end takes longer than the start.
  private static func start() throws {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    var arguments = [strdup(path), strdup("--help"), nil]
    defer { for argument in arguments { free(argument) } }
    // Whole on every system: a pointer on some, a structure on others.
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var child = pid_t()
    let result = posix_spawn(&child, path, &actions, nil, &arguments, environ)
    guard result == 0 else {
      throw Failure(.badInput, "\(path) cannot be started: \(String(cString: strerror(result))).")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    precondition(status == 0, "spotlog --help failed")
  }
}
