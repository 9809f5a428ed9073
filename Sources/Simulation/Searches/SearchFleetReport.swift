internal import Foundation
package import HTMLPages
package import JournalFormat
internal import JournalStore

/// What people found, round by round: `report.json`.
package struct SearchFleetReport: Codable, Sendable, PageReport {
  /// Means over the searches of a round; shares are 0 to 1.
  package struct Round: Codable, Sendable {
    package let number: Int
    package internal(set) var searches = 0
    package internal(set) var taps = 0
    package internal(set) var figures = Figures()

    mutating func add(_ search: Figures) {
      searches += 1
      figures = figures.combined(with: search, +)
    }

    var mean: Round {
      var mean = self
      let count = Double(max(1, searches))
      mean.figures = figures.combined(with: Figures()) { sum, _ in
        (sum / count * 10_000).rounded() / 10_000
      }
      return mean
    }
  }

  package struct Figures: Codable, Sendable {
    /// nDCG@10 of the results, weighted as people search.
    package var quality = 0.0
    /// The same where nobody opens anything.
    package var plainQuality = 0.0
    /// How many of the first three places the spamming app has.
    package var spamShare = 0.0
    package var plainSpamShare = 0.0

    fileprivate func combined(with other: Figures, _ body: (Double, Double) -> Double) -> Figures {
      Figures(
        quality: body(quality, other.quality), plainQuality: body(plainQuality, other.plainQuality),
        spamShare: body(spamShare, other.spamShare),
        plainSpamShare: body(plainSpamShare, other.plainSpamShare))
    }
  }

  package let plan: SearchFleetPlan
  /// On each device, with those of the spamming app.
  package let items: Int
  /// Titles that people look for.
  package let topics: Int
  package let apps: Int
  package internal(set) var rounds: [Round] = []
  package internal(set) var cpuSeconds = 0.0

  init(plan: SearchFleetPlan, items: Int, topics: Int, apps: Int) {
    self.plan = plan
    self.items = items
    self.topics = topics
    self.apps = apps
  }

  package var summary: String {
    var lines = [
      "devices     \(plan.devices), each with \(Figure.plainCount(items, "item")) of "
        + "\(Figure.plainCount(apps, "app")) and one that spams",
      "searches    \(rounds.reduce(0) { $0 + $1.searches }) in "
        + "\(Figure.plainCount(rounds.count, "round")), "
        + "\(Figure.plainCount(rounds.reduce(0) { $0 + $1.taps }, "result")) opened",
      "",
      "round   nDCG@10   nobody opens   spam in 3   nobody opens",
    ]
    lines += rounds.map { round in
      let figures = round.figures
      let values = [
        (figures.quality, 10), (figures.plainQuality, 15), (figures.spamShare, 12),
        (figures.plainSpamShare, 15),
      ]
      return Self.padded("\(round.number)", 5)
        + values.map { Self.padded(Self.fixed($0.0), $0.1) }.joined()
    }
    return lines.joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// With three digits.
  static func fixed(_ share: Double) -> String {
    let thousandths = Int((share * 1_000).rounded())
    return "\(thousandths / 1_000).\(String(1_000 + thousandths % 1_000).dropFirst())"
  }

  package func page(madeOn day: Day) -> HTMLPage { SearchFleetPage(report: self).page(madeOn: day) }

  /// Writes `report.json` and `report.html`.
  package func write(to folder: String, madeOn day: Day) throws {
    try writeFiles(to: folder, madeOn: day)
  }
}
