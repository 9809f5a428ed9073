extension Scenario {
  /// Reads a scenario.
  ///
  /// - Throws: an error that names the first line that is wrong, and what can stand there.
  package init(_ text: String) throws(ScenarioError) {
    guard text.utf8.count <= Self.byteCountMax else {
      throw ScenarioError(
        line: 1, message: "the file has more than \(Self.byteCountMax) bytes. Make it shorter.")
    }
    var parser = ScenarioParser()
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      try parser.read(String(line), number: place + 1)
    }
    self = try parser.scenario()
  }
}

/// Reads a scenario line by line.
struct ScenarioParser {
  private var header: (name: String, summary: String)?
  private var promises: [Int] = []
  private var lines: [Scenario.Line] = []
  private var deviceSnapshots: Set<String> = []
  private var cloudSnapshots: Set<String> = []
  private var hasRestored = false
  private var lastNumber = 1

  static let daysMax = 3_650
  static let devicesMax = 10_000

  func scenario() throws(ScenarioError) -> Scenario {
    guard let header else {
      throw ScenarioError(
        line: lastNumber, message: "there is no drill. Begin with: drill NAME: WHAT HAPPENS")
    }
    guard !lines.isEmpty else {
      throw ScenarioError(line: lastNumber, message: "nothing happens. Add a step: live 1")
    }
    return Scenario(
      name: header.name, summary: header.summary, promises: promises, lines: lines)
  }

  mutating func read(_ text: String, number: Int) throws(ScenarioError) {
    lastNumber = number
    try Self.check(text, number: number)
    var words = ScenarioWords(text, line: number)
    guard !words.isAtEnd else { return }
    if header == nil { return try readHeader(&words) }
    let verb = try words.next("a step")
    if verb == "promises" {
      repeat {
        promises.append(try words.number("the number of a promise", 1...99))
      } while !words.isAtEnd
      return
    }
    let step = try step(verb, &words)
    try words.end()
    lines.append(Scenario.Line(number: number, step: step))
  }

  /// Names and sentences stand in reports, which people look at in terminals.
  private static func check(_ text: String, number: Int) throws(ScenarioError) {
    for (place, scalar) in text.unicodeScalars.enumerated()
    where scalar.isUnprintable && scalar != "\t" {
      let code = String(scalar.value, radix: 16, uppercase: true)
      throw ScenarioError(
        line: number,
        message: "character \(place + 1) is U+\(code), which controls a terminal. Remove it.")
    }
  }

  private mutating func readHeader(_ words: inout ScenarioWords) throws(ScenarioError) {
    try words.expect("drill")
    let name = try words.next("a name with a colon behind it")
    let summary = words.rest
    guard name.hasSuffix(":"), name.count > 1, !summary.isEmpty else {
      throw words.error("a drill has a name, a colon and a sentence: drill NAME: WHAT HAPPENS")
    }
    header = (String(name.dropLast()), summary)
  }

  private mutating func step(
    _ verb: String, _ words: inout ScenarioWords
  ) throws(ScenarioError) -> Scenario.Step {
    switch verb {
    case "live": return .live(days: try words.number("days", 1...Self.daysMax))
    case "wait": return .wait(minutes: try words.minutes())
    case "engage": return .engage(try words.devices(), pages: try words.pages())
    case "delete": return .delete(try words.devices(), pages: try words.pages())
    case "reindex": return .reindex(try words.devices(), pages: try words.pages())
    case "sync": return .sync(try words.devices())
    case "prune": return .prune(try words.devices())
    case "compact": return .compact(try words.devices())
    case "kill": return .kill(try words.devices())
    case "clone":
      let device = try words.device()
      return .clone(device, withWitness: try !words.takes("without", "witness"))
    case "lose": return try lose(&words)
    case "crash", "rebuild":
      try words.expect("cloud")
      return verb == "crash" ? .crashCloud : .rebuildCloud
    case "snapshot": return try snapshot(&words)
    case "keep":
      try words.expect("cloud")
      return .keepBackup(name: try words.known(cloudSnapshots, "snapshot of the cloud"))
    case "restore": return try restore(&words)
    case "expect": return try expect(&words)
    default:
      throw words.error(
        "\(verb.debugDescription) is no step. Steps are live, wait, engage, delete, reindex, sync, "
          + "prune, compact, kill, clone, lose, crash, rebuild, snapshot, keep, restore and expect."
      )
    }
  }

  private func lose(_ words: inout ScenarioWords) throws(ScenarioError) -> Scenario.Step {
    let what = try words.next("witness, index, outbox or cloud")
    if what == "cloud" { return .loseCloud }
    guard let part = Scenario.Part(rawValue: what) else {
      throw words.error("\(what.debugDescription) cannot be lost: witness, index, outbox or cloud.")
    }
    return .lose(part, try words.devices())
  }

  private mutating func snapshot(
    _ words: inout ScenarioWords
  ) throws(ScenarioError) -> Scenario.Step {
    if try words.takes("cloud") {
      try words.expect("as")
      let name = try words.next("a name")
      cloudSnapshots.insert(name)
      return .snapshotCloud(name: name)
    }
    let device = try words.device()
    try words.expect("as")
    let name = try words.next("a name")
    deviceSnapshots.insert(name)
    return .snapshot(device, name: name)
  }

  private mutating func restore(
    _ words: inout ScenarioWords
  ) throws(ScenarioError) -> Scenario.Step {
    if try words.takes("cloud") {
      try words.expect("to")
      let name = try words.known(cloudSnapshots, "snapshot of the cloud")
      var witness = DrillFleet.WitnessFate.isKept
      if try words.takes("without", "witness") { witness = .isLost }
      if try words.takes("with", "older", "witness") { witness = .isBehind }
      hasRestored = true
      return .restoreCloud(name: name, witness, acceptsLoss: try words.takes("accepting", "loss"))
    }
    let device = try words.device()
    try words.expect("to")
    let name = try words.known(deviceSnapshots, "snapshot of a device")
    var kept: Set<Scenario.Part> = []
    while try words.takes("keeping") {
      let part = try words.next("witness or index")
      guard let part = Scenario.Part(rawValue: part), part != .outbox else {
        throw words.error("a restore keeps the witness or the index, and nothing else.")
      }
      kept.insert(part)
    }
    hasRestored = true
    return .restore(device, name: name, keeping: kept)
  }

  private func expect(_ words: inout ScenarioWords) throws(ScenarioError) -> Scenario.Step {
    if try words.takes("gone") { return .expectGone(events: try words.number("events", 0...9_999)) }
    if try words.takes("restore") {
      guard hasRestored else {
        throw words.error("nothing is restored before this line. Restore a device or the cloud.")
      }
      try words.expect("under")
      return .expectRestore(underMilliseconds: try words.milliseconds())
    }
    try words.expect("page")
    let page = try words.next("a page")
    if try words.takes("public") { return .expectShown(page: page, isShown: true) }
    if try words.takes("hidden") { return .expectShown(page: page, isShown: false) }
    let engagements = try words.number("public, hidden or engagements", 0...999_999)
    try words.expect("of")
    return .expectCounts(
      page: page, engagements: engagements, people: try words.number("people", 0...10_000))
  }
}

extension Unicode.Scalar {
  /// Control characters, and marks that change the direction of a line.
  fileprivate var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
