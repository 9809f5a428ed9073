import Foundation
import JournalFormat
import TestSupport
import Testing
import TraceLines

@Suite("A trace") struct TraceTests {
  static let tooManyShown =
    #"{"time":1,"kind":"abandon","shown":[""# + String(repeating: #"",""#, count: 20) + #""]}"#

  @Test(
    arguments: [
      ("", "is not JSON: it is empty"), ("nonsense", "is not JSON: a value is expected here"),
      ("[1]", "is a JSON array, and each line is one object: jq -c '.[]' makes them"),
      (
        "[{\"time\":1},{\"time\":2}]",
        "is a JSON array, and each line is one object: jq -c '.[]' makes them"
      ),
      ("7", "is not a JSON object"), ("\"a\"", "is not a JSON object"),
      (
        "{",
        "begins a JSON object of several lines, and each line is one object: jq -c . makes them"
      ),
      ("{\"time\":", "is not JSON: it ends too early"),
      (
        "{\"time\":1},",
        "is a part of a JSON array, and each line is one object: jq -c '.[]' makes them of "
          + "the whole "
          + "array"
      ),
      ("[", "begins a JSON array, and each line is one object: jq -c '.[]' makes them"),
      (" [{\"a\":1},", "begins a JSON array, and each line is one object: jq -c '.[]' makes them"),
      (
        "{\"time\":1}\r{\"time\":2}",
        "has lines that end with CR alone, and lines end with LF: tr '\\r' '\\n' makes them"
      ),
      (
        "{\"time\":1} {\"time\":2}",
        "has several JSON objects, and each line is one object: jq -c . makes them"
      ),
      ("{\"time\":1}x", "is not JSON: something follows the value"),
      ("{}", "has no \"time\""), ("{\"time\":1}", "has no \"kind\""),
      ("{\"time\":\"x\",\"kind\":\"index\"}", "has a \"time\" of the wrong type"),
      ("{\"time\":1e300,\"kind\":\"index\"}", "has a \"time\" outside the years 1 to 9999"),
      (
        "{\"time\":1,\"kind\":\"fly\"}",
        "has the kind \"fly\"; known are index, delete, activity, engage, abandon and synonyms"
      ),
      ("{\"time\":1,\"kind\":\"abandon\"}", "is of kind \"abandon\" and has no \"shown\""),
      ("{\"time\":1,\"kind\":\"synonyms\"}", "is of kind \"synonyms\" and has no \"groups\""),
      (
        "{\"time\":1,\"kind\":\"synonyms\",\"groups\":[\"a\"]}",
        "has a \"groups\" of the wrong type"
      ),
      (
        "{\"time\":1,\"kind\":\"synonyms\",\"groups\":[[\"a\"]]}",
        "has \"groups\" that cannot be set: The synonyms cannot be set: group 1 has 1 terms, and 2 "
          + "to 16 are taken."
      ),
      (
        "{\"time\":1,\"kind\":\"abandon\",\"shown\":[]}",
        "is of kind \"abandon\" and has no \"shown\""
      ),
      (
        "{\"time\":1,\"kind\":\"abandon\",\"shown\":[\"1\"],\"id\":\"1\"}",
        "is of kind \"abandon\" and has a \"id\""
      ),
      (
        TraceTests.tooManyShown,
        "has 21 identifiers in \"shown\"; at most 20 count"
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
      (
        "{\"time\":253402300800,\"kind\":\"fly\"}",
        "has a \"time\" outside the years 1 to 9999"
      ),
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
        "has an attribute \"dueDate\" that takes a date such as 2026-01-31, which \"soon\" is not"
      ),
      (
        #"{"time":1,"kind":"index","id":"a","attributes":{"importantDates":["2026-02-30"]}}"#,
        "has an attribute \"importantDates\" that takes a list of dates such as 2026-01-31, which "
          + "\"2026-02-30\" is not: 30 February does not exist"
      ),
      (
        #"{"time":1,"kind":"index","id":"a","attributes":{"dueDate":1700000000}}"#,
        "has an attribute \"dueDate\" that takes a date such as 2026-01-31, and was given a number"
      ),
      (
        #"{"time":1,"kind":"index","id":"a","\u0069d":"b"}"#, "has the key \"id\" twice"
      ),
      (
        #"{"time":1,"kind":"index","id":"a","attributes":{"title":"a","title":"b"}}"#,
        "has the key \"title\" twice"
      ),
      (
        #"{"time":1,"kind":"index","id":"a","attributes":{"number":9007199254740992}}"#,
        "has an attribute \"number\" with the number 9007199254740992, of which not all digits can "
          + "be kept; give it as a text"
      ),
      (
        #"{"time":1,"kind":"index","id":"a","attributes":{"pageCount":[-9007199254740992]}}"#,
        "has an attribute \"pageCount\" with the number -9007199254740992, of which not all digits "
          + "can be kept; give it as a text"
      ),
      (
        #"{"time":1,"kind":"index","id":"a","attributes":{"number":{"a":1}}}"#,
        "has a \"number\" of the wrong type"
      ),
      ("\u{FF}\u{FE}{", "is not JSON: a value is expected here"),
      ("{\u{0}\"\u{0}", "is UTF-16, and no UTF-8"),
      (
        "{\"time\":1,\"kind\":\"index\",\"id\":\"a\",\"attributes\":{\"my key\":1}}",
        "has an attribute \"my key\", whose name has more than letters, digits and \"_\""
      ),
    ] as [(String, String)])
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
    (#"{"time":1,"kind":"fly","x":tru}"#, 28), (#"{"time":1,"kind":"index","id":7}"#, 31),
    (#"{"time":1,"kind":"engage","id":"ä","title":"x"}"#, 36),
    (#"{"time":1,"kind":"index","id":"ä","attributes":{"dueDate":"2026-02-30"}}"#, 59),
    (#"{"time":1,"kind":"index","id":"ä","attributes":{"1":2}}"#, 49),
  ])
  func `line that is none is refused with the column`(line: String, column: Int) {
    let error = #expect(throws: TraceLineError.self) { try TraceEvent(json: Array(line.utf8)) }
    #expect(error?.column == column, "\(error?.reason ?? "")")
  }

  @Test(arguments: [
    (#""attributes":{"title":"#, "5", "}"), (#""attributes":{"dueDate":"#, "1700000000", "}"),
    (#""attributes":{"importantDates":["2026-01-31","#, "\"soon\"", "]}"),
    (#""attributes":{"rankingHint":"#, "101", "}"), (#""attributes":{"contentURL":"#, "7", "}"),
    (
      #""attributes":{"com_x":"#, String(repeating: "[", count: 25),
      String(repeating: "]", count: 25) + "}"
    ),
    (#""attributes":{"com_x":"#, "9007199254740993.0", "}"), (#""expires":"#, "1e300", ""),
    (#""protection":"#, "\"much\"", ""),
  ])
  func `line is refused with the column of the value that is wrong`(
    before: String, value: String, after: String
  ) {
    let start = #"{"time":1,"device":"d","app":"a","kind":"index","id":"ä","# + before
    let error = #expect(throws: TraceLineError.self) {
      try TraceEvent(json: Array((start + value + after + "}").utf8))
    }
    #expect(error?.column == start.unicodeScalars.count + 1, "\(error?.reason ?? "")")
  }

  @Test(arguments: [
    "9007199254740993.0", "-9007199254740993.0", "9007199254740992.0", "123456789012345678e0",
    "0.9007199254740993e16", "9007199254740993000e-3", "9007199254740991.5", "9007199254740993",
    "9.223372036854775807E18", "[1,9007199254740993.00]",
  ])
  func `line's number that would be another one is refused in every notation`(json: String) {
    for name in ["number", "com_x"] {
      let error = #expect(throws: TraceLineError.self) { try attribute(name, json) }
      #expect(error?.reason.contains("of which not all digits can be kept") == true)
    }
  }

  @Test(arguments: ["0", "-0", "0.0", "-0.0", "-0e5"])
  func `line's zero has no sign`(json: String) throws {
    let number = try #require(try attribute("number", json)?.number)
    #expect(number == 0 && number.sign == .plus)
  }

  private func attribute(_ name: String, _ json: String) throws -> JournalValue? {
    let line =
      #"{"time":1,"device":"d","app":"a","kind":"index","id":"1","attributes":"#
      + "{\"\(name)\":\(json)}}"
    let event = try TraceEvent(json: Array(line.utf8)).journaled()
    guard case .itemIndexed(let item) = event.fact else { return nil }
    return item.attributes.values.first?.value
  }

  @Test(arguments: [
    "2026-02-30", "2026-02-31", "2025-02-29", "2026-04-31", "2100-02-29", "2026-13-01",
    "2026-01-05T25:00:00Z", "2026-01-05T24:00:00Z", "2026-06-15T10:61:00Z",
    "2026-06-30T23:59:60Z", "2026-01-05T10:00:00Zjunk", "2026-01-05 10:00", "0000-01-01",
    "2026-1-5", " 2026-01-05", "2026-01-05T10:00:00+25:00", "2026-01-05+02:00", "",
  ])
  func `line has no date that does not exist`(text: String) {
    for json in ["\"\(text)\"", "[\"2026-01-01\",\"\(text)\"]"] {
      let name = json.hasPrefix("[") ? "importantDates" : "dueDate"
      #expect(throws: (any Error).self) { try attribute(name, json) }
    }
  }

  @Test(arguments: [
    "1582-10-15", "1582-10-14", "1582-10-05", "1500-02-28", "1066-10-14", "0622-07-16",
    "0001-01-01", "9999-12-31", "2000-02-29",
  ])
  func `line's date is the day that it says, in every year`(text: String) throws {
    let value = try attribute("dueDate", "\"\(text)\"")
    let time = Timestamp(milliseconds: try #require(value?.dateMilliseconds))
    #expect(time.text == text + "T00:00:00.000Z")
  }

  @Test(arguments: [
    ("9007199254740991", 9_007_199_254_740_991.0), ("-9007199254740991", -9_007_199_254_740_991),
    ("0", 0), ("1e300", 1e300), ("0.1", 0.1), ("9007199254740991.0", 9_007_199_254_740_991),
    ("1e16", 1e16), ("10000000000000000", 1e16), ("123456789012345e10", 123_456_789_012_345e10),
  ])
  func `line's number is kept with all of its digits`(json: String, number: Double) throws {
    #expect(try attribute("number", json)?.number == number)
    #expect(try attribute("pageCount", json)?.number == number)
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

  @Test(
    arguments: [
      ([0x50, 0x4B, 3, 4, 0x0A, 0, 0, 0], "zip", "unzip -p FILE"),
      ([0x42, 0x5A, 0x68, 0x39, 0x31, 0x41], "bzip2", "bzip2 -dc FILE"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], "xz", "xz -dc FILE"),
      ([0x28, 0xB5, 0x2F, 0xFD, 4, 0], "zstd", "zstd -dc FILE"),
    ] as [([UInt8], String, String)])
  func `file in another compressed format is refused by its name`(
    bytes: [UInt8], name: String, command: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("trace")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let reader = try TraceReader(path: path)
    let error = #expect(throws: TraceError.self) { try reader.next() }
    #expect(
      error?.description
        == "\(path): is compressed with \(name), and only gzip is read as it is. Decompress it: "
        + "\(command).")
    #expect(error?.isAboutOneLine == false)
  }

  @Test func `file's blank lines are left out, and counted`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("trace")
    try Data(" \n\t\r\n\none\n \t ".utf8).write(to: URL(fileURLWithPath: path))
    let reader = try TraceReader(path: path)
    #expect(try reader.next() == Array("one".utf8))
    #expect(reader.lineNumber == 4)
    #expect(try reader.next() == nil)
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
        == "\(path), line 3, column 1: is odd. Correct the line, or leave it out.")
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
