package import JournalFormat

/// What an app says of an activity.
package struct AppActivity: Hashable, Sendable {
  package static let viewType: ExactText = "view"

  package let name: AppName
  package var type: ExactText
  /// Of its page; nil: it has none.
  package var address: ExactText?
  /// The item that it is bound to; empty for none.
  package var item: ExactText
  /// Whether it only belongs to the item, and stays when that goes.
  package var isWeak: Bool
  package var domain: ExactText
  package var title: ExactText
  /// What it says about it; empty for nothing.
  package var note: ExactText
  package var keywords: [ExactText] = []
  /// The address of a picture that others can open; empty for none.
  package var thumbnail: ExactText = ""
  package var isSearchable: Bool
  package var isPublic: Bool
  /// Milliseconds since 1970; 0: it does not expire.
  package var expires: Int64

  package init(
    name: AppName, type: ExactText = viewType, address: ExactText? = nil, item: ExactText = "",
    isWeak: Bool = false, domain: ExactText = "", title: ExactText, note: ExactText = "",
    isSearchable: Bool = true, isPublic: Bool = true, expires: Int64 = 0
  ) {
    (self.name, self.type, self.address) = (name, type, address)
    (self.item, self.isWeak, self.domain) = (item, isWeak, domain)
    (self.title, self.note, self.expires) = (title, note, expires)
    (self.isSearchable, self.isPublic) = (isSearchable, isPublic)
  }

  /// The item without which it is not in the index; empty for none.
  package var boundItem: ExactText { isWeak ? "" : item }

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
    if !item.isEmpty { parts.append("\(isWeak ? "belonging" : "bound") to \(item)") }
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
    return text.hasPrefix(Self.site) ? String(text.dropFirst(Self.site.count)) : text
  }

  package var description: String { "page \(identityText) of \(app)" }
}
