internal import Foundation
package import JournalFormat

/// What an item, an activity or a result of an app is called, byte by byte.
package struct AppName: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let app: ExactText
  package let id: ExactText

  package init(app: ExactText, id: ExactText) { (self.app, self.id) = (app, id) }

  package init(app: String, id: String) {
    self.init(app: ExactText(app), id: ExactText(id))
  }

  package static func < (one: Self, other: Self) -> Bool {
    (one.app, one.id) < (other.app, other.id)
  }

  package var description: String { "\(id) of \(app)" }
}

extension ExactText: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }

  /// With one way to write each letter.
  var composed: ExactText {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? self : ExactText(text.precomposedStringWithCanonicalMapping)
  }

  /// For people.
  package var description: String { text.count > 60 ? "\(text.prefix(60))..." : text }
}
