import Foundation
import JournalFormat
import Simulation
import TestSupport
import Testing

@Suite("A trace") struct TraceTests {
  @Test(arguments: [
    ("", "is not JSON"), ("nonsense", "is not JSON"), ("[1]", "is not a JSON object"),
    ("{}", "has no \"time\""), ("{\"time\":1}", "has no \"kind\""),
    ("{\"time\":\"x\",\"kind\":\"index\"}", "has a \"time\" of the wrong type"),
    ("{\"time\":1e300,\"kind\":\"index\"}", "has a \"time\" outside the years 1 to 9999"),
    (
      "{\"time\":1,\"kind\":\"fly\"}",
      "has the kind \"fly\"; known are index, delete, activity and engage"
    ),
    (
      "{\"time\":1,\"kind\":\"index\",\"id\":\"1\",\"title\":\"T\"}",
      "is of kind \"index\" and has a \"title\""
    ),
    (
      #"{"time":1,"a\",{":[{"b":1}],"kind":"delete","all":true}"#,
      #"is of kind "delete" and has a "a",{""#
    ),
    (
      "{\"time\":1,\"kind\":\"engage\",\"id\":\"1\",\"domian\":\"x\"}",
      "is of kind \"engage\" and has a \"domian\""
    ),
    (
      "{\"time\":1,\"kind\":\"index\",\"id\":\"1\",\"protection\":\"much\"}",
      "has the protection \"much\"; known are none, untilFirstUnlock and complete"
    ),
    (
      "{\"time\":1,\"kind\":\"index\",\"id\":\"a\",\"attributes\":{\"kMDItemTitle\":\"a\"}}",
      "has an attribute \"kMDItemTitle\", whose name begins with \"kMD\", as Apple's own do"
    ),
    (
      "{\"time\":1,\"kind\":\"index\",\"id\":\"a\",\"attributes\":{\"1st\":\"a\"}}",
      "has an attribute \"1st\", whose name begins with a digit"
    ),
    ("{\"time\":1,\"app\":\"a\",\"kind\":\"engage\",\"id\":\"1\"}", "has no \"device\""),
    ("{\"time\":1,\"device\":\"a\",\"kind\":\"engage\",\"id\":\"1\"}", "has no \"app\""),
    ("{\"time\":-6.3e10,\"kind\":\"fly\"}", "has a \"time\" outside the years 1 to 9999"),
    ("{\"time\":2.6e11,\"kind\":\"fly\"}", "has a \"time\" outside the years 1 to 9999"),
    ("{\"time\":1,\"kind\":\"index\"}", "is of kind \"index\" and has no \"id\""),
    (
      "{\"time\":1,\"kind\":\"activity\",\"id\":\"a\"}",
      "is of kind \"activity\" and has no \"type\""
    ),
    (
      "{\"time\":1,\"kind\":\"delete\"}",
      "deletes by 0 of \"ids\", \"domains\" and \"all\"; give exactly one"
    ),
    (
      "{\"time\":1,\"kind\":\"delete\",\"ids\":[],\"all\":true}",
      "deletes by 2 of \"ids\", \"domains\" and \"all\"; give exactly one"
    ),
    (
      "{\"time\":1,\"kind\":\"index\",\"id\":\"a\",\"attributes\":{\"dueDate\":\"soon\"}}",
      "has an attribute \"dueDate\" that is no date"
    ),
    (
      "{\"time\":1,\"kind\":\"index\",\"id\":\"a\",\"attributes\":{\"my key\":1}}",
      "has an attribute \"my key\", whose name has more than letters, digits and \"_\""
    ),
  ])
  func `line that is none is refused with the reason`(line: String, reason: String) {
    let error = #expect(throws: TraceLineError.self) { try TraceEvent(json: Array(line.utf8)) }
    #expect(error?.reason == reason)
  }

  @Test(
    arguments: [
      [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC0, 0x80],
      [0xE2],
    ] as [[UInt8]])
  func `line that is not UTF-8 is refused, wherever the bytes are`(bytes: [UInt8]) {
    let line = "{\"time\":1,\"kind\":\"index\",\"id\":\"@\",\"attributes\":{\"title\":\"@\"}}"
    for (start, end) in [("\"id\":\"", 1), ("\"title\":\"", 1), ("{\"tim", 0)] {
      let place = line.range(of: start)!.upperBound
      let rest = line[place...].dropFirst(end)
      let json = Array(line[..<place].utf8) + bytes + Array(rest.utf8)
      let error = #expect(throws: TraceLineError.self) { try TraceEvent(json: json) }
      #expect(error?.reason == "is not UTF-8")
    }
  }

  @Test(arguments: [
    #"{"t\u0069me":1,"device":"d","app":"a","kind":"engage","id":"x\",\"y\":1"}"#,
    #" { "time" : 1 , "device":"d","app":"a","kind":"index","id":"1" ,"attributes":{"title":"{,:","#
      + #""com_x":["domian",":"]} } "#,
  ])
  func `line has the keys that are its own, however it is written`(line: String) throws {
    #expect(try TraceEvent(json: Array(line.utf8)).device == "d")
  }

  @Test func `line becomes the event that it says`() throws {
    let line = """
      {"time":86400.5,"device":"d","app":"a","kind":"index","id":"1","domain":"x","merge":true,
      "attributes":{"title":"T","rating":4.5,"keywords":["a","b"],"allDay":true,
      "dueDate":"2026-01-02","com_example_key":"v"}}
      """
    let event = try TraceEvent(json: Array(line.utf8))
    #expect(event.time.milliseconds == 86_400_500)
    guard case .itemIndexed(let item) = try event.journaled().fact else {
      Issue.record("an index line is an item")
      return
    }
    #expect(item.app == "a" && item.id == "1" && item.domain == "x" && item.merge)
    #expect(
      item.attributes.values.map(\.name)
        == ["allDay", "com_example_key", "dueDate", "keywords", "rating", "title"])
    #expect(item.attributes.values[1].hasCustom)
    #expect(item.attributes.values[2].value.dateMilliseconds == 1_767_312_000_000)
  }

  @Test func `file is read line by line, gzip or not, with the line in every error`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("trace.jsonl")
    try Data("one\r\n\ntwo".utf8).write(to: URL(fileURLWithPath: path))
    let reader = try TraceReader(path: path)
    #expect(try reader.next() == Array("one".utf8))
    #expect(try reader.next() == Array("two".utf8))
    #expect(reader.lineNumber == 3)
    #expect(try reader.next() == nil)
    #expect(
      reader.error(aboutLine: "is odd").description
        == "\(path), line 3: is odd. Correct the line, or leave it out.")
    let missing = #expect(throws: TraceError.self) { try TraceReader(path: folder.file("none")) }
    #expect(missing?.isMissing == true)
    #expect(
      missing?.description
        == "\(folder.file("none")): there is no such file, or it may not be read. Check the path.")
    try Data([0x1F, 0x8B, 8, 0, 1, 2]).write(to: URL(fileURLWithPath: path))
    let damaged = try TraceReader(path: path)
    let damage = #expect(throws: TraceError.self) { try damaged.next() }
    #expect(
      damage?.description
        == "\(path), line 1: cannot be read: the gzip data is damaged or ends too early. "
        + "Fetch it again.")
  }
}

@Suite("An event queue") struct EventQueueTests {
  @Test func `gives events by time, and equal times in the order of scheduling`() {
    var queue = EventQueue<Int>()
    var random = SplitMix64(7)
    var expected: [(Int64, Int)] = []
    for number in 0..<2_000 {
      let time = Int64(random.below(50))
      queue.schedule(number, at: Timestamp(milliseconds: time))
      expected.append((time, number))
    }
    expected.sort { ($0.0, $0.1) < ($1.0, $1.1) }
    var found: [(Int64, Int)] = []
    while let next = queue.popFirst() { found.append((next.time.milliseconds, next.event)) }
    #expect(found.map(\.0) == expected.map(\.0))
    #expect(found.map(\.1) == expected.map(\.1))
  }
}
