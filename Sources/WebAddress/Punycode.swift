/// Labels of international names in ASCII, without their prefix "xn--". Source: RFC 3492.
enum Punycode {
  private static let (base, tMin, tMax, skew, damp) = (36, 1, 26, 38, 700)
  private static let (initialBias, initialScalar) = (72, 0x80)
  /// A label of a name has 63 bytes; this is generous, and bounds the square of a label's length.
  static let scalarCountMax = 256

  /// Nil for a label that is too long.
  static func encoded(_ label: some Collection<Unicode.Scalar>) -> [UInt8]? {
    guard label.count <= scalarCountMax else { return nil }
    var output = label.filter(\.isASCII).map { UInt8($0.value) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var (scalar, delta, bias, handled) = (initialScalar, 0, initialBias, basicCount)
    while handled < label.count {
      let next = label.lazy.map { Int($0.value) }.filter { $0 >= scalar }.min() ?? scalar
      delta += (next - scalar) * (handled + 1)
      scalar = next
      for value in label.lazy.map({ Int($0.value) }) {
        if value < scalar { delta += 1 }
        guard value == scalar else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
        (delta, handled) = (0, handled + 1)
      }
      (delta, scalar) = (delta + 1, scalar + 1)
    }
    return output
  }

  private static func append(_ delta: Int, bias: Int, to output: inout [UInt8]) {
    var (rest, k) = (delta, base)
    while true {
      let threshold = min(max(k - bias, tMin), tMax)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      k += base
    }
    output.append(digit(rest))
  }

  /// Nil for what encodes nothing.
  ///
  /// - Parameter label: ASCII in lower case.
  static func decoded(_ label: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    guard label.count <= scalarCountMax else { return nil }
    let hyphen = label.lastIndex(of: UInt8(ascii: "-"))
    var output = label[..<(hyphen ?? label.startIndex)].map { Unicode.Scalar($0) }
    var rest = hyphen.map { label[($0 + 1)...] } ?? label
    var (scalar, place, bias) = (initialScalar, 0, initialBias)
    while !rest.isEmpty {
      let old = place
      var (weight, k) = (1, base)
      while true {
        guard let digit = rest.popFirst().flatMap(value) else { return nil }
        place += digit * weight
        let threshold = min(max(k - bias, tMin), tMax)
        if digit < threshold { break }
        weight *= base - threshold
        k += base
        guard place <= 1 << 40, weight <= 1 << 40 else { return nil }
      }
      bias = adapted(place - old, count: output.count + 1, isFirst: old == 0)
      scalar += place / (output.count + 1)
      place %= output.count + 1
      guard scalar <= 0x10FFFF, let decoded = Unicode.Scalar(UInt32(scalar)) else { return nil }
      output.insert(decoded, at: place)
      place += 1
    }
    return output
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * delta / (delta + skew)
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 0x61 : value + 22) }

  private static func value(_ digit: UInt8) -> Int? {
    digit.isDigit ? Int(digit) - 22 : digit.isLetter ? Int(digit.lowered) - 0x61 : nil
  }
}
