import JournalFormat
import Testing
import TextAnalysis

@testable import WordSearch

@Suite("Words that are near") struct NearbyTests {
  /// The textbook's way: all ways to get from one word to the other.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var table = [[Int]](
      repeating: [Int](repeating: 0, count: second.count + 1), count: first.count + 1)
    for line in 0...first.count { table[line][0] = line }
    for place in 0...second.count { table[0][place] = place }
    for line in 1..<(first.count + 1) {
      for place in 1..<(second.count + 1) {
        table[line][place] = min(
          table[line - 1][place] + 1, table[line][place - 1] + 1,
          table[line - 1][place - 1] + (first[line - 1] == second[place - 1] ? 0 : 1))
        if line > 1, place > 1, first[line - 1] == second[place - 2],
          first[line - 2] == second[place - 1]
        {
          table[line][place] = min(table[line][place], table[line - 2][place - 2] + 1)
        }
      }
    }
    return table[first.count][second.count]
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `are as many edits away as the textbook says`(seed: UInt64) {
    var random = SplitMix64(seed)
    func word() -> [Character] {
      (0..<(1 + random.below(7))).map { _ in ["a", "b", "é", "你"][Int(random.below(4))] }
    }
    for _ in 0..<400 {
      let (target, other) = (word(), word())
      for max in 1...2 {
        var whole = EditDistance(to: String(target), isPrefix: false, max: max)
        let wanted = Self.distance(other, target)
        #expect(
          whole.edits(of: Array(String(other).utf8)) == (wanted <= max ? wanted : nil),
          "\(target) \(other)")
        var prefix = EditDistance(to: String(target), isPrefix: true, max: max)
        let least = (0...other.count).map { Self.distance(Array(other.prefix($0)), target) }.min()
        #expect(
          prefix.edits(of: Array(String(other).utf8)) == least.flatMap { $0 <= max ? $0 : nil },
          "\(target) \(other)")
      }
    }
  }

  @Test func `are those with the fewest edits first, then those that most documents have`() throws {
    let fixture = try WordFixture()
    for (row, title) in ["tomato", "tomati", "tomati", "tomates", "potato", "toma"].enumerated() {
      try fixture.put(
        WordDocument(
          row: UInt32(row + 1), app: "app", tieBreaker: 0, title: title, keywords: "", text: ""))
    }
    func near(_ text: String, isPrefix: Bool = false, edits: Int = 1) throws -> [String] {
      try fixture.table.words(
        near: WordQuery.Term(text, isPrefix: isPrefix), editsMax: edits, limit: 10,
        fixture.ranking
      ).map { "\($0.text) \($0.editCount) \($0.documentCount)" }
    }
    #expect(try near("tomatp") == ["tomati 1 2", "tomato 1 1"])
    #expect(try near("otmato").isEmpty, "the first character has to be right")
    #expect(
      try near("tomta", isPrefix: true)
        == ["tomati 1 2", "toma 1 1", "tomates 1 1", "tomato 1 1"])
    try fixture.flush()
    try fixture.remove(2)
    try fixture.remove(3)
    #expect(try near("tomatp") == ["tomato 1 1"], "what is gone counts for nothing")
    #expect(try near("").isEmpty)
  }
}
