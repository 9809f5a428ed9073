import Foundation
import TestSupport
import Testing

/// docs/INSPECTION.md: every command on it is run, in order, and has to print what stands there.
@Suite("The page on inspection") struct InspectionPageTests {
  private struct Command {
    let line: String
    var output: [String] = []
  }

  private func commands() throws -> [Command] {
    let text = try String(
      contentsOfFile: Repository.path("docs/INSPECTION.md"), encoding: .utf8)
    var commands: [Command] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        commands.append(Command(line: String(line.dropFirst(2))))
      } else if isInside {
        commands[commands.count - 1].output.append(line)
      }
    }
    return commands
  }

  /// Runs a line as somebody in a terminal does, standard error behind standard output.
  private func run(_ line: String, in folder: TemporaryFolder) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "{ \(line)\n} > .output 2> .errors < /dev/null"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var environment = ProcessInfo.processInfo.environment
    let programs = (Program.built.path as NSString).deletingLastPathComponent
    environment["PATH"] = programs + ":" + (environment["PATH"] ?? "")
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    let text = try [".output", ".errors"].map {
      try String(contentsOfFile: folder.file($0), encoding: .utf8)
    }.joined()
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last == "" { lines.removeLast() }
    let status = process.terminationStatus
    return status == 0 ? lines : lines + ["(exit status \(status))"]
  }

  @Test func `says what its commands print`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("docs"),
      withDestinationPath: Repository.path("docs"))
    let commands = try commands()
    #expect(commands.count > 20)
    let hasShell = try run("which sqlite3", in: folder).count == 1
    for command in commands where hasShell || !command.line.contains("sqlite3") {
      let printed = try run(command.line, in: folder)
      #expect(printed == command.output, "\(command.line)")
    }
  }
}
