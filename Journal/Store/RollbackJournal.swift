internal import SQLite

/// A rollback journal beside a journal of ours, which never has one: it is another database's.
/// SQLite as this program uses it does not look for one; other programs would bring it in.
enum RollbackJournal {
  static let suffix = "-journal"

  /// Passes over what lies there; a writer renames it.
  ///
  /// - Returns: a sentence for people; nil where nothing is there.
  static func pass(_ path: String, isWriter: Bool) throws(JournalError) -> String? {
    guard isWriter else { return passedOver(path) }
    guard let found = sentence(path) else { return nil }
    let aside = try LogCheck.setAside(path + suffix, "belongs to another database,")
    return found + ": it was renamed to \(aside)."
  }

  /// What a reader says of it.
  static func passedOver(_ path: String) -> String? {
    sentence(path).map { $0 + ": it was not read." }
  }

  private static func sentence(_ path: String) -> String? {
    guard DatabaseFile.exists(path + suffix) else { return nil }
    return "The rollback journal beside \(path) belongs to another database, since no journal has "
      + "one"
  }
}
