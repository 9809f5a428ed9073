internal import JournalFormat

/// What one lineage engaged with: for each item what it vouches for, and on which days.
///
/// Open addressing with everything about an item in one slot of twelve bytes: a report costs one
/// line of memory. The day on which an item was first engaged with is in the slot; others are few.
struct EngagementTable {
  /// No item has this place.
  private static let empty = UInt32.max
  /// The lineage vouches for nothing under the item.
  static let noVouch = UInt32.max
  /// The lineage counts on no day.
  private static let noDay = Int32.min

  private struct Slot {
    var tag = EngagementTable.empty
    var vouch = EngagementTable.noVouch
    var day = EngagementTable.noDay
  }

  private var slots: [Slot] = []
  /// (place of tag) << 32 | day, where it is not the day of the slot.
  private var furtherDays = NumberSet()
  private(set) var count = 0

  /// What the lineage vouches for under an item; nil: nothing.
  func vouch(for tag: UInt32) -> UInt32? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[index(of: tag)]
    return slot.tag == tag && slot.vouch != Self.noVouch ? slot.vouch : nil
  }

  mutating func setVouch(_ vouch: UInt32, for tag: UInt32) {
    let index = insert(tag)
    slots[index].vouch = vouch
  }

  /// Offers a content to vouch for, which is taken if there is none, and counts the day if the
  /// lineage vouches for this content now. Otherwise nothing changes.
  ///
  /// - Returns: whether the lineage is new to the item's day, and what it vouched for before.
  @inline(__always)
  mutating func engage(
    with tag: UInt32, day: Int32, offering content: UInt32
  ) -> (isNewDay: Bool, vouchBefore: UInt32) {
    let index = insert(tag)
    var slot = slots[index]
    let before = slot.vouch
    if before != Self.noVouch, slot.day == day || before != content { return (false, before) }
    slot.vouch = content
    let isNewDay: Bool
    if slot.day == Self.noDay {
      slot.day = day
      isNewDay = true
    } else {
      isNewDay = slot.day != day && furtherDays.insert(Self.key(tag, day))
    }
    slots[index] = slot
    return (isNewDay, before)
  }

  /// Counts a day alone.
  mutating func addDay(_ day: Int32, for tag: UInt32) {
    let index = insert(tag)
    if slots[index].day == day { return }
    if slots[index].day == Self.noDay {
      slots[index].day = day
    } else {
      _ = furtherDays.insert(Self.key(tag, day))
    }
  }

  /// Forgets a day of an item. Rare, so simple: another day takes the place in the slot.
  mutating func removeDay(_ day: Int32, of tag: UInt32) {
    let index = insert(tag)
    guard slots[index].day == day else {
      _ = furtherDays.remove { $0 == Self.key(tag, day) }
      return
    }
    slots[index].day = Self.noDay
    guard let other = days(of: tag).first else { return }
    _ = furtherDays.remove { $0 == Self.key(tag, other) }
    slots[index].day = other
  }

  /// The days of an item, in no order.
  func days(of tag: UInt32) -> [Int32] {
    guard !slots.isEmpty else { return [] }
    let slot = slots[index(of: tag)]
    guard slot.tag == tag else { return [] }
    return (slot.day == Self.noDay ? [] : [slot.day])
      + furtherDays.numbers.filter { $0 >> 32 == UInt64(tag) }
      .map { Int32(truncatingIfNeeded: $0) }
  }

  /// One number for an item and a day.
  static func key(_ tag: UInt32, _ day: Int32) -> UInt64 {
    UInt64(tag) << 32 | UInt64(UInt32(bitPattern: day))
  }

  /// Has the slot fetched that a look-up will read soon.
  @inline(__always)
  func prefetch(_ tag: UInt32) {
    slots.prefetch(Int(truncatingIfNeeded: UInt64(tag).spread) & (slots.count - 1))
  }

  // MARK: Slots

  @inline(__always)
  private func index(of tag: UInt32) -> Int {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: UInt64(tag).spread) & mask
    while slots[index].tag != tag, slots[index].tag != Self.empty { index = (index + 1) & mask }
    return index
  }

  @inline(__always)
  private mutating func insert(_ tag: UInt32) -> Int {
    if (count + 1) * 4 > slots.count * 3 { grow(to: max(4, slots.count * 2)) }
    let index = index(of: tag)
    if slots[index].tag == Self.empty {
      slots[index].tag = tag
      count += 1
    }
    return index
  }

  /// Makes room for `more` items.
  mutating func reserve(_ more: Int) {
    let needed = (count + more) * 4 / 3 + 1
    if needed > slots.count { grow(to: Swift.max(4, needed.nextPowerOfTwo)) }
  }

  @inline(never)
  private mutating func grow(to capacity: Int) {
    let old = slots
    slots = Array(repeating: Slot(), count: capacity)
    for slot in old where slot.tag != Self.empty { slots[index(of: slot.tag)] = slot }
  }

  // MARK: As a whole

  /// Places of items and what is vouched for, in no order.
  var vouches: [(tag: UInt32, vouch: UInt32)] {
    slots.compactMap { $0.vouch == Self.noVouch ? nil : ($0.tag, $0.vouch) }
  }

  /// Places of items and days, in no order.
  var days: [(tag: UInt32, day: Int32)] {
    slots.compactMap { $0.day == Self.noDay ? nil : ($0.tag, $0.day) }
      + furtherDays.numbers.map { (UInt32($0 >> 32), Int32(truncatingIfNeeded: $0)) }
  }

  /// Whether all its items are places of tags.
  func names(onlyTagsBelow tagCount: Int) -> Bool {
    slots.allSatisfy { $0.tag == Self.empty || $0.tag < tagCount }
      && furtherDays.numbers.allSatisfy { $0 >> 32 < tagCount }
  }

  var byteCount: Int { slots.capacity * MemoryLayout<Slot>.stride + furtherDays.byteCount }

  /// Appends the slots that are used as they lie in memory, then the further days. The folds' file
  /// is of this machine alone.
  func write(to writer: inout ByteWriter) {
    writer.integer(UInt32(count))
    let used = slots.filled(count: count) { $0.tag != Self.empty }
    used.withUnsafeBytes { writer.raw($0) }
    furtherDays.write(to: &writer)
  }

  init() {}

  init(from reader: inout ByteReader) throws(FormatError) {
    let count = Int(try reader.integer(UInt32.self))
    guard count <= reader.remaining / 12 else { throw reader.malformed("too many items") }
    reserve(count)
    for _ in 0..<count {
      let tag = try reader.integer(UInt32.self)
      guard tag != Self.empty else { throw reader.malformed("an item without a place") }
      let index = insert(tag)
      slots[index].vouch = try reader.integer(UInt32.self)
      slots[index].day = try reader.integer(Int32.self)
    }
    furtherDays = try NumberSet(from: &reader)
  }
}
