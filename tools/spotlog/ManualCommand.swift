import ArgumentParser
import Foundation
import JournalFormat
import JournalStore

/// Writes what a package installs beside the program: manual pages and completion scripts.
///
/// Hidden from the help: people who package the program call it through `tools/release`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Write manual pages and completion scripts.",
    discussion: """
      DIR/man1 receives one page per command, DIR/completions one script per shell.

      Example:
        spotlog manual man --date 2026-11-25 && man -l man/man1/spotlog.1
      """,
    shouldDisplay: false)

  @Argument(
    help: ArgumentHelp("Folder to write to; created if missing.", valueName: "dir"),
    completion: .directory, transform: GivenPath.named)
  var folder: String
  @Option(
    help: ArgumentHelp("Date printed at the foot of each page.", valueName: "yyyy-mm-dd"),
    transform: ManualDate.init(argument:))
  var date: ManualDate

  private static let completions = [
    (CompletionShell.bash, "spotlog.bash"), (.zsh, "_spotlog"), (.fish, "spotlog.fish"),
  ]

  func run() throws {
    try reporting {
      let version = Spotlog.configuration.version
      let pages = try CommandDescription.root(of: Spotlog.self).pages(date: date, version: version)
      for page in pages { try write(page.text, to: "man1", page.fileName) }
      for (shell, name) in Self.completions {
        try write(Spotlog.completionScript(for: shell) + "\n", to: "completions", name)
      }
    }
  }

  private func write(_ text: String, to kind: String, _ name: String) throws {
    let path = "\(folder)/\(kind)"
    try FileSystem.makeFolder(path)
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)")) } catch {
      throw Failure(
        .cannotWrite, "Cannot write \(path)/\(name): \(error.localizedDescription)")
    }
  }
}

/// A date as manual pages print it, given by the packager so that equal sources give equal pages.
struct ManualDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Such as `November 25, 2026`.
  let text: String

  init(argument: String) throws {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.joined().utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let month = Int(parts[1]), (1...12).contains(month),
      let day = Int(parts[2]), (1...31).contains(day)
    else {
      throw ValidationError("\(argument.printable) is not a date such as 2026-11-25.")
    }
    text = "\(Self.months[month - 1]) \(day), \(parts[0])"
  }
}

extension CommandDescription {
  /// A page for this command and for each command below it.
  fileprivate func pages(date: ManualDate, version: String, below parents: [String] = [])
    -> [ManualPage]
  {
    let path = parents + [commandName]
    return [ManualPage(self, path: path, date: date, version: version)]
      + shownCommands.flatMap { $0.pages(date: date, version: version, below: path) }
  }
}

/// One page in the language of mdoc(7).
private struct ManualPage {
  let fileName: String
  let text: String

  init(_ command: CommandDescription, path: [String], date: ManualDate, version: String) {
    let name = path.joined(separator: "-")
    fileName = "\(name).1"
    var page = Roff()
    page.request("Dd", date.text)
    page.names("Dt", [name.uppercased(), "1"])
    page.request("Os", version)
    page.section("NAME")
    page.names("Nm", [name])
    page.request("Nd", Self.withoutStop(command.abstract ?? ""))
    Self.addSynopsis(of: command, path, to: &page)
    if let discussion = command.discussion {
      page.section("DESCRIPTION")
      page.add(discussion: discussion)
    }
    Self.addCommands(of: command, path, to: &page)
    Self.addOptions(of: command, to: &page)
    page.section("SEE ALSO")
    let others =
      (path.count > 1 ? [path.dropLast().joined(separator: "-")] : [])
      + command.shownCommands.map { "\(name)-\($0.commandName)" }
    let names = others.isEmpty ? [path[0]] : others.sorted()
    for other in names { page.names("Xr", [other, "1"] + (other == names.last ? [] : [","])) }
    text = page.text
  }

  private static func withoutStop(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func addSynopsis(
    of command: CommandDescription, _ path: [String], to page: inout Roff
  ) {
    page.section("SYNOPSIS")
    page.request("Nm", path.joined(separator: " "))
    for argument in command.shownArguments where argument.names?.contains(where: \.isHelp) != true {
      let words = argument.synopsis + (argument.isRepeating ? ["No", "..."] : [])
      page.request(
        macro: argument.isOptional ? "Op" : words[0],
        argument.isOptional ? words : Array(words.dropFirst()))
    }
    if !command.shownCommands.isEmpty {
      page.request(macro: "Ar", ["command"])
      page.request(macro: "Op", ["Ar", "argument", "No", "..."])
    }
  }

  private static func addCommands(
    of command: CommandDescription, _ path: [String], to page: inout Roff
  ) {
    guard !command.shownCommands.isEmpty else { return }
    page.section("COMMANDS")
    page.list(
      command.shownCommands.map { (["Cm", $0.commandName], $0.abstract ?? "") })
  }

  private static func addOptions(of command: CommandDescription, to page: inout Roff) {
    var titles: [String?] = []
    for argument in command.shownArguments where !titles.contains(argument.sectionTitle) {
      titles.append(argument.sectionTitle)
    }
    guard !titles.isEmpty else { return }
    page.section("OPTIONS")
    for title in titles {
      if let title { page.request("Ss", title) }
      page.list(
        command.shownArguments.filter { $0.sectionTitle == title }.map { argument in
          let ending = argument.defaultValue.map { " (default: \($0))" } ?? ""
          return (argument.tag, (argument.abstract ?? "") + ending)
        })
    }
  }
}

extension CommandDescription.Argument.Name {
  fileprivate var isHelp: Bool { name == "help" || name == "h" }

  /// As mdoc writes it, whose `Fl` puts one hyphen in front.
  fileprivate var flag: String { kind == "long" ? "-\(name)" : name }
}

extension CommandDescription.Argument {
  private var value: [String] { kind == "flag" ? [] : ["Ar", valueName ?? "value"] }

  /// Its first name and its value.
  fileprivate var synopsis: [String] {
    guard let name = names?.first(where: { $0.kind == "long" }) ?? names?.first else {
      return value
    }
    return ["Fl", name.flag] + value
  }

  /// All its names and its value.
  fileprivate var tag: [String] {
    guard let names else { return value }
    return ["Fl"] + Array(names.map { [$0.flag] }.joined(separator: [",", "Fl"])) + value
  }
}

/// Text of a manual page: requests, and text in which nothing is taken for a request.
private struct Roff {
  private(set) var text = ""

  /// A line of a macro with arguments that are text.
  mutating func request(_ macro: String, _ arguments: String...) {
    text += ".\(macro) \(arguments.map { Self.escaped($0) }.joined(separator: " "))\n"
  }

  /// A line of a macro whose arguments may be macros, such as `Fl`.
  mutating func request(macro: String, _ arguments: [String]) {
    text += ".\(macro) \(arguments.map { Self.quoted($0) }.joined(separator: " "))\n"
  }

  mutating func section(_ title: String) { request("Sh", title) }

  mutating func list(_ items: [(tag: [String], text: String)]) {
    text += ".Bl -tag -width Ds\n"
    for item in items {
      request(macro: "It", item.tag)
      add(paragraph: item.text)
    }
    text += ".El\n"
  }

  /// A line of a macro with names of pages, which readers link: their hyphens stay plain.
  mutating func names(_ macro: String, _ words: [String]) {
    text += ".\(macro) \(words.joined(separator: " "))\n"
  }

  /// Paragraphs between empty lines; lines that are indented are shown as they are.
  mutating func add(discussion: String) {
    var isFirst = true
    for block in discussion.split(separator: "\n\n") {
      var lines = block.split(separator: "\n", omittingEmptySubsequences: false)[...]
      let words = lines.prefix { !$0.hasPrefix(" ") }
      lines = lines.dropFirst(words.count)
      if !words.isEmpty {
        if !isFirst { text += ".Pp\n" }
        add(paragraph: words.joined(separator: " "))
      }
      if !lines.isEmpty { add(literal: lines.map { String($0.trimmingPrefix("  ")) }) }
      isFirst = false
    }
  }

  private mutating func add(literal lines: [String]) {
    text += ".Bd -literal -offset indent\n"
    for line in lines { text += Self.line(line) + "\n" }
    text += ".Ed\n"
  }

  private mutating func add(paragraph: String) {
    // Lines of a moderate length: some readers of manual pages limit them.
    var line = ""
    for word in paragraph.split(separator: " ") {
      if line.utf8.count + word.utf8.count > 78, !line.isEmpty {
        text += Self.line(line) + "\n"
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    text += Self.line(line) + "\n"
  }

  /// A line in which neither a dot nor an apostrophe at its beginning starts a request.
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// Hyphens stay hyphens, so that a command can be copied from a page.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "`": result += "\\(ga"
      case "'": result += "\\(aq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case _ where !scalar.isASCII:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func quoted(_ word: String) -> String {
    let escaped = escaped(word)
    return escaped.contains(" ") ? "\"\(escaped)\"" : escaped
  }
}
