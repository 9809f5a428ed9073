import ArgumentParser

struct JournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "journal"); func run() throws {}
}
