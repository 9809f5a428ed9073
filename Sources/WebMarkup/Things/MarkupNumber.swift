/// Numbers as pages write them.
enum MarkupNumber {
  /// Digits of a number that is read, and places of one that is kept.
  static let digitCountMax = 20

  /// The first number of a text as a decimal number: "4.5" of "4,5 stars", "1299.00" of
  /// "$1,299.00".
  ///
  /// A point before the last digits is a decimal point, as schema.org asks for; a comma is one
  /// unless three digits follow it. Of both in one number the last one is.
  /// - Returns: also what stands behind it; nil without a number, and below zero.
  static func decimal(_ text: String) -> (value: String, rest: Substring)? {
    guard let start = text.firstIndex(where: isDigit) else { return nil }
    if let sign = text[..<start].last, sign == "-" || sign == "\u{2212}" { return nil }
    var end = start
    var place = start
    while place < text.endIndex {
      if isDigit(text[place]) {
        end = text.index(after: place)
      } else if !isSeparator(text[place]) || text.index(after: place) == text.endIndex
        || !isDigit(text[text.index(after: place)])
      {
        break
      }
      place = text.index(after: place)
    }
    var number = text[start..<end]
    var hasPoint = false
    // ".5" is a number too.
    if start > text.startIndex, text[text.index(before: start)] == ".",
      start == text.index(after: text.startIndex), !number.contains(where: isSeparator)
    {
      number = "0." + number
      hasPoint = true
    }
    guard let value = hasPoint ? String(number) : plain(number),
      value.utf8.count <= digitCountMax
    else { return nil }
    return (value, text[end...])
  }

  /// The whole number at the beginning of a text, behind signs that are no letters: "1234" of
  /// "1,234 reviews".
  static func whole(_ text: String) -> String? {
    let digits = text.drop { !isDigit($0) && !$0.isLetter && $0 != "-" }
    guard let number = decimal(String(digits)), digits.first.map(isDigit) == true else {
      return nil
    }
    let parts = number.value.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 1 { return withoutZeros(parts[0]) }
    if parts[1].allSatisfy({ $0 == "0" }), parts[1].count != 3 { return withoutZeros(parts[0]) }
    // In a count a point before three digits stands between thousands.
    return parts[1].count == 3 && parts[0] != "0" ? withoutZeros(parts[0] + parts[1]) : nil
  }

  /// Whether two decimal numbers are the same one.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    one == other || (Double(one).map { $0 == Double(other) } ?? false)
  }

  private static func withoutZeros(_ digits: some StringProtocol) -> String {
    let rest = digits.drop { $0 == "0" }
    return rest.isEmpty ? "0" : String(rest)
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func isSeparator(_ character: Character) -> Bool {
    switch character {
    case ".", ",", "'", "\u{2019}", "\u{A0}", "\u{202F}": true
    default: false
    }
  }

  /// Digits with at most one point.
  private static func plain(_ number: Substring) -> String? {
    let signs = number.filter { !isDigit($0) }
    guard let last = signs.last else { return String(number) }
    let place = number.lastIndex(of: last) ?? number.endIndex
    let behind = number[number.index(after: place)...]
    let others = Set(signs.dropLast())
    let isDecimal: Bool
    switch last {
    case ".": isDecimal = !others.contains(".")
    case ",": isDecimal = !others.contains(",") && (behind.count != 3 || others.contains("."))
    default: isDecimal = false
    }
    let whole = number[..<place].filter(isDigit)
    return isDecimal ? whole + "." + behind : whole + behind
  }
}

/// Amounts of money as pages write them.
enum MarkupPrice {
  /// - Returns: nil for what is no amount; "free" is 0.
  static func read(_ text: String) -> (amount: String, high: String?, currency: String?)? {
    if text.lowercased() == "free" { return ("0", nil, nil) }
    guard let (amount, rest) = MarkupNumber.decimal(text) else { return nil }
    let before = text.prefix { !("0"..."9").contains($0) }
    let currency = currency(in: before) ?? self.currency(in: rest)
    // "10 - 20", "10 to 20"
    let separators = rest.prefix { !("0"..."9").contains($0) }
    if separators.contains(where: { $0 == "-" || $0 == "\u{2013}" }) || separators.contains(" to "),
      let (high, _) = MarkupNumber.decimal(String(rest.drop { !("0"..."9").contains($0) }))
    {
      return (amount, high, currency)
    }
    return (amount, nil, currency)
  }

  /// Three letters of ISO 4217, as they are or by a sign that only one currency has.
  static func currency(in text: some StringProtocol) -> String? {
    let letters = text.split { !$0.isASCII || !$0.isLetter }
    if let code = letters.first(where: { $0.count == 3 }), code == code.uppercased() {
      return String(code)
    }
    return signs.first { text.contains($0.sign) }?.code
  }

  /// "$" and "¥" alone are those of several.
  private static let signs: [(sign: String, code: String)] = [
    ("US$", "USD"), ("A$", "AUD"), ("C$", "CAD"), ("NZ$", "NZD"), ("HK$", "HKD"), ("R$", "BRL"),
    ("\u{20AC}", "EUR"), ("\u{A3}", "GBP"), ("\u{20B9}", "INR"), ("\u{20BD}", "RUB"),
    ("\u{20A9}", "KRW"), ("\u{20BA}", "TRY"), ("\u{20B4}", "UAH"), ("\u{20AA}", "ILS"),
    ("z\u{142}", "PLN"), ("K\u{10D}", "CZK"),
  ]
}
