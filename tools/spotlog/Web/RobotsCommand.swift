import ArgumentParser
import Foundation
import JournalFormat
import WebAddress
import WebMarkup

/// Which addresses a site lets a crawler fetch.
struct RobotsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "robots",
    abstract: "Show which addresses a robots.txt allows.",
    discussion: """
      Reads addresses from standard input, one per line, and prints for each "allow" or "deny", \
      the line of the deciding rule or "-", and the address. Without --agent, the group of the \
      first of \(RobotsRules.agents.joined(separator: ", ")) that the file names decides, else the \
      `*` group.

      Examples:
        spotlog web robots robots.txt < addresses.txt
        echo https://example.com/private | spotlog web robots robots.txt
        spotlog web robots robots.txt --agent Googlebot --json < addresses.txt

      Exit status: 0 all are allowed; 1 one is not; 65 a line is not an http(s) address; \
      66 there is no such file.
      """)

  @Argument(help: "A robots.txt.", completion: .file(), transform: GivenPath.named)
  var file: String
  @Option(help: ArgumentHelp("The only crawler whose group is read.", valueName: "name"))
  var agent: String?
  @OptionGroup var form: JSONOption

  private struct Line: Encodable {
    let address: String
    let allowed: Bool
    let line: Int?
    let agent: String?
  }

  func run() throws {
    try reporting {
      let rules = RobotsRules(try WebInput.read(file, byteCountMax: RobotsRules.byteCountMax))
      let agents = agent.map { [$0] } ?? RobotsRules.agents
      let lines = try addresses().map { url in
        let decision = rules.decision(for: url, agents: agents)
        return Line(
          address: url.href, allowed: decision.isAllowed, line: decision.line,
          agent: decision.agent)
      }
      if form.json {
        try Output.json(lines)
      } else {
        var output = Output()
        for line in lines {
          let verdict = line.allowed ? "allow" : "deny"
          output.line("\(verdict)\t\(line.line.map(String.init) ?? "-")\t\(line.address.printable)")
        }
        output.flush()
      }
      if lines.contains(where: { !$0.allowed }) { throw Failure(.finding, "") }
    }
  }

  /// Of standard input; empty lines do not count.
  private func addresses() throws -> [WebURL] {
    if isatty(STDIN_FILENO) != 0 {
      Terminal.complain("reading addresses from standard input; end them with Ctrl-D")
    }
    let text = String(decoding: try StandardStreams.readInput(), as: UTF8.self)
    var addresses: [WebURL] = []
    for (place, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() where !line.allSatisfy(\.isWhitespace) {
      do throws(WebURLProblem) { addresses.append(try WebURL(parsing: String(line))) } catch {
        throw Failure(
          .badInput,
          "Line \(place + 1) of standard input, \(String(line).printable), \(error.reason).")
      }
    }
    return addresses
  }
}
