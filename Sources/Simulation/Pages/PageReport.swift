package import HTMLPages
package import JournalFormat
internal import JournalStore

/// A report that is written as JSON for programs, and as a page for people.
package protocol PageReport: Encodable {
  func page(madeOn day: Day) -> HTMLPage
}

extension PageReport {
  /// Writes `NAME.json` and the page `NAME.html`.
  func writeFiles(to folder: String, named name: String = "report", madeOn day: Day) throws {
    try FileSystem.makeFolder(folder)
    try FileSystem.replace(
      folder + "/\(name).json", with: try EscapedJSON.bytes(self, isPretty: true))
    try FileSystem.replace(folder + "/\(name).html", with: page(madeOn: day).bytes)
  }
}

extension HTML {
  static func verdict(_ text: String, _ verdict: DrillReport.Verdict) -> HTML {
    .verdict(text, look: verdict.rawValue)
  }
}
