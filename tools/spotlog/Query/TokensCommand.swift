import ArgumentParser
import Foundation
import JournalFormat
import TextAnalysis

/// What the index makes of a text.
struct TokensCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens",
    abstract: "Print the words that an index holds of a text.",
    discussion: """
      One line per word: its position among the words, its range in bytes of UTF-8, and the word \
      as it is indexed. A joined word has the position of its first part. Without a text, standard \
      input is read.

      Examples:
        spotlog tokens "Déjà vu in MyWindowClass"
        spotlog tokens 東京タワー --json
        spotlog tokens < page.txt
      """)

  @Argument(help: "The text.") var text: String?
  @OptionGroup var form: JSONOption

  private struct Word: Encodable {
    let word: String
    let position: Int
    let start: Int
    let end: Int
  }

  /// What is not UTF-8 in it is not a letter.
  private static func standardInput() throws -> String {
    if isatty(STDIN_FILENO) != 0 {
      Terminal.complain("reading a text from standard input; end it with Ctrl-D")
    }
    return String(decoding: try StandardStreams.readInput(), as: UTF8.self)
  }

  func run() throws {
    try reporting {
      let tokens = Token.all(in: try text ?? Self.standardInput())
      if form.json {
        return try Output.json(
          tokens.map {
            Word(
              word: $0.text, position: $0.position, start: $0.range.lowerBound,
              end: $0.range.upperBound)
          })
      }
      if tokens.isEmpty { Terminal.complain("no words") }
      var output = Output()
      for token in tokens {
        let range = "\(token.range.lowerBound)-\(token.range.upperBound)"
        output.line("\(token.position)\t\(range)\t\(token.text.printable)")
      }
      output.flush()
    }
  }
}
