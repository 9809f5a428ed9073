import Foundation
import TestSupport
import Testing

@Suite("A fleet that searches, at the command line") struct SearchFleetCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func trace() throws -> String {
    var lines = ""
    for title in 0..<20 {
      for app in ["a", "b", "c"] {
        lines +=
          #"{"time":0,"device":"d","app":"\#(app)","kind":"index","id":"\#(title)","#
          + #""attributes":{"title":"title\#(title)"}}"# + "\n"
      }
    }
    return try TraceLines.file(lines.utf8, in: folder)
  }

  @Test func `writes what it prints, as a page and as JSON`() throws {
    let program = Program.built
    let out = folder.file("run")
    let arguments = ["simulate", "--searches", try trace(), "--devices", "2", "--rounds", "3"]
    let shown = try program.run(arguments + ["--out", out])
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(
      shown.output.contains("devices     2, each with 120 items of 3 apps and one that spams"))
    #expect(shown.output.contains("report      \(out)/report.html"))
    let page = try String(contentsOfFile: out + "/report.html", encoding: .utf8)
    #expect(page.contains("What people find"))
    let printed = try program.run(arguments + ["--json"])
    func rounds(_ json: Data) throws -> NSArray {
      let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
      return try #require(object?["rounds"] as? NSArray)
    }
    let written = try Data(contentsOf: URL(fileURLWithPath: out + "/report.json"))
    #expect(try rounds(written).count == 3)
    #expect(try rounds(written) == rounds(Data(printed.output.utf8)))
  }

  @Test(arguments: [
    (["--trace", "x"], "--trace cannot be combined with --searches."),
    (["--threshold", "2"], "--threshold cannot be combined"),
    (["--days", "2", "--devices", "2"], "--days cannot be combined"),
    (["--devices", "65"], "With --searches, --devices takes 1 to 64."),
    (["--rounds", "0"], "--rounds takes 1 to 200."),
    (["--rounds", "201"], "--rounds takes 1 to 200."),
  ])
  func `refuses what is for other runs`(arguments: [String], message: String) throws {
    let outcome = try Program.built.run(["simulate", "--searches", "x"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `says where there is no trace, or none to search`() throws {
    let none = try Program.built.run(["simulate", "--searches", folder.file("none")])
    #expect(none.status == 66)
    let empty = try TraceLines.file("".utf8, in: folder)
    let outcome = try Program.built.run(["simulate", "--searches", empty])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("ends without an item that has a title"))
    let stray = try Program.built.run(["simulate", "--trace", empty, "--rounds", "3"])
    #expect(stray.status == 64)
    #expect(stray.errors.contains("--rounds needs --searches."))
  }

  /// Pages in 39 languages, each language an app: what people open makes what they find better, and
  /// an app that takes a quarter of the first places loses nearly all of them.
  @Test(.enabled(if: RealDataRuns.arePossible, RealDataRuns.why))
  func `finds real pages better, and less of what spams`() throws {
    let trace = try RealTraces.trace(
      ["tldr-pages", try #require(RealData.path("tldr.pages.jsonl.gz"))], in: folder)
    let program = try #require(Program.optimised)
    let outcome = try program.run(["simulate", "--searches", trace, "--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    struct Report: Decodable {
      struct Round: Decodable {
        struct Figures: Decodable {
          let quality: Double
          let plainQuality: Double
          let spamShare: Double
          let plainSpamShare: Double
        }
        let figures: Figures
      }
      let items: Int
      let rounds: [Round]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.items > 10_000)
    let first = try #require(report.rounds.first?.figures)
    let last = try #require(report.rounds.last?.figures)
    #expect(last.quality > 0.75 && last.quality > first.quality + 0.3)
    #expect(last.quality > last.plainQuality + 0.6)
    #expect(last.plainSpamShare > 0.2 && last.spamShare < 0.05)
  }
}
