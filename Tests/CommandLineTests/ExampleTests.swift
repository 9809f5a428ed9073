import Foundation
import Loopback
import TestSupport
import Testing

/// The package in `Examples`, compiled against the libraries that were built with the tests: a
/// build of its own would build all of them once more.
@Suite("The example app") struct ExampleTests {
  private static let sources = "Examples/Recipes/Sources/Recipes"
  private static let folder = Result { try TemporaryFolder() }

  /// Compiled once for all tests.
  private static let app = Result {
    let path = try folder.get().file("recipes")
    let findings = try Listing.compile(sources, into: path)
    #expect(findings == [], "\(findings.joined())")
    return Program(path: path)
  }

  @discardableResult
  private func run(_ words: String..., in folder: TemporaryFolder) throws -> Program.Outcome {
    try Self.app.get().run([folder.file("book")] + words)
  }

  @Test func `finds recipes by title and ingredient`() throws {
    let folder = try TemporaryFolder()
    let soups = try run("search", "soup", in: folder).output.split(separator: "\n").sorted()
    #expect(soups == ["miso-soup  Miso soup", "tomato-soup  Tomato soup"])
    #expect(try run("search", "rosem", in: folder).output == "focaccia  Focaccia\n")
    #expect(try run("search", "pizza", in: folder).output == "")
  }

  @Test func `indexes once, and again when its index asks`() throws {
    let folder = try TemporaryFolder()
    for _ in 1...2 { try run("search", "soup", in: folder) }
    func items() throws -> Int {
      try Program.built.run([
        "journal", "log", folder.file("book"), "--kind", "item-indexed", "--oneline",
      ])
      .output.split(separator: "\n").count
    }
    #expect(try items() == 3)
    #expect(try run("reindex", in: folder).output == "the index asks for all recipes\n")
    #expect(try items() == 6)
    #expect(try run("search", "focaccia", in: folder).output == "focaccia  Focaccia\n")
  }

  @Test func `tells what happened to a recipe`() throws {
    let folder = try TemporaryFolder()
    try run("open", "tomato", in: folder)
    let lines = try run("why", "tomato-soup", in: folder).output.split(separator: "\n")
    #expect(lines.first == "entry 2: indexed" && lines.last == "It can be found.")
    #expect(lines.contains { $0.hasSuffix(": engaged") })
    #expect(try run("why", "pizza", in: folder).output == "no such recipe\n")
  }

  @Test func `syncs with a cloud that has its key, and with no other`() throws {
    let server = try RunningServer()
    let folder = try TemporaryFolder()
    #expect(try run("open", "tomato", in: folder).output == "opened Tomato soup\n")
    let url = "http://127.0.0.1:\(server.address.port)"
    let stranger = String(repeating: "0a", count: 32)
    let refused = try run("sync", url, stranger, in: folder)
    #expect(refused.status == 1 && refused.output.contains("no key that is trusted"))
    #expect(try server.status().reports == 0)

    let document = String(decoding: try server.get("/v1/deployment").body, as: UTF8.self)
    let key = try #require(document.firstMatch(of: /"keys":\["([0-9a-f]{64})"/)).output.1
    #expect(
      try run("sync", url, String(key), in: folder).output == "1 of 1 reports acknowledged\n")
    #expect(try server.status().reports == 1)
  }

  @Test func `lists the journal, and explains a recipe`() throws {
    let folder = try TemporaryFolder()
    try run("open", "tomato", in: folder)
    let lines = try run("log", "tomato-soup", in: folder).output.split(separator: "\n")
    #expect(lines[2].contains("  result engaged  app=com.example.recipes  id=tomato-soup"))
    #expect(lines[3] == "item        tomato-soup of com.example.recipes")
    #expect(lines.contains("found       It can be found."))
    let missing = try run("log", "pizza", in: folder).output.split(separator: "\n")
    #expect(missing.count == 4 && missing.last == "no such recipe")
  }

  @Test func `shows a folder as an operator sees it`() throws {
    let folder = try TemporaryFolder()
    try run("search", "soup", in: folder)
    let lines = try run("look", "soup", in: folder).output.split(separator: "\n").map(String.init)
    #expect(lines.dropLast(2).sorted() == ["miso-soup: soup in 2", "tomato-soup: soup in 2"])
    #expect(lines.dropLast().last == "items: 3, open requests: 0")
    #expect(lines.last?.hasPrefix("cloud: has never spoken. Next step: ") == true)
  }

  @Test func `syncs with a cloud in its own process, and searches it`() throws {
    let folder = try TemporaryFolder()
    try run("open", "tomato", in: folder)
    for _ in 1...2 {
      let outcome = try run("cloud", folder.file("cloud"), "tom", in: folder)
      let lines = outcome.output.split(separator: "\n")
      #expect(outcome.status == 0 && lines.count == 2, "\(outcome)")
      #expect(lines.first?.hasSuffix(" reports acknowledged") == true)
      #expect(lines.last == "Tomato soup, endorsed by 1")
    }
    let found = try Program.built.run([
      "cloud", "search", "tom", "--data", folder.file("cloud"),
    ])
    #expect(found.output.contains("Tomato soup"), "\(found)")
  }

  @Test func `explains its commands, also in the page about it`() throws {
    let usage = try run("bake", in: TemporaryFolder()).output
    let page = try Page("Examples/README.md")
    let block = try #require(page.blocks.first)
    for command in ["search", "open", "why", "log", "look", "reindex", "sync", "cloud"] {
      #expect(usage.contains("FOLDER \(command)"))
      #expect(block.text.contains("Recipes book \(command)"))
    }
  }

  @Test func `depends on products that there are`() throws {
    func text(_ path: String) throws -> String {
      String(decoding: try Repository.bytes(path), as: UTF8.self)
    }
    let manifest = try text("Examples/Recipes/Package.swift")
    #expect(try Listing.read(manifest: manifest) == [])
    let products = manifest.matches(of: /\.product\(name: "(\w+)", package: "spotlog"\)/)
      .map { String($0.output.1) }
    #expect(products == ["DeviceIndex", "SyncHTTP", "Inspection", "CloudAggregator"])
    let package = try text("Package.swift")
    let modules = try products.flatMap { product in
      let pattern = try Regex(#"\.library\(\s*name: "\#(product)", targets: \[([^\]]*)\]\)"#)
      let found = try #require(package.firstMatch(of: pattern)?.output[1].substring)
      return found.split { !$0.isLetter }.map(String.init)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: Repository.path(Self.sources)) {
      let imports = try text(Self.sources + "/" + name).matches(of: /(?m)^import (\w+)/)
        .map { String($0.output.1) }
      #expect(Set(imports).subtracting(modules) == ["Foundation"], "\(name)")
    }
  }
}
