internal import JournalFormat

/// Public items whose words are as strange as an item may have them.
enum OddWords {
  private static let texts = [
    "Ünïcödé e\u{301}n deux façons", "日本語のページ", "עברית ו\u{202E}العربية\u{202C}",
    "हिन्दी, ไทย, ខ្មែរ", "👩\u{200D}👩\u{200D}👧 🏴\u{E0067}\u{E0062}\u{E007F}",
    "\u{0}\u{1}\u{7F}\u{85}", "\u{FEFF}\u{200B}\u{2028}\u{FFFF}\u{10FFFF}",
    "<SCRIPT>alert('x')</SCRIPT> %00 \"; DROP", "",
  ]

  /// The same choice gives the same item, and each choice another page.
  static func item(_ choice: Int) -> PublicItem {
    let text = texts[choice % texts.count]
    var item = PublicItem(
      app: "intruder", activityType: "view", identity: .related("\(choice) \(text)"), title: text,
      contentDescription: "", keywords: texts, thumbnailURL: text)
    // As long as an item can be, to the byte.
    if choice % 4 == 0 {
      let room = FormatLimits.contentByteCount - item.textByteCount
      item.contentDescription = String(repeating: "w", count: room)
    }
    return item
  }
}
