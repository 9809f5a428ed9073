import ArgumentParser
import Foundation

/// A command with its arguments, as the argument parser describes it to tools.
struct CommandDescription: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
    let sectionTitle: String?
  }

  private struct Tree: Decodable { let command: CommandDescription }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?

  static func root(of type: any ParsableCommand.Type) throws -> CommandDescription {
    try JSONDecoder().decode(Tree.self, from: Data(type._dumpHelp().utf8)).command
  }

  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }
  var shownCommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The command with these names below this one.
  func below(_ path: [String]) -> CommandDescription? {
    path.reduce(Optional(self)) { command, name in
      command?.subcommands?.first { $0.commandName == name }
    }
  }

  /// The names of those that are options, as they are typed.
  func options(_ arguments: [Argument]) -> [String] {
    arguments.flatMap { $0.names ?? [] }.map { ($0.kind == "long" ? "--" : "-") + $0.name }
  }
}
