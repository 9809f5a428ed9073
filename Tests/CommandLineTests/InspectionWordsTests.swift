import Foundation
import TestSupport
import Testing

/// Words that nobody may see, and words that are made to deceive.
@Suite("Words in a journal") struct InspectionWordsTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private var phone: String { folder.file("phone") }

  init() throws { folder = try TemporaryFolder() }

  private func index(_ lines: [String]) throws {
    let path = try TraceLines.file((lines.joined(separator: "\n") + "\n").utf8, in: folder)
    let outcome = try program.run(["device", "index", phone], inputPath: path)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// Every text that an app or a person gave, each one with its own word.
  private static let secrets = [
    #"{"time":1,"device":"d","app":"a","kind":"index","id":"zqid1","domain":"zqdomain.zqsub","#
      + #""attributes":{"title":"zqtitle","contentDescription":"zqbody","#
      + #""zqcustom":"zqvalue","keywords":["zqkeyword"]}}"#,
    #"{"time":2,"device":"d","app":"a","kind":"activity","id":"zqid2","type":"a.view","#
      + #""title":"zqtitle","url":"https://zqhost.example/zqpath","search":true,"public":true}"#,
    #"{"time":3,"device":"d","app":"a","kind":"engage","id":"zqid2","query":"zqquery","#
      + #""shown":["zqid1"]}"#,
    #"{"time":4,"device":"d","app":"a","kind":"delete","ids":["zqid3"]}"#,
    #"{"time":4,"device":"d","app":"a","kind":"delete","domains":["zqdomain"]}"#,
    #"{"time":5,"device":"d","app":"a","kind":"index","id":"zqid1","#
      + #""attributes":{"title":"zqtitle again"}}"#,
  ]

  private func commands(_ shared: String, _ cloud: String, _ page: String) -> [[String]] {
    let commands: [[String]] = [
      ["log", phone], ["log", phone, "--oneline"], ["log", phone, "--reverse"],
      ["log", phone, "--format", "{number} {title} {id} {query} {domain} {url} {app}"],
      ["stats", phone], ["stats", phone, "--html", page], ["verify", phone, "--deep"],
      ["diff", phone, shared], ["diff", phone, cloud], ["why", phone], ["log", cloud],
      ["stats", cloud], ["why", cloud, "https://zqhost.example/zqpath"],
      ["why", phone, "zqid1", "--query", "zqtitle"], ["why", phone, "zqid2", "--cloud", cloud],
    ]
    return commands
      + (1...9).flatMap { [["show", phone, "\($0)"], ["show", cloud, "\($0)"]] }
  }

  @Test func `appear in no output with --redact`() throws {
    try index(Self.secrets)
    let run = folder.file("run")
    let simulated = try program.run(
      ["simulate", "--trace", folder.file("trace.jsonl"), "--threshold", "1", "--out", run])
    #expect(simulated.status == 0, "\(simulated.errors)")
    let shared = folder.file("phone2")
    try FileManager.default.copyItem(atPath: phone, toPath: shared)
    let cloud = run + "/cloud"
    let page = folder.file("page.html")
    var total = 0
    for command in commands(shared, cloud, page) {
      for form in [[], ["--json"]] where !(form == ["--json"] && command.contains("--oneline")) {
        let outcome = try program.run(["journal"] + command + ["--redact"] + form)
        // What was typed by anyone who asks is theirs.
        var text = outcome.output + outcome.errors
        for typed in command.dropFirst(2) {
          text = text.replacingOccurrences(of: typed, with: "")
        }
        total += text.utf8.count
        #expect(!text.contains("zq"), "\(command + form): \(text)")
      }
    }
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(!html.contains("zq") && html.contains("<svg"))
    // Without it the words are there: the search above looks for what there is to find.
    let open = try program.run(["journal", "log", phone]).output
    for word in ["zqid1", "zqdomain", "zqtitle", "zqbody", "zqhost", "zqquery", "zqcustom"] {
      #expect(open.contains(word), "\(word)")
    }
    #expect(total > 10_000)
  }

  /// Escape sequences, C1 controls, marks that turn text around, and hidden letters.
  private static let tricks = [
    "\\u001b[2J\\u001b]0;owned\\u0007", "\\u009b31mred", "\\u202egnp.exe\\u202c",
    "a\\u2066b\\u2069",
    "line\\nbreak\\rback", "zero\\u200bwidth\\u2060", "\\u0000nul", "\\ufeffmark", "del\\u007f",
    "tag\\udb40\\udc41", "\\u2028lines\\u2029",
  ]

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  @Test func `cannot confuse a terminal`() throws {
    try index(
      Self.tricks.enumerated().map { number, text in
        #"{"time":\#(number),"device":"d","app":"a\#(text)","kind":"index","#
          + #""id":"\#(number)\#(text)","domain":"d\#(text)","#
          + #""attributes":{"title":"\#(text)"}}"#
      })
    var commands = [
      ["log", phone], ["log", phone, "--oneline"], ["log", phone, "--json"],
      ["log", phone, "--format", "{number} {title} {id} {app} {domain}"],
      ["stats", phone], ["stats", phone, "--json"], ["verify", phone, "--deep"],
      ["diff", phone, phone], ["export", phone, "--format", "csv"], ["export", phone],
    ]
    for number in 1...13 { commands.append(["show", phone, "\(number)"]) }
    for command in commands {
      let outcome = try program.run(["journal"] + command)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      let harmful = (outcome.output + outcome.errors).unicodeScalars.filter(Self.isHarmful)
      let isForPrograms = command[0] == "export"
      #expect(harmful.isEmpty || isForPrograms, "\(command): \(harmful.map(\.value))")
    }
    for command in [["items", phone], ["search", phone, "red"], ["search", phone, "owned"]] {
      let outcome = try program.run(["device"] + command)
      let columns = outcome.output.replacingOccurrences(of: "\t", with: "")
      #expect(!columns.unicodeScalars.contains(where: Self.isHarmful), "\(command)")
    }
    // As many lines as entries: no title makes one of its own.
    let lines = try program.run(["journal", "log", phone, "--oneline"]).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    let numbers = lines.dropLast().compactMap { UInt64($0.split(separator: " ").first ?? "") }
    #expect(numbers == Array(1...UInt64(lines.count - 1)))
  }

  @Test func `of megabytes are cut in lines and whole where all is asked for`() throws {
    // An event holds 8 MiB at most.
    let size = 8_000_000
    let text = String(repeating: "long ", count: size / 5)
    try index([TraceLines.item("1", "Short"), TraceLines.item("2", text)])
    for command in [
      ["log", phone], ["log", phone, "--oneline"], ["stats", phone], ["why", phone, "2"],
    ] {
      let outcome = try program.run(["journal"] + command)
      #expect(outcome.status != 65 && outcome.output.utf8.count < 20_000, "\(command)")
    }
    let shown = try program.run(["journal", "show", phone, "3", "--json"])
    #expect(shown.status == 0 && shown.output.utf8.count > size, "\(shown.errors)")
    #expect(try program.run(["journal", "verify", phone, "--deep"]).status == 0)
  }
}
