public import JournalFormat
internal import Search

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
