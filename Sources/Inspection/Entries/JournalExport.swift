internal import Foundation
internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import TraceLines

/// Entries of a journal in forms that other programs read.
struct JournalExport {
  private let source: JournalSource
  private let span: Span
  private let pseudonyms: Pseudonyms?

  init(_ source: JournalSource, from: Moment?, until: Moment?, pseudonymKey: [UInt8]?) throws {
    self.source = source
    span = try JournalReader(source, from: from, until: until).span
    pseudonyms = try pseudonymKey.map { key in
      guard let pseudonyms = Pseudonyms(key: key) else {
        throw InspectionError(
          .key,
          "The key of pseudonyms has \(Figure.count(key.count, "byte")). Give "
            + "\(Pseudonyms.keyByteCount).")
      }
      return pseudonyms
    }
  }

  func writeTrace(
    of device: String?, to write: (String) throws -> Void
  ) throws -> JournalInspector.ExportSummary {
    let identity = source.journal.identity
    guard identity.kind == .private else {
      throw InspectionError(
        .wrongKind,
        "\(source.path) is a \(identity.kind) journal, and a trace is made of a private one. "
          + "Export this one as csv or sqlite.")
    }
    var writer = TraceWriter(device: device ?? "\(identity.name)", pseudonyms: pseudonyms)
    let count = try forEach { row in
      guard let payload = row.payload else { return writer.leaveOutRedacted() }
      guard let event = try? JournalEvent(payload: [UInt8](payload)) else {
        return writer.leaveOutUnreadable()
      }
      if let line = try writer.line(event, at: row.time) { try put(line, write) }
    }
    return JournalInspector.ExportSummary(entryCount: count, leftOut: writer.leftOut)
  }

  func writeTable(
    to write: (String) throws -> Void
  ) throws -> JournalInspector.ExportSummary {
    try put(EntryTable.csvHeader, write)
    let count = try forEach { try put(EntryTable($0, pseudonyms).csvLine, write) }
    return JournalInspector.ExportSummary(entryCount: count)
  }

  func makeDatabase(at path: String) throws -> JournalInspector.ExportSummary {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw InspectionError(
        .alreadyExists, "\(path) is there already. Choose another file.")
    }
    do {
      let database = try Connection(path: path, mode: .create)
      try database.execute(EntryTable.schema)
      let count = try database.transaction({ $0 as any Error }) {
        try forEach { try EntryTable($0, pseudonyms).insert(into: database) }
      }
      return JournalInspector.ExportSummary(entryCount: count)
    } catch let error as SQLiteError {
      try? FileManager.default.removeItem(atPath: path)
      throw InspectionError(
        .cannotWrite, "\(path) cannot be written: \(error.message).", cause: error)
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  /// - Returns: how many entries there are.
  private func forEach(_ body: (EntryRow) throws -> Void) throws -> Int {
    var count = 0
    try source.journal.forEach(from: span.first, isChecked: false, refuse: { $0 as any Error }) {
      row in
      guard row.number.rawValue <= span.last else { return .stop }
      count += 1
      try body(row)
      return .next
    }
    return count
  }

  /// What the caller's own work refuses is told apart from what the journal does.
  private func put(_ line: String, _ write: (String) throws -> Void) throws {
    do { try write(line) } catch { throw InspectionError(.cannotWrite, "\(error)", cause: error) }
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
      Self.json(others),
    ].map(Self.quoted).joined(separator: ",")
  }

  private static func json(_ fields: [String: String]) -> String {
    (try? EscapedJSON.text(fields)) ?? ""
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
