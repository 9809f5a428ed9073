/// An address of four bytes.
package struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
  /// The first byte is the highest.
  package let value: UInt32

  package init(value: UInt32) { self.value = value }

  /// As the URL Standard reads it: one to four numbers, decimal, octal or hexadecimal, of which the
  /// last one fills what is left. A dot may follow.
  ///
  /// - Parameter name: ASCII in lower case.
  init?(_ name: ArraySlice<UInt8>) {
    var labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard (1...4).contains(labels.count) else { return nil }
    var numbers: [UInt64] = []
    for label in labels {
      guard let number = Self.number(label) else { return nil }
      numbers.append(number)
    }
    let last = numbers.removeLast()
    guard numbers.allSatisfy({ $0 <= 255 }), last < 1 << (8 * (4 - numbers.count)) else {
      return nil
    }
    var value = last
    for (place, number) in numbers.enumerated() { value |= number << (8 * (3 - place)) }
    self.value = UInt32(value)
  }

  /// A number in one of the three bases; those that are too large for an address are all 2^32.
  static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
    guard !label.isEmpty else { return nil }
    var (digits, base) = (label, 10 as UInt64)
    if label.starts(with: "0x".utf8) {
      (digits, base) = (label.dropFirst(2), 16)
    } else if label.count > 1, label.first == UInt8(ascii: "0") {
      base = 8
    }
    var number = 0 as UInt64
    for byte in digits {
      guard let digit = byte.hexValue, digit < base else { return nil }
      number = min(number * base + UInt64(digit), 1 << 32)
    }
    return number
  }

  package var description: String {
    "\(value >> 24).\(value >> 16 & 255).\(value >> 8 & 255).\(value & 255)"
  }

  /// Whether it is routed in public.
  package var isPublic: Bool { AddressBlock.isPublic(.ipv4(self)) }
}
