import JournalFormat
import Testing

@Suite("Cells of a terminal") struct CellsTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("東京", 4), ("é", 1), ("e\u{301}", 1), ("👍", 2), ("한국", 4), ("ไทย", 3),
  ])
  func `are counted`(text: String, width: Int) {
    #expect(Cells.width(text) == width)
    for cells in 0...10 { #expect(Cells.width(Cells.fit(text, cells)) == cells) }
  }

  @Test(
    arguments: [
      ("", 4, []), ("  ", 4, []), ("a  b", 4, ["a b"]), ("aaa bbb ccc", 7, ["aaa bbb", "ccc"]),
      ("aaa bbb", 6, ["aaa", "bbb"]), ("abcdef", 4, ["abcd", "ef"]),
      ("ab cdefgh i", 4, ["ab", "cdef", "gh i"]), ("東京都 a", 4, ["東京", "都 a"]),
    ] as [(String, Int, [String])])
  func `hold as many words as there is room for`(text: String, cells: Int, lines: [String]) {
    #expect(Cells.wrapped(text, to: cells) == lines)
  }
}
