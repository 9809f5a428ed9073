/// The fields of a message of Protocol Buffers, one after the other, in place.
package struct ProtoScan {
  package enum Value {
    case number(UInt64)
    case bytes(UnsafeRawBufferPointer)
    /// Four or eight bytes as they lie there.
    case fixed(UnsafeRawBufferPointer)
  }

  package struct Field {
    package let number: UInt32
    package let value: Value
    /// Where its tag begins, and where the field ends, in the message.
    package let range: Range<Int>
    /// Where what it holds begins.
    package let valueStart: Int
  }

  private let message: UnsafeRawBufferPointer
  private var place = 0
  /// False once something was met that is not a field.
  package private(set) var isWhole = true

  package init(_ message: UnsafeRawBufferPointer) { self.message = message }

  /// The next field; nil at the end, and where something is not a field.
  @inline(__always)
  package mutating func next() -> Field? {
    guard place < message.count else { return nil }
    let start = place
    guard let tag = varint(), tag >> 3 > 0, tag >> 3 <= 0x1FFF_FFFF else { return broken() }
    let number = UInt32(truncatingIfNeeded: tag >> 3)
    let valueStart: Int
    let value: Value
    switch tag & 7 {
    case 0:
      valueStart = place
      guard let integer = varint() else { return broken() }
      value = .number(integer)
    case 2:
      guard let count = varint(), count <= UInt64(message.count - place) else { return broken() }
      valueStart = place
      place += Int(count)
      value = .bytes(UnsafeRawBufferPointer(rebasing: message[valueStart..<place]))
    case 1, 5:
      let count = tag & 7 == 1 ? 8 : 4
      guard count <= message.count - place else { return broken() }
      valueStart = place
      place += count
      value = .fixed(UnsafeRawBufferPointer(rebasing: message[valueStart..<place]))
    default: return broken()
    }
    return Field(number: number, value: value, range: start..<place, valueStart: valueStart)
  }

  private mutating func broken() -> Field? {
    isWhole = false
    place = message.count
    return nil
  }

  @inline(__always)
  private mutating func varint() -> UInt64? {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while place < message.count, shift < 64 {
      let byte = message[place]
      place += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
    return nil
  }
}
