internal import Foundation

/// The program that is tested, run as a process of its own.
package struct Program {
  package struct Outcome: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
    /// The process was ended by a signal.
    package let wasKilled: Bool
  }

  /// How long a program may run, in seconds: several times what the slowest takes in CI.
  private static let longestRun = 1_200.0

  package let path: String

  /// The program that was built with these tests.
  package static let built = Program(builtAs: "spotlog")
  /// The benchmark that was built with these tests.
  package static let bench = Program(builtAs: "spotlog-bench")

  private init(builtAs name: String) {
    self.init(
      path: URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent(name).path)
  }

  /// An optimised build, for runs over much data, named by SPOTLOG_PROGRAM. Nil without it.
  package static var optimised: Program? {
    guard let path = ProcessInfo.processInfo.environment["SPOTLOG_PROGRAM"],
      FileManager.default.isExecutableFile(atPath: path)
    else { return nil }
    return Program(path: path)
  }

  /// Whether it breaks promises on purpose when it is asked to.
  package static var hasSabotage: Bool {
    #if Sabotage
      true
    #else
      false
    #endif
  }

  package static let howToSabotage =
    "needs the trait Sabotage: tools/test, or swift test --traits Server,Sabotage"

  package static let howToOptimise =
    "needs an optimised build: SPOTLOG_PROGRAM=.build/release/spotlog after "
    + "swift build -c release --product spotlog"

  /// Whether all these programs are on the PATH.
  package static func isInstalled(_ names: String...) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return names.allSatisfy { name in
      path.split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      }
    }
  }

  package init(path: String) {
    // A test bundle lies beside the program, or in a folder below it.
    self.path =
      FileManager.default.isExecutableFile(atPath: path)
      ? path
      : URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../.build/debug")
        .appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent).standardizedFileURL
        .path
  }

  /// Runs the program to its end, or ends it by force after some milliseconds.
  ///
  /// - Parameter launcher: a program and its arguments that runs what follows them: in other
  ///   circumstances, or as somebody else.
  @discardableResult
  package func run(
    _ arguments: [String], input: String? = nil, inputPath: String? = nil,
    killAfterMilliseconds: Int? = nil, launcher: [String] = []
  ) throws -> Outcome {
    let process = Process()
    let words = launcher + [path] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    let folder = try TemporaryFolder()
    for name in ["out", "err", "in"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    if let input { try Data(input.utf8).write(to: URL(fileURLWithPath: folder.file("in"))) }
    let handles = [
      FileHandle(forReadingAtPath: inputPath ?? folder.file("in")),
      FileHandle(forWritingAtPath: folder.file("out")),
      FileHandle(forWritingAtPath: folder.file("err")),
    ]
    defer { for handle in handles { try? handle?.close() } }
    (process.standardInput, process.standardOutput) = (handles[0], handles[1])
    process.standardError = handles[2]
    try process.run()
    if let killAfterMilliseconds {
      usleep(UInt32(killAfterMilliseconds) * 1_000)
      kill(process.processIdentifier, SIGKILL)
    }
    let end = Self.endLater(process.processIdentifier)
    defer { end.cancel() }
    process.waitUntilExit()
    func text(_ name: String) -> String {
      String(
        decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
    }
    return Outcome(
      status: process.terminationStatus, output: text("out"), errors: text("err"),
      wasKilled: process.terminationReason == .uncaughtSignal)
  }

  /// One that hangs fails its own test, and not the whole run.
  ///
  /// A cancelled item is kept until its time: it must not keep the process with its descriptors, of
  /// which Foundation's `Process` crashes with more than a thousand.
  private static func endLater(_ identifier: pid_t) -> DispatchWorkItem {
    let end = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + longestRun, execute: end)
    return end
  }
}
