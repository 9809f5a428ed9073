/// The words of one line of a scenario, read from left to right.
struct ScenarioWords {
  private var words: ArraySlice<Substring>
  private let line: Int

  /// What follows a `#` is for people.
  init(_ text: String, line: Int) {
    let code = text.prefix { $0 != "#" }
    words = code.split { $0 == " " || $0 == "\t" || $0 == "\r" }[...]
    self.line = line
  }

  var isAtEnd: Bool { words.isEmpty }
  /// All that is left, with single spaces.
  var rest: String { words.joined(separator: " ") }

  func error(_ message: String) -> ScenarioError { ScenarioError(line: line, message: message) }

  mutating func next(_ what: String) throws(ScenarioError) -> String {
    guard let word = words.popFirst() else { throw error("the line ends where \(what) belongs.") }
    return String(word)
  }

  mutating func expect(_ word: String) throws(ScenarioError) {
    let found = try next(word.debugDescription)
    guard found == word else {
      throw error("\(found.debugDescription) stands where \(word.debugDescription) belongs.")
    }
  }

  /// Whether the next words begin with the first of these; then all of them have to be there.
  mutating func takes(_ wanted: String...) throws(ScenarioError) -> Bool {
    guard words.first.map(String.init) == wanted[0] else { return false }
    for word in wanted { try expect(word) }
    return true
  }

  mutating func number(
    _ what: String, _ range: ClosedRange<Int>
  ) throws(ScenarioError) -> Int {
    let word = try next(what)
    guard let number = Int(word), range.contains(number) else {
      throw error(
        "\(word.debugDescription) stands where \(what) belong: a number from "
          + "\(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  mutating func device() throws(ScenarioError) -> Int {
    try number("the number of a device", 0...ScenarioParser.devicesMax)
  }

  mutating func devices() throws(ScenarioError) -> Scenario.Devices {
    if try takes("all") { return .all }
    return .one(try number("all or the number of a device", 0...ScenarioParser.devicesMax))
  }

  mutating func pages() throws(ScenarioError) -> [String] {
    var pages = [try next("a page")]
    while !isAtEnd { pages.append(try next("a page")) }
    return pages
  }

  mutating func minutes() throws(ScenarioError) -> Int {
    let count = try number("a time", 1...ScenarioParser.daysMax * 1_440)
    let unit = try next("minutes, hours or days")
    let sizes = ["minute": 1, "hour": 60, "day": 1_440]
    guard let size = sizes[unit.hasSuffix("s") ? String(unit.dropLast()) : unit],
      count * size <= ScenarioParser.daysMax * 1_440
    else {
      throw error("a wait is at most \(ScenarioParser.daysMax) days, in minutes, hours or days.")
    }
    return count * size
  }

  /// A length of real time, to a day.
  mutating func milliseconds() throws(ScenarioError) -> Int {
    let count = try number("a length of time", 1...86_400_000)
    let unit = try next("ms or s")
    let sizes = ["ms": 1, "s": 1_000]
    guard let size = sizes[unit], count * size <= 86_400_000 else {
      throw error("a length of time is at most a day, in ms or s: 500 ms, 2 s.")
    }
    return count * size
  }

  /// A name that a line before has given.
  mutating func known(_ names: Set<String>, _ what: String) throws(ScenarioError) -> String {
    let name = try next("the name of a \(what)")
    guard names.contains(name) else {
      throw error("there is no \(what) named \(name.debugDescription) by now. Take it first.")
    }
    return name
  }

  func end() throws(ScenarioError) {
    guard let word = words.first else { return }
    throw error("\(String(word).debugDescription) is more than the step takes. Remove it.")
  }
}
