internal import WebAddress

/// Reads the fields of a result from one thing: its own properties, and those of the values of a
/// few of them, such as the price of its offer.
struct RichFieldReader {
  private(set) var fields: [RichResult.FieldName: RichResult.Field] = [:]
  private(set) var ingredients: [String] = []
  private(set) var image: RichResult.Image?
  private(set) var problems: [MarkupProblem] = []
  private let thing: Thing
  private let kind: RichResult.Kind

  static let ingredientCountMax = 200
  private static let textLengthMax = 300

  init(_ thing: Thing, kind: RichResult.Kind) {
    (self.thing, self.kind) = (thing, kind)
    if let type = thing.types.first { add(.mainType, type, line: thing.line) }
    // A site is shown for its name alone.
    if kind == .searchPage {
      readSearch()
      return
    }
    readRating()
    readOffer()
    readInteractions()
    if kind == .recipe { readRecipe() }
    readPlace()
    readMedia()
    readDates()
    readAuthor()
    readImage()
  }

  // MARK: Values

  private mutating func add(_ name: RichResult.FieldName, _ value: String, line: Int) {
    guard !value.isEmpty, fields[name] == nil else { return }
    fields[name] = RichResult.Field(
      name: name, value: value, syntax: thing.syntax, line: line)
  }

  private mutating func refuse(_ property: Thing.Property, _ reason: String) {
    var value = ""
    if case .text(let text) = property.value { value = " \"\(BoundedText.shown(text))\"" }
    problems.append(
      MarkupProblem(thing.syntax, line: property.line, "\(property.name)\(value) \(reason)"))
  }

  /// The texts of a property; of a thing its name.
  private func texts(_ name: String, of thing: Thing) -> [(text: String, property: Thing.Property)]
  {
    thing.values(name).compactMap { property in
      switch property.value {
      case .text(let text): (text, property)
      case .thing(let value): value.text("name").map { ($0, property) }
      }
    }
  }

  private mutating func addText(
    _ field: RichResult.FieldName, _ name: String, of thing: Thing
  ) {
    guard let (text, property) = texts(name, of: thing).first else { return }
    add(field, shown(text), line: property.line)
  }

  /// As people read it: of JSON-LD too, whose texts are no HTML but often hold its escapes.
  private func shown(_ text: String) -> String {
    let text = thing.syntax == .jsonLD ? MarkupEscapes.replaced(text) : text
    return String(text.unicodeScalars.prefix(Self.textLengthMax))
  }

  /// The first value that reads as something; others are refused if there is none.
  private mutating func addParsed(
    _ field: RichResult.FieldName, _ names: [String], of thing: Thing, _ reason: String,
    _ parse: (String) -> String?
  ) {
    let all = names.flatMap { texts($0, of: thing) }
    for (text, property) in all {
      if let value = parse(text) {
        add(field, value, line: property.line)
        return
      }
    }
    if let (_, property) = all.first { refuse(property, reason) }
  }

  // MARK: Rating

  private mutating func readRating() {
    let rating =
      thing.types.contains("AggregateRating")
      ? thing : thing.things("aggregateRating").first { $0.text("ratingValue") != nil }
    guard let rating, let (text, property) = texts("ratingValue", of: rating).first else { return }
    guard let (value, rest) = MarkupNumber.decimal(text) else {
      refuse(property, "is not a number")
      return
    }
    var best = rating.text("bestRating").flatMap { MarkupNumber.decimal($0)?.value }
    if best == nil { best = Self.best(in: rest) }
    let worst = rating.text("worstRating").flatMap { MarkupNumber.decimal($0)?.value }
    let range =
      (Double(worst ?? "0") ?? 0)...max(Double(worst ?? "0") ?? 0, Double(best ?? "5") ?? 5)
    guard let number = Double(value), range.contains(number) else {
      refuse(property, "is not between \(worst ?? "0") and \(best ?? "5"), the worst and the best")
      return
    }
    add(.ratingValue, value, line: property.line)
    if let best { add(.bestRating, best, line: property.line) }
    if let worst { add(.worstRating, worst, line: property.line) }
    addParsed(
      .ratingCount, ["ratingCount"], of: rating, "is not a whole number", MarkupNumber.whole)
    addParsed(
      .reviewCount, ["reviewCount"], of: rating, "is not a whole number", MarkupNumber.whole)
  }

  /// "4.5/5", "4.5 out of 5", "90%"
  private static func best(in rest: Substring) -> String? {
    let words = rest.lowercased().drop { $0 == " " }
    if words.hasPrefix("%") { return "100" }
    guard words.hasPrefix("/") || words.hasPrefix("of ") || words.hasPrefix("out of ") else {
      return nil
    }
    return MarkupNumber.decimal(String(words))?.value
  }

  // MARK: Offer

  private mutating func readOffer() {
    if let (text, property) = texts("priceRange", of: thing).first {
      add(.priceRange, shown(text), line: property.line)
    }
    let offers =
      ["Offer", "AggregateOffer"].contains(where: thing.types.contains)
      ? [thing] : thing.things("offers")
    for offer in offers where readPrice(of: offer) { return }
  }

  /// - Returns: whether the offer has a price.
  private mutating func readPrice(of offer: Thing) -> Bool {
    let parts = [offer] + offer.things("priceSpecification")
    for part in parts {
      let (price, low) = (texts("price", of: part).first, texts("lowPrice", of: part).first)
      guard let (text, property) = price ?? low else { continue }
      guard let read = MarkupPrice.read(text) else {
        refuse(property, "is not an amount")
        continue
      }
      add(.price, read.amount, line: property.line)
      if let (text, property) = texts("highPrice", of: part).first,
        let high = MarkupPrice.read(text)?.amount
      {
        add(.highPrice, high, line: property.line)
      } else if let high = read.high {
        add(.highPrice, high, line: property.line)
      }
      for place in [part, offer] {
        addParsed(.priceCurrency, ["priceCurrency"], of: place, "is no currency") { text in
          MarkupPrice.currency(in: text.count == 3 ? text.uppercased() : text)
        }
      }
      if let currency = read.currency { add(.priceCurrency, currency, line: property.line) }
      addParsed(.availability, ["availability"], of: offer, "is no availability of schema.org") {
        Self.availability($0)
      }
      return true
    }
    return false
  }

  private static let availabilities = [
    "InStock", "OutOfStock", "PreOrder", "BackOrder", "Discontinued", "InStoreOnly",
    "LimitedAvailability", "OnlineOnly", "SoldOut", "PreSale", "Reserved", "MadeToOrder",
  ]

  private static func availability(_ text: String) -> String? {
    let name = (SchemaName.short(text) ?? text).lowercased().filter(\.isLetter)
    return availabilities.first { $0.lowercased() == name }
  }

  // MARK: Interactions

  private mutating func readInteractions() {
    for counter in thing.things("interactionStatistic") {
      let type =
        counter.things("interactionType").first?.types.first ?? counter.text("interactionType")
      guard let (text, property) = texts("userInteractionCount", of: counter).first else {
        continue
      }
      addInteraction(SchemaName.shortened(type ?? ""), text, property)
    }
    // "UserLikes:12", "12 UserLikes"
    for (text, property) in texts("interactionCount", of: thing) {
      let word = text.split { !$0.isLetter }.first { $0.hasPrefix("User") } ?? ""
      addInteraction(String(word), text.replacing(word, with: ""), property)
    }
  }

  private mutating func addInteraction(
    _ type: String, _ text: String, _ property: Thing.Property
  ) {
    guard let count = MarkupNumber.whole(text) else {
      refuse(property, "is not a whole number")
      return
    }
    let field: RichResult.FieldName
    switch type {
    case "LikeAction", "UserLikes", "UserPlusOnes", "AgreeAction", "EndorseAction": field = .likes
    case "WatchAction", "ViewAction", "ListenAction", "ReadAction", "UserPlays", "UserPageVisits":
      field = .views
    case "CommentAction", "ReplyAction", "UserComments": field = .comments
    case "ShareAction", "UserTweets": field = .shares
    default: field = .otherInteractions
    }
    add(field, count, line: property.line)
  }

  // MARK: Recipe

  private mutating func readRecipe() {
    readTotalTime()
    let name = thing.values("recipeIngredient").isEmpty ? "ingredients" : "recipeIngredient"
    let all = texts(name, of: thing).prefix(Self.ingredientCountMax)
    ingredients = all.map { shown($0.text) }
    if let first = all.first { add(.ingredientCount, "\(all.count)", line: first.property.line) }
    if let nutrition = thing.things("nutrition").first,
      let (text, property) = texts("calories", of: nutrition).first
    {
      let isBare = text.allSatisfy { $0.isNumber || $0 == "." }
      add(.calories, shown(isBare ? text + " calories" : text), line: property.line)
    }
    // "4" and "4 servings" say the same, the second one more.
    let yields = texts("recipeYield", of: thing) + texts("yield", of: thing)
    if let (text, property) = yields.first(where: { $0.text.contains(where: \.isLetter) })
      ?? yields.first
    {
      add(.yield, shown(text), line: property.line)
    }
  }

  /// The whole time, or else the sum of its parts.
  private mutating func readTotalTime() {
    if let (text, property) = texts("totalTime", of: thing).first {
      if let seconds = MarkupTime.seconds(text) {
        if seconds > 0 { add(.totalMinutes, "\((seconds + 30) / 60)", line: property.line) }
      } else {
        refuse(property, "is not a duration such as PT1H30M")
      }
    }
    guard fields[.totalMinutes] == nil else { return }
    let parts = ["prepTime", "cookTime"].compactMap { texts($0, of: thing).first }
    let seconds = parts.compactMap { MarkupTime.seconds($0.text) }
    guard let first = parts.first, seconds.count == parts.count else { return }
    let total = seconds.reduce(0, +)
    if total > 0 { add(.totalMinutes, "\((total + 30) / 60)", line: first.property.line) }
  }

  // MARK: Place

  private mutating func readPlace() {
    let phones =
      texts("telephone", of: thing)
      + thing.things("contactPoint").flatMap { texts("telephone", of: $0) }
    if let (text, property) = phones.first {
      if text.count(where: \.isNumber) >= 3 {
        add(.telephone, shown(text), line: property.line)
      } else {
        refuse(property, "is not a telephone number")
      }
    }
    for place in [thing] + thing.things("location") {
      readAddress(of: place)
      for geo in place.things("geo") + [place] where fields[.latitude] == nil {
        readCoordinates(of: geo)
      }
    }
  }

  private mutating func readAddress(of place: Thing) {
    guard let property = place.values("address").first, fields[.streetAddress] == nil else {
      return
    }
    switch property.value {
    case .text(let text): add(.streetAddress, shown(text), line: property.line)
    case .thing(let address):
      addText(.streetAddress, "streetAddress", of: address)
      addText(.locality, "addressLocality", of: address)
      addText(.region, "addressRegion", of: address)
      addText(.postalCode, "postalCode", of: address)
      addText(.country, "addressCountry", of: address)
    }
  }

  private mutating func readCoordinates(of geo: Thing) {
    guard let (latitude, property) = texts("latitude", of: geo).first,
      let (longitude, _) = texts("longitude", of: geo).first
    else { return }
    guard let north = Self.degrees(latitude, 90), let east = Self.degrees(longitude, 180) else {
      refuse(property, "and longitude are no place on Earth")
      return
    }
    add(.latitude, north, line: property.line)
    add(.longitude, east, line: property.line)
  }

  private static func degrees(_ text: String, _ most: Double) -> String? {
    guard text.utf8.count <= 24, let number = Double(text), number.magnitude <= most else {
      return nil
    }
    return text
  }

  // MARK: Media, dates, people

  private mutating func readMedia() {
    let own = kind == .media ? [thing] : []
    for medium in own + thing.things("video") + thing.things("audio")
      + thing.things("associatedMedia")
    {
      let isAudio = ["AudioObject", "AudioObjectSnapshot", "Audiobook", "PodcastEpisode"]
        .contains(where: medium.types.contains)
      let field: RichResult.FieldName = isAudio ? .audioURL : .videoURL
      guard fields[field] == nil, let (text, property) = texts("contentUrl", of: medium).first
      else {
        continue
      }
      guard let address = WebURL(text) else {
        refuse(property, "is not an http or https address")
        continue
      }
      add(field, address.href, line: property.line)
      if let (text, property) = texts("duration", of: medium).first,
        let seconds = MarkupTime.seconds(text), seconds > 0
      {
        add(.durationSeconds, "\(seconds)", line: property.line)
      }
    }
    if kind == .media, let (text, property) = texts("duration", of: thing).first {
      if let seconds = MarkupTime.seconds(text) {
        if seconds > 0 { add(.durationSeconds, "\(seconds)", line: property.line) }
      } else {
        refuse(property, "is not a duration such as PT1H30M")
      }
    }
  }

  private mutating func readDates() {
    for (field, name) in [(RichResult.FieldName.startDate, "startDate"), (.endDate, "endDate")] {
      addParsed(field, [name], of: thing, "is not a date such as 2026-07-04T19:30") {
        MarkupTime.isDate($0) ? $0 : nil
      }
    }
  }

  private mutating func readAuthor() {
    addText(.author, "author", of: thing)
    if fields[.author] == nil { addText(.author, "byArtist", of: thing) }
  }

  private mutating func readImage() {
    var names = ["image", "thumbnailUrl", "photo"]
    if kind == .organization || kind == .localBusiness { names.append("logo") }
    for property in names.flatMap(thing.values) {
      let text: String?
      switch property.value {
      case .text(let address): text = address
      case .thing(let image): text = image.text("contentUrl") ?? image.text("url") ?? image.id
      }
      guard let text else { continue }
      if let address = WebURL(text) {
        image = RichResult.Image(
          address: address.href, syntax: thing.syntax, line: property.line)
        return
      }
      refuse(property, "is not an http or https address")
    }
  }

  private mutating func readSearch() {
    for action in thing.things("potentialAction") where action.types.contains("SearchAction") {
      guard let property = action.values("target").first else { continue }
      switch property.value {
      case .text(let target): add(.searchTarget, target, line: property.line)
      case .thing(let entry):
        add(.searchTarget, entry.text("urlTemplate") ?? "", line: property.line)
      }
    }
  }
}
