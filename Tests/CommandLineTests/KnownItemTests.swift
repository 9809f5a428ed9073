import Foundation
import JournalFormat
import TestSupport
import Testing

/// Somebody looks for one thing that is there, and knows some words of it.
private struct KnownItemCase {
  enum Kind: String, CaseIterable {
    /// All words of the title, and who made it or where it is.
    case words
    /// Two words of the title, and who made it or where it is.
    case some
    /// The last word is not typed to its end.
    case prefix
    /// In capitals, and without accents.
    case capitals
    /// With an accent on each vowel, whatever the title has.
    case marks
    /// Some characters from the middle of a sentence of a script without blanks.
    case middle
  }

  let kind: Kind
  let item: Int
  let query: String
}

/// Draws cases whose words identify at most three of all items, by `PlainWords`.
private struct KnownItemCases {
  private let items: [RealItem]
  private let plain: PlainWords
  private var random: SplitMix64
  private static let middleLanguages = ["zh", "zh_TW", "ko", "ja", "th"]
  /// The language of the next case from the middle of a sentence: each has as many.
  private var nextLanguage = 0

  init(_ items: [RealItem], seed: UInt64) {
    (self.items, plain, random) = (items, PlainWords(items), SplitMix64(seed))
  }

  mutating func draw(_ count: Int, _ kind: KnownItemCase.Kind) -> [KnownItemCase] {
    var cases: [KnownItemCase] = []
    while cases.count < count {
      let item = Int(random.next() % UInt64(items.count))
      guard let drawn = kind == .middle ? middle(item) : words(item, kind) else { continue }
      cases.append(drawn)
      if kind == .middle { nextLanguage += 1 }
    }
    return cases
  }

  private mutating func words(_ item: Int, _ kind: KnownItemCase.Kind) -> KnownItemCase? {
    var words = Array(PlainWords.words(items[item].title).prefix(6))
    if kind == .some { words = Array(words.shuffled(using: &random).prefix(2)) }
    words += PlainWords.words(items[item].maker).suffix(1)
    // A run without blanks is not a word of anybody's that could be cut or capitalised.
    guard !words.isEmpty, words.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value < 0x250 } })
    else { return nil }
    if kind == .prefix, let last = words.popLast() {
      guard last.count > 4 else { return nil }
      words.append(String(last.prefix(max(4, last.count - 2))))
    }
    let having = plain.having(words, isLastPrefix: kind == .prefix)
    guard (1...3).contains(having.count), having.contains(item) else { return nil }
    let text = words.joined(separator: " ")
    return KnownItemCase(kind: kind, item: item, query: Self.typed(text, kind))
  }

  private static func typed(_ text: String, _ kind: KnownItemCase.Kind) -> String {
    switch kind {
    case .capitals: text.uppercased()
    case .marks:
      String(text.flatMap { "aeiou".contains($0) ? [$0, "\u{308}"] : [$0] })
        .precomposedStringWithCanonicalMapping
    case .words, .some, .prefix, .middle: text
    }
  }

  private mutating func middle(_ item: Int) -> KnownItemCase? {
    let parts = items[item].domain.split(separator: ".")
    let language = Self.middleLanguages[nextLanguage % Self.middleLanguages.count]
    guard items[item].app == "tldr", parts[1] == language, let text = items[item].texts.first,
      let piece = language == "ko" ? twoWords(of: text) : part(of: text)
    else { return nil }
    let having = items.indices.filter { index in
      ([items[index].title] + items[index].texts).contains { $0.contains(piece) }
    }
    guard (1...3).contains(having.count) else { return nil }
    return KnownItemCase(kind: .middle, item: item, query: piece)
  }

  /// What is around commands in another script is left out, and so are sentences' ends.
  private mutating func part(of text: String) -> String? {
    let runs = text.split { !Self.isDense($0) }.filter { $0.count >= 10 }
    guard let run = runs.randomElement(using: &random) else { return nil }
    let start = Int(random.next() % UInt64(run.count - 7))
    return String(run.dropFirst(start).prefix(7))
  }

  /// Korean has blanks between words: two that stand beside each other.
  private mutating func twoWords(of text: String) -> String? {
    let words = text.split(separator: " ")
    let places = words.indices.dropFirst().dropLast().filter {
      words[$0].allSatisfy(Self.isDense) && words[$0 + 1].allSatisfy(Self.isDense)
        && words[$0].count > 1 && words[$0 + 1].count > 1
    }
    guard let place = places.randomElement(using: &random) else { return nil }
    return "\(words[place]) \(words[place + 1])"
  }

  private static func isDense(_ character: Character) -> Bool {
    guard let value = character.unicodeScalars.first?.value else { return false }
    return (0xE00...0xE7F).contains(value) || (0x3040...0x30FF).contains(value)
      || (0x4E00...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value)
  }
}

@Suite(
  "Real items on one device",
  .enabled(if: RealItems.areThere && Program.optimised != nil, RealDataRuns.why))
struct KnownItemTests {
  private let folder: TemporaryFolder
  private let program: Program
  private let items: [RealItem]

  init() throws {
    folder = try TemporaryFolder()
    program = try #require(Program.optimised)
    items = try RealItems.all()
    var lines = Data()
    for item in items {
      lines += try item.line()
      lines.append(UInt8(ascii: "\n"))
    }
    try lines.write(to: URL(fileURLWithPath: folder.file("lines")))
    let indexed = try program.run(
      ["device", "index", folder.file("phone")], inputPath: folder.file("lines"))
    #expect(indexed.status == 0, "\(indexed.errors)")
  }

  private func found(_ query: String, limit: Int = 3) throws -> [String] {
    let outcome = try program.run(
      ["device", "search", folder.file("phone"), "--limit", "\(limit)", "--json", "--", query])
    #expect(outcome.status == 0, "\(query): \(outcome.errors)")
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    return found.map { "\($0["app"] ?? "")/\($0["id"] ?? "")" }
  }

  @Test func `are among the first three for words that identify them, and gone with their domain`()
    throws
  {
    #expect(items.count == 69_202 + 38_404 + 410 + 34_032)
    var cases = KnownItemCases(items, seed: 7)
    var report: [String] = []
    for kind in KnownItemCase.Kind.allCases {
      let drawn = cases.draw(kind == .middle ? 100 : 130, kind)
      var missed: [String] = []
      for known in drawn {
        let name = "\(items[known.item].app)/\(items[known.item].id)"
        if try !found(known.query).contains(name) { missed.append("\(name) by \(known.query)") }
      }
      report.append("\(kind): \(drawn.count - missed.count) of \(drawn.count)")
      #expect(missed.count * 100 <= drawn.count, "\(kind): \(missed)")
    }
    print(report.joined(separator: ", "))
    try deleteByDomain(cases.draw(20, .words))
  }

  /// The pages of a language, then all of them: none of them is found, and nothing else goes.
  private func deleteByDomain(_ others: [KnownItemCase]) throws {
    let phone = folder.file("phone")
    func delete(_ domain: String) throws {
      let outcome = try program.run(
        ["device", "delete", phone, "--app", "tldr", "--domain", domain])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    func count() throws -> Int {
      let listed = try program.run(["device", "items", phone, "--columns", "id"])
      return listed.output.split(separator: "\n").count - 1
    }
    let korean = items.count { $0.domain.hasPrefix("pages.ko.") }
    let pages = items.count { $0.app == "tldr" }
    #expect(korean > 6_000 && pages > 38_000)
    try delete("pages.ko")
    #expect(try count() == items.count - korean)
    #expect(try found("명령", limit: 100).isEmpty)
    try delete("pages")
    #expect(try count() == items.count - pages)
    for known in others {
      let name = "\(items[known.item].app)/\(items[known.item].id)"
      #expect(try found(known.query).contains(name) == (items[known.item].app != "tldr"))
    }
  }
}
