import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Starting a child process, once.
enum Spawn {
  /// Children are started one after another: none inherits the ends that another one's pipe has
  /// before they are marked.
  private static let gate = Mutex(())

  /// Starts a program; its process, and the end from which its standard output is read. It ends
  /// with this process.
  static func start(
    _ words: [String], environment: [String: String], errorsPath: String
  ) throws(LoopbackError) -> (process: Int32, output: Int32) {
    let result: Result<(process: Int32, output: Int32), LoopbackError> = gate.withLock { _ in
      do throws(LoopbackError) {
        let pipe = try pipe()
        defer { Socket.end(pipe.writing) }
        do throws(LoopbackError) {
          let child = try spawn(
            words, environment: environment, output: pipe.writing, errorsPath: errorsPath)
          Orphans.add(child)
          return .success((child, pipe.reading))
        } catch {
          Socket.end(pipe.reading)
          throw error
        }
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Ends every program that was started, and does the rest before another one can be.
  static func endAll(then rest: () -> Void) {
    gate.withLock { _ in
      Orphans.endAll()
      rest()
    }
  }

  private static func pipe() throws(LoopbackError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard systemPipe(&ends) == 0 else {
      throw LoopbackError(.cannotStart, "There is no descriptor left. Raise `ulimit -n`.")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    #if canImport(Glibc)
      Glibc.pipe(ends)
    #else
      Darwin.pipe(ends)
    #endif
  }

  private static func spawn(
    _ words: [String], environment: [String: String], output: Int32, errorsPath: String
  ) throws(LoopbackError) -> Int32 {
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    // Whole on every system: a pointer on some, a structure on others.
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, errorsPath, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    var child: Int32 = 0
    let result = posix_spawn(&child, words[0], &actions, nil, &arguments, &variables)
    guard result == 0 else {
      throw LoopbackError(.cannotStart, "\(words[0]) cannot be started: \(Socket.text(result)).")
    }
    return child
  }

  static func signal(_ process: Int32, _ number: Int32) {
    #if canImport(Glibc)
      Glibc.kill(process, number)
    #else
      Darwin.kill(process, number)
    #endif
  }
}

/// Servers that would outlive this process: they end with it, also when it ends by `exit`.
enum Orphans {
  private static let processes = Mutex<Set<Int32>>([])
  private static let isWatched: Bool = {
    atexit { Orphans.endAll() }
    return true
  }()

  static func add(_ process: Int32) {
    _ = isWatched
    processes.withLock { _ = $0.insert(process) }
  }

  static func remove(_ process: Int32) {
    processes.withLock { _ = $0.remove(process) }
  }

  static func endAll() {
    processes.withLock { for process in $0 { Spawn.signal(process, SIGKILL) } }
  }
}
