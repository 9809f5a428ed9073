/// Names of schema.org, which pages spell in several ways.
enum SchemaName {
  static let vocabulary = "https://schema.org/"
  private static let hosts = ["schema.org", "www.schema.org"]

  /// Whether an address of a JSON-LD context or of a vocabulary is schema.org's, with any scheme or
  /// none, and whatever stands behind the host.
  static func isSchema(_ address: String) -> Bool { rest(of: address) != nil }

  /// "Recipe" of "http://www.schema.org/Recipe"; nil for addresses of others and of no name.
  static func short(_ address: String) -> String? {
    guard var name = rest(of: address) else { return nil }
    if name.last == "/" { name.removeLast() }
    let isName =
      !name.isEmpty
      && name.utf8.allSatisfy {
        isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
    return isName ? String(name) : nil
  }

  /// The short name if it is schema.org's, else the text itself.
  static func shortened(_ address: String) -> String { short(address) ?? address }

  /// A value that is an address of schema.org, in one spelling: "https://schema.org/InStock". Those
  /// of truth are "true" and "false".
  static func spelled(_ value: String) -> String {
    guard value.utf8.first == UInt8(ascii: "h"), let name = short(value) else { return value }
    switch name {
    case "True": return "true"
    case "False": return "false"
    default: return vocabulary + name
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// What stands behind the host.
  private static func rest(of address: String) -> Substring? {
    var rest = address[...]
    for scheme in ["http://", "https://", "//"] where hasPrefix(rest, scheme) {
      rest = rest.dropFirst(scheme.count)
      break
    }
    for host in hosts where hasPrefix(rest, host) {
      let behind = rest.dropFirst(host.count)
      if behind.isEmpty { return behind }
      if behind.first == "/" || behind.first == "#" { return behind.dropFirst() }
    }
    return nil
  }

  /// Without regard to case, in ASCII.
  private static func hasPrefix(_ text: Substring, _ prefix: String) -> Bool {
    let start = text.utf8.prefix(prefix.utf8.count)
    return start.count == prefix.utf8.count
      && zip(start, prefix.utf8).allSatisfy { one, other in
        one == other || (one | 0x20 == other && isLetterOrDigit(other))
      }
  }

  /// Properties whose texts schema.org's context takes for addresses, which may be relative. Those
  /// in whose place pages write words ("license", "availability") are not among them.
  static let addresses: Set<String> = [
    "acquireLicensePage", "additionalType", "archivedAt", "codeRepository", "contentUrl",
    "correctionsPolicy", "discussionUrl", "diversityPolicy", "downloadUrl", "embedUrl",
    "ethicsPolicy", "hasMap", "hasMenu", "image", "installUrl", "isBasedOn", "isBasedOnUrl", "logo",
    "mainEntityOfPage", "map", "maps", "menu", "paymentUrl", "photo", "publishingPrinciples",
    "relatedLink", "releaseNotes", "replyToUrl", "sameAs", "screenshot", "serviceUrl",
    "significantLink", "significantLinks", "targetUrl", "termsOfService", "thumbnailUrl",
    "tourBookingPage", "trackingUrl", "url",
  ]
}
