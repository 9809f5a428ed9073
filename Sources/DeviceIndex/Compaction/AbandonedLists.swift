internal import JournalFormat

/// What lists that a document was in, and of which nothing was opened, come to.
struct AbandonedLists {
  /// The entry of the last sums, and those of lists after them.
  var handles: [DocumentLife.Handle] = []
  /// Whether the entry of sums is all there is.
  var isSummed = false
  var lists: Int64 = 0
  var looks: Int64 = 0
  /// What the document was at the first of these entries, at which it has to be there.
  var version: Int?

  /// Sums of one entry, so that none comes near the bound of an event.
  private static let sumsPerEntry = 1_000
  private static let nameBytesPerEntry = 1 << 20

  /// What is journaled for all lists of which nothing was opened: afterwards nothing needs them.
  /// With no list since the last sums, nothing.
  ///
  /// All documents are in it, so that of the sums before nothing stays either.
  ///
  /// - Parameter lives: of the documents that are there, and whether each is an activity.
  static func sums(of lives: [(life: DocumentLife, isActivity: Bool)]) -> [JournalResultsShown] {
    let seen = lives.filter { !$0.life.abandoned.handles.isEmpty }
    guard seen.contains(where: { !$0.life.abandoned.isSummed }) else { return [] }
    let sorted = seen.sorted {
      ($0.life.app, $0.life.id, $0.isActivity ? 1 : 0)
        < ($1.life.app, $1.life.id, $1.isActivity ? 1 : 0)
    }
    var entries: [JournalResultsShown] = []
    var nameByteCount = 0
    for (life, isActivity) in sorted {
      let isFull = entries.last.map { $0.sums.count >= sumsPerEntry } ?? true
      if isFull || nameByteCount > nameBytesPerEntry {
        entries.append(JournalResultsShown())
        nameByteCount = 0
      }
      var sums = JournalShownSums()
      (sums.app, sums.id, sums.activity) = (life.app.text, life.id.text, isActivity)
      sums.lists = UInt64(life.abandoned.lists)
      sums.looks = UInt64(life.abandoned.looks)
      entries[entries.count - 1].sums.append(sums)
      nameByteCount += sums.app.utf8.count + sums.id.utf8.count
    }
    return entries
  }
}
