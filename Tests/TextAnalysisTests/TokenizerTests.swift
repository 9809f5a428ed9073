import Testing
import TextAnalysis

@Suite("The words of a text") struct TokenizerTests {
  /// Words with their places: what is joined stands in parentheses.
  private func words(_ text: String) -> String {
    var next = 0
    return Token.all(in: text).map { token in
      defer { if token.position == next { next += 1 } }
      return token.position == next ? token.text : "(\(token.text)@\(token.position))"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("", ""), ("  \t\n", ""), ("...", ""), ("Paris", "paris"),
    ("The river Seine.", "the river seine"), ("paris-france.jpg", "paris france jpg"),
    ("public.audio", "public audio"), ("snake_case_name", "snake case name"),
    ("MyWindowClass", "my (mywindowclass@0) window (windowclass@1) class"),
    ("NSWindow", "nswindow"),
    ("iPhone 15 Pro", "i (iphone@0) phone 15 pro"), ("don't stop", "don (dont@0) t stop"),
    ("l’été", "l (lete@0) ete"), ("3.11 1,000", "3 11 1 000"), ("v2", "v2"),
    ("a@example.com", "a example com"), ("https://x.org/a?b=c", "https x org a b c"),
    ("C++ C#", "c c"), ("co\u{AD}operate", "cooperate"), ("naïve façade", "naive facade"),
    ("e\u{301}te\u{301}", "ete"), ("ΟΔΥΣΣΕΥΣ Οδυσσεύς", "οδυσσευσ οδυσσευσ"),
    ("Straße STRASSE", "strasse strasse"),
    ("İstanbul ISTANBUL ıstanbul", "istanbul istanbul istanbul"),
    ("ﬁle ｆｕｌｌ", "file full"), ("Ёлка", "елка"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
    ("phở Việt", "pho viet"),
    ("đường Łódź Søren Œuvre", "duong lodz soren oeuvre"), ("पानी पीना", "पानी पीना"), ("மொழி", "மொழி"),
    ("🎬 film", "🎬 film"), ("a\u{0}b", "a b"),
  ])
  func `are apart where people see them apart`(text: String, expected: String) {
    #expect(words(text) == expected)
  }

  /// Capitals are taken one at a time, small letters many at once.
  @Test(arguments: 1...40)
  func `are the same in capitals and in small letters`(seed: UInt64) {
    let others = [
      "'", ".", "_", "3", " ", "\u{301}", "é", "京", "가", "ß", "\u{200D}", "א", "👍", "ｶ",
    ]
    var state = seed
    let text = (0..<200).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let roll = Int(state >> 40)
      return roll % 2 == 0
        ? String(UnicodeScalar(UInt8(0x61 + roll / 2 % 26))) : others[roll / 2 % others.count]
    }.joined()
    let capitals: [Unicode.Scalar: Unicode.Scalar] = ["é": "É", "ß": "ẞ"]
    var large = ""
    for scalar in text.unicodeScalars {
      let isSmall = ("a"..."z").contains(scalar)
      large.unicodeScalars.append(
        isSmall ? Unicode.Scalar(UInt8(scalar.value) - 0x20) : capitals[scalar] ?? scalar)
    }
    let tokens = Token.all(in: text).map { "\($0.text) \($0.position)" }
    #expect(tokens.count > 20 && large != text)
    #expect(Token.all(in: large).map { "\($0.text) \($0.position)" } == tokens)
  }

  @Test(arguments: [
    ("西", "西"), ("鸡蛋", "鸡蛋 蛋"), ("西红柿鸡蛋", "西红 红柿 柿鸡 鸡蛋 蛋"),
    ("東京タワー", "東京 京た たわ わー ー"), ("ｶﾞｽ", "がす す"), ("か\u{3099}す", "がす す"),
    ("한국어 사전", "한국 국어 어 사전 전"), ("\u{1112}\u{1161}\u{11AB}국", "한국 국"),
    ("重跑gen-itgc后50条", "重跑 跑 gen itgc 后 50 条"), ("ภาษาไทย", "ภา าษ ษา าไ ไท ทย ย"),
    ("ก้อง", "ก้อ อง ง"), ("日本語のABC", "日本 本語 語の の abc"),
    ("東京、大阪", "東京 京 大阪 阪"), ("人人", "人人 人"),
    // Nothing goes on over what stands between.
    ("ᄀ ᅡ", "ᄀ ᅡ"), ("가 ᆨ", "가 ᆨ"), ("가,ᆨ", "가 ᆨ"), ("가\u{301}ᆨ", "각 ᆨ"),
    ("か \u{3099}", "か"), ("タ_\u{3099}ワ", "た わ"), ("ก.\u{E49}ข", "ก ข"),
    // Marks are in their order, and accents are none, wherever they stand.
    ("東\u{301}京", "東京 京"), ("か\u{323}\u{3099}", "が"), ("ヲ\u{3099}", "ヺ"), ("ヺ", "ヺ"),
    ("ｦﾞ", "ヺ"), ("ก\u{E49}\u{E38}", "ก\u{E38}\u{E49}"), ("क\u{94D}\u{93C}", "क\u{93C}\u{94D}"),
    // A mark without a letter is nothing.
    ("\u{3099}", ""), ("ﾞ", ""), ("❤\u{FE0F} a", "❤ a"), ("=\u{338}b", "b"),
  ])
  func `are pairs where nothing is between them`(text: String, expected: String) {
    #expect(words(text) == expected)
  }

  /// What goes on with a letter, ends a word, or does neither, in every order.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `are good whatever stands beside what`(seed: UInt64) {
    let pool: [Unicode.Scalar] = [
      "a", "B", "é", "ß", "1", "'", "_", ".", ",", " ", "\n", "\u{301}", "\u{323}", "\u{338}",
      "\u{345}",
      "\u{3099}", "\u{309A}", "\u{FF9E}", "\u{FF9F}", "\u{E34}", "\u{E38}", "\u{E49}", "\u{E33}",
      "\u{93C}", "\u{94D}", "\u{1100}", "\u{115F}", "\u{1160}", "\u{1161}", "\u{11A8}", "\u{119E}",
      "\u{AC00}", "\u{AC01}", "\u{3131}", "\u{314F}", "\u{3164}", "\u{FFA1}", "\u{302A}",
      "\u{302E}",
      "か", "が", "カ", "ｶ", "ワ", "ヺ", "東", "葛", "ก", "\u{200B}", "\u{200C}", "\u{200D}", "\u{AD}",
      "\u{2060}", "\u{FE0F}", "\u{E0100}", "\u{20E3}", "\u{1F469}", "\u{1F3FD}", "\u{1F1E9}",
      "\u{3300}",
      "\u{FDFA}", "²", "Ⅷ", "א", "\"",
    ]
    var state = seed
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<10_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0...below(9) {
        let scalar = pool[below(pool.count)]
        scalars.append(contentsOf: repeatElement(scalar, count: below(50) == 0 ? 30 : 1))
      }
      let (text, count) = (String(scalars), String(scalars).utf8.count)
      var last = (position: 0, start: 0)
      for token in Token.all(in: text) {
        let isWord = (1...Tokenizer.byteCountMax).contains(token.text.utf8.count)
        let isPlaced =
          token.position >= last.position && token.range.lowerBound >= last.start
          && !token.range.isEmpty && token.range.upperBound <= count
        last = (token.position, token.range.lowerBound)
        guard isWord, isPlaced else {
          Issue.record("\(text.unicodeScalars.map { String($0.value, radix: 16) }): \(token)")
          return
        }
      }
    }
  }

  @Test func `say where they stand`() {
    let text = "«Früh» am MyClass 東京都"
    let bytes = Array(text.utf8)
    for token in Token.all(in: text) {
      let own = String(decoding: bytes[token.range], as: UTF8.self)
      #expect(Token.all(in: own).contains { $0.text == token.text }, "\(own) \(token.text)")
    }
    #expect(Token.all(in: text).map(\.range.lowerBound).min() == 2)
    #expect(Token.all(in: text).map(\.range.upperBound).max() == bytes.count)
  }

  @Test func `are cut where they are too long, between characters`() {
    for text in [String(repeating: "a", count: 200), String(repeating: "ж", count: 100)] {
      let tokens = Token.all(in: text)
      #expect(tokens.count == 1)
      #expect(tokens[0].text.utf8.count == Tokenizer.byteCountMax)
      #expect(tokens[0].range == 0..<text.utf8.count)
    }
    let odd = "a" + String(repeating: "ж", count: 100)
    #expect(Token.all(in: odd)[0].text.utf8.count == Tokenizer.byteCountMax - 1)
  }

  @Test func `end at bytes that are no text`() {
    var tokenizer = Tokenizer()
    let bytes: [UInt8] = [
      0x61, 0xFF, 0x62, 0xC3, 0x28, 0xE2, 0x82, 0x63, 0xED, 0xA0, 0x80, 0x64, 0xC0, 0x80, 0x65,
      0xF4, 0x90, 0x80, 0x80, 0x66, 0xF0, 0x9F,
    ]
    var found: [String] = []
    bytes.withUnsafeBufferPointer { bytes in
      tokenizer.forEachToken(in: bytes) { token, _, _ in
        found.append(String(decoding: token, as: UTF8.self))
      }
    }
    #expect(found == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func `of a text are those of its pieces`() {
    var state: UInt64 = 7
    let pieces = ["don't", "MyClass", "東京都", "ก้อง", "é", "3.5", "a_b", "🎬", "한국", "x"]
    for _ in 0..<2_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let first = pieces[Int(state >> 33) % pieces.count]
      let second = pieces[Int(state >> 43) % pieces.count]
      let apart = Token.all(in: first).map(\.text) + Token.all(in: second).map(\.text)
      #expect(Token.all(in: first + "\n" + second).map(\.text) == apart)
    }
  }
}
