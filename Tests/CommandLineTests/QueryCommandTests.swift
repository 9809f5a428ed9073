import Foundation
import TestSupport
import Testing

@Suite("The commands query and tokens") struct QueryCommandTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
    let lines = [
      #"{"time":1,"device":"d","app":"notes","kind":"index","id":"1","domain":"home.garden","#
        + #""attributes":{"title":"Buy Milk","pageCount":3,"keywords":["urgent","home"]}}"#,
      #"{"time":2,"device":"d","app":"notes","kind":"index","id":"2","#
        + #""attributes":{"title":"Überblick","dueDate":"2026-06-12T08:00:00Z"}}"#,
      #"{"time":3,"device":"d","app":"films","kind":"activity","id":"3","type":"view","#
        + #""title":"Milky Way","search":true}"#,
      #"{"time":4,"device":"d","app":"notes","kind":"index","id":"4","expires":100,"#
        + #""attributes":{"title":"Milk of old"}}"#,
    ]
    let trace = try TraceLines.file((lines.joined(separator: "\n") + "\n").utf8, in: folder)
    #expect(try program.run(["device", "init", phone]).status == 0)
    let indexed = try program.run(["device", "index", phone], inputPath: trace)
    #expect(indexed.status == 0, "\(indexed.errors)")
  }

  @Test(arguments: [
    (#"title == "milk"cw"#, "notes\t1\tBuy Milk\n"),
    (#"title == "milk*"cw"#, "notes\t1\tBuy Milk\nfilms\t3\tMilky Way\n"),
    (#"title == "uberblick"cd"#, "notes\t2\tÜberblick\n"),
    (#"keywords == "urgent" && pageCount >= 3"#, "notes\t1\tBuy Milk\n"),
    (#"dueDate == $time.tomorrow"#, "notes\t2\tÜberblick\n"),
    (#"domainIdentifier == "home.*""#, "notes\t1\tBuy Milk\n"),
    (#"uniqueIdentifier == "3""#, "films\t3\tMilky Way\n"),
    (#"** == "no such word"cwdt"#, ""),
    ("pageCount != 3 && title == *", "notes\t2\tÜberblick\nfilms\t3\tMilky Way\n"),
  ])
  func `find what holds, and nothing that has expired`(query: String, lines: String) throws {
    let outcome = try program.run([
      "query", "find", query, "--device", phone, "--now", "2026-06-11T15:00:00Z",
    ])
    #expect(outcome.status == 0 && outcome.output == lines, "\(outcome.errors)")
    #expect(outcome.errors == (lines.isEmpty ? "spotlog: no results\n" : ""))
  }

  @Test func `find within one app, and no more than asked for`() throws {
    let films = try program.run([
      "query", "find", "title == *", "--device", phone, "--app", "films",
    ])
    #expect(films.output == "films\t3\tMilky Way\n")
    let one = try program.run(["query", "find", "title == *", "--device", phone, "--limit", "1"])
    #expect(one.output.split(separator: "\n").count == 1)
  }

  @Test func `print a query as it was understood, with warnings apart`() throws {
    let good = try program.run(["query", "check", #"(title="a"dc)||pageCount>1e1"#])
    #expect(good.status == 0 && good.errors.isEmpty)
    #expect(good.output == "title == \"a\"cd || pageCount > 10\n")
    let doubtful = try program.run(["query", "check", #"titel == "a" && pageCount == "10""#])
    #expect(doubtful.status == 1)
    #expect(doubtful.errors.contains("No attribute is called titel"))
    #expect(doubtful.errors.contains("Did you mean title?"))
    #expect(doubtful.errors.contains("pageCount is not a text. Leave the quotes out."))
  }

  @Test(arguments: [
    (["query", "check", "title == \"a"], 65 as Int32, "Character 10: The text that begins here"),
    (["query", "check", ""], 65, "The query is empty."),
    (["query", "check", "a == 1 &&\n  é"], 65, "Line 2, character 3: "),
    (["query", "check", "a == 1\r\n&& x <"], 65, "\n  && x <\n        ^"),
    (["query", "check", "\u{1B}[31m"], 65, "\\u{1b}[31m"),
    (["query", "find", "a == 1", "--device", "/nowhere"], 66, "There is no device in /nowhere"),
    (["query", "find", "a == 1"], 64, "--device"),
    (["query", "find", "a == 1", "--device", "x", "--limit", "0"], 64, "--limit"),
    (["query", "explain", "a == 1", "--item", "1"], 64, "--device and --item need each other."),
    (
      ["query", "explain", "a == 1", "--item", "1", "--device", "d"], 64,
      "--item and --app need each other"
    ),
    (["query", "check", "a == 1", "--now", "7"], 64, "--now takes a time"),
  ])
  func `say what is wrong, and where`(arguments: [String], status: Int32, message: String) throws {
    let outcome = try program.run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [
    (#"* != "y""#, #"none of the attributes that are searched is exactly "y""#),
    (
      #"** != "y*""#,
      #"none of the attributes that are searched, nor the content, is of the form "y*""#
    ),
    ("* != *", "none of the attributes that are searched is there"),
    (#"keywords != "y"c"#, #"no value of keywords is exactly "y", whatever its case"#),
    ("pageCount != 3", "no value of pageCount is 3"),
    (#"pageCount == "**""#, "pageCount is there"), (#"pageCount == "*""#, "pageCount is there"),
  ])
  func `say of a negation that nothing has it`(query: String, words: String) throws {
    #expect(try program.run(["query", "explain", query]).output == words + "\n")
  }

  @Test func `refuse what is no UTF-8`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", #""$0" query check "$(printf 'title == "\377"')" 2>&1"#, program.path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(said == "spotlog: The query is not UTF-8.\n")
    #expect(process.terminationStatus == 65)
    #expect(try program.run(["query", "check", "title == \"\u{FFFD}\""]).status == 0)
  }

  @Test func `point at the place`() throws {
    let outcome = try program.run(["query", "check", "title == \"a\" oops"])
    #expect(outcome.errors.hasSuffix("\n  title == \"a\" oops\n               ^\n"), "\(outcome)")
  }

  @Test func `explain a query, and what holds of an item`() throws {
    let query = #"title == "milk"cw && !(pageCount > 3 || dueDate == $time.this_week)"#
    let words = try program.run(["query", "explain", query, "--now", "2026-06-11"])
    #expect(
      words.output == """
        all of these:
          title holds the words "milk", whatever its case
          not:
            any of these:
              pageCount is more than 3
              dueDate is within $time.this_week, from 2026-06-08T00:00:00Z to before \
        2026-06-15T00:00:00Z

        """)
    let of = ["--device", phone, "--app", "notes", "--now", "2026-06-11", "--item"]
    let first = try program.run(["query", "explain", query] + of + ["1"])
    #expect(first.status == 0)
    #expect(first.output.hasPrefix("yes  all of these:\nyes    title holds"), "\(first.output)")
    let second = try program.run(["query", "explain", query] + of + ["2"])
    #expect(second.status == 1)
    #expect(second.output.contains("yes        dueDate is within"), "\(second.output)")
    let none = try program.run(["query", "explain", query] + of + ["9"])
    #expect(none.status == 65)
    #expect(
      none.errors.contains(
        "has no item 9 of the app notes that can be read. A protected one takes --unlock FILE."))
  }

  @Test func `take a text apart`() throws {
    let outcome = try program.run(["tokens", "MyClass 東京"])
    #expect(
      outcome.output == "0\t0-2\tmy\n0\t0-7\tmyclass\n1\t2-7\tclass\n2\t8-14\t東京\n3\t11-14\t京\n")
    let path = folder.file("text")
    try Data(Array("a\u{7}b".utf8) + [0xFF, 0x63]).write(to: URL(fileURLWithPath: path))
    let read = try program.run(["tokens"], inputPath: path)
    #expect(read.output == "0\t0-1\ta\n1\t2-3\tb\n2\t6-7\tc\n", "\(read)")
  }
}
