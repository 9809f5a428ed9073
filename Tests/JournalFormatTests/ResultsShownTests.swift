import Foundation
import JournalFormat
import Testing

@Suite("A list of which nothing was opened") struct ResultsShownTests {
  private func result(_ id: String, app: String = "app") -> JournalShownResult {
    var result = JournalShownResult()
    (result.app, result.id) = (app, id)
    return result
  }

  @Test func `has each result once, where it is first`() {
    let visible = [result("2"), result("1"), result("2"), result("1", app: "other"), result("1")]
    let shown = JournalResultsShown(query: "q", visible: visible)
    #expect(shown.query == "q" && !shown.isOfSums)
    #expect(shown.results == [result("2"), result("1"), result("1", app: "other")])
  }

  @Test func `has sums whose bytes are those of the schema`() throws {
    var sums = JournalShownSums()
    (sums.app, sums.id, sums.activity, sums.lists, sums.looks) = ("app", "1", true, 3, 1_500)
    var event = JournalEvent()
    event.resultsShown.sums = [sums]
    var dice = Dice.seeded(1)
    let payload = try event.payload(using: &dice)
    #expect(
      Array(payload.dropFirst(JournalEvent.saltByteCount)).hex
        == "22111a0f0a036170701201311801200328dc0b")
    #expect(try JournalEvent(payload: payload) == event)
    #expect(event.resultsShown.isOfSums)
  }

  @Test(arguments: [(0, 0), (5, 5), (1 << 40, 1 << 40), (.max, 1 << 40)] as [(UInt64, Int64)])
  func `has sums that can be added up, whatever an entry says`(given: UInt64, counted: Int64) {
    var sums = JournalShownSums()
    (sums.lists, sums.looks) = (given, given)
    #expect(sums.listCount == counted && sums.lookCount == counted)
  }
}
