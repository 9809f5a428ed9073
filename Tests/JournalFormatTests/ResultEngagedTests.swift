import Foundation
import JournalFormat
import TestSupport
import Testing

@Suite("An engagement") struct ResultEngagedTests {
  private func result(
    _ id: String, app: String = "app", tag: JournalFormat.Tag? = nil
  ) -> JournalShownResult {
    var result = JournalShownResult()
    result.app = app
    result.id = id
    if let tag {
      result.source = .public
      result.tag = .init(tag.bytes)
    }
    return result
  }

  @Test func `has shown what was beside the opened result, each once`() {
    let others = [result("2"), result("1", app: "other"), result("1", tag: Sample.tag)]
    let engagement = JournalResultEngaged(
      result("1"), query: "q", visible: [result("1")] + others + [result("1"), result("2")])
    #expect(engagement.result == result("1") && engagement.query == "q")
    #expect(engagement.shown == others)
  }

  @Test func `tells public results apart by their tags`() {
    let opened = result("https://example.com", tag: Sample.tag)
    var same = opened
    same.id = "otherwise called"
    #expect(JournalResultEngaged(opened, visible: [same, result("1")]).shown == [result("1")])
  }

  @Test(arguments: [
    ("1", ["1", "2"], 1), ("2", ["1", "1", "2"], 2), ("3", ["1", "2"], 0), ("1", [], 0),
  ])
  func `has its place in the list, and how long that had been there`(
    id: String, list: [String], place: UInt32
  ) throws {
    var event = JournalEvent()
    event.resultEngaged = JournalResultEngaged(result(id))
    event.resultEngaged.setOpening(from: list.map { result($0) }, waitedMilliseconds: 1_500)
    #expect(event.resultEngaged.place == place)
    #expect(event.resultEngaged.waited == (place > 0 ? 1_500 : nil))
    var dice = Dice.seeded(1)
    #expect(try JournalEvent(payload: event.payload(using: &dice)) == event)
    event.resultEngaged.setOpening(from: [result(id)], waitedMilliseconds: 0)
    #expect(event.resultEngaged.waited == 1)
  }
}
