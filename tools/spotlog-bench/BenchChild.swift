import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A command of the program that is measured, and what it took.
///
/// Not Foundation's `Process`: its way of waiting for an end takes longer than a start, and it does
/// not tell what a process took.
struct BenchChild {
  let wallSeconds: Double
  /// In the program and in the system for it.
  let cpuSeconds: Double
  /// Not less than this process had when it was started: the system counts from the fork on.
  let mostBytes: Int

  /// - Parameter intoPipe: its output is read from a pipe, and dropped; else nobody reads it.
  init(_ arguments: [String], intoPipe: Bool = false) throws {
    let reader = intoPipe ? try PipeReader() : nil
    let start = BenchClock.wall
    let child = try Self.start(arguments, output: reader?.writeEnd)
    reader?.closeWriteEnd()
    var usage = rusage()
    var status: Int32 = 0
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    wallSeconds = BenchClock.wall - start
    precondition(status == 0, "spotlog \(arguments.joined(separator: " ")) failed")
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    #if canImport(Darwin)
      mostBytes = usage.ru_maxrss
    #else
      mostBytes = usage.ru_maxrss * 1_024
    #endif
  }

  private static func start(_ arguments: [String], output: Int32?) throws -> pid_t {
    let path = try MeasuredProgram.path()
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // Whole on every system: a pointer on some, a structure on others.
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var child = pid_t()
    let result = posix_spawn(&child, path, &actions, nil, &words, environ)
    guard result == 0 else {
      throw BenchError("\(path) cannot be started: \(String(cString: strerror(result))).")
    }
    return child
  }
}

/// Reads a pipe on a thread of its own until nobody writes into it.
private final class PipeReader {
  let writeEnd: Int32

  init() throws {
    let pipe = Pipe()
    // The ends belong to the object, which has to live as long as the thread reads.
    writeEnd = dup(pipe.fileHandleForWriting.fileDescriptor)
    _ = fcntl(writeEnd, F_SETFD, FD_CLOEXEC)
    try pipe.fileHandleForWriting.close()
    let readEnd = pipe.fileHandleForReading
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while read(readEnd.fileDescriptor, &buffer, buffer.count) > 0 {}
    }
  }

  func closeWriteEnd() { close(writeEnd) }
}
