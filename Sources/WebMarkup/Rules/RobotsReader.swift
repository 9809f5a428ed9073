/// Reads the lines of a robots.txt.
struct RobotsReader {
  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private(set) var patterns: [UInt8] = []
  private(set) var groups: [RobotsRules.Group] = []
  /// Whether the last group has rules, so that an agent begins another one.
  private var hasRules = false
  private var line = 0

  private enum Key {
    case agent, allow, disallow, crawlDelay
  }

  /// Bytes of a line that count.
  private static let lineByteCountMax = 16_664

  mutating func read(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { all in
      var (start, end) = (0, all.count)
      if all.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
      if end > RobotsRules.byteCountMax {
        let kept = all[..<RobotsRules.byteCountMax]
        end = kept.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? start
      }
      while start < end {
        let stop = all[start..<end].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? end
        line += 1
        readLine(all[start..<min(stop, start + Self.lineByteCountMax)])
        start = stop + 1
        if stop + 1 < end, all[stop] == 0x0D, all[stop + 1] == 0x0A { start += 1 }
      }
    }
  }

  private mutating func readLine(_ line: Bytes) {
    var line = line
    if let comment = line.firstIndex(of: UInt8(ascii: "#")) { line = line[..<comment] }
    line = Self.trimmed(line)
    // A blank may stand for the colon, where nothing but one word follows.
    let separator =
      line.firstIndex(of: UInt8(ascii: ":"))
      ?? line.firstIndex(where: Self.isBlank).flatMap { blank in
        Self.trimmed(line[blank...]).contains(where: Self.isBlank) ? nil : blank
      }
    guard let separator, let key = Self.key(Self.trimmed(line[..<separator])) else { return }
    let value = Self.trimmed(line[(separator + 1)...])
    switch key {
    case .agent: readAgent(value)
    case .allow: readRule(value, allows: true)
    case .disallow: readRule(value, allows: false)
    case .crawlDelay:
      guard let place = groups.indices.last, let delay = Self.milliseconds(value) else { return }
      groups[place].crawlDelayMilliseconds = delay
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C
  }

  private static func trimmed(_ text: Bytes) -> Bytes {
    var (start, end) = (text.startIndex, text.endIndex)
    while start < end, isBlank(text[start]) { start += 1 }
    while start < end, isBlank(text[end - 1]) { end -= 1 }
    return text[start..<end]
  }

  /// As people write them, mistakes included.
  private static let keys: [([UInt8], Key)] =
    ["user-agent", "useragent", "user agent"].map { (Array($0.utf8), .agent) }
    + [(Array("allow".utf8), .allow), (Array("crawl-delay".utf8), .crawlDelay)]
    + ["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"].map {
      (Array($0.utf8), .disallow)
    }

  private static func key(_ text: Bytes) -> Key? {
    keys.first { name, _ in
      text.count >= name.count && zip(text, name).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }?.1
  }

  private mutating func readAgent(_ value: Bytes) {
    if groups.isEmpty || hasRules { groups.append(RobotsRules.Group()) }
    hasRules = false
    let name: String
    if value.first == UInt8(ascii: "*"),
      value.count == 1 || Self.isBlank(value[value.startIndex + 1])
    {
      name = "*"
    } else {
      // What stands behind the name is its version.
      let letters = value.prefix {
        $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
      name = String(decoding: letters, as: UTF8.self).lowercased()
    }
    if !name.isEmpty { groups[groups.count - 1].agents.insert(name) }
  }

  private mutating func readRule(_ value: Bytes, allows: Bool) {
    guard let place = groups.indices.last else { return }
    hasRules = true
    // A rule without a path says nothing.
    guard !value.isEmpty else { return }
    let start = patterns.count
    appendPattern(value)
    let rule = RobotsRules.Rule(allows: allows, line: line, pattern: start..<patterns.count)
    groups[place].rules.append(rule)
  }

  /// Escapes in upper case, and what is not ASCII escaped.
  private mutating func appendPattern(_ value: Bytes) {
    var place = value.startIndex
    while place < value.endIndex {
      let byte = value[place]
      if byte == UInt8(ascii: "%"), place + 2 < value.endIndex, Self.isHex(value[place + 1]),
        Self.isHex(value[place + 2])
      {
        patterns += [byte, Self.upper(value[place + 1]), Self.upper(value[place + 2])]
        place += 3
        continue
      }
      if byte >= 0x80 {
        patterns += [UInt8(ascii: "%"), Self.hexDigit(byte >> 4), Self.hexDigit(byte & 15)]
      } else {
        patterns.append(byte)
      }
      place += 1
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }

  private static func upper(_ byte: UInt8) -> UInt8 { byte >= 0x61 ? byte - 0x20 : byte }
  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  /// Seconds with a fraction perhaps; nil for what is none.
  private static func milliseconds(_ value: Bytes) -> Int? {
    guard value.count <= 32, let seconds = Double(String(decoding: value, as: UTF8.self)),
      seconds >= 0
    else { return nil }
    return Int(min(seconds * 1_000, Double(RobotsRules.crawlDelayMillisecondsMax)))
  }
}
