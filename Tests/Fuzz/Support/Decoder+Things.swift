internal import WebAddress
internal import WebMarkup

extension Decoder {
  /// A block of JSON-LD: what is read of it lies within its bounds, is the same each time, and is
  /// what a page with the block says.
  package static let jsonLD = Decoder("json-ld", samples: Samples.jsonLDBlocks) { bytes in
    let isJSON: Bool
    do throws(LooseJSONError) {
      _ = try LooseJSONReader.read(bytes)
      isJSON = true
    } catch {
      let lineCount = 1 + bytes.count { $0 == 0x0A }
      guard (1...lineCount).contains(error.line), !error.description.isEmpty else {
        throw Violation(description: "\(error) at line \(error.line) of \(lineCount)")
      }
      isJSON = false
    }
    let data = try StructuredData(checking: Array("<script type=application/ld+json>".utf8) + bytes)
    return isJSON && !data.things.isEmpty
  }

  /// A page with Microdata and RDFa.
  package static let microdata = Decoder("microdata", samples: Samples.microdataPages) { bytes in
    try !StructuredData(checking: bytes).things.isEmpty
  }
}

extension StructuredData {
  /// What a page says, once its promises hold.
  fileprivate init(checking page: [UInt8]) throws(Violation) {
    let (document, base) = (HTMLDocument(page), WebURL("https://a.example/p"))
    self.init(document, base: base)
    var valueCount = 0
    for thing in things { try thing.check(depth: 1, &valueCount) }
    guard valueCount <= 3 * ThingBounds.valueCountMax,
      problems.count <= ThingBounds.problemCountMax,
      StructuredData(document, base: base) == self
    else { throw Violation(description: "\(valueCount) values, or others each time") }
    let result = RichResult(self, page: base)
    let names = result.fields.map(\.name)
    guard names == names.sorted(), Set(names).count == names.count,
      result.fields.allSatisfy({ !$0.value.isEmpty }), (result.choice != nil || names.isEmpty),
      result.image.map({ WebURL($0.address)?.href == $0.address }) ?? true
    else { throw Violation(description: "a result with the fields \(names)") }
    for name in [RichResult.FieldName.ratingValue, .price, .likes, .totalMinutes] {
      guard let value = result.value(name) else { continue }
      guard Double(value) != nil, value.utf8.count <= 21 else {
        throw Violation(description: "\(name) is \(value)")
      }
    }
  }
}

extension Thing {
  fileprivate func check(depth: Int, _ valueCount: inout Int) throws(Violation) {
    guard depth <= ThingBounds.depthMax, line >= 1, Set(types).count == types.count else {
      throw Violation(description: "a thing at depth \(depth), line \(line), \(types)")
    }
    for property in properties {
      valueCount += 1
      switch property.value {
      case .text(let text):
        guard !text.isEmpty, text.utf8.count <= 3 * ThingBounds.textByteCountMax + 2_048,
          !text.utf8.contains(0x0A)
        else { throw Violation(description: "\(property.name) of \(text.utf8.count) bytes") }
      case .thing(let thing): try thing.check(depth: depth + 1, &valueCount)
      }
    }
  }
}

extension Samples {
  @Sendable static func jsonLDBlocks() -> [[UInt8]] {
    [
      #"{"@context":"https://schema.org","@type":["Recipe"],"name":"x","totalTime":"PT1H","#
        + #""recipeIngredient":["a"],"aggregateRating":{"ratingValue":"4,5/5","reviewCount":1}}"#,
      ##"{"@context":"http://schema.org/","@graph":[{"@id":"#a","@type":"Product","offers":"##
        + ##"{"price":"$1.50","availability":{"@id":"InStock"}},"isRelatedTo":{"@id":"#b"}},"##
        + ##"{"@id":"#b","@type":"WebSite","about":{"@id":"#a"},"url":"/"}]}"##,
      #"{"@context":{"@vocab":"https://schema.org/","n":{"@id":"name","@type":"@id"},"l":"#
        + #"{"@id":"alternateName","@container":"@language"}},"@type":"Event","n":"/x","#
        + #""l":{"en":["a"]},"startDate":{"@value":"2026-07-04T10:00Z"},"o":{"@list":[1,true]}}"#,
    ].map { Array($0.utf8) }
  }

  @Sendable static func microdataPages() -> [[UInt8]] {
    [
      "<div itemscope itemtype=http://schema.org/Product itemref='a b'><b itemprop='name x'>n</b>"
        + "<a itemprop=url href=/u>u</a></div><p id=a itemprop=offers itemscope itemref=b>"
        + "<meta itemprop=price content=1></p>"
        + "<p id=b itemprop=image itemscope itemid=/i itemref=a>",
      "<body vocab=http://schema.org/ prefix='e: http://e.example/'><div typeof='Event e:X' "
        + "resource=#e><time property=startDate datetime=2026-07-04>x</time>"
        + "<a property='location e:l' "
        + "href=#p>p</a></div><p typeof=Place resource=#p><b property=name content=c>n</b>",
    ].map { Array($0.utf8) }
  }
}
