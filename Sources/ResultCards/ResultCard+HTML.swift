package import HTMLPages
internal import JournalFormat

extension ResultCard {
  /// The card as an article of a page. Every word is escaped, and nothing is fetched: a picture is
  /// a link.
  package var html: HTML {
    let parts: [HTML] = [
      "<h2 dir=auto>\(heading)</h2>",
      lines.map { "<p dir=auto>\($0)</p>" }.joined(), ratingLine, facts, actionList, origin,
    ]
    return "<article class=card>\(parts.joined())</article>"
  }

  /// Rules for a page with cards.
  package static let style: HTML = """
    .cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px }
    .card { border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px }
    .card h2 { margin: 0; font-size: 17px; line-height: 1.35 } .card p { margin: 6px 0 0 }
    .card a { color: var(--blue) } .stars { color: var(--blue); letter-spacing: 1px }
    .card dl { margin: 8px 0 0; display: grid; gap: 2px 16px; grid-template-columns: auto 1fr }
    .card dt { color: var(--soft) } .card dd { margin: 0 } .card .origin { color: var(--soft);
      font-size: 13px }
    .card .actions { display: flex; flex-wrap: wrap; gap: 4px 20px }
    """

  private var heading: HTML {
    guard let address = pageAddress else { return "\(shownTitle)" }
    return Self.link(address, "\(shownTitle)")
  }

  /// The page that is opened does not hear what was searched.
  private static func link(_ address: String, _ words: HTML, _ attributes: HTML = "") -> HTML {
    "<a href=\"\(address)\" rel=\"noreferrer nofollow\"\(attributes)>\(words)</a>"
  }

  /// Many cards have a link of these words: whoever hears a list of links has to tell them apart.
  private func link(_ address: String, _ words: String) -> HTML {
    Self.link(address, "\(words)", " aria-label=\"\(words): \(shownTitle)\"")
  }

  private var ratingLine: HTML {
    guard let rating else { return "" }
    let stars: HTML =
      rating.stars.map { number in
        "<span class=stars aria-hidden=true>\(rating.signs)</span> "
          + "\(CardNumber.stars(number)) of 5 stars"
      } ?? ""
    let separator: HTML = rating.stars != nil && !rating.text.isEmpty ? " · " : ""
    return "<p>\(stars)\(separator)<bdi>\(rating.text)</bdi></p>"
  }

  private var facts: HTML {
    var facts: [(name: String, value: HTML)] = []
    if !price.isEmpty { facts.append(("Price", "\(price)")) }
    facts += dates.map { date in
      (
        date.role.rawValue.prefix(1).uppercased() + date.role.rawValue.dropFirst(),
        "<time datetime=\"\(date.machineText)\">\(date.text)</time>"
      )
    }
    if !place.isEmpty { facts.append(("Place", "\(place)")) }
    guard !facts.isEmpty else { return "" }
    let rows: [HTML] = facts.map { "<dt>\($0.name)</dt><dd dir=auto>\($0.value)</dd>" }
    return "<dl>\(rows.joined())</dl>"
  }

  /// What cannot be opened from a page, such as a file of the device, is left out.
  private var actionList: HTML {
    var links: [HTML] = actions.compactMap { action in
      switch action {
      case .call(let number): Self.link("tel:" + number, "Call \(number)")
      case .directions(let latitude, let longitude):
        link(
          "geo:" + CardNumber.degrees(latitude) + "," + CardNumber.degrees(longitude), "Directions")
      case .play(let address):
        Self.pages.contains(where: address.hasPrefix) ? link(address, "Play") : nil
      case .message(let address, let isMail):
        Self.link((isMail ? "mailto:" : "im:") + address, "Message \(address)")
      // The title leads to the page.
      case .openPage: nil
      case .openInApp: "<span>Opens in its app</span>"
      }
    }
    if Self.pages.contains(where: pictureAddress.hasPrefix) {
      links.append(link(pictureAddress, "Picture"))
    }
    return links.isEmpty ? "" : "<p class=actions>\(links.joined())</p>"
  }

  private var origin: HTML {
    let words: [HTML] = [
      pageAddress.map { "<bdi>\(Self.line($0, Self.titleLength))</bdi>" } ?? "",
      "<bdi>\(app)</bdi>", popularity.map { "opened \($0.text)" } ?? "",
    ]
    return "<p class=origin>\(words.filter { !$0.text.isEmpty }.joined(separator: " · "))</p>"
  }
}
