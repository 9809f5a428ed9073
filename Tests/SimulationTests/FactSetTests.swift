import JournalFormat
import Testing

@testable import Simulation

/// Held against the standard library's set.
@Suite("A set of facts") struct FactSetTests {
  private static func sets(_ seed: UInt64) -> (FactSet, FactSet, Set<Int>, Set<Int>) {
    var dice = SplitMix64(seed)
    func drawn() -> Set<Int> {
      let most = 1 + dice.below(300)
      return Set((0..<dice.below(80)).map { _ in Int(dice.below(most)) })
    }
    let (one, other) = (drawn(), drawn())
    return (FactSet(one), FactSet(other), one, other)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `does what any set does`(seed: UInt64) {
    let (one, other, expected, otherExpected) = Self.sets(seed)
    #expect(Array(one) == expected.sorted())
    #expect(one.count == expected.count && one.isEmpty == expected.isEmpty)
    #expect(one.max() == expected.max())
    #expect(Array(one.union(other)) == expected.union(otherExpected).sorted())
    #expect(Array(one.subtracting(other)) == expected.subtracting(otherExpected).sorted())
    #expect(Array(one.intersection(other)) == expected.intersection(otherExpected).sorted())
    #expect(Array(one.filter { $0 % 3 == 0 }) == expected.filter { $0 % 3 == 0 }.sorted())
    #expect((0..<400).allSatisfy { one.contains($0) == expected.contains($0) })
    #expect((one == other) == (expected == otherExpected))
  }

  @Test func `is equal to one that had larger members`() {
    var once: FactSet = [1, 700]
    once.subtract([700])
    #expect(once == [1] && once.hashValue == FactSet([1]).hashValue)
    #expect(once != [1, 700] && FactSet() != [0])
  }
}
