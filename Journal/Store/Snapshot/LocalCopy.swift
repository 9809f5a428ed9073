internal import JournalFormat
internal import SQLite

/// The local tables of one journal: whole, since nobody but their owner knows what changed in them.
enum LocalCopy {
  static let prefix = "local_"
  /// Redactions have images of their own, and the mark is of the file that is copied alone.
  private static let notCopied: Set = [RedactionMark.tableName, LogMark.tableName]

  /// Gives the images one by one; each has all tables, and the rows that fit into it.
  static func run(
    _ source: SnapshotSource, image: ([UInt8]) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    let path = source.journal.path
    let tables = try SnapshotError.writing(path) { () throws(SQLiteError) in
      try Schema(source.journal.connection).objects.filter {
        $0.sql != nil && $0.name.hasPrefix(prefix) && !notCopied.contains($0.table)
      }
    }
    for table in tables { try check(table, of: path) }
    var images = FillingImages(path: path, tables: tables.compactMap(\.sql))
    for table in tables where table.type == "table" {
      let select = try SnapshotError.writing(path) { () throws(SQLiteError) in
        try source.journal.connection.statement("SELECT * FROM \"\(table.name)\"")
      }
      try images.add(select, to: table.name, image)
    }
    try images.finish(image)
  }

  /// Whether an image holds local tables, each what its text says.
  static func check(_ found: [SchemaObject], of subject: String) throws(SnapshotError) {
    for object in found where object.sql != nil { try check(object, of: subject) }
    for (table, objects) in Dictionary(grouping: found, by: \.table)
    where !Schema.isPlain(objects) {
      throw .refused(
        subject, "has a table \(table.debugDescription) that is not what its statement makes")
    }
  }

  /// A trigger would run when the tables are filled again, and a virtual table has no rows.
  static func check(_ table: SchemaObject, of subject: String) throws(SnapshotError) {
    guard table.type == "table" || table.type == "index", table.name.hasPrefix(prefix),
      SnapshotName.isPlain(table.name)
    else {
      throw SnapshotError(
        .refused,
        "\(subject) has a \(table.type) \(table.name.debugDescription); a snapshot holds tables "
          + "and indexes whose names begin with \(prefix). Drop it, or use a newer spotlog.")
    }
  }

  static func insertion(into table: String, _ columnCount: Int32) -> String {
    let places = repeatElement("?", count: Int(columnCount)).joined(separator: ", ")
    return "INSERT INTO \"\(table)\" VALUES (\(places))"
  }

  /// Gives the redactions after the first `count`, image by image.
  static func redactions(
    _ source: SnapshotSource, after count: UInt64, image: ([UInt8]) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    guard source.redactions.count > count else { return }
    let path = source.journal.path
    var images = FillingImages(path: path, tables: [RedactionMark.table])
    let select = try SnapshotError.writing(path) { () throws(SQLiteError) in
      try source.journal.connection.statement(
        "SELECT sequence, number, digest FROM local_redactions WHERE sequence > ? ORDER BY 1")
    }
    select.bind(1, Int64(clamping: count))
    try images.add(select, to: RedactionMark.tableName, image)
    try images.finish(image)
  }
}

/// Rows of tables on their way into images, a new one where the last is full.
private struct FillingImages {
  let path: String
  let tables: [String]
  private var filling: Connection?

  init(path: String, tables: [String]) {
    self.path = path
    self.tables = tables
  }

  /// Copies the rows of a query into the table; what is full is given away.
  mutating func add(
    _ select: Statement, to table: String, _ image: ([UInt8]) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    defer { select.reset() }
    var isMore = true
    while isMore {
      (filling, isMore) = try SnapshotError.writing(path) { [filling] () throws(SQLiteError) in
        let image: Connection
        if let filling { image = filling } else { image = try SnapshotImage.make(tables) }
        return (image, try Self.fill(image, table, from: select))
      }
      if isMore { try finish(image) }
    }
  }

  /// Gives away what was filled, if there is any.
  mutating func finish(
    _ image: ([UInt8]) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    guard let filling else { return }
    self.filling = nil
    let bytes = try SnapshotError.writing(path) { () throws(SQLiteError) in
      try SnapshotImage.bytes(filling)
    }
    try image(bytes)
  }

  /// Copies rows until the image is full; false when there are no more.
  private static func fill(
    _ image: Connection, _ table: String, from select: Statement
  ) throws(SQLiteError) -> Bool {
    let insert = try image.statement(LocalCopy.insertion(into: table, select.columnCount))
    var count = 0
    while try select.step() {
      insert.bindRow(of: select)
      try insert.run()
      count += 1
      if count & 63 == 0, try SnapshotImage.isFull(image) { return true }
    }
    return false
  }
}
