import Foundation
import TestSupport
import Testing

/// Results as cards, at the command line.
@Suite("A search that prints cards") struct CardCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private var phone: String { folder.file("phone") }

  init() throws {
    folder = try TemporaryFolder()
    let cafe = [
      "title=Harbour Café", "contentDescription=Coffee by the water", "rating=4.5",
      "ratingDescription=312 reviews", "price=from 3 EUR", "dueDate=2026-01-31", "allDay=true",
      "city=Cork", "supportsPhoneCall=true", "phoneNumbers=+353 21 123 4567",
      "url=https://example.com/cafe",
    ]
    let boat = ["title=Harbour\u{1B}[2J boat\u{202E}"]
    for (id, attributes) in [("cafe-1", cafe), ("boat-1", boat)] {
      let outcome = try program.run(
        ["device", "index", phone, "--app", "places", "--id", id]
          + attributes.flatMap { ["--attribute", $0] })
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test func `shows what there is of each result, and what can be done`() throws {
    let found = try program.run(["device", "search", phone, "coffee", "--cards"])
    #expect(
      found.output == """
        Harbour Café
          Coffee by the water
          ★★★★½ 4.5, 312 reviews
          price       from 3 EUR
          due         2026-01-31
          place       Cork
          call        +353211234567
          page        https://example.com/cafe
          in the app  cafe-1
          app         places

        """, "\(found.errors)")
  }

  @Test func `leaves a line between two, and does nothing to a terminal`() throws {
    let found = try program.run(["device", "search", phone, "harbour", "--cards"]).output
    let cards = found.components(separatedBy: "\n\n").sorted()
    #expect(cards.count == 2 && found.hasSuffix("  app         places\n"))
    #expect(
      found.contains(
        "Harbour\\u{1b}[2J boat\\u{202e}\n  in the app  boat-1\n  app         places\n"))
  }

  @Test func `says beside a card what else is to be said of it`() throws {
    let all = ["device", "search", phone, "cofee", "--cards"]
    #expect(try program.run(all).output.hasSuffix("  app         places\n  (for coffee)\n"))
    let then = try program.run(["device", "search", phone, "coffee", "--until", "2", "--cards"])
    #expect(then.status == 0 && then.output.hasPrefix("Harbour Café\n"), "\(then.errors)")
    let both = try program.run(
      ["device", "search", phone, "coffee", "--cards", "--snippets", "--explain"])
    #expect(both.output.contains("app         places\n    ") && both.status == 0)
  }

  @Test func `finds nothing as any search does`() throws {
    let found = try program.run(["device", "search", phone, "zebra", "--cards"])
    #expect(found.output.isEmpty && found.errors.contains("no results"))
  }

  @Test func `is for people`() throws {
    let refused = try program.run(["device", "search", phone, "coffee", "--cards", "--json"])
    #expect(refused.status == 64 && refused.output.isEmpty)
    #expect(refused.errors.contains("--cards and --json cannot be combined."))
  }
}
