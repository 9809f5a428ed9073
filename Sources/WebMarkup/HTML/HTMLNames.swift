/// Names of elements and attributes as numbers: those of `HTMLKnownName` have theirs, others get
/// the next in the order in which a page uses them.
///
/// A page chooses its names. Known names are found by a fixed hash, since nobody can add to them;
/// others by the seeded one of the standard library, so that none can be made to collide.
struct HTMLNames: Sendable {
  private static let known = HTMLNames(known: HTMLKnownName.spellings)
  private static let knownCount = HTMLKnownName.allCases.count
  /// A power of two, four times the known names or more.
  private static let knownSlotCount = 2_048

  private var bytes: [UInt8] = []
  /// Where each name begins in `bytes`, and where the last ends.
  private var starts: [UInt32] = [0]
  /// Number + 1 of a known name by its fixed hash; 0 is free.
  private var knownSlots: [UInt16]
  /// Number + 1 of another name by its seeded hash; a power of two, at most half of them taken.
  private var otherSlots: [UInt32] = []
  private var scratch: [UInt8] = []

  init() { self = Self.known }

  private init(known: [String]) {
    knownSlots = [UInt16](repeating: 0, count: Self.knownSlotCount)
    for name in known {
      let spelling = Array(name.utf8)
      var slot = spelling.withUnsafeBufferPointer(Self.fixedHash)
      while knownSlots[slot] != 0 { slot = (slot + 1) & (Self.knownSlotCount - 1) }
      append(spelling)
      knownSlots[slot] = UInt16(count)
    }
  }

  /// Names so far; each number is below.
  var count: Int { starts.count - 1 }

  subscript(number: UInt32) -> String { String(decoding: spelling(number), as: UTF8.self) }

  func spelling(_ number: UInt32) -> ArraySlice<UInt8> {
    bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]
  }

  /// Whether the name of a number is this one.
  func number(_ number: UInt32, is name: String) -> Bool {
    spelling(number).elementsEqual(name.utf8)
  }

  /// The number of a name in lower case, if the page or the rules know it.
  func number(of name: String) -> UInt32? {
    let spelling = Array(name.utf8)
    return spelling.withUnsafeBufferPointer { spelling in
      knownNumber(spelling) ?? (otherSlots.isEmpty ? nil : otherSlot(Array(spelling)).number)
    }
  }

  /// The number of a name in any case of ASCII; NUL stands for U+FFFD, as in tags.
  mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    if let number = knownNumber(name) { return number }
    scratch.removeAll(keepingCapacity: true)
    for byte in name {
      if byte == 0 {
        scratch += [0xEF, 0xBF, 0xBD]
      } else {
        scratch.append(Self.lowercase(byte))
      }
    }
    if (count - Self.knownCount + 1) * 2 > otherSlots.count { grow() }
    let (slot, number) = otherSlot(scratch)
    if let number { return number }
    append(scratch)
    otherSlots[slot] = UInt32(count)
    return UInt32(count - 1)
  }

  private mutating func append(_ spelling: [UInt8]) {
    bytes += spelling
    starts.append(UInt32(bytes.count))
  }

  // MARK: Known names

  @inline(__always) static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// FNV-1a of the name in lower case.
  @inline(__always) private static func fixedHash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in name { hash = (hash ^ UInt32(lowercase(byte))) &* 0x0100_0193 }
    return Int((hash ^ hash >> 15) & UInt32(knownSlotCount - 1))
  }

  private func knownNumber(_ name: UnsafeBufferPointer<UInt8>) -> UInt32? {
    var slot = Self.fixedHash(name)
    while knownSlots[slot] != 0 {
      let number = Int(knownSlots[slot]) - 1
      let start = Int(starts[number])
      if Int(starts[number + 1]) - start == name.count,
        name.indices.allSatisfy({ bytes[start + $0] == Self.lowercase(name[$0]) })
      {
        return UInt32(number)
      }
      slot = (slot + 1) & (Self.knownSlotCount - 1)
    }
    return nil
  }

  // MARK: Other names

  private static func seededHash(_ name: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: name)
    return hasher.finalize()
  }

  /// Where a name in lower case is, or would be, and its number if it is there.
  private func otherSlot(_ name: [UInt8]) -> (slot: Int, number: UInt32?) {
    var slot = name.withUnsafeBytes(Self.seededHash) & (otherSlots.count - 1)
    while otherSlots[slot] != 0 {
      let number = otherSlots[slot] - 1
      if spelling(number).elementsEqual(name) { return (slot, number) }
      slot = (slot + 1) & (otherSlots.count - 1)
    }
    return (slot, nil)
  }

  private mutating func grow() {
    otherSlots = [UInt32](repeating: 0, count: max(64, otherSlots.count * 2))
    for number in Self.knownCount..<count {
      let (slot, _) = otherSlot(Array(spelling(UInt32(number))))
      otherSlots[slot] = UInt32(number + 1)
    }
  }
}
