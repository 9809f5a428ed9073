internal import Foundation
internal import JournalFormat

/// A page with a recipe, in one syntax of structured data and with quirks of real pages, and what a
/// search result has to show of it. The same seed gives the same page.
package struct RecipePage: Sendable {
  package enum Syntax: String, Sendable, CaseIterable {
    case jsonLD, microdata, rdfa
  }

  /// A recipe of the real data.
  package struct Recipe: Decodable, Sendable {
    package let id: String
    package let title: String
    package let author: String
    package let ingredients: [String]
    package let image: String
    package let url: String
  }

  /// What the page says beside the recipe's own words, in the form of a result.
  package struct Facts: Hashable, Sendable {
    package var rating = ""
    package var reviews = ""
    package var price = ""
    package var currency = ""
    package var minutes = 0
    package var calories = 0
    package var servings = 0
    package var likes = ""
  }

  package let recipe: Recipe
  package let syntax: Syntax
  package let html: String
  package let facts: Facts
  /// Absolute; empty for a recipe without a picture.
  package let image: String

  /// Some recipes have their picture's path without its first sign.
  static func path(_ image: String) -> String { image.hasPrefix("/") ? image : "/" + image }

  package init(_ recipe: Recipe, _ syntax: Syntax, seed: UInt64) {
    (self.recipe, self.syntax) = (recipe, syntax)
    // The facts are those of the recipe, whatever the syntax.
    var dice = SplitMix64(seed)
    var facts = Facts()
    facts.rating = "\(1 + dice.below(4)).\(dice.below(10))"
    facts.reviews = "\(1 + dice.below(5_000))"
    facts.price = "\(1 + dice.below(2_000)).\(10 + dice.below(90))"
    facts.currency = ["EUR", "USD", "GBP"][Int(dice.below(3))]
    facts.minutes = 5 + Int(dice.below(300))
    facts.calories = 50 + Int(dice.below(900))
    facts.servings = 2 + Int(dice.below(10))
    facts.likes = "\(dice.below(100_000))"
    self.facts = facts
    image = recipe.image.isEmpty ? "" : "https://publicdomainrecipes.com" + Self.path(recipe.image)
    let place = UInt64(Syntax.allCases.firstIndex(of: syntax) ?? 0)
    var writer = RecipeWriter(recipe, facts, SplitMix64(seed &* 31 &+ place))
    html = writer.page(syntax)
  }

  /// Recipes of a file of the real data, once it is unpacked: one JSON object a line.
  package static func recipes(_ lines: [UInt8]) throws -> [Recipe] {
    try Data(lines).split(separator: 0x0A).map {
      try JSONDecoder().decode(Recipe.self, from: $0)
    }
  }
}

/// Chooses the quirks of a page.
struct RecipeWriter {
  let recipe: RecipePage.Recipe
  let facts: RecipePage.Facts
  var dice: SplitMix64

  init(_ recipe: RecipePage.Recipe, _ facts: RecipePage.Facts, _ dice: SplitMix64) {
    (self.recipe, self.facts, self.dice) = (recipe, facts, dice)
  }

  mutating func page(_ syntax: RecipePage.Syntax) -> String {
    let body =
      switch syntax {
      case .jsonLD: scripts()
      case .microdata: microdata()
      case .rdfa: rdfa()
      }
    return pick([
      "<!DOCTYPE html><html><head><title>\(text(recipe.title))</title></head><body>\(body)</body>",
      "<title>\(text(recipe.title))</title>\n<body class=\"a\"><div><b><i>\(body)</b></i>",
      "\u{FEFF}<!doctype html>\r\n<html lang=en>\r\n<body>\(body)<!-- </body> -->",
    ])
  }

  mutating func chance(_ part: UInt64) -> Bool { dice.below(part) == 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(dice.below(UInt64(values.count)))]
  }

  // MARK: Values as pages write them

  /// Text of a page with character references, and line ends within.
  mutating func text(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += pick(["&amp;", "&#38;", "&#x26;"])
      case "<": result += pick(["&lt;", "&#60;"])
      case "\"": result += pick(["&quot;", "&#34;", "&#x22;"])
      case "'": result += pick(["'", "&#39;", "&apos;"])
      case " ": result += chance(12) ? pick(["\n  ", "  ", "\t", " \r\n"]) : " "
      default: result.append(character)
      }
    }
    return result
  }

  /// A duration of ISO 8601 in one of its forms.
  mutating func duration(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return pick([
      "PT\(minutes)M", "PT\(hours)H\(rest)M", "P0DT\(hours)H\(rest)M0S", "pt\(hours)h\(rest)m",
      "PT\(minutes * 60)S", "PT \(hours)H \(rest)M", "P0Y0M0DT0H\(minutes)M0.000S",
    ])
  }

  /// A price with its sign or code, and a decimal point or comma.
  mutating func price() -> String {
    let comma = facts.price.replacingOccurrences(of: ".", with: ",")
    let sign = ["EUR": "€", "USD": "$", "GBP": "£"][facts.currency] ?? ""
    return pick([
      facts.price, sign + facts.price, comma + " " + sign, facts.currency + " " + facts.price,
      sign + "\u{A0}" + comma,
    ])
  }

  mutating func rating() -> String {
    pick([
      facts.rating, facts.rating.replacingOccurrences(of: ".", with: ","), facts.rating + "/5",
      facts.rating + " out of 5",
    ])
  }

  mutating func count(_ number: String) -> String {
    guard number.count > 3, chance(2) else { return number }
    return number.dropLast(3) + "," + number.suffix(3)
  }

  mutating func picture() -> String {
    let path = RecipePage.path(recipe.image)
    return pick([path, "https://publicdomainrecipes.com" + path, ".." + path])
  }
}
