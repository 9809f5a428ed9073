import Foundation
import JournalFormat
import TestSupport
import Testing

/// Words of strangers in whatever the program prints or writes for people.
@Suite("Hostile text") struct HostileTextTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private var phone: String { folder.file("phone") }

  /// What a terminal would act on, what hides, and what a spreadsheet would run.
  private static let tricks =
    PageScan.hostile + [
      "\u{1B}]0;owned\u{7}", "\u{1B}[8mhidden", "\u{9B}31mred", "a\u{61C}b\u{200E}c\u{200F}",
      "\u{2028}lines\u{2029}", "zero\u{200B}width\u{2060}\u{FEFF}", "pay\u{200D}pal\u{200C}",
      "tag\u{E0041}\u{E0042}", "a\u{E0101}b\u{FE0F}", "del\u{7F}", "tab\tend\r\n", "=1+1",
      "@sum", "-2", "\",\u{301}\"",
    ]

  init() throws {
    folder = try TemporaryFolder()
    var lines: [String] = []
    for (number, trick) in Self.tricks.enumerated() {
      lines.append(
        try Self.line([
          "kind": "index", "id": "\(number)\(trick)", "app": trick, "domain": "d\(trick)",
          "attributes": [
            "title": "word \(trick)", "keywords": [trick], "contentDescription": trick,
          ],
        ]))
      for device in ["one", "two"] {
        let page: [String: Any] = [
          "id": "page \(number)", "app": "a\(trick)", "device": device + trick,
          "kind": "activity", "type": "view\(trick)", "title": "word \(trick)", "search": true,
          "public": true, "url": "https://example.com/\(number)",
        ]
        lines.append(try Self.line(page))
        lines.append(
          try Self.line([
            "kind": "engage", "id": "page \(number)", "app": "a\(trick)", "device": device + trick,
            "query": trick,
          ]))
      }
    }
    let trace = try TraceLines.file((lines.joined(separator: "\n") + "\n").utf8, in: folder)
    let indexed = try program.run(["device", "index", phone], inputPath: trace)
    #expect(indexed.status == 0, "\(indexed.errors)")
    let simulated = try program.run(
      ["simulate", "--trace", trace, "--threshold", "2", "--out", folder.file("run")])
    #expect(simulated.status == 0, "\(simulated.errors)")
  }

  private static func line(_ values: [String: Any]) throws -> String {
    let line = ["time": 1, "device": "d"].merging(values) { $1 }
    return String(
      decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys),
      as: UTF8.self)
  }

  /// The program's own are line ends, and tabs between columns.
  private static func harmful(_ text: String) -> [String] {
    text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n" && scalar != "\t"
      case .format, .lineSeparator, .paragraphSeparator, .privateUse: true
      default: scalar.properties.isDefaultIgnorableCodePoint
      }
    }.map { "U+" + String($0.value, radix: 16) }
  }

  /// Each alone in a long run, else several in one word: a start of the program takes longer than
  /// what it says.
  private static let words: [String] = {
    let possible = tricks.filter { !$0.contains("\0") }
    guard !LongRun.isOn else { return possible }
    return stride(from: 0, to: possible.count, by: 8).map {
      possible[$0..<min($0 + 8, possible.count)].joined()
    }
  }()

  private var commands: [[String]] {
    let cloud = folder.file("run/cloud")
    let device: [[String]] = [
      ["device", "items", phone], ["device", "items", phone, "--format", "json"],
      ["device", "items", phone, "--columns", "app,id,title,domain,keywords"],
      ["device", "search", phone, "word"], ["device", "search", phone, "word", "--json"],
      ["device", "search", phone, "word", "--explain"],
      ["device", "search", phone, "word", "--cards"], ["device", "status", phone],
      ["device", "status", phone, "--json"],
    ]
    let journal: [[String]] = [
      ["log", phone], ["log", phone, "--oneline"], ["log", phone, "--json"], ["stats", phone],
      ["log", phone, "--format", "{number} {title} {id} {app} {domain} {query}"],
      ["stats", phone, "--json"], ["export", phone], ["export", phone, "--format", "csv"],
      ["show", phone, "3"], ["show", phone, "4"], ["show", phone, "5", "--json"],
      ["why", phone, "page 0"], ["log", cloud], ["show", cloud, "5"], ["stats", cloud],
      ["export", cloud, "--format", "csv"], ["diff", phone, phone], ["verify", phone, "--deep"],
    ].map { ["journal"] + $0 }
    let clouds: [[String]] = [
      ["popularity"], ["popularity", "--json"], ["items"], ["search", "word"],
      ["search", "word", "--cards"], ["search", "word", "--json"], ["status"],
      ["why", "https://example.com/1"],
    ].map { ["cloud"] + $0 + ["--data", cloud] }
    let others: [[String]] = Self.words.flatMap { trick in
      [
        ["tokens", trick], ["query", trick], ["journal", "why", phone, trick],
        ["device", "items", folder.file("none" + trick)], ["cloud", "revoke", trick],
        ["journal", "log", phone, "--kind", trick], [trick],
        ["device", "items", phone, "--" + trick],
      ]
    }
    return device + journal + clouds + others
  }

  @Test func `does nothing to a terminal, whatever is asked`() throws {
    for command in commands {
      let outcome = try program.run(command)
      let harmful = Self.harmful(outcome.output + outcome.errors)
      #expect(harmful.isEmpty, "\(command): \(harmful)")
      // Not every trick has words.
      let isSilent = (outcome.output + outcome.errors).isEmpty
      #expect(!isSilent || command[0] == "tokens", "\(command)")
    }
  }

  @Test func `is text in every page and table that is written`() throws {
    let page = folder.file("<img src=x onerror=alert(1)>.html")
    let source = folder.file("<img src=x onerror=alert(1)>")
    try FileManager.default.copyItem(atPath: phone, toPath: source)
    let begun = Date.now.ISO8601Format().prefix(10)
    #expect(try program.run(["journal", "stats", source, "--html", page]).status == 0)
    let days = [begun, Date.now.ISO8601Format().prefix(10)]
    let stats = try String(contentsOfFile: page, encoding: .utf8)
    let made = "<footer>Made by spotlog \(SpotlogVersion.current) on <time>"
    #expect(days.contains { stats.contains(made + $0 + "</time></footer>") })
    for path in [page, folder.file("run/report.html")] {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(PageScan(text).findings.isEmpty, "\(path)")
      #expect(text.contains("&lt;img src=x") && !text.contains("&lt;td"))
    }
    for (name, word) in [
      ("popularity.tsv", "example.com"), ("public-items.jsonl", "example.com"),
      ("report.json", "\\u200e"), ("plan.json", "\"seed\""),
    ] {
      let text = try String(contentsOfFile: folder.file("run/" + name), encoding: .utf8)
      #expect(Self.harmful(text) == [] && text.contains(word), "\(name)")
    }
  }

  @Test func `keeps the columns of a table, and is no formula`() throws {
    let table = try program.run(["journal", "export", phone, "--format", "csv"]).output
    for line in table.split(separator: "\n").dropFirst() {
      var (columns, isQuoted) = ([""], false)
      for scalar in line.unicodeScalars {
        switch scalar {
        case "\"": isQuoted.toggle()
        case "," where !isQuoted: columns.append("")
        default: columns[columns.count - 1].unicodeScalars.append(scalar)
        }
      }
      #expect(columns.count == 9 && !isQuoted, "\(line)")
      let formulas = columns.filter { text in
        text.utf8.first.map { "=+-@".utf8.contains($0) } ?? false
      }
      #expect(formulas.isEmpty, "\(formulas)")
    }
    #expect(table.contains(",'=1+1,") && table.contains(",'@sum,"))
  }
}
