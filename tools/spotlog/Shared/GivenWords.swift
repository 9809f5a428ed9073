import ArgumentParser
import JournalFormat
import TextAnalysis

/// The words of a call, for who types a command or an option that there is not.
struct GivenWords {
  /// As the parser takes them: it knows `help` as the first word alone, and people ask for it
  /// behind the names of a command as well.
  let words: [String]
  /// The message for the first word that is not a command; nil where all are commands.
  private(set) var unknownCommand: String?
  private let root: any ParsableCommand.Type
  /// The names of the command, without the program's.
  private var path: [String] = []

  /// The parser takes the square of their number: thousands would take minutes.
  private static let countMax = 2_048

  /// Why so many words are refused before they are read; nil: they are few enough.
  static func refusal(of count: Int) -> String? {
    guard count > countMax else { return nil }
    return "\(Figure.count(count, "argument")) were given, and a command takes "
      + "\(Figure.grouped(countMax)). Give them to several commands, or events as lines of "
      + "standard input to `spotlog device index`."
  }

  init(_ given: [String], of root: any ParsableCommand.Type) {
    self.root = root
    let asksFirst = given.first == "help"
    var rest = asksFirst ? given.dropFirst() : given[...]
    var asksLater = false
    var command = root
    // An option ends the names, and so does a command without others below it.
    while let word = rest.first, !word.hasPrefix("-"), unknownCommand == nil {
      let children = command.configuration.subcommands
      guard !children.isEmpty else { break }
      rest = rest.dropFirst()
      if word == "help" {
        asksLater = !asksFirst
      } else if let child = children.first(where: { $0._commandName == word }) {
        command = child
        path.append(word)
      } else {
        let names = children.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        unknownCommand = Self.message(word, (["spotlog"] + path).joined(separator: " "), names)
      }
    }
    words = asksLater ? ["help"] + path + rest : given
  }

  private static func message(_ word: String, _ place: String, _ names: [String]) -> String {
    // Every command has these options.
    let meant = Suggestion.nearest(to: word, of: names + ["--help", "--version"])
    let hint = meant.map { "Did you mean `\(place) \($0)`?" } ?? "See `\(place) --help`."
    return "`\(place)` has no command \"\(word.printable)\". \(hint)"
  }

  /// The message for the first word that is not an option of the command; nil where all are.
  var unknownOption: String? {
    let given = Array(
      words.dropFirst(path.count + (words.first == "help" ? 1 : 0)).prefix { $0 != "--" })
    guard given.contains(where: { $0.hasPrefix("-") }),
      let command = try? CommandDescription.root(of: root).below(path)
    else { return nil }
    let arguments = command.arguments ?? []
    let known = command.options(arguments)
    let taking = command.options(arguments.filter { $0.kind == "option" })
    for (place, word) in given.enumerated() {
      let name = String(word.prefix { $0 != "=" })
      guard let first = name.drop(while: { $0 == "-" }).first, name.hasPrefix("-"),
        first.isLetter || first.isNumber, !known.contains(name)
      else { continue }
      let meant = Suggestion.nearest(to: name, of: command.options(command.shownArguments))
      if meant == nil, !name.hasPrefix("--"), place > 0, taking.contains(given[place - 1]) {
        let option = given[place - 1]
        return "Missing value for '\(option)'. One that begins with a hyphen is joined to it: "
          + "'\(option)=\(word.printable)'."
      }
      guard first.isLetter else { continue }
      return "Unknown option '\(name.printable)'" + (meant.map { ". Did you mean '\($0)'?" } ?? "")
    }
    return nil
  }
}

/// What somebody may have meant who mistyped a name.
enum Suggestion {
  private static let editsMax = 3

  /// The nearest of the names, where about two thirds of it are alike: nil where none is. Hyphens
  /// before a name do not count as alike, nor does it matter which letters are capitals.
  static func nearest(to word: String, of names: [String]) -> String? {
    let typed = bare(word)
    var distance = EditDistance(to: typed, isPrefix: false, max: editsMax)
    let near = names.compactMap { name -> (name: String, edits: Int)? in
      let letters = bare(name)
      guard let edits = distance.edits(of: Array(letters.utf8)),
        edits * 3 <= max(typed.count, letters.count)
      else { return nil }
      return (name, edits)
    }
    return near.min { $0.edits < $1.edits }?.name
  }

  private static func bare(_ name: String) -> String {
    String(name.drop { $0 == "-" }).lowercased()
  }
}
