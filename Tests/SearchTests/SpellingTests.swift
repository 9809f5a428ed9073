import Search
import Testing

/// One way of writing a word finds all others, whatever else stands in the index.
@Suite("A word that is written in several ways") struct SpellingTests {
  @Test(arguments: [
    ["F-Droid", "fdroid", "f-droid", "F\u{2011}Droid", "F\u{2013}Droid", "F_Droid", "FDroid"],
    ["Wi-Fi settings", "wifi settings", "WiFi settings", "wi\u{2010}fi settings"],
    ["COVID-19 report", "covid19 report", "Covid\u{2212}19 report"],
    ["PROJ-1234", "proj1234", "PROJ_1234"], ["Node.js", "nodejs", "node-js"],
    ["snake_case_name", "snakecasename", "snake-case-name", "snakeCaseName"],
    ["K’Thriss", "k'thriss", "kthriss", "K\u{2BC}thriss", "K`thriss", "K\u{B4}thriss"],
    ["Hawaiʻi", "hawai'i", "hawaii", "Hawai’i", "Hawai‘i"], ["l’été", "l'ete", "lete"],
    ["don＇t stop", "dont stop", "don't stop"], ["Qurʾān", "quran", "Qur'an"],
    ["צה״ל", "צהל", "צה\"ל"], ["أحمد", "احمد"], ["مدرسة", "مدرسه"], ["الدوري", "الدورى", "الدوری"],
    ["AT&T shop", "at＆t shop", "att shop"], ["سلام\u{200C}علیکم", "سلامعلیکم"],
    [
      "rock'n'roll", "Rock’n’Roll", "Rock 'n' Roll", "rock ‘n’ roll", "Rock n' Roll", "rock-n-roll",
      "rocknroll",
    ],
    ["R'n'B", "r’n’b", "R 'n' B", "r-n-b", "rnb"], ["five o'clock", "five o’clock", "five oclock"],
    ["L'Hôtel", "l’hotel", "lhotel", "L-Hôtel"], ["XMLParser", "xmlparser", "XML_Parser"],
    ["MP3Player", "mp3player", "mp3-player"], ["2048game", "2048Game", "2048_game"],
    ["viewDidLoad", "viewdidload", "view_did_load"], ["C♯ notes", "c# notes"],
    ["صفحة ٤٥", "صفحه 45", "صفحة ۴۵"], ["Straße", "STRASSE", "strasse"], ["Þór", "thor"],
  ])
  func `is found by each of them`(spellings: [String]) throws {
    for title in spellings {
      let table = try Table()
      try table.documents.put(Table.document("it", title))
      for number in 0..<12 { try table.documents.put(Table.document("\(number)", "other things")) }
      for query in spellings { #expect(try table.found(query) == ["it"], "\(query): \(title)") }
    }
  }

  @Test func `is still found in its parts, each where it stands`() throws {
    let table = try Table()
    try table.documents.put(Table.document("apart", "France and its capital, Paris"))
    try table.documents.put(Table.document("beside", "Paris France"))
    try table.documents.put(Table.document("hyphen", "Paris-France"))
    try table.documents.put(Table.document("not", "Paris in Texas"))
    #expect(try table.found("paris-france").sorted() == ["apart", "beside", "hyphen"])
    #expect(try table.found("paris-france").last == "apart")
    #expect(try table.found("parisfrance") == ["hyphen"])
    #expect(try table.found("france-paris").contains("apart"))
    #expect(try table.found("paris").count == 4)
  }

  @Test(arguments: [
    ("می خواهم", "می\u{200C}خواهم"), ("سلام علیکم", "سلام\u{200C}علیکم"),
    ("می\u{200C}خواهم", "می خواهم"), ("salt & pepper", "salt&pepper"),
    ("salt&pepper", "salt & pepper"), ("rock'n'roll", "Rock n Roll"),
    ("rock n roll", "rock’n’roll"), ("rock n roll", "Rock 'n' Roll"),
    ("rock n'roll", "Rock 'n' Roll"), ("rock'n roll", "Rock 'n' Roll"),
    ("rock’n’roll", "Rock 'n Roll"), ("rock 'n' roll", "Rock n Roll"),
    ("guns'n'roses", "Guns N Roses"), ("r'n'b", "R N B"), ("r n b", "R’n’B"),
    ("o'clock", "O Clock"), ("o clock", "O'Clock"), ("l’hôtel", "L Hotel"),
    ("l hotel", "L’Hôtel"), ("dell'arte", "Dell Arte"),
  ])
  func `is found as well by its parts with blanks between them`(query: String, title: String) throws
  {
    let table = try Table()
    try table.documents.put(Table.document("it", title))
    try table.documents.put(Table.document("other", "other things"))
    #expect(try table.found(query) == ["it"])
  }

  /// A part of a compound is another word.
  @Test(arguments: [
    ("wi-fi", "figure dash", nil), ("at&t", "Don't Look Up", nil), ("u.s.a.", "s club", nil),
    ("wi-fi zebra", "figure dash", nil), ("wi-fi zebra", "zebra in the wind", "wifi"),
    ("wi-fi zebra", "wifi figures", "zebra"), ("wi-fi zebra", "wi and fi", "zebra"),
    ("don't", "don quixote", nil), ("we're", "we return", nil), ("o'clock", "clock tower", nil),
    ("l'hôtel", "Hôtel de Ville", "l"), ("d’artagnan", "Artagnan", "d"),
    ("qu'est-ce", "est", nil), ("l-hotel", "Hotel", nil), ("l'hôtel", "l'été", nil),
    ("zebra at&t", "zebra at home", "att"), ("u.s.a. zebra", "u and s", nil),
    ("u.s.a. zebra", "s a u", "zebra"), ("paris-france", "Paris in Texas", nil),
  ])
  func `is left out whole or not at all`(query: String, title: String, omitted: String?) throws {
    let table = try Table()
    try table.documents.put(Table.document("it", title))
    for number in 0..<12 { try table.documents.put(Table.document("\(number)", "other things")) }
    #expect(try table.partial(query) == [omitted].compactMap { $0.map { "it without \($0)" } })
    #expect(try table.found(query) == [])
  }

  /// The names of files and of what programs are made of.
  @Test(arguments: [
    ("XMLParser", ["parser", "xml", "xmlparser", "xmlpars"]), ("NSWindow", ["window", "ns"]),
    ("viewDidLoad", ["load", "did", "didload", "viewdid"]), ("iPhone 15", ["iphone", "phone"]),
    ("MP3Player", ["player", "mp3", "mp3player"]), ("2048game", ["game", "2048", "2048game"]),
    ("my_file_name.txt", ["file", "name", "txt", "file_name", "name.txt", "my_file_name.txt"]),
    ("src/main/App.swift", ["app", "swift", "app.swift", "main", "src/main"]),
    ("lib/HTMLParser2.cpp", ["parser2", "parser", "html", "cpp"]), ("URLs", ["urls", "url"]),
  ])
  func `is found by its parts`(name: String, queries: [String]) throws {
    for isTitle in [true, false] {
      let table = try Table()
      try table.documents.put(
        Table.document("it", isTitle ? name : "", body: isTitle ? "" : "the text of \(name) here"))
      for number in 0..<12 { try table.documents.put(Table.document("\(number)", "other things")) }
      for query in queries { #expect(try table.found(query) == ["it"], "\(query): \(name)") }
    }
  }

  @Test func `finds each document once, where it fits best`() throws {
    let table = try Table()
    for number in 0..<40 {
      try table.documents.put(Table.document("\(number)", number % 2 == 0 ? "e-mail" : "email"))
    }
    #expect(Set(try table.found("e-mail")).count == 40)
    #expect(try table.found("e-mail").count == 40)
    let all = try table.found("e-mail")
    for limit in [1, 7, 11, 39] {
      #expect(try table.found("e-mail", limit: limit) == Array(all.prefix(limit)))
    }
  }
}
