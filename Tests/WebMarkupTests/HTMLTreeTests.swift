import TestSupport
import Testing

@testable import WebMarkup

@Suite("The tree of a page") struct HTMLTreeTests {
  /// Elements as `name(children)`, with attributes and texts where a row needs them.
  private static func outline(_ element: HTMLElement) -> String {
    let inside = element.children.map(outline).joined(separator: " ")
    return element.name + (inside.isEmpty ? "" : "(\(inside))")
  }

  private static func body(of page: String) -> String {
    let document = HTMLDocument(Array(page.utf8))
    guard let body = document.elements(named: "body").first else { return "" }
    return body.children.map(outline).joined(separator: " ")
  }

  @Test(arguments: [
    ("<p>a<p>b", "p p"), ("<p>a<div>b</div>", "p div"), ("<p><b>a<p>b", "p(b) p"),
    ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", "ul(li li(ul(li)) li)"),
    ("<dl><dt>a<dd>b<dt>c</dl>", "dl(dt dd dt)"), ("<h1>a<h2>b</h1>c", "h1 h2"),
    ("<select><option>a<option>b</select>c", "select(option option)"),
    (
      "<!doctype html><p><table><tr><td>a<td>b<tr><th>c</table>",
      "p table(tbody(tr(td td) tr(th)))"
    ),
    (
      "<table><caption>a<tbody><tr><td><table><td>b</table>c</table>",
      "table(caption tbody(tr(td(table(tbody(tr(td)))))))"
    ),
    ("<table><col><col><thead><th>a<tfoot>", "table(colgroup(col col) thead(tr(th)) tfoot)"),
    ("<table><colgroup><col>a<b>c</table>", "table(colgroup(col) b)"),
    ("<tr><td>a", ""), ("<br/><img><input><hr>a", "br img input hr"), ("</p>a</br>", "p br"),
    ("<a>a<a>b</a>", "a a"), ("<form>a<form>b</form>", "form"), ("a<image>", "img"),
    ("<div><span></div>a", "div(span)"), ("<div></span></p></div>", "div(p)"),
    ("<b><p>a</b>b</p>c<i>d", "b(p) i"), ("<i><div></i></div><u>", "i(div) u"),
    ("<button>a<button>b", "button button"),
    ("<svg><rect/><g><path/></g></svg><p>", "svg(rect g(path)) p"),
    ("<svg><title>a</title><p>b", "svg(title) p"), ("<math><mi><p>a</mi></math>b", "math(mi(p))"),
    (
      "<svg><foreignobject><div>a</div></foreignobject><g/></svg>",
      "svg(foreignobject(div) g)"
    ),
    ("<svg/><p>", "svg p"), ("<template><p>a<td>b</template>c", "template(p td)"),
    ("<textarea><p></textarea><xmp><p></xmp>", "textarea xmp"),
    ("<script>if (a<b) '</div>'</script><p>", "script p"),
    ("<ruby>a<rt>b<rp>c</ruby>", "ruby(rt rp)"), ("<noscript><p>a</noscript>", "noscript(p)"),
    ("</body></html><p>a", "p"), ("<object><p></object><p>", "object(p) p"),
  ])
  func `has the ends that the page implies`(page: String, outline: String) {
    #expect(Self.body(of: "<body>" + page) == outline)
  }

  @Test(arguments: [
    ("", "html(head body)"), ("a", "html(head body)"),
    ("<title>a</title><p>", "html(head(title) body(p))"),
    ("<html><head></head><link><body>", "html(head(link) body)"),
    ("<meta><p><meta>", "html(head(meta) body(p(meta)))"),
    ("<head><noscript><link><img></noscript>", "html(head(noscript(link)) body(img))"),
    ("<head><noscript><noscript><meta></noscript>", "html(head(noscript(meta)) body)"),
    ("<!-- a --> <base> b", "html(head(base) body)"),
    ("<frameset><frame></frameset>a", "html(head frameset(frame))"),
    ("<html><html><body><body><head>", "html(head body)"),
    ("<head><template><p></template></head>", "html(head(template(p)) body)"),
  ])
  func `has a head and a body`(page: String, outline: String) {
    #expect(Self.outline(HTMLDocument(Array(page.utf8)).root) == outline)
  }

  @Test func `gives texts, attributes, lines and relatives`() throws {
    let page = """
      <!doctype html>
      <html lang="de"><title>A &amp; b</title>
      <body CLASS=x class=y data-Foo='1&lt;2'>\r
      <p id=p>one <b>two</b>\rthree</p>
      <svg><title>t</title></svg>
      """
    let document = HTMLDocument(Array(page.utf8))
    #expect(document.root["lang"] == "de")
    let body = try #require(document.elements(named: "body").first)
    #expect(
      body.attributes == [
        HTMLAttribute(name: "class", value: "x"), HTMLAttribute(name: "data-foo", value: "1<2"),
      ])
    #expect(body["id"] == nil && !body.hasAttribute("id") && body.hasAttribute("data-foo"))
    let paragraph = try #require(document.elements(named: "p").first)
    #expect(paragraph.text == "one two\nthree" && paragraph.line == 4)
    #expect(paragraph.children.map(\.name) == ["b"] && paragraph.children[0].text == "two")
    #expect(paragraph.ancestors.map(\.name) == ["body", "html"])
    #expect(body.contains(paragraph) && !paragraph.contains(body) && !body.contains(body))
    #expect(body.descendants.map(\.name) == ["p", "b", "svg", "title"])
    let titles = document.elements(named: "title")
    #expect(titles.map(\.isForeign) == [false, true] && titles.map(\.text) == ["A & b", "t"])
    #expect(titles[1].namespace == .svg && titles[1].line == 6)
    #expect(document.elements.enumerated().allSatisfy { $0 == $1.index })
    #expect(document.cuts == [] && document.encoding == "utf-8")
    #expect(document.elements(named: "never") == [])
  }

  @Test func `numbers known names in the order of their spellings`() {
    let names = HTMLNames()
    let spellings = HTMLKnownName.spellings
    #expect(spellings.count == HTMLKnownName.allCases.count)
    #expect(Set(spellings).count == spellings.count)
    for name in HTMLKnownName.allCases {
      let letters = names[name.rawValue].filter { $0 != "-" }
      #expect(letters == String(describing: name).lowercased())
      #expect(names.number(of: names[name.rawValue]) == name.rawValue)
    }
  }
}
