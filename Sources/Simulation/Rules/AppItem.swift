package import JournalFormat

/// What an app says of an item.
package struct AppItem: Hashable, Sendable {
  package enum Protection: String, Hashable, Comparable, Codable, CaseIterable, Sendable {
    case unprotected = "none"
    case untilFirstUnlock, complete

    private var strictness: Int { self == .unprotected ? 0 : self == .untilFirstUnlock ? 1 : 2 }

    package static func < (one: Self, other: Self) -> Bool { one.strictness < other.strictness }
  }

  package let name: AppName
  /// Empty: it says none.
  package var domain: ExactText
  /// An update takes away those whose value is null.
  package var attributes: AppAttributes = [:]
  /// Milliseconds since 1970; 0: it does not say, or it does not expire.
  package var expires: Int64
  /// The name of the index that it is given to; empty for the default one.
  var index: ExactText
  /// Nil: it does not say.
  package var protection: Protection?
  /// The keyring that the device had when it was given: what another one sealed cannot be read.
  var keyring = 0

  package init(
    name: AppName, domain: ExactText = "", title: ExactText? = nil, note: ExactText? = nil,
    expires: Int64 = 0, index: ExactText = ""
  ) {
    (self.name, self.domain, self.expires, self.index) = (name, domain, expires, index)
    (self.title, self.note) = (title, note)
  }

  /// Nil: it does not say.
  package var title: ExactText? {
    get { attributes[text: "title"] }
    set { attributes[text: "title"] = newValue }
  }

  /// What it says about it; nil: it does not say.
  package var note: ExactText? {
    get { attributes[text: "contentDescription"] }
    set { attributes[text: "contentDescription"] = newValue }
  }

  /// Has an update take away what was said about it.
  package mutating func clearNote() { attributes.set("contentDescription") { $0.null = true } }

  /// Whether an update takes away what was said about it.
  package var clearsNote: Bool { attributes.takesAway("contentDescription") }

  /// The class that holds for it once it is there.
  var effectiveClass: Protection { protection ?? .unprotected }

  /// RULES, "Protection": whether it can be found and read.
  ///
  /// - Parameters:
  ///   - strictest: the strictest class whose items are unlocked.
  ///   - keyring: that the device has.
  func isReadable(upTo strictest: Protection, keyring: Int) -> Bool {
    effectiveClass == .unprotected || effectiveClass <= strictest && self.keyring == keyring
  }

  /// For people.
  var line: String {
    name.id.description + (domain.isEmpty ? "" : ", domain \(domain)")
      + (expires == 0 ? "" : ", expires at \(expires)")
      + (protection.map { ", protection \($0.rawValue)" } ?? "")
  }
}
