import Foundation
import JournalFormat
import WebAddress
import WebMarkup

/// How fast what strangers wrote for the web is read. A row each.
enum WebBench {
  private struct Row {
    let name: String
    /// What one round does, in the unit.
    let amount: Double
    let unit: String
    let target: Double
    let round: () -> Int
  }

  private static let rounds = 3

  static func run() throws -> [Measurement] {
    try [addresses(), robots(), page(), hostilePages()].map { row in
      var seconds = Double.infinity
      // The best of several: whatever else runs here slows all.
      for _ in 0..<rounds {
        seconds = min(
          seconds,
          try BenchClock.cpuSeconds {
            guard row.round() > 0 else { throw BenchError("\(row.name): nothing was read.") }
          })
      }
      return Measurement(
        name: row.name, ours: row.amount / seconds, unit: row.unit, target: row.target)
    }
  }

  private static func addresses() -> Row {
    let count = 200_000
    let texts = (0..<count).map {
      "https://www.example.com/recipes/\($0)/potato-chips-with-sauce?from=search&page=\($0 % 9)"
    }
    return Row(
      name: "web addresses parsed", amount: Double(count), unit: "addresses/CPU s",
      target: 1_000_000
    ) {
      texts.count { WebURL($0) != nil }
    }
  }

  /// Files of 4 kB with rules of every kind; one decision each.
  private static func robots() -> Row {
    let files = (0..<500).map { Array(robotsFile($0).utf8) }
    let target = Array("/public/17/page-about-something.html".utf8)
    let megabytes = Double(files.reduce(0) { $0 + $1.count }) / 1_000_000
    return Row(
      name: "robots.txt read, and one decision", amount: megabytes, unit: "MB/CPU s",
      // Three times Protego 0.4 (docs/BENCHMARKS.md).
      target: 25
    ) {
      files.count { RobotsRules($0).decision(forTarget: target).isAllowed }
    }
  }

  /// A page of 300 kB with markup of every common kind, up to its tree.
  private static func page() -> Row {
    let page = Array(pageText(sections: 380).utf8)
    return Row(
      name: "HTML, bytes to tree", amount: Double(page.count) * 20 / 1_000_000, unit: "MB/CPU s",
      // Twice libxml2 2.14 (docs/BENCHMARKS.md).
      target: 80
    ) {
      (0..<20).reduce(0) { count, _ in count + HTMLDocument(page).elements.count }
    }
  }

  private static func pageText(sections: Int) -> String {
    var text = """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Recipes &amp; more</title>
      <link rel="canonical" href="https://www.example.com/recipes"></head><body class="page">

      """
    for number in 0..<sections {
      text += """
        <section class="card card-wide" id="recipe-\(number)" itemscope
            itemtype="https://schema.org/Recipe">
          <h2 class="card-title"><a href="/recipes/\(number)?from=list&amp;page=2">Chips</a></h2>
          <img class="lazy" src="/images/\(number).jpg" alt="A bowl of chips" width="320">
          <p itemprop="description">Crisp, salted, and done in <b>45 minutes</b>.
          <ul class="ingredients"><li itemprop="recipeIngredient">4 potatoes<li>salt</ul>
          <div data-id="\(number)"><span itemprop="totalTime" content="PT45M">45 min</span></div>
        </section>
        <script>window.cards = window.cards || []; window.cards.push({"id": \(number)});</script>

        """
    }
    return text + "</body></html>"
  }

  /// A megabyte each of what other readers take the square of its size for.
  private static func hostilePages() -> Row {
    let pieces = ["<div>", "<a><b><i>", "<p a b c d>", "<!--", "&a", "<b><p></b>", "<table><td>"]
    let pages = pieces.map {
      Array(String(repeating: $0, count: 1_000_000 / $0.utf8.count).utf8)
    }
    return Row(
      name: "hostile pages, bytes to tree", amount: Double(pages.count), unit: "MB/CPU s", target: 7
    ) {
      pages.reduce(0) { $0 + HTMLDocument($1).elements.count }
    }
  }

  private static func robotsFile(_ number: Int) -> String {
    var text = "# Site \(number)\n"
    for agent in ["*", "Googlebot", "BadBot"] {
      text += "User-agent: \(agent)\nCrawl-delay: 1\n"
      for place in 0..<20 {
        text += "Disallow: /private/\(number)/\(place)/*\nAllow: /public/\(place)/*.html$\n"
      }
      text += "\n"
    }
    return text + "Sitemap: https://example.com/sitemap.xml\n"
  }
}
