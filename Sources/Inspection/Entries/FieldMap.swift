package import JournalFormat

/// The bytes of a payload with the fields marked in them.
public struct FieldMap: Hashable, Sendable {
  /// A run of bytes that holds one field.
  public struct Field: Hashable, Sendable {
    /// Where it lies in the payload; of one that holds other fields, what precedes the first.
    public let range: Range<Int>
    /// How many fields it lies in.
    public let depth: Int
    /// Its name in the format, or what the bytes are.
    public let name: String
    /// What it says, where that is short; empty for one that holds others. Escape it before it
    /// reaches a terminal.
    public let text: String
    /// Whether it holds other fields, which follow.
    public let hasParts: Bool

    /// Whether it shows who made which reports.
    public var isSecret: Bool { name == "lineage_secret" }
  }

  /// Whether a field is a secret.
  public var holdsSecret: Bool { fields.contains(where: \.isSecret) }

  /// The first 1,000, in the order of the bytes.
  public private(set) var fields: [Field] = []
  /// Fields beyond those: of an entry of thousands.
  public private(set) var leftOutCount = 0
  /// A page is read by people.
  private static let countMax = 1_000
  private static let depthMax = 12

  /// - Parameter payload: of an entry of this kind, damaged or not.
  package init(kind: EntryKind, payload: [UInt8]) {
    payload.withUnsafeBytes { bytes in
      switch kind.meaning {
      case .event: addEvent(bytes)
      case .batch: addBatch(bytes)
      case .report(.engaged): add(Self.reportStart + [("content", 16), ("origin", 8)], bytes)
      case .report(.withdrawn): add(Self.reportStart + [("origin", 8)], bytes)
      case .report(.feedback):
        add(Self.reportStart + [("origin", 8), ("shown", 4), ("engaged", 4)], bytes)
      case .report(.content): add([("salt", 16)], bytes, rest: "public item")
      case .control, .unknown: add([("version", 1)], bytes, rest: "\(kind)")
      }
    }
  }

  private static let reportStart = [("suite", 1), ("flags", 1), ("tag", 16)]

  private mutating func add(
    _ layout: [(String, Int)], _ bytes: UnsafeRawBufferPointer, rest: String? = nil
  ) {
    var place = 0
    for (name, count) in layout {
      let end = min(place + count, bytes.count)
      guard place < end else { return }
      append(place..<end, 0, name, "")
      place = end
    }
    if place < bytes.count { append(place..<bytes.count, 0, rest ?? "more than it may have", "") }
  }

  private mutating func append(
    _ range: Range<Int>, _ depth: Int, _ name: String, _ text: String, hasParts: Bool = false
  ) {
    guard fields.count < Self.countMax else {
      leftOutCount += 1
      return
    }
    fields.append(
      Field(range: range, depth: depth, name: name, text: text, hasParts: hasParts))
  }

  private mutating func addBatch(_ bytes: UnsafeRawBufferPointer) {
    let head = [
      ("magic", 3), ("version", 1), ("codec", 1), ("dictionary", 1), ("lineage", 16),
      ("epoch", 16), ("first entry", 8), ("entries", 2), ("digest before", 32),
      ("inflated bytes", 4), ("compressed bytes", 4), ("checksum", 4), ("signature", 64),
    ]
    add(head, bytes, rest: "columns")
  }

  private mutating func addEvent(_ bytes: UnsafeRawBufferPointer) {
    let start = min(JournalEvent.saltByteCount, bytes.count)
    if start > 0 { append(0..<start, 0, "salt", "") }
    guard start < bytes.count else { return }
    addMessage("Event", UnsafeRawBufferPointer(rebasing: bytes[start...]), at: start, depth: 0)
  }

  private mutating func addMessage(
    _ message: String, _ bytes: UnsafeRawBufferPointer, at start: Int, depth: Int
  ) {
    var scan = ProtoScan(bytes)
    var end = 0
    while let field = scan.next() {
      end = field.range.upperBound
      let known = EventFields.field(field.number, of: message)
      let range = field.range.lowerBound + start..<field.range.upperBound + start
      let name = known?.name ?? "field \(field.number)"
      guard case .bytes(let value) = field.value, let part = known?.message, depth < Self.depthMax
      else {
        append(range, depth, name, EventFields.text(field.value, isText: known?.isText ?? false))
        continue
      }
      append(
        range.lowerBound..<start + field.valueStart, depth, name,
        Figure.plainCount(value.count, "byte"), hasParts: true)
      addMessage(part, value, at: start + field.valueStart, depth: depth + 1)
    }
    if !scan.isWhole {
      append(start + end..<start + bytes.count, depth, "no field: what follows is damaged", "")
    }
  }
}

/// The names of `event.proto`'s fields, for what is shown byte by byte.
enum EventFields {
  struct Known: Hashable {
    let name: String
    /// What its bytes are, where they hold fields.
    var message: String?
    var isText = false
  }

  static func field(_ number: UInt32, of message: String) -> Known? {
    table[message]?[number]
  }

  /// What a value says.
  static func text(_ value: ProtoScan.Value, isText: Bool) -> String {
    switch value {
    case .number(let number): "\(number)"
    case .fixed(let bytes):
      bytes.count == 8 ? "\(bytes.loadUnaligned(as: Double.self))" : "\([UInt8](bytes).hex)"
    case .bytes(let bytes):
      isText ? "\"\(String(decoding: bytes.prefix(200), as: UTF8.self))\"" : ""
    }
  }
}
