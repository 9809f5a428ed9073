/// Gives every word a number, from 0 on, and keeps each once.
struct WordInterner {
  private var bytes: [UInt8] = []
  /// Where each word ends; it begins where the one before ends.
  private var ends: [Int] = []
  /// Open addressing: 32 bits of the hash, and the number plus one; 0 where nothing is.
  private var slots = [UInt64](repeating: 0, count: 1_024)

  var count: Int { ends.count }

  func withWord<Value>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range(number)])) }
  }

  private func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  mutating func number(of word: UnsafeBufferPointer<UInt8>) -> Int {
    if ends.count * 2 >= slots.count { grow() }
    let hash = Self.hash(UnsafeRawBufferPointer(word))
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash {
        let number = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if withWord(number, { WordOrder.compare($0, word) }) == 0 { return number }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    bytes.append(contentsOf: word)
    ends.append(bytes.count)
    slots[slot] = hash << 32 | UInt64(ends.count)
    return ends.count - 1
  }

  /// 32 bits with another seed in every process, so that an author cannot provoke collisions.
  private static func hash(_ word: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: word)
    return UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
  }

  private mutating func grow() {
    let before = slots
    slots = [UInt64](repeating: 0, count: before.count * 2)
    for entry in before where entry != 0 {
      var slot = Int(entry >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  /// All numbers, sorted by the bytes of their words.
  func sorted() -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      (0..<ends.count).sorted { left, right in
        WordOrder.precedes(
          UnsafeBufferPointer(rebasing: bytes[range(left)]),
          UnsafeBufferPointer(rebasing: bytes[range(right)]))
      }
    }
  }
}

/// Words are in the order of their bytes, which is that of their characters.
enum WordOrder {
  /// Negative where `left` is first, 0 where both are the same.
  @inline(__always)
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let count = min(left.count, right.count)
    var index = 0
    while index < count {
      let difference = Int(left[index]) - Int(right[index])
      if difference != 0 { return difference }
      index += 1
    }
    return left.count - right.count
  }

  static func precedes(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    compare(left, right) < 0
  }
}
