import Search
import Testing

@Suite("A canonical URL") struct CanonicalURLTests {
  @Test(arguments: [
    ("HTTP://Example.COM", "http://example.com/"),
    ("https://example.com:443/a?b=C#d", "https://example.com/a?b=C#d"),
    ("http://example.com:8080/", "http://example.com:8080/"),
    ("https://example.com?q=1", "https://example.com/?q=1"),
    ("https://example.com/%e4%bd", "https://example.com/%E4%BD"),
    ("https://example.com/A/b", "https://example.com/A/b"),
  ])
  func `is one spelling of an address`(address: String, canonical: String) {
    #expect(CanonicalURL(address)?.text == canonical)
    #expect(CanonicalURL(canonical)?.text == canonical)
  }

  @Test(arguments: [
    "", "example.com", "ftp://example.com/", "http://", "https:///path", "file:///etc/passwd",
    "https://me:secret@example.com/", "https://exa mple.com/", "http://:80/",
    "https://example.com/" + String(repeating: "a", count: 2_048),
  ])
  func `is not made of what names no page for everybody`(address: String) {
    #expect(CanonicalURL(address) == nil)
  }
}
