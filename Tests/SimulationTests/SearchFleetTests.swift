import Foundation
import HTMLPages
import JournalFormat
import TestSupport
import Testing
import TraceLines

@testable import Simulation

@Suite("A fleet that searches") struct SearchFleetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ lines: String) throws -> String {
    let path = folder.file("\(UInt64.random(in: 0 ... .max)).jsonl")
    try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Titles that several apps have, and one that only one has.
  private func corpus(_ plan: SearchFleetPlan, apps: Int = 12, titles: Int = 30) throws
    -> SearchCorpus
  {
    var lines = ""
    for title in 0..<titles {
      for app in 0..<apps where app == 0 || title % app < 6 {
        lines += """
          {"time":0,"device":"d","app":"app\(app)","kind":"index","id":"\(title)",\
          "attributes":{"title":"w\(String(title, radix: 3))x thing"}}

          """
      }
    }
    let path = try file(lines)
    return try SearchCorpus(plan, lines: TraceReader(path: path))
  }

  private func plan(_ change: (inout SearchFleetPlan) -> Void = { _ in }) -> SearchFleetPlan {
    var plan = SearchFleetPlan()
    plan.devices = 3
    plan.rounds = 6
    plan.searchesPerRound = 60
    plan.topicCount = 30
    plan.spamCount = 20
    change(&plan)
    return plan
  }

  private func fleet(_ plan: SearchFleetPlan) throws -> SearchFleet {
    SearchFleet(plan, try corpus(plan), diskName: folder.path)
  }

  @Test func `finds more of what people want as they open it, and less of what spams`() throws {
    let plan = plan()
    let report = try fleet(plan).perform()
    let first = try #require(report.rounds.first?.figures)
    let last = try #require(report.rounds.last?.figures)
    #expect(last.quality > first.quality)
    #expect(last.quality > last.plainQuality + 0.3)
    #expect(first.plainSpamShare > 0.2 && last.plainSpamShare > 0.2)
    #expect(last.spamShare < first.spamShare && last.spamShare < last.plainSpamShare / 2)
    #expect(report.rounds.allSatisfy { $0.searches == 180 && (1..<180).contains($0.taps) })
  }

  @Test func `is the same with the same seed, and another with another`() throws {
    let plan = plan { $0.rounds = 2 }
    let other = self.plan { ($0.rounds, $0.seed) = (2, 2) }
    func figures(_ plan: SearchFleetPlan) throws -> [Double] {
      try fleet(plan).perform().rounds.map(\.figures.quality)
    }
    #expect(try figures(plan) == figures(plan))
    #expect(try figures(plan) != figures(other))
  }

  @Test func `measures how good results are`() throws {
    let plan = plan { $0.spamCount = 0 }
    let person = SearchPerson(try corpus(plan), number: 1, seed: 1)
    for (query, wishes) in person.wishes {
      let best = wishes.sorted { $0.value > $1.value }.map(\.key)
      #expect(person.quality(of: best, for: query) > 1 - 1e-12)
      #expect(person.quality(of: [], for: query) == 0)
      let others = (0..<10).map { AppName(app: "other", id: "\($0)") }
      #expect(person.quality(of: others, for: query) == 0)
      // What stands lower is worth less, and from the eleventh place on nothing.
      let second = person.quality(of: [others[0]] + best, for: query)
      #expect(second > 0 && second < 1)
      #expect(person.quality(of: others + best, for: query) == 0)
      #expect(person.quality(of: best.reversed(), for: query) <= 1)
    }
    #expect(person.quality(of: [], for: "nobody types this") == 0)
  }

  @Test func `has people open what they want rather than what stands below it`() throws {
    let plan = plan()
    var person = SearchPerson(try corpus(plan), number: 0, seed: 3)
    let shown = (0..<10).map { AppName(app: "app", id: "\($0)") }
    func taps(wanted: Int) -> [Int: Int] {
      var taps: [Int: Int] = [:]
      for _ in 0..<4_000 {
        if let place = person.tap(shown, wanted: shown[wanted]) { taps[place, default: 0] += 1 }
      }
      return taps
    }
    let high = taps(wanted: 0)
    let low = taps(wanted: 9)
    #expect((3_400...3_800).contains(high[0] ?? 0))
    #expect((700...1_300).contains(low[9] ?? 0))
    #expect((low[0] ?? 0) > (low[8] ?? 0))
    #expect(person.tap([], wanted: shown[0]) == nil)
  }

  @Test func `says what is wrong with its trace`() throws {
    let plan = plan()
    let cases: [(lines: String, message: String)] = [
      ("", "ends without an item that has a title"),
      (#"{"time":0,"device":"d","app":"a","kind":"delete","ids":["1"]}"#, "ends without an item"),
      (
        #"{"time":0,"device":"d","app":"a","kind":"index","id":"1","attributes":{"comment":"c"}}"#,
        "ends without an item"
      ),
      (#"{"time":0,"kind":"index"}"#, "line 1, column 1: is of kind \"index\" and has no \"id\""),
      ("no JSON", "line 1, column 1: is not JSON"),
    ]
    for (lines, message) in cases {
      let path = try file(lines + "\n")
      let error = #expect(throws: TraceError.self) {
        try SearchCorpus(plan, lines: TraceReader(path: path))
      }
      let said = error.map { "\($0)" } ?? ""
      #expect(said.contains(message), "\(said)")
    }
  }

  @Test func `shows both lines of a chart, and no markup of what it is given`() throws {
    let plan = plan { $0.rounds = 1 }
    var report = try fleet(plan).perform()
    func page() -> String { SearchFleetPage(report: report).page(madeOn: Day(20_000)).text }
    #expect(page().contains("<polyline class=plain"))
    #expect(report.summary.contains("round   nDCG@10"))
    report.rounds = []
    #expect(!page().contains("<polyline"))
    #expect(SearchFleetReport.fixed(0.0404) == "0.040")
    #expect(SearchFleetReport.fixed(1) == "1.000")
  }
}
