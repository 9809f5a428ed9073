internal import WebMarkup

extension Decoder {
  /// A page: any bytes are one. Elements lie inside their parents, in document order, with their
  /// text; nothing is longer or deeper than its bound; the same text in UTF-16 is the same page.
  package static let html = Decoder("html", samples: Samples.htmlPages) { bytes in
    let document = HTMLDocument(bytes)
    try document.check(bytes)
    guard let text = String(validating: bytes, as: UTF8.self) else { return true }
    // A mark at the start is part of no text.
    guard text.unicodeScalars.first != "\u{FEFF}" else { return true }
    let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let (one, other) = (HTMLDocument(bytes, charset: "utf-8"), HTMLDocument([0xFF, 0xFE] + units))
    guard one.root.textBytes == other.root.textBytes,
      one.elements.map(\.outline) == other.elements.map(\.outline)
    else { throw Violation(description: "another page in UTF-16: \(text.debugDescription)") }
    return true
  }
}

extension HTMLElement {
  /// All that it says, in one text.
  fileprivate var outline: String {
    "\(index) \(parent?.index ?? -1) \(name) \(namespace) \(line) \(attributes)"
  }
}

extension HTMLDocument {
  fileprivate func check(_ bytes: [UInt8]) throws(Violation) {
    // Each CR may be an end of a line.
    let lineMax = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
    let lines = encoding.hasPrefix("utf-16") ? bytes.count + 1 : lineMax
    var depths: [Int] = []
    for (place, element) in elements.enumerated() {
      let parent = element.parent
      let isInside =
        parent.map { parent in
          parent.contains(element)
            && element.descendants.endIndex <= parent.descendants.endIndex
            && element.textBytes.startIndex >= parent.textBytes.startIndex
            && element.textBytes.endIndex <= parent.textBytes.endIndex
        } ?? (place == 0)
      depths.append(parent.map { depths[$0.index] + 1 } ?? 1)
      guard element.index == place, isInside, (1...lines).contains(element.line),
        depths[place] <= Self.depthMax + 1, element.attributes.count <= Self.attributesMax,
        Set(element.attributes.map(\.name)).count == element.attributes.count,
        element.children.allSatisfy({ $0.parent == element })
      else { throw Violation(description: "element \(place), \(element.name), is out of place") }
    }
    guard elements.count <= Self.elementsMax,
      String(validating: root.textBytes, as: UTF8.self) != nil,
      HTMLDocument(bytes).elements.count == elements.count
    else { throw Violation(description: "a page out of bounds, or another one each time") }
  }
}

extension Samples {
  /// Pages with every kind of token and of element.
  @Sendable static func htmlPages() -> [[UInt8]] {
    [
      """
      <!doctype html><html lang=de><head><meta charset="utf-8"><title>A &amp; b</title>
      <link rel="canonical" href='/a?b&copy=1'><script>if (a<b) "<!--<script></script>--></b>"
      </script><noscript><style>p>a{}</style></noscript></head>
      <body CLASS=x class=y><p>one<p>two <b>three</p></b><ul><li>a<li>b</ul><br/>&#x80;&notit;
      """,
      """
      <table><caption>a<tr><td>b<th>c<table><col></table></table><select><option>a<optgroup><hr>
      </select><dl><dt>a<dd>b</dl><h1>a<h2>b</h1><form><button>a<button>b</form><a>c<a>d</a>
      <svg viewBox="0"><title>t</title><![CDATA[x]]><foreignObject><p>q</foreignObject><rect/></svg>
      <math><mi>a<annotation-xml encoding=text/html><p></math><template><td>a</template>
      <textarea>\n<p></textarea><ruby>a<rt>b<rp>c</ruby><!-- c --!><? pi ?></ x><plaintext></p>
      """,
      "<!DOCTYPE html PUBLIC \"-//W3C//DTD\" 'x'><frameset><frame></frameset><noframes>a",
      "\r\n<meta http-equiv=content-type content='text/html; charset=iso-8859-2'>\r<p>\0a&lt",
    ].map { Array($0.utf8) } + [
      [0xFE, 0xFF, 0x00, 0x3C, 0x00, 0x70, 0x00, 0x3E, 0xD8, 0x3D, 0xDE, 0x00],
      Array("<meta charset=shift_jis><p>".utf8) + [0x93, 0xFA, 0x96, 0x7B, 0xFF, 0x81],
    ]
  }
}
