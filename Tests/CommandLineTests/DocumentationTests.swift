import Foundation
import StrictJSON
import TestSupport
import Testing

/// What the pages of the root, of the examples and below docs show is run as a reader would run it.
@Suite("The documentation") struct DocumentationTests {
  private static let pages = Result { try Page.paths.map { try Page($0) } }

  private static func blocks() throws -> [(page: Page, block: Page.Block)] {
    try pages.get().flatMap { page in page.blocks.map { (page, $0) } }
  }

  private static func has(_ command: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command + " > /dev/null 2>&1"]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private static let hasTools = has(
    "for tool in curl openssl sqlite3 script; do command -v $tool || exit 1; done;"
      + "python3 -c 'import cryptography'")

  @Test(
    .enabled(if: hasTools, "needs curl, openssl, sqlite3, script, Python's cryptography"),
    .enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"),
    arguments: try pages.get().map(\.path))
  func `prints what its commands print`(path: String) throws {
    let shell = try DocumentationShell(try Page(path))
    guard shell.stepCount > 0 else { return }
    let findings = try shell.findings()
    #expect(findings == [], "\(findings.joined(separator: "\n\n"))")
  }

  private static let generator = "openapi-python-client"

  @Test(
    .enabled(if: hasTools && has(generator + " --version"), "needs openapi-python-client"))
  func `shows a generated client that a server understands`() throws {
    let findings = try DocumentationShell(try Page("docs/HTTP.md"), with: [Self.generator])
      .findings()
    #expect(findings == [], "\(findings.joined(separator: "\n\n"))")
  }

  /// What cannot be run in a test, and why. A block that merely fails has no place here.
  @Test func `leaves few blocks unrun`() throws {
    let left = try Self.blocks().compactMap { page, block in
      block.reasonNotToRun.map { "\(page.path), \(block.heading): \($0)" }
    }
    #expect(
      left == [
        "CONTRIBUTING.md, Build and check: builds this package, or takes up to hours",
        "Examples/README.md, Examples: "
          + "builds the package once more; ExampleTests compiles and runs the same sources",
        "docs/ARCHITECTURE.md, Generated code: needs protoc and its plugin",
        "docs/HTTP.md, A generated client: fetches a package",
        "docs/OPERATIONS.md, Install: needs podman, and builds an image",
        "docs/OPERATIONS.md, Behind a proxy, or with TLS: "
          + "needs user namespaces, and a server behind that authority",
        "docs/OPERATIONS.md, Drills: takes minutes; DrillTests and ProcessDrillTests run them all",
      ])
  }

  /// A block whose language says nothing would be neither run nor read.
  @Test func `has blocks of known kinds only`() throws {
    let shown: Set = ["text", "ini"]
    let run: Set = ["sh", "console", "output", "swift", "json", "python", "html"]
    for (page, block) in try Self.blocks() {
      let place: Comment = "\(page.path):\(block.line)"
      #expect(block.unknownWords == [], place)
      #expect(shown.union(run).contains(block.language), place)
      if ["python", "html"].contains(block.language) { #expect(block.file != nil, place) }
      if shown.contains(block.language) {
        #expect(!block.lines.contains { $0.hasPrefix("$ ") || $0.hasPrefix("spotlog ") }, place)
      }
    }
  }

  /// A document begins at the margin; what continues it is indented.
  @Test func `shows JSON that can be read`() throws {
    var count = 0
    for (page, block) in try Self.blocks() where block.language == "json" {
      var documents: [String] = []
      for line in block.lines {
        if line.hasPrefix("{") { documents.append("") }
        documents[documents.count - 1] += line + "\n"
      }
      for document in documents {
        #expect(throws: Never.self, "\(page.path):\(block.line)") {
          try JSONReader.read([UInt8](document.utf8))
        }
        count += 1
      }
    }
    #expect(count > 0)
  }

  /// Compiled against the built libraries as a package of its own, which sees what is public only.
  @Test func `has listings in Swift that compile and run outside of this package`() throws {
    let listings = try Self.blocks().filter { $0.block.language == "swift" }
    #expect(listings.count > 2)
    for (page, block) in listings {
      let findings =
        try block.isManifest ? Listing.describe(block.text) : Listing.run(block.text)
      #expect(findings == [], "\(page.path):\(block.line): \(findings.joined())")
    }
  }

  @Test(.enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"))
  func `names commands and options that are there`() throws {
    var help: [String: String] = [:]
    for page in try Self.pages.get() {
      let inBlocks = page.blocks.filter { ["sh", "console"].contains($0.language) }
        .flatMap { $0.text.replacing("\\\n", with: " ").split(separator: "\n") }
        .map { $0.hasPrefix("$ ") ? String($0.dropFirst(2)) : String($0) }
        .filter { $0.hasPrefix("spotlog ") }
      let commands = page.inlineCommands.filter { $0.hasPrefix("spotlog ") } + inBlocks
      for command in commands {
        let finding = try CommandLineWords(command).finding { words in
          if let known = help[words] { return known }
          let outcome = try Program.built.run(
            words.split(separator: " ").map(String.init) + ["--help-hidden"])
          help[words] = outcome.status == 0 ? outcome.output : ""
          return help[words] ?? ""
        }
        if let finding { Issue.record("\(page.path): `\(command)`: \(finding)") }
      }
    }
  }

  /// The table of promises names a drill for each switch, as the program knows them.
  @Test(.enabled(if: Program.hasSabotage, "\(Program.howToSabotage)"))
  func `names the drills that each broken promise fails`() throws {
    let text = String(decoding: try Repository.bytes("docs/DRILLS.md"), as: UTF8.self)
    var named: Set<String> = ["real-torn-copy ends-writers"]  // below the table, with its reason
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 7, cells[3].hasPrefix(" `") else { continue }
      let switches = cells[3].matches(of: /`([a-z-]+)`/).map { String($0.output.1) }
      let drills = cells[4].split(separator: ";").map { $0.split(separator: ",") }
      // One list of drills a switch, in order; several of one switch are of both kinds of drills.
      for (index, list) in drills.enumerated() {
        let name = switches[min(index, switches.count - 1)]
        for drill in list { named.insert(drill.trimmingCharacters(in: .whitespaces) + " " + name) }
      }
    }
    var known: Set<String> = []
    var drill = ""
    for line in try Program.built.run(["drill", "list"]).output.split(separator: "\n") {
      let parts = line.split(separator: "--sabotage ")
      if parts.count == 2 {
        for name in parts[1].split(separator: ", ") { known.insert(drill + " " + name) }
      } else {
        drill = String(line.prefix { $0 != " " })
      }
    }
    #expect(named == known)
  }
}

/// The words of a command of this program, as a page shows it.
private struct CommandLineWords {
  private let words: [String]

  init(_ command: String) {
    words = command.prefix { !"|>#&;".contains($0) }.split(separator: " ").dropFirst()
      .map(String.init)
  }

  /// What is wrong with it; nil when nothing is.
  ///
  /// - Parameter help: what a command says of itself, hidden options too; empty where it is none.
  func finding(help: (String) throws -> String) throws -> String? {
    var command = ""
    var text = try help("")
    for word in words {
      guard text.contains("SUBCOMMANDS:") else { break }
      guard text.contains("\n  \(word) ") || text.contains("\n  \(word)\n") else {
        // A sentence may speak of all commands of a group.
        return word.hasPrefix("-") || word.allSatisfy(\.isUppercase)
          || ["help", "..."].contains(word)
          ? nil : "there is no command \"\(word)\""
      }
      command += (command.isEmpty ? "" : " ") + word
      text = try help(command)
    }
    let options = words.filter { $0.hasPrefix("--") }
      .map { String($0.dropFirst(2).prefix { $0.isLetter || $0.isNumber || $0 == "-" }) }
    let known = Set(text.matches(of: /--([A-Za-z0-9-]+)/).map { String($0.output.1) })
    return options.first { !$0.isEmpty && !known.contains($0) }
      .map { "there is no option --\($0) of \"\(command)\"" }
  }
}

@Suite("What a page says that a command prints") struct PageTextTests {
  private func block(_ info: String, _ text: String) throws -> Page.Block {
    try #require(Page(path: "docs/A.md", text: "# A\n```\(info)\n\(text)\n```\n").blocks.first)
  }

  @Test(arguments: [
    ("output", "a 1", "a 1", true), ("output", "a 1", "a 2", false),
    ("output", "a\n...\nb", "a\nx\nb", false), ("output abridged", "a\n...\nb", "a\nx\ny\nb", true),
    ("output abridged", "a\n...\nb", "a\nb", false), ("output abridged", "a ... c", "a b c", true),
    ("output abridged", "a ... c", "a b d", false), ("output abridged", "a...", "x\na", false),
    ("output varies=id", "of 0123456789abcdef", "of fedcba9876543210", true),
    ("output varies=id", "of 0123456789abcdef", "of nothing", false),
    ("output varies=time", "at 2026-01-01T00:00:00.000Z", "at 2027-02-03T04:05:06.789Z", true),
    ("output varies=time", "3 of 2026-01-01", "4 of 2027-01-01", false),
    ("output varies=cost", "took 2.5 s, 10 MiB", "took 13.0 s, 9 MiB", true),
    ("output varies=cost", "3 runs in 2.5 s", "4 runs in 2.5 s", false),
  ])
  func `holds of nothing else`(info: String, text: String, printed: String, holds: Bool) throws {
    let block = try block(info, text)
    #expect(PageText(block.lines, in: block).holds(of: printed) == holds)
  }

  @Test(arguments: [
    ("console", "$ echo a\na", 0), ("console", "$ echo a\nb", 1), ("console", "$ echo a", 1),
    ("console", "$ false\n(exit status 1)", 0), ("console", "$ false", 1),
    ("console", "$ echo a; \\\n> echo b\na\nb", 0), ("sh", "false", 1), ("sh", "a=$(false)", 1),
    ("sh", "true\n```\n```output\na", 1), ("sh", "echo a\n```\n```output\na", 0),
    ("sh", "false\n```\n```sh\ntrue", 1), ("text file=b", "c\n```\n```console\n$ cat b\nc", 0),
    ("console", "$ spotlog query check \"title ==\" 2> out\n(exit status 65)", 0),
  ])
  func `is compared with what is printed`(info: String, text: String, count: Int) throws {
    let page = Page(path: "docs/A.md", text: "# A\n```\(info)\n\(text)\n```\n")
    #expect(try DocumentationShell(page).findings().count == count)
  }

  @Test(arguments: [
    ("`spotlog query check`", 0), ("`spotlog query chekc`", 1), ("`spotlog query check --no`", 1),
    ("`spotlog device sync DIR --token-file F`", 0), ("`spotlog device sync DIR --token T`", 1),
    ("`spotlog simulate --hashes`", 0), ("`spotlog nothing`", 1),
  ])
  func `names commands that are looked for`(text: String, count: Int) throws {
    let commands = Page(path: "docs/A.md", text: text).inlineCommands
    #expect(commands.count == 1)
    let findings = try commands.compactMap { command in
      try CommandLineWords(command).finding { words in
        try Program.built.run(words.split(separator: " ").map(String.init) + ["--help-hidden"])
          .output
      }
    }
    #expect(findings.count == count)
  }
}
