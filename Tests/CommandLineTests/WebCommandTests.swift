import Foundation
import TestSupport
import Testing

@Suite("The commands web robots and web link") struct WebCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  private static let robots = """
    user-agent: *
    disallow: /private/
    allow: /private/open
    user-agent: GoogleBot
    disallow: /google

    """

  @Test(arguments: [
    ([], "allow\t-\thttps://example.com/private/x\ndeny\t5\thttps://example.com/google\n"),
    (
      ["--agent", "Applebot"],
      "deny\t2\thttps://example.com/private/x\nallow\t-\thttps://example.com/google\n"
    ),
  ])
  func `tell which addresses are allowed`(options: [String], output: String) throws {
    let addresses = try file(
      "addresses", "https://example.com/a/../private/x\n\n HTTPS://EXAMPLE.com/google \r\n")
    let outcome = try program.run(
      ["web", "robots", try file("robots.txt", Self.robots)] + options, inputPath: addresses)
    #expect(outcome.output == output)
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
  }

  @Test func `end with 0 when every address is allowed`() throws {
    let addresses = try file("addresses", "https://example.com/private/open/")
    let rules = try file("robots.txt", Self.robots.replacing("GoogleBot", with: "OtherBot"))
    let outcome = try program.run(["web", "robots", rules], inputPath: addresses)
    #expect(outcome.output == "allow\t3\thttps://example.com/private/open/\n")
    #expect(outcome.status == 0)
  }

  private static let association = """
    {"applinks":{"details":[
    7,
    {"appIDs":["T.one"],"components":[{"/":"/no","exclude":true},{"/":"/a/*"}]},
    {"appIDs":["T.two"],"components":[{"/":"/a/b"}]}]}}
    """

  @Test(arguments: [
    ("/a/b", [], 0 as Int32, "T.one\tline 3: {\"/\": \"/a/*\"}\n"),
    ("/a/b", ["--installed", "two", "three"], 0, "T.two\tline 4: {\"/\": \"/a/b\"}\n"),
    ("/z", [], 1, "none\tno rule matches\n"),
    ("/no", [], 1, "none\texcluded by line 3: {\"/\": \"/no\", \"exclude\": true}\n"),
  ])
  func `tell which app opens an address`(
    path: String, options: [String], status: Int32, output: String
  ) throws {
    let file = try file("association", Self.association)
    let outcome = try program.run(
      ["web", "link", "https://example.com" + path, "--association", file] + options)
    #expect(outcome.output == output)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains("line 2: an entry is not an object"))
  }

  @Test(arguments: [
    (["robots", "/none"], 66 as Int32, "/none: there is no such file. Check the path."),
    (
      ["link", "https://a.example/", "--association", "/none"], 66, "/none: there is no such file."
    ),
    (["link", "https://a.example/"], 64, "--association"),
    (
      ["link", "ftp://a.example/", "--association", "GOOD"], 65,
      "ftp://a.example/ is not an http or https address."
    ),
    (["link", "https://a.example/", "--association", "BAD"], 65, "line 1, column 1: is not JSON"),
    (
      ["link", "https://a.example/", "--association", "/"], 65, "/: it cannot be read. Give a file."
    ),
    (["robots", ""], 64, "A path is empty"),
  ])
  func `say what is wrong and end with its status`(
    arguments: [String], status: Int32, message: String
  ) throws {
    let good = try file("good", Self.association)
    let bad = try file("bad", "<html>")
    let outcome = try program.run(
      ["web"]
        + arguments.map {
          $0.replacingOccurrences(of: "GOOD", with: good).replacingOccurrences(of: "BAD", with: bad)
        })
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `name the line of input that is no address`() throws {
    let addresses = try file("addresses", "https://example.com/\nnone\n")
    let outcome = try program.run(
      ["web", "robots", try file("robots.txt", Self.robots)], inputPath: addresses)
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "spotlog: Line 2 of standard input, none, is not an http or https address.\n")
  }
}
