/// How often each of some kinds of things happened.
package struct Tallies<Kind>: Hashable, Sendable, Codable
where Kind: CaseIterable & RawRepresentable<String> {
  package private(set) var counts: [String: Int] = [:]

  package init() {}

  package mutating func count(_ kind: Kind) { counts[kind.rawValue, default: 0] += 1 }

  package mutating func add(_ other: Self) { counts.merge(other.counts) { $0 + $1 } }

  package var total: Int { counts.values.reduce(0, +) }

  package subscript(kind: Kind) -> Int { counts[kind.rawValue] ?? 0 }

  /// Kinds that never happened.
  package var missing: [Kind] { Kind.allCases.filter { self[$0] == 0 } }
}

/// How often each kind of step really happened: not on a device that was lost, off or not there
/// yet.
package typealias StepCounts = Tallies<FaultStep.Kind>
