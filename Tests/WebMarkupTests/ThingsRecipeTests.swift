import Foundation
import TestSupport
import Testing
import WebAddress

@testable import WebMarkup

@Suite("Recipes as pages") struct ThingsRecipeTests {
  private static let archive = RealData.path("recipes-pd.jsonl.gz")

  /// What a result of the page has to show, by the names of fields.
  static func expected(_ page: RecipePage) -> [RichResult.FieldName: String] {
    let facts = page.facts
    var fields: [RichResult.FieldName: String] = [
      .ratingValue: facts.rating, .reviewCount: facts.reviews, .price: facts.price,
      .priceCurrency: facts.currency, .availability: "InStock", .likes: facts.likes,
      .totalMinutes: "\(facts.minutes)", .calories: "\(facts.calories) calories",
      .yield: "\(facts.servings) servings", .mainType: "Recipe",
    ]
    if !page.recipe.author.isEmpty { fields[.author] = page.recipe.author }
    if !page.recipe.ingredients.isEmpty {
      fields[.ingredientCount] = "\(page.recipe.ingredients.count)"
    }
    return fields
  }

  /// What differs, in words; empty if the result is exact.
  static func differences(_ page: RecipePage) -> [String] {
    let url = WebURL(page.recipe.url)
    let data = StructuredData(HTMLDocument(Array(page.html.utf8)), base: url)
    let result = RichResult(data, page: url)
    var found = Dictionary(uniqueKeysWithValues: result.fields.map { ($0.name, $0.value) })
    var differences: [String] = []
    // The form of the page may say them or not.
    found[.bestRating] = nil
    for (name, value) in expected(page).sorted(by: { $0.key < $1.key }) where found[name] != value {
      differences.append("\(name): \(found[name] ?? "nothing") is not \(value)")
    }
    let extra = Set(found.keys).subtracting(expected(page).keys)
    differences += extra.sorted().map { "\($0): \(found[$0] ?? "")" }
    let ingredients = page.recipe.ingredients.map {
      $0.split { " \t\n\r\r\n".contains($0) }.joined(separator: " ")
    }
    if result.ingredients != ingredients {
      differences.append("ingredients: \(result.ingredients) is not \(ingredients)")
    }
    if (result.image?.address ?? "") != page.image {
      differences.append("image: \(result.image?.address ?? "nothing") is not \(page.image)")
    }
    return differences
  }

  @Test(.enabled(if: archive != nil, "\(RealData.howToGet)"), arguments: RecipePage.Syntax.allCases)
  func `show exactly what a recipe says`(syntax: RecipePage.Syntax) throws {
    let recipes = try RecipePage.recipes(
      try Archive.inflated(
        [UInt8](Data(contentsOf: URL(fileURLWithPath: try #require(Self.archive))))))
    #expect(recipes.count == 410)
    for (place, recipe) in recipes.enumerated() {
      let page = RecipePage(recipe, syntax, seed: UInt64(place))
      let differences = Self.differences(page)
      #expect(differences == [], "\(recipe.id)\n\(page.html)")
    }
  }
}
