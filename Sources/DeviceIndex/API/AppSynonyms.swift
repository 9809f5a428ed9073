package import JournalFormat
internal import SQLite
internal import Search

/// Terms that an app takes for the same: an item that has one of a group is found by any other.
///
///     try await index.setSynonyms(
///       AppSynonyms(version: "2", groups: [["tv", "television"], ["sofa", "couch", "settee"]]))
///
/// A search takes whole words, without case and accents; a term of several words is found where an
/// item has all of them. Only the app's own items and activities are found so.
public struct AppSynonyms: Hashable, Sendable {
  /// At most so many groups are taken.
  public static let groupsMax = JournalSynonymsSet.groupsMax
  /// How many terms a group has.
  public static let termsRange = JournalSynonymsSet.termsRange
  /// Bytes of a term, in UTF-8, at most.
  public static let termByteCountMax = JournalSynonymsSet.termByteCountMax
  /// Bytes of a version, in UTF-8, at most.
  public static let versionByteCountMax = JournalSynonymsSet.versionByteCountMax

  /// The app's own name of this table, as the version of the app: says which is set.
  public let version: String
  /// Each group has terms that stand for one another.
  public let groups: [[String]]

  /// - Parameters:
  ///   - version: at most 64 bytes; may be empty.
  ///   - groups: 1 to 1,000, each of 2 to 16 terms. A term has 1 to 64 bytes, and a word.
  /// - Throws: `DeviceError.Code.invalidSynonyms` for a table outside these bounds.
  public init(version: String, groups: [[String]]) throws(DeviceError) {
    self.version = version
    self.groups = groups
    if let problem = problem {
      throw DeviceError(.invalidSynonyms, "The synonyms cannot be set: \(problem).")
    }
  }

  init(_ table: JournalSynonymsSet) {
    version = table.version
    groups = table.countedGroups
  }

  private var problem: String? {
    guard version.utf8.count <= Self.versionByteCountMax else {
      return "the version has \(version.utf8.count) bytes, and at most "
        + "\(Self.versionByteCountMax) are kept"
    }
    guard (1...Self.groupsMax).contains(groups.count) else {
      return "there are \(groups.count) groups, and 1 to \(Self.groupsMax) are taken"
    }
    for (place, terms) in groups.enumerated() {
      guard Self.termsRange.contains(terms.count) else {
        return "group \(place + 1) has \(terms.count) terms, and \(Self.termsRange.lowerBound) to "
          + "\(Self.termsRange.upperBound) are taken"
      }
      for term in terms {
        guard term.utf8.count <= Self.termByteCountMax, term.hasWord else {
          return "group \(place + 1) has the term \(term.printable), and a term has a word and at "
            + "most \(Self.termByteCountMax) bytes"
        }
      }
    }
    return nil
  }

  package func journaled(app: String) -> JournalEvent {
    var event = JournalEvent()
    event.synonymsSet = JournalSynonymsSet(app: app, version: version, groups: groups)
    return event
  }
}

extension SearchableIndex {
  /// Puts a table of synonyms in the place of the one that the app has; nil: it has none any more.
  ///
  /// One that is set already is not journaled again, so an app may set its table at every start.
  /// Deleting everything of the app deletes its synonyms. After a restore an app sets them again,
  /// as it gives its items again.
  ///
  /// - Returns: the place in the journal; nil: nothing was to be changed.
  @discardableResult
  public func setSynonyms(_ synonyms: AppSynonyms?) async throws(DeviceError) -> JournalPlace? {
    try await host.setSynonyms(synonyms, app: bundleIdentifier)
  }

  /// The synonyms that the app set last; nil: it has none.
  public func fetchSynonyms() async throws(DeviceError) -> AppSynonyms? {
    try await host.synonyms(ofApp: bundleIdentifier)
  }
}

extension DeviceHost {
  fileprivate func setSynonyms(
    _ synonyms: AppSynonyms?, app: String
  ) async throws(DeviceError) -> JournalPlace? {
    // No other call of this actor runs between this comparison and the record.
    try await catchUpIndex()
    guard try device.queries.synonyms(app: app) != synonyms else { return nil }
    guard let synonyms else {
      var event = JournalEvent()
      event.synonymsSet.app = app
      return try record([event])
    }
    return try record([synonyms.journaled(app: app)])
  }

  fileprivate func synonyms(ofApp app: String) async throws(DeviceError) -> AppSynonyms? {
    try await catchUpIndex()
    return try device.queries.synonyms(app: app)
  }
}

extension IndexQueries {
  /// The synonyms that an app set last; nil: it has none.
  package func synonyms(app: String) throws(DeviceError) -> AppSynonyms? {
    try index.asking { projection throws(SQLiteError) in
      try projection.documents.synonyms.table(of: app).map { AppSynonyms($0) }
    }
  }
}

extension String {
  /// Whether a search finds anything by it.
  fileprivate var hasWord: Bool { !QueryWord.searched(in: self).isEmpty }
}
