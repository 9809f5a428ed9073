internal import Foundation
package import JournalFormat

/// What an app says of an activity.
package struct AppActivity: Hashable, Sendable {
  package static let viewType: ExactText = "view"

  package let name: AppName
  package let type: ExactText
  /// Of its page, which others can open; nil: it has none.
  package var address: ExactText?
  package var title: ExactText
  package var keywords: [ExactText] = []
  var attributes: AppAttributes = [:]
  package var isSearchable = true
  package var isPublic = true
  /// Milliseconds since 1970; 0: it does not expire.
  package var expires: Int64 = 0
  /// Names of what may become public with it.
  var shares: Set<String> = []
  var userInfo: [String: JournalValue] = [:]
  var requiredKeys: Set<String> = []

  package init(name: AppName, type: ExactText = viewType, title: ExactText) {
    (self.name, self.type, self.title) = (name, type, title)
  }

  /// The item without which it is not in the index; empty for none.
  package var boundItem: ExactText {
    get { attributes[text: "relatedUniqueIdentifier"] ?? "" }
    set { attributes[text: "relatedUniqueIdentifier"] = newValue.isEmpty ? nil : newValue }
  }

  /// An item that it only belongs to, and stays when that goes; empty for none.
  package var weakItem: ExactText {
    get { attributes[text: "weakRelatedUniqueIdentifier"] ?? "" }
    set { attributes[text: "weakRelatedUniqueIdentifier"] = newValue.isEmpty ? nil : newValue }
  }

  package var item: ExactText { boundItem.isEmpty ? weakItem : boundItem }

  package var domain: ExactText {
    get { attributes[text: "domainIdentifier"] ?? "" }
    set { attributes[text: "domainIdentifier"] = newValue.isEmpty ? nil : newValue }
  }

  /// What it says about it; empty for nothing.
  package var note: ExactText {
    get { attributes[text: "contentDescription"] ?? "" }
    set { attributes[text: "contentDescription"] = newValue.isEmpty ? nil : newValue }
  }

  /// What an index has of it: its keywords are among those of its attributes.
  var indexed: AppAttributes {
    guard !keywords.isEmpty else { return attributes }
    var indexed = attributes
    let given = attributes["keywords"]?.value.list.values ?? []
    indexed.set("keywords") { value in
      value.list.values =
        given
        + keywords.map { text in
          var value = JournalValue()
          value.string = text.text
          return value
        }
    }
    return indexed
  }

  /// RULES, "Public pages": what it would become in public; nil: nothing.
  package var page: AppPage? {
    guard isSearchable, isPublic, address != nil || !item.isEmpty else { return nil }
    return AppPage(
      app: name.app, type: type, identity: address.map { .address($0) } ?? .item(item.composed))
  }

  /// What of it would be public; nil: nothing, or it is too long.
  package var words: AppWords? { page.flatMap { AppWords(self, $0) } }

  /// For people.
  var line: String {
    var parts = [name.id.description]
    if let page { parts.append("page \(page.name)") }
    if !item.isEmpty { parts.append("\(boundItem.isEmpty ? "belonging" : "bound") to \(item)") }
    if !domain.isEmpty { parts.append("domain \(domain)") }
    if !note.isEmpty { parts.append("at length") }
    let audience = isPublic && isSearchable ? "everybody" : isSearchable ? "search" : "none"
    return (parts + ["as \"\(title)\"", "for \(audience)"]).joined(separator: ", ")
  }
}

/// Something that the same app may make public on many devices.
package struct AppPage: Hashable, Sendable, CustomStringConvertible {
  package enum Identity: Hashable, Sendable {
    case address(ExactText)
    case item(ExactText)
  }

  package let app: ExactText
  package let type: ExactText
  package let identity: Identity

  package static let site = "https://example.com/"

  package var isAddress: Bool { if case .address = identity { true } else { false } }

  /// Its address, or the name of its item.
  package var identityText: ExactText {
    switch identity {
    case .address(let text), .item(let text): text
    }
  }

  /// What a ledger calls it: what the address has after the site that all pages are of.
  var name: String {
    let text = identityText.text
    guard isAddress else { return "\(app.text)~\(text)" }
    guard text.hasPrefix(Self.site) else { return text }
    let name = String(text.dropFirst(Self.site.count))
    return name.removingPercentEncoding ?? name
  }

  package var description: String { "page \(identityText) of \(app)" }
}
