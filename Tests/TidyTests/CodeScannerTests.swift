import Testing

@Suite("The scanner of code") struct CodeScannerTests {
  @Test(arguments: [
    ("a // b", "a "), ("/// a", ""), ("a(\"b // c\") // d", "a(\"\") "),
    ("\"a\\\"b\" c", "\"\" c"), ("\"\\(a(\"b\") + c) d\" e", "\"\\(a(\"\") + c)\" e"),
    ("#\"a\" b\"# c", "#\"\"# c"), ("#\"a\\#(b) c\"# d", "#\"\\#(b)\"# d"),
    ("\"\" + a", "\"\" + a"),
    ("\"\"\"\na \" b // c\n\"\"\" d", "\"\"\"\n\n\"\"\" d"),
    ("\"\"\"\na \\\nb \\(c)\n\"\"\"", "\"\"\"\n\n\\(c)\n\"\"\""),
    ("let a = #/\"/#\nb", "let a = #/\"\nb"),
  ])
  func `leaves code alone and empties the rest`(text: String, code: String) {
    #expect(CodeScanner.codeLines(of: text).joined(separator: "\n") == code)
  }
}
