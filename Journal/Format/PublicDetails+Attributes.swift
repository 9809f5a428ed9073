extension JournalAttributes {
  /// The value of a custom attribute: "price" of "com_example_shop_price".
  package func value(ofOwn name: String) -> JournalValue? {
    values.first { $0.hasCustom && ($0.name.split(separator: "_").last ?? "") == name }?.value
  }
}

extension JournalValue {
  /// A number that can be counted with; nil for any other value.
  package var finiteNumber: Double? {
    switch kind {
    case .number(let number): number.isFinite ? number : nil
    case .integer(let number): Double(number)
    case .string, .boolean, .dateMilliseconds, .data, .url, .person, .localized, .list, .map,
      .null, nil:
      nil
    }
  }
}

extension PublicDetails {
  /// The attributes as an item of a device has them, sorted by name; `userInfo` is none of them.
  package var attributes: JournalAttributes {
    var attributes = JournalAttributes()
    attributes.values = PublicAttribute.allCases.compactMap { attribute in
      let texts = self[attribute]
      guard !texts.isEmpty else { return nil }
      var made = JournalAttribute()
      made.name = attribute.rawValue
      if attribute.isCustom { made.custom = .init() }
      made.value = JournalValue(texts, of: attribute.kind)
      return made
    }
    attributes.values.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return attributes
  }
}

extension PublicItem {
  /// What a card shows besides the title.
  package var attributes: JournalAttributes {
    var attributes = details.attributes
    for (name, text) in [
      ("contentDescription", contentDescription), ("thumbnailURL", thumbnailURL),
    ] where !text.isEmpty {
      var made = JournalAttribute()
      made.name = name
      made.value.string = text
      attributes.values.append(made)
    }
    return attributes
  }
}

extension JournalValue {
  fileprivate init(_ texts: [String], of kind: PublicAttribute.Kind) {
    self.init()
    let first = texts.first ?? ""
    switch kind {
    case .text, .address, .userInfo: string = first
    case .decimal: number = DecimalText.number(first) ?? 0
    case .amount:
      if let number = DecimalText.number(first) { self.number = number } else { string = first }
    case .time: dateMilliseconds = Int64(first) ?? 0
    case .flag: boolean = true
    case .texts, .phone:
      list.values = texts.map { text in
        var value = JournalValue()
        value.string = text
        return value
      }
    }
  }
}

extension PublicValue {
  /// Nil for what everybody's devices could not tell apart from another value.
  package init?(_ value: JournalValue) {
    switch value.kind {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .boolean(let isTrue): self = .boolean(isTrue)
    case .number, .dateMilliseconds, .data, .url, .person, .localized, .list, .map, .null, nil:
      return nil
    }
  }
}
