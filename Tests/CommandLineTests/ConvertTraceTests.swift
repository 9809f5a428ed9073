import Foundation
import TestSupport
import Testing

/// What `tools/convert-trace` makes of other people's files.
@Suite("A converted trace of tldr pages") struct ConvertTraceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func convert(_ pages: String) throws -> (lines: [String], errors: String, status: Int32) {
    let path = folder.file("pages.jsonl")
    try Data(pages.utf8).write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../tools/convert-trace").standardizedFileURL
    process.arguments = ["tldr-pages", path]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let problem = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text.split(separator: "\n").map(String.init), problem, process.terminationStatus)
  }

  private static let item =
    #"{"time":0,"device":"tldr","kind":"index","app":"sh.tldr.de","id":"de/tar","attributes":"#
    + #"{"title":"tar","contentDescription":"Packt \"Dateien\": a, b {c}."}}"#

  /// A page means the same wherever JSON allows blanks, in any order, with members of any kind.
  @Test(arguments: [
    #"{"id":"de/tar","lang":"de","platform":"common","name":"tar","title":"tar","description":"#
      + #""Packt \"Dateien\": a, b {c}.","moreInfoURL":"https://example.com"}"#,
    #"{"id": "de/tar", "lang": "de", "title": "tar", "description": "#
      + #""Packt \"Dateien\": a, b {c}.", "contentURL": "https://example.com"}"#,
    "\t" + #"{ "description" : "Packt \"Dateien\": a, b {c}." , "title" : "tar" ,"lang":"de" , "#
      + #""examples" : [ {"text": "a]}\"", "n":[[ ],{}]}, 1 ], "views":-1.5e3,"more": null, "#
      + #""id" :"de/tar" } "#,
  ])
  func `has the item that the page says, however it is written`(page: String) throws {
    let made = try convert(page + "\r\n\n" + page)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.lines == [Self.item, Self.item])
  }

  @Test(arguments: [
    ("tar", "there is no JSON object"), (#"{"id":"a","lang":"en"}"#, "no id, lang or title"),
    (#"{"id":"a","lang":"en","title":"t""#, "has no end"),
    (#"{"id":1,"lang":"en","title":"t"}"#, "no id, lang or title"),
    (#"{"id":{"x":"a"},"lang":"en","title":"t"}"#, "no id, lang or title"),
    (#"{"id":"a","lang":"en","title":"t","examples":[{"text":"x"}"#, "has no end"),
  ])
  func `has no item of a line that says none, but an error`(line: String, problem: String) throws {
    let made = try convert(#"{"id":"a","lang":"en","title":"t"}"# + "\n" + line + "\n")
    #expect(made.status == 65)
    #expect(made.lines.count == 1)
    #expect(made.errors.contains("Line 2: ") && made.errors.contains(problem))
  }
}
