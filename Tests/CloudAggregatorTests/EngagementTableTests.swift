import JournalFormat
import Testing

@testable import CloudAggregator

/// Days and endorses of one lineage, against sets that keep the same by other means.
@Suite("What a lineage engaged with") struct EngagementTableTests {
  @Test(arguments: 0..<20) func `is what sets say, through growth`(seed: UInt64) {
    var random = SplitMix64(seed)
    var table = EngagementTable()
    var days: [UInt32: Set<Int32>] = [:]
    var endorses: [UInt32: UInt32] = [:]
    for step in 0..<2_000 {
      let tag = UInt32(random.below(seed < 10 ? 20 : 700))
      let day = Int32(16_000 + random.below(5))
      switch random.below(10) {
      case 0:
        table.removeDays([day], of: tag)
        days[tag]?.remove(day)
      case 1:
        table.addDay(day, for: tag)
        days[tag, default: []].insert(day)
        #expect(Set(table.days(of: tag)) == days[tag])
      case 2:
        table.setEndorsement(UInt32(step), for: tag)
        endorses[tag] = UInt32(step)
      default:
        let content = random.below(2) == 0 ? endorses[tag] ?? UInt32(step) : UInt32(step)
        let found = table.engage(with: tag, day: day, offering: content)
        #expect(found.endorsementBefore == endorses[tag] ?? EngagementTable.noEndorsement)
        // Another content than the one that it endorses is not for the table to decide on.
        let isTaken = endorses[tag] == nil || endorses[tag] == content
        #expect(found.isNewDay == (isTaken && days[tag, default: []].insert(day).inserted))
        if isTaken { endorses[tag] = content }
      }
    }
    let kept = Dictionary(grouping: table.days, by: \.tag).mapValues { Set($0.map(\.day)) }
    #expect(kept == days.filter { !$0.value.isEmpty })
    #expect(
      Dictionary(uniqueKeysWithValues: table.endorses.map { ($0.tag, $0.endorsement) }) == endorses)
    #expect(table.endorsement(for: 5_000) == nil)
  }

  @Test func `refuses a row that says more than it holds`() {
    let nothing = [UInt8](repeating: 255, count: 12)
    for bytes: [UInt8] in [
      [], [1, 0, 0, 0], [255, 255, 255, 255] + [UInt8](repeating: 0, count: 64),
      [0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0] + nothing,
    ] {
      #expect(throws: FormatError.self) {
        try bytes.reading(subject: "news") { reader throws(FormatError) in
          try LineageNews(from: &reader)
        }
      }
    }
  }
}
