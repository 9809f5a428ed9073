import Foundation
import TestSupport
import Testing

@Suite("The commands web validate and web extract") struct WebCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder

  /// A page on which nothing is missing.
  static let page = """
    <html lang="en"><title>Chips</title>
    <meta name="description" content="Crisp and salted.">
    <meta property="og:image" content="https://example.com/chips.jpg">
    <link rel="canonical" href="https://example.com/chips">
    """

  init() throws {
    folder = try TemporaryFolder()
    try write("page.html", Self.page)
    try write("robots.txt", "user-agent: *\ndisallow: /private\n")
    try write("links", #"{"applinks":{"details":[{"appID":"T.a","paths":["/chips"]}]}}"#)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
    try program.run(
      ["web"] + arguments.map { $0.replacing("FOLDER", with: folder.path) }, input: input)
  }

  @Test func `find nothing on a good page`() throws {
    let outcome = try run(
      "validate", "FOLDER/page.html", "--url", "https://example.com/chips", "--robots",
      "FOLDER/robots.txt", "--association", "FOLDER/links")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.hasPrefix("https://example.com/chips\nwould be indexed: yes\n"))
    #expect(outcome.output.contains("Universal link   PASSED       T.a: "))
  }

  @Test(arguments: [
    ("https://example.com/private", [], "would be indexed: no; robots.txt keeps it out"),
    ("https://example.com/chips", ["--header", "X-Robots-Tag: noindex"], "says noindex"),
    ("https://example.com/other", ["--association", "FOLDER/links"], "matches no component"),
  ])
  func `end with 1 where a row failed`(url: String, more: [String], text: String) throws {
    let more = more.map { $0.replacing("FOLDER", with: folder.path) }
    let outcome = try program.run(
      [
        "web", "validate", folder.file("page.html"), "--url", url, "--robots",
        folder.file("robots.txt"),
      ] + more)
    #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains(text), "\(outcome.output)")
  }

  @Test(arguments: [
    (["validate", "/none.html"], 66 as Int32, "/none.html: there is no such file."),
    (["validate", "/"], 65, "/: it cannot be read."), (["validate", ""], 64, "A path is empty."),
    (["validate", "-", "--url", "ftp://a"], 64, "is not an http or https address"),
    (["validate", "-", "--header", "a"], 64, "Write 'Name: value'."),
    (["validate", "-", "--agent", ""], 64, "is not the name of an agent"),
    (["validate", "-", "--robots", "/etc/passwd"], 64, "--robots needs the page's address."),
    (["validate", "-", "--association", "/etc/passwd"], 65, "No app can be told from it."),
    (["validate", "http://a.example/", "--url", "http://a.example/"], 64, "omit --url"),
    (["validate", "-", "--allow-address", "127.0.0.1"], 64, "omit --allow-address"),
    (["validate", "http://a/", "--allow-address", "a"], 64, "\"a\" is not an address."),
    (["validate", "http://a/", "--allow-address", "1.2.3.4/33"], 64, "is not an address."),
    (["validate", "http://a:b:c/"], 65, "has a port that is not a number"),
    (["extract", "-"], 64, "--url is missing"),
    (["extract", "http://a.example/", "--url", "http://a.example/"], 64, "omit --url"),
    (["extract", "-", "--url", "http://a/", "--allow-address", "::1"], 64, "omit --allow"),
  ])
  func `say what is wrong`(arguments: [String], status: Int32, message: String) throws {
    let outcome = try program.run(["web"] + arguments, input: "")
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `print equal bytes of equal pages`() throws {
    let arguments = ["web", "extract", "-", "--url", "https://example.com/chips"]
    let first = try program.run(arguments, input: Self.page)
    let second = try program.run(arguments, input: Self.page)
    #expect(first.status == 0 && first.output == second.output)
    #expect(first.output.contains("\"text\" : \"Chips\""))
  }

  @Test func `write a preview in which words of a page stay words`() throws {
    let hostile = PageScan.hostile.joined(separator: " ")
    let words = hostile.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing("\"", with: "&quot;")
    try write(
      "hostile.html",
      "<title>\(words)</title><meta name=description content=\"\(words)\">"
        + "<meta property=og:image content=\"javascript:alert(1)\">")
    let outcome = try run("validate", "FOLDER/hostile.html", "--preview", "FOLDER/preview.html")
    #expect(outcome.status == 1, "\(outcome)")
    let page = try String(contentsOfFile: folder.file("preview.html"), encoding: .utf8)
    let scan = PageScan(page, expecting: ["article", "bdi", "dl", "dt", "dd"])
    #expect(scan.findings.isEmpty, "\(scan.findings)")
    #expect(page.contains("&lt;img src=x"))
  }

  @Test func `do not write the preview over what they read`() throws {
    let outcome = try run("validate", "FOLDER/page.html", "--preview", "FOLDER/page.html")
    #expect(outcome.status == 73, "\(outcome)")
    #expect(try String(contentsOfFile: folder.file("page.html"), encoding: .utf8) == Self.page)
  }
}
