import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import Inspection

@Suite("The viewer") struct ViewerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A journal whose entry n is about item n % 10, titled "word n".
  private func viewer(
    _ count: Int, width: Int = 80, height: Int = 24, isRedacted: Bool = false,
    title: (Int) -> String = { "word \($0)" }
  ) throws -> JournalViewer {
    var dice = Dice.seeded(4)
    let path = folder.file("private.journal")
    let journal = try Journal.create(
      at: path, identity: JournalIdentity(kind: .private, name: Sample.journalName),
      created: Sample.day.start)
    try journal.append(
      (0..<count).map { number in
        EntryDraft(
          kind: .event,
          time: Sample.day.start.advanced(byMilliseconds: Int64(number + 1) * 60_000),
          payload: try SampleEvents.indexed("\((number + 1) % 10)", title: title(number + 1))
            .payload(using: &dice))
      })
    return try JournalViewer(
      JournalSource(path), width: width, height: height, isRedacted: isRedacted)
  }

  private func text(_ viewer: JournalViewer) -> String {
    viewer.lines().map(\.text).joined(separator: "\n")
  }

  private func type(_ text: String, into viewer: inout JournalViewer) {
    for character in text { viewer.press(.character(character)) }
  }

  @Test(arguments: [(20, 6), (80, 24), (200, 60), (33, 7)], [0, 1, 5, 500])
  func `fills the screen exactly, whatever keys are pressed`(
    size: (width: Int, height: Int), count: Int
  ) throws {
    var viewer = try viewer(count, width: size.width, height: size.height)
    var dice = Dice.seeded(1)
    let keys: [JournalViewer.Key] =
      [
        .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace,
        .tab,
      ]
      + "jkgG/[]b:,.<>JK?x 3東".map { JournalViewer.Key.character($0) }
    for _ in 0..<400 {
      let key = keys[Int(dice.next(upperBound: UInt64(keys.count)))]
      if key != .escape { viewer.press(key) }
      _ = viewer.work(atMost: 50)
      let lines = viewer.lines()
      #expect(lines.count == size.height)
      #expect(lines.allSatisfy { Cells.width($0.text) == size.width })
    }
  }

  @Test func `begins at the newest entry and moves`() throws {
    var viewer = try viewer(100)
    #expect(viewer.selected == 100 && text(viewer).contains("word 100"))
    viewer.press(.up)
    #expect(viewer.selected == 99)
    viewer.press(.home)
    #expect(viewer.selected == 1 && text(viewer).contains("word 1"))
    viewer.press(.up)
    #expect(viewer.selected == 1)
    viewer.press(.pageDown)
    #expect(viewer.selected == 1 + UInt64(viewer.listHeight))
    viewer.press(.end)
    viewer.press(.down)
    #expect(viewer.selected == 100)
    viewer.press(.character("q"))
    #expect(viewer.isFinished)
  }

  @Test func `filters as somebody types, in pieces`() throws {
    var viewer = try viewer(1_000)
    type("/item:7 word", into: &viewer)
    var turns = 0
    while viewer.work(atMost: 100) { turns += 1 }
    #expect(turns == 10 - 1)
    #expect(viewer.matches?.count == 100)
    #expect(viewer.selected == 997 && text(viewer).contains("100 found"))
    viewer.press(.enter)
    viewer.press(.up)
    #expect(viewer.selected == 987)
    viewer.press(.home)
    #expect(viewer.selected == 7)
    type("/", into: &viewer)
    viewer.press(.escape)
    #expect(viewer.matches == nil)
    type("/nothing", into: &viewer)
    while viewer.work(atMost: 100) {}
    #expect(text(viewer).contains("nothing is found") || viewer.matches == [])
  }

  @Test func `goes to a time and stays there, with the filter that it had`() throws {
    var viewer = try viewer(1_000)
    type("/item:7", into: &viewer)
    viewer.press(.enter)
    while viewer.work(atMost: 100) {}
    // Still on its way to the entry before, when another place is asked for.
    viewer.press(.character("["))
    type(":2026-01-01T00:30:00Z", into: &viewer)
    viewer.press(.enter)
    while viewer.work(atMost: 3) {}
    #expect(viewer.selected == 27 && text(viewer).contains("filter item:7: 100 found"))
    viewer.press(.character("["))
    viewer.press(.up)
    while viewer.work(atMost: 3) {}
    #expect(viewer.selected == 17)
    viewer.press(.character(","))
    while viewer.work(atMost: 100) {}
    #expect(viewer.matches?.count == 100)
  }

  @Test func `goes to the entry before and after about the same item, and back`() throws {
    var viewer = try viewer(1_000)
    viewer.press(.character("["))
    while viewer.work(atMost: 3) {}
    #expect(viewer.selected == 990)
    viewer.press(.character("]"))
    while viewer.work(atMost: 3) {}
    #expect(viewer.selected == 1_000)
    viewer.press(.character("]"))
    while viewer.work(atMost: 3) {}
    #expect(viewer.selected == 1_000 && text(viewer).contains("no other entry"))
    viewer.press(.character("b"))
    viewer.press(.character("b"))
    #expect(viewer.selected == 1_000)
    viewer.press(.character("b"))
    #expect(text(viewer).contains("nothing to go back to"))
  }

  @Test func `travels in time`() throws {
    var viewer = try viewer(1_000)
    for _ in 0..<3 { viewer.press(.character(",")) }
    #expect(viewer.until == 997 && viewer.selected == 997)
    #expect(text(viewer).contains("as of entry 997") && !text(viewer).contains("word 998"))
    viewer.press(.left)
    #expect(viewer.until < 997)
    for _ in 0..<500 { viewer.press(.left) }
    #expect(viewer.until == 1 && viewer.selected == 1)
    for _ in 0..<500 { viewer.press(.right) }
    #expect(viewer.until == 1_000)
  }

  @Test(arguments: [
    ("17", 17 as UInt64), ("5000", 1_000), ("2026-01-01T00:10:30Z", 10), ("1970-01-01", 1),
  ])
  func `goes to an entry or a time`(text: String, number: UInt64) throws {
    var viewer = try viewer(1_000)
    type(":" + text, into: &viewer)
    viewer.press(.enter)
    #expect(viewer.selected == number)
    type(":tomorrow", into: &viewer)
    viewer.press(.enter)
    #expect(viewer.lines().contains { $0.text.contains("\"tomorrow\": Give an entry's number") })
    viewer.press(.character("b"))
    #expect(viewer.selected == 1_000)
  }

  @Test func `shows no words where none may be shown, and none that a terminal acts on`() throws {
    var viewer = try viewer(5, isRedacted: true) { _ in "secret" }
    #expect(!text(viewer).contains("secret") && text(viewer).contains("[6 bytes]"))
    for _ in 0..<30 {
      viewer.press(.character("J"))
      #expect(!text(viewer).contains("736563726574") && !text(viewer).contains("secret"))
    }
  }

  @Test func `shows hostile titles as text`() throws {
    let viewer = try viewer(3) { _ in "\u{1B}[2J\u{202E}evil\u{7}" }
    let shown = text(viewer)
    #expect(!shown.contains("\u{1B}") && !shown.contains("\u{202E}") && !shown.contains("\u{7}"))
    #expect(shown.contains("\\u{1b}[2J"))
  }

  @Test func `makes no more of an entry of megabytes than a line shows`() throws {
    let title = String(repeating: "word ", count: 1_000_000)
    let viewer = try viewer(2) { _ in title }
    #expect(viewer.lines().contains { $0.text.contains("title=word word") })
    let summary = EntrySummary(title: "", isEvent: true, fields: [("title", title)])
    #expect(
      summary.line(valueMax: 12) == "  title=word word...", "\(summary.line(valueMax: 12))")
    #expect(summary.line.utf8.count == title.utf8.count + 10)
  }

  @Test(arguments: [
    ("one two", "one two"), ("one  two", "\"one  two\""), (" one", "\" one\""),
    ("one ", "\"one \""), ("\"one\\", "\"\\\"one\\\\\""), ("on\"e", "on\"e"), ("", ""),
  ])
  func `quotes a value that could be taken for two fields`(value: String, shown: String) {
    #expect(value.unmistakable == shown)
  }
}

@Suite("Keys of a terminal") struct KeyTests {
  @Test(arguments: [
    ("a", [JournalViewer.Key.character("a")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
    ("\u{1B}[5~x", [.pageUp, .character("x")]), ("\r\n\t", [.enter, .enter, .tab]),
    ("\u{7F}", [.backspace]), ("é東", [.character("é"), .character("東")]),
    ("\u{1B}[1;5Aq", [.character("q")]), ("\u{1B}", [.escape]),
    ("\u{1B}q", [.escape, .character("q")]),
    ("\u{1}\u{2}", []),
  ])
  func `are read`(text: String, keys: [JournalViewer.Key]) {
    var bytes = Array(text.utf8)
    #expect(JournalViewer.Key.read(from: &bytes, isAll: true) == keys)
    #expect(bytes.isEmpty)
  }

  @Test func `are waited for where they are not whole`() {
    let whole = Array("\u{1B}[A東\u{1B}[6~".utf8)
    for cut in 0...whole.count {
      var bytes = Array(whole[..<cut])
      var keys = JournalViewer.Key.read(from: &bytes, isAll: false)
      bytes += whole[cut...]
      keys += JournalViewer.Key.read(from: &bytes, isAll: true)
      #expect(keys == [.up, .character("東"), .pageDown], "cut at \(cut)")
    }
  }
}
