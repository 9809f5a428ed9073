import Testing

@testable import WebMarkup

@Suite("Headers of a page") struct ResponseHeadersTests {
  @Test(arguments: [
    (#"<https://a.example/x>; rel="canonical""#, ["https://a.example/x"]),
    ("<https://a.example/x>;rel=canonical", ["https://a.example/x"]),
    (#"</x,y;z>; title="a, <b>; \"c\""; rel="alternate CANONICAL""#, ["/x,y;z"]),
    (#"<a>; rel=next, <b>; rel=canonical, <c>; rel="canonical""#, ["b", "c"]),
    ("<a>; rel=next; rel=canonical", []), ("a; rel=canonical", []), ("<a", []), ("", []),
    (",,;;<>;rel=canonical", []),
  ])
  func `name links of a kind`(value: String, targets: [String]) {
    let headers = ResponseHeaders([("Link", value)])
    #expect(headers.links("canonical") == targets)
  }

  @Test(arguments: [
    ("text/html; charset=ISO-8859-1", "ISO-8859-1"), (#"text/html;a=b;CHARSET="utf-8""#, "utf-8"),
    ("text/html", nil), ("text/html; charset=", nil), ("", nil),
  ])
  func `name the encoding`(value: String, charset: String?) {
    #expect(ResponseHeaders([("content-type", value)]).charset == charset)
  }

  @Test func `are compared without regard to case, and are bounded`() {
    let headers = ResponseHeaders(Array(repeating: ("X-Robots-TAG", "a"), count: 1_000))
    #expect(headers.values(of: "x-robots-tag").count == 256)
  }
}
