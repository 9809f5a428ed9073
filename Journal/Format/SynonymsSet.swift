/// What counts of an app's synonyms, for everyone who reads or writes them.
extension JournalSynonymsSet {
  /// Bytes of the version, in UTF-8.
  package static let versionByteCountMax = 64
  package static let groupsMax = 1_000
  /// Terms of a group, of which one alone says nothing.
  package static let termsRange = 2...16
  /// Bytes of a term, in UTF-8.
  package static let termByteCountMax = 64

  package init(app: String, version: String, groups: [[String]]) {
    self.init()
    (self.app, self.version) = (app, version)
    self.groups = groups.map { terms in
      var group = JournalSynonymGroup()
      group.terms = terms
      return group
    }
  }

  /// The groups within the bounds, whatever an entry says: of a group that is too long the first
  /// terms, and no term that is too long.
  package var countedGroups: [[String]] {
    groups.prefix(Self.groupsMax).map { group in
      Array(
        group.terms.lazy.filter { $0.utf8.count <= Self.termByteCountMax }
          .prefix(Self.termsRange.upperBound))
    }
  }
}
