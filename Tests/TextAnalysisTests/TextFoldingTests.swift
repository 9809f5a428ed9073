import Testing
import TextAnalysis

@Suite("A folded text") struct TextFoldingTests {
  private func text(_ text: String, _ folding: TextFolding) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: folding.folded(text))
    return String(result)
  }

  @Test(arguments: [
    ("Paris", "paris"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ"),
    ("σίσυφος", "σίσυφοσ"), ("ﬁn", "fin"), ("Ǆ", "ǆ"), ("İ", "i\u{307}"), ("ı", "ı"),
    ("ΐ", "ΐ"), ("ⓀЖ", "ⓚж"), ("京都", "京都"), ("", ""),
  ])
  func `has no case`(given: String, folded: String) {
    #expect(text(given, .ignoresCase) == folded)
    #expect(text(folded, .ignoresCase) == folded)
  }

  @Test(arguments: [
    ("Frédéric", "Frederic"), ("Überblick", "Uberblick"), ("phở", "pho"), ("Å", "A"),
    ("e\u{301}\u{323}", "e"), ("Ёлка", "Елка"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
    // Marks that make another letter, or a vowel, stay.
    ("が", "が"), ("か\u{3099}", "が"), ("पानी", "पानी"), ("ก้", "ก้"), ("क़", "क\u{93C}"),
    ("한글", "한글"),
  ])
  func `has no accents`(given: String, folded: String) {
    #expect(text(given, .ignoresAccents) == folded)
    #expect(text(folded, .ignoresAccents) == folded)
  }

  /// Each way of writing it gives the same scalars, not only strings that compare alike.
  @Test(arguments: [
    ("é", "e\u{301}"), ("ậ", "a\u{302}\u{323}"), ("ậ", "a\u{323}\u{302}"),
    ("한", "\u{1112}\u{1161}\u{11AB}"), ("Å", "\u{212B}"), ("が", "か\u{3099}"),
    ("が\u{323}", "か\u{323}\u{3099}"), ("が\u{338}", "か\u{338}\u{3099}"), ("ヺ", "ヲ\u{3099}"),
    ("क\u{93C}\u{94D}", "क\u{94D}\u{93C}"),
  ])
  func `is the same for what is canonically equivalent`(one: String, other: String) {
    for folding in [TextFolding(), .ignoresCase, .ignoresAccents, [.ignoresCase, .ignoresAccents]] {
      #expect(folding.folded(one) == folding.folded(other))
    }
    #expect(TextFolding().folded("é") != TextFolding().folded("e"))
    #expect(TextFolding().folded("É") != TextFolding.ignoresAccents.folded("é"))
  }

  @Test func `folds every character to what folds to itself`() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for raw in UInt8(0)...3 {
        let folding = TextFolding(rawValue: raw)
        let once = folding.folded(String(scalar))
        var all = String.UnicodeScalarView()
        all.append(contentsOf: once)
        let twice = folding.folded(String(all))
        guard once != twice else { continue }
        Issue.record("\(String(value, radix: 16)) under \(raw): \(once), then \(twice)")
        return
      }
    }
  }
}
