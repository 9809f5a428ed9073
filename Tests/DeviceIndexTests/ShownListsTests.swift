import Testing

@testable import DeviceIndex

/// Which lists count as abandoned, by when each letter was typed.
@Suite("What a person was shown") struct ShownListsTests {
  enum Input: Sendable {
    /// What is typed, the results, and the time in milliseconds.
    case show(String, [String], at: Int64)
    case open(at: Int64)
    case end(at: Int64)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let inputs: [Input]
    /// What was typed, and the results.
    let abandoned: [String]

    var testDescription: String { name }
  }

  private static func list(_ query: String, _ ids: [String]) throws -> ShownList {
    ShownList(query, try ids.map { try SearchResult(named: $0, ofApp: "app") })
  }

  private static func text(_ list: ShownList) -> String {
    ([list.query] + list.results.map(\.uniqueIdentifier)).joined(separator: " ")
  }

  private static func abandoned(_ inputs: [Input]) throws -> [String] {
    var lists = ShownLists()
    for input in inputs {
      switch input {
      case .show(let query, let ids, let time): lists.show(try list(query, ids), at: time)
      case .open(let time): _ = lists.open(at: time)
      case .end(let time): lists.end(at: time)
      }
    }
    let found = lists.takeAbandoned().map(text)
    #expect(lists.takeAbandoned().isEmpty)
    return found
  }

  static let cases: [Case] = [
    Case(
      name: "a list that stayed", inputs: [.show("tom", ["1", "2"], at: 0), .end(at: 1_000)],
      abandoned: ["tom 1 2"]),
    Case(
      name: "not one that did not stay", inputs: [.show("tom", ["1"], at: 0), .end(at: 999)],
      abandoned: []),
    Case(
      name: "the last list of what was typed on",
      inputs: [.show("t", ["1"], at: 0), .show("to", ["2"], at: 2_000), .end(at: 4_000)],
      abandoned: ["to 2"]),
    Case(
      name: "only the list at which the typing ended",
      inputs: [
        .show("t", ["1"], at: 0), .show("to", ["2"], at: 100), .show("tom", ["3"], at: 200),
        .end(at: 1_200),
      ], abandoned: ["tom 3"]),
    Case(
      name: "the last list that stayed, where a later one did not",
      inputs: [.show("t", ["1"], at: 0), .show("to", ["2"], at: 2_000), .end(at: 2_500)],
      abandoned: ["t 1"]),
    Case(
      name: "each of two searches",
      inputs: [.show("pizza", ["1"], at: 0), .show("soup", ["2"], at: 3_000), .end(at: 6_000)],
      abandoned: ["pizza 1", "soup 2"]),
    Case(
      name: "a search once, of which letters were taken back",
      inputs: [
        .show("pizza", ["1"], at: 0), .show("piz", ["2"], at: 2_000), .show("", [], at: 2_100),
        .show("soup", ["3"], at: 2_300), .end(at: 5_000),
      ], abandoned: ["pizza 1", "soup 3"]),
    Case(
      name: "what is shown before anything is typed apart from the search",
      inputs: [
        .show("pizza", ["1"], at: 0), .show("", ["2"], at: 2_000), .end(at: 4_000),
      ], abandoned: ["pizza 1", " 2"]),
    Case(
      name: "what was typed where nothing was found",
      inputs: [.show("xyz", [], at: 0), .end(at: 9_000)], abandoned: ["xyz"]),
    Case(
      name: "nothing where nothing was typed and nothing found",
      inputs: [.show("", [], at: 0), .end(at: 9_000)], abandoned: []),
    Case(
      name: "a list of which one letter more found nothing",
      inputs: [.show("tom", ["1"], at: 0), .show("tomx", [], at: 2_000), .end(at: 9_000)],
      abandoned: ["tom 1"]),
    Case(
      name: "a list that was found with a letter less than nothing",
      inputs: [.show("tomx", [], at: 0), .show("tom", ["1"], at: 2_000), .end(at: 9_000)],
      abandoned: ["tom 1"]),
    Case(
      name: "nothing of a beginning that found nothing, of what was opened then",
      inputs: [
        .show("t", [], at: 0), .show("tom", ["1"], at: 2_000), .open(at: 2_500), .end(at: 9_000),
      ], abandoned: []),
    Case(
      name: "nothing of a list of which something was opened",
      inputs: [.show("tom", ["1"], at: 0), .open(at: 500), .end(at: 9_000)], abandoned: []),
    Case(
      name: "nothing of what was typed on until something was opened",
      inputs: [
        .show("t", ["1"], at: 0), .show("tom", ["2"], at: 2_000), .open(at: 4_000),
        .end(at: 9_000),
      ], abandoned: []),
    Case(
      name: "an earlier search, when something of another one is opened",
      inputs: [
        .show("pizza", ["1"], at: 0), .show("soup", ["2"], at: 3_000), .open(at: 3_500),
        .end(at: 9_000),
      ], abandoned: ["pizza 1"]),
    Case(
      name: "a search after one of which something was opened",
      inputs: [
        .show("tom", ["1"], at: 0), .open(at: 500), .show("soup", ["2"], at: 600),
        .end(at: 3_000),
      ], abandoned: ["soup 2"]),
    Case(
      name: "nothing of a beginning of what was typed when something was opened",
      inputs: [
        .show("tom", ["1"], at: 0), .open(at: 500), .show("to", ["3"], at: 600), .end(at: 3_000),
      ], abandoned: []),
    Case(
      name: "nothing once the clock has gone back",
      inputs: [.show("tom", ["1"], at: 5_000), .end(at: 1_000)], abandoned: []),
    Case(
      name: "nothing at the ends of all time",
      inputs: [.show("tom", ["1"], at: .min), .show("x", ["2"], at: .max), .end(at: .max)],
      abandoned: []),
    Case(
      name: "a list that is shown again from when it was shown first",
      inputs: [.show("tom", ["1"], at: 0), .show("tom", ["1"], at: 900), .end(at: 1_000)],
      abandoned: ["tom 1"]),
    Case(
      name: "a list from when it became what it is",
      inputs: [.show("tom", ["1"], at: 0), .show("tom", ["1", "2"], at: 900), .end(at: 1_500)],
      abandoned: []),
    Case(
      name: "nothing twice, in a session that is used again",
      inputs: [
        .show("tom", ["1"], at: 0), .end(at: 2_000), .end(at: 4_000),
        .show("tom", ["1"], at: 5_000), .end(at: 7_000),
      ], abandoned: ["tom 1", "tom 1"]),
  ]

  @Test(arguments: cases) func `is abandoned as`(_ example: Case) throws {
    #expect(try Self.abandoned(example.inputs) == example.abandoned)
  }

  @Test func `counts twenty results of ten thousand`() throws {
    let ids = (0..<10_000).map { "\($0)" }
    let found = try Self.abandoned([.show("q", ids, at: 0), .end(at: 1_000)])
    #expect(found == [(["q"] + ids.prefix(20)).joined(separator: " ")])
  }

  @Test func `is visible beside the first result that is opened, and beside no second one`() throws
  {
    var lists = ShownLists()
    #expect(lists.open(at: 0).list.results.isEmpty)
    lists.show(try Self.list("tom", ["1", "2"]), at: 10)
    #expect(Self.text(lists.open(at: 20).list) == "tom 1 2")
    #expect(Self.text(lists.open(at: 30).list) == "tom")
    lists.show(try Self.list("tomato", ["2"]), at: 40)
    #expect(Self.text(lists.open(at: 50).list) == "tomato 2")
  }

  @Test func `has been there since it was shown first, where the clock did not go back`() throws {
    var lists = ShownLists()
    #expect(lists.open(at: 0).waitedMilliseconds == nil)
    lists.show(try Self.list("tom", ["1", "2"]), at: 10)
    lists.show(try Self.list("tom", ["1", "2"]), at: 700)
    #expect(lists.open(at: 1_510).waitedMilliseconds == 1_500)
    // A second opening of the same list waited for something else as well.
    #expect(lists.open(at: 9_000).waitedMilliseconds == nil)
    lists.show(try Self.list("ham", ["1"]), at: 10_000)
    #expect(lists.open(at: 9_999).waitedMilliseconds == nil)
  }
}
