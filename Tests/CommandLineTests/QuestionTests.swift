import Foundation
import TestSupport
import Testing

@Suite(
  "A question in plain words", .enabled(if: RealItems.areThere, "\(RealData.howToGet)"))
struct QuestionTests {
  private struct Answer: Decodable {
    let id: String
    let title: String
    let omitted: [String]?
  }

  private let folder: TemporaryFolder
  private let program: Program

  init() throws {
    folder = try TemporaryFolder()
    program = Program.built
    var lines = Data()
    for recipe in try RealItems.recipes() {
      lines += try recipe.line()
      lines.append(UInt8(ascii: "\n"))
    }
    try lines.write(to: URL(fileURLWithPath: folder.file("lines")))
    let indexed = try program.run(
      ["device", "index", folder.file("phone")], inputPath: folder.file("lines"))
    #expect(indexed.status == 0, "\(indexed.errors)")
  }

  private func answers(_ query: String) throws -> [Answer] {
    let outcome = try program.run(
      ["device", "search", folder.file("phone"), "--json", "--", query])
    #expect(outcome.status == 0, "\(query): \(outcome.errors)")
    return try JSONDecoder().decode([Answer].self, from: Data(outcome.output.utf8))
  }

  @Test func `finds the recipes that fit best, and says which words they have not`() throws {
    for (query, word, omitted) in [
      ("vegetarian curry", "curry", ["vegetarian"]),
      ("how to make a pizza dough", "pizza dough", ["how"]),
      ("how do I make pancakes", "pancake", nil), ("soup with beetroot zzqq", "borscht", nil),
    ] as [(String, String, [String]?)] {
      let found = try answers(query)
      let first = try #require(found.first, "\(query)")
      #expect(first.title.lowercased().contains(word), "\(query): \(first.title)")
      if let omitted {
        #expect(Set(first.omitted ?? []).isSubset(of: Set(omitted + ["to", "make", "a"])))
        #expect(first.omitted?.contains(omitted[0]) == true, "\(query)")
      }
    }
    // Full matches say nothing of the kind, and stand above the others.
    let full = try answers("pizza dough")
    #expect(full.prefix(3).allSatisfy { $0.omitted == nil })
    #expect(full.first?.title == "Pizza Dough")
  }

  @Test func `says so to people as well`() throws {
    let outcome = try program.run(
      ["device", "search", folder.file("phone"), "--limit", "1", "vegetarian", "curry"])
    #expect(outcome.output.hasSuffix("  (without vegetarian)\n"), "\(outcome.output)")
  }
}
