import ArgumentParser
import Foundation
import Inspection
import JournalFormat

/// Prints entries in the form that somebody asked for.
final class EntryPrinter {
  private enum Form {
    case line, json, short
    case template(EntryTemplate)
  }

  private let form: Form
  private var output = Output()
  private let isRedacted: Bool
  private let style: TextStyle
  private let numberWidth: Int
  private static let kindWidth = 20
  /// Whether an entry was printed, or that one is missing.
  private(set) var hasPrinted = false
  /// Fields that the template names and no entry had so far; empty where words are hidden.
  private var unseenFields: Set<String> = []
  /// Names of fields that entries had meanwhile.
  private var seenFields: Set<String> = []
  /// Numbers at which nothing could be read.
  private(set) var missing: UInt64 = 0

  /// - Parameter last: the last number that is expected, for alignment.
  init(_ log: JournalLog, last: UInt64) throws {
    isRedacted = log.showing.redact
    style = log.showing.style
    numberWidth = String(last).count
    if let format = log.format {
      let template = try EntryTemplate(format)
      form = .template(template)
      if !isRedacted { unseenFields = template.entryFields }
    } else {
      form = log.json ? .json : log.oneline ? .short : .line
    }
  }

  func print(_ reader: JournalReader, limit: Int = .max, backwards: Bool = false) throws {
    if case .short = form {
      return try reader.forEachShortLine(
        limit: limit, backwards: backwards, withoutWords: isRedacted
      ) { line in
        hasPrinted = true
        output.append { $0 += line }
      }
    }
    try reader.forEach(limit: limit, backwards: backwards) { entry in
      hasPrinted = true
      print(isRedacted ? entry.withoutWords : entry)
    }
  }

  private func print(_ entry: InspectedEntry) {
    switch form {
    case .json: output.line(Output.jsonLine(entry))
    case .template(let template):
      output.line(template.line(entry))
      guard !unseenFields.isEmpty else { return }
      seenFields.formUnion(entry.allFields.map(\.name))
      unseenFields.subtract(seenFields)
    case .line, .short: output.line(line(entry))
    }
  }

  func flush() { output.flush() }

  /// Says of the template's fields that no entry had, which are empty in every line.
  func complainOfUnseenFields() {
    for name in unseenFields.sorted() {
      let known = EntryTemplate.ownFields.sorted() + seenFields.sorted()
      let hint = Suggestion.nearest(to: name, of: known).map { " Did you mean \($0)?" }
      Terminal.complain("no entry here has a field \(name.printable).\(hint ?? "")")
    }
  }

  /// Says where entries are missing, among them for people, and beside them for programs.
  func printGap(_ numbers: ClosedRange<UInt64>) {
    hasPrinted = true
    missing += UInt64(numbers.count)
    let text =
      numbers.count == 1
      ? "entry \(numbers.lowerBound) is missing or cannot be read"
      : "entries \(numbers.lowerBound)-\(numbers.upperBound) are missing or cannot be read"
    switch form {
    case .line, .short: output.line(style.bad("-- \(text) --"))
    case .json, .template: Terminal.complain(text)
    }
  }

  /// Characters of a field's value in a line; `show` has all of them.
  private static let valueMax = 120

  private func line(_ entry: InspectedEntry) -> String {
    let number = String(entry.number).leftPadded(to: numberWidth)
    let fields = entry.fields.map {
      style.dim("\($0.name.printable)=") + $0.value.printable.cut(to: Self.valueMax).unmistakable
    }
    let kind = entry.title
    let padded = fields.isEmpty ? kind : kind.padded(to: Self.kindWidth)
    let place = style.dim("\(number)  \(entry.timestamp.text)")
    return ([place, style.kind(kind, padded: padded)] + fields)
      .joined(separator: "  ")
  }
}

/// A line's form, with fields in braces.
struct EntryTemplate {
  private enum Piece {
    case text(String)
    case field(String)
  }

  private var pieces: [Piece] = []
  /// Those of every entry, whatever it says.
  static let ownFields: Set = ["number", "time", "day", "kind", "bytes", "digest"]

  /// The fields in it that an entry may have or not.
  var entryFields: Set<String> {
    Set(
      pieces.compactMap { piece in
        guard case .field(let name) = piece else { return nil }
        return name
      }
    ).subtracting(Self.ownFields)
  }

  init(_ format: String) throws {
    guard !format.isEmpty else {
      throw ValidationError(
        "--format is empty. Name fields in braces, such as '{number} {kind}'.")
    }
    var rest = format[...]
    while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
      let next = rest.index(after: brace)
      pieces.append(.text(String(rest[..<brace])))
      if next < rest.endIndex, rest[next] == rest[brace] {
        pieces.append(.text(String(rest[brace])))
        rest = rest[rest.index(after: next)...]
        continue
      }
      guard rest[brace] == "{", let end = rest[next...].firstIndex(of: "}"), end > next else {
        throw ValidationError(
          "--format \(format.printable) has a brace at character "
            + "\(format.distance(from: format.startIndex, to: brace) + 1) without another. Write "
            + "{{ or }} for a brace itself.")
      }
      pieces.append(.field(String(rest[next..<end])))
      rest = rest[rest.index(after: end)...]
    }
    pieces.append(.text(String(rest)))
  }

  func line(_ entry: InspectedEntry) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let name): Self.value(name, entry).printable
      }
    }.joined()
  }

  private static func value(_ name: String, _ entry: InspectedEntry) -> String {
    switch name {
    case "number": "\(entry.number)"
    case "time": entry.timestamp.text
    case "day": "\(entry.timestamp.day)"
    case "kind": entry.title
    case "bytes": "\(entry.payloadByteCount)"
    case "digest": entry.digest
    default: entry.allFields.first { $0.name == name }?.value ?? ""
    }
  }
}

extension String {
  /// With spaces behind it, or as it is when it is longer.
  func padded(to width: Int) -> String {
    count < width ? self + String(repeating: " ", count: width - count) : self
  }

  func leftPadded(to width: Int) -> String {
    count < width ? String(repeating: " ", count: width - count) + self : self
  }
}
