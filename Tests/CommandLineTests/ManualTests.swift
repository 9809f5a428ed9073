import Foundation
import TestSupport
import Testing

/// Manual pages and completions, which `tools/release` packages.
@Suite("The manual") struct ManualTests {
  private let program = Program.built

  private struct Command: Decodable {
    struct Argument: Decodable {
      let kind: String
      let valueName: String?
      let abstract: String?
      let shouldDisplay: Bool
      let names: [Name]?
      let completionKind: Completion?
    }
    struct Name: Decodable { let name: String }
    /// What a shell offers for a value. Other kinds are not used here.
    struct Completion: Decodable {
      struct List: Decodable { let values: [String] }
      struct Unit: Decodable {}

      let list: List?
      let file: Unit?
      let directory: Unit?
    }
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
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
    for (path, command) in try all() where command.shouldDisplay {
      #expect(outcome.output.contains(path.last ?? ""), "\(path)")
    }
    for option in ["until", "oneline", "follow", "redact"] {
      #expect(outcome.output.contains(option), "\(option)")
    }
  }

  /// What bash offers for the last of the words, in a folder with a device, a plan and no more.
  private func completions(of words: String...) throws -> [String] {
    let script = try program.run(["--generate-completion-script", "bash"]).output
    let folder = try TemporaryFolder()
    try Data(script.utf8).write(to: URL(fileURLWithPath: folder.file("spotlog.bash")))
    let work = folder.file("work")
    for path in [work, work + "/phone"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try Data().write(to: URL(fileURLWithPath: work + "/plan.json"))
    // The program's name is a function: bash asks the program itself for some completions.
    let line = """
      set -e
      cd "$1"
      script=$2 program=$3
      shift 3
      spotlog() { "$program" "$@"; }
      source "$script"
      set +e
      COMP_WORDS=(spotlog "$@") COMP_CWORD=$#
      COMP_LINE="spotlog $*" COMP_POINT=$((8 + $(printf %s "$*" | wc -c)))
      _spotlog spotlog "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try Program(path: "/bin/bash")
      .run(["-c", line, "bash", work, folder.file("spotlog.bash"), program.path] + words)
    #expect(outcome.status == 0, "\(outcome)")
    return outcome.output.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }.sorted()
  }

  @Test func `completes commands, folders, files, drills and profiles of faults in bash`() throws {
    #expect(try completions(of: "journal", "l") == ["log"])
    #expect(try completions(of: "device", "search", "p") == ["phone"])
    #expect(try completions(of: "replay", "p") == ["phone", "plan.json"])
    #expect(try completions(of: "drill", "run", "clone-both") == ["clone-both-alive"])
    #expect(try completions(of: "simulate", "--faults", "s") == ["small", "swarm"])
    #expect(try completions(of: "journal", "log", "phone", "--journal", "s") == ["shared"])
  }

  /// Words by which a value is named in the help, and what a shell has to offer for it.
  @Test func `completes every value that is a file or a folder`() throws {
    for (path, command) in try all() {
      for argument in command.arguments ?? [] where argument.shouldDisplay {
        let place: Comment = "\(path) \(argument.names?.first?.name ?? argument.valueName ?? "")"
        switch argument.valueName {
        case "dir", "folder": #expect(argument.completionKind?.directory != nil, place)
        case "file", "path", "plan", "program", "scenario":
          #expect(argument.completionKind?.file != nil, place)
        default: break
        }
      }
    }
  }

  private func pages() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let outcome = try program.run(["manual", folder.path, "--date", "2026-11-25"])
    #expect(outcome.status == 0, "\(outcome)")
    return folder
  }

  @Test func `has a page for each command, which names all its options`() throws {
    let folder = try pages()
    let shown = try all().filter { path, command in command.shouldDisplay }
    let names = shown.map { $0.path.joined(separator: "-") + ".1" }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("man1")).sorted()
        == names.sorted())
    for (name, (_, command)) in zip(names, shown) {
      let page = try String(contentsOfFile: folder.file("man1/\(name)"), encoding: .utf8)
      #expect(page.hasPrefix(".Dd November 25, 2026\n.Dt "), "\(name)")
      for argument in command.arguments ?? [] where argument.shouldDisplay {
        for option in argument.names ?? [] {
          #expect(page.contains(option.name.replacing("-", with: #"\-"#)), "\(name): \(option)")
        }
      }
    }
  }

  @Test(.enabled(if: Program.isInstalled("groff"), "needs groff"))
  func `is read by groff without a warning`() throws {
    let folder = try pages()
    let outcome = try Program(path: "/bin/bash").run([
      "-c", #"groff -mdoc -Tutf8 -ww -z "$1"/man1/*.1"#, "bash", folder.path,
    ])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
  }

  @Test(.enabled(if: Program.isInstalled("mandoc"), "needs mandoc"))
  func `is read by mandoc without a warning`() throws {
    let folder = try pages()
    let outcome = try Program(path: "/bin/bash").run([
      "-c", #"mandoc -T lint -W warning "$1"/man1/*.1"#, "bash", folder.path,
    ])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test(arguments: ["2026-11", "25 November", "2026-13-01", "2026-00-10", "2026-01-32", "2026-1-1"])
  func `is not written without a date`(date: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try program.run(["manual", folder.file("pages"), "--date", date])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("\(date) is not a date such as 2026-11-25."))
    #expect(!FileManager.default.fileExists(atPath: folder.file("pages")))
  }

  @Test func `says where a page cannot be written`() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.file("man1")))
    let outcome = try program.run(["manual", folder.path, "--date", "2026-11-25"])
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("\(folder.path)/man1: Not a directory"), "\(outcome.errors)")
  }
}
