internal import CivilTime
package import HTMLPages
public import JournalFormat
internal import Search
internal import WebAddress

/// What a search result shows, and what a person can do with it: a value, made of the attributes of
/// a device's item or activity, or of a public item.
///
/// Attributes are mapped as Apple's tables do it: docs/SEARCH.md lists them. All texts are bounded
/// and are on one line. They are words of an app: what shows them has to escape them. Nothing that
/// an address leads to is ever fetched.
public struct ResultCard: Hashable, Sendable {
  /// What an app or a person rated it.
  public struct Rating: Hashable, Sendable {
    /// From 0 to 5; nil if the app gave none, or another number.
    public let stars: Double?
    /// Such as the number of reviews; empty if the app gave none.
    public let text: String
  }

  /// A date and what happens then.
  public struct DateField: Hashable, Sendable {
    /// What happens then.
    public enum Role: String, Hashable, Sendable, CaseIterable {
      case starts, ends, due, completed
    }

    /// What happens then.
    public let role: Role
    /// When; of a whole day, any moment of it in UTC.
    public let time: Timestamp
    /// Whether it is a day, and no moment of it.
    public let isWholeDay: Bool
  }

  /// What a person can do with a result. Each was checked: a number can be dialled, coordinates are
  /// on Earth, an address has one of the schemes that are named here.
  public enum Action: Hashable, Sendable {
    /// A telephone number of 3 to 20 digits, perhaps after "+".
    case call(number: String)
    /// Degrees: from -90 to 90, and from -180 to 180.
    case directions(latitude: Double, longitude: Double)
    /// An http, https or file address of audio or video.
    case play(address: String)
    /// An e-mail address, or that of an instant message.
    case message(address: String, isMail: Bool)
    /// An http or https address.
    case openPage(address: String)
    /// What the app calls the item.
    case openInApp(identifier: String)
  }

  /// How often a public item was opened.
  public struct Popularity: Hashable, Sendable {
    /// Engagements as the cloud publishes them.
    public let engagements: UInt64
    /// Devices that endorse the item now.
    public let devices: UInt32
  }

  /// The bundle identifier of the app that it belongs to.
  public let app: String
  /// Whether it is of the public index.
  public let isPublic: Bool
  /// Empty if it has none.
  public let title: String
  /// The description, and below it a line of authors, album, duration, pages and size: those that
  /// there are.
  public internal(set) var lines: [String] = []
  /// Nil without stars and without a text about them.
  public internal(set) var rating: Rating?
  /// With its currency; empty if the app gave none.
  public internal(set) var price = ""
  /// In the order of their roles.
  public internal(set) var dates: [DateField] = []
  /// The name and the postal address of a place; empty if the app gave none.
  public internal(set) var place = ""
  /// The address of a picture, which may be a file of the device; empty if there is none.
  public internal(set) var pictureAddress = ""
  /// Those that the attributes allow, the most specific first.
  public internal(set) var actions: [Action] = []
  /// Nil on a device, where it is not known.
  public internal(set) var popularity: Popularity?

  /// The largest number of Unicode scalars of a title, and of any other text.
  package static let (titleLength, textLength) = (120, 300)

  init(app: String, isPublic: Bool, title: String) {
    self.app = Self.line(app, Self.titleLength)
    self.isPublic = isPublic
    self.title = Self.line(title, Self.titleLength)
  }

  /// A card of a public item.
  ///
  /// - Parameters:
  ///   - item: what is public of it.
  ///   - engagements: as the cloud publishes them.
  ///   - devices: that endorse the item now.
  public init(_ item: PublicItem, engagements: UInt64, devices: UInt32) {
    self.init(app: item.app, isPublic: true, title: item.title)
    lines = [Self.line(item.contentDescription)].filter { !$0.isEmpty }
    pictureAddress = Self.address(item.thumbnailURL, Self.pages) ?? ""
    switch item.identity {
    case .url(let address):
      actions = Self.address(address, Self.pages).map { [.openPage(address: $0)] } ?? []
    case .related(let identifier): actions = [.openInApp(identifier: identifier)]
    }
    popularity = Popularity(engagements: engagements, devices: devices)
  }

  /// The address of its page; nil if it has none that can be opened.
  public var pageAddress: String? {
    for case .openPage(let address) in actions { return address }
    return nil
  }
}

extension ResultCard {
  /// A text of an app on one line, and no longer than a card has room for.
  ///
  /// Scalars are counted: of marks a single character can have thousands.
  static func line(_ text: String, _ length: Int = textLength) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isBreak = scalar == "\n" || scalar == "\r" || scalar == "\t"
      if isBreak || scalar == " " {
        if let last = scalars.last, last != " ", scalars.count < length { scalars.append(" ") }
      } else if scalars.count < length {
        scalars.append(scalar)
      } else {
        return String(scalars) + "…"
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  static let pages = ["http://", "https://"]
  static let files = ["file:///"]
  private static let addressByteCountMax = 2_048

  /// An address with one of the schemes, in which nothing hides; else nil. What a browser would
  /// take for an address of another kind is none.
  static func address(_ text: String, _ schemes: [String]) -> String? {
    let lowered = text.prefix(8).lowercased()
    guard let scheme = schemes.first(where: lowered.hasPrefix),
      text.utf8.count <= addressByteCountMax, !text.utf8.contains(UInt8(ascii: " ")),
      text.printable == text
    else { return nil }
    return pages.contains(scheme) ? CanonicalURL(text)?.text : text
  }
}

// MARK: On a page

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

  /// Many cards have a link with these words. Its label names the card, so that a screen reader's
  /// list of links tells them apart.
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

// MARK: In a terminal

extension ResultCard {
  /// The card for a terminal, in lines of 80 cells at most: the title, and below it, with an
  /// indent, what else there is. No character of an app moves the cursor, hides or turns a line.
  public var text: String {
    var text = Cells.wrapped(shownTitle.printable, to: Self.width).joined(separator: "\n")
    for line in lines + ratingLines {
      for part in Cells.wrapped(line.printable, to: Self.width - 2) { text += "\n  " + part }
    }
    for (name, value) in rows {
      let room = Self.width - Self.nameWidth
      for (place, part) in Cells.wrapped(value.printable, to: room).enumerated() {
        text += "\n" + Cells.fit(place == 0 ? "  " + name : "", Self.nameWidth) + part
      }
    }
    return text
  }

  private static let (width, nameWidth) = (80, 14)

  /// What stands for a title that is missing.
  package var shownTitle: String { title.isEmpty ? "(no title)" : title }

  private var ratingLines: [String] {
    guard let rating else { return [] }
    let stars = rating.stars.map { rating.signs + " " + CardNumber.stars($0) } ?? ""
    return [[stars, rating.text].filter { !$0.isEmpty }.joined(separator: ", ")]
  }

  /// Each with its name.
  private var rows: [(name: String, value: String)] {
    var rows: [(name: String, value: String)] = []
    if !price.isEmpty { rows.append(("price", price)) }
    rows += dates.map { ($0.role.rawValue, $0.text) }
    if !place.isEmpty { rows.append(("place", place)) }
    if !pictureAddress.isEmpty { rows.append(("picture", pictureAddress)) }
    for action in actions {
      switch action {
      case .call(let number): rows.append(("call", number))
      case .directions(let latitude, let longitude):
        rows.append(
          ("directions", CardNumber.degrees(latitude) + ", " + CardNumber.degrees(longitude)))
      case .play(let address): rows.append(("play", address))
      case .message(let address, _): rows.append(("message", address))
      case .openPage(let address): rows.append(("page", address))
      case .openInApp(let identifier): rows.append(("in the app", Self.line(identifier)))
      }
    }
    rows.append(("app", isPublic ? app + " (public)" : app))
    if let popularity { rows.append(("opened", popularity.text)) }
    return rows
  }
}

extension ResultCard.Rating {
  /// Five signs, to the nearest half; empty without stars.
  package var signs: String {
    guard let stars else { return "" }
    let halves = Int((stars * 2).rounded())
    let full = String(repeating: "★", count: halves / 2)
    let half = halves.isMultiple(of: 2) ? "" : "½"
    return full + half + String(repeating: "☆", count: 5 - halves / 2 - half.count)
  }
}

extension ResultCard.DateField {
  /// In UTC: "2026-01-31", "2026-01-31 12:00 UTC".
  package var text: String {
    let whole = ISOTime.text(time.milliseconds)
    guard !isWholeDay else { return String(whole.prefix { $0 != "T" }) }
    return whole.prefix { $0 != "T" } + " "
      + whole.drop { $0 != "T" }.dropFirst().prefix(5) + " UTC"
  }

  /// As programs read it.
  package var machineText: String {
    let whole = ISOTime.text(time.milliseconds)
    return isWholeDay ? String(whole.prefix { $0 != "T" }) : whole
  }
}

extension ResultCard.Popularity {
  /// "12 times on 5 devices".
  package var text: String {
    Figure.count(engagements, "time") + " on " + Figure.count(devices, "device")
  }
}
