import ArgumentParser
import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite
import Simulation
import TraceLines

struct JournalExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Convert a journal to a form that other programs read.",
    discussion: """
      trace is JSON Lines as `spotlog simulate --trace` and `spotlog device index` take them, of \
      a private journal; what such a line cannot say is counted on standard error. csv and \
      sqlite are of any journal: an entry a row, in SQLite a table of the fields, and views.

      With --anonymize letters and digits of words and identifiers become others, alike for like \
      words, so that queries still find what they found. Times, numbers and Apple's names of \
      attributes stay. A reader can guess from lengths and repeats: it is for \
      people whom you trust not to try (docs/LIMITS.md).

      Examples:
        spotlog journal export phone/private.journal > phone.jsonl
        spotlog journal export phone/private.journal --anonymize --from 1000 \\
          > report.jsonl
        spotlog journal export cloud/cloud.journal --format sqlite --out cloud.sqlite

      Exit status: 64 the options do not go together; 65 the journal is damaged, no private \
      one, or has no entry at --through or --until; 66 there is none; 73 --out is \
      there already; 74 it cannot be written.
      """)

  enum Form: String, ExpressibleByArgument, CaseIterable { case trace, csv, sqlite }

  @OptionGroup var input: JournalInput
  @OptionGroup var end: UntilOption
  @Option(help: "trace, csv or sqlite.") var format = Form.trace
  @Option(
    help: ArgumentHelp("The SQLite file to make.", valueName: "file"), completion: .file(),
    transform: GivenPath.named)
  var out: String?
  @Option(help: "The first entry; default the first of all.") var from: UInt64?
  @Option(help: "The last entry; default the last of all.") var through: UInt64?
  @Option(help: "The device's name in the trace; default the journal's name.")
  var device: String?
  @Flag(help: "Replace words and identifiers by pseudonyms.") var anonymize = false
  @Option(
    help: ArgumentHelp(
      "A file with 64 hexadecimal digits: the same make the same pseudonyms. Without it they are "
        + "drawn again each time.", valueName: "file"), completion: .file(),
    transform: GivenPath.named)
  var pseudonymKeyFile: String?

  func validate() throws {
    guard (format == .sqlite) == (out != nil) else {
      throw ValidationError(
        "--out FILE goes with --format sqlite, and it with --out. The others are printed.")
    }
    guard from ?? 1 >= 1, from ?? 1 <= through ?? .max else {
      throw ValidationError("--from is from 1 on, and not above --through.")
    }
    guard device == nil || (format == .trace && device?.isEmpty == false) else {
      throw ValidationError("--device names the device of a trace.")
    }
    guard pseudonymKeyFile == nil || anonymize else {
      throw ValidationError("--pseudonym-key-file goes with --anonymize.")
    }
  }

  func run() throws {
    try reporting {
      let pseudonyms = try pseudonyms()
      let source = try input.open()
      let journal = source.journal
      let range = try JournalReader(
        source, from: from.map { .entry($0) }, until: through.map { .entry($0) }
      ).span
      let span = Span(
        first: range.first, last: min(range.last, try end.last(in: journal) ?? .max))
      if span.isEmpty { Terminal.complain("no entries") }
      switch format {
      case .trace: try printTrace(of: journal, span, pseudonyms)
      case .csv:
        var output = Output()
        output.line(EntryTable.csvHeader)
        try forEach(journal, span) { output.line(EntryTable($0, pseudonyms).csvLine) }
        output.flush()
      case .sqlite: try makeDatabase(of: journal, span, pseudonyms)
      }
      source.warnIfChanged()
    }
  }

  private func pseudonyms() throws -> Pseudonyms? {
    guard anonymize else { return nil }
    var generator = SystemRandomNumberGenerator()
    var key = (0..<Pseudonyms.keyByteCount).map { _ in
      UInt8.random(in: .min ... .max, using: &generator)
    }
    if let pseudonymKeyFile {
      let text = try SecretFile.read(pseudonymKeyFile, as: "the key of the pseudonyms")
      guard let bytes = [UInt8](hex: text) else {
        throw Failure(.badInput, "\(pseudonymKeyFile) does not hold 64 hexadecimal digits.")
      }
      key = bytes
    }
    guard let pseudonyms = Pseudonyms(key: key) else {
      throw Failure(
        .badInput, "\(pseudonymKeyFile ?? "") does not hold 64 hexadecimal digits.")
    }
    return pseudonyms
  }

  private func forEach(
    _ journal: Journal, _ span: Span, _ body: (EntryRow) throws -> Void
  ) throws {
    try journal.forEach(from: span.first, isChecked: false, refuse: { $0 as any Error }) { row in
      guard row.number.rawValue <= span.last else { return .stop }
      try body(row)
      return .next
    }
  }

  private func printTrace(
    of journal: Journal, _ span: Span, _ pseudonyms: Pseudonyms?
  ) throws {
    guard journal.identity.kind == .private else {
      throw Failure(
        .badInput,
        "\(input.path) is a \(journal.identity.kind) journal, and a trace is made of a private "
          + "one. Export this one with --format csv or sqlite.")
    }
    var writer = TraceWriter(
      device: device ?? "\(journal.identity.name)", pseudonyms: pseudonyms)
    var output = Output()
    try forEach(journal, span) { row in
      guard let payload = row.payload else { return writer.leaveOutRedacted() }
      guard let event = try? JournalEvent(payload: [UInt8](payload)) else {
        return writer.leaveOutUnreadable()
      }
      if let line = try writer.line(event, at: row.time) { output.line(line.escapedJSON) }
    }
    output.flush()
    for (name, count) in writer.leftOut.sorted(by: { $0.key < $1.key }) {
      Terminal.complain("left out: \(count) \(name)")
    }
  }

  private func makeDatabase(
    of journal: Journal, _ span: Span, _ pseudonyms: Pseudonyms?
  ) throws {
    let path = out ?? ""
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Failure(.cannotCreate, "\(path) is there already. Choose another file.")
    }
    do {
      let database = try Connection(path: path, mode: .create)
      try database.execute(EntryTable.schema)
      try database.transaction({ $0 as any Error }) {
        try forEach(journal, span) { try EntryTable($0, pseudonyms).insert(into: database) }
      }
    } catch let error as SQLiteError {
      try? FileManager.default.removeItem(atPath: path)
      throw Failure(.cannotWrite, "\(path) cannot be written: \(error.message).")
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }
}

/// An entry as a row of a table.
private struct EntryTable {
  private let row: EntryRow
  private let summary: EntrySummary

  init(_ row: EntryRow, _ pseudonyms: Pseudonyms?) {
    self.row = row
    let summary = EntrySummary(kind: row.kind, payload: row.payload.map { [UInt8]($0) })
    self.summary =
      pseudonyms.map { pseudonyms in
        summary.replacing { name, value in
          summary.isWordy(name, value) || name == "app" ? pseudonyms.ofAddress(value) : value
        }
      } ?? summary
  }

  static let csvHeader = "number,time,kind,app,id,bytes,redacted,digest,fields"

  /// As RFC 4180 has it; the fields besides are a JSON object.
  var csvLine: String {
    let others = Dictionary(
      summary.fields.filter { !$0.value.isEmpty && !["app", "id"].contains($0.name) }
        .map { ($0.name, $0.value) }
    ) { first, _ in first }
    return [
      "\(row.number)", row.time.text, summary.title, field("app"), field("id"),
      "\(row.header.payloadByteCount)", row.payload == nil ? "1" : "0", "\(row.digest)",
      Output.jsonLine(others),
    ].map(Self.quoted).joined(separator: ",")
  }

  private func field(_ name: String) -> String {
    summary.fields.first { $0.name == name }?.value ?? ""
  }

  /// Looks at bytes: a quote with a combining mark is one character of Swift, and a quote to a
  /// reader of the table.
  private static func quoted(_ text: String) -> String {
    let text = harmless(text.printable)
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return text
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted += "\"" }
    }
    return quoted + "\""
  }

  /// A spreadsheet takes a field that begins so for a formula, and runs it.
  private static func harmless(_ text: String) -> String {
    text.utf8.first.map { "=+-@".utf8.contains($0) } == true ? "'" + text : text
  }

  static let schema = """
    CREATE TABLE entry (
      number INTEGER PRIMARY KEY, time TEXT NOT NULL, milliseconds INTEGER NOT NULL,
      kind TEXT NOT NULL, app TEXT, id TEXT, bytes INTEGER NOT NULL, redacted INTEGER NOT NULL,
      digest TEXT NOT NULL
    ) STRICT;
    CREATE TABLE field (
      number INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (number, place)
    ) STRICT, WITHOUT ROWID;
    CREATE VIEW log AS SELECT number, time, kind, app, id,
      (SELECT group_concat(name || '=' || value, '  ') FROM field WHERE field.number = entry.number
        AND name NOT IN ('app', 'id')) AS fields FROM entry;
    CREATE VIEW by_kind AS SELECT kind, count(*) AS entries, sum(bytes) AS bytes,
      sum(redacted) AS redacted FROM entry GROUP BY kind;
    CREATE VIEW by_day AS SELECT substr(time, 1, 10) AS day, count(*) AS entries,
      sum(bytes) AS bytes FROM entry GROUP BY day;
    CREATE VIEW by_app AS SELECT app, count(*) AS entries, sum(bytes) AS bytes FROM entry
      WHERE app IS NOT NULL GROUP BY app;
    """

  func insert(into database: Connection) throws {
    let entry = try database.statement("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    entry.bind(1, Int64(clamping: row.number.rawValue))
    entry.bind(2, row.time.text)
    entry.bind(3, row.time.milliseconds)
    entry.bind(4, summary.title)
    for (place, name) in [(Int32(5), "app"), (6, "id")] {
      let value = field(name)
      if value.isEmpty { entry.bindNull(place) } else { entry.bind(place, value) }
    }
    entry.bind(7, Int64(row.header.payloadByteCount))
    entry.bind(8, row.payload == nil ? 1 : 0 as Int64)
    entry.bind(9, "\(row.digest)")
    try entry.run()
    let insert = try database.statement("INSERT INTO field VALUES (?, ?, ?, ?)")
    for (place, field) in summary.fields.enumerated() where !field.value.isEmpty {
      insert.bind(1, Int64(clamping: row.number.rawValue))
      insert.bind(2, Int64(place))
      insert.bind(3, field.name)
      insert.bind(4, field.value)
      try insert.run()
    }
  }
}
