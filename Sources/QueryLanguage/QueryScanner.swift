internal import CivilTime

/// The tokens of a query: names, texts, numbers and times.
struct QueryScanner {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }
  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func error(_ reason: QueryError.Reason, at place: Int? = nil) -> QueryError {
    QueryError(reason, at: place ?? offset, in: bytes)
  }

  /// Refuses what is not UTF-8, with the place where it ends to be.
  func checkText() throws(QueryError) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var place = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): place += UTF8.width(scalar)
      case .emptyInput: return
      case .error: throw error(.notUTF8, at: place)
      }
    }
  }

  mutating func move(to place: Int) { offset = place }

  mutating func skipBlanks() {
    while let next = peek, next == 0x20 || (0x09...0x0D).contains(next) { offset += 1 }
  }

  /// Consumes what has to stand next, after blanks; without it, only the blanks.
  mutating func consume(_ text: String) -> Bool {
    skipBlanks()
    guard bytes[offset...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  /// The next character, whatever it is.
  mutating func character() -> Character {
    let first = bytes[offset]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let text = String(decoding: bytes[offset..<min(offset + count, bytes.count)], as: UTF8.self)
    offset += count
    return text.first ?? "?"
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == 0x5F || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte >= 0x80
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Letters, digits and underscores of ASCII; nil where none of them stands, or a digit first.
  mutating func name() -> String? {
    guard let first = peek, Self.isNamePart(first), !Self.isDigit(first), first < 0x80 else {
      return nil
    }
    let start = offset
    while let next = peek, Self.isNamePart(next), next < 0x80 { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Where one of the letters stands alone after spaces; nil where it does not.
  func loneLetter(of letters: String) -> Int? {
    var place = offset
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    guard place > offset, place < bytes.count, letters.utf8.contains(bytes[place]) else {
      return nil
    }
    let isAlone = place + 1 == bytes.count || !Self.isNamePart(bytes[place + 1])
    return isAlone ? place : nil
  }

  // MARK: Texts

  /// The text between two quotes, which may hold the other quote.
  mutating func quoted(_ quote: UInt8) throws(QueryError) -> [QueryPattern.Piece] {
    let start = offset
    offset += 1
    let first = offset
    while let next = peek, next != quote {
      offset += next == 0x5C ? 2 : 1
    }
    guard offset < bytes.count else { throw error(.unterminatedText, at: start) }
    let inside = String(decoding: bytes[first..<offset], as: UTF8.self)
    guard inside.unicodeScalars.count <= Query.patternCountMax else {
      throw error(.patternTooLong, at: start)
    }
    offset += 1
    return QueryPattern(inside).pieces
  }

  // MARK: Numbers and times

  /// Nil where neither stands.
  mutating func moment() throws(QueryError) -> QueryMoment? {
    if let time = try time() { return .time(time) }
    let start = offset
    if peek == 0x2B || peek == 0x2D { offset += 1 }
    let whole = digits()
    var fraction = 0
    if peek == 0x2E {
      offset += 1
      fraction = digits()
    }
    guard whole + fraction > 0 else {
      offset = start
      return nil
    }
    skipExponent()
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let number = Double(text.last == "." ? text + "0" : text), number.isFinite else {
      throw error(.invalidNumber, at: start)
    }
    return .number(number)
  }

  private mutating func digits() -> Int {
    let start = offset
    while let next = peek, Self.isDigit(next) { offset += 1 }
    return offset - start
  }

  /// Without digits behind it, an "e" is not consumed.
  private mutating func skipExponent() {
    guard peek == 0x45 || peek == 0x65 else { return }
    let start = offset
    offset += 1
    if peek == 0x2B || peek == 0x2D { offset += 1 }
    if digits() == 0 { offset = start }
  }

  private mutating func time() throws(QueryError) -> QueryTime? {
    guard bytes[offset...].starts(with: "$time.".utf8) else { return nil }
    offset += 6
    let start = offset
    let name = self.name() ?? ""
    if name == "iso" { return try iso(from: start) }
    guard let period = QueryTime.Period(rawValue: name) else {
      throw error(.unknownPeriod(name), at: start)
    }
    guard peek == 0x28 else { return .period(period, offset: 0) }
    offset += 1
    skipBlanks()
    let place = offset
    if peek == 0x2B || peek == 0x2D { offset += 1 }
    let count = digits()
    let text = String(decoding: bytes[place..<offset], as: UTF8.self)
    guard offset == place || count > 0 else { throw error(.expected("A whole number or )")) }
    let most = QueryTime.offsetMax(period)
    guard let shift = count == 0 ? 0 : Int(text), (-most...most).contains(shift) else {
      throw error(.offsetTooLarge(period), at: place)
    }
    guard consume(")") else { throw error(.expected("A whole number or )")) }
    return .period(period, offset: shift)
  }

  private mutating func iso(from start: Int) throws(QueryError) -> QueryTime {
    guard peek == 0x28 else { throw error(.expected("( and a time of ISO 8601")) }
    let first = offset + 1
    guard let end = bytes[first...].firstIndex(of: 0x29) else {
      throw error(.expected("A time of ISO 8601 and )"), at: first)
    }
    let text = String(decoding: bytes[first..<end], as: UTF8.self)
    do throws(ISOTimeError) {
      let time = try ISOTime(parsing: text)
      offset = end + 1
      return .instant(time.milliseconds)
    } catch let problem {
      throw error(.invalidTime("\(problem)"), at: first)
    }
  }
}
