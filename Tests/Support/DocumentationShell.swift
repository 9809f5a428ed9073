internal import Foundation

/// Runs the commands of a page as a reader types them, in a folder of their own.
///
/// `docs`, `tools` and `Journal` are there as in the repository, and the program that was built is
/// on the `PATH`. `Tests/Pages/run.sh` says what differs from a reader's terminal, and
/// `Tests/Pages/NAME.sh`, where it is there, what the page NAME takes for granted.
package struct DocumentationShell {
  /// A block, or one command of a block that shows what each prints.
  private struct Step {
    let block: Page.Block
    var command: String
    var printed: [String]?
  }

  private static let secondsMax = 600

  private let page: Page
  private let steps: [Step]
  private let folder: TemporaryFolder

  /// - Parameter programs: those that `needs=` may name.
  package init(_ page: Page, with programs: Set<String> = []) throws {
    self.page = page
    steps = Self.steps(
      of: page.blocks.filter { block in
        block.reasonNotToRun == nil && block.need.map(programs.contains) != false
      })
    folder = try TemporaryFolder()
    for name in ["docs", "tools", "Journal"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: Repository.path(name))
    }
  }

  package var stepCount: Int { steps.count }

  private static func steps(of blocks: [Page.Block]) -> [Step] {
    var steps: [Step] = []
    for (index, block) in blocks.enumerated() {
      if let file = block.file {
        let command =
          "sed -f .stands > '\(file)' << 'END OF THE FILE'\n\(block.text)\nEND OF THE FILE"
        steps.append(Step(block: block, command: command))
      } else if block.language == "sh" {
        let output = index + 1 < blocks.count ? blocks[index + 1] : block
        let isShown = output.language == "output"
        steps.append(
          Step(
            block: isShown ? output : block, command: block.text,
            printed: isShown ? output.lines : nil))
      } else if block.language == "console" {
        for line in block.lines {
          if line.hasPrefix("$ ") {
            steps.append(Step(block: block, command: String(line.dropFirst(2)), printed: []))
          } else if line.hasPrefix("> "), steps.last?.printed == [] {
            steps[steps.count - 1].command += "\n" + line.dropFirst(2)
          } else if !steps.isEmpty {
            steps[steps.count - 1].printed?.append(line)
          }
        }
      }
    }
    return steps
  }

  /// Runs all steps, and says which failed or printed something else than the page says.
  package func findings() throws -> [String] {
    try FileManager.default.createDirectory(
      atPath: folder.file(".steps"), withIntermediateDirectories: false)
    for (index, step) in steps.enumerated() {
      try write(step.command + "\n", to: file(index, "command"))
      if step.block.language == "console" { try write("", to: file(index, "any-status")) }
    }
    let name = ((page.path as NSString).lastPathComponent as NSString).deletingPathExtension
    let given = Repository.path("Tests/Pages/\(name).sh")
    let programs = (Program.built.path as NSString).deletingLastPathComponent
    let port = Int.random(in: 10_000..<32_768)
    let ended = try run([
      "timeout", "-k", "5", "\(Self.secondsMax)", "bash", Repository.path("Tests/Pages/run.sh"),
      programs, "\(port)", FileManager.default.fileExists(atPath: given) ? given : "",
    ])
    let findings = try steps.indices.compactMap { try finding(of: $0) }
    return findings.isEmpty && ended != 0 ? ["The shell ended with \(ended)."] : findings
  }

  private func run(_ words: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func finding(of index: Int) throws -> String? {
    let step = steps[index]
    let place = "\(page.path):\(step.block.line): \(step.command)"
    // The shell ends at a step that fails; those behind it never began.
    guard FileManager.default.fileExists(atPath: folder.file(file(index, "out"))) else {
      return nil
    }
    var printed = try (shown(index, "out") + shown(index, "err"))
      .trimmingSuffix("\n")
    let status = try? shown(index, "status").trimmingSuffix("\n")
    guard let status else { return "\(place)\nfailed:\n\(printed)" }
    if status != "0" { printed += (printed.isEmpty ? "" : "\n") + "(exit status \(status))" }
    guard let expected = step.printed.map({ PageText($0, in: step.block) }) else { return nil }
    if expected.holds(of: printed) { return nil }
    return "\(place)\nprinted:\n\(printed)\nand not:\n\(expected.text)"
  }

  private func file(_ index: Int, _ end: String) -> String {
    ".steps/" + String(repeating: "0", count: 4 - "\(index)".count) + "\(index).\(end)"
  }

  /// A file of a step, with what the page shows in place of what stands for it here.
  private func shown(_ index: Int, _ end: String) throws -> String {
    // Heads of HTTP end their lines as a terminal does not show.
    var text = try String(contentsOfFile: folder.file(file(index, end)), encoding: .utf8)
      .replacingOccurrences(of: "\r\n", with: "\n")
    let rules = try String(contentsOfFile: folder.file(".shown"), encoding: .utf8)
    for rule in rules.split(separator: "\n") {
      let parts = rule.split(separator: "|", omittingEmptySubsequences: false)
      text = text.replacingOccurrences(of: String(parts[1]), with: String(parts[2]))
    }
    return text
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: folder.file(name), atomically: false, encoding: .utf8)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ end: Character) -> String {
    var text = self[...]
    while text.last == end { text.removeLast() }
    return String(text)
  }
}
