/// A text that a page or its headers say, and where they say it.
package struct PageFact: Hashable, Sendable, Encodable {
  /// Without spaces at its ends.
  package let text: String
  /// What said it, as a web developer calls it: "og:title", "<title>", "Link header".
  package let source: String
  /// Of the page's text, from 1; nil for a header.
  package let line: Int?

  package init(_ text: String, source: String, line: Int?) {
    (self.text, self.source, self.line) = (text, source, line)
  }

  /// "og:title, line 7".
  package var place: String { line.map { "\(source), line \($0)" } ?? source }

  /// The same place with another text.
  func with(_ text: String) -> PageFact { PageFact(text, source: source, line: line) }
}

extension String {
  /// The text without spaces, tabs and line ends at its ends, and with one space for each run of
  /// them between words (HTML: "strip and collapse ASCII whitespace").
  package var collapsedSpaces: String {
    unicodeScalars.split(whereSeparator: \.isPageSpace).map(String.init).joined(separator: " ")
  }

  /// The text as one line for people: without controls, without what hides or turns a line around.
  package var shownOnOneLine: String {
    let scalars = unicodeScalars.filter { scalar in
      if scalar.isPageSpace { return true }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .privateUse: return false
      case .format: return scalar.value == 0x200C || scalar.value == 0x200D
      default: return true
      }
    }
    return String(String.UnicodeScalarView(scalars)).collapsedSpaces
  }

  /// At most so many characters, the last one "…" where some are cut.
  package func cut(to count: Int) -> String {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<index(before: end)] + "…"
  }
}

extension Unicode.Scalar {
  /// ASCII whitespace of HTML.
  var isPageSpace: Bool {
    switch self {
    case " ", "\t", "\n", "\r", "\u{C}": true
    default: false
    }
  }
}
