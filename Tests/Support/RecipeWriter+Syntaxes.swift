internal import JournalFormat

extension RecipeWriter {
  // MARK: JSON-LD

  /// One block, or several that are joined by an identifier.
  mutating func scripts() -> String {
    var members = ["\"name\": \(json(recipe.title))", "\"recipeIngredient\": \(jsonIngredients())"]
    let rating =
      "\"aggregateRating\": {\"@type\": \"AggregateRating\", \"ratingValue\": \(json(rating())), "
      + "\"reviewCount\": \(chance(2) ? facts.reviews : json(count(facts.reviews)))}"
    members += jsonDetails()
    let type = pick(["\"Recipe\"", "[\"Recipe\"]", "[\"Recipe\", \"NewsArticle\"]"])
    let context = pick([
      "\"https://schema.org\"", "\"http://schema.org/\"", "\"https://www.schema.org\"",
      "{\"@vocab\": \"https://schema.org/\"}", "[\"https://schema.org\", {\"@language\": \"en\"}]",
    ])
    let start = "\"@context\": \(context), "
    switch dice.below(3) {
    case 0:
      members.append(rating)
      return script("{\(start)\"@type\": \(type), \(joined(members))}")
    case 1:
      let id = "\"@id\": \"#recipe\""
      return script("{\(start)\(id), \"@type\": \(type), \(joined(members))}")
        + script("{\"@type\": \"Recipe\", }{") + script("[{\(start)\(id), \(rating)}]")
    default:
      members.append(rating)
      let site =
        "{\"@type\": \"WebSite\", \"@id\": \"/#site\", "
        + "\"url\": \"https://publicdomainrecipes.com/\", "
        + "\"potentialAction\": {\"@type\": \"SearchAction\", \"target\": \"/?s={s}\"}, "
        + "\"publisher\": {\"@id\": \"/#org\"}}"
      let organization =
        "{\"@type\": \"Organization\", \"@id\": \"/#org\", \"name\": \"Recipes\", "
        + "\"telephone\": \"+1 555 0100\", \"subjectOf\": {\"@id\": \"/#site\"}}"
      let recipe =
        "{\"@type\": \(type), \"publisher\": {\"@id\": \"/#org\"}, \"isPartOf\": "
        + "{\"@id\": \"/#site\"}, \(joined(members))}"
      return script("{\(start)\"@graph\": [\(site), \(organization), \(recipe)]}")
    }
  }

  private mutating func joined(_ members: [String]) -> String {
    members.joined(separator: ", ") + (chance(8) ? "," : "")
  }

  private mutating func script(_ block: String) -> String {
    let type = pick([
      "application/ld+json", "application/ld+json; charset=utf-8", "APPLICATION/LD+JSON",
    ])
    let text =
      switch dice.below(12) {
      case 0: "<![CDATA[\n\(block)\n]]>"
      case 1: "//<![CDATA[\n\(block)\n//]]>"
      case 2: "<!--\n\(block)\n-->"
      case 3: block + ";"
      default: "\n" + block + "\n"
      }
    return "<script type=\"\(type)\">\(text)</script>"
  }

  private mutating func json(_ text: String) -> String {
    var result = "\""
    let hasReferences = chance(4)
    for character in text {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&" where hasReferences: result += "&amp;"
      case "/": result += chance(2) ? "/" : "\\/"
      case " ": result += chance(20) ? pick(["\n", "\t", "  "]) : " "
      case let other where !other.isASCII && other.unicodeScalars.count == 1 && chance(2):
        for unit in String(other).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.append(character)
      }
    }
    return result + "\""
  }

  private mutating func jsonIngredients() -> String {
    "[" + recipe.ingredients.map { json($0) }.joined(separator: ", ") + "]"
  }

  private mutating func jsonDetails() -> [String] {
    var members: [String] = []
    if !recipe.author.isEmpty {
      let author = json(recipe.author)
      members.append(
        "\"author\": "
          + pick([author, "[\(author)]", "{\"@type\": \"Person\", \"name\": \(author)}"]))
    }
    if !recipe.image.isEmpty {
      let image = json(picture())
      members.append(
        "\"image\": "
          + pick([
            image, "[\(image), \"/b.png\"]", "{\"@type\": \"ImageObject\", \"url\": \(image)}",
          ]))
    }
    if chance(3) {
      let cook = facts.minutes / 2
      members.append("\"prepTime\": \(json(duration(facts.minutes - cook)))")
      members.append("\"cookTime\": \(json(duration(cook)))")
    } else {
      members.append("\"totalTime\": \(json(duration(facts.minutes)))")
    }
    let calories = chance(2) ? "\(facts.calories)" : "\"\(facts.calories) calories\""
    members.append(
      "\"nutrition\": {\"@type\": \"NutritionInformation\", \"calories\": \(calories)}")
    let servings = "\"\(facts.servings) servings\""
    members.append("\"recipeYield\": " + pick([servings, "[\"\(facts.servings)\", \(servings)]"]))
    members.append(
      "\"offers\": {\"@type\": \"Offer\", \"price\": \(json(price())), "
        + "\"priceCurrency\": \"\(facts.currency)\", \"availability\": "
        + pick([
          "\"InStock\"", "\"http://schema.org/InStock\"",
          "{\"@id\": \"https://schema.org/InStock\"}",
        ])
        + "}")
    members.append(
      "\"interactionStatistic\": {\"@type\": \"InteractionCounter\", \"interactionType\": "
        + pick([
          "\"LikeAction\"", "{\"@type\": \"LikeAction\"}", "\"https://schema.org/LikeAction\"",
        ])
        + ", \"userInteractionCount\": \(facts.likes)}")
    return members
  }

  // MARK: Microdata

  mutating func microdata() -> String {
    let close = chance(2) ? "</li>" : ""
    let schema = pick(["https://schema.org/", "http://schema.org/", "http://www.schema.org/"])
    let rating =
      "<div id=stars itemprop=aggregateRating itemscope itemtype=\"\(schema)AggregateRating\">"
      + pick([
        "<span itemprop=ratingValue>\(rating())</span>",
        "<meta itemprop=\"ratingValue\" content=\"\(rating())\">",
        "<span itemprop='ratingValue' content='\(facts.rating)'>*****</span>",
      ]) + " by <b itemprop=reviewCount>\(count(facts.reviews)) </b></div>"
    let isOutside = chance(2)
    var body = "<h1 itemprop=\"name\">\(text(recipe.title))</h1><ul>"
    for ingredient in recipe.ingredients {
      body += "<li itemprop=\"recipeIngredient\">\(text(ingredient))\(close)\n"
    }
    body += "</ul>" + (isOutside ? "" : rating)
    if !recipe.author.isEmpty {
      let name = text(recipe.author)
      body += pick([
        "<span itemprop=author>\(name)</span>", "<meta itemprop=author content=\"\(name)\">",
        "<p itemprop=author itemscope itemtype=\"\(schema)Person\">"
          + "<a itemprop=name>\(name)</a></p>",
      ])
    }
    if !recipe.image.isEmpty {
      body += pick([
        "<img itemprop=image src=\"\(picture())\">", "<link itemprop=image href=\"\(picture())\">",
      ])
    }
    body +=
      times("itemprop=\"", "")
      + "<div itemprop=nutrition itemscope itemtype=\"\(schema)NutritionInformation\">"
      + "<span itemprop=calories>\(facts.calories) calories</span></div>"
      + "<p itemprop=recipeYield>\(facts.servings) servings"
      + "<div itemprop=offers itemscope itemtype=\"\(schema)Offer\"><meta itemprop=priceCurrency "
      + "content=\(facts.currency)><b itemprop=price>\(text(price()))</b>"
      + "<link itemprop=availability href=\"\(schema)InStock\"></div>"
      + pick([
        "<meta itemprop=interactionCount content=\"UserLikes:\(facts.likes)\">",
        "<i itemprop=interactionStatistic itemscope><meta itemprop=interactionType content="
          + "\"\(schema)LikeAction\">"
          + "<b itemprop=userInteractionCount>\(count(facts.likes))</b></i>",
      ])
    let reference = isOutside ? " itemref=\"stars none\"" : ""
    let item = "<article itemscope itemtype=\"\(schema)Recipe\"\(reference)>\(body)</article>"
    return (isOutside ? rating : "") + item
  }

  /// The whole time, or its parts.
  private mutating func times(_ attribute: String, _ mark: String) -> String {
    func time(_ name: String, _ value: String) -> String {
      "<time \(attribute)\(mark)\(name)\" datetime=\"\(value)\">so long</time>"
    }
    guard chance(3) else { return time("totalTime", duration(facts.minutes)) }
    let cook = facts.minutes / 3
    return time("prepTime", duration(facts.minutes - cook)) + time("cookTime", duration(cook))
  }

  // MARK: RDFa

  mutating func rdfa() -> String {
    let hasPrefix = chance(3)
    let start = hasPrefix ? "prefix=\"s: https://schema.org/\"" : "vocab=\"http://schema.org/\""
    let mark = hasPrefix ? "s:" : ""
    let close = chance(2) ? "</li>" : ""
    var body = "<h1 property=\"\(mark)name\">\(text(recipe.title))</h1><ul>"
    for ingredient in recipe.ingredients {
      body += "<li property=\"\(mark)recipeIngredient\">\(text(ingredient))\(close)"
    }
    body +=
      "</ul><div property=\"\(mark)aggregateRating\" typeof=\"\(mark)AggregateRating\">"
      + "<span property=\(mark)ratingValue"
      + (chance(2) ? " content=\"\(facts.rating)\">good" : ">\(rating())")
      + "</span><b property=\(mark)reviewCount>\(count(facts.reviews))</b></div>"
    if !recipe.author.isEmpty {
      let name = text(recipe.author)
      body += pick([
        "<span property=\(mark)author>\(name)</span>",
        "<p property=\(mark)author typeof=\(mark)Person><b property=\(mark)name>\(name)</b></p>",
      ])
    }
    if !recipe.image.isEmpty { body += "<img property=\(mark)image src=\"\(picture())\">" }
    body +=
      times("property=\"", mark)
      + "<div property=\(mark)nutrition typeof=\(mark)NutritionInformation>"
      + "<span property=\(mark)calories>\(facts.calories) calories</span></div>"
      + "<p property=\(mark)recipeYield>\(facts.servings) servings</p>"
      + "<div property=\(mark)offers typeof=\(mark)Offer resource=\"#offer\"><meta "
      + "property=\(mark)priceCurrency content=\(facts.currency)>"
      + "<b property=\(mark)price>\(text(price()))</b>"
      + "<link property=\(mark)availability href=\"https://schema.org/InStock\"></div>"
      + "<i property=\(mark)interactionStatistic typeof=\(mark)InteractionCounter><meta "
      + "property=\(mark)interactionType content=\"http://schema.org/LikeAction\">"
      + "<b property=\(mark)userInteractionCount>\(count(facts.likes))</b></i>"
    return
      "<meta property=\"og:title\" content=\"A site\">"
      + "<div \(start) typeof=\"\(mark)Recipe\">\(body)</div>"
  }
}
