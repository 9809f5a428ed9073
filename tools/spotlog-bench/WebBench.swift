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
    try [addresses(), robots()].map { row in
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
