import Testing
import WebAddress

@testable import WebMarkup

@Suite("The rich result of a page") struct RichResultTests {
  private static let page = "https://a.example/p"

  private static func result(_ html: String, page: String = page) -> RichResult {
    let url = WebURL(page)
    return RichResult(StructuredData(HTMLDocument(Array(html.utf8)), base: url), page: url)
  }

  private static func result(json: String, page: String = page) -> RichResult {
    result(
      "<script type=application/ld+json>{\"@context\":\"https://schema.org\",\(json)}</script>",
      page: page)
  }

  @Test(arguments: [
    (#""ratingValue":"4.5""#, "4.5", nil), (#""ratingValue":4.50,"bestRating":10"#, "4.50", "2.25"),
    (#""ratingValue":"86%""#, "86", "4.3"), (#""ratingValue":"8 out of 10""#, "8", "4"),
    (#""ratingValue":6"#, nil, nil), (#""ratingValue":"good""#, nil, nil),
    (#""ratingValue":1,"worstRating":2"#, nil, nil), (#""ratingValue":-1"#, nil, nil),
  ])
  func `reads a rating, and refuses one beyond its bounds`(
    json: String, value: String?, stars: String?
  ) {
    let result = Self.result(json: #""@type":"Product","aggregateRating":{\#(json)}"#)
    #expect(result.value(.ratingValue) == value)
    let attribute = result.attributes.first { $0.name == "rating" }?.value
    #expect(attribute == stars ?? value)
    #expect(result.problems.isEmpty == (value != nil))
  }

  @Test(arguments: [
    ("$1,299.00", "1299.00", nil, nil), ("1.299,00 €", "1299.00", nil, "EUR"),
    ("12,99", "12.99", nil, nil), ("USD 12", "12", nil, "USD"), ("Free", "0", nil, nil),
    ("10 - 20 £", "10", "20", "GBP"), ("US$ 5", "5", nil, "USD"), ("1 234", "1", nil, nil),
    ("1'234.50", "1234.50", nil, nil), ("on request", nil, nil, nil), (".5", "0.5", nil, nil),
    ("1,234,567", "1234567", nil, nil), ("123456789012345678901", nil, nil, nil),
  ])
  func `reads a price`(text: String, amount: String?, high: String?, currency: String?) {
    let result = Self.result(json: #""@type":"Product","offers":{"price":"\#(text)"}"#)
    #expect(result.value(.price) == amount)
    #expect(result.value(.highPrice) == high)
    #expect(result.value(.priceCurrency) == currency)
  }

  @Test(arguments: [
    ("PT1H30M", 90), ("P0DT90M", 90), ("pt1.5h", 90), ("P1D", 1440), ("PT45S", 1),
    ("P0Y0M0DT0H35M0.000S", 35), ("PT 5 M", 5), ("P1W", 10_080), ("P1M", nil), ("90 minutes", nil),
    ("PT", nil), ("PT1H1H", 120), ("P99999Y", nil), ("PT0M", nil), ("PTT5M", nil),
  ])
  func `reads the time of a recipe`(text: String, minutes: Int?) {
    let result = Self.result(json: #""@type":"Recipe","totalTime":"\#(text)""#)
    #expect(result.value(.totalMinutes) == minutes.map(String.init))
  }

  @Test(arguments: [
    ("2026-07-04", true), ("2026-07-04T19:30", true), ("2026-07-04T19:30:00.5Z", true),
    ("2026-07-04 19:30-05:00", true), ("2026-07-04T19:30+0200", true), ("2026-13-04", false),
    ("2026-07-00", false), ("July 4", false), ("2026-07-04T19", false), ("2026-07-04Z", false),
  ])
  func `takes a date of ISO 8601 alone`(text: String, isDate: Bool) {
    let result = Self.result(json: #""@type":"MusicEvent","startDate":"\#(text)""#)
    #expect(result.value(.startDate) == (isDate ? text : nil))
    let isWholeDay = result.attributes.contains { $0.name == "allDay" }
    #expect(isWholeDay == (isDate && !text.contains(":")))
  }

  @Test(arguments: [
    (#""interactionCount":"UserLikes:1,200""#, RichResult.FieldName.likes, "1200"),
    (#""interactionCount":["20 UserComments"]"#, .comments, "20"),
    (
      #""interactionStatistic":{"interactionType":"http://schema.org/WatchAction","#
        + #""userInteractionCount":7}"#,
      .views, "7"
    ),
    (
      #""interactionStatistic":[{"interactionType":{"@type":"ShareAction"},"#
        + #""userInteractionCount":"3"}]"#,
      .shares, "3"
    ),
    (#""interactionCount":"UserCheckins:4""#, .otherInteractions, "4"),
  ])
  func `counts interactions`(json: String, field: RichResult.FieldName, count: String) {
    let result = Self.result(json: #""@type":"Article",\#(json)"#)
    #expect(result.value(field) == count)
  }

  @Test func `maps a business to what a person can do`() {
    let result = Self.result(
      json: #"""
        "@type":"Restaurant","telephone":"+1 555 0100","priceRange":"$$","image":"/a.png",
        "address":{"@type":"PostalAddress","streetAddress":"1 Main St","addressLocality":"Ames",
        "addressRegion":"IA","postalCode":"50010","addressCountry":{"@type":"Country","name":"US"}},
        "geo":{"latitude":42.03,"longitude":"-93.61"}
        """#)
    let attributes = result.attributes.map { $0.name + "=" + $0.value }
    #expect(
      attributes == [
        "priceRange=$$", "phoneNumbers=+1 555 0100", "supportsPhoneCall=1",
        "thoroughfare=1 Main St", "city=Ames", "stateOrProvince=IA", "postalCode=50010",
        "country=US", "latitude=42.03", "longitude=-93.61", "supportsNavigation=1",
      ])
    #expect(result.image?.address == "https://a.example/a.png")
    #expect(result.choice?.kind == .localBusiness)
  }

  @Test(arguments: [
    (#""@type":"VideoObject","contentUrl":"/v.mp4","duration":"PT1M5S""#, "public.movie", "65"),
    (#""@type":"AudioObject","contentUrl":"https://a.example/s.mp3""#, "public.audio", nil),
    (#""@type":"VideoObject","contentUrl":"javascript:alert(1)""#, nil, nil),
  ])
  func `plays media of the web alone`(json: String, type: String?, seconds: String?) {
    let result = Self.result(json: json)
    #expect(result.attributes.first { $0.name == "contentType" }?.value == type)
    #expect(result.value(.durationSeconds) == seconds)
    #expect(result.problems.isEmpty == (type != nil))
  }

  // MARK: Which thing

  private static let site = #"""
    {"@type":"WebSite","@id":"#site","url":"https://a.example/","name":"A",
     "potentialAction":{"@type":"SearchAction","target":"https://a.example/?q={q}"}}
    """#

  @Test(arguments: [
    ("https://a.example/", true), ("https://a.example/#top", true), ("https://a.example/p", false),
  ])
  func `is that of a search page only on the site's own page`(page: String, isSearch: Bool) {
    let result = Self.result(json: #""@graph":[\#(Self.site)]"#, page: page)
    #expect(result.isSearchPage == isSearch)
    #expect(result.value(.searchTarget) == (isSearch ? "https://a.example/?q={q}" : nil))
    #expect(result.attributes.isEmpty)
  }

  @Test(arguments: [
    // Kinds in their order.
    (#"{"@type":"Organization","name":"o"},{"@type":"Recipe","name":"r"}"#, "r", "only"),
    (#"{"@type":"Article","name":"a"},{"@type":"Product","name":"p"}"#, "p", "only"),
    // The richest, then the first.
    (
      #"{"@type":"Event","name":"e"},{"@type":"Event","name":"f","startDate":"2026-01-01"}"#, "f",
      "2"
    ),
    (#"{"@type":"Event","name":"e"},{"@type":"Event","name":"f"}"#, "e", "2"),
    // What names the page.
    (
      #"{"@type":"Product","name":"p"},{"@type":"NewsArticle","name":"a","mainEntityOfPage":"/p"}"#,
      "a",
      "page"
    ),
    (
      #"{"@type":"Article","name":"a","mainEntityOfPage":"/p#x"},{"@type":"Recipe","name":"r"}"#,
      "r", "only"
    ),
    (
      #"{"@type":"WebPage","url":"/p","mainEntity":{"@type":"Person","name":"x"}},"#
        + #"{"@type":"Movie","name":"m"}"#,
      "m", "only"
    ),
    (
      ##"{"@type":"WebPage","mainEntity":{"@id":"#m"}},{"@type":"Movie","@id":"#m","name":"m"},"##
        + #"{"@type":"Event"}"#,
      "m", "WebPage"
    ),
    // Another page's thing steps back.
    (
      #"{"@type":"Product","name":"x","url":"/x","offers":{"price":1}},"#
        + #"{"@type":"Product","name":"y"}"#,
      "y",
      "only"
    ),
    (#"{"@type":"Person","name":"x"},{"@type":"BreadcrumbList"}"#, nil, nil),
  ])
  func `is that of the thing which the page is about`(
    graph: String, name: String?, reason: String?
  ) {
    let result = Self.result(json: #""@graph":[\#(Self.site),\#(graph)]"#)
    #expect(result.choice?.thing.text("name") == name)
    let found =
      switch result.choice?.reason {
      case nil: String?.none
      case .mainEntity(let type): type
      case .namesPage: "page"
      case .only: "only"
      case .richest(let count): "\(count)"
      }
    #expect(found == reason)
  }

  @Test func `adds fields of other syntaxes, and reports what they say otherwise`() {
    let html = #"""
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe",
      "name":"Soup","totalTime":"PT10M"}</script>
      <div itemscope itemtype="https://schema.org/Recipe"><b itemprop=name>Soup</b>
      <time itemprop=totalTime datetime=PT20M>x</time><i itemprop=recipeYield>4 plates</i></div>
      <div itemscope itemtype="https://schema.org/Recipe"></div>
      <div vocab="https://schema.org/" typeof=Recipe><b property=name>Bread</b>
      <i property=author>Ann</i></div>
      """#
    let result = Self.result(html)
    #expect(result.choice?.thing.syntax == .jsonLD)
    #expect(result.value(.totalMinutes) == "10")
    #expect(result.field(.yield)?.syntax == .microdata)
    #expect(result.field(.yield)?.line == 4)
    // Another name is another recipe.
    #expect(result.value(.author) == nil)
    #expect(result.problems.map(\.line) == [4])
    #expect(result.problems.first?.text == "totalMinutes \"20\" is not that of JSON-LD: \"10\"")
  }

  @Test func `reads escapes of HTML in JSON-LD once`() {
    let result = Self.result(
      json:
        #""@type":"Recipe","author":"Tom &amp; Ann&#39;s &amp;lt; &bad; &""#
    )
    #expect(result.value(.author) == "Tom & Ann's &lt; &bad; &")
  }
}
