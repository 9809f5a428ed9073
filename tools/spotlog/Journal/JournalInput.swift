import ArgumentParser
import Foundation
import Inspection
import JournalFormat

/// The journal that a command reads.
struct JournalInput: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A journal file, a device's or cloud's folder, or a snapshot.", valueName: "file"),
    completion: .file(), transform: GivenPath.named)
  var path: String
  @Option(
    help: ArgumentHelp(
      "Which journal of a folder or snapshot: private, shared or cloud.", valueName: "name"),
    completion: .journalNames)
  var journal: String?
  @OptionGroup var key: SnapshotCommand.Key

  /// The public API for the same journal.
  func inspector() throws -> JournalInspector {
    JournalInspector(
      path, member: journal, key: try key.read(), notice: { Terminal.complain($0) },
      progress: { Terminal.progress("entry \($0)") })
  }

  /// Refuses to write over what is read, and over a device's or cloud's files.
  func check(_ output: OutputFile) throws {
    try output.refuseInput(path)
    try output.refuseKey(key.path)
    try output.refuseOwned(in: path)
  }
}

extension CompletionKind {
  static let journalNames = list([JournalKind.private, .shared, .cloud].map(\.description))
}

/// Where reading ends: what came later is as if it had not happened yet.
struct UntilOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The last entry, or a time such as 2026-01-31T12:00:00Z: the last entry that is not later. "
        + "A day includes its last entry. \(Moment.limits)",
      valueName: "entry|time"),
    transform: Moment.argument)
  var until: Moment?
}

extension Moment {
  /// Reads an option. The reason of a refusal stands behind the option's name.
  static func argument(_ text: String) throws -> Moment {
    do { return try Moment(parsing: text) } catch { throw ValidationError("\(error)") }
  }
}

/// Whether words are shown, and in which colours.
struct ShowingOptions: ParsableArguments {
  enum Color: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

  @Option(help: "Colours: auto, always or never; NO_COLOR disables auto.")
  var color = Color.auto
  @Flag(help: "Hide titles, identifiers, queries and attributes.")
  var redact = false

  var style: TextStyle {
    switch color {
    case .always: TextStyle(isColored: true)
    case .never: TextStyle(isColored: false)
    case .auto:
      TextStyle(
        isColored: isatty(1) != 0
          && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
          && ProcessInfo.processInfo.environment["TERM"] != "dumb")
    }
  }
}

/// Colours of a terminal, where there is one.
struct TextStyle {
  let isColored: Bool

  /// What follows the escape character in everything that `paint` writes.
  static let codes = ["[0m", "[1m", "[2m", "[31m", "[32m", "[33m", "[34m"]

  private func paint(_ text: String, _ code: Int) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  func dim(_ text: String) -> String { paint(text, 2) }
  func bold(_ text: String) -> String { paint(text, 1) }
  func bad(_ text: String) -> String { paint(text, 31) }
  func good(_ text: String) -> String { paint(text, 32) }

  func marking(_ text: String, _ mark: TextMark) -> String {
    switch mark {
    case .name: bold(text)
    case .good: good(text)
    case .bad: bad(text)
    }
  }

  /// What adds is green, what takes away red, what people did yellow, all else blue.
  func kind(_ title: String, padded: String) -> String {
    let removing = ["deleted", "expired", "swept", "withdrawn", "revoke", "erase", "take-down"]
    let adding = ["indexed", "updated", "recorded", "content", "recovered"]
    let doing = ["engaged", "shown", "feedback"]
    func has(_ words: [String]) -> Bool { words.contains { title.contains($0) } }
    if title.contains("unreadable") || title == "incident" { return paint(padded, 31) }
    return paint(padded, has(removing) ? 31 : has(adding) ? 32 : has(doing) ? 33 : 34)
  }
}
