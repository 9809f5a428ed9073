import Foundation
import TestSupport
import Testing

@Suite("The commands device suggest and synonyms, and device search --count-by")
struct SuggestCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let trips: String

  init() throws {
    folder = try TemporaryFolder()
    trips = folder.file("trips")
    let lines = [("1", "Hawaii by boat"), ("2", "Hawaii"), ("3", "Norway")].map { id, title in
      #"{"time":1767614400,"kind":"index","id":"\#(id)","attributes":{"title":"\#(title)","#
        + #""contentType":"public.text","contentCreationDate":"2026-01-0\#(id)"}}"# + "\n"
    }
    _ = try run("device", "index", trips, "--app", "trips", input: lines.joined())
  }

  private func run(_ arguments: String..., input: String? = nil) throws -> String {
    let outcome = try program.run(arguments, input: input)
    #expect(outcome.status == 0 && outcome.errors == "", "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  private func refused(_ status: Int32, _ reason: String, _ arguments: String...) throws {
    let outcome = try program.run(arguments)
    #expect(outcome.status == status && outcome.output == "", "\(arguments)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test func `completes what is typed from what is indexed, and says why`() throws {
    #expect(try run("device", "suggest", trips, "ha") == "Hawaii\nHawaii by boat\n")
    let explained = try run("device", "suggest", trips, "ha", "--limit", "1", "--explain")
    #expect(explained.hasPrefix("Hawaii\n    2 results have it, the best is \"Hawaii"))
    _ = try run("device", "engage", trips, "--app", "trips", "--id", "2", "--query", "hawaii")
    let first = try run("device", "suggest", trips, "ha", "--limit", "1", "--explain")
    #expect(
      first
        == "hawaii\n    it led to results that were opened, 1.0 times, halved every 30 days\n",
      "\(first)")
    let json = try run("device", "suggest", trips, "no", "--json")
    #expect(json.contains(#""suggestion" : "Norway""#) || json.contains(#""suggestion":"Norway""#))
    let outcome = try program.run(["device", "suggest", trips, "zz"])
    #expect(outcome.status == 0 && outcome.errors == "spotlog: no suggestions\n")
  }

  @Test func `lists what is usually opened at an hour`() throws {
    let lines = [1_767_614_400, 1_767_700_800, 1_768_219_200].map {
      #"{"time":\#($0),"kind":"engage","id":"3"}"# + "\n"
    }
    _ = try run("device", "engage", trips, "--app", "trips", input: lines.joined())
    #expect(
      try run("device", "suggest", trips, "--at", "2026-01-19T12:30:00Z", "--explain") == """
        trips  3  Norway
            opened 3 times around this hour, 2 of these on this weekday, of 3 times in all

        """)
    let none = try program.run(["device", "suggest", trips, "--at", "2026-01-19T20:00:00Z"])
    #expect(none.output == "" && none.errors == "spotlog: no suggestions\n")
    try refused(
      64, "cannot be combined with words", "device", "suggest", trips, "ha", "--at",
      "2026-01-19")
    try refused(64, "not an entry number", "device", "suggest", trips, "--at", "3")
    try refused(64, "--limit must be", "device", "suggest", trips, "ha", "--limit", "0")
  }

  @Test func `sets, prints and removes synonyms, which a search explains`() throws {
    let set = try run(
      "device", "synonyms", trips, "--app", "trips", "--table-version", "2", "--group",
      "aloha islands, hawaii")
    #expect(set == "1 event journaled, up to entry 6\n")
    #expect(
      try run("device", "synonyms", trips, "--app", "trips")
        == "version  2\naloha islands, hawaii\n")
    let found = try run("device", "search", trips, "aloha", "islands")
    #expect(found.contains("trips  2  Hawaii  (by hawaii)\n"), "\(found)")
    let explained = try run("device", "search", trips, "aloha", "islands", "--explain")
    #expect(explained.contains("-0.500  synonyms of what was typed\n"), "\(explained)")
    let why = try run("journal", "why", trips, "2", "--query", "aloha islands")
    #expect(why.contains("by \"hawaii\" for \"aloha islands\", a synonym that trips set"), "\(why)")
    let line = try run("journal", "export", trips + "/private.journal", "--from", "6")
    #expect(
      line.contains(
        #""kind":"synonyms","version":"2","groups":[["aloha islands","hawaii"]]"#)
        || line.contains(#""groups":[["aloha islands","hawaii"]]"#), "\(line)")
    #expect(try run("journal", "log", trips, "--oneline", "--from", "6").contains("synonyms set"))
    try refused(
      64, "has these synonyms already", "device", "synonyms", trips, "--app", "trips",
      "--table-version", "2", "--group", "aloha islands, hawaii")
    #expect(
      try run("device", "synonyms", trips, "--app", "trips", "--remove")
        == "1 event journaled, up to entry 7\n")
    let none = try program.run(["device", "synonyms", trips, "--app", "trips"])
    #expect(none.output == "" && none.errors == "spotlog: no synonyms of trips\n")
    try refused(
      64, "--remove takes no", "device", "synonyms", trips, "--app", "trips", "--remove", "--group",
      "a,b")
    try refused(
      64, "--table-version needs --group.", "device", "synonyms", trips, "--app", "trips",
      "--table-version", "2")
  }

  @Test func `counts results by type, app and day`() throws {
    #expect(
      try run("device", "search", trips, "hawaii", "--count-by", "type") == "2  public.text\n")
    #expect(try run("device", "search", trips, "hawaii", "--count-by", "app") == "2  trips\n")
    #expect(
      try run("device", "search", trips, "hawaii", "--count-by", "day")
        == "1  2026-01-01\n1  2026-01-02\n")
    let json = try run("device", "search", trips, "hawaii", "--count-by", "day", "--json")
    #expect(json.contains("\"missing\"") && json.contains("\"unlisted\""), "\(json)")
    try refused(
      64, "--count-by cannot be combined", "device", "search", trips, "hawaii", "--count-by", "day",
      "--cards")
  }

  @Test func `shows what the device has where its cloud does not answer`() throws {
    let outcome = try program.run(
      ["device", "search", trips, "norway", "--url", "http://127.0.0.1:9"])
    #expect(outcome.status != 0 && outcome.output == "device  trips  3  Norway\n")
    #expect(outcome.errors.contains("cannot be reached"), "\(outcome.errors)")
  }
}
