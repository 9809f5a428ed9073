#if Server
  import Foundation
  import Synchronization

  /// One run of this program as a process of its own. It ends with this value, and with the
  /// process that started it, unless that one is ended by force.
  final class DrillChild {
    struct Outcome {
      let status: Int32
      let output: String
      let errors: String
      /// It was ended by a signal.
      let wasKilled: Bool
    }

    /// What is taken for hanging: no command of a drill needs as long.
    private static let seconds = 120.0
    private static let living = Mutex<Set<Int32>>([])

    let words: [String]
    private let process = Process()
    private let folder: String
    private let input: FileHandle?

    /// - Parameters:
    ///   - folder: where its input and output lie; made for it alone.
    ///   - input: what it reads; nil: what `write` gives it.
    ///   - launcher: a program and its arguments that becomes what follows them.
    init(_ words: [String], in folder: String, input: String?, launcher: [String] = []) throws {
      self.words = words
      self.folder = folder
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      for (name, text) in [("in", input ?? ""), ("out", ""), ("err", "")] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
      }
      let line = launcher + [Self.program] + words
      process.executableURL = URL(fileURLWithPath: line[0])
      process.arguments = Array(line.dropFirst())
      process.environment = Self.environment
      process.standardOutput = FileHandle(forWritingAtPath: folder + "/out")
      process.standardError = FileHandle(forWritingAtPath: folder + "/err")
      if input != nil {
        process.standardInput = FileHandle(forReadingAtPath: folder + "/in")
        self.input = nil
      } else {
        let pipe = Pipe()
        process.standardInput = pipe
        self.input = pipe.fileHandleForWriting
      }
      try Self.living.withLock { living in
        try process.run()
        living.insert(process.processIdentifier)
      }
    }

    deinit { kill() }

    static let program = Bundle.main.executablePath ?? CommandLine.arguments[0]

    /// Everything but what would set up a server.
    static let environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("SPOTLOG_")
    }

    /// Ends every child of this process at once.
    ///
    /// - Parameter rest: done before another one can be started.
    static func killAll(then rest: () -> Void) {
      living.withLock {
        for process in $0 { _ = Foundation.kill(process, SIGKILL) }
        rest()
      }
    }

    var hasEnded: Bool { !process.isRunning }

    /// What it has printed so far.
    var output: String { text("out") }

    /// Gives it something to read. One that has ended, and takes nothing more, has failed.
    func write(_ text: String) throws {
      guard let input else { return }
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.write(input.fileDescriptor, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw DrillFailure(words: words, outcome: wait()) }
        rest = rest.dropFirst(count)
      }
    }

    /// Waits for its end; one that hangs is ended by force.
    func wait() -> Outcome {
      let deadline = Date.now.addingTimeInterval(Self.seconds)
      while process.isRunning, Date.now < deadline { usleep(1_000) }
      kill()
      return Outcome(
        status: process.terminationStatus, output: output, errors: text("err"),
        wasKilled: process.terminationReason == .uncaughtSignal)
    }

    /// Ends it at once, if it has not ended, and says how it ended.
    func end() -> Outcome {
      kill()
      return wait()
    }

    /// Removes what it read and wrote.
    func removeFiles() { try? FileManager.default.removeItem(atPath: folder) }

    /// Ends it at once, as a loss of power would end it.
    func kill() {
      let identifier = process.processIdentifier
      if process.isRunning { _ = Foundation.kill(identifier, SIGKILL) }
      process.waitUntilExit()
      Self.living.withLock { _ = $0.remove(identifier) }
      try? FileManager.default.removeItem(atPath: folder + "/in")
    }

    private func text(_ name: String) -> String {
      String(
        decoding: FileManager.default.contents(atPath: folder + "/" + name) ?? Data(),
        as: UTF8.self)
    }
  }
#endif
