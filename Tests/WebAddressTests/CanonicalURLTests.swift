import Testing
import WebAddress

@Suite("A canonical URL") struct CanonicalURLTests {
  @Test(arguments: [
    ("HTTP://Example.COM", "http://example.com/"),
    ("https://example.com:443/a?b=C#d", "https://example.com/a?b=C#d"),
    ("http://example.com:8080/", "http://example.com:8080/"),
    ("https://example.com?q=1", "https://example.com/?q=1"),
    ("https://example.com/%e4%bd", "https://example.com/%E4%BD"),
    ("https://example.com/A/b", "https://example.com/A/b"),
    // From here on the standard differs from what was canonical before 0087.
    ("https://example.com/a/../b/./c", "https://example.com/b/c"),
    ("https://example.com/a/%2e%2E/b", "https://example.com/b"),
    ("https://example.com/a b?c d#e f", "https://example.com/a%20b?c%20d#e%20f"),
    ("https://example.com/日?é#ü", "https://example.com/%E6%97%A5?%C3%A9#%C3%BC"),
    ("https://münchen.de/", "https://xn--mnchen-3ya.de/"),
    ("https://MÜNCHEN.de/", "https://xn--mnchen-3ya.de/"),
    ("https://mu\u{308}nchen.de/", "https://xn--mnchen-3ya.de/"),
    ("https://example。com/", "https://example.com/"),
    ("https:\\\\example.com\\a", "https://example.com/a"),
    ("https:example.com", "https://example.com/"), ("https:///example.com", "https://example.com/"),
    (" https://example.com/\n", "https://example.com/"),
    ("https://@example.com/", "https://example.com/"),
    ("http://0x7f.1/", "http://127.0.0.1/"), ("http://[1:0:0:0::1]/", "http://[1::1]/"),
    ("https://example.com/%zz%a", "https://example.com/%zz%a"),
    ("https://ex%61mple.com/", "https://example.com/"),
  ])
  func `is one spelling of an address`(address: String, canonical: String) {
    #expect(CanonicalURL(address)?.text == canonical)
    #expect(CanonicalURL(canonical)?.text == canonical)
  }

  @Test(arguments: [
    ("", "is not an http or https address"), ("example.com", "is not an http or https address"),
    ("ftp://example.com/", "is not an http or https address"),
    ("file:///etc/passwd", "is not an http or https address"), ("http://", "has no host"),
    ("http://:80/", "has no host"), ("https://me:secret@example.com/", "has a name or a password"),
    ("https://exa mple.com/", "has a host that is neither a domain nor an IP address"),
    ("https://256.1.1.1/", "has a host that is neither a domain nor an IP address"),
    ("https://example.com:65536/", "has a port that is not a number up to 65535"),
    ("https://example.com:8o/", "has a port that is not a number up to 65535"),
    ("https://example.com/" + String(repeating: "a", count: 2_029), "has more than 2048 bytes"),
    ("https://example.com/" + String(repeating: "é", count: 339), "has more than 2048 bytes"),
    ("https://a/" + String(repeating: "a", count: 65_536), "has more than 65536 bytes"),
  ])
  func `is not made of what names no page for everybody`(address: String, reason: String) {
    #expect(CanonicalURL(address) == nil)
    #expect(CanonicalURL.problem(address) == reason)
  }

  @Test func `has 2,048 bytes at most`() {
    let address = "https://example.com/" + String(repeating: "a", count: 2_028)
    #expect(CanonicalURL(address)?.text == address)
  }

  /// The serialisation of the standard, escapes apart, wherever an address names a page.
  @Test(arguments: URLTestDataTests.Case.addresses)
  func `equals the URL Standard but for escapes`(row: URLTestDataTests.Case) throws {
    let url = try #require(row.parsed)
    let canonical = CanonicalURL(url.href)
    #expect((canonical == nil) == url.hasCredentials)
    guard let canonical else { return }
    #expect(canonical.text.lowercased() == url.href.lowercased())
    #expect(canonical.host == url.host)
  }
}
