/// The keyring of a simulated device's protected items: beside its disk, and in no snapshot of it.
struct FaultKeyring {
  let store = MemoryWitnessStore()
  /// How many were made after the first one.
  private(set) var number = 0
  /// What it was before it was lost or damaged; nil: nothing is wrong with it.
  private var whole: [UInt8]?
  /// Whether somebody has a copy of it who puts that back.
  private(set) var isKept = false

  var bytes: [UInt8]? { store.bytes }
  /// Whether it is not there, or is not what was written.
  var isLost: Bool { whole != nil }
  /// Whether it is there, and is not what was written.
  var isDamaged: Bool { isLost && bytes != nil }

  /// - Parameters:
  ///   - bit: of it that flips; nil: it is gone.
  ///   - isKept: whether somebody has a copy of it.
  /// - Returns: false where there is none.
  mutating func lose(flipping bit: Int?, isKept: Bool) -> Bool {
    guard let bytes else { return false }
    if whole == nil { whole = bytes }
    store.put(bit.flatMap { bytes.flippingBit($0) })
    if store.bytes == whole { whole = nil }
    self.isKept = isKept
    return true
  }

  mutating func putBack() {
    store.put(whole)
    whole = nil
  }

  /// Takes away one that is damaged.
  func remove() { store.put(nil) }

  /// Another one was made in place of the one that is lost.
  mutating func wasReplaced() {
    number += 1
    whole = nil
  }

  /// It lies in the folder that is copied.
  mutating func becomeCopy(of other: FaultKeyring) {
    store.put(other.bytes)
    (number, whole, isKept) = (other.number, other.whole, other.isKept)
  }
}
