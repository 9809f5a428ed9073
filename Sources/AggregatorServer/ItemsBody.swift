internal import CloudAggregator
internal import JournalFormat

/// Public items as JSON, written without an encoder: a search spends its time on finding, not on
/// this. The keys are those of `Item` in docs/openapi.json.
struct ItemsBody {
  private(set) var bytes: [UInt8] = []
  /// The day on which the items are as popular as it says.
  private let day: Day

  /// What a search found: `{"items":[...]}`.
  init(_ entries: [PublicEntry], on day: Day) {
    self.day = day
    bytes.reserveCapacity(64 + entries.count * 512)
    add("{\"items\":[")
    for (place, entry) in entries.enumerated() {
      if place > 0 { add(",") }
      add(entry)
    }
    add("]}")
  }

  /// One item.
  init(_ entry: PublicEntry, on day: Day) {
    self.day = day
    add(entry)
  }

  private mutating func add(_ entry: PublicEntry) {
    let item = entry.item
    add("{\"tag\":")
    addQuoted(entry.tag.description)
    add(",\"key\":")
    addQuoted(item.key)
    add(",\"app\":")
    addQuoted(item.app)
    add(",\"activityType\":")
    addQuoted(item.activityType)
    add(",\"title\":")
    addQuoted(item.title)
    add(",\"contentDescription\":")
    addQuoted(item.contentDescription)
    add(",\"keywords\":[")
    for (place, keyword) in item.keywords.enumerated() {
      if place > 0 { add(",") }
      addQuoted(keyword)
    }
    add("],\"thumbnailURL\":")
    addQuoted(item.thumbnailURL)
    add(item.details)
    add(",\"events\":")
    add(String(entry.events))
    add(",\"distinctDevices\":")
    add(String(entry.distinctDevices))
    add(",\"shown\":")
    add(String(entry.feedback.shown))
    add(",\"engaged\":")
    add(String(entry.feedback.engaged))
    if let interval = entry.feedback.interval {
      add(",\"interval\":[\(interval.lowerBound),\(interval.upperBound)]")
    }
    add(",\"popularity\":")
    add(String(entry.popularity.thousandths(on: day)))
    add("}")
  }

  /// The same members as an encoder writes.
  private mutating func add(_ details: PublicDetails) {
    guard !details.isEmpty else { return }
    add(",\"details\":{")
    for (place, member) in details.members.enumerated() {
      if place > 0 { add(",") }
      addQuoted(member.name)
      add(":")
      add(member.form)
    }
    add("}")
  }

  private mutating func add(_ form: PublicDetails.JSONForm) {
    switch form {
    case .text(let text): addQuoted(text)
    case .number(let text): add(text)
    case .boolean(let isTrue): add(isTrue ? "true" : "false")
    case .texts(let texts):
      add("[")
      for (place, text) in texts.enumerated() {
        if place > 0 { add(",") }
        addQuoted(text)
      }
      add("]")
    case .values(let values):
      add("{")
      for (place, (key, value)) in values.enumerated() {
        if place > 0 { add(",") }
        addQuoted(key)
        add(":")
        if case .string(let text) = value { addQuoted(text) } else { add(value.text) }
      }
      add("}")
    }
  }

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// A JSON string (RFC 8259, 7): quotes, backslashes and control characters are escaped.
  private mutating func addQuoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      // Nearly no text has any, and is copied as it is. Looked for to the end of the text: a loop
      // that may end early is not made of wide instructions.
      guard utf8.reduce(false, { $0 != Self.isEscaped($1) || $0 }) else {
        return bytes.append(contentsOf: utf8)
      }
      for byte in utf8 {
        if Self.isEscaped(byte) { addEscaped(byte) } else { bytes.append(byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func addEscaped(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    guard byte < 0x20 else { return bytes.append(byte) }
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(contentsOf: "u00".utf8)
    bytes.append(digits[Int(byte >> 4)])
    bytes.append(digits[Int(byte & 0xF)])
  }
}
