internal import JournalFormat

/// What lies where a journal should be and cannot be opened as one: told by its kind, its length
/// and its first bytes, without SQLite.
package struct UnopenedFile {
  /// A sentence that names the file and says what it is.
  package let meaning: String
  private let nextStep: String

  /// Of a file that SQLite refused, or in which it finds no journal.
  package init(_ path: String) {
    guard let image = try? PageImage(path) else {
      // Nothing is known of a file on a disk that is not the system's.
      let problem = FileSystem.problem(ofOrdinaryFile: path)
      meaning =
        problem.map { "\(path) \($0), and no journal." }
        ?? "\(path) is not a journal, or its first page is damaged."
      nextStep = "Check the path; if it was a journal, restore it from a snapshot."
      return
    }
    let remains = "`spotlog journal verify \(path.asShellWord)` says what is left of it"
    if let expected = image.expectedByteCount, image.isCut {
      meaning =
        "\(path) was cut short: it has \(image.fileByteCount) bytes, and its header says "
        + "\(expected)."
      nextStep = "Look for a whole copy, or restore it from a snapshot; \(remains)."
    } else if image.isHeaderCut {
      meaning =
        "\(path) was cut short: it has \(Figure.count(image.fileByteCount, "byte")), and the "
        + "header of an SQLite file has "
        + "\(PageImage.headerByteCount)."
      nextStep = "Look for a whole copy, or restore it from a snapshot; \(remains)."
    } else if !image.isDatabase {
      meaning =
        "\(path) is not a journal, or its first page was overwritten: it does not begin as an "
        + "SQLite file."
      nextStep = "Check the path; if it was a journal, \(remains)."
    } else if !image.isMarked {
      meaning =
        "\(path) is not a journal, or its first page is damaged: it is an SQLite file that does "
        + "not say that it is one."
      nextStep = "Check the path; if it was a journal, \(remains)."
    } else {
      meaning = "\(path) is a journal whose first page is damaged."
      nextStep = "Restore it from a snapshot; \(remains)."
    }
  }

  /// A file of no bytes, which SQLite takes for none; nil for any other.
  static func empty(_ path: String) -> String? {
    guard FileSystem.problem(ofOrdinaryFile: path) == FileSystem.isEmpty else { return nil }
    return "\(path) is empty: nothing of a journal is in it. If it was one, restore it from a "
      + "snapshot."
  }

  var message: String { "\(meaning) \(nextStep)" }
}
