extension RichResult {
  /// Attributes of an item with this result, by Apple's tables, in the order of their fields.
  package var attributes: [Attribute] {
    var attributes: [Attribute] = []
    func add(_ name: String, _ value: String?, _ fields: FieldName...) {
      guard let value else { return }
      attributes.append(
        Attribute(name: name, value: value, fields: fields.filter { self.field($0) != nil }))
    }
    add("rating", stars, .ratingValue, .bestRating, .worstRating)
    add("ratingDescription", ratingDescription, .ratingCount, .reviewCount)
    // Apple has none for these: they keep the names of schema.org.
    add("price", value(.price), .price)
    add("priceCurrency", value(.priceCurrency), .priceCurrency)
    add("priceRange", value(.priceRange), .priceRange)
    if let phone = value(.telephone) {
      add("phoneNumbers", phone, .telephone)
      add("supportsPhoneCall", "1", .telephone)
    }
    add("thoroughfare", value(.streetAddress), .streetAddress)
    add("city", value(.locality), .locality)
    add("stateOrProvince", value(.region), .region)
    add("postalCode", value(.postalCode), .postalCode)
    add("country", value(.country), .country)
    if let latitude = value(.latitude), let longitude = value(.longitude) {
      add("latitude", latitude, .latitude)
      add("longitude", longitude, .longitude)
      add("supportsNavigation", "1", .latitude, .longitude)
    }
    if let audio = value(.audioURL) {
      add("contentURL", audio, .audioURL)
      add("contentType", "public.audio", .audioURL)
    } else if let video = value(.videoURL) {
      add("contentURL", video, .videoURL)
      add("contentType", "public.movie", .videoURL)
    }
    add("duration", value(.durationSeconds), .durationSeconds)
    add("startDate", value(.startDate), .startDate)
    add("endDate", value(.endDate), .endDate)
    if let start = value(.startDate), !start.contains(":") { add("allDay", "1", .startDate) }
    add("authorNames", value(.author), .author)
    return attributes
  }

  /// From 0 to 5, in hundredths.
  private var stars: String? {
    guard let number = value(.ratingValue).flatMap(Double.init) else { return nil }
    let best = value(.bestRating).flatMap(Double.init) ?? 5
    guard best > 0 else { return nil }
    if best == 5 { return value(.ratingValue) }
    let hundredths = Int((number / best * 500).rounded())
    let digits = hundredths % 100
    if digits == 0 { return "\(hundredths / 100)" }
    let fraction = digits < 10 ? "0\(digits)" : digits % 10 == 0 ? "\(digits / 10)" : "\(digits)"
    return "\(hundredths / 100).\(fraction)"
  }

  private var ratingDescription: String? {
    if let count = value(.reviewCount) { return count + (count == "1" ? " review" : " reviews") }
    return value(.ratingCount).map { $0 + ($0 == "1" ? " rating" : " ratings") }
  }
}
