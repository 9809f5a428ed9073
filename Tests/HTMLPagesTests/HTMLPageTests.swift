import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import HTMLPages

@Suite("A page") struct HTMLPageTests {
  private let words = PageScan.hostile.joined(separator: " ")

  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("\"'", "&quot;&#39;"),
    ("\u{600}<img>", "\\u{600}&lt;img&gt;"), ("<\u{301}", "&lt;\u{301}"),
    ("&\u{200D}", "&amp;\\u{200d}"), ("\"\u{20DD}", "&quot;\u{20DD}"),
    ("a\u{202E}b\u{0}", "a\\u{202e}b\\u{0}"), ("Größe 東京", "Größe 東京"),
  ])
  func `escapes interpolated text scalar by scalar`(text: String, shown: String) {
    let markup: HTML = "<p title=\"\(text)\">\(text)</p>"
    #expect(
      markup.text.unicodeScalars.elementsEqual("<p title=\"\(shown)\">\(shown)</p>".unicodeScalars))
  }

  @Test func `takes markup as it is, and joins it`() {
    let parts: [HTML] = ["<b>\("<")</b>", "<i></i>"]
    #expect(parts.joined(separator: "<br>").text == "<b>&lt;</b><br><i></i>")
    #expect(("<p>" + parts[1] + "</p>" as HTML).text == "<p><i></i></p>")
    #expect([HTML]().joined().text.isEmpty)
  }

  @Test func `with charts shows hostile words as words`() {
    let series = [
      Chart.Series(name: words, values: [0.5, 1]),
      Chart.Series(name: words, values: [1, 2], isReference: true),
    ]
    let points: [Chart.Point] = [.init(words), .init(words, title: words)]
    let charts = [Chart.Shape.bars, .lines].map {
      Chart(words, $0, points, series, unit: words).section()
    }
    let table = HTML.table([.text(words), .number(words)], [["\(words)", "\(words)"]])
    let parts: [HTML] = [
      .tiles([(words, words)]), .pairs([(words, words)]), .bars([(words, 1, words)]),
    ]
    let page = HTMLPage(
      title: words, heading: words, subtitle: "\(words)",
      content: charts.joined() + table + .section(words, parts.joined()), madeOn: Day(20_000))
    let scan = PageScan(page.text)
    #expect(scan.findings.isEmpty)
    #expect(scan.text.contains("&lt;img src=x") && !scan.text.contains("&lt;div"))
  }
}

@Suite("A script of a page") struct PageScriptTests {
  private func page(_ script: PageScript?) -> HTMLPage {
    HTMLPage(
      title: "<script>", heading: "<script>", subtitle: "", content: "", script: script,
      madeOn: Day(20_000))
  }

  /// The digest is that of `printf %s "alert('<&>')" | openssl dgst -sha256 -binary | base64`.
  @Test func `is in it as it was written, and is all that its policy permits`() {
    let script = PageScript("alert('<&>')")
    #expect(script.source.text == "'sha256-3GjuZIIQF0+Ah2bn17YTTq5YLkEptczK9Tdzq4mEyas='")
    let text = page(script).text
    #expect(text.contains("</main><script>alert('<&>')</script></body></html>"))
    #expect(text.components(separatedBy: "<script").count == 2)
    #expect(PageScan(text, expecting: ["script"]).findings.isEmpty)
    let policy =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; "
      + "connect-src 'self'; script-src \(script.source.text)"
    #expect(page(script).policy.text == policy)
    #expect(text.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"))
  }

  @Test func `is in no report, and nothing may run there`() {
    #expect(!page(nil).text.contains("<script"))
    #expect(
      page(nil).policy.text
        == "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'")
  }
}

@Suite("A chart") struct ChartTests {
  @Test(
    arguments: [
      (0, [0, 1]), (1, [0, 1]), (4, [0, 1, 2, 3, 4]), (5, [0, 1, 2, 3, 4, 5]), (6, [0, 2, 4, 6]),
      (14, [0, 5, 10, 15]), (26, [0, 10, 20, 30]), (100, [0, 20, 40, 60, 80, 100]),
      (101, [0, 50, 100, 150]), (477, [0, 100, 200, 300, 400, 500]),
      (948, [0, 200, 400, 600, 800, 1_000]), (1_535, [0, 500, 1_000, 1_500, 2_000]),
    ] as [(Double, [Double])])
  func `has gridlines at round steps, up to its greatest value`(value: Double, lines: [Double]) {
    #expect(ChartAxis(for: value).lines == lines)
  }

  @Test func `has two to six gridlines for any value`() {
    for value in (0..<20_000).map({ Double($0 * $0 * 37) }) {
      let axis = ChartAxis(for: value)
      #expect((2...6).contains(axis.lines.count) && axis.top >= value, "\(value)")
      let digits = String(UInt64(axis.step)).drop { $0 != "0" }
      #expect(digits.allSatisfy { $0 == "0" } && "125".contains(String(UInt64(axis.step)).first!))
    }
  }

  private func svg(_ shape: Chart.Shape, _ count: Int, _ value: Double = 1_200) -> String {
    let points = (0..<count).map { Chart.Point("2026-01-01", title: "day \($0)") }
    return Chart("Days", shape, points.map { ($0, value) }).svg.text
  }

  @Test func `says at its gridlines and its bars how much they are`() {
    let bars = svg(.bars, 2)
    #expect(bars.contains(">1,000</text>") && bars.contains(">1,500</text>"))
    #expect(bars.contains("<title>day 1: 1,200</title>"))
  }

  /// Its places along the width are shares of it, so text needs no scaling.
  @Test(arguments: [Chart.Shape.bars, .lines])
  func `fills any width with text of one size`(shape: Chart.Shape) {
    let chart = svg(shape, 3)
    #expect(chart.hasPrefix("<svg class=chart style=\"--axis:"))
    #expect(!chart.prefix { $0 != ">" }.contains("viewBox"))
    #expect(chart.contains("x=\"50.0%\" y=\"228.0\" text-anchor=middle>2026-01-01</text>"))
  }

  @Test func `has fewer days below it on a phone, and none over another`() {
    let labels = svg(.bars, 60).split(separator: ">2026-01-01</text>").dropLast()
    let narrow = labels.filter { !$0.contains("<text class=wide") }
    #expect((8...11).contains(labels.count) && (2...3).contains(narrow.count))
  }

  @Test func `shows little, and draws nothing for nothing`() {
    #expect(svg(.bars, 1, 0).contains(" height=\"0.0\">"))
    let points = [(Chart.Point("a"), 1.0), (Chart.Point("b"), 100_000)]
    #expect(Chart("Days", .bars, points).svg.text.contains(" height=\"1.0\">"))
    #expect(Chart("Days", .bars, []).section().text.isEmpty)
  }
}
