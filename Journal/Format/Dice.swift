/// The source of randomness that a device or a cloud is given: the system's, or a seeded one.
package struct Dice: RandomNumberGenerator, Sendable {
  private enum Source: Sendable {
    case system
    case seeded(SplitMix64)
  }

  private var source: Source

  /// The operating system's cryptographic generator.
  package static let system = Dice(source: .system)

  /// The same numbers for the same seed, for simulations and tests. Never for keys that matter.
  package static func seeded(_ seed: UInt64) -> Dice { Dice(source: .seeded(SplitMix64(seed))) }

  package mutating func next() -> UInt64 {
    switch source {
    case .system:
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    case .seeded(var generator):
      let value = generator.next()
      source = .seeded(generator)
      return value
    }
  }
}

/// Steele, Lea and Flood's SplitMix64: small, and every seed gives a full period.
package struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to `bound`, which has to be at least 1; the standard library's own may
  /// change, and seeds with it.
  package mutating func below(_ bound: UInt64) -> UInt64 {
    next().multipliedFullWidth(by: bound).high
  }
}
