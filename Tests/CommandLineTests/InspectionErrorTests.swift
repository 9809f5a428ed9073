import Foundation
import TestSupport
import Testing

/// What the commands that look into journals say when they cannot.
@Suite("An inspection that cannot be made") struct InspectionErrorTests {
  private let world: InspectionWorld

  init() throws { world = try InspectionWorld.made.get() }

  typealias Case = (arguments: [String], status: Int32, message: String)

  static let cases: [Case] = [
    (["log", "/nowhere"], 66, "There is no journal at /nowhere. Check the path."),
    (
      ["log", "/dev/null"], 65, "/dev/null is not an ordinary file, and no journal. Check the path."
    ),
    (
      ["log", "ROOT"], 66,
      "There is no private.journal, cloud.journal, shared.journal in ROOT. Give"
    ),
    (["log", "PHONE", "--journal", "cloud"], 66, "There is no cloud.journal in PHONE. Give"),
    (["log", "PHONE/witness"], 65, "PHONE/witness is not a journal"),
    (["log", "PHONE", "--kind", "nonsense"], 64, "nonsense"),
    (["log", "PHONE", "--until", "yesterday"], 64, "yesterday"),
    (["log", "PHONE", "--from", "+1"], 64, "+1"),
    (["log", "PHONE", "--from", "2027-02-30"], 64, "'--from <entry|time>': 30 February does not"),
    (["log", "PHONE", "--from", "7", "--until", "6"], 64, "--from is later than --until."),
    (["log", "PHONE", "--limit=-1"], 64, "--limit must be at least 1."),
    (["log", "PHONE", "--format", "{number"], 64, "{number"),
    (["log", "PHONE", "--json", "--oneline"], 64, "--oneline"),
    (["log", "PHONE", "--follow", "--reverse"], 64, "--follow"),
    (["log", "PHONE", "--key", "/nowhere"], 66, "/nowhere"),
    (["show", "PHONE", "99"], 66, "99"),
    (["show", "PHONE", "0"], 66, "0"),
    (["show", "PHONE", "x"], 64, "x"),
    (["show", "PHONE", "2", "--cloud", "/nowhere"], 66, "/nowhere"),
    (["stats", "PHONE", "--top", "0"], 64, "--top"),
    (["stats", "PHONE", "--html", "/nowhere/page.html"], 73, "/nowhere/page.html"),
    (["verify", "/nowhere"], 66, "There is no journal at /nowhere."),
    (["diff", "PHONE", "/nowhere"], 66, "There is no journal at /nowhere."),
    (["why", "PHONE", "nothing"], 65, "names an item nothing. Look for it with"),
    (
      ["why", "PHONE/shared.journal", "note-1"], 64, "An item's history is in the private journal."
    ),
    (["why", "CLOUD"], 64, "Name an item by its key or tag, or a device with --device LINEAGE."),
    (["why", "CLOUD", "--device", "ffff"], 65, "The log knows no single device ffff."),
    (["why", "CLOUD", "https://nobody.example/"], 65, "Nobody has reported an item"),
    (["why", "PHONE", "note-1", "--app", "other"], 65, "names an item note-1"),
    (["view", "PHONE"], 64, "The viewer needs a terminal. Print the journal with"),
    (["export", "CLOUD"], 65, "private"),
    (["export", "PHONE", "--format", "sqlite"], 64, "--out"),
  ]

  @Test(arguments: cases.indices)
  func `says why, and what to do`(index: Int) throws {
    let wanted = Self.cases[index]
    let outcome = try world.run(
      ["journal"] + wanted.arguments.map { $0.replacingOccurrences(of: "ROOT", with: "/") })
    #expect(outcome.status == wanted.status, "\(wanted.arguments): \(outcome)")
    let message = wanted.message.replacingOccurrences(of: "PHONE", with: world.phone)
      .replacingOccurrences(of: "ROOT", with: "/")
    #expect(outcome.errors.contains(message), "\(wanted.arguments): \(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  /// What each file of Journal/Vectors that is damaged, or unusual, comes to.
  static let vectors: [(name: String, status: Int32, says: [String])] = [
    ("private-whole", 0, ["whole"]), ("private-empty", 0, ["whole"]),
    ("shared-whole", 0, ["whole"]), ("shared-of-child-epoch", 0, ["whole"]),
    ("shared-redacted", 0, ["1 redacted", "whole"]), ("shared-pruned", 0, ["whole"]),
    ("shared-with-local-tables", 0, ["whole"]), ("cloud-whole", 0, ["whole"]),
    ("private-flipped-payload-bit", 1, ["entry 2: Entry 2 is not what the chain says"]),
    ("private-flipped-last-payload-bit", 1, ["entry 4: Entry 4 is not what the chain says"]),
    ("private-missing-entry", 1, ["entry 2: ", "missing"]),
    // Behind the first that is not what the chain says, nothing can be proven.
    ("private-swapped-entries", 1, ["entry 2: ", "entries 3 to 4: ", "2 findings"]),
    ("private-of-foreign-identity", 1, ["The chain begins as another journal's does"]),
    ("private-digest-too-short", 1, ["digest"]),
    ("shared-with-event", 1, ["entry 5: "]), ("cloud-unknown-kind", 1, ["entry 5: "]),
    ("private-of-later-version", 65, ["has format 2; this program knows up to 1"]),
    ("private-without-identity", 1, ["does not say whose journal it is"]),
    ("private-first-page-lost", 1, ["first page was overwritten"]),
    ("another-application", 1, ["not a journal"]), ("text", 65, ["not a journal"]),
  ]

  @Test(arguments: vectors.indices)
  func `finds in each damaged file what its name says`(index: Int) throws {
    let vector = Self.vectors[index]
    let folder = try TemporaryFolder()
    let path = folder.file("a.journal")
    try FileManager.default.copyItem(
      atPath: Repository.path("Journal/Vectors/files/journals/\(vector.name).journal"), toPath: path
    )
    let outcome = try Program.built.run(["journal", "verify", path, "--deep"])
    #expect(outcome.status == vector.status, "\(vector.name): \(outcome)")
    for text in vector.says {
      #expect((outcome.output + outcome.errors).contains(text), "\(vector.name): \(outcome)")
    }
    // Whatever is damaged, what can be read is shown, and nothing ends by a signal.
    for command in [["log"], ["stats"], ["show"], ["verify"], ["diff"]] {
      let others = command[0] == "show" ? ["1"] : command[0] == "diff" ? [path] : []
      let shown = try Program.built.run(
        ["journal", command[0], path] + others + command.dropFirst())
      #expect(!shown.wasKilled && [0, 1, 65, 66].contains(shown.status), "\(command) \(shown)")
      #expect(shown.status == 0 || !(shown.errors + shown.output).isEmpty)
    }
  }

  /// Every command that takes --until, --from or --at of a journal.
  private static let commandsWithMoments: [[String]] = [
    ["journal", "log", "PHONE", "--until"], ["journal", "log", "PHONE", "--from"],
    ["journal", "log", "PHONE", "--limit", "1", "--until"],
    ["journal", "stats", "PHONE", "--until"], ["journal", "export", "PHONE", "--until"],
    ["journal", "verify", "PHONE", "--journal", "private", "--until"],
    ["journal", "diff", "PHONE", "PHONE", "--until"],
    ["journal", "diff", "PHONE", "CLOUD", "--until"],
    ["journal", "why", "PHONE", "note-1", "--until"],
    ["journal", "why", "CLOUD", "--device", "0", "--until"],
    ["journal", "why", "CLOUD", "https://example.com/", "--until"],
    ["device", "items", "PHONE", "--until"], ["device", "search", "PHONE", "a", "--until"],
    ["cloud", "status", "--data", "CLOUD", "--until"],
    ["cloud", "popularity", "--data", "CLOUD", "--until"],
    ["cloud", "items", "--data", "CLOUD", "--until"],
    ["cloud", "search", "--data", "CLOUD", "a", "--until"],
    ["cloud", "why", "https://example.com/", "--data", "CLOUD", "--until"],
  ]

  @Test(arguments: commandsWithMoments.indices)
  func `is refused at a place that the journal does not have`(index: Int) throws {
    let command = Self.commandsWithMoments[index]
    let places = ["99999", "18446744073709551615", "1999-12-31"]
    let behind = LongRun.isOn ? places : [places[index % places.count]]
    for place in ["0"] + (command.last == "--from" ? [] : behind) {
      let outcome = try world.run(command + [place])
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(command) \(place): \(outcome)")
      let what = place.contains("-") ? "The time \(place)T" : "The entry \(place)"
      #expect(
        outcome.errors.contains("\(what)") && outcome.errors.contains(" does not lie in ")
          && outcome.errors.contains("has the entries 1 to "), "\(outcome.errors)")
    }
  }

  @Test(arguments: ["99999", "18446744073709551615", "2100-01-01"])
  func `shows no entries from behind the last one on`(place: String) throws {
    let outcome = try world.run(["journal", "log", "PHONE", "--from", place])
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors == "spotlog: no entries\n")
  }

  private static let impossible = [
    ("2027-02-30", "30 February does not exist."),
    ("2027-02-29", "29 February 2027 does not exist: 2027 is not a leap year."),
    ("2027-01-31T24:00", "24:00 does not exist: write 00:00 of the next day."),
  ]

  /// The commands take turns with the times: what a time says is one rule.
  @Test(arguments: commandsWithMoments.indices)
  func `is refused at a time that does not exist, with the reason`(index: Int) throws {
    let (place, reason) = Self.impossible[index % Self.impossible.count]
    let outcome = try world.run(Self.commandsWithMoments[index] + [place])
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test func `of damaged files leaves none out`() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Repository.path("Journal/Vectors/files/journals"))
    #expect(Set(names) == Set(Self.vectors.map { $0.name + ".journal" }))
  }
}
