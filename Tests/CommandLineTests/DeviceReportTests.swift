import Foundation
import TestSupport
import Testing

@Suite("The commands device report and device open") struct DeviceReportTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let shop: String

  init() throws {
    folder = try TemporaryFolder()
    shop = folder.file("shop")
    for (id, title) in [("1", "Red boots"), ("2", "Red boots, worn")] {
      _ = try run(
        "device", "index", shop, "--app", "shop", "--id", id, "--attribute", "title=\(title)")
    }
  }

  private func run(_ arguments: String..., input: String? = nil) throws -> String {
    let outcome = try program.run(arguments, input: input)
    #expect(outcome.status == 0 && outcome.errors == "", "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  private func refused(_ status: Int32, _ reason: String, _ arguments: String...) throws {
    let outcome = try program.run(arguments)
    #expect(outcome.status == status && outcome.output == "", "\(arguments): \(outcome.output)")
    #expect(outcome.errors.contains(reason), "\(arguments): \(outcome.errors)")
  }

  /// Two lists, of which one was empty, and what was opened from a third.
  private func search() throws {
    let lines = [
      #"{"time":1767225600,"kind":"abandon","query":"Boots","shown":["1","2"]}"#,
      #"{"time":1767225660,"kind":"engage","id":"1","query":"red","shown":["2"]}"#,
    ]
    _ = try run(
      "device", "engage", shop, "--app", "shop", input: lines.joined(separator: "\n") + "\n")
    let recorded = try run("device", "abandon", shop, "--query", "zebra", "--found-nothing")
    #expect(recorded == "1 event journaled, up to entry 7\n")
  }

  private func object(_ arguments: String...) throws -> [String: Any] {
    let outcome = try program.run(arguments + ["--json"])
    #expect(outcome.status == 0 && outcome.errors == "", "\(arguments): \(outcome.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test func `says what was opened, abandoned and not found, by kind of query and by app`() throws {
    try search()
    let report = try run("device", "report", shop)
    #expect(report.hasPrefix("searches    3, 2026-01-01T00:00:00.000Z to "), "\(report)")
    let rest = report.drop { $0 != "\n" }.dropFirst()
    let row = "1 word, start of a title"
    #expect(
      rest == """
        opened      1 of 4 results shown, 25.0%
        abandoned   1 list, and 1 search that found nothing, 66.7% of all searches
        place       not known
        time        not known

        by kind of query
          query                     searches  opened  shown  click-through  \
        abandonment  mean place  median time
          \(row)         1       1      2          50.0%         0.0%           -            -
          1 word                           2       0      2           0.0%  \
             100.0%           -            -

        by app
          app   opened  shown  click-through
          shop       1      4          25.0%

        searched and never opened
          query  lists  found nothing
          boots      1              0
          zebra      0              1

        """, "\(report)")
  }

  @Test func `has no later search, and no words where these are hidden`() throws {
    try search()
    let early = try object("device", "report", shop, "--until", "5")
    let all = try #require(early["all"] as? [String: Any])
    #expect(all["searches"] as? Int == 2 && all["clickThrough"] as? Int == 250)
    #expect(all["abandonment"] as? Int == 500 && all["meanPlace"] == nil)
    let hidden = try run("device", "report", shop, "--redact", "--top", "1")
    #expect(hidden.contains("  query 1      1              0\n  (1 more)\n"), "\(hidden)")
    let file = folder.file("page.html")
    _ = try run("device", "report", shop, "--html", file)
    let page = try String(contentsOfFile: file, encoding: .utf8)
    #expect(page.contains("<h2>Searched and never opened</h2>") && page.contains("zebra"))
    _ = try run("device", "report", shop, "--html", file, "--redact")
    #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("zebra"))
    for word in ["boots", "zebra", "Boots"] { #expect(!hidden.contains(word)) }
  }

  @Test func `says what a compaction left of lists, and of an empty device nothing`() throws {
    let empty = folder.file("empty")
    _ = try run("device", "init", empty)
    let none = try program.run(["device", "report", empty])
    #expect(none.status == 0 && none.output == "" && none.errors == "spotlog: no searches\n")
    let json = try program.run(["device", "report", empty, "--json"])
    #expect(json.status == 0 && json.errors == "" && json.output.contains("\"searches\""))
    let line = #"{"time":1767225600,"kind":"abandon","query":"boots","shown":["1"]}"# + "\n"
    _ = try run(
      "device", "engage", shop, "--app", "shop", input: String(repeating: line, count: 20))
    _ = try run("journal", "compact", shop)
    let compacted = try program.run(["device", "report", shop])
    #expect(compacted.status == 0 && compacted.output == "")
    #expect(
      compacted.errors == """
        spotlog: no searches
        spotlog: partial: A compaction left sums of 20 abandoned lists or more, which are in no \
        figure here.
        spotlog: partial: 20 entries are redacted, and may have been searches.

        """, "\(compacted.errors)")
  }

  @Test func `refuses what no report can be made of`() throws {
    try refused(66, "There is no device in", "device", "report", folder.file("none"))
    try refused(64, "--top must be at least 1", "device", "report", shop, "--top", "0")
    try refused(65, "99", "device", "report", shop, "--until", "99")
    try refused(
      73, "would be damaged", "device", "report", shop, "--html", shop + "/private.journal")
    try refused(
      64, "--found-nothing takes --query", "device", "abandon", shop, "--found-nothing")
    try refused(
      64, "--found-nothing takes --query", "device", "abandon", shop, "--found-nothing", "--query",
      "x", "--app", "shop", "--shown", "1")
  }

  @Test func `opens an item by its name, and journals it as engage does`() throws {
    let opened = try run("device", "open", shop, "1")
    #expect(
      opened == """
        app         shop
        activity    com.apple.corespotlightitem
        title       Red boots
        userInfo    kCSSearchableItemActivityIdentifier=1
        journaled   entry 4

        """)
    let recorded = try run("device", "engage", shop, "--app", "shop", "--id", "1")
    #expect(recorded == "1 event journaled, up to entry 5\n")
    func fields(_ entry: String) throws -> [Substring] {
      try run("journal", "show", shop, entry).split(separator: "\n").filter {
        $0.hasPrefix("app ") || $0.hasPrefix("id ") || $0.hasPrefix("shown ")
          || $0.hasPrefix("place ") || $0.hasPrefix("waited ")
      }
    }
    #expect(try fields("4") == fields("5") && fields("4").count == 3)
  }

  @Test func `opens a result of a search, with its place and the time to content`() throws {
    let opened = try object("device", "open", shop, "2", "--query", "red boots")
    #expect(opened["activityType"] as? String == "com.apple.corespotlightitem")
    #expect(
      opened["userInfo"] as? [String: String] == [
        "kCSSearchableItemActivityIdentifier": "2", "kCSSearchQueryString": "red boots",
      ])
    let place = try #require(opened["place"] as? Int)
    #expect((1...2).contains(place) && opened["milliseconds"] as? Int != nil)
    let entry = try run("journal", "show", shop, "4")
    #expect(entry.contains("query       red boots\nshown       1\nplace       \(place)\nwaited "))
    let all = try #require(
      try object("device", "report", shop)["all"] as? [String: Any])
    #expect(all["meanPlace"] as? Int == place * 1_000 && all["placed"] as? Int == 1)
    #expect(all["timed"] as? Int == 1 && all["medianWait"] as? Int != nil)
    #expect(try run("journal", "show", shop, "4", "--redact").contains("place       \(place)\n"))
  }

  @Test func `continues an activity with its type, its page and what its app needs`() throws {
    let line =
      #"{"time":1767225600,"app":"films","kind":"activity","id":"d","type":"films.view","#
      + #""title":"Dune","url":"https://films.example/d","userInfo":{"film":7},"search":true}"#
      + "\n"
    _ = try run("device", "activity", shop, input: line)
    let opened = try object("device", "open", shop, "d", "--app", "films")
    #expect(opened["activityType"] as? String == "films.view")
    #expect(opened["url"] as? String == "https://films.example/d")
    #expect(opened["title"] as? String == "Dune" && opened["place"] == nil)
    try refused(65, "takes --app APP", "device", "open", shop, "d")
  }

  @Test func `opens a public result by its page, where a cloud finds it`() throws {
    let (new, cloud) = (folder.file("new"), try InspectionWorld.made.get().cloud)
    _ = try run("device", "init", new)
    let opened = try object(
      "device", "open", new, "https://films.example/42", "--query", "night", "--data", cloud)
    #expect(opened["activityType"] as? String == "NSUserActivityTypeBrowsingWeb")
    #expect(opened["url"] as? String == "https://films.example/42")
    #expect(opened["title"] as? String == "Night Train" && opened["place"] as? Int == 1)
    try refused(
      65, "is not among the", "device", "open", new, "https://films.example/9", "--query", "night",
      "--data", cloud)
    // Of a public result the journal has no title.
    let report = try run("device", "report", new)
    #expect(report.contains("\n  1 word         1       1      1         100.0%"), "\(report)")
  }

  @Test func `opens nothing that is not there, and journals nothing then`() throws {
    try refused(66, "There is no device in", "device", "open", folder.file("none"), "1")
    try refused(65, "has no item 9", "device", "open", shop, "9")
    try refused(
      65, "it is not there, has expired or is locked", "device", "open", shop, "9", "--app", "shop")
    try refused(65, "9 is not among the 2 results", "device", "open", shop, "9", "--query", "red")
    try refused(64, "words are empty", "device", "open", shop, "1", "--query", "")
    try refused(64, "give --query as well", "device", "open", shop, "1", "--data", shop)
    try refused(
      64, "give --data DIR or --url URL", "device", "open", shop, "1", "--installed", "shop")
    _ = try run("device", "index", shop, "--app", "other", "--id", "1")
    try refused(64, "other, shop. Name one with --app.", "device", "open", shop, "1")
    #expect(try run("journal", "log", shop, "--oneline").split(separator: "\n").count == 4)
  }
}
