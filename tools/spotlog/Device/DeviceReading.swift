import DeviceIndex
import Inspection
import JournalFormat

extension DeviceReader {
  /// Reads the index on to the journal's end, and says how far it is where somebody watches. What
  /// was read when it is interrupted need not be read again.
  func readIndexToEnd() throws {
    var progress = try readIndex()
    while !progress.isComplete {
      Terminal.progress("the index has \(progress.text)")
      progress = try readIndex()
    }
    Terminal.endProgress()
  }

  /// What is said where nothing was found.
  ///
  /// - Parameter app: whose items alone were looked for; nil: everybody's.
  func noResults(ofApp app: String?) throws -> String {
    guard let app, try !holdsResults(ofApp: app) else { return "no results" }
    return "no results: the index has nothing of \(app.printable). Check --app."
  }
}

extension IndexProgress {
  /// For people, after "the index has".
  var text: String {
    "read \(Figure.grouped(doneCount)) of \(Figure.count(entryCount, "entry", "entries"))"
  }
}
