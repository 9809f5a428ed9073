import Search
import Testing

@Suite("Completions of what is being typed") struct CompletionsTests {
  private func texts(_ typed: String, _ titles: String..., limit: Int = 10) -> [String] {
    guard var completions = Completions(typed) else { return [] }
    for title in titles { completions.add(title: title, keywords: []) }
    return completions.best(limit: limit).map(\.text)
  }

  @Test(arguments: [
    ("ha", "Hawaii", ["Hawaii"]), ("HA", "hawaii", ["hawaii"]), ("hawaii", "Hawaii", []),
    ("ha", "A guide to Hawaii", ["Hawaii"]),
    ("ha", "Hawaii by boat", ["Hawaii", "Hawaii by boat"]),
    ("hawaii", "Hawaii by boat", ["Hawaii by boat"]), ("x", "Hawaii", []),
    ("red bo", "Red boots, worn", ["red boots", "red boots, worn"]),
    // What follows a word counts only where what was typed stands before it.
    ("worn re", "Red boots, worn", ["worn Red"]),
    ("caf", "Café au lait", ["Café", "Café au lait"]),
    ("f", "F-Droid store", ["F-Droid", "F-Droid store"]), ("", "Hawaii", []), ("  ", "Hawaii", []),
  ])
  func `end with a word of a name`(typed: String, title: String, found: [String]) {
    #expect(texts(typed, title) == found)
  }

  @Test func `have what most results have first, of these what the better result has`() throws {
    #expect(texts("ha", "Hamlet", "Hawaii", "Hawaii").first == "Hawaii")
    #expect(texts("ha", "Hamlet", "Hawaii").first == "Hamlet")
    var completions = try #require(Completions("ha"))
    for title in ["Hamlet", "Hawaii", "HAWAII"] { completions.add(title: title, keywords: []) }
    let best = try #require(completions.best(limit: 1).first)
    #expect(best.text == "Hawaii" && best.resultCount == 2 && best.title == "Hawaii")
    #expect(best.typedCount == 2)
    #expect(completions.best(limit: 0).isEmpty)
  }

  @Test func `are of keywords as well, once for each result`() throws {
    var completions = try #require(Completions("ha"))
    completions.add(title: "Aloha", keywords: ["Hawaii", "hawaii"])
    #expect(completions.best(limit: 5).map(\.resultCount) == [1])
  }

  @Test func `are cut at a word within four words and 48 bytes`() {
    #expect(texts("one", "one two three four five six seven") == ["one two three four five"])
    let long = "one " + String(repeating: "y", count: 45) + " two"
    #expect(texts("on", long) == ["one"])
  }

  @Test func `are of the best results alone`() throws {
    var completions = try #require(Completions("ha"))
    for _ in 0..<Completions.resultsMax { completions.add(title: "Hamlet", keywords: []) }
    completions.add(title: "Hawaii", keywords: [])
    #expect(completions.best(limit: 5).map(\.text) == ["Hamlet"])
    #expect(Completions(String(repeating: "a ", count: 200)) == nil)
  }
}
