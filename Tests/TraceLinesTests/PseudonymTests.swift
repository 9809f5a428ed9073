import Foundation
import TestSupport
import Testing

@testable import TraceLines

@Suite("Pseudonyms") struct PseudonymTests {
  private let pseudonyms: Pseudonyms

  init() throws { pseudonyms = try #require(Pseudonyms(key: Array(0..<32))) }

  static let texts = [
    "", "a", "Dune", "two words", "com.example.films", "R2-D2", "Ångström", "Ärger über Öl",
    "Привет, мир", "ΑΒΓ αβγ", "日本語の映画", "한국어", "שלום", "नमस्ते", "a\tb\u{1b}[2J", "🎬 film",
    "٣٤٥", "e\u{301}t\u{e9}",
  ]

  /// What may be seen of a text: of which kind each of its letters is.
  private func shape(_ text: String) -> [String] {
    text.unicodeScalars.map { scalar in
      let properties = scalar.properties
      if properties.numericType != nil && scalar.isASCII { return "digit" }
      if scalar.isASCII, properties.isAlphabetic { return properties.isUppercase ? "A" : "a" }
      return properties.isAlphabetic || properties.numericType != nil ? "letter" : "\(scalar)"
    }
  }

  @Test(arguments: texts) func `have the length and the structure of the text`(text: String) {
    let other = pseudonyms.of(text)
    let (found, expected) = (shape(other), shape(text))
    #expect(found.count == expected.count)
    // A letter of a script of which no alphabet is known can become another sign of it.
    for (found, expected) in zip(found, expected) where expected != "letter" {
      #expect(found == expected, "\(text) became \(other)")
    }
    #expect(other == pseudonyms.of(text))
    let isChanged = shape(text).contains { ["digit", "A", "a", "letter"].contains($0) }
    // One letter of 26 stays what it is.
    #expect((other != text) == isChanged || text.count == 1)
  }

  @Test func `are as many as the words`() {
    let words = (0..<3_000).map { String($0, radix: 36) } + (0..<1_000).map { "\($0)" }
    #expect(Set(words.map { pseudonyms.of($0) }).count == Set(words).count)
  }

  @Test func `begin alike where the words do, in small letters or capitals`() {
    let (whole, part) = (pseudonyms.of("Dunkirk"), pseudonyms.of("dun"))
    #expect(whole.lowercased().hasPrefix(part))
    #expect(pseudonyms.of("DUNE") == pseudonyms.of("dune").uppercased())
    #expect(pseudonyms.of("Ölung").lowercased() == pseudonyms.of("ölung"))
    #expect(pseudonyms.of("the dune").hasSuffix(" " + pseudonyms.of("dune")))
    // Behind another beginning the same letters are others.
    let (first, second) = (pseudonyms.of("abbbbbbb"), pseudonyms.of("cbbbbbbb"))
    #expect(first.dropFirst() != second.dropFirst())
  }

  @Test func `of addresses are addresses`() throws {
    let address = "https://example.com:8080/a%20b/film-7?q=dune#top"
    let other = pseudonyms.ofAddress(address)
    let (before, after) = (try #require(URL(string: address)), try #require(URL(string: other)))
    #expect(after.scheme == "https" && after.port == 8080)
    #expect(before.host?.count == after.host?.count && after.host?.hasPrefix("example") == false)
    #expect(after.path.contains(" ") && other.contains("%20") && !other.contains("dune"))
    #expect(pseudonyms.ofAddress("http://a").hasPrefix("http://"))
    #expect(pseudonyms.ofAddress("https:%2") == "https:%2")
    #expect(pseudonyms.ofAddress("mailto:ann") == pseudonyms.of("mailto:ann"))
  }

  @Test func `differ with the key, which has 32 bytes`() throws {
    let others = try #require(Pseudonyms(key: Array(1...32)))
    #expect(others.of("dune messiah") != pseudonyms.of("dune messiah"))
    #expect(Pseudonyms(key: []) == nil && Pseudonyms(key: Array(0..<33)) == nil)
  }
}
