internal import JournalFormat
internal import JournalStore
internal import SQLite

/// What was endorsed.
extension FilterTables {
  /// A content that a report of this journal endorses, under the identifier of its activity.
  struct Endorsed: Hashable {
    var tag: Tag
    var content: ContentDigest
    var app: String
    var id: String
    /// The private entry that holds the words.
    var privateNumber: UInt64
    /// The content report, once there is one.
    var contentNumber: UInt64?

    /// Whether the cloud told of it: no activity has such a name.
    var isTold: Bool { app.isEmpty && id.isEmpty }
  }

  private static let sameKey = "WHERE tag = ? AND content = ? AND app = ? AND id = ?"
  private static let sameWords = "WHERE tag = ? AND content = ?"

  /// Remembers the endorsement with the identifier of its activity, under which it can be taken
  /// back. Of several versions with the same words the last stays longest.
  func endorsement(_ candidate: Candidate) throws(SQLiteError) {
    let known = try Self.endorsed.rows(
      Self.sameKey, .bytes(candidate.tag.bytes), .bytes(candidate.content.bytes),
      .text(candidate.app), .text(candidate.id), in: connection
    ).first.flatMap(Endorsed.init)
    let endorsed = Endorsed(
      tag: candidate.tag, content: candidate.content, app: candidate.app, id: candidate.id,
      privateNumber: candidate.privateNumber, contentNumber: known?.contentNumber)
    guard endorsed != known else { return }
    try Self.endorsed.replace(endorsed.row, in: connection)
  }

  /// Remembers what the lineage endorses as the cloud says: this device may have forgotten it in
  /// a restore, and has to report its deletion all the same.
  ///
  /// - Parameters:
  ///   - tags: nil where nobody trusted said so; what was told before stays.
  ///   - number: a private entry up to this one may be older than what was said to the cloud, and
  ///     does not take that back.
  func replaceEndorsements(_ tags: [Tag]?, after number: UInt64) throws(SQLiteError) {
    guard let tags else { return }
    try Self.endorsed.remove("WHERE " + Self.isTold, in: connection)
    for tag in tags {
      try Self.endorsed.replace(
        Endorsed(
          tag: tag, content: .zero, app: "", id: "", privateNumber: number, contentNumber: nil
        ).row, in: connection)
    }
  }

  /// `Endorsed.isTold`, in SQL.
  private static let isTold = "app = '' AND id = ''"

  /// Tags that the lineage endorses as the cloud told, and that no activity here has or had under
  /// its name: the cloud tells no app, so no deletion reaches them.
  func unclaimedEndorsements() throws(SQLiteError) -> [Tag] {
    let candidates = Set(
      try Self.candidates.rows("", in: connection).compactMap(Candidate.init).map(\.tag))
    let rows = try Self.endorsed.rows("", in: connection).compactMap(Endorsed.init)
    let own = Set(rows.filter { !$0.isTold }.map(\.tag))
    return rows.filter { $0.isTold }.map(\.tag).filter {
      !candidates.contains($0) && !own.contains($0)
    }
  }

  /// Whether the cloud told of an endorsement under the tag that a private entry takes back; then
  /// it is remembered no longer.
  func withdrawTold(_ tag: Tag, at number: UInt64) throws(SQLiteError) -> Bool {
    try !Self.endorsed.remove(
      "WHERE tag = ? AND private_number < ? AND " + Self.isTold, .bytes(tag.bytes),
      .number(number), in: connection
    ).isEmpty
  }

  /// Takes back what was endorsed under the candidate's identifier, whatever its tag was then,
  /// and under its tag now, whatever the identifier was.
  ///
  /// - Returns: the tags under which there was something to take back.
  func withdraw(_ candidate: Candidate) throws(SQLiteError) -> [Tag] {
    let under = try Self.endorsed.rows(
      "WHERE app = ? AND id = ?", .text(candidate.app), .text(candidate.id), in: connection)
    let tags = Set(under.compactMap { Endorsed($0)?.tag } + [candidate.tag])
    var withdrawn: [Tag] = []
    for tag in tags.sorted() where try withdraw(tag) { withdrawn.append(tag) }
    return withdrawn
  }

  /// Notes that the activity was recorded again: an endorsement of the same words stays with the
  /// last version that has them.
  func renew(_ candidate: Candidate) throws(SQLiteError) {
    let rows = try Self.endorsed.rows(
      Self.sameKey, .bytes(candidate.tag.bytes), .bytes(candidate.content.bytes),
      .text(candidate.app), .text(candidate.id), in: connection)
    if !rows.isEmpty { try endorsement(candidate) }
  }

  /// Whether this journal endorsed anything under the tag; then it no longer does.
  @discardableResult
  func withdraw(_ tag: Tag) throws(SQLiteError) -> Bool {
    try !Self.endorsed.remove(
      "WHERE tag = ? AND NOT (" + Self.isTold + ")", .bytes(tag.bytes), in: connection
    ).isEmpty
  }

  /// A content may have been endorsed under several identifiers; it is reported once.
  /// The last one comes first.
  func endorsed(_ tag: Tag, _ content: ContentDigest) throws(SQLiteError) -> [Endorsed] {
    try Self.endorsed.rows(
      Self.sameWords + " ORDER BY content_number DESC, private_number DESC",
      .bytes(tag.bytes), .bytes(content.bytes), in: connection
    ).compactMap(Endorsed.init)
  }

  func contentReported(
    _ tag: Tag, _ content: ContentDigest, number: UInt64
  ) throws(SQLiteError) {
    let rows = try Self.endorsed.rows(
      Self.sameWords, .bytes(tag.bytes), .bytes(content.bytes), in: connection)
    for row in rows {
      guard var endorsed = Endorsed(row) else { continue }
      endorsed.contentNumber = number
      try Self.endorsed.replace(endorsed.row, in: connection)
    }
  }
}

/// What a compaction asks the filter.
extension FilterTables {
  /// - Parameter checkpoint: how far the filter has read the private journal as it is now; nil: it
  ///   has to read it from the beginning.
  func needs(
    _ limits: CompactionLimits, _ checkpoint: Checkpoint?, now: Timestamp
  ) throws(SQLiteError) -> FilterNeeds {
    let reported = try Self.origins.rows(
      "WHERE number > ?", .number(limits.prunable), in: connection)
    // What the cloud told has no words here. A content that it has received it may ask for again:
    // it forgets the words of what it hides, and a restored one lacks what came last.
    let endorsed = try Self.endorsed.rows("WHERE NOT (" + Self.isTold + ")", in: connection)
      .compactMap(Endorsed.init)
    return FilterNeeds(
      readThrough: checkpoint?.position.number ?? 0,
      reported: Set(reported.map { UInt64($0[1]) }),
      endorsed: Set(endorsed.map(\.privateNumber)),
      contents: Set(endorsed.map(\.content)),
      now: now)
  }
}

extension FilterTables.Endorsed {
  init?(_ row: CheckedTable.Row) {
    guard let tag = row[0].bytes.flatMap({ Tag(bytes: $0) }),
      let content = row[1].bytes.flatMap({ ContentDigest(hex: $0.hex) }),
      let app = row[2].text, let id = row[3].text
    else { return nil }
    self.init(
      tag: tag, content: content, app: app, id: id, privateNumber: UInt64(row[4]),
      contentNumber: row[5].integer.map { UInt64(clamping: $0) })
  }

  var row: CheckedTable.Row {
    [
      .bytes(tag.bytes), .bytes(content.bytes), .text(app), .text(id), .number(privateNumber),
      contentNumber.map { .number($0) } ?? .null,
    ]
  }
}
