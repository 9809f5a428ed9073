import JournalFormat
import TestSupport
import Testing

@Suite("A public item that has to fit") struct FittedPublicItemTests {
  private func item(_ description: String, title: String = "Long read") -> PublicItem {
    var item = Sample.item
    item.title = title
    item.contentDescription = description
    return item
  }

  @Test func `keeps a description that has room`() throws {
    let room = FormatLimits.contentByteCount - item("").textByteCount
    for count in [0, 1, room - 1, room] {
      let whole = item(String(repeating: "a", count: count))
      #expect(whole.fitted == whole)
    }
  }

  @Test(arguments: [
    "word ", "ab c ", "\u{E9}", "日本語", "🏳️‍🌈", "a\n", " ", "e\u{301}x",
    String(repeating: "x", count: 300) + " ",
  ])
  func `keeps the beginning of a longer one, whole scalars and words`(unit: String) throws {
    for excess in 1...9 {
      let count = (FormatLimits.contentByteCount + excess) / unit.utf8.count + 1
      let text = String(repeating: unit, count: count)
      let fitted = try #require(item(text).fitted)
      let kept = fitted.contentDescription
      #expect(fitted.fits && text.utf8.starts(with: kept.utf8))
      #expect(String(validating: kept.utf8, as: UTF8.self) == kept)
      #expect(kept.utf8.last.map { $0 != UInt8(ascii: " ") } ?? true)
      if unit.contains(" "), unit.utf8.count < 256, !kept.isEmpty {
        #expect(text.utf8.dropFirst(kept.utf8.count).first == UInt8(ascii: " "))
      }
      // No more is lost than the last word and its blank.
      let lost = FormatLimits.contentByteCount - fitted.textByteCount
      #expect(unit == " " || unit == "a\n" ? lost >= 0 : lost <= 257, "\(lost)")
      #expect(try PublicItem(bytes: fitted.bytes) == fitted)
      // Every device makes the same of it.
      #expect(item(text).fitted?.digest == fitted.digest)
    }
  }

  @Test func `has no room where the rest alone is too large`() {
    let title = String(repeating: "t", count: FormatLimits.contentByteCount)
    #expect(item("", title: title).fitted == nil)
    #expect(item("words", title: title).fitted == nil)
  }
}
