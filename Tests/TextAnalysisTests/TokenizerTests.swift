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
    ("The river Seine.", "the river seine"),
    ("paris-france.jpg", "paris (parisfrancejpg@0) france (francejpg@1) jpg"),
    ("public.audio", "public (publicaudio@0) audio"), ("snake_case", "snake (snakecase@0) case"),
    ("MyWindowClass", "my (mywindowclass@0) window (windowclass@1) class"),
    ("NSWindow XMLParser", "ns (nswindow@0) window xml (xmlparser@2) parser"),
    ("viewDidLoad", "view (viewdidload@0) did (didload@1) load"),
    ("myXMLE\u{301}tat", "my (myxmletat@0) xml (xmletat@1) etat"),
    ("URLs PDFs IPv6 USB OKed", "urls pdfs ipv6 usb o (oked@4) ked"),
    ("MP3Player mp3player", "mp3 (mp3player@0) player mp3 (mp3player@2) player"),
    ("2048game 3D 10km 3rd x86 h264", "2048 (2048game@0) game 3d 10km 3rd x86 h264"),
    ("٣كتاب 9東京", "3 (3كتاب@0) كتاب 9 東京 京"), ("5f3a9c0b 12e10", "5f3a9c0b 12e10"),
    ("src/main/App.swift", "src main app (appswift@2) swift"),
    (
      "my_file_name.txt",
      "my (myfilenametxt@0) file (filenametxt@1) name (nametxt@2) txt"
    ),
    ("iPhone 15 Pro", "i (iphone@0) phone 15 pro"), ("don't stop", "don (dont@0) t stop"),
    ("l’été", "l (lete@0) ete"), ("3.11 1,000", "3 11 1 000"), ("v2", "v2"),
    ("a@example.com", "a example (examplecom@1) com"),
    ("https://x.org/a?b=c", "https x (xorg@1) org a b c"),
    ("C++ C#", "c (c++@0) c (c#@1)"), ("AT&T R＆D", "at (att@0) t r (rd@2) d"),
    ("a & b&& c", "a b c"),
    ("F-Droid", "f (fdroid@0) droid"), ("rock -n- roll", "rock n roll"),
    ("a--b a-'b 'a' -b c-", "a b a b a b c"), ("well-\nknown", "well known"),
    ("2021-03-11", "2021 (20210311@0) 03 (0311@1) 11"), ("GPT-4o", "gpt (gpt4o@0) 4o"),
    ("U.S.A.", "u (usa@0) s (sa@1) a"), ("Node.js 1.2", "node (nodejs@0) js 1 2"),
    ("col·legi", "col (collegi@0) legi"), ("צה״ל", "צה (צהל@0) ל"), ("צה\"ל", "צה (צהל@0) ל"),
    ("東京-大阪", "東京 京 大阪 阪"), ("東-a-b", "東 a (ab@1) b"), ("x\u{2011}\u{AD}y", "x (xy@0) y"),
    ("co\u{AD}operate", "cooperate"), ("naïve façade", "naive facade"),
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

  /// Signs that make another name of a word, and the same signs where they do something else.
  @Test(arguments: [
    ("F#, G++; (C++17) C#12", "f (f#@0) g (g++@1) c (c++@2) 17 c (c#@4) 12"),
    ("Disney+ Notepad++", "disney (disney+@0) notepad (notepad++@1)"),
    ("Ｃ＋＋ C♯ É#", "c (c++@0) c (c#@1) e (e#@2)"),
    ("Objective-C++ c#", "objective (objectivec@0) c (c++@1) c (c#@2)"),
    ("F#m a#b issue#12 page#", "f m a b issue 12 page (page#@6)"),
    ("a+b a + b x+=1 50+ +1 f+(x)", "a b a b x 1 50 1 f x"), ("C+++ C## C+#", "c c c"),
    (".NET (.NET) ASP.NET", "net (.net@0) net (.net@1) asp (aspnet@2) net"),
    ("...net ..net a..net .5G .c file.txt", "net net a net 5g c file (filetxt@6) txt"),
    ("src/.config", "src config (.config@1)"), ("東.NET 東#", "東 net 東"),
  ])
  func `are there with the signs of their names as well`(text: String, expected: String) {
    #expect(words(text) == expected)
  }

  @Test(arguments: ["'", "\u{2019}", "\u{2018}", "`", "\u{B4}", "\u{2BC}", "\u{FF07}"])
  func `are joined by an "and" of one letter`(sign: String) {
    let joined = "rock (rocknroll@0) n (nroll@1) roll"
    #expect(words("Rock \(sign)n\(sign) Roll") == joined)
    #expect(words("Rock N\(sign) Roll") == joined)
    #expect(words("Rock\(sign)n\(sign)Roll") == joined)
    for text in ["rock \(sign)n roll", "rock n roll", "rock \(sign)n\(sign)  roll"] {
      #expect(words(text) == "rock n roll")
    }
    #expect(words("x n\(sign) 5 n\(sign) ") == "x n 5 n")
    #expect(words("東 n\(sign) 京") == "東 n 京")
  }

  /// What joins the parts of a compound, in all of its kinds.
  @Test(
    arguments: [
      "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}",
      "\u{58A}", "\u{5BE}", "\u{1806}", "\u{FE58}", "\u{FE63}", "\u{FF0D}", "_", "\u{203F}",
      "\u{FF3F}", "'", "\u{2019}", "\u{2018}", "\u{201B}", "\u{2032}", "\u{FF07}", "`", "\u{FF40}",
      "\u{B4}", "\u{1FFD}", "\u{2B9}", "\u{2BB}", "\u{2BC}", "\u{2BD}", "\u{2BE}", "\u{2BF}",
      "\u{2C8}", "\u{55A}", "\u{5F3}", "\u{A78C}", "\u{A78B}", "\u{374}",
    ])
  func `of a compound are the same whatever joins its parts`(joint: String) {
    #expect(words("Pu\(joint)uka") == "pu (puuka@0) uka")
    #expect(words("\(joint)Ab\(joint) c") == "ab c")
    #expect(words("Ab\(joint)\(joint)c") == "ab c")
  }

  @Test(arguments: [
    ("كِتاب", "كتاب"), ("أحمد إحمد آحمد ٱحمد", "احمد احمد احمد احمد"),
    ("الدوري الدورى الدوری", "الدوري الدوري الدوري"),
    ("مدرسة مدرسه", "مدرسه مدرسه"), ("شـابوص", "شابوص"), ("ٱلرَّحْمَٰن", "الرحمن"),
    ("کتاب یاری", "كتاب ياري"), ("مؤمن مومن", "مومن مومن"), ("شئ شي", "شي شي"),
    ("\u{FEFB}\u{FE8E}", "لاا"), ("ﷲ", "الله"), ("خانۀ خانه", "خانه خانه"),
    // Where a Persian word has a joint, many type a blank or nothing.
    ("می\u{200C}خواهم", "مي (ميخواهم@0) خواهم"), ("می\u{200C} \u{200C}خواهم", "مي خواهم"),
    ("ab\u{200C}cd", "abcd"), ("क्\u{200C}ष", "क्ष"),
    ("ـ a", "a"),
  ])
  func `of Arabic are those that any keyboard types`(text: String, expected: String) {
    #expect(words(text) == expected)
  }

  @Test(arguments: [
    "٤٥٦", "۴۵۶", "४५६", "৪৫৬", "๔๕๖", "၄၅၆", "៤៥៦", "༤༥༦", "４５６", "𝟒𝟓𝟔", "᠔᠕᠖", "௪௫௬", "𞥔𞥕𞥖",
  ])
  func `that are numbers have the digits of any script`(text: String) {
    #expect(words(text) == "456")
    #expect(words("p\(text)") == "p456")
  }

  @Test(arguments: [("ab-", 1_000), ("ab n' ", 2_000)])
  func `are a bounded number for each part of a compound`(part: String, last: Int) {
    let long = Token.all(in: String(repeating: part, count: 1_000) + "ab")
    #expect(long.last?.position == last)
    #expect(long.count < 2 * last + 2)
    #expect(long.allSatisfy { $0.text.count <= 32 })
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
    ("重跑gen-itgc后50条", "重跑 跑 gen (genitgc@2) itgc 后 50 条"), ("ภาษาไทย", "ภา าษ ษา าไ ไท ทย ย"),
    ("ก้อง", "ก้อ อง ง"), ("日本語のABC", "日本 本語 語の の abc"),
    ("スター・ウォーズ", "すた たー ーう うぉ ぉー ーず ず"), ("ﾊﾟ･ﾊﾟ", "ぱぱ ぱ"), ("タ・ ワ", "た わ"),
    ("タ・\u{3099}ワ", "たわ わ"), ("東京、大阪", "東京 京 大阪 阪"), ("人人", "人人 人"),
    // Nothing continues over what stands between.
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

  /// What continues with a letter, ends a word, or does neither, in every order.
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
      "\u{FDFA}", "²", "Ⅷ", "א", "\"", "+", "#", "n", "\u{2019}", "C", "\u{266F}",
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
    // What is cut has no signs.
    #expect(Token.all(in: String(repeating: "a", count: 64) + "+ b").count == 2)
    #expect(Token.all(in: String(repeating: "a", count: 62) + "++ b").count == 3)
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
