/// Fields of a rich result as people read them, a group at a time; empty where there are none.
package struct ResultFieldText {
  private let result: RichResult

  package init(_ result: RichResult) { self.result = result }

  /// "4.5 of 5, 210 reviews".
  package var rating: String {
    var parts: [String] = []
    if let value = result.value(.ratingValue) {
      parts.append("\(value) of \(result.value(.bestRating) ?? "5")")
    }
    if let count = result.value(.ratingCount) { parts.append(Self.count(count, "rating")) }
    if let count = result.value(.reviewCount) { parts.append(Self.count(count, "review")) }
    return parts.joined(separator: ", ")
  }

  /// "12.50 to 20 EUR, InStock".
  package var price: String {
    var amount = result.value(.price) ?? ""
    if let high = result.value(.highPrice) { amount += amount.isEmpty ? high : " to \(high)" }
    if let currency = result.value(.priceCurrency), !amount.isEmpty { amount += " \(currency)" }
    return joined([amount, result.value(.priceRange), result.value(.availability)], ", ")
  }

  package var dates: String {
    joined([result.value(.startDate), result.value(.endDate)], " to ")
  }

  package var place: String {
    let address = joined(
      [.streetAddress, .postalCode, .locality, .region, .country].map(result.value), ", ")
    return joined([address, coordinates], "; ")
  }

  private var coordinates: String? {
    guard let latitude = result.value(.latitude), let longitude = result.value(.longitude) else {
      return nil
    }
    return "\(latitude), \(longitude)"
  }

  /// "45 minutes, 6 ingredients, by Ann".
  package var details: String {
    joined(
      [
        result.value(.totalMinutes).map { Self.count($0, "minute") },
        result.value(.ingredientCount).map { Self.count($0, "ingredient") },
        result.value(.calories), result.value(.yield),
        result.value(.durationSeconds).map { Self.count($0, "second") },
        result.value(.author).map { "by \($0)" },
        result.value(.likes).map { Self.count($0, "like") },
        result.value(.views).map { Self.count($0, "view") },
        result.value(.comments).map { Self.count($0, "comment") },
        result.value(.shares).map { Self.count($0, "share") },
        result.value(.otherInteractions).map { Self.count($0, "interaction") },
      ], ", ")
  }

  /// What a person can do with the result beside opening it: "call +1 555 0100".
  package var actions: [String] {
    [
      result.value(.telephone).map { "call \($0)" }, coordinates.map { "directions to \($0)" },
      result.value(.audioURL).map { "play \($0)" }, result.value(.videoURL).map { "play \($0)" },
      result.isSearchPage ? "search on this page" : nil,
    ].compactMap(\.self)
  }

  private func joined(_ parts: [String?], _ separator: String) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
  }

  private static func count(_ number: String, _ thing: String) -> String {
    number == "1" ? "1 \(thing)" : "\(number) \(thing)s"
  }
}
