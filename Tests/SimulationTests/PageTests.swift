import TestSupport
import Testing

@testable import Simulation

@Suite("Pages") struct PageTests {
  private let words = PageScan.hostile.joined(separator: " ")

  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("\"'", "&quot;&#39;"),
    ("\u{600}<img>", "\\u{600}&lt;img&gt;"), ("<\u{301}", "&lt;\u{301}"),
    ("&\u{200D}", "&amp;\\u{200d}"), ("\"\u{20DD}", "&quot;\u{20DD}"),
    ("a\u{202E}b\u{0}", "a\\u{202e}b\\u{0}"), ("Größe 東京", "Größe 東京"),
  ])
  func `escape interpolated text scalar by scalar`(text: String, shown: String) {
    let markup: HTML = "<p title=\"\(text)\">\(text)</p>"
    #expect(
      markup.text.unicodeScalars.elementsEqual("<p title=\"\(shown)\">\(shown)</p>".unicodeScalars))
  }

  @Test func `take markup as it is, and join it`() {
    let parts: [HTML] = ["<b>\("<")</b>", "<i></i>"]
    #expect(parts.joined(separator: "<br>").text == "<b>&lt;</b><br><i></i>")
    #expect(("<p>" + parts[1] + "</p>" as HTML).text == "<p><i></i></p>")
    #expect([HTML]().joined().text.isEmpty)
  }

  @Test func `of drills show hostile words as words`() {
    var report = DrillReport(
      ofProcesses: words, summary: words, promises: [1], seed: 1, devices: 3, notChecked: [words],
      again: words)
    report.skip(words)
    var failed = DrillReport(
      ofProcesses: words, summary: words, promises: [1], seed: 1, devices: 3, notChecked: [words],
      again: words)
    failed.findings = [words]
    failed.timeline = [.init(time: words, milliseconds: 0, kind: .lost, what: words)]
    failed.rto = [.init(phase: words, milliseconds: 1)]
    failed.digests.countsExpected = words
    failed.digests.itemsFound = words
    var results = DrillResults(of: [], DrillPlan(), clock: { 0 })
    results.add([report, failed], milliseconds: 0)
    let page = PageScan(DrillPage(results: results).html)
    #expect(page.findings.isEmpty)
    #expect(page.text.contains("&lt;img src=x") && !page.text.contains("&lt;div"))
  }

  @Test func `of worlds of faults show hostile words as words`() {
    var report = SwarmReport(Swarm(seeds: 1...1, profile: .small))
    report.profile = words
    report.failures = [
      .init(
        seed: 1, promise: 1, invariant: words, what: words, time: words, moments: [words, words],
        again: words)
    ]
    let page = PageScan(SwarmPage(report: report).html)
    #expect(page.findings.isEmpty)
    #expect(page.text.contains("&lt;img src=x") && !page.text.contains("&lt;div"))
  }

  @Test func `of charts show hostile words as words`() {
    let shares = ShareChart(lines: [.init(name: words, values: [0.5])]).svg
    let bars = Chart(values: [(words, 1), (words, 2)]).bars
    let page = HTMLPage(title: "\(words)", style: ReportPage.style, body: shares + bars)
    #expect(PageScan(page.text).findings.isEmpty)
  }
}
