import Foundation
import TestSupport
import Testing

/// What is said of an option or a command that there is not, and how help is asked for.
@Suite("The command line, asked for what there is not,") struct SuggestionTests {
  private let program = Program.built

  @Test(arguments: [
    (["--hlep"], "Unknown option '--hlep'. Did you mean '--help'?"),
    (["--verison"], "Unknown option '--verison'. Did you mean '--version'?"),
    (["device", "--hepl"], "Unknown option '--hepl'. Did you mean '--help'?"),
    (["device", "search", "p", "x", "--limt", "3"], "'--limt'. Did you mean '--limit'?"),
    (["device", "search", "p", "x", "--limt=3"], "'--limt'. Did you mean '--limit'?"),
    (["device", "search", "p", "x", "--JSON"], "'--JSON'. Did you mean '--json'?"),
    (["device", "search", "p", "x", "-json"], "'-json'. Did you mean '--json'?"),
    (["device", "delete", "p", "--dryrun", "--all"], "'--dryrun'. Did you mean '--dry-run'?"),
    (["cloud", "status", "--dat", "c"], "'--dat'. Did you mean '--data'?"),
    (["cloud", "keys", "show", "--kyes", "k"], "'--kyes'. Did you mean '--keys'?"),
    (["serve", "--operator-tokn-flie", "f"], "Did you mean '--operator-token-file'?"),
  ])
  func `suggests the nearest option of the command`(words: [String], message: String) throws {
    let outcome = try program.run(words)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.contains("\nUsage: spotlog"), "\(outcome.errors)")
    #expect(outcome.errors.contains(" --help' for more information."), "\(outcome.errors)")
  }

  @Test func `refuses more arguments than it can read in time`() throws {
    let words =
      ["device", "delete", "/nowhere", "--app", "a"] + (1...1_022).flatMap { ["--id", "\($0)"] }
    let outcome = try program.run(words)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(
      outcome.errors
        == "spotlog: 2,049 arguments were given, and a command takes 2,048. Give them to several "
        + "commands, or events as lines of standard input to `spotlog device index`.\n")
    // With one less it is the device that is not there.
    let read = try program.run(words.dropLast(2))
    #expect(read.status == 66 && read.errors.contains("no device in /nowhere"), "\(read)")
  }

  @Test(arguments: [
    (["journal", "log", "p", "--limit", "-3"], "--limit", "-3"),
    (["device", "sync", "p", "--wait", "-1"], "--wait", "-1"),
    (["device", "engage", "p", "--app", "a", "--id", "1", "--query", "-milk"], "--query", "-milk"),
  ])
  func `says how a value that begins with a hyphen is given`(
    words: [String], option: String, value: String
  ) throws {
    let outcome = try program.run(words)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(
      outcome.errors.hasPrefix(
        "Error: Missing value for '\(option)'. One that begins with a hyphen is joined to it: "
          + "'\(option)=\(value)'.\nUsage: "), "\(outcome.errors)")
    let joined = try program.run(words.dropLast(2) + ["\(option)=\(value)"])
    #expect(!joined.errors.contains("Missing value"), "\(joined.errors)")
  }

  @Test(arguments: [
    (["device", "rotate-key", "p", "--yes"], "--yes"), (["device", "sync", "p", "--ip"], "--ip"),
    (["device", "search", "p", "x", "-l", "3"], "-l"), (["-v"], "-v"), (["--quux"], "--quux"),
    // It is there for tests of the server, and in no help.
    (["serve", "--bench-rout"], "--bench-rout"),
    (["cloud", "devices", "--qqqqqqqq"], "--qqqqqqqq"),
  ])
  func `suggests nothing that is not like it`(words: [String], option: String) throws {
    let outcome = try program.run(words)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("Error: Unknown option '\(option)'\nUsage: "))
    #expect(!outcome.errors.contains("Did you mean"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["manaul"], "See `spotlog --help`."), (["version"], "Did you mean `spotlog --version`?"),
    (["device", "hlep"], "Did you mean `spotlog device --help`?"),
    (["device", "it"], "See `spotlog device --help`."),
    (["cloud", "keys", "rotat"], "Did you mean `spotlog cloud keys rotate`?"),
    (["device", "help", "serach"], "Did you mean `spotlog device search`?"),
  ])
  func `suggests the nearest command that help shows`(words: [String], message: String) throws {
    let outcome = try program.run(words)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.hasSuffix(message + "\n"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["help"], []), (["device", "help"], ["device"]), (["help", "device"], ["device"]),
    (["device", "help", "search"], ["device", "search"]),
    (["cloud", "keys", "help"], ["cloud", "keys"]),
    (["cloud", "help", "keys", "show"], ["cloud", "keys", "show"]),
    (["journal", "help", "log"], ["journal", "log"]),
  ])
  func `takes help as a word at every level`(words: [String], command: [String]) throws {
    let outcome = try program.run(words)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(try outcome.output == program.run(command + ["--help"]).output)
  }

  @Test func `leaves what follows two hyphens and what is a value alone`() throws {
    let folder = try TemporaryFolder()
    let phone = folder.file("phone")
    let made = try program.run([
      "device", "index", phone, "--app", "notes", "--id", "help", "--attribute", "title=--jsno",
    ])
    #expect(made.status == 0, "\(made.errors)")
    let found = try program.run(["device", "search", phone, "--", "--jsno"])
    #expect(found.output == "notes  help  --jsno\n" && found.errors == "")
    // What is wrong is the limit, and not the words.
    let limit = try program.run(["device", "search", phone, "--limit", "0", "--", "--jsno"])
    #expect(limit.status == 64 && limit.errors.contains("--limit must be at least 1."))
  }

  @Test func `suggests a kind of entry`() throws {
    let near = try program.run(["journal", "log", "/none", "--kind", "item-index"])
    #expect(near.status == 64)
    #expect(
      near.errors.contains("--kind item-index is not a kind of entry. Did you mean item-indexed?"))
    let far = try program.run(["journal", "log", "/none", "--kind", "qqqqqqqq"])
    #expect(far.errors.contains("--kind qqqqqqqq is not a kind of entry. There are item-indexed, "))
  }

  @Test func `refuses to replay steps where there are none`() throws {
    let folder = try TemporaryFolder()
    let trace = try TraceLines.file(TraceLines.people(2).utf8, in: folder)
    let out = folder.file("run")
    #expect(try program.run(["simulate", "--trace", trace, "--out", out]).status == 0)
    for option in [["--device", "1"], ["--last", "2"], ["--step"]] {
      let outcome = try program.run(["replay", out + "/plan.json"] + option)
      #expect(outcome.status == 64 && outcome.output == "")
      #expect(
        outcome.errors
          == "spotlog: \(option[0]) applies to fault worlds only, and \(out)/plan.json replays a "
          + "trace. Omit \(option[0]).\n")
    }
    let far = try program.run(["replay", SeedCommandTests.soundPlan, "--device", "999"])
    #expect(far.status == 64 && far.output == "")
    #expect(far.errors.hasPrefix("spotlog: The plan has no device 999. Its devices are 0 to "))
  }
}
