internal import JournalFormat

/// Markup of a page. Text that is interpolated is escaped; only literals and other markup are taken
/// as they are, so that words of an app never become markup.
package struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
  package private(set) var text: String

  package init(stringLiteral value: String) { text = value }

  /// Markup that is written in the program: no text that is known only when it runs can be one.
  package init(_ literal: StaticString) { text = literal.description }

  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ markup: HTML) { text += markup.text }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += HTML.escaped(value.description)
    }
  }

  package static func + (first: Self, second: Self) -> Self { "\(first)\(second)" }

  /// Text for an element or a quoted attribute. Works on scalars: "<" and a mark behind it are one
  /// character of Swift, and two of HTML. What could hide, or turn a line around, is made visible.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Sequence<HTML> {
  package func joined(separator: HTML = "") -> HTML {
    var joined = HTML.Interpolation(literalCapacity: 0, interpolationCount: underestimatedCount)
    for (place, part) in enumerated() {
      if place > 0 { joined.appendInterpolation(separator) }
      joined.appendInterpolation(part)
    }
    return HTML(stringInterpolation: joined)
  }
}
