internal import JournalFormat

/// What one lineage engaged with: for each item what it endorses, and on which days.
///
/// Open addressing with everything about an item in one slot of twelve bytes: a report costs one
/// line of memory. The day on which an item was engaged with is in the slot; where there are
/// several, the slot names a list of them. Where an item lies depends on this process alone, so
/// whatever leaves the table is sorted.
struct EngagementTable {
  /// No item has this place.
  private static let empty = UInt32.max
  /// The lineage endorses nothing under the item.
  static let noEndorsement = UInt32.max
  /// The lineage counts on no day.
  private static let noDay = Int32.min
  /// Days of one item that are told apart: those of more than eleven years. On further ones the
  /// lineage is not counted.
  static let daysMax = 4_096

  private struct Slot {
    var tag = EngagementTable.empty
    var endorsement = EngagementTable.noEndorsement
    /// A day, which is 0 or later; else the place of a list, counted down from -1.
    var day = EngagementTable.noDay
  }

  private var slots: [Slot] = []
  /// The days of an item that has more than one, ascending.
  private var lists: [[Int32]] = []
  private var freeLists: [Int32] = []
  private(set) var count = 0

  /// What the lineage endorses under an item; nil: nothing.
  func endorsement(for tag: UInt32) -> UInt32? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[index(of: tag)]
    return slot.tag == tag && slot.endorsement != Self.noEndorsement ? slot.endorsement : nil
  }

  mutating func setEndorsement(_ endorsement: UInt32, for tag: UInt32) {
    let index = insert(tag)
    slots[index].endorsement = endorsement
  }

  /// Offers a content to endorse, which is taken if there is none, and counts the day if the
  /// lineage endorses this content now. Otherwise nothing changes.
  ///
  /// - Returns: whether the lineage is new to the item's day, and what it endorsed before.
  @inline(__always)
  mutating func engage(
    with tag: UInt32, day: Int32, offering content: UInt32
  ) -> (isNewDay: Bool, endorsementBefore: UInt32) {
    let index = insert(tag)
    var slot = slots[index]
    let before = slot.endorsement
    if before != Self.noEndorsement, slot.day == day || before != content { return (false, before) }
    slot.endorsement = content
    let isNewDay = add(day, to: &slot)
    slots[index] = slot
    return (isNewDay, before)
  }

  /// Counts a day alone.
  mutating func addDay(_ day: Int32, for tag: UInt32) {
    let index = insert(tag)
    var slot = slots[index]
    _ = add(day, to: &slot)
    slots[index] = slot
  }

  /// Whether the day is new, and was taken.
  @inline(__always)
  private mutating func add(_ day: Int32, to slot: inout Slot) -> Bool {
    if slot.day == Self.noDay {
      slot.day = day
      return true
    }
    return slot.day != day && addFurther(day, to: &slot)
  }

  @inline(never)
  private mutating func addFurther(_ day: Int32, to slot: inout Slot) -> Bool {
    guard slot.day < 0 else {
      let list = [min(slot.day, day), max(slot.day, day)]
      if let free = freeLists.popLast() {
        lists[Int(-1 - free)] = list
        slot.day = free
      } else {
        lists.append(list)
        slot.day = -Int32(lists.count)
      }
      return true
    }
    let place = Int(-1 - slot.day)
    let index = lists[place].lowerBound(of: day)
    guard lists[place].count < Self.daysMax,
      index == lists[place].count || lists[place][index] != day
    else { return false }
    lists[place].insert(day, at: index)
    return true
  }

  /// Forgets days of an item, which are ascending.
  mutating func removeDays(_ days: [Int32], of tag: UInt32) {
    guard !days.isEmpty else { return }
    let index = insert(tag)
    let kept = self.days(of: tag).subtracting(days)
    if slots[index].day < 0, slots[index].day != Self.noDay {
      lists[Int(-1 - slots[index].day)] = []
      freeLists.append(slots[index].day)
    }
    slots[index].day = Self.noDay
    for day in kept { addDay(day, for: tag) }
  }

  /// The days of an item, ascending.
  func days(of tag: UInt32) -> [Int32] {
    guard !slots.isEmpty else { return [] }
    let slot = slots[index(of: tag)]
    return slot.tag == tag ? days(in: slot) : []
  }

  private func days(in slot: Slot) -> [Int32] {
    if slot.day == Self.noDay { return [] }
    return slot.day < 0 ? lists[Int(-1 - slot.day)] : [slot.day]
  }

  /// One number for an item and a day.
  static func key(_ tag: UInt32, _ day: Int32) -> UInt64 {
    UInt64(tag) << 32 | UInt64(UInt32(bitPattern: day))
  }

  /// Has the slot fetched that a look-up will read soon.
  @inline(__always)
  func prefetch(_ tag: UInt32) {
    slots.prefetch(Int(truncatingIfNeeded: UInt64(tag).scrambled) & (slots.count - 1))
  }

  // MARK: Slots

  @inline(__always)
  private func index(of tag: UInt32) -> Int {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: UInt64(tag).scrambled) & mask
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

  /// Places of items and what is endorsed, in no order.
  var endorses: [(tag: UInt32, endorsement: UInt32)] {
    slots.compactMap { $0.endorsement == Self.noEndorsement ? nil : ($0.tag, $0.endorsement) }
  }

  /// Places of items and days, in no order of the items.
  var days: [(tag: UInt32, day: Int32)] {
    slots.flatMap { slot in days(in: slot).map { (slot.tag, $0) } }
  }

  /// Whether all its items are places of tags.
  func names(onlyTagsBelow tagCount: Int) -> Bool {
    slots.allSatisfy { $0.tag == Self.empty || $0.tag < tagCount }
  }

  var byteCount: Int {
    slots.capacity * MemoryLayout<Slot>.stride
      + lists.reduce(lists.capacity * 8) { $0 + ($1.isEmpty ? 0 : 32 + $1.capacity * 4) }
  }
}

extension [Int32] {
  /// Where a value stands, or belongs, among ascending ones.
  func lowerBound(of value: Int32) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = self[middle] < value ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

extension Array where Element: Comparable {
  /// The elements that are not in `other`; both are ascending.
  func subtracting(_ other: [Element]) -> [Element] {
    var rest = other[...]
    return filter { element in
      while let first = rest.first, first < element { rest.removeFirst() }
      return rest.first != element
    }
  }
}
