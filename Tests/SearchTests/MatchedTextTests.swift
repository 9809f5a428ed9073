import Search
import Testing

@Suite("A text with words marked") struct MatchedTextTests {
  private func marked(_ matched: MatchedText) -> String {
    var (text, end) = ("", matched.text.startIndex)
    for match in matched.matches {
      text += matched.text[end..<match.lowerBound] + "[" + matched.text[match] + "]"
      end = match.upperBound
    }
    return text + matched.text[end...]
  }

  private func title(_ title: String, _ query: String) -> String {
    marked(Table.document("1", title).matched(by: query, []).title)
  }

  private func snippet(_ body: String, _ query: String) -> String? {
    Table.document("1", "title", body: body).matched(by: query, []).snippet.map(marked)
  }

  @Test(arguments: [
    ("Tomato soup", "soup tom", "[Tomato] [soup]"), ("Tomato soup", "salad", "Tomato soup"),
    ("Café CRÈME", "cafe creme", "[Café] [CRÈME]"), ("MyWindowClass", "window", "My[Window]Class"),
    ("cafe\u{301} au lait", "café", "[cafe\u{301}] au lait"), ("", "a", ""), ("a", "", "a"),
    ("敏捷的棕色狐狸", "棕色", "敏捷的[棕色]狐狸"), ("ｆｕｌｌ ｗｉｄｔｈ", "width", "ｆｕｌｌ [ｗｉｄｔｈ]"),
    ("don't", "dont", "[don't]"), ("👍 thumbs", "👍", "[👍] thumbs"),
    ("family 👨‍👩‍👧 picture", "👩 picture", "family [👨‍👩‍👧] [picture]"),
    ("👨‍👩‍👧", "👨 👩 👧", "[👨‍👩‍👧]"),
    ("a a a", "a", "[a] [a] [a]"), ("Straße", "strasse", "[Straße]"),
  ])
  func `has each where it is`(text: String, query: String, wanted: String) {
    #expect(title(text, query) == wanted)
  }

  @Test func `is the part that has most of the words`() throws {
    let filler = String(repeating: "filler word and more ", count: 40)
    let body = "soup at first. \(filler) then tomato soup with salt. \(filler) salt again."
    let found = try #require(snippet(body, "tomato soup salt"))
    #expect(found.contains("then [tomato] [soup] with [salt]."))
    #expect(found.utf8.count <= 160 + 6)
    #expect(snippet(body, "nothing")?.hasPrefix("soup at first. filler") == true)
    #expect(snippet("short", "short") == "[short]")
    #expect(snippet("", "short") == nil)
  }

  @Test(arguments: [
    (String(repeating: "あいうえおかきくけこ", count: 8) + "東京 の次の文章です。", "東京"),
    (String(repeating: "Свобода", count: 6) + "Москва город. ", "москва"),
    (String(repeating: "лала", count: 60) + " /кот б ", "кот"),
    (String(repeating: "x", count: 300) + " soup", "soup"),
    (
      String(repeating: "filler ", count: 60) + String(repeating: "東京都", count: 15),
      String(repeating: "東京都", count: 15)
    ),
  ])
  func `has the word, wherever blanks are`(beginning: String, query: String) throws {
    let body = beginning + String(repeating: "дальше идёт текст ", count: 20)
    let found = Table.document("1", "", body: body).matched(by: query, []).snippet
    #expect(found?.matches.isEmpty == false, "\(found?.text ?? "none")")
  }

  @Test(arguments: [1, 7, 50, 149, 159, 160, 161, 400])
  func `is cut between characters, whatever they are`(count: Int) throws {
    for character in ["é", "你", "👩‍👩‍👧", "cafe\u{301}", "x"] {
      let body =
        String(repeating: character, count: count) + " soup "
        + String(repeating: character, count: count)
      let found = Table.document("1", "", body: body).matched(by: "soup", []).snippet
      let text = try #require(found?.text)
      #expect(body.contains(text))
      #expect(text.utf8.count <= 160)
    }
  }

  @Test func `of ten megabytes takes its beginning`() throws {
    let body = String(repeating: "filler words ", count: 800_000) + "soup"
    let found = try #require(Table.document("1", "", body: body).matched(by: "soup", []).snippet)
    #expect(found.matches.isEmpty)
    #expect(found.text.hasPrefix("filler words"))
  }
}
