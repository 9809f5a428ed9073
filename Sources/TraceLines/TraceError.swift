/// Why a trace cannot be read.
package struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  package let file: String
  package let line: Int?
  /// Unicode scalars of the line up to the place, and one.
  package var column: Int?
  package let isMissing: Bool
  /// Whether what follows the line can be read.
  package var isAboutOneLine: Bool
  package let reason: String
  /// The next step.
  package var advice: String

  package init(
    file: String, line: Int?, column: Int? = nil, isMissing: Bool, isAboutOneLine: Bool = false,
    reason: String, advice: String = "Correct the line, or leave it out"
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.isMissing = isMissing
    self.isAboutOneLine = isAboutOneLine
    self.reason = reason
    self.advice = advice
  }

  package var description: String {
    // A reason can be somebody else's sentence.
    let end = reason.hasSuffix(".") ? "" : "."
    let place = line.map { ", line \($0)" + (column.map { ", column \($0)" } ?? "") } ?? ""
    return "\(file)\(place): \(reason)\(end) \(advice)."
  }
}
