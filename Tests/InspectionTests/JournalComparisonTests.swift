import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import Inspection

@Suite("Two journals compared") struct JournalComparisonTests {
  private let folder: TemporaryFolder
  private static let identity = JournalIdentity(kind: .private, name: Sample.journalName)

  init() throws { folder = try TemporaryFolder() }

  /// A journal of so many entries, which are another's from a place on.
  private func journal(
    _ name: String, _ count: Int, partsAfter place: Int = .max, identity: JournalIdentity = identity
  ) throws -> Journal {
    let journal = try Journal.create(
      at: folder.file(name), identity: identity, created: Sample.day.start)
    try journal.append(
      (0..<count).map { number in
        let text = number < place ? "entry \(number)" : "\(name) \(number)"
        return EntryDraft(kind: .event, time: Sample.day.start, payload: Array(text.utf8))
      })
    return journal
  }

  private func compare(_ a: Journal, _ b: Journal) throws -> Divergence {
    try Divergence(a, b, through: (a.head().number, b.head().number))
  }

  @Test(arguments: [
    (5, 5, JournalComparison.Verdict.same), (5, 7, .behind), (7, 5, .ahead), (0, 0, .same),
    (0, 3, .behind),
  ])
  func `of one past are the same, behind or ahead`(
    a: Int, b: Int, verdict: JournalComparison.Verdict
  ) throws {
    let found = try compare(journal("a", a), journal("b", b))
    #expect(found.verdict == verdict)
    #expect(found.common == UInt64(min(a, b)))
    #expect(found.onlyFirst.count == UInt64(max(0, a - b)))
    #expect(found.onlySecond.count == UInt64(max(0, b - a)))
  }

  @Test func `part where they part, at every place, found by halving`() throws {
    let count = 200
    let whole = try journal("whole", count)
    for place in stride(from: 0, to: count, by: 7) {
      let other = try journal("other \(place)", count + 3, partsAfter: place)
      let found = try compare(whole, other)
      #expect(found.verdict == .forked)
      #expect(found.common == UInt64(place))
      #expect(found.onlyFirst == Span(first: UInt64(place) + 1, last: UInt64(count)))
      #expect(found.onlySecond == Span(first: UInt64(place) + 1, last: UInt64(count) + 3))
      // Two at the ends, and one for each halving of 200.
      #expect(found.readCount <= 2 + 8)
    }
  }

  @Test func `of others are not compared`() throws {
    let name = JournalName(bits: 7)
    let other = try journal("other", 3, identity: JournalIdentity(kind: .private, name: name))
    let shared = try journal("shared", 3, identity: Sample.identity)
    let whole = try journal("whole", 3)
    #expect(try compare(whole, other).verdict == .unrelated)
    #expect(try compare(whole, shared).verdict == .unrelated)
    #expect(try compare(whole, other).common == nil)
    let child = try journal(
      "child", 2,
      identity: .shared(epoch: Sample.childEpoch, lineage: Sample.lineage, parent: Sample.head))
    #expect(try compare(shared, child).verdict == .otherEpoch)
  }

  @Test func `with nothing in common that both keep have a gap`() throws {
    let short = try journal("short", 3)
    let pruned = try journal("pruned", 9)
    try pruned.prune(through: 6)
    let found = try compare(short, pruned)
    #expect(found.verdict == .gap && found.common == nil)
    let long = try journal("long", 7)
    #expect(try compare(long, pruned).verdict == .behind)
    #expect(try compare(long, pruned).common == 7)
  }

  @Test func `tell what is redacted in one alone`() throws {
    let (a, b) = (try journal("a", 9), try journal("b", 6))
    for number in [2, 4, 8] as [UInt64] { try a.redact(SequenceNumber(number)!) }
    try b.redact(SequenceNumber(4)!)
    let found = try compare(a, b)
    #expect(found.verdict == .ahead)
    #expect(found.redactedInFirst == [2])
    #expect(found.redactedInSecond.isEmpty)
  }

  @Test func `end where somebody says`() throws {
    let (a, b) = (try journal("a", 9), try journal("b", 9, partsAfter: 5))
    #expect(try Divergence(a, b, through: (5, 5)).verdict == .same)
    #expect(try Divergence(a, b, through: (5, 6)).verdict == .behind)
  }
}
