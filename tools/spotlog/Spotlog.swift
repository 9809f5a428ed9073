import ArgumentParser
import Foundation
import JournalFormat
import TextAnalysis

@main
struct Spotlog: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spotlog",
    abstract: "A search index that you can lose.",
    discussion: """
      Simulate fleets of devices, be one device on a folder of files, look into journals, and ask \
      a cloud what it counted and why. `spotlog help COMMAND` shows each with examples.
      """,
    version: "spotlog \(SpotlogVersion.current)",
    subcommands: [
      Simulate.self, ReplayCommand.self, ShrinkCommand.self, DeviceCommand.self,
      JournalCommand.self, SnapshotCommand.self, QueryCommand.self, TokensCommand.self,
      DrillCommand.self, CloudCommand.self, Serve.self, ManualCommand.self,
    ])

  static func main() async {
    unblockSignals()
    let words = Array(CommandLine.arguments.dropFirst())
    if let message = CommandNames.unknown(in: words, of: Self.self) {
      Terminal.complain(message)
      exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
    do {
      var command = try parseAsRoot(words)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  /// Messages of the argument parser repeat arguments, so they take the same way to a terminal as
  /// every other text.
  private static func end(with error: any Error) -> Never {
    let (message, code) = (fullMessage(for: error), exitCode(for: error))
    if !message.isEmpty, code.isSuccess { print(message) }
    if !message.isEmpty, !code.isSuccess { Terminal.write(Terminal.visible(message) + "\n") }
    fflush(nil)
    Foundation.exit(code.rawValue)
  }
}

/// Lets this program be ended by signals, whatever its parent blocked. A program inherits the list
/// of blocked signals, and a worker thread of Dispatch, from which some start programs, blocks
/// almost all: Ctrl-C and `kill` would do nothing.
private func unblockSignals() {
  var none = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, nil)
}

/// The names of commands, for who types one that there is not.
private enum CommandNames {
  /// What to say of the first word that should be a command and is none; nil where all are.
  static func unknown(in words: [String], of root: any ParsableCommand.Type) -> String? {
    var command = root
    var path = ["spotlog"]
    // What help is asked for is named as it is called.
    for word in words.first == "help" ? words.dropFirst() : words[...] {
      let children = command.configuration.subcommands.map { (name: name($0), type: $0) }
      // An option ends the names, and so does a command without others below it.
      guard !children.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      guard let child = children.first(where: { $0.name == word }) else {
        return message(word, path, children.map(\.name))
      }
      command = child.type
      path.append(word)
    }
    return nil
  }

  private static func name(_ type: any ParsableCommand.Type) -> String { type._commandName }

  private static func message(_ word: String, _ path: [String], _ names: [String]) -> String {
    let place = path.joined(separator: " ")
    let hint =
      Suggestion.nearest(to: word, of: names).map { "Did you mean `\(place) \($0)`?" }
      ?? "See `\(place) --help`."
    return "`\(place)` has no command \"\(word.printable)\". \(hint)"
  }
}

/// What somebody may have meant who mistyped a name.
enum Suggestion {
  /// Nil where none of the names is near enough.
  static func nearest(to word: String, of names: [String]) -> String? {
    var distance = EditDistance(to: word, isPrefix: false, max: max(1, min(3, word.count / 3)))
    let near = names.compactMap { name in
      distance.edits(of: Array(name.utf8)).map { (name: name, edits: $0) }
    }
    return near.min { $0.edits < $1.edits }?.name
  }
}
