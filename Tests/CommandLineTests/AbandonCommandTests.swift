import Foundation
import TestSupport
import Testing

@Suite("The command device abandon") struct AbandonCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let shop: String

  init() throws {
    folder = try TemporaryFolder()
    shop = folder.file("shop")
    for (id, title) in [("1", "Red boots"), ("2", "Red boots, worn")] {
      let outcome = try program.run([
        "device", "index", shop, "--app", "shop", "--id", id, "--attribute", "title=\(title)",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  private func run(_ arguments: String..., input: String? = nil) throws -> String {
    let outcome = try program.run(arguments, input: input)
    #expect(outcome.status == 0 && outcome.errors == "", "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  private func found() throws -> [String] {
    try run("device", "search", shop, "boots").split(separator: "\n").map(String.init)
  }

  @Test func `journals what was shown, which is listed in words`() throws {
    let recorded = try run(
      "device", "abandon", shop, "--app", "shop", "--query", "boo", "--shown", "2", "--shown", "1")
    #expect(recorded == "1 event journaled, up to entry 4\n")
    let log = try run("journal", "log", shop, "--oneline", "--from", "4")
    #expect(log.hasPrefix("4 ") && log.hasSuffix(" results shown 2, none opened  boo\n"), "\(log)")
    let entry = try run("journal", "show", shop, "4")
    #expect(entry.contains("opened      none\n") && entry.contains("ids         2,1\n"), "\(entry)")
    let line = try run("journal", "export", shop + "/private.journal", "--from", "4")
    #expect(line.contains(#""kind":"abandon","query":"boo","shown":["2","1"]"#), "\(line)")
  }

  @Test func `lets what is never opened sink, also once it is compacted`() throws {
    #expect(try found() == ["shop  1  Red boots", "shop  2  Red boots, worn"])
    let line = #"{"time":1767225600,"kind":"abandon","query":"boots","shown":["1"]}"# + "\n"
    let recorded = try run(
      "device", "engage", shop, "--app", "shop", input: String(repeating: line, count: 20))
    #expect(recorded == "20 events journaled, up to entry 24\n")
    let sunk = ["shop  2  Red boots, worn", "shop  1  Red boots"]
    #expect(try found() == sunk)
    let reason = "-2.000  shown and never opened\n"
    #expect(try run("device", "search", shop, "boots", "--explain").contains(reason))
    _ = try run("journal", "compact", shop)
    #expect(try found() == sunk)
    #expect(try run("device", "search", shop, "boots", "--explain").contains(reason))
    let log = try run("journal", "log", shop, "--oneline")
    #expect(log.contains(" results shown, sums of 1\n"), "\(log)")
    #expect(log.components(separatedBy: ", redacted\n").count == 21, "\(log)")
    let why = try run("journal", "why", shop, "1")
    #expect(
      why.contains("ranked      It stands 2 points lower: by its places it was looked at 20 times"),
      "\(why)")
    #expect(why.contains("  shown in abandoned searches, in all  20\n"), "\(why)")
    #expect(try run("journal", "why", shop, "1", "--json").contains("\"neverOpened\""))
    // Compacted again, it is as it was.
    _ = try run("journal", "compact", shop)
    #expect(try run("journal", "log", shop, "--oneline") == log)
    _ = try run("device", "engage", shop, "--app", "shop", "--id", "1")
    #expect(try !run("device", "search", shop, "boots", "--explain").contains(reason))
  }

  @Test func `says what is not there`() throws {
    let outcome = try program.run(
      ["device", "abandon", shop, "--app", "shop", "--shown", "gone", "--shown", "1"])
    #expect(outcome.status == 0 && outcome.output == "1 event journaled, up to entry 4\n")
    #expect(
      outcome.errors.contains("no item or activity gone of app shop is indexed"),
      "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test(arguments: [
    ([], "--shown is missing. Name each result that was visible: --shown dune."),
    (
      (1...21).flatMap { ["--shown", "\($0)"] },
      "21 results are shown; at most 20 count. Name those that were visible."
    ),
  ])
  func `refuses what no list is`(shown: [String], message: String) throws {
    let outcome = try program.run(["device", "abandon", shop, "--app", "shop"] + shown)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
