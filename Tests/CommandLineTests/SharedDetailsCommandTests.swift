import Foundation
import TestSupport
import Testing

/// What apps share of activities, from two people's devices to whoever searches the cloud.
@Suite("What apps share with everybody") struct SharedDetailsCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private var cloud: String { folder.file("run/cloud") }

  /// Two people open a café with a page and a board game that only its app can open.
  init() throws {
    folder = try TemporaryFolder()
    var trace = ""
    for (number, device) in ["ann", "bob"].enumerated() {
      let time = 1_767_261_600 + number * 60
      for (id, line) in Self.activities {
        trace += "{\"time\":\(time),\"device\":\"\(device)\",\"app\":\"places\",\(line)}\n"
        trace +=
          "{\"time\":\(time + 1),\"device\":\"\(device)\",\"app\":\"places\",\"kind\":\"engage\","
          + "\"id\":\"\(id)\"}\n"
      }
    }
    try Data(trace.utf8).write(to: URL(fileURLWithPath: folder.file("trace")))
    let run = try program.run([
      "simulate", "--trace", folder.file("trace"), "--threshold", "2", "--out", folder.file("run"),
    ])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  private static let activities = [
    (
      "cafe",
      """
      "kind":"activity","id":"cafe","type":"view","title":"Harbour Café","search":true,\
      "public":true,"url":"https://example.com/cafe","attributes":{"rating":4.5,\
      "ratingDescription":"312 reviews","com_example_price":12.5,"com_example_priceCurrency":"EUR",\
      "namedLocation":"Quay","city":"Cork","latitude":51.898,"longitude":-8.4756,\
      "supportsNavigation":true,"phoneNumbers":["tel:*21#","+353 21 123 4567"],\
      "supportsPhoneCall":true,"startDate":"2026-01-31T12:00","emailAddresses":["a@example.com"],\
      "contentURL":"javascript:alert(1)","album":"secret"},\
      "share":["rating","ratingDescription","price","priceCurrency","namedLocation","city",\
      "latitude","longitude","supportsNavigation","phoneNumbers","supportsPhoneCall","startDate",\
      "contentURL"]
      """
    ),
    (
      "chess",
      """
      "kind":"activity","id":"chess","type":"play","title":"Harbour chess","search":true,\
      "public":true,"weakRelated":"board-7","attributes":{"rating":3},"share":["userInfo"],\
      "userInfo":{"board":7,"side":"white","isTimed":true}
      """
    ),
  ]

  private func search(_ arguments: String...) throws -> String {
    let found = try program.run(["cloud", "search", "--data", cloud, "harbour"] + arguments)
    #expect(found.status == 0, "\(found.errors)")
    return found.output
  }

  @Test func `is on the cards of a search: what was named, and nothing else`() throws {
    #expect(
      try search("--cards") == """
        Harbour Café
          ★★★★½ 4.5, 312 reviews
          price       12.50 EUR
          starts      2026-01-31 12:00 UTC
          place       Quay, Cork
          call        +353211234567
          directions  51.898, -8.4756
          page        https://example.com/cafe
          app         places (public)
          opened      2 times on 2 devices

        """)
  }

  @Test func `opens for people who have the app, and is shown to nobody else`() throws {
    #expect(try !search().contains("chess"))
    #expect(try !search("--installed", "maps").contains("chess"))
    let found = try search("--installed", "maps", "--installed", "places", "--json")
      .filter { !$0.isWhitespace }
    #expect(found.contains("\"userInfo\":{\"board\":7,\"isTimed\":true,\"side\":\"white\"}"))
    // Its rating was not named.
    #expect(!found.contains("\"rating\":3"))
    #expect(!found.contains("a@example.com") && !found.contains("secret"))
  }

  @Test func `is blended into a device's own results, which names no app unless told`() throws {
    let phone = folder.file("phone")
    let made = try program.run(
      ["device", "index", phone, "--app", "notes", "--id", "1", "--attribute", "title=Harbour"])
    #expect(made.status == 0, "\(made.errors)")
    func search(_ arguments: String...) throws -> Program.Outcome {
      try program.run(["device", "search", phone, "harbour"] + arguments)
    }
    let cards = try search("--data", cloud, "--cards").output
    #expect(cards.contains("★★★★½ 4.5, 312 reviews") && !cards.contains("chess"))
    #expect(try search("--data", cloud, "--installed", "places").output.contains("chess"))
    let alone = try search("--installed", "places")
    #expect(alone.status == 64 && alone.errors.contains("--installed needs --data"))
  }

  @Test func `is refused under a name that no public item has`() throws {
    let refused = try program.run([
      "device", "activity", folder.file("pad"), "--app", "a", "--id", "1", "--type", "view",
      "--title", "x", "--url", "https://example.com/x", "--search", "--public", "--share",
      "emailAddresses",
    ])
    #expect(refused.status != 0, "\(refused.output)")
    #expect(refused.errors.contains("\"emailAddresses\", which no public item has"))
    let line = Self.activities[1].1.replacing("[\"userInfo\"]", with: "[\"emailAddresses\"]")
    let bad = try program.run(
      ["device", "activity", folder.file("pad")],
      input: "{\"time\":1767261600,\"app\":\"a\",\(line)}\n")
    #expect(bad.status == 65 && bad.errors.contains("shares \"emailAddresses\""), "\(bad.errors)")
  }

  @Test(arguments: [
    (Array(repeating: "a", count: 101), "101 installed apps are named; at most 100 are accepted"),
    ([String(repeating: "a", count: 256)], "has 256 bytes; at most 255 are accepted"),
  ])
  func `is asked for by a bounded list of apps`(apps: [String], words: String) throws {
    let refused = try program.run(
      ["cloud", "search", "--data", cloud, "x"] + apps.flatMap { ["--installed", $0] })
    #expect(refused.status == 64 && refused.errors.contains(words), "\(refused.errors)")
  }
}
