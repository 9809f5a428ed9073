import ArgumentParser
import Foundation
import JournalFormat

@main
struct Spotlog: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spotlog",
    abstract: "A search index that you can lose.",
    discussion: """
      Simulate fleets, operate a device stored in a folder, inspect journals, and query a cloud's \
      counts. `spotlog help COMMAND` shows each command with examples.
      """,
    version: "spotlog \(SpotlogVersion.current)",
    subcommands: [
      Simulate.self, ReplayCommand.self, ShrinkCommand.self, DeviceCommand.self,
      JournalCommand.self, SnapshotCommand.self, QueryCommand.self, TokensCommand.self,
      WebCommand.self,
      DrillCommand.self, CloudCommand.self, Serve.self, ManualCommand.self,
    ])

  static func main() async {
    StandardStreams.openClosed()
    unblockSignals()
    let words = Array(CommandLine.arguments.dropFirst())
    let given = GivenWords(words, of: Self.self)
    if let message = GivenWords.refusal(of: words.count) ?? given.unknownCommand {
      Terminal.complain(message)
      exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
    do {
      var command = try parsed(given)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  /// The parser guesses at options that only have a length in common: the guess is ours.
  private static func parsed(_ given: GivenWords) throws -> any ParsableCommand {
    do { return try parseAsRoot(given.words) } catch {
      guard !exitCode(for: error).isSuccess, let message = given.unknownOption else { throw error }
      let whole = fullMessage(for: error)
      let usage = whole.range(of: "\nUsage: ").map { String(whole[$0.lowerBound...]) } ?? ""
      Terminal.write(Terminal.visible("Error: \(message)\(usage)") + "\n")
      exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
  }

  /// Messages of the argument parser repeat arguments, so they take the same way to a terminal as
  /// every other text.
  private static func end(with error: any Error) -> Never {
    let (message, code) = (fullMessage(for: error), exitCode(for: error))
    if !message.isEmpty, !code.isSuccess { Terminal.write(Terminal.visible(message) + "\n") }
    if code.isSuccess {
      if !message.isEmpty { print(message) }
      Output.flush()
    } else {
      fflush(nil)
    }
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
