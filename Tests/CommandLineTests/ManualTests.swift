import Foundation
import TestSupport
import Testing

/// What manual pages and completions are made of: `tools/manual` writes them.
@Suite("The manual") struct ManualTests {
  private let program = Program.built

  private struct Command: Decodable {
    struct Argument: Decodable {
      let kind: String
      let valueName: String?
      let abstract: String?
      let shouldDisplay: Bool
    }
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  private struct Help: Decodable { let command: Command }

  private func all() throws -> [(path: [String], command: Command)] {
    let text = try program.run(["--experimental-dump-help"]).output
    let root = try JSONDecoder().decode(Help.self, from: Data(text.utf8)).command
    func below(_ command: Command, _ path: [String]) -> [(path: [String], command: Command)] {
      let path = path + [command.commandName]
      return [(path, command)] + (command.subcommands ?? []).flatMap { below($0, path) }
    }
    return below(root, []).filter { $0.path.last != "help" }
  }

  @Test func `says something of every command and of every option`() throws {
    let commands = try all()
    #expect(commands.count > 50)
    for (path, command) in commands {
      #expect(command.abstract?.isEmpty == false, "\(path)")
      if command.subcommands?.isEmpty != false {
        #expect(command.discussion?.contains("Example") == true, "\(path) has no example")
      }
      for argument in command.arguments ?? [] where argument.shouldDisplay {
        #expect(
          argument.abstract?.isEmpty == false, "\(path) \(argument.valueName ?? argument.kind)")
      }
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completes every command in`(shell: String) throws {
    let outcome = try program.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0)
    for (path, _) in try all() { #expect(outcome.output.contains(path.last ?? ""), "\(path)") }
    for option in ["until", "oneline", "follow", "redact"] {
      #expect(outcome.output.contains(option), "\(option)")
    }
  }

  @Test func `completes a word in bash`() throws {
    let script = try program.run(["--generate-completion-script", "bash"]).output
    let folder = try TemporaryFolder()
    try Data(script.utf8).write(to: URL(fileURLWithPath: folder.file("spotlog.bash")))
    let line = """
      set -e
      source "$0"
      COMP_LINE='spotlog journal l' COMP_POINT=17 COMP_WORDS=(spotlog journal l) COMP_CWORD=2
      _spotlog spotlog l journal
      echo "${COMPREPLY[@]}"
      """
    let outcome = try Program(path: "/bin/bash").run(["-c", line, folder.file("spotlog.bash")])
    #expect(outcome.status == 0 && outcome.output == "log\n", "\(outcome)")
  }
}
