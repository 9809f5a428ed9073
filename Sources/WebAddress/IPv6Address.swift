/// An address of eight groups of 16 bits.
package struct IPv6Address: Hashable, Sendable, CustomStringConvertible {
  /// The first group is the highest.
  package let value: UInt128

  package init(value: UInt128) { self.value = value }

  private init(_ groups: [UInt16]) {
    value = groups.reduce(0) { $0 << 16 | UInt128($1) }
  }

  private var groups: [UInt16] {
    (0..<8).map { UInt16(truncatingIfNeeded: value >> (16 * (7 - $0))) }
  }

  /// - Parameter text: without brackets.
  init?(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
    var reader = IPv6Reader(rest: text)
    guard let groups = reader.read() else { return nil }
    self.init(groups)
  }

  /// The longest run of zeros, the first of those, is left out where it has two groups or more.
  package var description: String {
    let groups = groups
    var (run, longest) = (0..<0, 0..<0)
    for place in groups.indices {
      guard groups[place] == 0 else { continue }
      run = run.upperBound == place ? run.lowerBound..<place + 1 : place..<place + 1
      if run.count > longest.count { longest = run }
    }
    func text(_ groups: ArraySlice<UInt16>) -> String {
      groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard longest.count > 1 else { return text(groups[...]) }
    return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
  }

  /// Whether it is routed in public, or stands for an IPv4 address that is.
  package var isPublic: Bool { AddressBlock.isPublic(.ipv6(self)) }
}

/// Reads the groups of an address one after the other.
private struct IPv6Reader {
  var rest: Slice<UnsafeBufferPointer<UInt8>>
  private var groups: [UInt16] = []
  /// How many groups stand before "::".
  private var gap: Int?

  init(rest: Slice<UnsafeBufferPointer<UInt8>>) { self.rest = rest }

  mutating func read() -> [UInt16]? {
    if rest.first == UInt8(ascii: ":") {
      guard rest.starts(with: "::".utf8) else { return nil }
      rest.removeFirst(2)
      gap = 0
    }
    while !rest.isEmpty {
      guard groups.count < 8, readGroup() else { return nil }
    }
    guard let gap else { return groups.count == 8 ? groups : nil }
    guard groups.count < 8 else { return nil }
    let zeros = [UInt16](repeating: 0, count: 8 - groups.count)
    return groups[..<gap] + zeros + groups[gap...]
  }

  /// A group and the colons behind it, or the IPv4 address at the end.
  private mutating func readGroup() -> Bool {
    let digits = rest.prefix(4).prefix { $0.hexValue != nil }
    if rest.dropFirst(digits.count).first == UInt8(ascii: ".") { return readIPv4() }
    guard !digits.isEmpty else { return false }
    groups.append(digits.reduce(0) { $0 << 4 | UInt16($1.hexValue ?? 0) })
    rest.removeFirst(digits.count)
    guard let next = rest.popFirst() else { return true }
    guard next == UInt8(ascii: ":"), let second = rest.first else { return false }
    if second == UInt8(ascii: ":") {
      guard gap == nil else { return false }
      rest.removeFirst()
      gap = groups.count
    }
    return true
  }

  /// Four decimal numbers without zeros before them.
  private mutating func readIPv4() -> Bool {
    let labels = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard groups.count <= 6, labels.count == 4 else { return false }
    var value = 0 as UInt32
    for label in labels {
      guard (1...3).contains(label.count), label.allSatisfy(\.isDigit),
        label.count == 1 || label.first != UInt8(ascii: "0")
      else { return false }
      let number = label.reduce(0 as UInt32) { $0 * 10 + UInt32($1 - 0x30) }
      guard number <= 255 else { return false }
      value = value << 8 | number
    }
    groups += [UInt16(value >> 16), UInt16(value & 0xFFFF)]
    rest = rest[rest.endIndex...]
    return true
  }
}
