/// How a page says that an app shows the same content.
package struct AppReference: Hashable, Sendable {
  /// The convention that the page follows.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `<meta name="apple-itunes-app">`.
    case smartAppBanner
    /// `twitter:app:...`.
    case twitterCard
    /// `al:ios:...`.
    case appLinks
    /// `<link rel="alternate" href="ios-app://...">`.
    case alternate
  }

  package let kind: Kind
  /// "ios", "iphone" or "ipad".
  package let device: String
  /// Empty where the page gives none.
  package let name: String
  /// The number of the app in the App Store, decimal digits; empty where the page gives none.
  package let storeNumber: String
  /// What the app is handed: a text of the page, which nobody opens here; empty for none.
  package let argument: String
  package let source: String
  package let line: Int?

  /// "iphone Twitter app card, line 7".
  package var place: String { line.map { "\(source), line \($0)" } ?? source }

  fileprivate init?(
    _ kind: Kind, device: String = "ios", name: PageFact? = nil, number: PageFact?,
    argument: PageFact?, source: String? = nil
  ) {
    guard let first = number ?? argument ?? name else { return nil }
    (self.kind, self.device) = (kind, device)
    self.name = name?.text ?? ""
    storeNumber = number?.text ?? ""
    self.argument = argument?.text ?? ""
    self.source = source ?? first.source
    line = first.line
  }
}

/// All references of a page, and those that cannot be used, with the reason.
struct AppReferences {
  private(set) var references: [AppReference] = []
  private(set) var problems: [PageFact] = []

  /// - Parameter alternates: targets of links of kind `alternate`.
  init(_ metas: PageMetas, alternates: [PageFact]) {
    addBanner(metas)
    for device in ["iphone", "ipad"] {
      addPair(
        .twitterCard, device, name: metas.first("twitter:app:name:\(device)"),
        number: metas.first("twitter:app:id:\(device)"),
        argument: metas.first("twitter:app:url:\(device)"))
    }
    for device in ["ios", "iphone", "ipad"] {
      addPair(
        .appLinks, device, name: metas.first("al:\(device):app_name"),
        number: metas.first("al:\(device):app_store_id"),
        argument: metas.first("al:\(device):url"))
    }
    alternates.forEach { addAlternate($0) }
  }

  // MARK: Smart App Banner

  private mutating func addBanner(_ metas: PageMetas) {
    guard let banner = metas.first("apple-itunes-app") else { return }
    var values: [String: String] = [:]
    for part in banner.text.split(separator: ",").map({ HeaderParts.trimmed($0.unicodeScalars) })
    where !part.isEmpty {
      guard let place = part.firstIndex(of: "=") else {
        let isArgument = values["app-argument"] != nil
        return problem(
          banner,
          isArgument
            ? "app-argument contains a comma, which ends it. Write %2C instead."
            : "\"\(part.shownOnOneLine.cut(to: 40))\" has no \"=\". Write app-id=NUMBER, "
              + "app-argument=URL.")
      }
      let name = HeaderParts.trimmed(part[..<place].unicodeScalars).lowercased()
      if values[name] == nil {
        values[name] = HeaderParts.trimmed(part[place...].dropFirst().unicodeScalars)
      }
    }
    guard let number = values["app-id"] else {
      return problem(banner, "app-id is missing. Write app-id=NUMBER of the app in the App Store.")
    }
    guard Self.isStoreNumber(number) else {
      return problem(banner, Self.noNumber("app-id", number))
    }
    let argument = values["app-argument"].flatMap { $0.isEmpty ? nil : banner.with($0) }
    add(AppReference(.smartAppBanner, number: banner.with(number), argument: argument))
  }

  // MARK: Cards and App Links

  private mutating func addPair(
    _ kind: AppReference.Kind, _ device: String, name: PageFact?, number: PageFact?,
    argument: PageFact?
  ) {
    if let number, !Self.isStoreNumber(number.text) {
      return problem(number, Self.noNumber(number.source, number.text))
    }
    if number == nil, argument == nil {
      guard let name else { return }
      return problem(
        name, "\(name.source) names an app without its number. Add its App Store number.")
    }
    add(AppReference(kind, device: device, name: name, number: number, argument: argument))
  }

  // MARK: Alternates

  /// `ios-app://NUMBER/SCHEME/PATH` stands for `SCHEME://PATH` in that app.
  private mutating func addAlternate(_ link: PageFact) {
    let prefix = "ios-app://"
    guard link.text.prefix(prefix.count).lowercased() == prefix else { return }
    let parts = link.text.dropFirst(prefix.count).split(
      separator: "/", maxSplits: 2, omittingEmptySubsequences: false
    ).map(String.init)
    guard let number = parts.first, Self.isStoreNumber(number) else {
      return problem(link, Self.noNumber("ios-app://", parts.first ?? ""))
    }
    let scheme = parts.count > 1 ? parts[1] : ""
    let argument = scheme.isEmpty ? "" : "\(scheme)://\(parts.count > 2 ? parts[2] : "")"
    add(
      AppReference(
        .alternate, number: link.with(number),
        argument: argument.isEmpty ? nil : link.with(argument)))
  }

  // MARK: Helpers

  /// What a page can say of apps is bounded by what anybody can want.
  private static let countMax = 64

  private mutating func add(_ reference: AppReference?) {
    guard let reference, references.count < Self.countMax else { return }
    let scheme = reference.argument.unicodeScalars.filter { !$0.isPageSpace }.prefix(11)
    let lowered = String(String.UnicodeScalarView(scheme)).lowercased()
    if let refused = ["javascript:", "data:", "vbscript:"].first(where: lowered.hasPrefix) {
      return problem(
        PageFact("", source: reference.source, line: reference.line),
        "The app would be handed a \(refused) address. Use an address of your app or website.")
    }
    references.append(reference)
  }

  private mutating func problem(_ fact: PageFact, _ text: String) {
    guard problems.count < Self.countMax else { return }
    problems.append(fact.with(text))
  }

  private static func isStoreNumber(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count)
      && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private static func noNumber(_ name: String, _ text: String) -> String {
    "\(name) is \"\(text.shownOnOneLine.cut(to: 40))\" and not a number. Write the app's number "
      + "in the App Store, such as 123456789."
  }
}
