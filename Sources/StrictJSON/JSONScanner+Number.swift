extension JSONScanner {
  /// The number that begins here, with all of its digits where it is a whole one.
  mutating func number() throws(JSONError) -> JSONValue {
    let start = offset
    let isNegative = consume(UInt8(ascii: "-"))
    var decimal = Decimal()
    let first = offset
    try digits { decimal.add($0) }
    if offset - first > 1, text(from: first, to: first + 1) == "0" {
      throw error(.leadingZero, at: first)
    }
    var isWhole = true
    if consume(UInt8(ascii: ".")) {
      isWhole = false
      try digits { decimal.addBehindPoint($0) }
    }
    var exponent = 0
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      isWhole = false
      let isSmall = consume(UInt8(ascii: "-"))
      if !isSmall { _ = consume(UInt8(ascii: "+")) }
      // What is beyond every double stays so: more digits change nothing.
      try digits { exponent = min(exponent * 10 + Int($0), 1_000_000) }
      if isSmall { exponent = -exponent }
    }
    if isWhole { return try whole(decimal, isNegative: isNegative, start) }
    if let magnitude = decimal.double(exponent: exponent) {
      let number = isNegative ? -magnitude : magnitude
      return value(.number(number), number, decimal, start)
    }
    guard let number = Double(text(from: start, to: offset)), number.isFinite,
      number != 0 || decimal.isZero
    else { throw error(.outOfRange(shortened(start)), at: start) }
    return value(.number(number), number, decimal, start)
  }

  private func whole(
    _ decimal: Decimal, isNegative: Bool, _ start: Int
  ) throws(JSONError) -> JSONValue {
    if let number = decimal.whole(isNegative: isNegative) {
      return value(.integer(number), Double(number), decimal, start)
    }
    guard takesNaturals, !isNegative, let natural = decimal.natural else {
      throw error(.outOfRange(shortened(start)), at: start)
    }
    return JSONValue(.natural(natural), offset: start, beyondDouble: shortened(start))
  }

  /// - Parameter double: the nearest one.
  private func value(
    _ kind: JSONValue.Kind, _ double: Double, _ decimal: Decimal, _ start: Int
  ) -> JSONValue {
    // From there on every double is whole, and not every whole number is a double.
    let isKept = double.magnitude < 0x1p53 || decimal.significantCount <= 15
    return JSONValue(kind, offset: start, beyondDouble: isKept ? nil : shortened(start))
  }

  private mutating func digits(_ body: (UInt8) -> Void) throws(JSONError) {
    guard let first = peek, Self.isDigit(first) else { throw expected("a digit") }
    while let byte = peek, Self.isDigit(byte) {
      body(byte - UInt8(ascii: "0"))
      skip(1)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// For messages.
  private func shortened(_ start: Int) -> String {
    let text = text(from: start, to: offset)
    return text.utf8.count > 40 ? text.prefix(40) + "..." : text
  }

  /// The digits of a number.
  private struct Decimal {
    private var digits: UInt64 = 0
    private var isExact = true
    private var behindPoint = 0
    /// From the first digit to the last one that are not zero.
    private(set) var significantCount = 0
    private var zerosAtEnd = 0
    var isZero: Bool { significantCount == 0 }

    mutating func add(_ digit: UInt8) {
      if digit != 0 {
        significantCount += zerosAtEnd + 1
        zerosAtEnd = 0
      } else if significantCount > 0 {
        zerosAtEnd += 1
      }
      let (product, overflows) = digits.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      if overflows || carries { isExact = false } else { digits = sum }
    }

    mutating func addBehindPoint(_ digit: UInt8) {
      add(digit)
      behindPoint += 1
    }

    /// Nil beyond 64 bits.
    func whole(isNegative: Bool) -> Int64? {
      guard isExact else { return nil }
      if isNegative, digits == UInt64(Int64.max) + 1 { return .min }
      return Int64(exactly: digits).map { isNegative ? -$0 : $0 }
    }

    /// Nil beyond 64 bits.
    var natural: UInt64? { isExact ? digits : nil }

    /// The powers of ten that doubles hold exactly.
    private static let powers: [Double] = {
      var powers = [1.0]
      while powers.count <= 22 { powers.append(powers[powers.count - 1] * 10) }
      return powers
    }()

    /// The nearest double where one rounding finds it; nil where the text has to be asked.
    func double(exponent: Int) -> Double? {
      let exponent = exponent - behindPoint
      guard isExact, digits <= 1 << 53, exponent.magnitude < Self.powers.count else { return nil }
      let power = Self.powers[Int(exponent.magnitude)]
      return exponent < 0 ? Double(digits) / power : Double(digits) * power
    }
  }
}
