internal import CHashes
internal import CPrefetch
internal import JournalFormat

/// Places of tags, by open addressing with the key in the slot: one cache line a look-up.
///
/// Honest tags are a keyed hash already; but anybody who is enrolled can send any bits, so all of
/// them are mixed with a secret.
struct TagTable {
  private struct Slot {
    var bits: UInt128 = 0
    var suite: UInt8 = 0
    /// 0: empty; else the place, counted from 1.
    var place: UInt32 = 0
  }

  private var slots: [Slot]
  private var mask: Int
  private(set) var tags: [Tag] = []

  init(capacity: Int = 64) {
    let count = max(64, capacity.nextPowerOfTwo)
    slots = Array(repeating: Slot(), count: count)
    mask = count - 1
  }

  var count: Int { tags.count }

  /// The place of a tag; nil when the table does not have it.
  @inline(__always)
  func place(of tag: Tag) -> Int? {
    let slot = slots[slotIndex(suite: tag.suite, bits: tag.bits)]
    return slot.place == 0 ? nil : Int(slot.place) - 1
  }

  /// The place of a tag, which is added at the end if it is new.
  @inline(__always)
  mutating func insert(suite: UInt8, bits: UInt128) -> (place: Int, isNew: Bool) {
    let index = slotIndex(suite: suite, bits: bits)
    let found = slots[index].place
    if found != 0 { return (Int(found) - 1, false) }
    return (add(suite: suite, bits: bits, at: index), true)
  }

  /// Has the slot fetched that a look-up will read soon.
  @inline(__always)
  func prefetch(_ tag: Tag) { slots.prefetch(firstSlot(suite: tag.suite, bits: tag.bits)) }

  /// Where a look-up begins.
  @inline(__always)
  private func firstSlot(suite: UInt8, bits: UInt128) -> Int {
    let hash = spotlog_secret_tag_hash(
      UInt64(truncatingIfNeeded: bits >> 64), UInt64(truncatingIfNeeded: bits), suite)
    return Int(truncatingIfNeeded: hash) & mask
  }

  @inline(__always)
  private func slotIndex(suite: UInt8, bits: UInt128) -> Int {
    var index = firstSlot(suite: suite, bits: bits)
    while slots[index].place != 0, slots[index].bits != bits || slots[index].suite != suite {
      index = (index + 1) & mask
    }
    return index
  }

  @inline(never)
  private mutating func add(suite: UInt8, bits: UInt128, at index: Int) -> Int {
    tags.append(Tag(suite: suite, bits: bits))
    slots[index] = Slot(bits: bits, suite: suite, place: UInt32(tags.count))
    if tags.count * 3 > slots.count * 2 { grow() }
    return tags.count - 1
  }

  private mutating func grow() {
    slots = Array(repeating: Slot(), count: slots.count * 2)
    mask = slots.count - 1
    for (place, tag) in tags.enumerated() {
      let index = slotIndex(suite: tag.suite, bits: tag.bits)
      slots[index] = Slot(bits: tag.bits, suite: tag.suite, place: UInt32(place + 1))
    }
  }

  var byteCount: Int { slots.count * MemoryLayout<Slot>.stride + tags.capacity * 32 }

  /// Slots that are looked at beside the right ones when each tag is looked up once.
  var probeCount: Int {
    tags.reduce(0) { count, tag in
      let (first, found) = (
        firstSlot(suite: tag.suite, bits: tag.bits), slotIndex(suite: tag.suite, bits: tag.bits)
      )
      return count + ((found - first) & mask)
    }
  }
}

/// Numbers by key, by open addressing. The key `UInt64.max` cannot be kept; no caller makes it.
struct NumberTable {
  private static let empty = UInt64.max
  private var keys: [UInt64] = []
  private var values: [UInt32] = []
  private(set) var count = 0

  subscript(key: UInt64) -> UInt32? {
    guard !keys.isEmpty else { return nil }
    let index = slot(of: key)
    return keys[index] == key ? values[index] : nil
  }

  mutating func set(_ value: UInt32, for key: UInt64) {
    if (count + 1) * 4 > keys.count * 3 { grow() }
    let index = slot(of: key)
    if keys[index] != key {
      keys[index] = key
      count += 1
    }
    values[index] = value
  }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var index = Int(truncatingIfNeeded: key.scrambled) & mask
    while keys[index] != key, keys[index] != Self.empty { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: Self.empty, count: max(4, oldKeys.count * 2))
    values = Array(repeating: 0, count: keys.count)
    for (index, key) in oldKeys.enumerated() where key != Self.empty {
      let place = slot(of: key)
      keys[place] = key
      values[place] = oldValues[index]
    }
  }

  var byteCount: Int { keys.capacity * 8 + values.capacity * 4 }
}

/// A set of 64-bit numbers; up to eight are a plain list, more an open-addressing table.
struct NumberSet {
  private static let empty = UInt64.max
  private static let listed = 8
  private var slots: [UInt64] = []
  private(set) var count = 0

  private var isTable: Bool { slots.count > Self.listed }

  /// `UInt64.max` marks an empty slot, so it shares a place with the number before it.
  @inline(__always)
  private static func kept(_ number: UInt64) -> UInt64 { number == empty ? number - 1 : number }

  /// Has the slot fetched that a look-up will read soon.
  @inline(__always)
  func prefetch(_ number: UInt64) {
    guard isTable else { return }
    slots.prefetch(Int(truncatingIfNeeded: number.scrambled) & (slots.count - 1))
  }

  /// Whether the number is new.
  @inline(__always)
  mutating func insert(_ number: UInt64) -> Bool {
    let number = Self.kept(number)
    if isTable {
      let index = slot(of: number)
      if slots[index] == number { return false }
      slots[index] = number
      count += 1
      if count * 4 > slots.count * 3 { growTable(slots.count * 2) }
      return true
    }
    if slots.contains(number) { return false }
    slots.append(number)
    count += 1
    if count == Self.listed { growTable(32) }
    return true
  }

  func contains(_ number: UInt64) -> Bool {
    let number = Self.kept(number)
    return isTable ? slots[slot(of: number)] == number : slots.contains(number)
  }

  @inline(__always)
  private func slot(of number: UInt64) -> Int {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: number.scrambled) & mask
    while slots[index] != number, slots[index] != Self.empty { index = (index + 1) & mask }
    return index
  }

  /// Makes room for `more` numbers.
  mutating func reserve(_ more: Int) {
    let needed = (count + more) * 4 / 3 + 1
    if count + more >= Self.listed, needed > slots.count {
      growTable(max(32, needed.nextPowerOfTwo))
    }
  }

  @inline(never)
  private mutating func growTable(_ capacity: Int) {
    let old = slots
    slots = Array(repeating: Self.empty, count: capacity)
    for number in old where number != Self.empty { slots[slot(of: number)] = number }
  }

  /// All numbers, in no order.
  var numbers: [UInt64] { slots.filled(count: count) { $0 != Self.empty } }

  var sorted: [UInt64] { numbers.sorted() }

  var byteCount: Int { slots.capacity * 8 + 32 }
}

/// Places of a table whose rows differ from the file, each once, in the order in which they
/// changed.
struct ChangedPlaces {
  private var bits: [UInt64] = []
  private(set) var places: [UInt32] = []

  var count: Int { places.count }

  @inline(__always)
  mutating func insert(_ place: Int) {
    let word = place >> 6
    let bit = (1 as UInt64) << UInt64(place & 63)
    if word >= bits.count { grow(to: word + 1) }
    guard bits[word] & bit == 0 else { return }
    bits[word] |= bit
    places.append(UInt32(place))
  }

  @inline(never)
  private mutating func grow(to count: Int) {
    let more = Swift.max(count, bits.count * 2) - bits.count
    bits.append(contentsOf: repeatElement(0, count: more))
  }

  mutating func removeAll() {
    for place in places { bits[Int(place) >> 6] = 0 }
    places.removeAll(keepingCapacity: true)
  }
}

extension UInt64 {
  /// Spreads keys over a table, in an order that nobody outside this process can foresee.
  @inline(__always)
  var scrambled: UInt64 { spotlog_secret_hash(self) }
}

extension Int {
  var nextPowerOfTwo: Int {
    var power = 1
    while power < self { power *= 2 }
    return power
  }
}

extension Array {
  /// The `count` elements for which `isUsed` holds: a table's used slots.
  @inline(__always)
  func filled(count: Int, _ isUsed: (Element) -> Bool) -> [Element] {
    // All empty arrays are one, whose count would be written here, by any thread.
    if count == 0 { return [] }
    return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      for element in self where initialized < count && isUsed(element) {
        buffer.initializeElement(at: initialized, to: element)
        initialized += 1
      }
    }
  }

  /// Has an element fetched that will be read or changed soon; an invalid place is skipped.
  @inline(__always)
  func prefetch(_ index: Int) {
    withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      let start = UnsafeRawPointer(base) + index &* MemoryLayout<Element>.stride
      spotlog_prefetch(start)
      // An element may lie across two lines.
      spotlog_prefetch(start + (MemoryLayout<Element>.size - 1))
    }
  }
}
