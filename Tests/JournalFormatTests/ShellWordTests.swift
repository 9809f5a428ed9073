import JournalFormat
import Testing

@Suite("A text as a word of a shell") struct ShellWordTests {
  @Test(arguments: [
    ("phone", "phone"), ("/a/b-1.journal", "/a/b-1.journal"), ("café", "café"), ("", "''"),
    ("my phone", "'my phone'"), ("it's", "'it'\\''s'"), ("$HOME", "'$HOME'"), ("~", "'~'"),
    ("a\nb", "$'a\\x0ab'"), ("a'\\\u{1B}", "$'a\\'\\\\\\x1b'"),
    // A letter by Unicode's tables, and nothing on a screen.
    ("a\u{115F}b", "$'a\\xe1\\x85\\x9fb'"), ("a\u{202E}b", "$'a\\xe2\\x80\\xaeb'"),
  ])
  func `is quoted only where a shell would change it, or a terminal`(
    text: String, word: String
  ) {
    #expect(text.asShellWord == word)
  }
}
