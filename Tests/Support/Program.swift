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

  package let path: String

  /// The program that was built with these tests.
  package static let built = Program(
    path: URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("spotlog").path)

  /// An optimised build, for runs over much data, named by SPOTLOG_PROGRAM. Nil without it.
  package static var optimised: Program? {
    guard let path = ProcessInfo.processInfo.environment["SPOTLOG_PROGRAM"],
      FileManager.default.isExecutableFile(atPath: path)
    else { return nil }
    return Program(path: path)
  }

  package static let howToOptimise =
    "needs an optimised build: SPOTLOG_PROGRAM=.build/release/spotlog after "
    + "swift build -c release --product spotlog"

  package init(path: String) {
    // A test bundle lies beside the program, or in a folder below it.
    self.path =
      FileManager.default.isExecutableFile(atPath: path)
      ? path
      : URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../.build/debug/spotlog").standardizedFileURL.path
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
    process.standardInput = FileHandle(forReadingAtPath: inputPath ?? folder.file("in"))
    process.standardOutput = FileHandle(forWritingAtPath: folder.file("out"))
    process.standardError = FileHandle(forWritingAtPath: folder.file("err"))
    try process.run()
    if let killAfterMilliseconds {
      usleep(UInt32(killAfterMilliseconds) * 1_000)
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    func text(_ name: String) -> String {
      String(
        decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
    }
    return Outcome(
      status: process.terminationStatus, output: text("out"), errors: text("err"),
      wasKilled: process.terminationReason == .uncaughtSignal)
  }
}
