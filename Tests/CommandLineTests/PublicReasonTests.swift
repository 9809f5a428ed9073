import Foundation
import TestSupport
import Testing

/// What cannot be public or found says so where it is given, and where somebody asks.
@Suite("Reasons that commands give") struct PublicReasonTests {
  private let folder: TemporaryFolder
  private var phone: String { folder.file("phone") }

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., input: String? = nil) throws -> Program.Outcome {
    try Program.built.run(arguments, input: input)
  }

  private static func page(
    _ id: String, title: String = "Long read", description: String = "", related: String? = nil,
    keyword: String = "k"
  ) -> String {
    let bound = related.map { ",\"related\":\"\($0)\"" } ?? ""
    return """
      {"time":1700000000,"device":"d","app":"a","kind":"activity","type":"view","id":"\(id)",\
      "title":"\(title)","search":true,"public":true,"url":"https://example.com/long",\
      "keywords":["\(keyword)"]\(bound),\
      "attributes":{"contentDescription":"\(description)"}}

      """
  }

  @Test func `a page with a long description is public with its beginning, and says so`() throws {
    let page = Self.page("long", description: String(repeating: "ab c ", count: 3_400))
    let given = try run("device", "activity", phone, input: page)
    #expect(given.status == 0 && given.errors.isEmpty, "\(given)")
    let why = try run("journal", "why", phone, "long")
    #expect(why.output.contains("public      It may become public, with the first 16"), "\(why)")
    #expect(!(try run("device", "status", phone).output.contains("\npublic ")))
  }

  @Test(arguments: [true, false])
  func `a page that is too large without it is said to be, wherever it is asked about`(
    ofTitle: Bool
  ) throws {
    let large = String(repeating: "t", count: 17_000)
    let page =
      ofTitle
      ? Self.page("long", title: large) : Self.page("long", keyword: large)
    let given = try run("device", "activity", phone, input: page + page)
    #expect(given.status == 0)
    #expect(
      given.errors.contains("2 activities are journaled and cannot become public: long takes"))
    let status = try run("device", "status", phone)
    #expect(status.output.contains("public      1 activity eligible for public indexing"))
    #expect(status.output.contains("0 items and 1 activity"))
    let why = try run("journal", "why", phone, "long")
    #expect(why.output.contains("public      It cannot become public: it takes 17"), "\(why)")
    #expect(why.output.contains("a public item has at most 16384"))
    let alone = try run(
      "device", "activity", phone, "--app", "a", "--id", "x", "--type", "view", "--title",
      ofTitle ? large : "x", "--keyword", ofTitle ? "k" : large, "--url", "https://example.com/x",
      "--search", "--public")
    #expect(alone.errors.contains("cannot become public: it takes 17"), "\(alone)")
    let address = try run(
      "device", "activity", phone, "--app", "a", "--id", "y", "--type", "view", "--title", "y",
      "--url", "https://example.com/" + large, "--search", "--public")
    #expect(address.status != 0 && address.errors.contains("has more than 2048 bytes"))
    // Another version that fits is said of no more.
    _ = try run("device", "activity", phone, input: Self.page("long"))
    #expect(try run("device", "status", phone).output.contains("public      1 activity"))
    let mended = try run("journal", "why", phone, "long")
    #expect(mended.output.contains("It may become public, once enough devices engage with it."))
  }

  @Test(arguments: [
    "http://localhost/x", "http://127.0.0.1:8080/", "http://192.168.1.1/", "http://nas/photos",
    "http://printer.local/",
  ])
  func `a page of the own machine or network is said not to be public`(url: String) throws {
    let page = Self.page("p", related: "p").replacing("https://example.com/long", with: url)
    let item = """
      {"time":1700000000,"device":"d","app":"a","kind":"index","id":"p",\
      "attributes":{"title":"Long read"}}

      """
    let problem = "has an address that only this device or a network around it can open: the host"
    let given = try run("device", "activity", phone, input: item + page)
    #expect(given.status == 0, "\(given)")
    #expect(given.errors.contains("cannot become public: p \(problem)"), "\(given)")
    let why = try run("journal", "why", phone, "p")
    #expect(why.output.contains("public      It cannot become public: it \(problem)"), "\(why)")
    let status = try run("device", "status", phone)
    #expect(
      status.output.contains(
        "public      1 activity eligible for public indexing cannot become public: p \(problem)"))
    let found = try run("device", "search", phone, "long")
    #expect(found.output.contains("Long read"), "it is found on the device all the same")
    let alone = try run(
      "device", "activity", phone, "--app", "a", "--id", "x", "--type", "view", "--title", "x",
      "--url", url, "--search", "--public")
    #expect(alone.status == 0 && alone.errors.contains(problem), "\(alone)")
  }

  private static let notSearchable =
    "is not eligible for search, which it has to be as well: record it again, eligible for both"

  @Test func `a page for the public and not for search is said not to become public`() throws {
    let page = ["--type", "view", "--title", "x", "--url", "https://example.com/x", "--public"]
    func record(_ id: String, _ options: [String]) throws -> String {
      let given = try Program.built.run(
        ["device", "activity", phone, "--app", "a", "--id", id] + options)
      #expect(given.status == 0, "\(given)")
      return given.errors
    }
    #expect(
      try record("x", page)
        == "spotlog: The activity is journaled, and cannot become public: it "
        + Self.notSearchable + ".\n")
    let lines = try run(
      "device", "activity", phone,
      input: Self.page("y").replacing(#""search":true,"#, with: "")
        + Self.page("z", related: "item").replacing(#""search":true,"#, with: ""))
    #expect(
      lines.errors
        == "spotlog: 2 activities are journaled and cannot become public: y "
        + Self.notSearchable + ".\n")
    let why = try run("journal", "why", phone, "x")
    #expect(why.output.contains("public      It cannot become public: it \(Self.notSearchable)."))
    #expect(
      why.output.contains(
        "found       It cannot be found: entry 2 recorded an activity that is not eligible for "
          + "search. Record it again, eligible for search.\n"), "\(why)")
    func status() throws -> String { try run("device", "status", phone).output }
    #expect(
      try status().contains(
        "public      3 activities eligible for public indexing cannot become public: x "
          + Self.notSearchable + "\n            spotlog journal why \(phone) ID says it of each\n"))
    let engaged = try run("device", "engage", phone, "--app", "a", "--id", "x")
    #expect(
      engaged.errors
        == "spotlog: The engagement is journaled but has no effect yet: no item or activity x of "
        + "app a is indexed. Check --app and --id, and that an activity is recorded with "
        + "--search.\n")
    // What is deleted, with its item as well, or recorded again for both is said of no more.
    #expect(try run("device", "delete", phone, "--app", "a", "--id", "item").status == 0)
    #expect(try status().contains("public      2 activities eligible"))
    #expect(try run("device", "delete", phone, "--app", "a", "--id", "y").status == 0)
    #expect(try status().contains("public      1 activity eligible"))
    #expect(try record("x", page + ["--search"]) == "")
    #expect(!(try status().contains("public  ")))
    // One that asks for neither is not suspected.
    #expect(try record("w", ["--type", "view", "--title", "w"]) == "")
    #expect(try record("v", Array(page.dropLast())) == "")
  }

  @Test func `a page of this machine is said not to be public, also where it is not for search`()
    throws
  {
    let problem = "has an address that only this device or a network around it can open: the host"
    let given = try run(
      "device", "activity", phone, "--app", "a", "--id", "l", "--type", "view", "--title", "l",
      "--url", "http://localhost/x", "--public")
    #expect(given.errors.contains("cannot become public: it \(problem)"), "\(given)")
    let why = try run("journal", "why", phone, "l")
    #expect(why.output.contains("public      It cannot become public: it \(problem)"), "\(why)")
    #expect(
      try run("device", "status", phone).output.contains(
        "public      1 activity eligible for public indexing cannot become public: l \(problem)"))
  }

  @Test(arguments: [
    ("file:///etc/passwd", "is not an http or https address"),
    ("https://me:secret@example.com/", "has a name or a password"),
  ])
  func `a file, or an address with a password, is refused`(url: String, reason: String) throws {
    let refused = try run(
      "device", "activity", phone, "--app", "a", "--id", "x", "--type", "view", "--title", "x",
      "--url", url, "--search", "--public")
    #expect(refused.status != 0 && refused.errors.contains(reason), "\(refused)")
    let page = Self.page("p").replacing("https://example.com/long", with: url)
    let line = try run("device", "activity", phone, input: page)
    #expect(line.status != 0 && line.errors.contains(reason), "\(line)")
  }

  @Test func `an activity that is bound to nothing is said to be, also of many lines`() throws {
    let page = Self.page("act", related: "item")
    let given = try run("device", "activity", phone, input: page)
    #expect(
      given.errors.contains("1 activity is journaled and cannot be found")
        && given.errors.contains("act is bound to item"), "\(given)")
    let why = try run("journal", "why", phone, "act")
    #expect(why.output.contains("recorded, bound to an item that is not there  item"), "\(why)")
    #expect(why.output.contains("It cannot be found: entry 2 recorded an activity that is bound"))
    #expect(!why.output.contains("not for search"))
    // An item that comes after its activity comes too late, one before it in time.
    let item = """
      {"time":1700000000,"device":"d","app":"a","kind":"index","id":"item",\
      "attributes":{"title":"Feed"}}

      """
    let early = try run("device", "index", phone, input: Self.page("act", related: "item") + item)
    #expect(early.errors.contains("cannot be found"), "\(early)")
    let late = try run("device", "index", phone, input: item + Self.page("act", related: "item"))
    #expect(late.status == 0 && late.errors.isEmpty, "\(late)")
    #expect(try run("device", "status", phone).output.contains("1 item and 1 activity"))
  }

  @Test func `a restored device says what is gone`() throws {
    for id in ["1", "2"] {
      if id == "2" {
        #expect(try run("snapshot", "create", phone, "--to", folder.file("backups")).status == 0)
      }
      let indexed = try run(
        "device", "index", phone, "--app", "a", "--id", id, "--attribute", "title=Milk")
      #expect(indexed.status == 0)
    }
    #expect(!(try run("journal", "why", phone).output.contains("restored")))
    let list = try FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
    let snapshot = try #require(list.first { $0.hasSuffix(".sqlar") })
    let restored = try run(
      "snapshot", "restore", folder.file("backups") + "/" + snapshot, "--to", phone)
    #expect(restored.status == 0, "\(restored)")
    for arguments in [["journal", "why", phone], ["device", "status", phone]] {
      let outcome = try Program.built.run(arguments)
      #expect(outcome.output.contains("restored    The device was restored at "), "\(outcome)")
      #expect(outcome.output.contains("to entry 2 of "), "\(outcome)")
      #expect(outcome.output.contains("What was journaled here after that is gone"))
    }
    #expect(try run("journal", "why", phone, "1").output.contains("restored    The device"))
  }

  @Test func `figures of a simulated cloud begin with its trace, and name the days of a bar`()
    throws
  {
    var trace = Self.page("p")
    for day in 0..<200 {
      trace += """
        {"time":\(1_700_000_000 + day * 86_400),"device":"d","app":"a","kind":"engage","id":"p"}

        """
    }
    let path = folder.file("trace.jsonl")
    try Data(trace.utf8).write(to: URL(fileURLWithPath: path))
    let run = folder.file("run")
    let simulated = try self.run(
      "simulate", "--trace", path, "--threshold", "1", "--out", run, "--keep-devices")
    #expect(simulated.status == 0, "\(simulated)")
    let cloud = try self.run("journal", "stats", run + "/cloud")
    #expect(cloud.output.contains("time        2023-11-14T22:13:20"), "\(cloud.output)")
    #expect(!cloud.output.contains("1970"))
    #expect(cloud.output.contains(", entries by 4 days"), "\(cloud.output)")
    let page = folder.file("page.html")
    #expect(try self.run("journal", "stats", run + "/cloud", "--html", page).status == 0)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("Entries by 2 days") && !html.contains("by day<"), "two days a bar")
  }
}
