package import JournalFormat
internal import Search

/// Attributes of an item by their names.
private struct CardAttributes {
  private let attributes: JournalAttributes
  private let values: [String: JournalValue]

  init(_ attributes: JournalAttributes) {
    self.attributes = attributes
    values = Dictionary(attributes.values.map { ($0.name, $0.value) }) { first, _ in first }
  }

  func text(_ name: String) -> String { ResultCard.line(attributes.text(name)) }

  /// Whole: the beginning of an address is another address.
  func address(_ name: String) -> String { attributes.text(name) }

  func texts(_ name: String) -> [String] {
    (values[name]?.texts ?? []).map { ResultCard.line($0) }.filter { !$0.isEmpty }
  }

  func names(_ name: String) -> [String] {
    guard case .list(let list)? = values[name]?.kind else { return [] }
    return list.values.map { ResultCard.line($0.person.displayName) }.filter { !$0.isEmpty }
  }

  func time(_ name: String) -> Timestamp? { attributes.time(name) }

  func number(_ name: String) -> Double? { values[name]?.finiteNumber }

  func isTrue(_ name: String) -> Bool {
    if case .boolean(true)? = values[name]?.kind { return true }
    return number(name) == 1
  }

  /// A text or a number of the app's own under this name, as it is shown.
  func own(_ name: String) -> String {
    guard let value = attributes.value(ofOwn: name) else { return "" }
    if let number = value.finiteNumber { return CardNumber.amount(number) ?? "" }
    return ResultCard.line(value.texts.first ?? "")
  }
}

/// Numbers of a card as people read them.
enum CardNumber {
  /// Two digits behind the point where it is not whole; nil for what is too large to be an amount.
  static func amount(_ number: Double) -> String? {
    let hundredths = (number.magnitude * 100).rounded()
    guard hundredths < 1e15 else { return nil }
    let (whole, rest) = Int64(hundredths).quotientAndRemainder(dividingBy: 100)
    let sign = number < 0 && hundredths > 0 ? "-" : ""
    let fraction = rest == 0 ? "" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return sign + Figure.grouped(whole) + fraction
  }

  /// One digit behind the point where it is not whole.
  static func stars(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// Hours, minutes and seconds: "1:02:03", "4:05".
  static func duration(_ seconds: Double) -> String? {
    guard seconds >= 1, seconds < 1e7 else { return nil }
    let seconds = Int(seconds)
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = seconds / 60
    let start = minutes < 60 ? "\(minutes)" : "\(minutes / 60):" + padded(minutes % 60)
    return start + ":" + padded(seconds % 60)
  }

  /// To a tenth of a metre, and never in powers of ten.
  static func degrees(_ degrees: Double) -> String { DecimalText(degrees)?.text ?? "" }
}

extension ResultCard {
  /// A card of what a device found, or of a public item.
  ///
  /// - Parameters:
  ///   - identifier: what the app calls the item or activity.
  ///   - page: the address of its page; empty if there is none.
  package init(
    app: String, identifier: String, title: String, page: String, attributes: JournalAttributes,
    isPublic: Bool, feedback: ResultFeedback = .nothing
  ) {
    let attributes = CardAttributes(attributes)
    self.init(app: app, isPublic: isPublic, title: title)
    self.feedback = feedback
    lines = [attributes.text("contentDescription"), Self.details(attributes)]
      .filter { !$0.isEmpty }
    rating = Self.rating(attributes)
    price = Self.price(attributes)
    dates = Self.dates(attributes)
    place = Self.place(attributes)
    let picture = attributes.address("thumbnailURL")
    // A public item leads to nothing on the device that shows it.
    let schemes = isPublic ? Self.pages : Self.pages + Self.files
    pictureAddress = Self.address(picture, schemes) ?? ""
    actions = Self.actions(attributes, schemes)
    let address = Self.address(page, Self.pages)
    if let address { actions.append(.openPage(address: address)) }
    // A public item is the app's own only where it has no page.
    if !isPublic || (address == nil && !identifier.isEmpty) {
      actions.append(.openInApp(identifier: identifier))
    }
  }

  /// Names that are shown of several people.
  private static let namesMax = 3

  private static func details(_ attributes: CardAttributes) -> String {
    var people = attributes.texts("authorNames")
    if people.isEmpty { people = attributes.names("authors") }
    if people.isEmpty { people = [attributes.text("artist")] }
    var parts = [people.prefix(namesMax).joined(separator: ", "), attributes.text("album")]
    parts.append(attributes.number("duration").flatMap(CardNumber.duration) ?? "")
    if let pages = attributes.number("pageCount"), pages >= 1, pages < 1e9 {
      parts.append(Figure.count(Int(pages), "page"))
    }
    // Apple's unit is the megabyte.
    if let size = attributes.number("fileSize"), size > 0,
      let amount = CardNumber.amount(size), amount != "0"
    {
      parts.append(amount + " MB")
    }
    return line(parts.filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private static func rating(_ attributes: CardAttributes) -> Rating? {
    let stars = attributes.number("rating").flatMap { (0...5).contains($0) ? $0 : nil }
    let text = attributes.text("ratingDescription")
    return stars == nil && text.isEmpty ? nil : Rating(stars: stars, text: text)
  }

  /// Apple has no attribute for it; the names are those of schema.org.
  private static func price(_ attributes: CardAttributes) -> String {
    let price = attributes.own("price")
    guard !price.isEmpty else { return attributes.own("priceRange") }
    let currency = attributes.own("priceCurrency")
    return currency.isEmpty ? price : price + " " + currency
  }

  private static func dates(_ attributes: CardAttributes) -> [DateField] {
    let isWholeDay = attributes.isTrue("allDay")
    return DateField.Role.allCases.compactMap { role in
      let name =
        switch role {
        case .starts: "startDate"
        case .ends: "endDate"
        case .due: "dueDate"
        case .completed: "completionDate"
        }
      return attributes.time(name).map {
        DateField(role: role, time: $0, isWholeDay: isWholeDay)
      }
    }
  }

  private static func place(_ attributes: CardAttributes) -> String {
    let name = attributes.text("namedLocation")
    var address = attributes.text("fullyFormattedAddress")
    if address.isEmpty {
      let street = ["subThoroughfare", "thoroughfare"].map(attributes.text)
        .filter { !$0.isEmpty }.joined(separator: " ")
      let rest = ["city", "stateOrProvince", "postalCode", "country"].map(attributes.text)
      address = ([street] + rest).filter { !$0.isEmpty }.joined(separator: ", ")
    }
    if address.hasPrefix(name) { return line(address) }
    return line([name, address].filter { !$0.isEmpty }.joined(separator: ", "))
  }

  // MARK: Actions

  private static func actions(
    _ attributes: CardAttributes, _ mediaSchemes: [String]
  ) -> [Action] {
    var actions: [Action] = []
    if attributes.isTrue("supportsPhoneCall"),
      let number = attributes.texts("phoneNumbers").lazy.compactMap({ DialledNumber($0) }).first
    {
      actions.append(.call(number: number.text))
    }
    if attributes.isTrue("supportsNavigation"), let latitude = attributes.number("latitude"),
      let longitude = attributes.number("longitude"), (-90...90).contains(latitude),
      (-180...180).contains(longitude)
    {
      actions.append(.directions(latitude: latitude, longitude: longitude))
    }
    if isMedia(attributes),
      let address = address(attributes.text("contentURL"), mediaSchemes)
    {
      actions.append(.play(address: address))
    }
    if let address = attributes.texts("emailAddresses").first(where: isMailbox) {
      actions.append(.message(address: address, isMail: true))
    } else if let address = attributes.texts("instantMessageAddresses").first(where: isMailbox) {
      actions.append(.message(address: address, isMail: false))
    }
    return actions
  }

  /// Whether it is a name at a host, of signs that need no escape in an address.
  private static func isMailbox(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && text.utf8.count <= 254
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
              || "-._+".utf8.contains(byte)
          }
      }
  }

  private static let mediaTypes = [
    "public.audio", "public.audiovisual-content", "public.movie", "public.video", "public.mp3",
    "public.mpeg", "public.aifc-audio", "public.aiff-audio", "public.ulaw-audio", "com.apple.m4a",
    "com.apple.quicktime-movie",
  ]

  private static func isMedia(_ attributes: CardAttributes) -> Bool {
    let types = [attributes.text("contentType")] + attributes.texts("contentTypeTree")
    return types.contains { type in mediaTypes.contains { type.hasPrefix($0) } }
  }
}
