import Testing
import WebAddress

@testable import WebMarkup

@Suite("An association file") struct AssociationFileTests {
  static let cases = WebCase.all("association-cases.jsonl")

  @Test func `has all of its cases`() { #expect(Self.cases.count == 36) }

  @Test(arguments: cases) func `opens the apps that Apple's pages say`(row: WebCase) throws {
    let file = try? AssociationFile(Array(try #require(row.text("body")).utf8))
    let url = WebURL(try #require(row.text("url")))
    let apps = url.flatMap { file?.decision(for: $0).apps } ?? []
    #expect(apps == row.texts("apps"))
  }

  private func decision(
    _ applinks: String, _ url: String, installed: Set<String>? = nil
  ) throws -> AssociationFile.Decision {
    let file = try AssociationFile(Array("{\"applinks\":\(applinks)}".utf8))
    return file.decision(for: try #require(WebURL(url)), installed: installed)
  }

  private static let two = """
    {"details":[
    {"appIDs":["T.one"],"components":[{"/":"/no","exclude":true},{"/":"/a/*"}]},
    {"appIDs":["T.two","T.one"],"components":[{"/":"*"}]}]}
    """

  private static let links: [(String, Set<String>?, [String], Int?, Bool)] = [
    ("/a/1", nil as Set<String>?, ["T.one"], 2 as Int?, false),
    ("/a/1", ["T.two"], ["T.two"], 3, false), ("/a/1", ["two"], ["T.two"], 3, false),
    ("/a/1", ["other"], [], nil, false), ("/no", nil, ["T.two"], 3, false),
    ("/no", ["T.one"], [], 2, true), ("/z", nil, ["T.two", "T.one"], 3, false),
  ]

  @Test(arguments: links)
  func `gives the link to an installed app, and says by which line`(
    path: String, installed: Set<String>?, apps: [String], line: Int?, isExcluded: Bool
  ) throws {
    let found = try decision(Self.two, "https://example.com" + path, installed: installed)
    #expect(found.apps == apps)
    #expect(found.line == line)
    #expect(found.isExcluded == isExcluded)
  }

  private static let components: [(String, String, Bool)] = [
    (#"{"/":"/a"}"#, "/a", true), (#"{"/":"/a"}"#, "/a?b#c", true), (#"{}"#, "/x", true),
    (#"{"/":"/A","caseSensitive":false}"#, "/a", true), (#"{"/":"/A"}"#, "/a", false),
    (#"{"?":"a=*"}"#, "/?a=1&b", true), (#"{"?":{"a":"*"}}"#, "/?b=1&a=", true),
    (#"{"?":{"a":"?"}}"#, "/?a=1&a=22", false), (#"{"?":{"a":"?"}}"#, "/?a=1&a=2", true),
    (#"{"?":{"a":"*"}}"#, "/", false), (##"{"#":"a*"}"##, "/#abc", true),
    (#"{"?":{"a":"é"},"percentEncoded":false}"#, "/?a=%C3%A9", true),
    (##"{"#":"é","percentEncoded":false}"##, "/#é", true),
    (#"{"/":"/$(lang)-$(region)/"}"#, "/de-CH/", true),
    (#"{"/":"/$(lang)-$(region)/"}"#, "/xx-CH/", false),
    (#"{"/":"/$(upper)","caseSensitive":false}"#, "/a", true),
    (#"{"/":"/$(none)"}"#, "/$(none)", false), (#"{"/":"/$(empty)"}"#, "/", false),
    (#"{"/":"/$(two)/"}"#, "/abc/", true), (#"{"/":"/$(two)/"}"#, "/ab/", true),
    (#"{"/":"/$(two)$(two)/"}"#, "/ababc/", true), (#"{"/":"/$(two)/"}"#, "/b/", false),
    (#"{"/":"/\u0000"}"#, "/", false), (#"{"/":7}"#, "/7", false),
  ]

  @Test(arguments: components)
  func `compares each part of an address`(component: String, path: String, isOpen: Bool) throws {
    let links = """
      {"substitutionVariables":{"empty":[],"two":["ab","a?c"]},
      "details":[{"appIDs":["T.a"],"components":[\(component)]}]}
      """
    #expect(try decision(links, "https://example.com" + path).apps == (isOpen ? ["T.a"] : []))
  }

  @Test(arguments: [
    ("[]", "has no object \"applinks\""), ("{\"applinks\":[]}", "has no object \"applinks\""),
    ("{\"applinks\":{},\n\"applinks\":{}}", "line 2, column 1: has the key \"applinks\" twice"),
    ("<html>", "line 1, column 1: is not JSON: a value is expected here"),
    (String(repeating: " ", count: 131_073), "has more than 131072 bytes"),
    (String(repeating: "[", count: 65), "line 1, column 65: is nested more than 64 levels deep"),
  ])
  func `that is none is refused with its place`(text: String, reason: String) {
    let error = #expect(throws: AssociationProblem.self) {
      _ = try AssociationFile(Array(text.utf8))
    }
    #expect(error?.reason == reason)
  }

  @Test func `notes what has no effect`() throws {
    let file = try AssociationFile(
      Array(
        """
        {"applinks":{"details":[
        7,
        {"paths":["/x"]},
        {"appID":"T.a"},
        {"appID":"T.b","components":[{"/":"$(x)"}, 5, {"/":5}]}
        ]}}
        """.utf8))
    #expect(
      file.notes == [
        .init(line: 2, message: "an entry is not an object"),
        .init(line: 3, message: "an entry names no app"),
        .init(line: 4, message: "an entry has neither \"components\" nor \"paths\""),
        .init(
          line: 5,
          message: "the pattern \"$(x)\" has the variable $(x), which the file does not define"),
        .init(line: 5, message: "a component is not an object"),
        .init(line: 5, message: "a pattern is not a text"),
      ])
    #expect(file.apps == ["T.b"])
  }

  @Test(arguments: ["*a", "a*", "*?", "?*", "$(v)", "$(v)*"])
  func `takes no more than seconds, whatever its patterns are`(unit: String) throws {
    let pattern = String(repeating: unit, count: unit.hasPrefix("$") ? 300 : 2_000)
    let patterns = String(repeating: "{\"/\":\"/\(pattern)b\"},", count: 10)
    let links = """
      {"substitutionVariables":{"v":["a","aa","a*","*a"]},
      "details":[{"appIDs":["T.a"],"components":[\(patterns){"/":"/"}]}]}
      """
    let text =
      "https://example.com/" + String(repeating: "a", count: LinkPattern.scalarCountMax - 1)
    let start = ContinuousClock.now
    #expect(try decision(links, text).apps == [])
    let duration = ContinuousClock.now - start
    #expect(duration < .seconds(10))
  }
}
