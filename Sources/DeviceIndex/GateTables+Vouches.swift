internal import JournalFormat
internal import SQLite

/// What was vouched for.
extension GateTables {
  /// A content that a report of this journal vouches for.
  struct Vouched: Hashable {
    /// The private entry that holds the words.
    var privateNumber: UInt64
    /// The content report, once there is one.
    var contentNumber: UInt64?
  }

  /// Remembers the vouch with the identifier of its activity, under which it can be taken back. Of
  /// several versions with the same words the last stays longest.
  func vouch(_ candidate: Candidate) throws(SQLiteError) {
    let insert = try connection.statement(
      """
      INSERT INTO local_vouched VALUES (?, ?, ?, ?, ?, NULL)
        ON CONFLICT DO UPDATE SET private_number = excluded.private_number
      """)
    insert.bind(1, candidate.tag.bytes)
    insert.bind(2, candidate.content.bytes)
    insert.bind(3, candidate.app)
    insert.bind(4, candidate.id)
    insert.bind(5, Int64(candidate.privateNumber))
    try insert.run()
  }

  /// Takes back what was vouched for under the candidate's identifier, whatever its tag was then,
  /// and under its tag now, whatever the identifier was.
  ///
  /// - Returns: the tags under which there was something to take back.
  func withdraw(_ candidate: Candidate) throws(SQLiteError) -> [Tag] {
    let tags = Set(try tags(app: candidate.app, id: candidate.id) + [candidate.tag])
    var withdrawn: [Tag] = []
    for tag in tags.sorted() where try withdraw(tag) { withdrawn.append(tag) }
    return withdrawn
  }

  private func tags(app: String, id: String) throws(SQLiteError) -> [Tag] {
    let select = try connection.statement("SELECT tag FROM local_vouched WHERE app = ? AND id = ?")
    defer { select.reset() }
    select.bind(1, app)
    select.bind(2, id)
    var found: [Tag] = []
    while try select.step() {
      if let tag = Tag(bytes: select.bytes(0)) { found.append(tag) }
    }
    return found
  }

  /// Whether anything was vouched for under the tag; then it no longer is.
  @discardableResult
  func withdraw(_ tag: Tag) throws(SQLiteError) -> Bool {
    let delete = try connection.statement("DELETE FROM local_vouched WHERE tag = ?")
    delete.bind(1, tag.bytes)
    try delete.run()
    return connection.changes > 0
  }

  /// A content may have been vouched for under several identifiers; it is reported once.
  func vouched(_ tag: Tag, _ content: ContentDigest) throws(SQLiteError) -> Vouched? {
    let select = try connection.statement(
      """
      SELECT private_number, content_number FROM local_vouched WHERE tag = ? AND content = ?
        ORDER BY content_number DESC, private_number DESC LIMIT 1
      """)
    defer { select.reset() }
    select.bind(1, tag.bytes)
    select.bind(2, content.bytes)
    guard try select.step() else { return nil }
    return Vouched(
      privateNumber: UInt64(clamping: select.integer(0)),
      contentNumber: select.isNull(1) ? nil : UInt64(clamping: select.integer(1)))
  }

  func contentReported(
    _ tag: Tag, _ content: ContentDigest, number: UInt64
  ) throws(SQLiteError) {
    let update = try connection.statement(
      "UPDATE local_vouched SET content_number = ? WHERE tag = ? AND content = ?")
    update.bind(1, Int64(number))
    update.bind(2, tag.bytes)
    update.bind(3, content.bytes)
    try update.run()
  }
}
