import DeviceIndex
import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import TraceLines

@Suite("Writing a trace") struct TraceWriterTests {
  static let lines = [
    #"{"app":"a","device":"d","id":"1","kind":"index","time":1700000000}"#,
    #"""
    {"app":"a","attributes":{"title":"Buy \"milk\"/tea"},"device":"d","domain":"x.y",\#
    "expires":1700000001.5,"id":"1","kind":"index","merge":true,"time":1700000000.25}
    """#,
    #"""
    {"app":"a","attributes":{"authorNames":["Ann","Bob"],"completed":true,\#
    "contentURL":"https://example.com/x?y=1","dueDate":"2026-11-21T20:00:00.123Z",\#
    "rating":4.5,"thumbnailData":"AAEC","title":null},"device":"d","id":"1",\#
    "kind":"index","time":-1.5}
    """#,
    #"""
    {"app":"a","attributes":{"com_example_key":["x","y"]},"device":"d","id":"1",\#
    "kind":"index","time":1}
    """#,
    #"{"app":"a","device":"d","ids":["1","2"],"kind":"delete","time":1}"#,
    #"{"app":"a","device":"d","domains":["x"],"kind":"delete","time":1}"#,
    #"{"all":true,"app":"a","device":"d","kind":"delete","time":1}"#,
    #"""
    {"app":"a","attributes":{"contentDescription":"sand"},"device":"d","domain":"f",\#
    "expires":1800000000,"id":"dune","keywords":["arrakis","spice"],"kind":"activity",\#
    "public":true,"related":"i1","search":true,"time":1,"title":"Dune","type":"view",\#
    "url":"https://example.com/dune"}
    """#,
    #"""
    {"app":"a","device":"d","id":"dune","kind":"activity","time":1,"type":"view",\#
    "weakRelated":"i2"}
    """#,
    #"""
    {"app":"a","device":"d","id":"dune","kind":"engage","query":"du","shown":["2","1"],\#
    "time":1}
    """#,
    #"{"app":"a","device":"d","id":"dune","kind":"engage","time":1}"#,
    #"{"app":"a","device":"d","kind":"abandon","query":"du","shown":["2","1"],"time":1}"#,
    #"{"app":"a","device":"d","groups":[["tv","b c"]],"kind":"synonyms","time":1,"version":"2"}"#,
    #"{"app":"a","device":"d","groups":[],"kind":"synonyms","time":1}"#,
  ]

  private func event(_ line: String) throws -> (JournalEvent, Timestamp) {
    let event = try TraceEvent(json: Array(line.utf8))
    return (try event.journaled(), event.time)
  }

  @Test(arguments: lines) func `says what the line said that was journaled`(line: String) throws {
    let (event, time) = try event(line)
    var writer = TraceWriter(device: "d")
    #expect(try writer.line(event, at: time) == line)
    #expect(writer.leftOut.isEmpty)
  }

  @Test func `keeps all digits of a whole number`() throws {
    let (one, time) = try event(
      #"{"time":1,"device":"d","app":"a","kind":"index","id":"1","attributes":{"number":1}}"#)
    var event = one
    event.itemIndexed.attributes.values[0].value.integer = 738_529_527_931_269_425
    var writer = TraceWriter(device: "d")
    let line = try writer.line(event, at: time)
    #expect(line?.contains("\"number\":738529527931269425}") == true, "\(line ?? "")")
    // Read as an attribute it would lose some of them, so it is refused.
    #expect(throws: TraceLineError.self) { try TraceEvent(json: Array((line ?? "").utf8)) }
  }

  @Test func `leaves nothing of the words, and lets events be what they were`() throws {
    let pseudonyms = try #require(Pseudonyms(key: Array(0..<32)))
    var writer = TraceWriter(device: "d", pseudonyms: pseudonyms)
    let words = [
      "Buy", "milk", "Ann", "Bob", "example", "sand", "dune", "Dune", "arrakis", "spice", "view",
      "AAEC",
    ]
    for line in Self.lines {
      let (event, time) = try event(line)
      let other = try #require(try writer.line(event, at: time))
      for word in words { #expect(!other.contains(word), "\(other)") }
      let again = try self.event(other)
      #expect(again.1 == time)
      let kinds = [event, again.0].map { $0.fact.map { "\($0)".prefix { $0 != "(" } } }
      #expect(kinds[0] == kinds[1])
    }
  }

  @Test func `counts what a line cannot say`() throws {
    var writer = TraceWriter(device: "d")
    var (begun, shown, all, expired) = (
      JournalEvent(), JournalEvent(), JournalEvent(), JournalEvent()
    )
    begun.journalBegun.createdBy = "x"
    shown.resultsShown.query = "du"
    var (several, sums) = (JournalEvent(), JournalEvent())
    several.resultsShown.results = ["a", "b"].map { app in
      var result = JournalShownResult()
      (result.app, result.id) = (app, "1")
      return result
    }
    sums.resultsShown.sums = [JournalShownSums()]
    all.activitiesDeleted.all = true
    expired.itemsExpired.ids = ["1"]
    var engaged = JournalEvent()
    engaged.resultEngaged.result.source = .public
    for event in [begun, shown, several, sums, all, expired, expired, engaged, JournalEvent()] {
      #expect(try writer.line(event, at: Timestamp(milliseconds: 0)) == nil)
    }
    writer.leaveOutRedacted()
    #expect(
      writer.leftOut == [
        "the journal's beginning": 1, "abandoned searches of no single app": 1,
        "searches that found nothing": 1, "sums of abandoned searches": 1,
        "deletions of all activities": 1, "expiries and sweeps": 2,
        "engagements with public results": 1, "events of a later version": 1, "redacted": 1,
      ])
    var some = JournalEvent()
    some.activitiesDeleted.app = "a"
    some.activitiesDeleted.persistentIdentifiers = ["1"]
    #expect(
      try writer.line(some, at: Timestamp(milliseconds: 5))
        == #"{"app":"a","device":"d","ids":["1"],"kind":"delete","time":0.005}"#)
  }
}
